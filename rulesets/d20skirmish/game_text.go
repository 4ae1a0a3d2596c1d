package d20skirmish

import (
	"fmt"
	"strings"

	"loophole/game"
	"loophole/rule"
)

// The worth of a character and of a grenade to a policy.
const (
	plainValue   = 10
	smgValue     = 13
	grenadeValue = 1
)

func (f *Battlefield) teamValue(p *Position, i int) int {
	t := &p.Teams[i]
	if t.Place == 0 {
		return 0
	}
	v := plainValue*int(t.Plain) + smgValue*int(t.SMG)
	part := 0
	if t.Suppressed {
		part += 2
	}
	s := f.moraleOf(p, i)
	if s.Hesitant {
		part++
	}
	if s.Pinned {
		part++
	}
	return v - v*part/10 + grenadeValue*int(t.Grenades)
}

// objectiveValue rates how much of the objectives a side holds.
func (f *Battlefield) objectiveValue(p *Position, side uint8) int {
	w := p.Prize(side)
	for _, goal := range f.goals {
		at := int(goal)
		w += f.holdValue(p, at, side) - f.holdValue(p, at, 1-side)
		if f.task.Kind != Survive || int(side) != f.task.Side {
			w -= 2 * f.nearestTeam(p, at, side)
		}
	}
	return w
}

// holdValue rates a side's hold on an objective. A team there adds little to control, so that
// policies do not leave teams behind to guard it.
func (f *Battlefield) holdValue(p *Position, at int, side uint8) int {
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

// nearestTeam is the number of passages from a place to the nearest team of a side.
func (f *Battlefield) nearestTeam(p *Position, at int, side uint8) int {
	return roster.Nearest(f, p, side, 10, func(i int) int { return int(f.steps[p.Teams[i].Place-1][at]) })
}

// text shows a position in words.
func text(f *Battlefield, p *Position) string {
	var b strings.Builder
	fmt.Fprintf(&b, "round %d of %d, %s to activate", p.Round, f.rounds, f.sides[p.Side])
	if p.Active > 0 {
		b.WriteString("; " + f.activeText(p))
	}
	b.WriteByte('\n')
	roster.Text(&b, f, p, f.sides, (*Battlefield).teamText)
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

// activeText returns the text of the actions that the active team has left.
func (f *Battlefield) activeText(p *Position) string {
	return f.troops[p.Active-1].name + rule.Counted(" has %d {action} left", int(p.Left))
}

func (f *Battlefield) teamText(p *Position, i int) string {
	t, s, x := &p.Teams[i], f.moraleOf(p, i), &f.troops[i]
	words := game.Words{fmt.Sprintf("%s (element %s) in %s: %d", x.name, x.element.Names()[x.element], f.places[t.Place-1].name, t.men())}
	words.If(t.SMG > 0, rule.Counted("%d with {an SMG|SMGs}", int(t.SMG)))
	words.If(t.Grenades > 0, rule.Counted("%d {grenade}", int(t.Grenades)))
	words.If(t.Suppressed && !t.Twice, "suppressed")
	words.If(t.Twice, "suppressed twice")
	words.If(s.Hesitant, "hesitant")
	words.If(s.Pinned, "pinned")
	words.If(s.Hurt, "to be tested")
	words.If(s.Drop > 0, fmt.Sprintf("morale down by %d", s.Drop))
	words.If(t.Moved, "moved")
	words.If(t.Charged, "charged")
	words.If(t.State != Ready, t.State.Names()[t.State])
	return words.String()
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
			held = " of " + f.sides[r.Held-1].Called()
		}
		words = append(words, "objective"+held)
	}
	return strings.Join(words, "; ")
}
