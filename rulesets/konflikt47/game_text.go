package konflikt47

import (
	"fmt"
	"strings"

	"loophole/game"
	"loophole/rule"
)

// text shows a position in words.
func text(f *Battlefield, p *Position) string {
	var out strings.Builder
	dice := f.orderDiceLeft(p)
	fmt.Fprintf(&out, "turn %d of %d, ", p.Turn, f.turns)
	switch p.Stage {
	case SettingUp:
		out.WriteString(f.sides[p.Side].WithVerb("set") + " up")
	case Drawing:
		out.WriteString("an order die is drawn next")
	default:
		out.WriteString(f.sides[p.Side].WithVerb("give") + " an order")
	}
	fmt.Fprintf(&out, "; in the cup %d %s and %s\n", dice[0], f.sides[0], rule.Counted("%d "+string(f.sides[1])+" {order die|order dice}", dice[1]))
	present := func(i int) (uint8, bool) { return f.units[i].Side, p.Units[i].Men > 0 }
	game.Roster(&out, f.sides, p.Lost, len(f.units), present, func(i int) string { return f.unitText(p, i) })
	for k := range f.sections {
		if s := f.sectionText(p, k); s != "" {
			fmt.Fprintf(&out, "%s %s\n", f.sections[k].name, s)
		}
	}
	return out.String()
}

func (f *Battlefield) unitText(p *Position, i int) string {
	info, unit := &f.units[i], &p.Units[i]
	words := game.Words{info.Name, "waits to be set up:"}
	if p.here(i) {
		words[1] = "at " + f.placeOf(p, i).name + ":"
	}
	if info.isVehicle() {
		words = append(words, units.Rows[info.Unit-1].Text)
	} else {
		words = append(words, rule.Counted("%d of %d {model}", int(unit.Men), int(info.men)))
	}
	for k, n := range unit.Arms {
		if n > 0 {
			words = append(words, fmt.Sprintf("+%d %s", n, weapons.RowName(info.arms[k].weapon)))
		}
	}
	if unit.Port > 0 {
		words = append(words, "at "+f.openings[unit.Port-1].name)
	}
	words.If(unit.Pins > 0, rule.Counted("%d {pin}", int(unit.Pins)))
	words.If(unit.Die != NoDie, "("+unit.Die.Names()[unit.Die]+")")
	words.If(unit.Stuck, "immobilised")
	if unit.Aim > 0 {
		words = append(words, "ranging in on "+f.units[unit.Aim-1].Name+rule.Counted(", %d {shot}", int(unit.Shots)))
		if unit.Ranged {
			words[len(words)-1] += ", found"
		}
	}
	return strings.Join(words, " ")
}

func (f *Battlefield) sectionText(p *Position, k int) string {
	var words game.Words
	words.If(p.Sections[k] == Burns, "burns")
	words.If(p.Sections[k] == Fallen, "is rubble")
	words.If(f.sections[k].Objective, "is an objective")
	return words.String()
}
