package lasergrenadiers

import (
	"fmt"
	"slices"

	"loophole/game"
	"loophole/ground"
)

// This file finds the spots beside structures, where those are set down who must leave a ruin.

// besideIt is how far from a structure one is still beside it.
const besideIt = 3 * ground.Inch

// enough is how many spots there are beside a structure, one for each side.
const enough = 2

// addSpotsBeside adds spots beside the structures in which troops can be, an inch before the middle
// of a wall, where the set-up has fewer than two.
func (f *Battlefield) addSpotsBeside() {
	user := len(f.places)
	for s := range f.sites {
		x := &f.sites[s]
		if x.Type == turret || x.Automated && !x.Infantry || !slices.ContainsFunc(f.places[:user], func(t place) bool { return f.isIn(&t, s) }) {
			continue
		}
		n := game.Count(len(f.places), func(b int) bool { return f.isBeside(b, s) })
		for w := x.first; w < x.end && n < enough; w++ {
			n = f.addSpotsAt(s, w, n)
		}
	}
}

// isIn reports whether a place is in a structure.
func (f *Battlefield) isIn(t *place, s int) bool {
	return t.wing >= 0 && int(f.wings[t.wing].site) == s
}

// isBeside reports whether a place is in the open beside a structure.
func (f *Battlefield) isBeside(b, s int) bool {
	return f.places[b].wing < 0 && f.land.FromStructure(ground.StructureID(s), f.places[b].at) <= besideIt
}

// addSpotsAt adds spots before the walls of a section, until there are enough.
func (f *Battlefield) addSpotsAt(s int, w ground.SectionID, n int) int {
	wall, end := f.land.WallsOf(w)
	for ; wall < end && n < enough && len(f.places) < allPlaces; wall++ {
		at := f.land.WallLine(wall).Off(ground.Inch)
		if !f.isFree(at) {
			continue
		}
		name := "beside-" + f.sites[s].Name
		for k := 2; slices.ContainsFunc(f.places, func(t place) bool { return t.name == name }); k++ {
			name = fmt.Sprintf("beside-%s-%d", f.sites[s].Name, k)
		}
		f.places = append(f.places, place{name: name, at: at, wing: -1, eye: eyeHeight, high: manHeight})
		n++
	}
	return n
}

// isFree reports whether a piece can stand at a point: no structure, nothing impassable and no
// other place is there.
func (f *Battlefield) isFree(at ground.Point) bool {
	barred := func(t ground.Feature) bool { return t.Going == ground.Impassable && t.Distance(at) == 0 }
	return !game.Any(len(f.wings), func(w int) bool { return f.land.Plan(ground.SectionID(w)).Holds(at) }) &&
		!slices.ContainsFunc(f.features, barred) &&
		!slices.ContainsFunc(f.places, func(t place) bool { return t.wing < 0 && ground.Distance(t.at, at) < ground.Inch })
}

// refuges lists the spots beside the structure that a place is in, the nearest first.
func (f *Battlefield) refuges(a int) (list []uint8) {
	if f.places[a].wing < 0 {
		return nil
	}
	for b := range f.places {
		if f.isBeside(b, int(f.wings[f.places[a].wing].site)) {
			list = append(list, uint8(b))
		}
	}
	slices.SortStableFunc(list, func(x, y uint8) int { return int(f.far[a][x] - f.far[a][y]) })
	return list
}
