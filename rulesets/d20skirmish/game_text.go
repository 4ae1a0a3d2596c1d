package d20skirmish

import (
	"fmt"
	"strings"

	"loophole/game"
	"loophole/rule"
)

// text shows a position in words.
func text(f *Battlefield, p *Position) string {
	var out strings.Builder
	fmt.Fprintf(&out, "round %d of %d, %s to activate", p.Round, f.rounds, f.sides[p.Side])
	if p.Active > 0 {
		out.WriteString("; " + f.activeText(p))
	}
	out.WriteByte('\n')
	roster.Text(&out, f, p, f.sides, (*Battlefield).teamText)
	for at := range f.places {
		if s := f.placeText(p, at); s != "" {
			fmt.Fprintf(&out, "%s: %s\n", f.places[at].name, s)
		}
	}
	for i := range f.passages {
		if p.shut(&f.passages[i]) {
			fmt.Fprintf(&out, "%s is shut\n", f.passages[i].name)
		}
	}
	return out.String()
}

// activeText returns the text of the actions that the active team has left.
func (f *Battlefield) activeText(p *Position) string {
	return f.teams[p.Active-1].name + rule.Counted(" has %d {action} left", int(p.Left))
}

func (f *Battlefield) teamText(p *Position, i int) string {
	team, morale, fixed := &p.Teams[i], f.moraleOf(p, i), &f.teams[i]
	words := game.Words{fmt.Sprintf("%s (element %s) in %s: %d", fixed.name, fixed.element.Names()[fixed.element], f.places[team.Place-1].name, team.men())}
	words.If(team.SMG > 0, rule.Counted("%d with {an SMG|SMGs}", int(team.SMG)))
	words.If(team.Grenades > 0, rule.Counted("%d {grenade}", int(team.Grenades)))
	words.If(team.Suppressed && !team.Twice, "suppressed")
	words.If(team.Twice, "suppressed twice")
	words.If(morale.Hesitant, "hesitant")
	words.If(morale.Pinned, "pinned")
	words.If(morale.Hurt, "to be tested")
	words.If(morale.Drop > 0, fmt.Sprintf("morale down by %d", morale.Drop))
	words.If(team.Moved, "moved")
	words.If(team.Charged, "charged")
	words.If(team.State != Ready, team.State.Names()[team.State])
	return words.String()
}

func (f *Battlefield) placeText(p *Position, at int) string {
	var words []string
	room := &p.Rooms[at]
	if room.Stormed > 0 {
		words = append(words, fmt.Sprintf("in combat, the %s side attacking", f.sides[room.Stormed-1]))
	}
	if f.places[at].objective {
		held := ""
		if room.Held > 0 {
			held = " of " + f.sides[room.Held-1].Called()
		}
		words = append(words, "objective"+held)
	}
	return strings.Join(words, "; ")
}
