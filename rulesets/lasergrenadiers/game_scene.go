package lasergrenadiers

import (
	"fmt"
	"slices"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
	"loophole/scene"
)

// draw shows a position. It counts pieces whose place is unknown and does not show them.
func draw(f *Battlefield, p *Position) scene.Scene {
	ruins := f.fallenSections(p)
	for k := range f.plants {
		if p.Plots[k].Gone {
			ruins = ruins.Removed(ground.FeatureID(k))
		}
	}
	s := scene.FromMap(f.groundMap, ruins)
	s.Areas = append(s.Areas, f.burntGround(p)...)
	s.Openings = slices.DeleteFunc(s.Openings, func(x scene.Opening) bool {
		o, _ := f.groundMap.OpeningNamed(x.Name)
		return !f.isOpen(p, o)
	})
	for i := range s.Openings {
		o, _ := f.groundMap.OpeningNamed(s.Openings[i].Name)
		s.Openings[i].Made = f.openings[o].made
	}
	s.Headline = fmt.Sprintf("Turn %d of %d, %s to act", p.Turn, f.turns, f.sides[p.Side].Called())
	s.Counts = roster.Waiting(f, p, "pieces to activate", func(p *Position, i int) bool { return p.Figures[i].Done })
	for w := range f.sections {
		if t := f.sectionText(p, w); t != "" && !p.Wings[w].Fallen {
			s.Structures[w].Condition, s.Structures[w].Damage = t, f.damage(p, w)
		}
	}
	for i := range f.pieces {
		if p.Figures[i].Seen == PlaceUnknown {
			s.Hidden++
		}
		if p.here(i) {
			at := &f.places[p.at(i)]
			s.PutPiece(f.groundMap, f.piece(p, i), at.at, at.floor(), at.section >= 0)
		}
	}
	for _, x := range f.places {
		s.PutPlace(f.groundMap, x.name, x.at, x.floor(), x.section >= 0)
	}
	for _, x := range f.objectives {
		for id := f.sites[x].first; id < f.sites[x].end; id++ {
			s.Structures[id].Markers = []string{"objective"}
		}
		s.Structures[f.sites[x].first].Objective = scene.Held(game.SoleSide(f.insideStructure(p, int(x))))
	}
	s.SetDistancesOff()
	return s
}

// damage returns the damage that a section shows.
func (f *Battlefield) damage(p *Position, section int) (damage scene.Damage) {
	state := &p.Wings[section]
	if state.Holes > 0 || state.Torn || f.structureOf(section).Points > 0 && p.Sites[f.sections[section].structure].Lost > 0 {
		damage |= scene.Damaged
	}
	if state.Size > 0 {
		damage |= scene.Burning
	}
	if state.Open != [mostWalls]uint8{} {
		damage |= scene.Breached
	}
	return damage
}

// piece returns a piece as it is shown.
func (f *Battlefield) piece(p *Position, i int) scene.Piece {
	t := &f.pieces[i]
	return scene.Piece{
		Name: t.Name, Side: int(t.side), Where: f.places[p.at(i)].name, Kind: counter(t.Unit).Kind, Markers: f.markers(p, i),
		Symbol: scene.SymbolOf(troops.RowName(t.Unit), weapons.RowName(t.Weapon)), Spent: p.Figures[i].Done,
	}
}

// counter returns the piece that stands for a piece of the table; on the ground its weapon may say more.
func counter(unit rule.Ref) scene.Piece {
	s := scene.Piece{Symbol: scene.SymbolOf(troops.RowName(unit))}
	switch {
	case unit == 0:
	case pieceKinds.Rows[unit-1].Cells[kindVehicle] > 0:
		s.Kind = scene.Vehicle
	case troops.RowName(unit) == "crew-served":
		s.Kind = scene.Team
	}
	return s
}
