package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"loophole/game"
	"loophole/rule"
)

// resign resigns after a question: for the side that is named, else for that of the person who plays against a policy, else
// for the one that is to act.
func (t *terminalGame) resign(_ context.Context, side int, rest string) error {
	if who, ok := t.personSide(); ok && rest == "" {
		side = who
	}
	if rest != "" {
		var err error
		if side, err = t.sideCalled("resign", rest); err != nil {
			return err
		}
	}
	switch {
	case t.match.Status().Over:
		return errors.New("resign: the game is over")
	case t.policy[side] != nil:
		return fmt.Errorf("resign: policy %s plays %s, and nobody resigns for it", t.names[side], t.instance.Sides[side])
	}
	t.prompt(consequence(t.instance, side) + " Type yes to resign, or press Enter to play on> ")
	line, err := t.readLine()
	t.prompt("")
	if err != nil {
		return err
	}
	if answer := strings.ToLower(line); answer != "yes" && answer != "y" {
		t.say("not resigned\n")
		return nil
	}
	if err := t.match.Resign(side); err != nil {
		return err
	}
	t.showNew()
	return nil
}

// consequence returns what follows if a side resigns, as a sentence.
func consequence(f *game.Instance, side int) string {
	return fmt.Sprintf("If %s, %s and the game is over; nobody can undo a resignation.", f.Sides[side].WithVerb("resign"), f.Sides[1-side].WithVerb("win"))
}

// afterResignation returns the error of a command about actions if a side has resigned, or nil. The
// position does not show a resignation, so its legal actions are not those of the game.
func (t *terminalGame) afterResignation(command string) error {
	by, ok := t.match.Resigned()
	if !ok {
		return nil
	}
	return fmt.Errorf("%s: the game is over: %s, and a resignation is final", command, t.instance.Sides[by].WithVerb("resign"))
}

// sideCalled returns the side with a name that a player typed after a command.
func (t *terminalGame) sideCalled(command, name string) (int, error) {
	for i, s := range t.instance.Sides {
		if strings.EqualFold(string(s), name) {
			return i, nil
		}
	}
	return 0, fmt.Errorf("%s: unknown side %q%s", command, name, rule.Suggest(name, t.sideNames()))
}
