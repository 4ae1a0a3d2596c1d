package oldworld

import (
	"fmt"
	"strings"

	"loophole/game"
	"loophole/rule"
)

// worth is how well a side stands: 4 for a wound of an ordinary model.
func worth(f *Battlefield, p *Position, side int) game.Evaluation {
	var w game.Evaluation
	for i := range f.regiments {
		if v := f.unitWorth(p, i); int(f.regiments[i].side) == side {
			w.Own += v
		} else {
			w.Enemy += v
		}
	}
	w.Objectives = f.objectiveValue(p, side)
	return w
}

func (f *Battlefield) unitWorth(p *Position, i int) int {
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
	// Walls keep nobody in the open from breaking, and numbers decide who does.
	if x.Foe > 0 && f.abroad(p, i) && p.Units[x.Foe-1].count() > x.count() {
		v -= v / 8
	}
	return v
}

// objectiveValue is how much of its task a side has in hand.
func (f *Battlefield) objectiveValue(p *Position, side int) int {
	w := 0
	for b := range f.buildings {
		if !f.sites[b].objective || f.task.Kind == TaskSurvive {
			continue
		}
		switch f.holder(p, b) {
		case uint8(side) + 1:
			w += 60
		case uint8(2 - side):
			w -= 60
		}
		w -= min(f.foeWithin(p, uint8(1-side), f.on(b), false), 40) + f.far4(p, side, b)
	}
	if p.Ended != game.InProgress {
		switch p.Winner {
		case int8(side):
			w += 1000
		case int8(1 - side):
			w -= 1000
		}
	}
	return w
}

// far4 is how far those of a side who do not shoot are from a building, a
// quarter of the inches of each.
func (f *Battlefield) far4(p *Position, side, b int) (n int) {
	for i := range f.regiments {
		t := &f.regiments[i]
		if int(t.side) == side && t.missile == 0 && t.engine == 0 && p.here(i) && !p.Units[i].Fleeing {
			n += f.inches(p, i, b)
		}
	}
	return n / 4
}

// text shows a position in words.
func text(f *Battlefield, p *Position) string {
	var b strings.Builder
	fmt.Fprintf(&b, "round %d of %d, %s, turn of the %s side\n", p.Round, f.rounds, stepNames[p.Step], f.sides[p.Side])
	for side := range uint8(2) {
		fmt.Fprintf(&b, "%s, %d lost\n", f.sides[side], p.Lost[side])
		for i := range f.regiments {
			if f.regiments[i].side == side && p.here(i) {
				fmt.Fprintf(&b, "  %s\n", f.unitText(p, i))
			}
		}
	}
	for s := range f.buildings {
		if f.sites[s].objective {
			by := "nobody"
			if h := f.holder(p, s); h > 0 {
				by = string(f.sides[h-1])
			}
			fmt.Fprintf(&b, "objective %s: %s\n", f.sites[s].name, by)
		}
	}
	return b.String()
}

func (f *Battlefield) unitText(p *Position, i int) string {
	x, t := &p.Units[i], &f.regiments[i]
	var words []string
	switch row := &units.Rows[t.as.Unit-1]; {
	case x.Models == 1 && t.as.Models == 1:
		words = append(words, row.Text)
	case x.Models > 0:
		words = append(words, rule.Counted("%d {model} of ", int(x.Models))+row.Text)
	}
	if x.Hurt > 0 {
		words = append(words, rule.Counted("%d {wound} lost by one", int(x.Hurt)))
	}
	if x.Hero > 0 {
		words = append(words, units.Rows[f.leader(p, i).row-1].Text+rule.Counted(" with %d {wound}", int(x.Hero)))
	}
	words[0] = fmt.Sprintf("%s at %s: %s", t.name, f.whereabouts(p, i), words[0])
	if s, in := f.indoors(p, i); !in || s < 0 {
		words = append(words, "facing "+x.Facing.String())
	}
	if x.Foe > 0 {
		words = append(words, "fighting "+f.enemies(p, i))
	}
	if f.abroad(p, i) {
		words[len(words)-1] += " in the open"
	}
	if x.storming() {
		words = append(words, home)
	}
	if x.Fleeing {
		words = append(words, "fleeing")
	}
	if x.Did != Ready {
		words = append(words, x.Did.Names()[x.Did])
	}
	if x.Gait != Still {
		words = append(words, x.Gait.Names()[x.Gait])
	}
	if x.Jammed > 0 {
		words = append(words, "out of action")
	}
	return strings.Join(words, ", ")
}
