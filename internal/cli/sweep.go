package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/gofrs/flock"
	"github.com/spf13/cobra"

	"loophole/internal/balancepage"
	"loophole/scenario"
	"loophole/sweep"
)

// sweepFlags are the flags of sweep and sweep merge.
type sweepFlags struct {
	out     string
	workers int
	shard   string
	force   bool
	csv     bool
	json    bool
	partial bool

	coordinate coordinateFlags
}

// outputFlags adds the flags --csv and --json.
func (f *sweepFlags) outputFlags(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.BoolVar(&f.csv, "csv", false, "write a table of comma-separated values")
	fl.BoolVar(&f.json, "json", false, "write the result as JSON")
	oneOf(cmd, "csv", "json")
}

func (c *console) sweepCommand() *cobra.Command {
	var f sweepFlags
	cmd := &cobra.Command{
		Use:   "sweep FILE",
		Short: "Play series and answer questions over many values",
		Long: `Compute the series of games and the exact answers that a sweep file describes: scenarios
and questions, the values that vary, and pairs of policies (docs/sweeps.md). Print the
score of the first side in each cell, with its standard error.

With --out the result is kept in a file while it grows. Ctrl-C and SIGTERM keep what is
finished, and the same command continues. The result does not depend on the number of workers or on
interruptions. --shard computes a part, for another machine or job; loophole sweep merge
joins the parts to the result of one machine, to the byte.`,
		Example: `  loophole sweep rounds.yaml --out rounds.json
  loophole sweep rounds.yaml --out part3.json --shard 3/40
  loophole sweep merge part*.json -o rounds.json
  loophole sweep report rounds.json -o rounds.html`,
		Args: exactly("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error { return c.sweep(cmd.Context(), args[0], &f) },
	}
	fl := cmd.Flags()
	fl.StringVarP(&f.out, "out", "o", "", "keep the result in this `FILE`, and continue from it")
	fl.IntVar(&f.workers, "workers", 0, "compute in this `NUMBER` of goroutines (default one for each core)")
	fl.StringVar(&f.shard, "shard", "", "compute one `PART` of several, such as 3/40")
	f.outputFlags(cmd)
	c.addCoordinate(cmd, &f.coordinate)
	cmd.AddCommand(c.sweepMergeCommand(), c.sweepReportCommand())
	return cmd
}

func (c *console) sweepMergeCommand() *cobra.Command {
	var f sweepFlags
	cmd := &cobra.Command{
		Use:   "merge FILE ...",
		Short: "Join results of parts of a sweep",
		Long: `Join results of one sweep that parts, machines or jobs computed. Results of different sweeps,
rules or versions of the program are an error, as are parts that contradict each other.

If shards are missing, the command writes the others, names the missing ones and ends with
exit status 4. --partial makes it 0.`,
		Example: "  loophole sweep merge part*.json -o rounds.json",
		Args:    atLeastOne("FILE"),
		RunE:    func(_ *cobra.Command, args []string) error { return c.sweepMerge(args, &f) },
	}
	cmd.Flags().StringVarP(&f.out, "out", "o", "", "write the joined result into a new `FILE`")
	cmd.Flags().BoolVar(&f.force, "force", false, "let --out replace a file")
	cmd.Flags().BoolVar(&f.partial, "partial", false, "accept missing shards")
	f.outputFlags(cmd)
	return cmd
}

func (c *console) sweepReportCommand() *cobra.Command {
	var out string
	var force bool
	cmd := &cobra.Command{
		Use:   "report RESULT",
		Short: "Write the result of a sweep as an HTML file",
		Long: `Write the result of a sweep as one HTML file with tables and charts. The file loads nothing.
Tables of more than a few hundred rows are shown page by page, by a script within the file.`,
		Example: "  loophole sweep report rounds.json -o rounds.html",
		Args:    exactly("RESULT"),
		RunE: func(_ *cobra.Command, args []string) error {
			if out == "" {
				return errors.New("sweep report: add -o FILE.html")
			}
			r, err := readResult(args[0])
			if err != nil {
				return err
			}
			return writeFile(out, force, func(w *strings.Builder) error { return balancepage.WriteSweep(w, r) })
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", "", "write this new `FILE`")
	cmd.Flags().BoolVar(&force, "force", false, "let --out replace a file")
	return cmd
}

// part reads --shard.
func (f *sweepFlags) part() (part, parts int, err error) {
	if f.shard == "" {
		return 1, 1, nil
	}
	one, all, ok := strings.Cut(f.shard, "/")
	part, err1 := strconv.Atoi(one)
	parts, err2 := strconv.Atoi(all)
	if !ok || err1 != nil || err2 != nil || part < 1 || part > parts || parts > sweep.MostShards {
		return 0, 0, fmt.Errorf("--shard %s: give a part and the number of parts, from 1/40 to 40/40", f.shard)
	}
	if f.out == "" && !f.json {
		return 0, 0, errors.New("--shard computes a part to be merged: add --out FILE.json")
	}
	return part, parts, nil
}

// sweep runs a sweep.
func (c *console) sweep(ctx context.Context, file string, f *sweepFlags) error {
	if err := checkWorkers(f.workers); err != nil {
		return err
	}
	part, parts, err := f.part()
	if err != nil {
		return err
	}
	if f.coordinate.wanted {
		if c.cluster == nil {
			return fmt.Errorf("--coordinate: %w", errNoCluster)
		}
		if err := f.coordinate.check(file); err != nil {
			return err
		}
	}
	plan, bundle, err := c.sweepPlan(file)
	if err != nil {
		return err
	}
	start := plan.Result()
	keep := &keeper{file: f.out}
	if f.out != "" {
		free, err := lockSweep(f.out)
		if err != nil {
			return err
		}
		defer free()
		if start, err = keptSweep(f.out, start); err != nil {
			return err
		}
	}
	keepModels()
	ctx, stop := terminated(ctx)
	defer stop()
	if f.coordinate.wanted {
		f.coordinate.Bundle = bundle
		err := c.coordinate(ctx, f, plan, start, keep)
		return c.interruptedSweep(f, err)
	}
	bar := c.sweepProgress(start.Name)
	r, err := plan.Run(ctx, start, sweep.Options{Workers: f.workers, Part: part, Parts: parts,
		Done: func(r *sweep.Result, done, all int) error {
			bar.show(done, all)
			return keep.saveIfDue(r)
		}})
	bar.clear()
	if r == nil {
		return err
	}
	if kept := keep.save(r); kept != nil {
		return kept
	}
	if err != nil {
		return c.interruptedSweep(f, err)
	}
	return c.showSweep(r, f, parts)
}

// interruptedSweep prints how to continue a sweep, if its error is an interrupt. It returns the error.
func (c *console) interruptedSweep(f *sweepFlags, err error) error {
	kept := f.out
	if kept == "" && f.coordinate.wanted && f.coordinate.URL == "" {
		kept = f.coordinate.Folder
	}
	if kept != "" && errors.Is(err, context.Canceled) {
		fmt.Fprintf(c.err, "%s keeps what is finished; the same command continues\n", kept)
	}
	return err
}

// terminated returns a context that SIGTERM cancels too, since queues and service managers send it. A
// second signal ends the process.
func terminated(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// sweepPlan reads a sweep file, and bundles it with its scenario files, which lie beside it.
func (c *console) sweepPlan(file string) (*sweep.Plan, *SweepBundle, error) {
	r, shown, err := c.open(file)
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	b := &SweepBundle{Name: shown}
	var text strings.Builder
	plan, err := sweep.Read(shown, io.TeeReader(r, &text), func(ruleset, name string) (*scenario.Scenario, error) {
		at, ending := name, filepath.Ext(name)
		if slices.Contains([]string{".yaml", ".yml", ".json"}, ending) && !filepath.IsAbs(name) && file != "-" {
			at = filepath.Join(filepath.Dir(file), name)
		}
		words := []string{ruleset, at}
		if ruleset == "" {
			words = words[1:]
		}
		s, err := c.scenarioOf(words)
		if err == nil && !slices.Contains(scenario.Bundled(), s) {
			b.Scenarios = append(b.Scenarios, ScenarioFile{Ruleset: ruleset, Name: name, Shown: at, Text: s.FileText()})
		}
		return s, err
	}, version())
	b.Text = text.String()
	return plan, b, err
}

// lockSweep locks the file of a result, so that one program at a time writes it.
func lockSweep(file string) (free func(), err error) {
	lock := flock.New(file + ".lock")
	got, err := lock.TryLock()
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s cannot be locked: %w", file, err)
	case !got:
		return nil, fmt.Errorf("another loophole process writes %s: give another file with --out", file)
	}
	return func() { lock.Close() }, nil
}

// keptSweep returns a result from which a sweep continues: start, with the games of the file if there is one.
func keptSweep(file string, start *sweep.Result) (*sweep.Result, error) {
	if !exists(file) {
		return start, nil
	}
	r, err := readResult(file)
	if err != nil {
		return nil, err
	}
	if r, err = sweep.Merge(start, r); err != nil {
		return nil, fmt.Errorf("%s: %w\ngive another file with --out, or remove this one", file, err)
	}
	return r, nil
}

func readResult(file string) (*sweep.Result, error) {
	r, err := openFile(file)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return sweep.ReadResult(file, r)
}

// A keeper writes a growing result into a file.
type keeper struct {
	file string // empty: nowhere
	next time.Time
}

// keepEvery is the least time between two writes.
const keepEvery = time.Second

// saveIfDue writes the result if the last write is long enough ago, so that writing takes at most
// a twentieth of the time.
func (k *keeper) saveIfDue(r *sweep.Result) error {
	began := time.Now()
	if began.Before(k.next) {
		return nil
	}
	err := k.save(r)
	k.next = time.Now().Add(max(keepEvery, 20*time.Since(began)))
	return err
}

// save replaces the file in one step, so that it is whole at every moment.
func (k *keeper) save(r *sweep.Result) error {
	if k.file == "" {
		return nil
	}
	f, err := os.CreateTemp(filepath.Dir(k.file), filepath.Base(k.file)+".part")
	if err != nil {
		return err
	}
	err = errors.Join(r.Write(f), f.Chmod(0o644), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), k.file)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// sweepMerge joins results.
func (c *console) sweepMerge(files []string, f *sweepFlags) error {
	var all *sweep.Result
	for _, file := range files {
		r, err := readResult(file)
		if err == nil && all != nil {
			r, err = sweep.Merge(all, r)
			if err != nil {
				err = fmt.Errorf("%s: %w", file, err)
			}
		}
		if err != nil {
			return err
		}
		all = r
	}
	if f.out != "" {
		err := writeFile(f.out, f.force, func(w *strings.Builder) error { return all.Write(w) })
		if err != nil {
			return err
		}
	}
	return c.showSweep(all, f, 1)
}

// showSweep prints a result in the form of the flags, and what is missing.
func (c *console) showSweep(r *sweep.Result, f *sweepFlags, parts int) error {
	var err error
	switch {
	case f.csv:
		err = r.WriteCSV(c.out)
	case f.json:
		err = r.Write(c.out)
	case parts > 1:
		_, err = fmt.Fprintf(c.out, "%s has part %s\n", f.out, f.shard)
	default:
		err = c.showSweepTables(r)
	}
	if n, _ := r.Missing(); err == nil && n > 0 && parts == 1 {
		if !f.partial {
			return &failure{statusIncomplete, errors.New(missingText(r))}
		}
		_, err = fmt.Fprintln(c.err, missingText(r))
	}
	return err
}
