package d20skirmish

import (
	"errors"
	"fmt"

	"loophole/game"
)

// Position is a moment of the game. It is a value: a copy is a snapshot.
type Position struct {
	Round    uint8 // from 1
	Side     uint8 // whose activation it is
	Active   uint8 // the team in the middle of its activation, from 1; 0 for none
	Left     uint8 // the actions that it has left
	Shut     uint8 // doors that are still shut, a bit for each
	Ended    game.Ending
	Winner   int8 // of an ended game: 0, 1 or -1
	Lost     [2]uint8
	Teams    [mostTeams]Team
	Elements [2][elements]ElementMorale
	Rooms    [mostPlaces]Room
}

// A Team is where a team is and what is left of it.
type Team struct {
	Place      uint8 // from 1, in the field's list; 0 is off the table
	Plain      uint8 // characters without an SMG
	SMG        uint8 // characters with one
	Grenades   uint8
	State      State
	Suppressed bool
	Twice      bool // suppressed once more by a grenade, where that adds up
	Moved      bool // in its latest activation
	Charged    bool // into the melee that it is in
}

// men is how many characters a team has.
func (t *Team) men() int { return int(t.Plain) + int(t.SMG) }

// ElementMorale is how an element feels.
type ElementMorale struct {
	Drop     uint8 // morale that it has lost for good
	Hesitant bool
	Pinned   bool
	Hurt     bool // it has lost somebody since it was last tested
}

// drop lowers the morale for good, to no more than no morale can be left of.
func (s *ElementMorale) drop(points int) { s.Drop = uint8(min(max(0, int(s.Drop)+points), mostDrop)) }

const mostDrop = 60

// A Room is what play changes about a place.
type Room struct {
	Stormed uint8 // the side that assaulted, from 1, while both are in combat there
	Held    uint8 // the side that controls it, from 1
}

// State is whether a team has been activated in this round.
type State uint8

const (
	Ready State = iota
	Watching
	Done
)

// Names lists the states.
func (State) Names() []string { return []string{"ready", "on-watch", "done"} }

// here reports whether a team is on the table.
func (p *Position) here(i int) bool { return p.Teams[i].Place != 0 }

// spirit returns how the element of a team feels.
func (f *Battlefield) spirit(p *Position, i int) *ElementMorale {
	return &p.Elements[f.troops[i].side][f.troops[i].element]
}

// inside counts the characters of a side in a place.
func (f *Battlefield) inside(p *Position, at int, side uint8) int {
	n := 0
	for i := range f.troops {
		if p.Teams[i].Place == uint8(at+1) && f.troops[i].side == side {
			n += p.Teams[i].men()
		}
	}
	return n
}

// teams lists the teams of a side in a place, and how many they are.
func (f *Battlefield) teams(p *Position, at uint8, side uint8) (list [mostTogether]int, n int) {
	for i := range f.troops {
		if p.Teams[i].Place == at+1 && f.troops[i].side == side && n < mostTogether {
			list[n] = i
			n++
		}
	}
	return list, n
}

// men counts the characters of a side.
func (f *Battlefield) men(p *Position, side uint8) int {
	n := 0
	for i := range p.Teams {
		if t := &p.Teams[i]; t.Place != 0 && f.troops[i].side == side {
			n += t.men()
		}
	}
	return n
}

// whoIsLeft are the sides that have somebody left.
func (f *Battlefield) whoIsLeft(p *Position) (sides [2]bool) {
	for i := range p.Teams {
		if !p.here(i) {
			continue
		}
		sides[f.troops[i].side] = true
		if sides[0] && sides[1] {
			break
		}
	}
	return sides
}

// present are the places where each side is, a bit for each.
func (f *Battlefield) present(p *Position) (in [2]uint32) {
	for i := range p.Teams {
		if at := p.Teams[i].Place; at != 0 {
			in[f.troops[i].side] |= 1 << (at - 1)
		}
	}
	return in
}

// fighting reports whether a team is in a melee.
func (p *Position) fighting(i int) bool {
	at := p.Teams[i].Place
	return at > 0 && p.Rooms[at-1].Stormed > 0
}

// sees reports whether one place can be seen from another.
func (f *Battlefield) sees(p *Position, a, b uint8) bool { return f.sight[p.Shut][a]>>b&1 == 1 }

// shut reports whether a way is closed by its door.
func (p *Position) shut(w *way) bool { return w.door >= 0 && p.Shut>>w.door&1 == 1 }

// lose takes characters off a team, those without an SMG and those with one.
func (f *Battlefield) lose(p *Position, i int, plain, smg uint8) {
	t := &p.Teams[i]
	t.Plain -= plain
	t.SMG -= smg
	p.Lost[f.troops[i].side] += plain + smg
	if plain+smg > 0 {
		f.spirit(p, i).Hurt = true
	}
	if t.men() == 0 {
		*t = Team{}
	}
}

// census counts the characters.
func census(f *Battlefield, p *Position) (here, lost [2]int) {
	for side := range uint8(2) {
		here[side], lost[side] = f.men(p, side), int(p.Lost[side])
	}
	return here, lost
}

// sound says what is impossible about a position.
func sound(f *Battlefield, p *Position) error {
	if p.Side > 1 || int(p.Active) > len(f.troops) || p.Round < 1 || p.Ended > game.OutOfTime || p.Winner < -1 || p.Winner > 1 || int(p.Shut)>>f.doors() > 0 {
		return errors.New("its round, side, active team or doors cannot be")
	}
	for i := range p.Teams {
		if err := f.soundTeam(p, i); err != nil {
			return err
		}
	}
	for at := range p.Rooms {
		r := &p.Rooms[at]
		if at >= len(f.places) {
			if *r != (Room{}) {
				return fmt.Errorf("there is no place %d, and something is in it", at)
			}
			continue
		}
		both := f.inside(p, at, 0) > 0 && f.inside(p, at, 1) > 0
		if r.Stormed > 2 || r.Held > 2 || both != (r.Stormed > 0) || both && f.places[at].open {
			return fmt.Errorf("place %s cannot be as it is: both sides in it are in combat, and nobody else is", f.places[at].name)
		}
	}
	return nil
}

func (f *Battlefield) soundTeam(p *Position, i int) error {
	t := &p.Teams[i]
	if t.Place == 0 {
		if *t != (Team{}) {
			return fmt.Errorf("team %d is off the table, and something is left of it", i)
		}
		return nil
	}
	if i >= len(f.troops) || int(t.Place) > len(f.places) || t.men() == 0 || t.men() > 10 || t.State > Done || t.Grenades > 12 {
		return fmt.Errorf("team %d cannot be as it is", i)
	}
	n := 0
	for j := range f.troops {
		if p.Teams[j].Place == t.Place && f.troops[j].side == f.troops[i].side {
			n++
		}
	}
	if most := int(f.places[t.Place-1].capacity); n > mostTogether || most > 0 && f.inside(p, int(t.Place)-1, f.troops[i].side) > most {
		return fmt.Errorf("place %s is too full", f.places[t.Place-1].name)
	}
	return nil
}
