package cli

import (
	"cmp"
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

// simFlags are the flags of sim. odds --trials uses them too, with the flags that it has.
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
		Short: "Estimate odds by trials",
		Long: `Estimate odds by trials, for questions whose exact odds are too large. Show for each event
its frequency, standard error and 95 % interval. The same number of trials, seed and
generator give the same counts.

Ask the question as for loophole odds. --stderr ends the run when the standard error of
every event shown is small enough. Ctrl-C ends it and prints the estimate so far, marked
as partial, with exit status 130.`,
		Example: `  loophole sim tideofiron attack --example worked --trials 1000000
  loophole sim tideofiron attack dice=19 level=1 --event destroyed \
      --stderr 0.001`,
		ValidArgsFunction: completeQuestion,
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.sim(cmd, args, &f)
		},
	}
	f.flags(cmd)
	f.outputFlags(cmd)
	fl := cmd.Flags()
	fl.IntVarP(&f.trials, "trials", "n", 0, "play at most `N` trials (default "+strconv.Itoa(sim.DefaultTrials)+")")
	fl.Float64Var(&f.stderr, "stderr", 0, "stop when the standard error is at most `E`, such as 0.001")
	fl.StringVar(&f.seed, "seed", "", "the seed of the dice, a whole `NUMBER` (default a random one)")
	fl.IntVar(&f.workers, "workers", 0, "play in this `NUMBER` of goroutines (default one for each core)")
	fl.BoolVar(&f.bulk, "bulk", false, "draw whole pools and subrolls from tables of their exact chances: faster, but other counts for the same seed")
	registerQuestion(cmd)
	return cmd
}

// sim estimates the answer to the question of the arguments.
func (c *console) sim(cmd *cobra.Command, args []string, f *simFlags) error {
	ctx := cmd.Context()
	q, err := c.ask(args, &f.questionFlags)
	if err != nil {
		return err
	}
	picked, err := question.Events(q.Procedure, f.events)
	if err != nil {
		return err
	}
	if cmd.Flags().Changed("trials") && f.trials < 1 {
		return fmt.Errorf("--trials %d: give a number of 1 or more", f.trials)
	}
	if !(f.stderr >= 0 && f.stderr < 1) { // true for NaN too
		return fmt.Errorf("--stderr %v: give a number between 0 and 1, such as 0.001", f.stderr)
	}
	if err := checkWorkers(f.workers); err != nil {
		return err
	}
	if err := c.checkLegal(ctx, q, f.strict, f.json); err != nil {
		return err
	}
	return c.runTrials(ctx, q, picked, f)
}

// runTrials estimates the answer to a question and prints it.
func (c *console) runTrials(ctx context.Context, q *checkedQuestion, picked []int, f *simFlags) error {
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
	// The explanation does not depend on the trials. It is left out if even that is too large.
	if steps, err := odds.Explain(context.WithoutCancel(ctx), q.Question, nil); err == nil {
		x.explanation = steps
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

// seedOf reads a seed, or returns a random one for "".
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

// progress is a progress bar for runs that take longer than patience.
type progress struct {
	c     *console
	open  bool   // the number of trials is unknown
	what  string // what is counted; trials if empty
	start time.Time
	bar   *progressbar.ProgressBar
}

// patience is how long a run takes before its bar appears.
const patience = 600 * time.Millisecond

// progress returns a bar that is not shown yet.
func (c *console) progress(open bool) *progress {
	return &progress{c: c, open: open, start: time.Now()}
}

// show shows the bar if the run has taken longer than patience, on a terminal only.
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
			progressbar.OptionSetWriter(p.c.err), progressbar.OptionSetDescription(cmp.Or(p.what, "trials")),
			progressbar.OptionShowCount(), progressbar.OptionClearOnFinish(), progressbar.OptionSetWidth(30))
	}
	p.bar.Set64(int64(done))
}

// clear removes the bar.
func (p *progress) clear() {
	if p.bar != nil {
		p.bar.Clear()
	}
}
