package oldworld

import (
	"fmt"
	"strings"

	"loophole/game"
	"loophole/rule"
)

// unitValue is the value of a unit for a policy: 4 for a wound of an ordinary model.
func (f *Battlefield) unitValue(p *Position, i int) int {
	x, t := &p.Units[i], &f.regiments[i]
	if x.Site == 0 {
		return 0
	}
	cells := units.Rows[t.as.Unit-1].Cells
	v := (int(x.Models)*t.wounds-int(x.Hurt))*(2+cells[unitAttacks]+cells[unitStrength]/3) + 12*int(x.Hero)
	if t.engine > 0 {
		v += 30
	}
	if x.Fleeing {
		v /= 2
	}
	// Units in the open can break, and numbers decide which does.
	if x.Foe > 0 && f.fightsInOpen(p, i) && p.Units[x.Foe-1].count() > x.count() {
		v -= v / 8
	}
	return v
}

// objectiveValue rates how much of its task a side has fulfilled.
func (f *Battlefield) objectiveValue(p *Position, side uint8) int {
	w := p.Prize(side)
	if f.task.Kind == TaskSurvive {
		return w
	}
	for _, goal := range f.goals {
		b := int(goal)
		switch f.holder(p, b) {
		case int(side):
			w += 60
		case int(1 - side):
			w -= 60
		}
		w -= min(f.foeWithin(p, 1-side, f.on(b), false), 40) + f.quarterDistances(p, side, b)
	}
	return w
}

// quarterDistances is a quarter of the inches from a side's units to a building, added up. Units
// that shoot do not count.
func (f *Battlefield) quarterDistances(p *Position, side uint8, b int) (n int) {
	for i := range f.friends(p, side) {
		if t := &f.regiments[i]; t.missile == 0 && t.engine == 0 && !p.Units[i].Fleeing {
			n += f.inches(p, i, b)
		}
	}
	return n / 4
}

// text shows a position in words.
func text(f *Battlefield, p *Position) string {
	var b strings.Builder
	fmt.Fprintf(&b, "round %d of %d, %s, turn of the %s side\n", p.Round, f.rounds, stepNames[p.Step], f.sides[p.Side])
	roster.Text(&b, f, p, f.sides, (*Battlefield).unitText)
	for _, goal := range f.goals {
		by := "nobody"
		if h := f.holder(p, int(goal)); h >= 0 {
			by = string(f.sides[h])
		}
		fmt.Fprintf(&b, "objective %s: %s\n", f.sites[goal].name, by)
	}
	return b.String()
}

func (f *Battlefield) unitText(p *Position, i int) string {
	x, t := &p.Units[i], &f.regiments[i]
	var words game.Words
	switch row := &units.Rows[t.as.Unit-1]; {
	case x.Models == 1 && t.as.Models == 1:
		words = append(words, row.Text)
	case x.Models > 0:
		words = append(words, rule.Counted("%d {model} of ", int(x.Models))+row.Text)
	}
	words.If(x.Hurt > 0, rule.Counted("one model has lost %d {wound}", int(x.Hurt)))
	if x.Hero > 0 {
		words = append(words, units.Rows[f.leader(p, i).row-1].Text+rule.Counted(" with %d {wound}", int(x.Hero)))
	}
	words[0] = fmt.Sprintf("%s at %s: %s", t.name, f.whereabouts(p, i), words[0])
	words.If(p.at(i) >= f.buildings, "facing "+x.Facing.String())
	if x.Foe > 0 {
		words = append(words, "fighting "+f.enemies(p, i))
	}
	if f.fightsInOpen(p, i) {
		words[len(words)-1] += " in the open"
	}
	words.If(x.storming(), home)
	words.If(x.Fleeing, "fleeing")
	words.If(x.Did != Ready, x.Did.Names()[x.Did])
	words.If(x.Gait != Still, x.Gait.Names()[x.Gait])
	words.If(x.Jammed > 0, "out of action")
	return words.String()
}
