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
	s := scene.FromMap(f.land, ground.Destroyed{})
	s.Board[1] = scene.Spot(f.table)
	s.Headline = fmt.Sprintf("Round %d of %d, %s of %s", p.Round, f.rounds, stepNames[p.Step], rule.Side(f.sides[p.Side]).Called())
	for b := range f.buildings {
		first, _ := f.land.SectionsOf(ground.StructureID(b))
		s.Structures[first].Floors[0].Places = []string{f.sites[b].name}
		if !slices.Contains(f.goals, uint8(b)) {
			continue
		}
		held := "objective"
		if h := f.holder(p, b); h >= 0 {
			held += " of " + string(f.sides[h])
		}
		s.Structures[first].Objective, s.Structures[first].Markers = scene.Held(f.holder(p, b)), []string{held}
	}
	for i := range f.regiments {
		if !p.here(i) {
			continue
		}
		piece := f.piece(p, i)
		if b, in := f.indoors(p, i); in {
			first, _ := f.land.SectionsOf(ground.StructureID(b))
			on := &s.Structures[first].Floors[0]
			on.Pieces = append(on.Pieces, piece)
			continue
		}
		piece.At = scene.Spot(f.footing(p, i).at)
		s.Pieces = append(s.Pieces, piece)
	}
	for k := f.buildings; k < len(f.sites); k++ {
		if x := &f.sites[k]; x.wall < 0 {
			s.Areas = append(s.Areas, scene.NamedSpot(x.name, scene.Spot(x.at)))
		}
	}
	s.Offing()
	return s
}

// whereabouts is the place of a unit in words: its site, or the distance to the nearest wall.
func (f *Battlefield) whereabouts(p *Position, i int) string {
	at := f.footing(p, i)
	if at.site != nowhere {
		return f.sites[at.site].name
	}
	best := 0
	for b := range f.buildings {
		if f.far(at, f.on(b)) < f.far(at, f.on(best)) {
			best = b
		}
	}
	whole, tenth := f.far(at, f.on(best)).Tenths()
	return fmt.Sprintf("%d.%d″ %v of %s", whole, tenth, f.facing(f.on(best), at), f.sites[best].name)
}

// enemies are the units that a unit fights: two if it is a garrison that two assault.
func (f *Battlefield) enemies(p *Position, i int) string {
	b, in := f.indoors(p, i)
	if !in {
		return f.regiments[p.Units[i].Foe-1].name
	}
	var names []string
	for _, j := range f.besiegers(p, b) {
		names = append(names, f.regiments[j].name)
	}
	return strings.Join(names, " and ")
}

// home marks a unit whose pursuit is a charge in the combat of this turn or the next.
const home = "charging home"

func (x *Unit) storming() bool { return x.Rush > 0 || x.Charge > 0 && x.Did != Charging }

// piece is the picture of a unit.
func (f *Battlefield) piece(p *Position, i int) scene.Piece {
	x, t := &p.Units[i], &f.regiments[i]
	s := scene.Piece{Name: t.name, Side: int(t.side), Strength: x.count(), Where: f.whereabouts(p, i)}
	switch {
	case t.engine > 0:
		s.Kind = scene.Gun
	case x.Models == 0:
		s.Kind = scene.Character
	}
	s.Symbol = counter(t.as.Unit).Symbol
	if _, in := f.inside(f.footing(p, i)); !in && t.engine == 0 {
		s.Facing = degrees(x.Facing)
	}
	var marks game.Words
	if x.Foe > 0 {
		marks = append(marks, "fighting "+f.enemies(p, i))
	}
	marks.If(x.storming(), home)
	marks.If(x.Fleeing, "fleeing")
	marks.If(x.Did != Ready, x.Did.Names()[x.Did])
	s.Markers = marks
	return s
}

// degrees is a side of the compass as scenes turn pieces, from 90 for east to 360 for north.
func degrees(s ground.Side) int { return (int(s)+3)%4*90 + 90 }

// counter is the piece that stands for a unit of the table.
func counter(unit rule.Ref) scene.Piece {
	s := scene.Piece{Symbol: scene.SignOf(units.RowName(unit))}
	if unit > 0 && units.Rows[unit-1].Cells[unitCharacter] > 0 {
		s.Kind = scene.Character
	}
	return s
}

// engineCounter is the piece that stands for an engine of the table.
func engineCounter(engine rule.Ref) scene.Piece {
	s := scene.Piece{Kind: scene.Gun, Symbol: scene.SignOf(engines.RowName(engine))}
	if engine > 0 && engines.Rows[engine-1].Cells[engineScatters] == 0 && engines.Rows[engine-1].Cells[engineCannon] == 0 {
		s.Kind, s.Symbol = scene.Beast, scene.Monster // It is breath.
	}
	return s
}
