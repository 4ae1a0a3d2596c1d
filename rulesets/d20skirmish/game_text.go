package d20skirmish

import (
	"fmt"
	"strings"

	"loophole/game"
	"loophole/rule"
)

// What a character is worth in a policy's eyes, and what takes from it.
const (
	plainWorth   = 10
	smgWorth     = 13
	grenadeWorth = 1
)

// worth is how well a side stands.
func worth(f *Battlefield, p *Position, side int) game.Evaluation {
	var w game.Evaluation
	for i := range f.troops {
		if v := f.teamWorth(p, i); int(f.troops[i].side) == side {
			w.Own += v
		} else {
			w.Enemy += v
		}
	}
	w.Objectives = f.grip(p, uint8(side))
	return w
}

func (f *Battlefield) teamWorth(p *Position, i int) int {
	t := &p.Teams[i]
	if t.Place == 0 {
		return 0
	}
	v := plainWorth*int(t.Plain) + smgWorth*int(t.SMG)
	part := 0
	if t.Suppressed {
		part += 2
	}
	s := f.spirit(p, i)
	if s.Hesitant {
		part++
	}
	if s.Pinned {
		part++
	}
	return v - v*part/10 + grenadeWorth*int(t.Grenades)
}

// grip is how much of the objective a side has in hand.
func (f *Battlefield) grip(p *Position, side uint8) int {
	w := 0
	for at := range f.places {
		if !f.places[at].objective {
			continue
		}
		w += f.hold(p, at, side) - f.hold(p, at, 1-side)
		if f.task.Kind != Survive || int(side) != f.task.Side {
			w -= 2 * f.nearest(p, at, side)
		}
	}
	switch {
	case p.Ended == game.InProgress:
	case p.Winner == int8(side):
		w += 1000
	case p.Winner == int8(1-side):
		w -= 1000
	}
	return w
}

// hold is how much of one objective a side has: being there adds little to
// controlling it, so that nobody is tied to what he has taken.
func (f *Battlefield) hold(p *Position, at int, side uint8) int {
	there := f.inside(p, at, side) > 0
	switch {
	case p.Rooms[at].Held == side+1 && there:
		return 14
	case p.Rooms[at].Held == side+1:
		return 12
	case there:
		return 8
	}
	return 0
}

// nearest is how many passages the nearest team of a side is from a place.
func (f *Battlefield) nearest(p *Position, at int, side uint8) int {
	best := 10
	for i := range f.troops {
		if f.troops[i].side == side && p.here(i) {
			best = min(best, int(f.steps[p.Teams[i].Place-1][at]))
		}
	}
	return best
}

// text shows a position in words.
func text(f *Battlefield, p *Position) string {
	var b strings.Builder
	fmt.Fprintf(&b, "round %d of %d, %s to activate", p.Round, f.rounds, f.sides[p.Side])
	if p.Active > 0 {
		b.WriteString("; " + f.activeText(p))
	}
	b.WriteByte('\n')
	for side := range uint8(2) {
		fmt.Fprintf(&b, "%s, %d lost\n", f.sides[side], p.Lost[side])
		for i := range f.troops {
			if f.troops[i].side == side && p.here(i) {
				fmt.Fprintf(&b, "  %s\n", f.teamText(p, i))
			}
		}
	}
	for at := range f.places {
		if s := f.placeText(p, at); s != "" {
			fmt.Fprintf(&b, "%s: %s\n", f.places[at].name, s)
		}
	}
	for i := range f.ways {
		if p.shut(&f.ways[i]) {
			fmt.Fprintf(&b, "%s is shut\n", f.ways[i].name)
		}
	}
	return b.String()
}

// activeText says who is in the middle of an activation.
func (f *Battlefield) activeText(p *Position) string {
	return f.troops[p.Active-1].name + rule.Counted(" has %d {action} left", int(p.Left))
}

func (f *Battlefield) teamText(p *Position, i int) string {
	t, s, x := &p.Teams[i], f.spirit(p, i), &f.troops[i]
	words := []string{fmt.Sprintf("%s (element %s) in %s: %d", x.name, x.element.Names()[x.element], f.places[t.Place-1].name, t.men())}
	if t.SMG > 0 {
		words = append(words, rule.Counted("%d with {an SMG|SMGs}", int(t.SMG)))
	}
	if t.Grenades > 0 {
		words = append(words, rule.Counted("%d {grenade}", int(t.Grenades)))
	}
	for _, flag := range []struct {
		on   bool
		word string
	}{
		{t.Suppressed && !t.Twice, "suppressed"},
		{t.Twice, "suppressed twice"},
		{s.Hesitant, "hesitant"},
		{s.Pinned, "pinned"},
		{s.Hurt, "to be tested"},
		{s.Drop > 0, fmt.Sprintf("morale down by %d", s.Drop)},
		{t.Moved, "moved"},
		{t.Charged, "charged"},
		{t.State != Ready, t.State.Names()[t.State]},
	} {
		if flag.on {
			words = append(words, flag.word)
		}
	}
	return strings.Join(words, ", ")
}

func (f *Battlefield) placeText(p *Position, at int) string {
	var words []string
	r := &p.Rooms[at]
	if r.Stormed > 0 {
		words = append(words, fmt.Sprintf("in combat, the %s side attacking", f.sides[r.Stormed-1]))
	}
	if f.places[at].objective {
		held := ""
		if r.Held > 0 {
			held = " of " + rule.Side(f.sides[r.Held-1]).Called()
		}
		words = append(words, "objective"+held)
	}
	return strings.Join(words, "; ")
}
