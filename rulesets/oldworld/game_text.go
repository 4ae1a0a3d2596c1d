package oldworld

import (
	"fmt"
	"strings"

	"loophole/game"
	"loophole/rule"
)

// text shows a position in words.
func text(f *Battlefield, p *Position) string {
	var out strings.Builder
	fmt.Fprintf(&out, "round %d of %d, %s, turn of the %s side\n", p.Round, f.rounds, stepNames[p.Step], f.sides[p.Side])
	roster.Text(&out, f, p, f.sides, (*Battlefield).unitText)
	for _, goal := range f.objectives {
		by := "nobody"
		if side := f.holder(p, int(goal)); side >= 0 {
			by = string(f.sides[side])
		}
		fmt.Fprintf(&out, "objective %s: %s\n", f.sites[goal].name, by)
	}
	return out.String()
}

func (f *Battlefield) unitText(p *Position, i int) string {
	unit, info := &p.Units[i], &f.units[i]
	var words game.Words
	switch row := &units.Rows[info.atStart.Unit-1]; {
	case unit.Models == 1 && info.atStart.Models == 1:
		words = append(words, row.Text)
	case unit.Models > 0:
		words = append(words, rule.Counted("%d {model} of ", int(unit.Models))+row.Text)
	}
	words.If(unit.Hurt > 0, rule.Counted("one model has lost %d {wound}", int(unit.Hurt)))
	if unit.Hero > 0 {
		words = append(words, units.Rows[f.characterOf(p, i).row-1].Text+rule.Counted(" with %d {wound}", int(unit.Hero)))
	}
	words[0] = fmt.Sprintf("%s at %s: %s", info.name, f.locationText(p, i), words[0])
	words.If(p.siteOf(i) >= f.buildings, "facing "+unit.Facing.String())
	if unit.Foe > 0 {
		words = append(words, "fighting "+f.enemyNames(p, i))
	}
	if f.fightsInOpen(p, i) {
		words[len(words)-1] += " in the open"
	}
	words.If(unit.isChargingHome(), chargingHomeText)
	words.If(unit.Fleeing, "fleeing")
	words.If(unit.Did != Ready, unit.Did.Names()[unit.Did])
	words.If(unit.Gait != Still, unit.Gait.Names()[unit.Gait])
	words.If(unit.Jammed > 0, "out of action")
	return words.String()
}
