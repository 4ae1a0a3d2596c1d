package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"loophole/internal/chart"
	"loophole/internal/question"
	"loophole/internal/wire"
	"loophole/odds"
)

// oddsFlags are the flags of odds that other commands do not have.
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
		Long: `Say how likely each event is, exactly, how every number is distributed, and how
the dice, target numbers and modifiers come about, each with its clause.

Words set keys of the situation; loophole explain RULESET PROCEDURE lists them.
An example (--example) comes first, then a file (--file), then the words. The
file may name the rulebook and the procedure. A question that is too large for
an exact answer is refused, with an estimate of its size; --trials answers it by
trials instead. --cost tells the size of any question beforehand.`,
		Example: `  loophole odds tideofiron attack --example worked
  loophole odds tideofiron attack dice=19 level=1 --event destroyed --json
  loophole odds --file siege.yaml level=2 --house club.yaml \
      --ruling halving=before`,
		ValidArgsFunction: completeQuestion,
		RunE:              func(cmd *cobra.Command, args []string) error { return c.odds(cmd.Context(), args, &f) },
	}
	f.flags(cmd)
	f.outputFlags(cmd)
	fl := cmd.Flags()
	fl.StringVar(&f.svg, "svg", "", "draw the chances into an SVG `FILE`")
	fl.BoolVar(&f.force, "force", false, "let --svg replace a file")
	fl.BoolVar(&f.floats, "floats", false, "calculate with float64, faster than fractions and almost as exact")
	fl.Int64Var(&f.budget, "budget", odds.DefaultBudget, "how many `RUNS` of the procedure an exact answer may take")
	fl.BoolVar(&f.cost, "cost", false, "say what an exact answer would take, and do not answer")
	fl.IntVar(&f.rounds, "rounds", 0, "say also how likely each event is by the end of round 1, 2, … `N`")
	fl.StringArrayVar(&f.from, "from", nil, "answer from the beginning of a round in which it stands so: `KEY=VALUE` words, after the round's name where there are several; may be given again; see --states")
	fl.BoolVar(&f.states, "states", false, "list the states that --from may tell, and do not answer")
	fl.IntVar(&f.trials, "trials", 0, "answer by `N` trials instead of exactly")
	fl.StringVar(&f.seed, "seed", "", "the seed of the trials, a whole `NUMBER`")
	registerQuestion(cmd)
	return cmd
}

// outputFlags adds the flags that say what is shown, and how.
func (f *oddsFlags) outputFlags(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringArrayVarP(&f.events, "event", "e", nil, "show only this event, by its `NAME`; may be given again")
	fl.BoolVar(&f.json, "json", false, "write JSON, with every digit")
	fl.BoolVar(&f.csv, "csv", false, "write a table of comma-separated values")
	cmd.MarkFlagsMutuallyExclusive("json", "csv")
}

func (c *console) odds(ctx context.Context, args []string, f *oddsFlags) error {
	q, err := c.ask(args, &f.questionFlags)
	if err != nil {
		return err
	}
	picked, err := question.Events(q.Procedure, f.events)
	if err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	if err := c.allowed(ctx, q, f.strict, f.json); err != nil {
		return err
	}
	if f.cost {
		return c.cost(ctx, q, f)
	}
	if f.states {
		return c.states(ctx, q, f)
	}
	if f.trials > 0 {
		return c.sampled(ctx, q, picked, &simFlags{oddsFlags: *f})
	}
	x, err := f.solve(ctx, q, picked)
	if err != nil {
		return err
	}
	if f.svg != "" {
		if err := c.draw(f.svg, f.force, chart.FromAnswer(x.wire())); err != nil {
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

// solve answers exactly.
func (f *oddsFlags) solve(ctx context.Context, q *checkedQuestion, picked []int) (*exact, error) {
	k, err := odds.NewSolver(ctx, q.Question, odds.Options{Floats: f.floats, Budget: f.budget})
	var large *odds.TooLargeError
	if errors.As(err, &large) && len(f.from) > 0 {
		return nil, err // Trials would begin at the beginning.
	}
	if err != nil {
		return nil, tooLarge(err, q)
	}
	if len(f.from) > 0 {
		if k, err = k.FromState(ctx, f.from); err != nil {
			return nil, notTaken(err, q)
		}
	}
	x := &exact{checkedQuestion: q, answer: k.Answer, picked: picked, floats: f.floats}
	if f.rounds > 0 {
		if len(k.Answer.Rounds) == 0 {
			return nil, fmt.Errorf("--rounds: this %s is not played in rounds; leave it out", q.Procedure.Name)
		}
		if x.within, err = k.ByRound(ctx, f.rounds, picked); err != nil {
			return nil, tooLarge(err, q)
		}
	}
	k.Close()
	return x, nil
}

// check finds flags that make no sense, alone or together.
func (f *oddsFlags) check() error {
	switch {
	case f.trials < 0:
		return fmt.Errorf("--trials: give a number of 1 or more")
	case f.budget < 1:
		return fmt.Errorf("--budget: give a number of 1 or more")
	case f.rounds < 0 || f.rounds > mostRounds:
		return fmt.Errorf("--rounds: give a number of 1 to %d", mostRounds)
	case f.cost && (f.trials > 0 || f.csv || f.svg != "" || f.rounds > 0 || len(f.from) > 0):
		return errors.New("--cost says what an exact answer takes: leave out --trials, --csv, --svg, --rounds and --from")
	case len(f.from) > 0 && f.trials > 0:
		return errors.New("--from is for exact answers: leave out --trials")
	case f.states && (f.trials > 0 || f.csv || f.json || f.svg != "" || f.rounds > 0 || len(f.from) > 0):
		return errors.New("--states lists what --from may tell: leave out --from, --trials, --rounds, --json, --csv and --svg")
	case f.rounds > 0 && f.trials > 0:
		return errors.New("--rounds is for exact answers: leave out --trials")
	case f.floats && f.trials > 0:
		return errors.New("--floats is for exact answers and --trials for estimates: give one of them")
	case f.svg != "" && f.trials > 0:
		return errors.New("--svg draws exact answers: leave out --trials, or write --csv")
	case f.seed != "" && f.trials == 0:
		return errors.New("--seed is for --trials; exact odds roll no dice")
	case f.svg != "" && !strings.EqualFold(filepath.Ext(f.svg), ".svg"):
		return fmt.Errorf("--svg: %q: a chart is an SVG file; give a name that ends in .svg", f.svg)
	case f.svg != "" && !f.force && exists(f.svg):
		return fmt.Errorf("--svg: %s is there already; --force replaces it", f.svg)
	}
	return nil
}

// notTaken says why a question is not taken up where --from says.
func notTaken(err error, q *checkedQuestion) error {
	var unclear *odds.StateError
	if !errors.As(err, &unclear) {
		return engine(err)
	}
	var list []error
	for _, line := range strings.Split(unclear.Error(), "\n") {
		list = append(list, fmt.Errorf("--from: %s", line))
	}
	return fmt.Errorf("%w\nits states:  %s", errors.Join(list...), sameQuestion("odds", q)+" --states")
}

// tooLarge adds to a refusal of the exact engine what to type instead.
func tooLarge(err error, q *checkedQuestion) error {
	var large *odds.TooLargeError
	if !errors.As(err, &large) {
		return engine(err)
	}
	return fmt.Errorf("%w\nby trials:  %s", err, sameQuestion("sim", q))
}

// exact is an exact answer that is to be shown.
type exact struct {
	*checkedQuestion
	answer *odds.Answer
	picked []int // events
	floats bool
	within []odds.RoundSeries
}

// mostRounds bounds the rounds that are shown.
const mostRounds = 1000

// wire is the answer as the API answers it too.
func (x *exact) wire() *wire.ExactAnswer {
	return &wire.ExactAnswer{CheckedQuestion: *x.checkedQuestion, Answer: x.answer, Picked: x.picked, Floats: x.floats, Within: x.within}
}
