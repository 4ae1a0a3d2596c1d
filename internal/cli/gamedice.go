package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"loophole/dice"
	"loophole/match"
	"loophole/rule"
)

// Whose dice are typed. A roll belongs to the side that a rule gives it to, else to
// the side whose action it comes of.

const diceUsage = "who rolls the dice of both sides, or of one: auto, ask, or `SIDE=ask`; may be repeated"

// diceFlags reads what --dice says, in order: the last word about a side counts.
func (t *terminalGame) diceFlags(given []string) error {
	for _, text := range given {
		if err := t.throwers(text); err != nil {
			return fmt.Errorf("--dice %s: %w", text, err)
		}
	}
	return nil
}

// throwers says whose dice are typed: "auto", "ask", "SIDE=ask", "ask SIDE".
func (t *terminalGame) throwers(text string) error {
	side, how, one := strings.Cut(text, "=")
	if !one {
		how, side, one = strings.Cut(text, " ")
		how, side = strings.TrimSpace(how), strings.TrimSpace(side)
	}
	if how != "auto" && how != "ask" {
		return errors.New("want auto (the program rolls) or ask (you roll and type), for both sides or for one: ask SIDE")
	}
	known := false
	for i, s := range t.fight.Sides {
		if !one || strings.EqualFold(string(s), side) {
			t.ask[i], known = how == "ask", true
		}
	}
	if !known {
		return fmt.Errorf("unknown side %q%s", side, rule.Suggest(side, t.sideNames()))
	}
	return nil
}

// modes says who rolls for which side's actions.
func (t *terminalGame) modes() string {
	if ofHands(t.match.Header) {
		return "both players make them (two hands)"
	}
	var parts []string
	for side, name := range t.fight.Sides {
		who := "the program rolls (auto)"
		if t.ask[side] {
			who = "you roll and type (ask)"
		}
		parts = append(parts, fmt.Sprintf("%s: %s", name, who))
	}
	return strings.Join(parts, "; ")
}

// dice changes who rolls, or says it.
func (t *terminalGame) dice(_ context.Context, _ int, rest string) error {
	if rest != "" {
		if err := t.throwers(rest); err != nil {
			return fmt.Errorf("dice: %w", err)
		}
	}
	t.say("dice: %s\n", t.modes())
	return nil
}

// modesOf are the modes in which a match was played so far: as it was begun, and
// typed where the last dice of a side were typed. Records of earlier versions
// do not say how they were begun.
func modesOf(m *match.Match) (ask [2]bool) {
	for side, seat := range m.Header.Seats {
		ask[side] = seat.Dice == dice.FromTyped
	}
	list := m.PlayedActions()
	if open, ok := m.PendingRange(); ok {
		list = append(slices.Clone(list), open)
	}
	for side := range ask {
		if typedLast(m, list, side) {
			ask[side] = true
		}
	}
	return ask
}

// typedLast reports whether the last roll of a side's actions was typed.
func typedLast(m *match.Match, list []match.PlayedAction, side int) (typed bool) {
	for _, x := range list {
		if x.By != side {
			continue
		}
		for _, e := range m.Entries[x.From:x.To] {
			if e.Kind == match.Ruled && e.Rule.Kind == rule.Rolled {
				typed = e.Rule.From == dice.FromTyped || e.Rule.From == dice.FromTotal
			}
		}
	}
	return typed
}
