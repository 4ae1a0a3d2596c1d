package lasergrenadiers

import (
	"fmt"
	"slices"

	"loophole/ground"
	"loophole/rule"
	"loophole/scene"
)

// draw shows a position. Of pieces that are somewhere, nobody knows where, it
// shows none.
func draw(f *Battlefield, p *Position) scene.Scene {
	var ruins ground.Destroyed
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
	s := scene.FromMap(f.land, ruins)
	s.Areas = append(s.Areas, f.scorched(p)...)
	for i := range s.Openings {
		o, _ := f.land.OpeningNamed(s.Openings[i].Name)
		s.Openings[i].Made = f.gaps[o].made
	}
	s.Openings = slices.DeleteFunc(s.Openings, func(x scene.Opening) bool {
		o, _ := f.land.OpeningNamed(x.Name)
		return !f.there(p, o)
	})
	s.Headline = fmt.Sprintf("Turn %d of %d, %s to act", p.Turn, f.turns, f.sides[p.Side].Called())
	s.Counts = f.waiting(p)
	for w := range f.wings {
		if t := f.wingText(p, w); t != "" && !p.Wings[w].Fallen {
			s.Structures[w].Condition, s.Structures[w].Damage = t, f.damage(p, w)
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
		on := s.FloorOf(f.land, ground.Floor{Section: ground.SectionID(at.wing), Storey: at.storey})
		on.Pieces = append(on.Pieces, piece)
	}
	for i := range f.places {
		x := &f.places[i]
		if x.wing < 0 {
			s.Areas = append(s.Areas, scene.NamedSpot(x.name, scene.Spot(x.at)))
			continue
		}
		on := s.FloorOf(f.land, ground.Floor{Section: ground.SectionID(x.wing), Storey: x.storey})
		on.Places = append(on.Places, x.name)
	}
	for x := range f.sites {
		if w := slices.IndexFunc(f.wings, func(w section) bool { return int(w.site) == x }); f.sites[x].Objective && w >= 0 {
			s.Structures[w].Objective = f.holds(p, x)
		}
	}
	s.Offing()
	return s
}

// damage is what a section shows of what has happened to it.
func (f *Battlefield) damage(p *Position, w int) (d scene.Damage) {
	x := &p.Wings[w]
	if x.Holes > 0 || x.Torn || f.sites[f.wings[w].site].Points > 0 && p.Sites[f.wings[w].site].Lost > 0 {
		d |= scene.Damaged
	}
	if x.Size > 0 {
		d |= scene.Burning
	}
	if slices.ContainsFunc(x.Open[:], func(bits uint8) bool { return bits != 0 }) {
		d |= scene.Breached
	}
	return d
}

// waiting counts the pieces of each side that are yet to be activated in the turn, of
// those that are seen.
func (f *Battlefield) waiting(p *Position) []scene.Count {
	list := []scene.Count{{Side: 0, What: "pieces to activate"}, {Side: 1, What: "pieces to activate"}}
	for i := range f.figures {
		if p.here(i) {
			c := &list[f.figures[i].side]
			c.Of++
			if !p.Figures[i].Done {
				c.Left++
			}
		}
	}
	return list
}

// holds is who is alone in an objective structure.
func (f *Battlefield) holds(p *Position, site int) scene.Objective {
	in := f.within(p, site)
	for side := range in {
		if in[side] > 0 && in[1-side] == 0 {
			return scene.Held(side)
		}
	}
	return scene.Nobodys
}

// piece is a piece as it is shown.
func (f *Battlefield) piece(p *Position, i int) scene.Piece {
	t := &f.figures[i]
	return scene.Piece{
		Name: t.Name, Side: int(t.side), Where: f.places[p.at(i)].name, Kind: counter(t.Unit).Kind, Markers: f.markers(p, i),
		Symbol: scene.SignOf(troops.RowName(t.Unit), weapons.RowName(t.Weapon)), Spent: p.Figures[i].Done,
	}
}

// counter is the piece that stands for a piece of the table; on the ground its weapon
// may say more.
func counter(unit rule.Ref) scene.Piece {
	s := scene.Piece{Symbol: scene.SignOf(troops.RowName(unit))}
	switch {
	case unit == 0:
	case kinds.Rows[unit-1].Cells[isVehicle] > 0:
		s.Kind = scene.Vehicle
	case troops.RowName(unit) == "crew-served":
		s.Kind = scene.Team
	}
	return s
}
