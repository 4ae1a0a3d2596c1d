package tideofiron

import (
	"fmt"

	"loophole/game"
	"loophole/rule"
)

// Secrecy is what the enemy knows of a unit.
type Secrecy uint8

// The degrees of secrecy.
const (
	Known     Secrecy = iota // both sides see it
	Concealed                // its own side sees it
	Veiled                   // in the view of a side: somewhere, nobody knows where
)

// Hiding is the situation of a concealed squad.
type Hiding struct {
	Terrain Terrain `key:"hex" doc:"what stands where it is"`
	Seen    bool    `key:"seen" doc:"an enemy unit has a line of sight to its place"`
	Enemy   uint8   `key:"distance" unit:"hexes" min:"0" max:"30" doc:"hexes to the nearest enemy squad; 0 if there is none"`
	Fires   bool    `key:"fires" doc:"it has fired"`
	Struck  bool    `key:"struck" doc:"an area attack has struck it, or its building has fallen"`
}

// Hidden is what becomes of it.
type Hidden struct {
	Revealed bool `key:"revealed" doc:"it has come to light"`
}

var hidingSpec = rule.Spec[Hiding, Hidden]{
	Name:      "hide",
	Gist:      "whether a concealed squad comes to light",
	Default:   Hiding{},
	Play:      playHiding,
	Questions: 0,
	Events: []rule.Event[Hidden]{
		{Name: "revealed", Gist: "the squad comes to light", Holds: func(h Hidden) bool { return h.Revealed }},
	},
	Examples: []rule.Example{
		{Name: "house", Words: "seen=yes distance=2", Gist: "a squad in a building, with the enemy two hexes away"},
		{Name: "door", Words: "seen=yes distance=1", Gist: "the same with an enemy squad at the door"},
		{Name: "street", Words: "hex=open seen=yes distance=5", Gist: "a squad that the enemy sees in the street"},
		{Name: "rubble", Words: "hex=overlay seen=yes distance=5", Gist: "a squad in the ruins of a building"},
		{Name: "shot", Words: "distance=4 fires=yes", Gist: "a squad that has fired"},
		{Name: "struck", Words: "distance=4 struck=yes", Gist: "a squad under an area attack"},
	},
}

// playHiding says whether a concealed squad comes to light.
func playHiding(u *rule.Umpire, s *Hiding) Hidden {
	switch {
	case s.Fires:
		u.Note("host.reveal", "a squad that fires comes to light")
	case s.Struck:
		u.Note("host.reveal", "a squad that is struck comes to light")
	case s.Enemy > 0 && int(s.Enemy) <= u.Fact(&revealHexes):
		u.Note("host.reveal", "an enemy squad is next to the concealed squad")
	case s.Seen && (s.Terrain == Open || s.Terrain != Standing && u.Fact(&revealRubble) == 1):
		u.Note("host.reveal", "the enemy sees the squad, which stands without cover")
	default:
		return Hidden{}
	}
	return Hidden{Revealed: true}
}

// knows reports whether a side knows where a unit on the board is.
func (f *Field) knows(p *Position, side uint8, i int) bool {
	return f.troops[i].side == side || p.Units[i].Secrecy == Known || f.tells && p.Hexes[f.where(p, i).hex].Terrain == Standing
}

// seenIn counts the units of each side in a hex that one side knows of.
func (f *Field) seenIn(p *Position, hex int, side uint8) (n [2]int) {
	for i := range f.troops {
		if p.here(i) && int(f.where(p, i).hex) == hex && f.knows(p, side, i) {
			n[f.troops[i].side]++
		}
	}
	return n
}

// enemies counts the enemies of a side at a place: those that it knows of, and
// the others.
func (f *Field) enemies(p *Position, at uint8, side uint8) (known, lurking int) {
	for i := range f.troops {
		switch {
		case p.Units[i].Place != at || f.troops[i].side == side:
		case f.knows(p, side, i):
			known++
		default:
			lurking++
		}
	}
	return known, lurking
}

// hiding is the situation of a concealed squad where it is.
func (f *Field) hiding(p *Position, i int) Hiding {
	at := f.where(p, i)
	s := Hiding{Terrain: p.Hexes[at.hex].Terrain}
	for j := range f.troops {
		if !p.here(j) || f.troops[j].side == f.troops[i].side {
			continue
		}
		from := f.where(p, j)
		s.Seen = s.Seen || f.sees(p, from, at)
		if n := uint8(min(30, max(1, f.steps(from, at)))); f.troops[j].vehicle == 0 && (s.Enemy == 0 || n < s.Enemy) {
			s.Enemy = n
		}
	}
	return s
}

// expose brings a concealed squad to light if its situation does. A record is
// told of those alone who come to light.
func (f *Field) expose(u *rule.Umpire, p *Position, i int, s Hiding) {
	if p.Units[i].Secrecy != Concealed || !playHiding(rule.NewJudge(u.House()), &s).Revealed {
		return
	}
	playHiding(u, &s)
	p.Units[i].Secrecy = Known
	if u.Recording() {
		u.Note("host.reveal", fmt.Sprintf("%s comes to light at %s", f.troops[i].name, f.placeName(f.where(p, i))))
	}
}

// spot looks who has come to light after an action, or a step.
func (f *Field) spot(u *rule.Umpire, p *Position) {
	for i := range f.troops {
		if p.here(i) && p.Units[i].Secrecy == Concealed {
			f.expose(u, p, i, f.hiding(p, i))
		}
	}
}

// fired brings a squad to light that has fired.
func (f *Field) fired(u *rule.Umpire, p *Position, i int) { f.expose(u, p, i, Hiding{Fires: true}) }

// ambushed brings to light who was concealed at a place that an enemy would
// have entered.
func (f *Field) ambushed(p *Position, at uint8, side uint8) {
	for i := range f.troops {
		if p.Units[i].Place == at && f.troops[i].side != side {
			p.Units[i].Secrecy = Known
		}
	}
}

// concealments says which squads cannot begin concealed.
func (f *Field) concealments(h *rule.House, p *Position) (faults []error) {
	for i := range f.troops {
		if !p.here(i) || p.Units[i].Secrecy != Concealed {
			continue
		}
		s, judge := f.hiding(p, i), rule.NewJudge(h)
		f.tells = judge.Ruling(&concealed) == 1
		if playHiding(judge, &s).Revealed {
			faults = append(faults, game.Wrong(fmt.Sprintf("unit %s cannot be concealed: an enemy squad is next to it, or the enemy sees it without cover", f.troops[i].name), "units", i, "concealed"))
		}
	}
	return faults
}

// hide is what a side may know: the concealed enemies are somewhere.
func hide(f *Field, p Position, side int) Position {
	for i := range f.troops {
		if !p.here(i) || f.knows(&p, uint8(side), i) {
			continue
		}
		p.Units[i] = Unit{Secrecy: Veiled}
		if int(p.Active) == i+1 {
			// Who it is that acts is as hidden as the unit.
			p.Active, p.Doing, p.Points, p.Shot = 0, Nothing, 0, false
		}
	}
	return p
}

// discovered reports whether a squad has come to light of which the enemy did
// not know, or is lost.
func discovered(f *Field, before, after *Position) bool {
	for i := range f.troops {
		if other := 1 - f.troops[i].side; before.here(i) && !f.knows(before, other, i) && (!after.here(i) || f.knows(after, other, i)) {
			return true
		}
	}
	return false
}

// conceals reports whether a squad is concealed in a position.
func conceals(p *Position) bool {
	for i := range p.Units {
		if p.Units[i].Secrecy == Concealed {
			return true
		}
	}
	return false
}
