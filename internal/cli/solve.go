package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"loophole/game"
	"loophole/internal/format"
	"loophole/match"
	"loophole/rule"
	"loophole/solve"
)

// solveFlags is what the flags of solve say.
type solveFlags struct {
	gameFlags
	from      string
	at        int
	positions int
	all, json bool
}

func (c *console) solveCommand() *cobra.Command {
	var f solveFlags
	cmd := &cobra.Command{
		Use:   "solve [RULESET] SCENARIO|FILE | --from RECORD [--at NUMBER]",
		Short: "Find out who wins a small game if both sides play their best",
		Long: `Look at every position that can come about, and work out from the ends of the game
backwards who wins if both sides play their best: not by trials, but from the exact
odds of every action. A draw counts as half a win.

That is for small fights and for the last actions of larger ones: --from takes the
position from a record of a game, after the action of --at, or after its last one. A
game that has more positions than --positions is not solved; the answer is then the
range in which the truth lies. Games with secrets are refused.`,
		Example: `  loophole solve duel.yaml
  loophole solve --from block.jsonl --at 80 --positions 500000`,
		Args:              cobra.MaximumNArgs(2),
		ValidArgsFunction: completeScenario,
		RunE: func(cmd *cobra.Command, args []string) error {
			if (len(args) == 0) == (f.from == "") {
				return errors.New("name a scenario, or a record with --from")
			}
			if cmd.Flags().Changed("at") && f.from == "" {
				return errors.New("--at is an action of the record that --from names")
			}
			if f.positions < 1 || f.positions > mostPositions {
				return fmt.Errorf("--positions: give a number from 1 to %s", format.Count(mostPositions))
			}
			fight, p, where, err := c.positionToSolve(cmd, args, &f)
			if err != nil {
				return err
			}
			return c.solve(cmd.Context(), fight, p, where, &f)
		},
	}
	fl := cmd.Flags()
	f.houseFlags(cmd)
	fl.BoolVar(&f.strict, "strict", false, "refuse values that are not published with certainty")
	fl.StringVar(&f.from, "from", "", "the `RECORD` of a game to take the position from")
	fl.IntVar(&f.at, "at", 0, "take the position after this action, a `NUMBER` from 1")
	fl.IntVar(&f.positions, "positions", solve.DefaultPositions, "look at a `NUMBER` of positions at the most")
	fl.BoolVar(&f.all, "all", false, "list every action, not only the first ten")
	fl.BoolVar(&f.json, "json", false, "write JSON")
	return cmd
}

// mostPositions is what --positions takes at the most; memory is bounded besides.
const mostPositions = 5_000_000

// positionToSolve is the position that the arguments and flags name, and what it is
// called.
func (c *console) positionToSolve(cmd *cobra.Command, args []string, f *solveFlags) (*game.Instance, game.Position, string, error) {
	if f.from == "" {
		fight, err := c.newInstance(args, &f.gameFlags)
		if err != nil {
			return nil, game.Position{}, "", err
		}
		return fight, fight.Start, "from the start", nil
	}
	if f.strict || f.house != "" || len(f.rulings) > 0 || len(f.sets) > 0 {
		return nil, game.Position{}, "", errors.New("a record brings its own house: leave --strict, --house, --ruling and --set out")
	}
	m, n, err := c.matchAt(f.from, cmd, f.at)
	if err != nil {
		return nil, game.Position{}, "", err
	}
	return m.Fight, m.Position(), fmt.Sprintf("after action %d of %s", n, f.from), nil
}

// matchAt reads the record of a game and plays it up to the action of --at, or to its
// end. It returns how many actions that were.
func (c *console) matchAt(name string, cmd *cobra.Command, at int) (*match.Match, int, error) {
	f, is, err := c.readMatch(name)
	if err != nil {
		return nil, 0, err
	}
	if !is {
		return nil, 0, fmt.Errorf("%s is not the record of a game", name)
	}
	cut, err := upToAction(f, untilOf(cmd, "at", &at))
	if err != nil {
		return nil, 0, err
	}
	m, _, err := match.Resume(cut, shelf, nil)
	if err != nil {
		return nil, 0, c.mendable(name, f, err)
	}
	return m, cut.Actions(), nil
}

func (c *console) solve(ctx context.Context, fight *game.Instance, p game.Position, where string, f *solveFlags) error {
	bar := c.progress(false)
	began := time.Now()
	s, err := solve.Solve(ctx, fight, p, solve.Options{Positions: f.positions, Progress: func(done, open int) {
		bar.show(done, min(done+open, f.positions))
	}})
	bar.clear()
	if err != nil {
		return err
	}
	list, err := s.Actions(p)
	if err != nil {
		return err
	}
	if f.json {
		return c.json(solutionOf(s, p, list))
	}
	return c.showSolution(s, p, where, list, time.Since(began), f.all)
}

func (c *console) showSolution(s *solve.Solution, p game.Position, where string, list []solve.ActionValue, took time.Duration, all bool) error {
	out := c.page()
	fight, now, start := s.Fight, s.Fight.Status(p), s.Start()
	verb := "solved"
	if !start.Solved() {
		verb = "not solved"
	}
	out.Line("%s %s %s: %s, %s in %.1f s", fight.Game.Rules.ID, fight.Scenario, where, verb, many(float64(s.Positions), "positions"), took.Seconds())
	for side, name := range fight.Sides {
		out.Line("  %-12s wins %s", name, valueText(start.For(side)))
	}
	if !start.Solved() {
		out.Text(2, "The true chance lies between the two figures: "+unsolvedText(s))
	}
	if len(list) == 0 {
		return out.Flush()
	}
	shown := list
	if !all && len(shown) > 10 {
		shown = shown[:10]
	}
	out.Line("")
	out.Line("what the %s side can do, and its chance to win afterwards", fight.Sides[now.Side])
	for _, a := range shown {
		out.Line("  %-19s %s", valueText(a.Value.For(now.Side)), fight.FormatAction(a.Action))
	}
	if len(shown) < len(list) {
		out.Line("  and %s that are no better; --all lists them", format.Counted(len(list)-len(shown), "actions"))
	}
	return out.Flush()
}

// unsolvedText says why a position is not solved, and what can be done.
func unsolvedText(s *solve.Solution) string {
	remedy := "Give more with --positions, or begin later with --from and --at."
	switch {
	case s.Full:
		remedy = "The memory for positions is used up: begin later with --from and --at."
	case s.Open == 0 && s.Unknown == 0:
		return "the game may go on for ever, and both sides may want it to."
	case s.Open == 0:
		return rule.Counted("%d {action} {has|have} more outcomes than are enumerated. Begin later with --from and --at.", s.Unknown)
	case s.Unknown > 0:
		remedy = rule.Counted("%d {action} {has|have} more outcomes than are enumerated. ", s.Unknown) + remedy
	}
	return rule.Counted("%d {position} {was|were} met and not looked at. ", s.Open) + remedy
}

// valueText is a chance to win, or the range in which it lies.
func valueText(v solve.Value) string {
	if v.Solved() {
		return format.Percent(v.Low, nil)
	}
	return format.Percent(v.Low, nil) + " to " + format.Percent(v.High, nil)
}

// A valueJSON is a chance to win: one number, or the bounds of it.
type valueJSON struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

type solutionJSON struct {
	Ruleset   string               `json:"ruleset"`
	Scenario  string               `json:"scenario"`
	Position  string               `json:"position"`
	Solved    bool                 `json:"solved"`
	Positions int                  `json:"positions"`
	Open      int                  `json:"open"`
	Outcomes  int                  `json:"outcomes"`
	Unknown   int                  `json:"unknown"`
	Wins      map[string]valueJSON `json:"wins"`
	Side      string               `json:"side"`
	Actions   []solvedActionJSON   `json:"actions"`
}

type solvedActionJSON struct {
	Action string    `json:"action"`
	Wins   valueJSON `json:"wins"` // for the side that acts
	Solved bool      `json:"solved"`
}

func solutionOf(s *solve.Solution, p game.Position, list []solve.ActionValue) solutionJSON {
	f, now := s.Fight, s.Fight.Status(p)
	x := solutionJSON{
		Ruleset: f.Game.Rules.ID, Scenario: f.Scenario, Position: p.Hash(), Solved: s.Start().Solved(), Positions: s.Positions,
		Open: s.Open, Outcomes: s.Outcomes, Unknown: s.Unknown, Wins: map[string]valueJSON{}, Actions: []solvedActionJSON{},
	}
	if !now.Over {
		x.Side = string(f.Sides[now.Side])
	}
	for side, name := range f.Sides {
		x.Wins[string(name)] = valueJSON(s.Start().For(side))
	}
	for _, a := range list {
		x.Actions = append(x.Actions, solvedActionJSON{f.FormatAction(a.Action), valueJSON(a.Value.For(now.Side)), a.Value.Solved()})
	}
	return x
}
