package lasergrenadiers

import (
	"fmt"
	"slices"

	"loophole/ground"
	"loophole/scene"
)

// draw shows a position. Of pieces that are somewhere, nobody knows where, it
// shows none.
func draw(f *Battlefield, p *Position) scene.Scene {
	var ruins ground.Ruins
	for w := range f.wings {
		if p.Wings[w].Fallen {
			ruins = ruins.Fallen(ground.SectionID(w))
		}
	}
	for k := range f.green {
		if p.Plots[k].Gone {
			ruins = ruins.Removed(ground.FeatureID(k))
		}
	}
	s := scene.OnGround(f.land, ruins)
	s.Areas = append(s.Areas, f.scorched(p)...)
	s.Openings = slices.DeleteFunc(s.Openings, func(x scene.Opening) bool {
		o, _ := f.land.OpeningNamed(x.Name)
		return !f.there(p, o)
	})
	s.Head = fmt.Sprintf("Turn %d of %d, %s to act", p.Turn, f.turns, f.sides[p.Side])
	for w := range f.wings {
		if t := f.wingText(p, w); t != "" && !p.Wings[w].Fallen {
			s.Structures[w].Condition = t
		}
	}
	for i := range f.figures {
		if p.Figures[i].Seen == Veiled {
			s.Hidden++
		}
		if !p.here(i) {
			continue
		}
		at, piece := &f.places[p.at(i)], f.piece(p, i)
		if at.wing < 0 {
			piece.At = scene.Spot(at.at)
			s.Pieces = append(s.Pieces, piece)
			continue
		}
		on := s.Inside(f.land, ground.Floor{Section: ground.SectionID(at.wing), Storey: at.storey})
		on.Pieces = append(on.Pieces, piece)
	}
	for i := range f.places {
		x := &f.places[i]
		if x.wing < 0 {
			s.Areas = append(s.Areas, scene.Mark(x.name, scene.Spot(x.at)))
			continue
		}
		on := s.Inside(f.land, ground.Floor{Section: ground.SectionID(x.wing), Storey: x.storey})
		on.Places = append(on.Places, x.name)
	}
	return s
}

// piece is a piece as it is shown.
func (f *Battlefield) piece(p *Position, i int) scene.Piece {
	x, t := &p.Figures[i], &f.figures[i]
	s := scene.Piece{Name: t.Name, Side: int(t.side), Where: f.places[p.at(i)].name}
	if t.vehicle {
		s.Kind = scene.Vehicle
	}
	if f.sheltered(p.at(i)) && x.Seen != Unseen {
		s.Markers = append(s.Markers, seenWords[x.Seen])
	}
	if x.Shaken {
		s.Markers = append(s.Markers, "shaken")
	}
	if x.Damage > 0 {
		s.Markers = append(s.Markers, fmt.Sprintf("damage %d", x.Damage))
	}
	s.Symbol, s.Spent = scene.SignOf(troops.RowName(t.Unit), weapons.RowName(t.Weapon)), x.Done
	if x.Done {
		s.Markers = append(s.Markers, "done")
	}
	return s
}
