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
		b.WriteString(rule.Side(f.sides[p.Side]).Clause("set") + " up")
	case Drawing:
		b.WriteString("a die is drawn")
	default:
		b.WriteString(rule.Side(f.sides[p.Side]).Clause("give") + " an order")
	}
	fmt.Fprintf(&b, "; in the cup %d %s and %s\n", n[0], f.sides[0], rule.Counted("%d "+f.sides[1]+" {order die|order dice}", n[1]))
	here := func(i int) (uint8, bool) { return f.troops[i].side, p.Units[i].Men > 0 }
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
	words := []string{t.name}
	if x.At == 0 {
		words = append(words, "waits to be set up:")
	} else {
		words = append(words, "at", f.at(p, i).name+":")
	}
	if t.vehicle() {
		words = append(words, units.Rows[t.unit-1].Text)
	} else {
		words = append(words, fmt.Sprint(x.Men), "of", many(int(t.men), "man", "men"))
	}
	for k, n := range x.Arms {
		if n > 0 {
			words = append(words, fmt.Sprintf("+%d %s", n, weapons.Rows[t.arms[k].weapon-1].Name))
		}
	}
	if x.Port > 0 {
		words = append(words, "at", f.doors[x.Port-1].name)
	}
	if x.Pins > 0 {
		words = append(words, many(int(x.Pins), "pin", "pins"))
	}
	if x.Die != NoDie {
		words = append(words, "("+x.Die.Names()[x.Die]+")")
	}
	if x.Stuck {
		words = append(words, "immobilised")
	}
	if x.Aim > 0 {
		ranging := fmt.Sprintf("ranging %s, %s", f.troops[x.Aim-1].name, many(int(x.Shots), "shot", "shots"))
		if x.Ranged {
			ranging += ", found"
		}
		words = append(words, ranging)
	}
	return strings.Join(words, " ")
}

// many is a number of things.
func many(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", more)
}

func (f *Battlefield) workText(p *Position, k int) string {
	var words []string
	switch p.Sections[k] {
	case Burns:
		words = append(words, "burns")
	case Fallen:
		words = append(words, "is rubble")
	}
	if f.works[k].objective {
		words = append(words, "is an objective")
	}
	return strings.Join(words, ", ")
}
