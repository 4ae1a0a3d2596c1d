package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"loophole/dice"
	"loophole/internal/format"
	"loophole/match"
	"loophole/rule"
)

// Taking back at the terminal. Against a policy the player is asked again: what
// the policy did since is taken back with his own action, and the program
// consents. Two players at one terminal ask each other.

// errCancel ends a question whose action is to be taken back.
var errCancel = errors.New("cancelled")

// undo takes back one action of the players at the terminal, or as many as are
// asked for.
func (t *terminalGame) undo(_ context.Context, _ int, rest string) error {
	n := 1
	if rest != "" {
		var err error
		if n, err = strconv.Atoi(rest); err != nil || n < 1 {
			return fmt.Errorf("undo: %q is not a number of actions from 1; undo alone takes back one", rest)
		}
	}
	return t.takeBack(n)
}

// takeBack takes back actions until so many of the players' own are.
func (t *terminalGame) takeBack(n int) error {
	list, err := t.taken(n)
	if err != nil {
		return err
	}
	t.say("To be taken back, the last first:\n")
	for _, m := range list {
		t.say("  %s: %s%s\n", t.fight.Sides[m.By], t.fight.FormatAction(m.Action), t.learnt(m))
	}
	if ok, err := t.consent(list); err != nil || !ok {
		return err
	}
	for _, m := range list {
		if err := t.match.Undo(t.taker(m), true); err != nil {
			return err
		}
	}
	t.shown = len(t.match.Entries)
	t.say("taken back; the record keeps what was played and shows that it was taken back\n")
	if t.match.Header.UndoneRollsRepeat && t.rolled(list) {
		t.say("the same action from the same position meets the same dice of the program\n")
	}
	return nil
}

// learnt marks an action that cannot be taken back unasked.
func (t *terminalGame) learnt(m match.PlayedAction) string {
	switch n, _ := t.rolls(m); {
	case n > 0:
		return fmt.Sprintf(" (%s)", format.Counted(n, "rolls"))
	case m.Asks:
		return " (the other side decided, or a secret was shown)"
	}
	return ""
}

// rolls counts the rolls of an action, and those of them that the program made.
func (t *terminalGame) rolls(m match.PlayedAction) (all, programs int) {
	for _, e := range t.match.Entries[m.From:m.To] {
		if e.Kind != match.Ruled || e.Rule.Kind != rule.Rolled {
			continue
		}
		if all++; e.Rule.From == dice.FromProgram {
			programs++
		}
	}
	return all, programs
}

// rolled reports whether the program rolled in one of the actions.
func (t *terminalGame) rolled(list []match.PlayedAction) bool {
	return slices.ContainsFunc(list, func(m match.PlayedAction) bool { _, n := t.rolls(m); return n > 0 })
}

// taken lists the actions that an undo of n actions of players takes back, the last first.
func (t *terminalGame) taken(n int) ([]match.PlayedAction, error) {
	list, own := t.match.UndoList(n, t.policies())
	switch own {
	case n:
		return list, nil
	case 0:
		return nil, errors.New("undo: nothing was played that you could take back")
	}
	return nil, fmt.Errorf("undo: you have played %s that can be taken back: undo %d takes back as many", format.Counted(own, "actions"), own)
}

// policies tells which sides a policy plays.
func (t *terminalGame) policies() [2]bool { return [2]bool{t.policy[0] != nil, t.policy[1] != nil} }

// taker is the side as which an action is taken back: that of the person who
// plays against a policy, or at a terminal of two the one who acted.
func (t *terminalGame) taker(m match.PlayedAction) int {
	if side, ok := t.human(); ok {
		return side
	}
	return m.By
}

// consent asks whoever must consent and is a person.
func (t *terminalGame) consent(list []match.PlayedAction) (bool, error) {
	if side, ok := t.human(); ok {
		if slices.ContainsFunc(list, func(m match.PlayedAction) bool { return m.Asks || m.By != side }) {
			t.say("%s, which the program plays, consents.\n", t.fight.Sides[1-side])
		}
		return true, nil
	}
	asked := [2]bool{}
	for _, m := range list {
		if other := 1 - m.By; m.Asks && !asked[other] {
			asked[other] = true
			if ok, err := t.agrees(other, m); err != nil || !ok {
				return false, err
			}
		}
	}
	return true, nil
}

// agrees asks one side.
func (t *terminalGame) agrees(side int, m match.PlayedAction) (bool, error) {
	t.prompt(fmt.Sprintf("Dice were rolled, or somebody else decided. Does %s consent to taking %q back? yes/no> ", t.fight.Sides[side], t.fight.FormatAction(m.Action)))
	line, err := t.line()
	t.prompt("")
	if err != nil {
		return false, err
	}
	if !strings.EqualFold(line, "yes") && !strings.EqualFold(line, "y") {
		t.say("it stands\n")
		return false, nil
	}
	return true, nil
}

// redo lets what was taken back stand again, as it was played: one action, and
// what policies did after it.
func (t *terminalGame) redo(_ context.Context, side int, _ string) error {
	whose, ok := t.match.RedoTarget()
	if !ok {
		return errors.New("redo: nothing was taken back that could stand again")
	}
	by, against := t.human()
	if !against {
		by = whose
	}
	list, err := t.match.RedoToPlayer(by, t.policies())
	for _, m := range list {
		t.say("it stands again: %s: %s\n", t.fight.Sides[m.By], t.fight.FormatAction(m.Action))
	}
	if err == nil {
		t.shown = len(t.match.Entries)
	}
	return err
}
