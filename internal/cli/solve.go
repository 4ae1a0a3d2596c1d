package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"

	"loophole/game"
	"loophole/internal/format"
	"loophole/match"
	"loophole/rule"
	"loophole/solve"
)

// solveFlags are the flags of solve.
type solveFlags struct {
	gameFlags
	from      string
	at        int
	positions int
	memory    string
	bytes     int // of --memory
	time      time.Duration
	all, json bool

	coordinate coordinateFlags
}

func (c *console) solveCommand() *cobra.Command {
	var f solveFlags
	cmd := &cobra.Command{
		Use:   "solve [RULESET] SCENARIO|FILE | --from RECORD [--at NUMBER]",
		Short: "Find who wins a small game if both sides play their best",
		Long: `Visit every possible position and compute, backwards from the ends of the game, who wins
if both sides play their best. The result is exact: it uses the exact odds of every
action, not trials. A draw counts as half a win.

Small fights can be solved, and the last actions of larger ones: --from takes the
position from a record, after the action of --at or after the last one. For a game with
more positions than --positions, the answer is the range that contains the true chance. So
it is after --time, and after Ctrl-C.
A game with hidden pieces is solved only if neither side ever mistakes one position for
another. The positions are expanded on every core; docs/sweeps.md says how several machines
share them.`,
		Example: `  loophole solve duel.yaml
  loophole solve --from block.jsonl --at 80 --positions 500000`,
		Args:              upTo(2),
		ValidArgsFunction: completeScenario,
		RunE: func(cmd *cobra.Command, args []string) error {
			if (len(args) == 0) == (f.from == "") {
				return errors.New("name a scenario, or a record with --from\nsee: " + program + " solve --help")
			}
			if cmd.Flags().Changed("at") && f.from == "" {
				return errors.New("--at needs --from: it is an action of that record")
			}
			if f.positions < 1 || f.positions > mostPositions {
				return fmt.Errorf("--positions %d: give a number from 1 to %s", f.positions, format.Count(mostPositions))
			}
			size, err := sizeOf("memory", f.memory, 1)
			if err != nil {
				return err
			}
			f.bytes = int(size)
			if f.time < 0 {
				return fmt.Errorf("--time %s: give a time such as 30s", f.time)
			}
			if f.coordinate.wanted {
				if f.time > 0 {
					return errors.New("--time: leave it out with --coordinate, which continues after an interruption")
				}
				if c.cluster == nil {
					return fmt.Errorf("--coordinate: %w", errNoCluster)
				}
				if err := f.coordinate.check(f.storeName(args)); err != nil {
					return err
				}
			}
			instance, p, where, err := c.positionToSolve(cmd, args, &f)
			if err != nil {
				return err
			}
			return c.solve(cmd.Context(), instance, p, where, &f)
		},
	}
	fl := cmd.Flags()
	f.houseFlags(cmd)
	fl.BoolVar(&f.strict, "strict", false, "reject values that are not published with certainty")
	fl.StringVar(&f.from, "from", "", "take the position from the `RECORD` of a game")
	fl.IntVar(&f.at, "at", 0, "take the position after the action of this `NUMBER`, or 0 for the start; undone ones count")
	fl.IntVar(&f.positions, "positions", solve.DefaultPositions, "visit at most this `NUMBER` of positions")
	fl.StringVar(&f.memory, "memory", "1G", "use about this `SIZE` of memory for positions")
	fl.DurationVar(&f.time, "time", 0, "stop after this `TIME`, such as 30s (default no limit)")
	fl.BoolVar(&f.all, "all", false, "list every action, not only the first ten")
	fl.BoolVar(&f.json, "json", false, "write JSON")
	c.addCoordinate(cmd, &f.coordinate)
	return cmd
}

// storeName returns the file that names the store of a coordinator.
func (f *solveFlags) storeName(args []string) string {
	if f.from != "" {
		return f.from
	}
	return args[len(args)-1]
}

// mostPositions is the largest value of --positions. The solver bounds its memory as well.
const mostPositions = 5_000_000

// positionToSolve returns the position that the arguments and flags name, and its description.
func (c *console) positionToSolve(cmd *cobra.Command, args []string, f *solveFlags) (*game.Instance, game.Position, string, error) {
	if f.from == "" {
		instance, err := c.newInstance(args, &f.gameFlags)
		if err != nil {
			return nil, game.Position{}, "", err
		}
		return instance, instance.Start, "from the start", nil
	}
	if f.strict || f.house != "" || len(f.rulings) > 0 || len(f.sets) > 0 {
		return nil, game.Position{}, "", errors.New("--from: a record has its own house rules: leave out --strict, --house, --ruling and --set")
	}
	start := cmd.Flags().Changed("at") && f.at == 0
	if start {
		f.at = 1 // The set-up is that of any action.
	}
	m, n, err := c.matchAt(f.from, cmd, f.at)
	if err != nil {
		return nil, game.Position{}, "", err
	}
	if start {
		return m.Instance, m.Instance.Start, "from the start of " + f.from, nil
	}
	return m.Instance, m.Position(), fmt.Sprintf("after action %d of %s", n, f.from), nil
}

// matchAt reads the record of a game and replays it up to the action of --at, or to its end. It
// returns the number of actions.
func (c *console) matchAt(name string, cmd *cobra.Command, at int) (*match.Match, int, error) {
	f, is, err := c.readMatch(name)
	if err != nil {
		return nil, 0, err
	}
	if !is {
		return nil, 0, fmt.Errorf("%s: not the record of a game; "+program+" play --record FILE writes one", name)
	}
	cut, err := upToAction(f, untilOf(cmd, "at", &at))
	if err != nil {
		return nil, 0, err
	}
	m, _, err := match.Resume(cut, findGame, nil)
	if err != nil {
		return nil, 0, c.withRemedy(name, f, err)
	}
	return m, cut.Actions(), nil
}

// solve solves a position and prints the result.
func (c *console) solve(ctx context.Context, instance *game.Instance, p game.Position, where string, f *solveFlags) error {
	bar := c.progress(false)
	bar.what = "positions"
	began := time.Now()
	o := solve.Options{Certain: true, Positions: f.positions, Bytes: f.bytes, Progress: func(done, open int) {
		bar.show(done, min(done+open, f.positions))
	}}
	show := func(s *solve.Solution) error {
		bar.clear()
		return c.showSolved(s, p, where, time.Since(began), f)
	}
	defer bar.clear()
	if f.coordinate.wanted {
		return c.coordinateSolve(ctx, instance, p, f, o, show)
	}
	// An interruption ends the search and not the command, which shows what was found.
	o.Stop = ctx
	if f.time > 0 {
		var end context.CancelFunc
		o.Stop, end = context.WithTimeout(ctx, f.time)
		defer end()
	}
	s, err := solve.Solve(context.WithoutCancel(ctx), instance, p, o)
	if err != nil {
		return err
	}
	return show(s)
}

// showSolved prints a solution in the form of the flags.
func (c *console) showSolved(s *solve.Solution, p game.Position, where string, took time.Duration, f *solveFlags) error {
	list, err := s.Actions(p)
	if err != nil {
		return err
	}
	if f.json {
		return c.json(solutionOf(s, p, list))
	}
	return c.showSolution(s, p, where, list, took, f.all)
}

// showSolution prints the chances of both sides and of the actions of the side to act.
func (c *console) showSolution(s *solve.Solution, p game.Position, where string, list []solve.ActionValue, took time.Duration, all bool) error {
	out := c.page()
	instance, now, start := s.Instance, s.Instance.Status(p), s.Start()
	result := "solved"
	if !start.Solved() {
		result = "not solved"
	}
	out.Line("%s %s %s: %s, %s in %.1f s", instance.Game.Rules.ID, instance.Scenario, where, result, many(float64(s.Positions), "positions"), took.Seconds())
	for side, name := range instance.Sides {
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
	out.Line("Actions of the %s side, with its chance to win after each", instance.Sides[now.Side])
	for _, a := range shown {
		out.Line("  %-19s %s", valueText(a.Value.For(now.Side)), instance.FormatAction(a.Action))
	}
	switch {
	case len(shown) == len(list):
	case start.Solved():
		out.Line("  and %s that are no better; --all lists them", format.Counted(len(list)-len(shown), "actions"))
	default:
		out.Line("  and %s; --all lists them", format.Counted(len(list)-len(shown), "more actions"))
	}
	return out.Flush()
}

// unsolvedText describes why a position is not solved, with a remedy.
func unsolvedText(s *solve.Solution) string {
	remedy := "Raise --positions, or begin later with --from and --at."
	switch {
	case s.Stopped:
		remedy = "The search was stopped: give it more time, or begin later with --from and --at."
	case s.Full:
		remedy = "The memory for positions is full: raise --memory, or begin later with --from and --at."
	case s.Unexpanded == 0 && s.Unknown == 0:
		return "the game may never end, and both sides may prefer that."
	case s.Unexpanded == 0:
		return rule.Counted("%d {action} {has|have} more outcomes than are enumerated, or may go on without an end. Begin later with --from and --at.", s.Unknown)
	case s.Unknown > 0:
		remedy = rule.Counted("%d {action} {has|have} more outcomes than are enumerated, or may go on without an end. ", s.Unknown) + remedy
	}
	were := map[bool]string{true: " was", false: " were"}[s.Unexpanded == 1]
	return many(float64(s.Unexpanded), "positions") + were + " found but not visited. " + remedy
}

// valueText returns a chance to win, or the range that contains it.
func valueText(v solve.Value) string {
	if v.Solved() {
		return format.Percent(settled(v.Low), nil)
	}
	return format.Percent(settled(v.Low), nil) + " to " + format.Percent(settled(v.High), nil)
}

// settled returns a sum of probabilities without the errors of rounding near 0 and 1, so that what is certain is
// shown so.
func settled(v float64) float64 {
	if whole := math.Round(v); math.Abs(v-whole) < 1e-12 {
		return whole + 0 // no negative 0
	}
	return v
}

// settledValue is settled for both bounds.
func settledValue(v solve.Value) valueJSON { return valueJSON{settled(v.Low), settled(v.High)} }

// A valueJSON is the range of a chance to win, as JSON. Its bounds are equal if it is solved.
type valueJSON struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// solutionJSON is a solution, as JSON.
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

// solvedActionJSON is an action with its value, as JSON.
type solvedActionJSON struct {
	Action string    `json:"action"`
	Wins   valueJSON `json:"wins"` // for the side that acts
	Solved bool      `json:"solved"`
}

// solutionOf converts a solution to JSON.
func solutionOf(s *solve.Solution, p game.Position, list []solve.ActionValue) solutionJSON {
	f, now := s.Instance, s.Instance.Status(p)
	x := solutionJSON{
		Ruleset: f.Game.Rules.ID, Scenario: f.Scenario, Position: p.Hash(), Solved: s.Start().Solved(), Positions: s.Positions,
		Open: s.Unexpanded, Outcomes: s.Outcomes, Unknown: s.Unknown, Wins: map[string]valueJSON{}, Actions: []solvedActionJSON{},
	}
	if !now.Over {
		x.Side = string(f.Sides[now.Side])
	}
	for side, name := range f.Sides {
		x.Wins[string(name)] = settledValue(s.Start().For(side))
	}
	for _, a := range list {
		x.Actions = append(x.Actions, solvedActionJSON{f.FormatAction(a.Action), settledValue(a.Value.For(now.Side)), a.Value.Solved()})
	}
	return x
}
