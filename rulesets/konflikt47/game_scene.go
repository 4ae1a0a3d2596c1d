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
	for k := range f.sections {
		if p.Sections[k] == Fallen {
			ruins = ruins.Fallen(ground.SectionID(k))
		}
	}
	s := scene.FromMap(f.ground, ruins)
	text, _, _ := strings.Cut(text(f, p), "\n")
	s.Headline = game.Capital(text)
	s.Counts = roster.Waiting(f, p, "order dice in the cup", func(p *Position, i int) bool { return p.Units[i].Die != NoDie })
	s.Counts[0].Dice, s.Counts[1].Dice = true, true
	for k := range f.sections {
		if p.Sections[k] == Burns {
			s.Structures[k].Condition, s.Structures[k].Damage = "burning", scene.Burning
		}
		if f.sections[k].Objective {
			s.Structures[k].Markers, s.Structures[k].Objective = []string{"objective"}, scene.Held(f.holder(p, uint8(k)))
		}
	}
	for i := range f.units {
		men, piece := int(p.Units[i].Men), f.piece(p, i)
		switch {
		case men == 0:
		case !p.here(i):
			s.Hidden += men
			s.Waiting = append(s.Waiting, piece)
		default:
			x := f.placeOf(p, i)
			s.PutPiece(f.ground, piece, x.point, x.level(), x.section >= 0)
		}
	}
	for i := range f.places {
		switch x := &f.places[i]; {
		case x.beforeSection >= 0 && f.unitAt(p, i) < 0: // shown only when somebody stands there
		case x.section < 0 && x.spot, x.section >= 0 && x.spot == (p.Sections[x.section] == Fallen):
			s.PutPlace(f.ground, x.name, x.point, x.level(), x.section >= 0)
		}
	}
	s.SetDistancesOff()
	return s
}

// level returns the floor of the ground that a place is on.
func (x *place) level() ground.Floor {
	return ground.Floor{Section: ground.SectionID(x.section), Storey: int8(x.floor)}
}

// piece returns a unit as it is shown.
func (f *Battlefield) piece(p *Position, i int) scene.Piece {
	info, unit := &f.units[i], &p.Units[i]
	piece := scene.Piece{Name: info.Name, Side: int(info.Side), Strength: int(unit.Men)}
	if unit.At > 0 {
		piece.Where = f.placeOf(p, i).name
	}
	is := counter(info.Unit)
	if piece.Kind, piece.Symbol = is.Kind, is.Symbol; piece.Kind == scene.Vehicle {
		piece.Strength = 0
	}
	if unit.Die != NoDie {
		piece.Order, piece.Spent = unit.Die.Names()[unit.Die], unit.Die != AmbushDie
	}
	var markers game.Words
	markers.If(unit.Pins > 0, rule.Counted("%d {pin}", int(unit.Pins)))
	markers.If(unit.Die != NoDie, piece.Order)
	markers.If(unit.Stuck, "immobilised")
	piece.Markers = markers
	return piece
}

// counter returns the piece that stands for a unit of the table.
func counter(unit rule.Ref) (piece scene.Piece) {
	cell := func(column int) int { return units.Rows[unit-1].Cells[column] }
	if unit == 0 {
		return piece
	}
	switch class := cell(unitClass); {
	case isVehicleClass(class):
		piece.Kind = scene.Vehicle
	case cell(unitTeam) > 0:
		piece.Kind = scene.Team
	}
	if piece.Symbol = scene.SymbolOf(units.RowName(unit)); piece.Symbol == scene.ByKind && cell(unitClass) == classWalker {
		piece.Symbol = scene.Walker
	}
	return piece
}
