package lasergrenadiers

import (
	"fmt"
	"slices"

	"loophole/game"
	"loophole/ground"
)

// This file finds the spots beside structures, where pieces go that must leave a ruin.

// besideDistance is the most that a spot beside a structure is away from it.
const besideDistance = 3 * ground.Inch

// spotsBeside is the number of spots beside a structure, one for each side.
const spotsBeside = 2

// addSpotsBeside adds spots beside the structures in which troops can be, an inch before the middle
// of a wall, where the set-up has fewer than two.
func (f *Battlefield) addSpotsBeside() {
	user := len(f.places)
	for s := range f.sites {
		structure := &f.sites[s]
		if structure.Type == turret || structure.Automated && !structure.Infantry || !slices.ContainsFunc(f.places[:user], func(t place) bool { return f.isIn(&t, s) }) {
			continue
		}
		spots := game.Count(len(f.places), func(b int) bool { return f.isBeside(b, s) })
		for w := structure.first; w < structure.end && spots < spotsBeside; w++ {
			spots = f.addSpotsAt(s, w, spots)
		}
	}
}

// isIn reports whether a place is in a structure.
func (f *Battlefield) isIn(t *place, s int) bool {
	return t.section >= 0 && int(f.sections[t.section].structure) == s
}

// isBeside reports whether a place is in the open beside a structure.
func (f *Battlefield) isBeside(b, s int) bool {
	return f.places[b].section < 0 && f.groundMap.FromStructure(ground.StructureID(s), f.places[b].at) <= besideDistance
}

// addSpotsAt adds spots before the walls of a section, until there are enough.
func (f *Battlefield) addSpotsAt(s int, w ground.SectionID, spots int) int {
	wall, end := f.groundMap.WallsOf(w)
	for ; wall < end && spots < spotsBeside && len(f.places) < allPlaces; wall++ {
		at := f.groundMap.WallLine(wall).Off(ground.Inch)
		if !f.isFree(at) {
			continue
		}
		name := "beside-" + f.sites[s].Name
		for k := 2; slices.ContainsFunc(f.places, func(t place) bool { return t.name == name }); k++ {
			name = fmt.Sprintf("beside-%s-%d", f.sites[s].Name, k)
		}
		f.places = append(f.places, place{name: name, at: at, section: -1, eyeHeight: eyeHeight, topHeight: manHeight})
		spots++
	}
	return spots
}

// isFree reports whether a piece can stand at a point: no structure, nothing impassable and no
// other place is there.
func (f *Battlefield) isFree(at ground.Point) bool {
	barred := func(t ground.Feature) bool { return t.Going == ground.Impassable && t.Distance(at) == 0 }
	return !game.Any(len(f.sections), func(w int) bool { return f.groundMap.Plan(ground.SectionID(w)).Holds(at) }) &&
		!slices.ContainsFunc(f.features, barred) &&
		!slices.ContainsFunc(f.places, func(t place) bool { return t.section < 0 && ground.Distance(t.at, at) < ground.Inch })
}

// refuges lists the spots beside the structure that a place is in, the nearest first.
func (f *Battlefield) refuges(from int) (list []uint8) {
	if f.places[from].section < 0 {
		return nil
	}
	for spot := range f.places {
		if f.isBeside(spot, int(f.sections[f.places[from].section].structure)) {
			list = append(list, uint8(spot))
		}
	}
	slices.SortStableFunc(list, func(x, y uint8) int { return int(f.distances[from][x] - f.distances[from][y]) })
	return list
}
