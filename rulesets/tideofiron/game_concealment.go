package tideofiron

import (
	"fmt"

	"loophole/game"
	"loophole/rule"
)

// Secrecy is what the enemy knows of a unit.
type Secrecy uint8

const (
	Known        Secrecy = iota // both sides see it
	Concealed                   // only its own side sees it
	PlaceUnknown                // in the view of the other side: its place is unknown
)

// knows reports whether a side knows where a unit on the board is.
func (f *Battlefield) knows(p *Position, side uint8, i int) bool {
	return f.units[i].side == side || p.Units[i].Secrecy == Known || f.ownersTell && p.Hexes[f.placeOf(p, i).hex].Terrain == Standing
}

// knownHexes returns the hexes with a unit that a side knows of, one bit for each hex.
func (f *Battlefield) knownHexes(p *Position, side uint8) (hexes uint64) {
	for i := range p.Units {
		if p.here(i) && f.knows(p, side, i) {
			hexes |= 1 << f.placeOf(p, i).hex
		}
	}
	return hexes
}

// enemies counts the enemies of a side at a place: those that the side knows of, and the others.
func (f *Battlefield) enemies(p *Position, at uint8, side uint8) (known, unknown int) {
	for i := range f.units {
		switch {
		case p.Units[i].Place != at || f.units[i].side == side:
		case f.knows(p, side, i):
			known++
		default:
			unknown++
		}
	}
	return known, unknown
}

// concealmentSituation returns the situation of a concealed squad where it is.
func (f *Battlefield) concealmentSituation(p *Position, i int) Concealment {
	at := f.placeOf(p, i)
	s := Concealment{State: p.Hexes[at.hex].Terrain}
	for enemy := range f.units {
		if !p.here(enemy) || f.units[enemy].side == f.units[i].side {
			continue
		}
		from := f.placeOf(p, enemy)
		s.Seen = s.Seen || f.sees(p, from, at)
		if steps := uint8(min(mostDistance, max(1, f.steps(from, at)))); f.units[enemy].vehicle == 0 && (s.Enemy == 0 || steps < s.Enemy) {
			s.Enemy = steps
		}
	}
	return s
}

// revealIfExposed reveals a concealed squad if its situation does. A record mentions only squads
// that are revealed.
func (f *Battlefield) revealIfExposed(u *rule.Umpire, p *Position, i int, s Concealment) {
	if p.Units[i].Secrecy != Concealed || !playConcealment(u.Checker(), &s).Revealed {
		return
	}
	playConcealment(u, &s)
	p.Units[i].Secrecy = Known
	u.NoteFunc("host.reveal", func() string {
		return fmt.Sprintf("%s is revealed at %s", f.units[i].name, f.placeName(f.placeOf(p, i)))
	})
}

// revealExposed reveals the squads that an action, or a step of it, exposes.
func (f *Battlefield) revealExposed(u *rule.Umpire, p *Position) {
	for i := range f.units {
		if p.Units[i].Secrecy == Concealed && p.here(i) {
			f.revealIfExposed(u, p, i, f.concealmentSituation(p, i))
		}
	}
}

// revealAmbush reveals the units that are concealed at a place that an enemy tried to enter.
func (f *Battlefield) revealAmbush(p *Position, at uint8, side uint8) {
	for i := range f.units {
		if p.Units[i].Place == at && f.units[i].side != side {
			p.Units[i].Secrecy = Known
		}
	}
}

// checkConcealments returns an error for each squad that cannot begin concealed.
func (f *Battlefield) checkConcealments(house *rule.HouseRules, p *Position) (faults []error) {
	for i := range f.units {
		if !p.here(i) || p.Units[i].Secrecy != Concealed {
			continue
		}
		s := f.concealmentSituation(p, i)
		if playConcealment(rule.NewChecker(house), &s).Revealed {
			faults = append(faults, game.ErrorfAt(fmt.Sprintf("unit %s cannot begin concealed: an enemy squad is too close, or the enemy sees the unit outside a standing building", f.units[i].name), "units", i, "concealed"))
		}
	}
	return faults
}

// sideView returns the position as a side may know it: the places of concealed enemies are unknown.
func sideView(f *Battlefield, p Position, side int) Position {
	for i := range f.units {
		if !p.here(i) || f.knows(&p, uint8(side), i) {
			continue
		}
		p.Units[i] = Unit{Secrecy: PlaceUnknown}
		if int(p.Active) == i+1 {
			// The action of a hidden unit is hidden too.
			p.Active, p.Doing, p.Points, p.Shot = 0, Idle, 0, false
		}
	}
	return p
}

// completeView completes the view of a side: it puts each squad that is hidden from the side at a
// place where the squad can be concealed, at full strength. A squad without such a place stays
// hidden.
func completeView(f *Battlefield, p Position, side int, below func(n int) int) Position {
	var places [256]uint8
	for i := range f.units {
		if p.Units[i].Secrecy != PlaceUnknown {
			continue
		}
		possible := places[:0]
		for at := range f.places {
			p.Units[i] = Unit{Place: uint8(at + 1), Models: f.units[i].figures, Secrecy: Concealed}
			if f.canBeConcealed(&p, i, uint8(side)) {
				possible = append(possible, uint8(at+1))
			}
		}
		if len(possible) == 0 {
			p.Units[i] = Unit{Secrecy: PlaceUnknown}
			continue
		}
		p.Units[i].Place = possible[below(len(possible))]
	}
	return p
}

// canBeConcealed reports whether a concealed squad can be at its place, as far as a side knows.
func (f *Battlefield) canBeConcealed(p *Position, i int, side uint8) bool {
	at := f.placeOf(p, i)
	state := &p.Hexes[at.hex]
	if state.Terrain != Standing && at.floor > 0 || at.floor > state.Level || f.unitsAt(p, p.Units[i].Place, side) > 0 || f.knows(p, side, i) {
		return false
	}
	s := f.concealmentSituation(p, i)
	return !playConcealment(rule.NewChecker(f.house), &s).Revealed
}

// discovered reports whether a squad that the enemy did not know of has been revealed or lost.
func discovered(f *Battlefield, before, after *Position) bool {
	return game.Any(len(f.units), func(i int) bool {
		other := 1 - f.units[i].side
		return before.here(i) && !f.knows(before, other, i) && (!after.here(i) || f.knows(after, other, i))
	})
}

// hasConcealed reports whether any squad is concealed in a position.
func hasConcealed(p *Position) bool {
	return game.Any(len(p.Units), func(i int) bool { return p.Units[i].Secrecy == Concealed })
}
