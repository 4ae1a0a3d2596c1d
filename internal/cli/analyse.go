package cli

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"loophole/analysis"
	"loophole/game"
	"loophole/internal/analysispage"
	"loophole/internal/format"
	"loophole/internal/wire"
	"loophole/policy"
	"loophole/rule"
	"loophole/scenario"
)

// mostAnalysisPositions is the largest value of --positions of an analysis, which may solve from each decision.
const mostAnalysisPositions = 50_000

// turningPoints is how many turning points a report shows.
const turningPoints = 6

func (c *console) analyseCommand() *cobra.Command {
	all, asJSON, force, file, positions := false, false, false, "", analysis.DefaultPositions
	cmd := &cobra.Command{
		Use:   "analyse RECORD",
		Short: "Separate luck from play in the record of a game",
		Long: `Read the record of a game and work out, from the exact odds of every action, how much
of the result was luck and how much each side gave up by its decisions. Numbers are
points of winning chance: a roll that brings a side from 40 % to 55 % is 15 points of
luck for that side.

The luck-adjusted result is unbiased, even if positions are estimated badly. What a
side gave up depends on these estimates. They come from a model that self-play fits.
For the last actions of a game they are often solved, and then exact: more
--positions solve more of them, and take more time and memory.

The first analysis of a scenario of your own fits its model, which takes a few seconds
to a minute. The model is kept in the cache folder of the user.`,
		Example: `  loophole analyse game.jsonl
  loophole analyse game.jsonl --all
  loophole analyse game.jsonl --positions 20000
  loophole analyse game.jsonl --html luck.html`,
		Args: exactly("RECORD"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkAnalysisFile(file, asJSON, force); err != nil {
				return err
			}
			if positions < 1 || positions > mostAnalysisPositions {
				return fmt.Errorf("--positions %d: give a number from 1 to %s", positions, format.Count(mostAnalysisPositions))
			}
			m, _, err := c.matchAt(args[0], cmd, 0)
			if err != nil {
				return err
			}
			if _, resigned := m.Resigned(); m.ActionCount() == 0 && !resigned {
				return fmt.Errorf("%s has no action yet: there is nothing to analyse", args[0])
			}
			keepModels()
			bar := c.progress(false)
			bar.what = "actions"
			r, err := analysis.Analyse(cmd.Context(), m, analysis.Options{
				Models: &policy.Models, Start: scenario.StartChance(m.Instance), SolvePositions: positions, Progress: bar.show,
			})
			bar.clear()
			if err != nil {
				return err
			}
			x := wire.AnalysisOf(r, turningPoints)
			x.Played(m.Header)
			switch {
			case asJSON:
				return c.json(x)
			case file != "":
				return writeAnalysisFile(file, force, &x)
			}
			return c.showAnalysis(r, args[0], all)
		},
	}
	fl := cmd.Flags()
	fl.BoolVar(&all, "all", false, "list every action, not only the turning points")
	fl.BoolVar(&asJSON, "json", false, "write JSON")
	fl.IntVar(&positions, "positions", positions, "visit at most this `NUMBER` of positions to solve the end")
	fl.StringVar(&file, "html", "", "write one HTML `FILE` to share, which needs no server and no script")
	fl.BoolVar(&force, "force", false, "let --html replace a file")
	return cmd
}

// checkAnalysisFile checks the flag --html before anything is calculated.
func checkAnalysisFile(file string, asJSON, force bool) error {
	switch {
	case file == "":
		return nil
	case asJSON:
		return errors.New("--html writes a page and --json data: leave out one of them")
	case !strings.EqualFold(filepath.Ext(file), ".html"):
		return fmt.Errorf("--html: %q: give a name that ends in .html", file)
	case !force && exists(file):
		return fmt.Errorf("--html: %s exists already; --force replaces it", file)
	}
	return nil
}

// writeAnalysisFile writes an analysis as an HTML file.
func writeAnalysisFile(name string, replace bool, x *wire.Analysis) error {
	var b bytes.Buffer
	if err := analysispage.Write(&b, x); err != nil {
		return err
	}
	f, err := create(name, replace)
	if err != nil {
		return err
	}
	_, err = f.Write(b.Bytes())
	return errors.Join(err, f.Close())
}

// keepModels stores fitted models in the user's cache folder. Several commands can run in one process.
var keepModels = sync.OnceFunc(func() {
	if dir, err := os.UserCacheDir(); err == nil {
		policy.Models.Folder = filepath.Join(dir, "loophole", "models")
	}
})

func (c *console) showAnalysis(r *analysis.Report, name string, all bool) error {
	p := c.page()
	f := r.Instance
	p.Head("%s %s: %s", f.Game.Rules.ID, f.Scenario, name)
	end := "The game is not over."
	if r.Status.Over {
		end = f.Verdict(r.Status)
		end = strings.ToUpper(end[:1]) + end[1:] + "."
	}
	p.Text(2, end)
	p.Line("  %-22s %s %s, %s %s", "at the start", f.Sides[0], wire.WinChance(r.Start), f.Sides[1], wire.WinChance(1-r.Start))
	p.Line("  %-22s %s %s, %s %s", map[bool]string{true: "result", false: "chances now"}[r.Status.Over], f.Sides[0], wire.WinChance(r.End), f.Sides[1], wire.WinChance(1-r.End))
	p.Line("  %-22s %s %s, %s %s", "adjusted for luck", f.Sides[0], wire.WinChance(r.Adjusted()), f.Sides[1], wire.WinChance(1-r.Adjusted()))
	if why := wire.OutsideSays(r.Adjusted()); why != "" {
		p.Text(2, why)
	}
	p.Gap()
	c.analysisTable(p, r)
	p.Text(2, wire.SumsSay)
	p.Gap()
	list, head := r.TurningPoints(turningPoints), "Turning points"
	if all {
		head = "All actions"
		list = list[:0]
		for i := range r.Steps {
			list = append(list, &r.Steps[i])
		}
	}
	p.Head("%s", head)
	if len(list) == 0 {
		p.Text(2, "No action changed a chance to win by 3 points.")
	}
	for _, s := range list {
		showStep(p, r, s)
	}
	showFaces(p, r)
	p.Gap()
	p.Text(0, wire.AnalysisBasis(r))
	return p.Flush()
}

func (c *console) analysisTable(p *format.Page, r *analysis.Report) {
	f := r.Instance
	row := func(what string, of func(s *analysis.Summary) string) {
		p.Line("  %-36s %12s %12s", what, of(&r.Sides[0]), of(&r.Sides[1]))
	}
	p.Line("  %-36s %12s %12s", "", shortSide(f.Sides[0]), shortSide(f.Sides[1]))
	row("decisions (not forced)", func(s *analysis.Summary) string { return fmt.Sprint(s.Decisions) })
	row("best, or less than 2 points below", func(s *analysis.Summary) string { return fmt.Sprint(s.Grades[analysis.Good] + s.Grades[analysis.Fair]) })
	row("doubtful (2 to 5 points given up)", func(s *analysis.Summary) string { return fmt.Sprint(s.Grades[analysis.Doubtful]) })
	row("bad (5 to 10)", func(s *analysis.Summary) string { return fmt.Sprint(s.Grades[analysis.Bad]) })
	row("very bad (more than 10)", func(s *analysis.Summary) string { return fmt.Sprint(s.Grades[analysis.VeryBad]) })
	row("given up, total", func(s *analysis.Summary) string { return wire.PointsOf(-s.Given) })
	row("given up, each decision", func(s *analysis.Summary) string { return wire.PointsOf(-s.Given / float64(max(1, s.Decisions))) })
	row("luck, total", func(s *analysis.Summary) string { return wire.PointsOf(s.Luck) })
	p.Line("  %-36s %12s %12s", "the model's corrections, total", wire.PointsOf(r.Corrections()), wire.PointsOf(-r.Corrections()))
	row("lucky actions (more than 10 points)", func(s *analysis.Summary) string { return fmt.Sprint(s.Lucky) })
	row("unlucky actions (less than −10)", func(s *analysis.Summary) string { return fmt.Sprint(s.Unlucky) })
}

// shortSide returns the name of a side, cut to the width of a column.
func shortSide(s rule.Side) string {
	if r := []rune(s); len(r) > 12 {
		return string(r[:11]) + "…"
	}
	return string(s)
}

// showStep shows an action: what it gave up and what would have been better, or how lucky it was.
func showStep(p *format.Page, r *analysis.Report, s *analysis.Step) {
	f := r.Instance
	own := func(v float64) float64 {
		if s.Side == 1 {
			return 1 - v
		}
		return v
	}
	luck := s.Luck
	if s.Side == 1 {
		luck = -luck
	}
	said := wire.Resigns(f.Sides[s.Side])
	if !s.Resigned {
		said = f.FormatAction(s.Action)
	}
	for i, line := range format.Wrap(fmt.Sprintf("%s: %s", f.Sides[s.Side], said), p.Width()-9) {
		if i == 0 {
			p.Line("  %3d  %s", s.Number, line)
		} else {
			p.Line("         %s", line)
		}
	}
	note := fmt.Sprintf("%s before, %s expected, %s after", wire.WinChance(own(s.Before)), wire.WinChance(own(s.Expected)), wire.WinChance(own(s.After)))
	if math.Abs(luck) >= 0.005 {
		note += fmt.Sprintf("; luck %s", wire.PointsOf(luck))
	}
	if p.Text(7, note); s.Recorded != s.Number && !s.Resigned {
		p.Text(7, fmt.Sprintf("In the record this is action %d, because undone actions count there.", s.Recorded))
	}
	if s.Forced {
		p.Text(7, "Nothing else was legal.")
	}
	for i := range s.Parts {
		showDecision(p, f, &s.Parts[i])
	}
	switch {
	case s.Given < 0.01:
		return
	case s.Resigned:
		p.Text(7, fmt.Sprintf("%s, %s", s.Grade, wire.PointsOf(-s.Given)))
		return
	case s.Better == s.Action:
		return
	}
	p.Text(7, fmt.Sprintf("%s, %s. Better: %s (%s to win instead of %s)", s.Grade, wire.GivenSays(s.Given, s.GivenWithin()), f.FormatAction(s.Better), wire.WinChance(own(s.Best)), wire.WinChance(own(s.Expected))))
	if s.Reason != nil {
		p.Text(7, wire.ReasonSays(f, s.Reason))
		if odds := wire.EventsSay(wire.WeighedEvents(f, s.Reason)); odds != "" {
			p.Text(7, "Its odds: "+odds+".")
		}
	}
}

// showDecision shows a decision within an action that gave up a point or more.
func showDecision(p *format.Page, f *game.Instance, x *analysis.Part) {
	e := f.SpokenEntry(x.Entry)
	if x.Given < 0.01 || e.Value >= len(e.Options) {
		return
	}
	says := fmt.Sprintf("%s decided: %s, %s (%s).", game.Capital(f.Sides[x.Side].Called()), e.Options[e.Value], wire.PointsOf(-x.Given), e.Text)
	if x.Better != e.Value {
		best := x.Best
		if x.Side == 1 {
			best = 1 - best
		}
		says += fmt.Sprintf(" Better: %s (%s to win)", e.Options[x.Better], wire.WinChance(best))
	}
	p.Text(7, says)
}

func showFaces(p *format.Page, r *analysis.Report) {
	if len(r.Faces) == 0 {
		return
	}
	p.Gap()
	p.Head("Dice")
	for _, c := range r.Faces {
		line := fmt.Sprintf("%-12s %d × D%d, mean %.2f (%.2f is to be expected), p = %s", r.Instance.Sides[c.Side], c.Rolled, len(c.Counts), c.Mean, float64(len(c.Counts)+1)/2, wire.PValueOf(c.MeanP))
		if c.PValue < 1 {
			line += "; faces p = " + wire.PValueOf(c.PValue)
		}
		p.Text(2, line)
	}
	p.Text(2, wire.DiceTests)
	p.Text(2, wire.DiceSay)
}
