package d20skirmish

import (
	"errors"
	"fmt"
	"iter"

	"loophole/game"
)

// Position is the part of a game that changes. It is a value, so a copy is a snapshot.
type Position struct {
	Round  uint8 `min:"1" max:"30"`
	Side   uint8 `max:"1"` // the side whose activation it is
	Active uint8 // the team in the middle of its activation, from 1; 0 for none
	Left   uint8 // actions that the active team has left
	Shut   uint8 // doors that are still shut, a bit for each
	game.Outcome
	Lost     [2]uint8
	Teams    [mostTeams]Team
	Elements [2][elements]ElementMorale
	Rooms    [mostPlaces]Room
}

// A Team is the place, strength and state of a team.
type Team struct {
	Place      uint8 // from 1, in the battlefield's list; 0 is off the table
	Plain      uint8 // characters without an SMG
	SMG        uint8 // characters with an SMG
	Grenades   uint8 `max:"12"`
	State      State
	Suppressed bool
	Twice      bool // suppressed again by a grenade, if suppression adds up
	Moved      bool // in its latest activation
	Charged    bool // into the melee that it is in
}

// men returns the number of characters of a team.
func (t *Team) men() int { return int(t.Plain) + int(t.SMG) }

// ElementMorale is the morale of an element.
type ElementMorale struct {
	Drop     uint8 // morale lost for the rest of the game
	Hesitant bool
	Pinned   bool
	Hurt     bool // it has lost characters since its last test
}

// drop lowers the morale for the rest of the game, up to a limit that leaves no morale.
func (s *ElementMorale) drop(points int) { s.Drop = uint8(min(max(0, int(s.Drop)+points), mostDrop)) }

const mostDrop = 60

// A Room is the part of a place that changes in play.
type Room struct {
	Stormed uint8 `max:"2"` // the side that assaulted, from 1, while both are in combat there
	Held    uint8 `max:"2"` // the side that controls it, from 1
}

// State is the state of a team's activation in this round.
type State uint8

const (
	Ready State = iota
	Watching
	Done
)

func (State) Names() []string { return []string{"ready", "on-watch", "done"} }

// here reports whether a team is on the table.
func (p *Position) here(i int) bool { return p.Teams[i].Place != 0 }

// moraleOf returns the morale of a team's element.
func (f *Battlefield) moraleOf(p *Position, i int) *ElementMorale {
	return &p.Elements[f.teams[i].side][f.teams[i].element]
}

// teamsIn yields the teams in a place with their indices.
func (p *Position) teamsIn(at uint8) iter.Seq2[int, *Team] {
	return func(yield func(int, *Team) bool) {
		for i := range p.Teams {
			if t := &p.Teams[i]; t.Place == at+1 && !yield(i, t) {
				return
			}
		}
	}
}

// inside counts the characters of a side in a place.
func (f *Battlefield) inside(p *Position, at int, side uint8) (n int) {
	for i, t := range p.teamsIn(uint8(at)) {
		if f.teams[i].side == side {
			n += t.men()
		}
	}
	return n
}

// occupants returns the teams of a side in a place, up to the number of groups in a fight.
func (f *Battlefield) occupants(p *Position, at, side uint8) (c teamSet) {
	for i := range p.teamsIn(at) {
		if f.teams[i].side == side && c.count < mostTogether {
			c.index[c.count] = i
			c.count++
		}
	}
	return c
}

// present returns the places where each side has teams.
func (f *Battlefield) present(p *Position) (in [2]placeSet) {
	for i := range p.Teams {
		if at := p.Teams[i].Place; at != 0 {
			in[f.teams[i].side].add(at - 1)
		}
	}
	return in
}

// isFighting reports whether a team is in a melee.
func (p *Position) isFighting(i int) bool {
	at := p.Teams[i].Place
	return at > 0 && p.Rooms[at-1].Stormed > 0
}

// sees reports whether one place can be seen from another.
func (f *Battlefield) sees(p *Position, a, b uint8) bool { return f.sight[p.Shut][a].has(b) }

// shut reports whether the door of a passage is shut.
func (p *Position) shut(w *passage) bool { return w.door >= 0 && p.Shut>>w.door&1 == 1 }

// open opens the door of a passage that is shut.
func (p *Position) open(w *passage) { p.Shut &^= 1 << w.door }

// lose removes characters of a team: plain without an SMG, smg with one.
func (f *Battlefield) lose(p *Position, i int, plain, smg uint8) {
	team := &p.Teams[i]
	team.Plain -= plain
	team.SMG -= smg
	p.Lost[f.teams[i].side] += plain + smg
	if plain+smg > 0 {
		f.moraleOf(p, i).Hurt = true
	}
	if team.men() == 0 {
		*team = Team{}
	}
}

// validatePosition returns an error if a position is impossible.
func validatePosition(f *Battlefield, p *Position) error {
	if int(p.Active) > len(f.teams) || int(p.Shut)>>f.doorCount() > 0 {
		return errors.New("the active team or the shut doors are impossible")
	}
	for i := range p.Teams {
		if err := f.validateTeam(p, i); err != nil {
			return err
		}
	}
	for place := range f.places {
		both := f.inside(p, place, 0) > 0 && f.inside(p, place, 1) > 0
		if both != (p.Rooms[place].Stormed > 0) || both && f.places[place].open {
			return fmt.Errorf("place %s is impossible: two sides in one room are in combat, and no others are", f.places[place].name)
		}
	}
	return game.CheckUnused("place", p.Rooms[:], len(f.places))
}

// validateTeam returns an error if the state of a team is impossible.
func (f *Battlefield) validateTeam(p *Position, i int) error {
	team := &p.Teams[i]
	if team.Place == 0 {
		return game.CheckGone("team", i, *team)
	}
	if i >= len(f.teams) || int(team.Place) > len(f.places) || team.men() == 0 || team.men() > 10 {
		return fmt.Errorf("team %d is in an impossible state", i)
	}
	at, side := team.Place-1, f.teams[i].side
	n := game.Count(len(f.teams), func(j int) bool { return p.Teams[j].Place == team.Place && f.teams[j].side == side })
	if most := int(f.places[at].capacity); n > mostTogether || most > 0 && f.inside(p, int(at), side) > most {
		return fmt.Errorf("place %s is too full", f.places[at].name)
	}
	return nil
}
