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

// play goes on until the game is over or nobody wants to.
func (t *terminalGame) play(ctx context.Context) error {
	restore, err := t.keyboard()
	if err != nil {
		return err
	}
	defer restore()
	if !t.match.Status().Over { // The end of a game is shown as such.
		t.scene()
	}
	for ctx.Err() == nil {
		more, err := t.turn(ctx)
		if err != nil {
			return t.stopped(err)
		}
		if !more {
			return nil
		}
	}
	return ctx.Err()
}

// turn goes on by one step: what is begun, a policy's action, or a line of a
// player. It reports whether the game goes on.
func (t *terminalGame) turn(ctx context.Context) (more bool, err error) {
	s := t.match.Status()
	if a, open := t.match.Pending(); open {
		t.say("%s goes on.\n", t.fight.FormatAction(a))
		return true, t.act(a)
	}
	if s.Over {
		return t.over(ctx, s)
	}
	if t.policy[s.Side] != nil {
		return true, t.programs(s.Side)
	}
	only, sole := t.only()
	hint := ""
	if sole {
		hint = fmt.Sprintf(" (only: %s; an empty line plays it)", t.fight.FormatAction(only))
	}
	t.prompt(fmt.Sprintf("%s, round %d, %s%s> ", t.fight.Sides[s.Side], s.Round, s.Phase, hint))
	line, err := t.line()
	t.prompt("")
	switch {
	case err != nil:
		return false, err
	case line == "" && sole:
		return true, t.showError(t.act(only))
	}
	return true, t.runLine(ctx, s.Side, line)
}

// only is the one legal action, where there is no other.
func (t *terminalGame) only() (game.Action, bool) {
	list, err := t.fight.Legal(t.match.Position())
	if err != nil || len(list) != 1 {
		return game.Action{}, false
	}
	return list[0], true
}

// over says that the game is over and who won it. At a terminal its players may
// still take back; elsewhere that is the end.
func (t *terminalGame) over(ctx context.Context, s game.Status) (more bool, err error) {
	t.scene()
	t.say("The game is over. %s\n", t.verdict(s))
	if t.editor == nil && !terminal(t.in) || t.policy[0] != nil && t.policy[1] != nil {
		return false, nil
	}
	for t.match.Status().Over && ctx.Err() == nil {
		t.prompt("The game is over: undo takes the last action back, an empty line ends> ")
		line, err := t.line()
		t.prompt("")
		if errors.Is(err, io.EOF) {
			t.say("\n") // after the prompt
		}
		if err != nil || line == "" {
			return false, endOf(err)
		}
		if err := t.runLine(ctx, s.Side, line); err != nil {
			return false, endOf(err)
		}
	}
	return true, nil
}

// endOf is how a game ends that is over: leaving it is no interruption.
func endOf(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, errQuit) {
		return nil
	}
	return err
}

// verdict says who won and why, with the clause.
func (t *terminalGame) verdict(s game.Status) string {
	return fmt.Sprintf("%s [%s]", game.Capital(t.fight.Verdict(s)), s.Cite)
}

// stopped is how a game ends that is not over.
func (t *terminalGame) stopped(err error) error {
	if errors.Is(err, errQuit) || errors.Is(err, io.EOF) || errors.Is(err, rule.ErrUnanswered) {
		t.say("\nThe game stands as it is.\n")
		return nil
	}
	return err
}

// line reads one line.
func (t *terminalGame) line() (string, error) {
	line, err := t.lines.ReadSlice('\n')
	text := strings.TrimSpace(string(line))
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return "", fmt.Errorf("a line of more than %d bytes", typedLine)
	case err != nil && text == "":
		return "", io.EOF
	}
	if t.editor == nil && !terminal(t.in) {
		t.say("%s\n", text) // so that what was piped in stands in the transcript
	}
	return text, nil
}
