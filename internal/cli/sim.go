package cli

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"loophole/dice"
	"loophole/internal/question"
	"loophole/odds"
	"loophole/sim"
)

// simFlags are the flags of sim; odds --trials has those that it shares.
type simFlags struct {
	oddsFlags
	stderr  float64
	workers int
	bulk    bool
}

func (c *console) simCommand() *cobra.Command {
	var f simFlags
	cmd := &cobra.Command{
		Use:   "sim [RULESET PROCEDURE] [key=value ...]",
		Short: "Estimate odds by trials, where exact odds are too large",
		Long: `Play a question many times with the program's dice and say how often each event
happened, with the standard error, the 95 % interval, the number of trials, the
seed and the generator, from which the same counts can be had again.

The question is put as for odds. --stderr ends the run as soon as the standard
error of every event shown is at most that. Ctrl-C ends it with what is known,
marked as partial; the exit status is then 130.`,
		Example: `  loophole sim tideofiron attack --example worked --trials 1000000
  loophole sim tideofiron attack dice=19 level=1 --event destroyed \
      --stderr 0.001`,
		ValidArgsFunction: completeQuestion,
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.sim(cmd.Context(), args, &f)
		},
	}
	f.flags(cmd)
	f.outputFlags(cmd)
	fl := cmd.Flags()
	fl.IntVarP(&f.trials, "trials", "n", 0, "the most trials to play; "+strconv.Itoa(sim.DefaultTrials)+" if nothing is said")
	fl.Float64Var(&f.stderr, "stderr", 0, "stop when the standard error is at most this, as 0.001")
	fl.StringVar(&f.seed, "seed", "", "the seed of the dice, a whole `NUMBER`; a fresh one if nothing is said")
	fl.IntVar(&f.workers, "workers", 0, "how many goroutines play; one for each core if nothing is said")
	fl.BoolVar(&f.bulk, "bulk", false, "draw whole pools and sub-rolls from tables of their exact chances: faster, with other counts for a seed")
	registerQuestion(cmd)
	return cmd
}

func (c *console) sim(ctx context.Context, args []string, f *simFlags) error {
	q, err := c.ask(args, &f.questionFlags)
	if err != nil {
		return err
	}
	picked, err := question.Events(q.Procedure, f.events)
	if err != nil {
		return err
	}
	if err := c.allowed(ctx, q, f.strict, f.json); err != nil {
		return err
	}
	return c.sampled(ctx, q, picked, f)
}

// sampled answers a question by trials.
func (c *console) sampled(ctx context.Context, q *checkedQuestion, picked []int, f *simFlags) error {
	seed, err := seedOf(f.seed)
	if err != nil {
		return err
	}
	bar := c.progress(f.stderr > 0)
	o := sim.Options{
		Trials: f.trials, StdErr: f.stderr, Event: -1, Seed: seed, Workers: f.workers, UseAliasTables: f.bulk, Progress: bar.show,
	}
	if len(f.events) == 1 {
		o.Event = picked[0]
	}
	result, err := sim.Run(ctx, q.Question, o)
	bar.clear()
	if err != nil {
		return err
	}
	x := &estimate{checkedQuestion: q, picked: picked, result: result}
	// The account does not depend on the trials. It is left out where even a
	// look at some paths is too much.
	if steps, err := odds.Explain(context.WithoutCancel(ctx), q.Question, nil); err == nil {
		x.account = steps
	}
	switch {
	case f.json:
		err = c.json(x.wire().JSON())
	case f.csv:
		err = x.wire().CSV(c.out)
	default:
		err = c.showEstimate(x)
	}
	if err == nil && result.Partial {
		return context.Canceled
	}
	return err
}

// seedOf reads a seed, or makes a fresh one.
func seedOf(text string) (uint64, error) {
	if text == "" {
		return dice.FreshSeed(), nil
	}
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("--seed: %q is not a whole number from 0 to 18446744073709551615", text)
	}
	return seed, nil
}

// progress is a bar on the terminal, of runs that take long enough to wonder.
type progress struct {
	c     *console
	open  bool // the end is not known
	start time.Time
	bar   *progressbar.ProgressBar
}

// patience is how long a run goes on without a sign.
const patience = 600 * time.Millisecond

func (c *console) progress(open bool) *progress {
	return &progress{c: c, open: open, start: time.Now()}
}

func (p *progress) show(done, of int) {
	if p.bar == nil {
		if done >= of || time.Since(p.start) < patience || !terminal(p.c.err) {
			return
		}
		end := int64(of)
		if p.open {
			end = -1
		}
		p.bar = progressbar.NewOptions64(end,
			progressbar.OptionSetWriter(p.c.err), progressbar.OptionSetDescription("trials"),
			progressbar.OptionShowCount(), progressbar.OptionClearOnFinish(), progressbar.OptionSetWidth(30))
	}
	p.bar.Set64(int64(done))
}

func (p *progress) clear() {
	if p.bar != nil {
		p.bar.Clear()
	}
}
