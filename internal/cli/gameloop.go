package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"loophole/game"
	"loophole/rule"
)

// errQuit ends a game at the terminal before it is over.
var errQuit = errors.New("quit")

// play runs the game until it is over, a player quits, or the input ends.
func (t *terminalGame) play(ctx context.Context) error {
	restore, err := t.openKeyboard()
	if err != nil {
		return err
	}
	defer restore()
	if !t.match.Status().Over { // A finished game is shown by over.
		t.scene()
	}
	for ctx.Err() == nil {
		more, err := t.turn(ctx)
		if err != nil {
			return t.stopEarly(err)
		}
		if !more {
			return nil
		}
	}
	return ctx.Err()
}

// turn plays one step: the pending action, an action of a policy, or a line of a player. It
// reports whether the game continues.
func (t *terminalGame) turn(ctx context.Context) (more bool, err error) {
	s := t.match.Status()
	if a, open := t.match.Pending(); open {
		t.say("Continuing: %s\n", t.instance.FormatAction(a))
		return true, t.act(a)
	}
	if s.Over {
		return t.showEnd(ctx, s)
	}
	if t.policy[s.Side] != nil {
		return true, t.playPolicy(s.Side)
	}
	only, sole := t.onlyAction()
	hint := ""
	if sole {
		hint = fmt.Sprintf(" (only: %s; press Enter to play it)", t.instance.FormatAction(only))
	}
	t.prompt(fmt.Sprintf("%s, round %d, %s%s> ", t.instance.Sides[s.Side], s.Round, s.Phase, hint))
	line, err := t.readLine()
	t.prompt("")
	switch {
	case err != nil:
		return false, err
	case line == "" && sole:
		return true, t.showError(t.act(only))
	}
	return true, t.runLine(ctx, s.Side, line)
}

// onlyAction returns the legal action if there is exactly one.
func (t *terminalGame) onlyAction() (game.Action, bool) {
	list, err := t.instance.Legal(t.match.Position())
	if err != nil || len(list) != 1 {
		return game.Action{}, false
	}
	return list[0], true
}

// showEnd shows the end of the game and who won it. At a terminal the players may still undo. It
// reports whether the game continues.
func (t *terminalGame) showEnd(ctx context.Context, s game.Status) (more bool, err error) {
	t.scene()
	t.say("The game is over. %s\n", t.verdict(s))
	if t.editor == nil && !terminal(t.in) || t.policy[0] != nil && t.policy[1] != nil {
		return false, nil
	}
	text := "The game is over: type undo to undo the last action, or press Enter to end> "
	if _, resigned := t.match.Resigned(); resigned {
		text = "The game is over: press Enter to end> "
	}
	for t.match.Status().Over && ctx.Err() == nil {
		t.prompt(text)
		line, err := t.readLine()
		t.prompt("")
		if errors.Is(err, io.EOF) {
			t.say("\n") // after the prompt
		}
		if err != nil || line == "" {
			return false, exitError(err)
		}
		if err := t.runLine(ctx, s.Side, line); err != nil {
			return false, exitError(err)
		}
	}
	return true, nil
}

// exitError returns the error of leaving a finished game: quitting it is not an error.
func exitError(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, errQuit) {
		return nil
	}
	return err
}

// verdict returns who won and why, with the clause if a rule has ended the game.
func (t *terminalGame) verdict(s game.Status) string {
	if s.Cite == "" {
		return game.Capital(t.instance.Verdict(s))
	}
	return fmt.Sprintf("%s [%s]", game.Capital(t.instance.Verdict(s)), s.Cite)
}

// stopEarly returns the error of leaving an unfinished game: quitting it is not an error.
func (t *terminalGame) stopEarly(err error) error {
	if errors.Is(err, errQuit) || errors.Is(err, io.EOF) || errors.Is(err, rule.ErrUnanswered) {
		t.say("\nThe game is not over.\n")
		if t.record != "" {
			t.say("To continue: "+program+" resume %s\n", shellWord(t.record))
		}
		return nil
	}
	return err
}

// readLine reads one line. The error is io.EOF at the end of the input.
func (t *terminalGame) readLine() (string, error) {
	line, err := t.lines.ReadSlice('\n')
	text := strings.TrimSpace(string(line))
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return "", fmt.Errorf("the line is longer than %d bytes", typedLine)
	case err != nil && text == "":
		return "", io.EOF
	}
	if t.editor == nil && !terminal(t.in) {
		t.say("%s\n", text) // so that the transcript has the input too
	}
	return text, nil
}
