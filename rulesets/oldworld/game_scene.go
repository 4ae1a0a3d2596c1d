package oldworld

import (
	"fmt"
	"slices"
	"strings"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
	"loophole/scene"
)

// draw shows a position. A unit in a building fills it, and is drawn on the lowest floor.
func draw(f *Battlefield, p *Position) scene.Scene {
	s := scene.FromMap(f.groundMap, ground.Destroyed{})
	s.Board[1] = scene.Spot(f.tableCorner)
	s.Headline = fmt.Sprintf("Round %d of %d, %s of %s", p.Round, f.rounds, stepNames[p.Step], rule.Side(f.sides[p.Side]).Called())
	for building := range f.buildings {
		first, _ := f.groundMap.SectionsOf(ground.StructureID(building))
		s.Structures[first].Floors[0].Places = []string{f.sites[building].name}
		if !slices.Contains(f.objectives, uint8(building)) {
			continue
		}
		x := &s.Structures[first]
		x.Objective = scene.Held(f.holder(p, building))
		x.Markers = []string{scene.ObjectiveWords(x.Objective, f.sides)}
	}
	for i := range roster.OnTable(f, p) {
		piece := f.piece(p, i)
		if building, in := f.buildingOf(p, i); in {
			first, _ := f.groundMap.SectionsOf(ground.StructureID(building))
			floor := &s.Structures[first].Floors[0]
			floor.Pieces = append(floor.Pieces, piece)
			continue
		}
		piece.At = scene.Spot(f.locationOf(p, i).point)
		s.Pieces = append(s.Pieces, piece)
	}
	for k := f.buildings; k < len(f.sites); k++ {
		if site := &f.sites[k]; site.atBuilding < 0 {
			s.Areas = append(s.Areas, scene.NamedSpot(site.name, scene.Spot(site.at)))
		}
	}
	s.SetDistancesOff()
	return s
}

// locationText returns the place of a unit in words: its site, or the distance to the nearest wall.
func (f *Battlefield) locationText(p *Position, i int) string {
	at := f.locationOf(p, i)
	if at.site != noSite {
		return f.sites[at.site].name
	}
	best := 0
	for building := range f.buildings {
		if f.distance(at, f.siteLocation(building)) < f.distance(at, f.siteLocation(best)) {
			best = building
		}
	}
	whole, tenth := f.distance(at, f.siteLocation(best)).Tenths()
	return fmt.Sprintf("%d.%d″ %v of %s", whole, tenth, f.bearing(f.siteLocation(best), at), f.sites[best].name)
}

// enemyNames returns the units that a unit fights: two if it is a garrison that two assault.
func (f *Battlefield) enemyNames(p *Position, i int) string {
	building, in := f.buildingOf(p, i)
	if !in {
		return f.units[p.Units[i].Foe-1].name
	}
	var names []string
	for _, j := range f.assaulters(p, building) {
		names = append(names, f.units[j].name)
	}
	return strings.Join(names, " and ")
}

// chargingHomeText marks a unit whose pursuit is a charge in the combat of this turn or the next.
const chargingHomeText = "charging home"

func (unit *Unit) isChargingHome() bool {
	return unit.Rush > 0 || unit.Charge > 0 && unit.Did != Charging
}

// piece returns the picture of a unit.
func (f *Battlefield) piece(p *Position, i int) scene.Piece {
	unit, info := &p.Units[i], &f.units[i]
	piece := scene.Piece{Name: info.name, Side: int(info.side), Strength: unit.count(), Where: f.locationText(p, i)}
	switch {
	case info.engine > 0:
		piece.Kind = scene.Gun
	case unit.Models == 0:
		piece.Kind = scene.Character
	}
	piece.Symbol = counter(info.atStart.Unit).Symbol
	if _, in := f.inside(f.locationOf(p, i)); !in && info.engine == 0 {
		piece.Facing = degrees(unit.Facing)
	}
	var marks game.Words
	if unit.Foe > 0 {
		marks = append(marks, "fighting "+f.enemyNames(p, i))
	}
	marks.If(unit.isChargingHome(), chargingHomeText)
	marks.If(unit.Fleeing, "fleeing")
	marks.If(unit.Did != Ready, unit.Did.Names()[unit.Did])
	piece.Markers = marks
	return piece
}

// degrees returns a side of the compass as scenes turn pieces, from 90 for east to 360 for north.
func degrees(side ground.Side) int { return (int(side)+3)%4*90 + 90 }

// counter returns the piece that stands for a unit of the table.
func counter(unit rule.Ref) scene.Piece {
	piece := scene.Piece{Symbol: scene.SymbolOf(units.RowName(unit))}
	if unit > 0 && units.Rows[unit-1].Cells[unitCharacter] > 0 {
		piece.Kind = scene.Character
	}
	return piece
}

// engineCounter returns the piece that stands for an engine of the table.
func engineCounter(engine rule.Ref) scene.Piece {
	piece := scene.Piece{Kind: scene.Gun, Symbol: scene.SymbolOf(engines.RowName(engine))}
	if engine > 0 && engines.Rows[engine-1].Cells[engineScatters] == 0 && engines.Rows[engine-1].Cells[engineCannon] == 0 {
		piece.Kind, piece.Symbol = scene.Beast, scene.Monster // It is breath.
	}
	return piece
}
