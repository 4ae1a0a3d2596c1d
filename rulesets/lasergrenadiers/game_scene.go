package lasergrenadiers

import (
	"fmt"
	"slices"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
	"loophole/scene"
)

// draw shows a position. Of pieces that are somewhere, nobody knows where, it shows none.
func draw(f *Battlefield, p *Position) scene.Scene {
	ruins := f.fallen(p)
	for k := range f.green {
		if p.Plots[k].Gone {
			ruins = ruins.Removed(ground.FeatureID(k))
		}
	}
	s := scene.FromMap(f.land, ruins)
	s.Areas = append(s.Areas, f.burntGround(p)...)
	s.Openings = slices.DeleteFunc(s.Openings, func(x scene.Opening) bool {
		o, _ := f.land.OpeningNamed(x.Name)
		return !f.isOpen(p, o)
	})
	for i := range s.Openings {
		o, _ := f.land.OpeningNamed(s.Openings[i].Name)
		s.Openings[i].Made = f.gaps[o].made
	}
	s.Headline = fmt.Sprintf("Turn %d of %d, %s to act", p.Turn, f.turns, f.sides[p.Side].Called())
	s.Counts = roster.Waiting(f, p, "pieces to activate", func(p *Position, i int) bool { return p.Figures[i].Done })
	for w := range f.wings {
		if t := f.wingText(p, w); t != "" && !p.Wings[w].Fallen {
			s.Structures[w].Condition, s.Structures[w].Damage = t, f.damage(p, w)
		}
	}
	for i := range f.figures {
		if p.Figures[i].Seen == Veiled {
			s.Hidden++
		}
		if p.here(i) {
			at := &f.places[p.at(i)]
			s.PutPiece(f.land, f.piece(p, i), at.at, at.floor(), at.wing >= 0)
		}
	}
	for _, x := range f.places {
		s.PutPlace(f.land, x.name, x.at, x.floor(), x.wing >= 0)
	}
	for _, x := range f.goals {
		s.Structures[f.sites[x].first].Objective = scene.Held(game.Alone(f.within(p, int(x))))
	}
	s.Offing()
	return s
}

// damage returns the damage that a section shows.
func (f *Battlefield) damage(p *Position, w int) (d scene.Damage) {
	x := &p.Wings[w]
	if x.Holes > 0 || x.Torn || f.siteOf(w).Points > 0 && p.Sites[f.wings[w].site].Lost > 0 {
		d |= scene.Damaged
	}
	if x.Size > 0 {
		d |= scene.Burning
	}
	if x.Open != [mostWalls]uint8{} {
		d |= scene.Breached
	}
	return d
}

// piece is a piece as it is shown.
func (f *Battlefield) piece(p *Position, i int) scene.Piece {
	t := &f.figures[i]
	return scene.Piece{
		Name: t.Name, Side: int(t.side), Where: f.places[p.at(i)].name, Kind: counter(t.Unit).Kind, Markers: f.markers(p, i),
		Symbol: scene.SignOf(troops.RowName(t.Unit), weapons.RowName(t.Weapon)), Spent: p.Figures[i].Done,
	}
}

// counter is the piece that stands for a piece of the table; on the ground its weapon may say more.
func counter(unit rule.Ref) scene.Piece {
	s := scene.Piece{Symbol: scene.SignOf(troops.RowName(unit))}
	switch {
	case unit == 0:
	case pieceKinds.Rows[unit-1].Cells[isVehicle] > 0:
		s.Kind = scene.Vehicle
	case troops.RowName(unit) == "crew-served":
		s.Kind = scene.Team
	}
	return s
}
