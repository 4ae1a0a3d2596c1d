package konflikt47

import (
	"strings"

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
	s.Headline = strings.ToUpper(text[:1]) + text[1:]
	s.Counts = f.dice(p)
	for k := range f.works {
		if p.Sections[k] == Burns {
			s.Structures[k].Condition, s.Structures[k].Damage = "burning", scene.Burning
		}
		if f.works[k].objective {
			s.Structures[k].Markers, s.Structures[k].Objective = []string{"objective"}, f.holds(p, k)
		}
	}
	for i := range f.troops {
		x := &p.Units[i]
		if x.Men == 0 {
			continue
		}
		if x.At == 0 {
			s.Hidden += int(x.Men)
			s.Waiting = append(s.Waiting, f.piece(p, i))
			continue
		}
		at, piece := f.at(p, i), f.piece(p, i)
		switch {
		case at.work >= 0 && (!at.spot || p.Sections[at.work] == Fallen):
			on := s.FloorOf(f.ground, ground.Floor{Section: ground.SectionID(at.work), Storey: int8(at.floor)})
			on.Pieces = append(on.Pieces, piece)
		default:
			piece.At = scene.Spot(at.point)
			s.Pieces = append(s.Pieces, piece)
		}
	}
	for i := range f.places {
		switch x := &f.places[i]; {
		case x.front >= 0 && f.on(p, i) < 0: // shown only when somebody stands there
		case x.work < 0 && x.spot:
			s.Areas = append(s.Areas, scene.NamedSpot(x.name, scene.Spot(x.point)))
		case x.work >= 0 && x.spot == (p.Sections[x.work] == Fallen):
			on := s.FloorOf(f.ground, ground.Floor{Section: ground.SectionID(x.work), Storey: int8(x.floor)})
			on.Places = append(on.Places, x.name)
		}
	}
	s.Offing()
	return s
}

// dice are the order dice of both sides: those in the cup, and those that were drawn.
func (f *Battlefield) dice(p *Position) []scene.Count {
	left, of := f.orderDiceLeft(p), [2]int{}
	for i := range f.troops {
		if p.here(i) {
			of[f.troops[i].side]++
		}
	}
	list := []scene.Count{}
	for side := range 2 {
		list = append(list, scene.Count{Side: side, Left: left[side], Of: of[side], What: "order dice in the cup", Dice: true})
	}
	return list
}

// holds is who is alone in an objective section.
func (f *Battlefield) holds(p *Position, k int) scene.Objective {
	in := f.inside(p, k)
	for side := range in {
		if in[side] > 0 && in[1-side] == 0 {
			return scene.Held(side)
		}
	}
	return scene.Nobodys
}

// piece is a unit as it is shown.
func (f *Battlefield) piece(p *Position, i int) scene.Piece {
	t, x := &f.troops[i], &p.Units[i]
	s := scene.Piece{Name: t.name, Side: int(t.side), Strength: int(x.Men)}
	if x.At > 0 {
		s.Where = f.at(p, i).name
	}
	is := counter(t.unit)
	if s.Kind, s.Symbol = is.Kind, is.Symbol; s.Kind == scene.Vehicle {
		s.Strength = 0
	}
	if x.Pins > 0 {
		s.Markers = append(s.Markers, many(int(x.Pins), "pin", "pins"))
	}
	if x.Die != NoDie {
		s.Order, s.Spent = x.Die.Names()[x.Die], x.Die != AmbushDie
		s.Markers = append(s.Markers, s.Order)
	}
	if x.Stuck {
		s.Markers = append(s.Markers, "immobilised")
	}
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
