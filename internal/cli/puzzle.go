package cli

import (
	"errors"
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

Type an action, or help for the other words: legal, why, odds, scene, sight.`,
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
				return fault(err)
			}
			switch {
			case asJSON:
				x, err := wire.PuzzleOf(p, f, solution)
				if err != nil {
					return fault(err)
				}
				return c.json(x)
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
	out.Line("best for the %s side, if both sides play their best from then on", p.Side)
	for _, a := range list {
		out.Line("  %8s  %s", format.Percent(a.Chance, nil), a.Line)
	}
	showReasons(out, f, list[0])
	second, ok := p.Second()
	if !ok {
		return
	}
	out.Line("next best")
	out.Line("  %8s  %s", format.Percent(second.Chance, nil), second.Line)
	showReasons(out, f, second)
}

// showReasons writes the events on which the chance after an action depends, and the best action
// after it.
func showReasons(out *format.Page, f *game.Instance, a puzzle.Action) {
	side := f.Status(f.Start).Side
	for _, e := range a.Events {
		out.Text(12, format.Percent(e.Chance, nil)+" that "+e.Says(f, side)+": wins "+
			format.Percent(e.With, nil)+" then, "+format.Percent(e.Without, nil)+" otherwise")
	}
	if a.Next != nil && a.Chance > 0 {
		out.Text(12, "most likely then: "+a.Next.Side+": "+a.Next.Line)
	}
}
