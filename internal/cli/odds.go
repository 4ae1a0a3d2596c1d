package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"loophole/internal/chart"
	"loophole/internal/question"
	"loophole/internal/wire"
	"loophole/odds"
)

// oddsFlags are the flags of odds. simFlags has them too.
type oddsFlags struct {
	questionFlags
	events []string
	json   bool
	csv    bool
	svg    string
	force  bool
	floats bool
	budget int64
	cost   bool
	trials int
	seed   string
	rounds int
	from   []string
	states bool
}

func (c *console) oddsCommand() *cobra.Command {
	var f oddsFlags
	cmd := &cobra.Command{
		Use:   "odds [RULESET PROCEDURE] [key=value ...]",
		Short: "Compute exact odds and explain them",
		Long: `Compute the exact chance of each event and the exact distribution of each measure. The
explanation lists the dice, target numbers and modifiers, each with its clause.

Each key=value sets a key of the situation; loophole explain RULESET PROCEDURE lists the
keys. Values from --example come first, then those of --file, then those on the command
line. The file may name the rulebook and the procedure.

A question that is too large for an exact answer is an error that estimates its size.
Answer it by trials with --trials or loophole sim. --cost shows the size of a question
before you ask it.`,
		Example: `  loophole odds tideofiron attack --example worked
  loophole odds tideofiron attack dice=19 level=1 --event destroyed --json
  loophole odds --file siege.yaml level=2 --house club.yaml \
      --ruling halving=before`,
		ValidArgsFunction: completeQuestion,
		RunE:              func(cmd *cobra.Command, args []string) error { return c.odds(cmd, args, &f) },
	}
	f.flags(cmd)
	f.outputFlags(cmd)
	fl := cmd.Flags()
	fl.StringVar(&f.svg, "svg", "", "draw the chances into a new SVG `FILE`")
	fl.BoolVar(&f.force, "force", false, "let --svg replace a file")
	fl.BoolVar(&f.floats, "floats", false, "compute with float64: faster than fractions, with rounding errors")
	fl.Int64Var(&f.budget, "budget", odds.DefaultBudget, "stop an exact answer that takes more `RUNS` of the procedure")
	fl.BoolVar(&f.cost, "cost", false, "show how much work an exact answer takes, and do not answer")
	fl.IntVar(&f.rounds, "rounds", 0, "show also the chance of each event by the end of rounds 1 to `N`")
	fl.StringArrayVar(&f.from, "from", nil, "begin at a round in this state: `KEY=VALUE ...`, after the name of the round if there are several; may be repeated; see --states")
	fl.BoolVar(&f.states, "states", false, "list the states for --from, and do not answer")
	fl.IntVar(&f.trials, "trials", 0, "estimate by `N` trials instead of an exact answer")
	fl.StringVar(&f.seed, "seed", "", "the seed of the trials, a whole `NUMBER`")
	registerQuestion(cmd)
	return cmd
}

// outputFlags adds the flags that select what is shown, and in which form.
func (f *oddsFlags) outputFlags(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringArrayVarP(&f.events, "event", "e", nil, "show only the event with this `NAME`; may be repeated")
	fl.BoolVar(&f.json, "json", false, "write JSON, with every digit")
	fl.BoolVar(&f.csv, "csv", false, "write a table of comma-separated values")
	oneOf(cmd, "json", "csv")
}

func (c *console) odds(cmd *cobra.Command, args []string, f *oddsFlags) error {
	ctx := cmd.Context()
	q, err := c.ask(args, &f.questionFlags)
	if err != nil {
		return err
	}
	picked, err := question.Events(q.Procedure, f.events)
	if err != nil {
		return err
	}
	if err := f.check(cmd.Flags()); err != nil {
		return err
	}
	if err := c.checkLegal(ctx, q, f.strict, f.json); err != nil {
		return err
	}
	if f.cost {
		return c.cost(ctx, q, f)
	}
	if f.states {
		return c.states(ctx, q, f)
	}
	if f.trials > 0 {
		return c.runTrials(ctx, q, picked, &simFlags{oddsFlags: *f})
	}
	x, err := f.solve(ctx, q, picked)
	if err != nil {
		return err
	}
	if f.svg != "" {
		if err := c.draw(f.svg, f.force, chart.OfAnswer(x.wire())); err != nil {
			return err
		}
	}
	switch {
	case f.json:
		return c.json(x.wire().JSON())
	case f.csv:
		return x.wire().CSV(c.out)
	}
	return c.show(x)
}

// solve computes the exact answer.
func (f *oddsFlags) solve(ctx context.Context, q *checkedQuestion, picked []int) (*exactAnswer, error) {
	k, err := odds.NewSolver(ctx, q.Question, odds.Options{Floats: f.floats, Budget: f.budget})
	var large *odds.TooLargeError
	if errors.As(err, &large) && len(f.from) > 0 {
		return nil, err // No remedy is added, because trials cannot begin at a state.
	}
	if err != nil {
		return nil, tooLarge(err, q)
	}
	if len(f.from) > 0 {
		if k, err = k.FromState(ctx, f.from); err != nil {
			return nil, stateError(err, q)
		}
	}
	x := &exactAnswer{checkedQuestion: q, answer: k.Answer, picked: picked, floats: f.floats}
	if f.rounds > 0 {
		if len(k.Answer.Rounds) == 0 {
			return nil, fmt.Errorf("--rounds: this %s has no rounds; leave --rounds out", q.Procedure.Name)
		}
		if x.within, err = k.ByRound(ctx, f.rounds, picked); err != nil {
			return nil, tooLarge(err, q)
		}
	}
	k.Close()
	return x, nil
}

// check returns an error for flags that are invalid, alone or together.
func (f *oddsFlags) check(given *pflag.FlagSet) error {
	switch {
	case given.Changed("trials") && f.trials < 1:
		return fmt.Errorf("--trials %d: give a number of 1 or more", f.trials)
	case f.budget < 1:
		return fmt.Errorf("--budget %d: give a number of 1 or more", f.budget)
	case given.Changed("rounds") && (f.rounds < 1 || f.rounds > mostRounds):
		return fmt.Errorf("--rounds %d: give a number from 1 to %d", f.rounds, mostRounds)
	case f.cost && (f.trials > 0 || f.csv || f.svg != "" || f.rounds > 0 || len(f.from) > 0 || f.states):
		return errors.New("--cost only estimates the work: leave out --trials, --csv, --svg, --rounds, --from and --states")
	case len(f.from) > 0 && f.trials > 0:
		return errors.New("--from needs an exact answer: leave out --trials")
	case f.states && (f.trials > 0 || f.csv || f.json || f.svg != "" || f.rounds > 0 || len(f.from) > 0):
		return errors.New("--states only lists the states: leave out --from, --trials, --rounds, --json, --csv and --svg")
	case f.rounds > 0 && f.trials > 0:
		return errors.New("--rounds needs an exact answer: leave out --trials")
	case f.floats && f.trials > 0:
		return errors.New("--floats needs an exact answer: leave out --floats or --trials")
	case f.svg != "" && f.trials > 0:
		return errors.New("--svg needs an exact answer: leave out --trials, or write --csv")
	case f.seed != "" && f.trials == 0:
		return errors.New("--seed needs --trials: exact odds roll no dice")
	}
	return checkSVG(f.svg, f.force)
}

// stateError describes why --from names no single state, with the command that lists them.
func stateError(err error, q *checkedQuestion) error {
	var unclear *odds.StateError
	if !errors.As(err, &unclear) {
		return solverError(err)
	}
	var list []error
	for _, line := range strings.Split(unclear.Error(), "\n") {
		list = append(list, fmt.Errorf("--from: %s", line))
	}
	return fmt.Errorf("%w\nto list the states:  %s", errors.Join(list...), sameQuestion("odds", q)+" --states")
}

// tooLarge returns a solver error. If the question is too large, the text also has the command that
// estimates its answer.
func tooLarge(err error, q *checkedQuestion) error {
	var large *odds.TooLargeError
	if !errors.As(err, &large) {
		return solverError(err)
	}
	return fmt.Errorf("%w\nto estimate it:  %s", err, sameQuestion("sim", q))
}

// An exactAnswer is an exact answer with the selection that is shown of it.
type exactAnswer struct {
	*checkedQuestion
	answer *odds.Answer
	picked []int // the indices of the events that are shown
	floats bool
	within []odds.RoundSeries // the chances by the end of each round, for --rounds
}

// mostRounds is the largest value of --rounds.
const mostRounds = 1000

// wire returns the answer in the form that command line and API share.
func (x *exactAnswer) wire() *wire.ExactAnswer {
	return &wire.ExactAnswer{CheckedQuestion: *x.checkedQuestion, Answer: x.answer, Picked: x.picked, Floats: x.floats, Within: x.within}
}
