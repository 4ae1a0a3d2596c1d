package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"loophole/game"
	"loophole/internal/format"
	"loophole/internal/wire"
	"loophole/puzzle"
)

func (c *console) puzzleCommand() *cobra.Command {
	asJSON, solution := false, false
	cmd := &cobra.Command{
		Use:   "puzzle [ID]",
		Short: "Find the best action in a position, or list the puzzles",
		Long: `Show a position late in a game in which one action is clearly best, and ask for it.
The answer says what your action gives up, and why the best one is best.

The chances are exact: the program solved each puzzle to the end of its game, with
both sides playing their best. A draw counts as half a win.

Without an ID the command lists the puzzles. A puzzle is easy if the best action is
at least 25 points better than the next and fewer than 12 actions are legal. It is
hard if neither holds, and medium otherwise.

Type an action, or a command: help, legal, why, odds, scene, sight.`,
		Example: `  loophole puzzle
  loophole puzzle tideofiron-3
  loophole puzzle tideofiron-3 --solution`,
		Args:              upTo(1),
		ValidArgsFunction: completePuzzle,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				if solution {
					return errors.New("--solution shows the solution of one puzzle: name its ID")
				}
				return c.listPuzzles(asJSON)
			}
			p, err := puzzle.Find(args[0])
			if err != nil {
				return err
			}
			f, err := p.Open()
			if err != nil {
				return internalError(err)
			}
			switch {
			case asJSON:
				return c.puzzleJSON(p, f, solution)
			case solution:
				out := c.page()
				showSolution(out, p, f)
				return out.Flush()
			}
			return c.playPuzzle(cmd.Context(), p, f)
		},
	}
	fl := cmd.Flags()
	fl.BoolVar(&asJSON, "json", false, "write JSON")
	fl.BoolVar(&solution, "solution", false, "show the solution at once")
	return cmd
}

// puzzleJSON writes a puzzle as JSON, with its solution if that is wanted.
func (c *console) puzzleJSON(p *puzzle.Puzzle, f *game.Instance, solution bool) error {
	shown, err := wire.PuzzleOf(p, f)
	if err != nil {
		return internalError(err)
	}
	x := struct {
		*wire.Puzzle
		Solution *wire.PuzzleSolution `json:"solution,omitempty"`
	}{Puzzle: shown}
	if solution {
		x.Solution = wire.PuzzleSolutionOf(p, f)
	}
	return c.json(x)
}

// completePuzzle offers the puzzles.
func completePuzzle(_ *cobra.Command, args []string, part string) (list []string, _ cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, noFiles
	}
	for _, p := range puzzle.Bundled() {
		if strings.HasPrefix(p.ID, part) {
			list = append(list, offer(p.ID, string(p.Level)+", "+p.Scenario))
		}
	}
	return list, noFiles
}

// listPuzzles lists the puzzles by ruleset and level.
func (c *console) listPuzzles(asJSON bool) error {
	list := puzzle.Bundled()
	if asJSON {
		all := []wire.PuzzleSummary{}
		for _, p := range list {
			all = append(all, wire.PuzzleSummaryOf(p))
		}
		return c.json(all)
	}
	out := c.page()
	book := ""
	var rows *format.Columns
	for _, p := range list {
		if p.Ruleset != book {
			if rows != nil {
				out.Columns(rows)
			}
			book, rows = p.Ruleset, &format.Columns{}
			out.Head("%s", book)
		}
		rows.Add(p.ID, string(p.Level), p.Scenario, p.Side, format.Counted(len(p.Actions), "actions"))
	}
	if rows != nil {
		out.Columns(rows)
	}
	return out.Flush()
}

// showSolution writes the best actions, the second best, and the reasons.
func showSolution(out *format.Page, p *puzzle.Puzzle, f *game.Instance) {
	list := p.Solution()
	out.Head("Best, if both sides play their best from then on")
	for _, a := range list {
		out.Text(2, chanceOfLine(f, a))
	}
	showReasons(out, f, list[0])
	second, ok := p.Second()
	if !ok {
		return
	}
	out.Head("Next best")
	out.Text(2, chanceOfLine(f, second))
	showReasons(out, f, second)
}

// chanceOfLine says an action of a puzzle with its chance to win.
func chanceOfLine(f *game.Instance, a puzzle.Action) string {
	chance := format.Percent(a.Chance, nil) + " to win"
	if parsed, err := f.ParseAction(a.Line); err == nil {
		return fmt.Sprintf("%s (%s): %s", f.Order(parsed), a.Line, chance)
	}
	return a.Line + ": " + chance
}

// showReasons writes the events on which the chance after an action depends, and the actions
// that follow.
func showReasons(out *format.Page, f *game.Instance, a puzzle.Action) {
	side := f.Status(f.Start).Side
	switch {
	case a.Chance == 0:
		out.Text(2, "After it the other side can always win.")
		return
	case a.Chance == 1 && len(a.Events) == 0:
		out.Text(2, fmt.Sprintf("After it %s with best play, whatever the dice show and the other side does.", f.Sides[side].WithVerb("win")))
	case len(a.Events) == 0:
		out.Text(2, "No event of the action itself decides it.")
	}
	rows := &format.Columns{Right: []int{0, 1, 2}}
	rows.Add("chance", "wins with", "wins without", "event")
	for _, e := range a.Events {
		rows.Add(format.Percent(e.Chance, nil), format.Percent(e.With, nil), format.Percent(e.Without, nil), e.Says(f, side))
	}
	if rows.Len() > 1 {
		out.Columns(rows)
	}
	var steps []string
	for _, n := range a.Next {
		steps = append(steps, n.Side+": "+n.Line)
	}
	if len(steps) > 0 {
		out.Text(2, "In the likeliest case best play continues: "+strings.Join(steps, "; "))
	}
}
