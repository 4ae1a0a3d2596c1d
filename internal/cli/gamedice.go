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

// A roll belongs to the side that a rule gives it to, or else to the side whose action it is
// part of.

// diceUsage is the usage text of --dice.
const diceUsage = "who rolls for both sides, or for one: auto, ask, or `SIDE=ask`; may be repeated"

// diceFlags applies the values of --dice in order, so the last one for a side counts.
func (t *terminalGame) diceFlags(given []string) error {
	for _, text := range given {
		if err := t.setRollers(text); err != nil {
			return fmt.Errorf("--dice %s: %w", text, err)
		}
	}
	return nil
}

// setRollers reads who rolls: "auto", "ask", "SIDE=ask" or "ask SIDE".
func (t *terminalGame) setRollers(text string) error {
	side, how, one := strings.Cut(text, "=")
	if !one {
		how, side, one = strings.Cut(text, " ")
		how, side = strings.TrimSpace(how), strings.TrimSpace(side)
	}
	if how != "auto" && how != "ask" {
		return errors.New("type auto (the program rolls) or ask (you roll and type the faces), or one of them for a side: ask SIDE")
	}
	known := false
	for i, s := range t.instance.Sides {
		if !one || strings.EqualFold(string(s), side) {
			t.ask[i], known = how == "ask", true
		}
	}
	if !known {
		return fmt.Errorf("unknown side %q%s", side, rule.Suggest(side, t.sideNames()))
	}
	return nil
}

// diceModes describes who rolls for each side.
func (t *terminalGame) diceModes() string {
	switch {
	case ofTyped(t.match.Header):
		return "each player rolls their own and types them"
	case ofHands(t.match.Header):
		return "both players make them together (dice of two hands)"
	}
	var parts []string
	for side, name := range t.instance.Sides {
		who := "the program rolls (auto)"
		if t.ask[side] {
			who = "you roll and type the faces (ask)"
		}
		parts = append(parts, fmt.Sprintf("%s: %s", name, who))
	}
	return strings.Join(parts, "; ")
}

// dice shows who rolls, after changing it if the command says so.
func (t *terminalGame) dice(_ context.Context, _ int, rest string) error {
	if rest != "" {
		if err := t.setRollers(rest); err != nil {
			return fmt.Errorf("dice: %w", err)
		}
	}
	t.say("dice: %s\n", t.diceModes())
	return nil
}

// rollersOf returns for each side whether its dice are typed: if the header says so, or if the
// last roll of the side was typed. Headers of earlier versions do not say it.
func rollersOf(m *match.Match) (ask [2]bool) {
	for side, seat := range m.Header.Seats {
		ask[side] = seat.Dice == dice.FromTyped
	}
	list := m.PlayedActions()
	if open, ok := m.PendingRange(); ok {
		list = append(slices.Clone(list), open)
	}
	for side := range ask {
		if lastRollTyped(m, list, side) {
			ask[side] = true
		}
	}
	return ask
}

// lastRollTyped reports whether the last roll in the actions of a side was typed.
func lastRollTyped(m *match.Match, list []match.PlayedAction, side int) (typed bool) {
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
