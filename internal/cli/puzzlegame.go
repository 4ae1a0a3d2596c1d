package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"loophole/game"
	"loophole/internal/format"
	"loophole/match"
	"loophole/puzzle"
	"loophole/record"
)

// A puzzleGame asks for the best action of a puzzle at the terminal.
type puzzleGame struct {
	*terminalGame
	puzzle *puzzle.Puzzle
}

// puzzleCommands are the commands of a game that a puzzle has too. Its status and help are others.
var puzzleCommands = []string{"legal", "why", "odds", "scene", "sight"}

// playPuzzle shows a puzzle and asks for an action until a legal one is given.
func (c *console) playPuzzle(ctx context.Context, p *puzzle.Puzzle, f *game.Instance) error {
	t, err := c.table(f, [2]string{}, 0)
	if err != nil {
		return err
	}
	h, err := match.NewHeader(f, version(), t.players(), record.TypedDiceWithSeed(0))
	if err != nil {
		return err
	}
	if t.match, err = match.New(f, h, nil); err != nil {
		return err
	}
	restore, err := t.openKeyboard()
	if err != nil {
		return err
	}
	defer restore()
	x := &puzzleGame{t, p}
	x.scene()
	x.status()
	for ctx.Err() == nil {
		t.prompt(p.Side + "> ")
		line, err := t.readLine()
		t.prompt("")
		done := false
		if err == nil {
			done, err = x.take(ctx, line)
		}
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, errQuit):
			t.sayLine("\nThe puzzle is not solved. " + program + " puzzle " + p.ID + " --solution shows the solution.")
			return nil
		case err != nil || done:
			return err
		}
	}
	return ctx.Err()
}

// status prints what is to be found.
func (x *puzzleGame) status() {
	s := x.match.Status()
	x.sayLine(fmt.Sprintf("%s, %s: %s, %s: round %d, %s", x.puzzle.ID, x.puzzle.Level, x.instance.Game.Rules.Title, x.instance.Scenario, s.Round, s.Phase))
	if task := taskOf(x.instance.Setup, x.sideNames()); task != "" {
		x.sayLine("task of the scenario: " + task)
	}
	for i, line := range strings.Split(strings.TrimSpace(x.instance.Text(x.match.Position())), "\n") {
		if i == 0 || strings.Contains(line, "objective") {
			x.sayLine(line)
		}
	}
	x.sayLine(x.puzzle.Task)
	x.say("%s are legal: type one, or help.\n", format.Counted(len(x.puzzle.Actions), "actions"))
}

// take carries a line out: a command or an action. It reports whether the puzzle is answered.
func (x *puzzleGame) take(ctx context.Context, line string) (done bool, err error) {
	first, rest, _ := strings.Cut(line, " ")
	switch first = strings.ToLower(first); first {
	case "":
		return false, nil
	case "?", "help":
		x.help()
		return false, nil
	case "status":
		x.status()
		return false, nil
	case "quit":
		return false, errQuit
	case "solution":
		x.solution()
		return true, nil
	}
	for _, w := range gameCommands {
		if w.name != first {
			continue
		}
		if slices.Contains(puzzleCommands, first) {
			return false, x.showError(w.do(x.terminalGame, ctx, x.match.Status().Side, strings.TrimSpace(rest)))
		}
		x.say("%s is for games; help lists the commands for puzzles\n", first)
		return false, nil
	}
	a, err := x.instance.ParseAction(line)
	if err == nil {
		err = x.instance.WhyIllegal(x.match.Position(), a)
	}
	if err != nil {
		return false, x.showError(err)
	}
	return true, x.answer(x.instance.FormatAction(a))
}

func (x *puzzleGame) help() {
	x.showHelp(func(w gameCommand) bool { return slices.Contains(puzzleCommands, w.name) })
	for _, w := range [][2]string{{"status", "show the round, the task and the objectives"}, {"solution", "give up and show the solution"}, {"quit", "stop"}} {
		x.say("  %-22s %s\n", w[0], w[1])
	}
}

// answer prints what a legal action gives up, and the solution.
func (x *puzzleGame) answer(line string) error {
	a, ok := x.puzzle.Find(line)
	if !ok {
		return internalError(fmt.Errorf("puzzle %s has no value for %q", x.puzzle.ID, line))
	}
	switch lost := x.puzzle.Best() - a.Chance; {
	case lost <= puzzle.Tolerance:
		x.sayLine("Right. " + chanceOfLine(x.instance, a) + ".")
	default:
		x.sayLine(fmt.Sprintf("Not the best. %s, which gives up %.1f points.", chanceOfLine(x.instance, a), 100*lost))
	}
	x.solution()
	return nil
}

func (x *puzzleGame) solution() {
	out := x.page()
	showSolution(out, x.puzzle, x.instance)
	out.Flush()
}
