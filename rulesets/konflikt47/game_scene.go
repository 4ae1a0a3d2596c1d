package konflikt47

import (
	"strings"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
	"loophole/scene"
)

// draw shows a position. Units that wait to be set up are named below it.
func draw(f *Battlefield, p *Position) scene.Scene {
	var ruins ground.Destroyed
	for k := range f.works {
		if p.Sections[k] == Fallen {
			ruins = ruins.Fallen(ground.SectionID(k))
		}
	}
	s := scene.FromMap(f.ground, ruins)
	text, _, _ := strings.Cut(text(f, p), "\n")
	s.Headline = game.Capital(text)
	s.Counts = roster.Waiting(f, p, "order dice in the cup", func(p *Position, i int) bool { return p.Units[i].Die != NoDie })
	s.Counts[0].Dice, s.Counts[1].Dice = true, true
	for k := range f.works {
		if p.Sections[k] == Burns {
			s.Structures[k].Condition, s.Structures[k].Damage = "burning", scene.Burning
		}
		if f.works[k].Objective {
			s.Structures[k].Markers, s.Structures[k].Objective = []string{"objective"}, scene.Held(f.holder(p, uint8(k)))
		}
	}
	for i := range f.troops {
		men, piece := int(p.Units[i].Men), f.piece(p, i)
		switch {
		case men == 0:
		case !p.here(i):
			s.Hidden += men
			s.Waiting = append(s.Waiting, piece)
		default:
			x := f.at(p, i)
			s.PutPiece(f.ground, piece, x.point, x.level(), x.work >= 0)
		}
	}
	for i := range f.places {
		switch x := &f.places[i]; {
		case x.front >= 0 && f.on(p, i) < 0: // shown only when somebody stands there
		case x.work < 0 && x.spot, x.work >= 0 && x.spot == (p.Sections[x.work] == Fallen):
			s.PutPlace(f.ground, x.name, x.point, x.level(), x.work >= 0)
		}
	}
	s.Offing()
	return s
}

// level is the floor of the ground that a place is on.
func (x *place) level() ground.Floor {
	return ground.Floor{Section: ground.SectionID(x.work), Storey: int8(x.floor)}
}

// piece is a unit as it is shown.
func (f *Battlefield) piece(p *Position, i int) scene.Piece {
	t, x := &f.troops[i], &p.Units[i]
	s := scene.Piece{Name: t.Name, Side: int(t.Side), Strength: int(x.Men)}
	if x.At > 0 {
		s.Where = f.at(p, i).name
	}
	is := counter(t.Unit)
	if s.Kind, s.Symbol = is.Kind, is.Symbol; s.Kind == scene.Vehicle {
		s.Strength = 0
	}
	if x.Die != NoDie {
		s.Order, s.Spent = x.Die.Names()[x.Die], x.Die != AmbushDie
	}
	var markers game.Words
	markers.If(x.Pins > 0, rule.Counted("%d {pin}", int(x.Pins)))
	markers.If(x.Die != NoDie, s.Order)
	markers.If(x.Stuck, "immobilised")
	s.Markers = markers
	return s
}

// counter is the piece that stands for a unit of the table.
func counter(unit rule.Ref) (s scene.Piece) {
	cell := func(column int) int { return units.Rows[unit-1].Cells[column] }
	if unit == 0 {
		return s
	}
	switch class := cell(unitClass); {
	case class >= classVehicle:
		s.Kind = scene.Vehicle
	case cell(unitTeam) > 0:
		s.Kind = scene.Team
	}
	if s.Symbol = scene.SignOf(units.RowName(unit)); s.Symbol == scene.ByKind && cell(unitClass) == classWalker {
		s.Symbol = scene.Walker
	}
	return s
}
