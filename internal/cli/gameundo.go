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

// Against a policy, undo also undoes the actions of the policy since the player's own action,
// and the program consents. Two players at one terminal ask each other for consent.

// errCancel ends a question so that its action can be undone.
var errCancel = errors.New("cancelled")

// undo undoes one action of the players at the terminal, or as many as the command says.
func (t *terminalGame) undo(_ context.Context, _ int, rest string) error {
	n := 1
	if rest != "" {
		var err error
		if n, err = strconv.Atoi(rest); err != nil || n < 1 {
			return fmt.Errorf("undo: %q is not a number of actions from 1; type undo alone for one", rest)
		}
	}
	return t.takeBack(n)
}

// takeBack undoes actions until n of them were of people, not policies.
func (t *terminalGame) takeBack(n int) error {
	if err := t.afterResignation("undo"); err != nil {
		return err
	}
	list, err := t.actionsToUndo(n)
	if err != nil {
		return err
	}
	t.say("Undo, the last action first:\n")
	for _, m := range list {
		t.say("  %s: %s%s\n", t.instance.Sides[m.By], t.instance.FormatAction(m.Action), t.undoNote(m))
	}
	if ok, err := t.consent(list); err != nil || !ok {
		return err
	}
	for _, m := range list {
		if err := t.match.Undo(t.undoSide(m), true); err != nil {
			return err
		}
	}
	t.shown = len(t.match.Entries)
	t.say("undone; the record keeps the action and shows that it was undone\n")
	if t.match.Header.UndoneRollsRepeat && t.programRolled(list) {
		t.say("the program rolls the same dice for the same action from the same position\n")
	}
	return nil
}

// undoNote returns a note for an action that needs consent to be undone, or "".
func (t *terminalGame) undoNote(m match.PlayedAction) string {
	switch n, _ := t.rolls(m); {
	case n > 0:
		return fmt.Sprintf(" (%s)", format.Counted(n, "rolls"))
	case m.NeedsConsent:
		return " (the other side decided, or a secret was revealed)"
	}
	return ""
}

// rolls counts the rolls of an action, and the program's among them.
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

// programRolled reports whether the program rolled in one of the actions.
func (t *terminalGame) programRolled(list []match.PlayedAction) bool {
	return slices.ContainsFunc(list, func(m match.PlayedAction) bool { _, n := t.rolls(m); return n > 0 })
}

// actionsToUndo returns the actions that an undo of n actions of players undoes, the last first.
func (t *terminalGame) actionsToUndo(n int) ([]match.PlayedAction, error) {
	list, own := t.match.UndoList(n, t.policies())
	switch own {
	case n:
		return list, nil
	case 0:
		return nil, errors.New("undo: you have no action to undo")
	}
	return nil, fmt.Errorf("undo: you have played %s that can be undone: type undo %d", format.Counted(own, "actions"), own)
}

// policies reports which sides a policy plays.
func (t *terminalGame) policies() [2]bool { return [2]bool{t.policy[0] != nil, t.policy[1] != nil} }

// undoSide returns the side that undoes an action: the person who plays against a policy, or else the
// side that acted.
func (t *terminalGame) undoSide(m match.PlayedAction) int {
	if side, ok := t.personSide(); ok {
		return side
	}
	return m.By
}

// consent asks each person who must consent to an undo. It reports whether all consented.
func (t *terminalGame) consent(list []match.PlayedAction) (bool, error) {
	if side, ok := t.personSide(); ok {
		if slices.ContainsFunc(list, func(m match.PlayedAction) bool { return m.NeedsConsent || m.By != side }) {
			t.say("The program consents for %s.\n", t.instance.Sides[1-side])
		}
		return true, nil
	}
	asked := [2]bool{}
	for _, m := range list {
		if other := 1 - m.By; m.NeedsConsent && !asked[other] {
			asked[other] = true
			if ok, err := t.askConsent(other, m); err != nil || !ok {
				return false, err
			}
		}
	}
	return true, nil
}

// askConsent asks one side for its consent to undo an action.
func (t *terminalGame) askConsent(side int, m match.PlayedAction) (bool, error) {
	t.prompt(fmt.Sprintf("Dice were rolled, or the other side decided. Does %s consent to undo %q? yes/no> ", t.instance.Sides[side], t.instance.FormatAction(m.Action)))
	line, err := t.readLine()
	t.prompt("")
	if err != nil {
		return false, err
	}
	if !strings.EqualFold(line, "yes") && !strings.EqualFold(line, "y") {
		t.say("not undone\n")
		return false, nil
	}
	return true, nil
}

// redo redoes the action that was undone last, as it was played, and the actions of policies
// after it.
func (t *terminalGame) redo(_ context.Context, side int, _ string) error {
	whose, ok := t.match.RedoTarget()
	if !ok {
		return errors.New("redo: nothing to redo")
	}
	by, against := t.personSide()
	if !against {
		by = whose
	}
	list, err := t.match.RedoToPlayer(by, t.policies())
	for _, m := range list {
		t.say("redone: %s: %s\n", t.instance.Sides[m.By], t.instance.FormatAction(m.Action))
	}
	if err == nil {
		t.shown = len(t.match.Entries)
	}
	return err
}
