package konflikt47

import (
	"fmt"
	"strings"

	"loophole/game"
	"loophole/rule"
)

// text shows a position in words.
func text(f *Battlefield, p *Position) string {
	var b strings.Builder
	n := f.orderDiceLeft(p)
	fmt.Fprintf(&b, "turn %d of %d, ", p.Turn, f.turns)
	switch p.Stage {
	case SettingUp:
		b.WriteString(f.sides[p.Side].Clause("set") + " up")
	case Drawing:
		b.WriteString("an order die is drawn next")
	default:
		b.WriteString(f.sides[p.Side].Clause("give") + " an order")
	}
	fmt.Fprintf(&b, "; in the cup %d %s and %s\n", n[0], f.sides[0], rule.Counted("%d "+string(f.sides[1])+" {order die|order dice}", n[1]))
	here := func(i int) (uint8, bool) { return f.troops[i].Side, p.Units[i].Men > 0 }
	game.Roster(&b, f.sides, p.Lost, len(f.troops), here, func(i int) string { return f.unitText(p, i) })
	for k := range f.works {
		if s := f.workText(p, k); s != "" {
			fmt.Fprintf(&b, "%s %s\n", f.works[k].name, s)
		}
	}
	return b.String()
}

func (f *Battlefield) unitText(p *Position, i int) string {
	t, x := &f.troops[i], &p.Units[i]
	words := game.Words{t.Name, "waits to be set up:"}
	if p.here(i) {
		words[1] = "at " + f.at(p, i).name + ":"
	}
	if t.vehicle() {
		words = append(words, units.Rows[t.Unit-1].Text)
	} else {
		words = append(words, rule.Counted("%d of %d {model}", int(x.Men), int(t.men)))
	}
	for k, n := range x.Arms {
		if n > 0 {
			words = append(words, fmt.Sprintf("+%d %s", n, weapons.RowName(t.arms[k].weapon)))
		}
	}
	if x.Port > 0 {
		words = append(words, "at "+f.doors[x.Port-1].name)
	}
	words.If(x.Pins > 0, rule.Counted("%d {pin}", int(x.Pins)))
	words.If(x.Die != NoDie, "("+x.Die.Names()[x.Die]+")")
	words.If(x.Stuck, "immobilised")
	if x.Aim > 0 {
		words = append(words, "ranging in on "+f.troops[x.Aim-1].Name+rule.Counted(", %d {shot}", int(x.Shots)))
		if x.Ranged {
			words[len(words)-1] += ", found"
		}
	}
	return strings.Join(words, " ")
}

func (f *Battlefield) workText(p *Position, k int) string {
	var words game.Words
	words.If(p.Sections[k] == Burns, "burns")
	words.If(p.Sections[k] == Fallen, "is rubble")
	words.If(f.works[k].Objective, "is an objective")
	return words.String()
}
