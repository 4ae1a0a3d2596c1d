package tideofiron

import (
	"fmt"
	"strings"

	"loophole/game"
	"loophole/rule"
)

// text shows a position in words.
func text(f *Battlefield, p *Position) string {
	var out strings.Builder
	fmt.Fprintf(&out, "round %d of %d, %s to act, %s\n", p.Round, f.rounds, f.sides[p.Side], f.actionsLeft(p))
	for side := range uint8(2) {
		fmt.Fprintf(&out, "%s, %d lost", f.sides[side], p.Lost[side])
		if f.batteries[side].calls > 0 {
			out.WriteString(rule.Counted(", %d {call} of artillery left", int(p.Calls[side])))
		}
		out.WriteByte('\n')
		for i := range f.units {
			if f.units[i].side == side && p.here(i) {
				fmt.Fprintf(&out, "  %s\n", f.unitText(p, i))
			}
		}
	}
	for hex := range f.hexes {
		if words := f.hexText(p, hex); words != "" {
			fmt.Fprintf(&out, "%s %s\n", f.hexes[hex].name, words)
		}
	}
	return out.String()
}

// actionsLeft returns the text of the actions and movement points that are left in the action turn.
func (f *Battlefield) actionsLeft(p *Position) string {
	words := rule.Counted("%d {action} left", int(p.Left))
	if p.Active > 0 {
		words += "; " + f.units[p.Active-1].name + rule.Counted(" has %d movement {point}", int(p.Points))
	}
	return words
}

// unitText returns a unit in words: its name, its place, what it is and its markers.
func (f *Battlefield) unitText(p *Position, i int) string {
	unit := &p.Units[i]
	words := []string{f.units[i].name, "at", f.placeName(f.placeOf(p, i)) + ":"}
	if vehicle := f.units[i].vehicle; vehicle > 0 {
		words = append(words, unitTable.Rows[vehicle-1].Text)
	} else {
		for k, count := range unit.Models {
			if count > 0 {
				words = append(words, rule.Counted(figureCounts[k], int(count)))
			}
		}
	}
	return strings.Join(append(words, unit.markers()...), " ")
}

// hexText is what stands in a hex in words, or empty.
func (f *Battlefield) hexText(p *Position, hex int) string {
	var words game.Words
	state := &p.Hexes[hex]
	switch state.Terrain {
	case Standing:
		words = append(words, fmt.Sprintf("building, level %d", state.Level))
	case Collapsed:
		words = append(words, "collapsed building")
	case Overlay:
		words = append(words, fmt.Sprintf("overlay of level %d", state.Level), f.token(state.Level))
	}
	words.If(state.Weakened, "weakened")
	return append(words, f.hexMarkers(state, hex, func(side rule.Side) string { return string(side) })...).String()
}

// hexMarkers returns the tokens in a hex, and the side that controls the objective, as called names it.
func (f *Battlefield) hexMarkers(state *HexState, hex int, called func(rule.Side) string) (words game.Words) {
	held := ""
	if state.Held > 0 {
		held = " of " + called(f.sides[state.Held-1])
	}
	words.If(f.hexes[hex].tokens > 0, rule.Counted("%d {token}", int(f.hexes[hex].tokens)))
	words.If(f.hexes[hex].objective, "objective"+held)
	return words
}
