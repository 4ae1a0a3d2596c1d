package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"loophole/balance"
	"loophole/game"
	"loophole/internal/balancepage"
	"loophole/policy"
	"loophole/rulesets"
	"loophole/scenario"
)

// balanceOptions are those of a study of several series.
func (f *selfplayFlags) balanceOptions() (o balance.Options, err error) {
	o = balance.Options{Games: f.games, Workers: f.workers}
	o.Seed, err = seedOf(f.seed)
	return o, err
}

// balanceReport plays the games of a designer's report and writes it.
func (c *console) balanceReport(ctx context.Context, args []string, f *selfplayFlags) error {
	instance, err := c.newInstance(args, &f.gameFlags)
	if err != nil {
		return err
	}
	list, err := listedPolicies(f.policyList)
	if err != nil {
		return err
	}
	names, err := f.players(instance, list[len(list)-1])
	if err != nil {
		return err
	}
	o, err := f.balanceOptions()
	if err != nil {
		return err
	}
	if err := c.prepareAll(append(list, names[:]...), instance); err != nil {
		return err
	}
	c.announceFit(instance)
	bar := c.progress(false)
	bar.what = "games"
	o.Progress = bar.forward()
	r, err := balance.NewReport(ctx, instance, list, names, o)
	bar.clear()
	if err != nil {
		return err
	}
	switch {
	case f.json:
		err = c.json(r)
	case f.html != "":
		err = writeFile(f.html, f.force, func(w *strings.Builder) error { return balancepage.WriteReport(w, r) })
	default:
		err = c.showReport(r)
	}
	if err == nil && f.save != "" {
		err = c.writeSample(ctx, instance, names, f, o.Seed)
	}
	return err
}

// listedPolicies reads a list of policies. Each is named once.
func listedPolicies(text string) ([]string, error) {
	var list []string
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		if _, err := policy.New(name); err != nil {
			return nil, fmt.Errorf("--policies: %w", err)
		}
		if index(list, name) >= 0 {
			return nil, fmt.Errorf("--policies: %s is named twice", name)
		}
		list = append(list, name)
	}
	return list, nil
}

// prepareAll fits the model that policies need, and says so.
func (c *console) prepareAll(names []string, f *game.Instance) error {
	for _, name := range names {
		x, err := policy.New(name)
		if err == nil {
			err = c.prepare(x, f)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// fittingEach is printed before a table whose policies need a model.
const fittingEach = "The policy fits a model for each value, once. Each takes from a few seconds to a minute."

// vary plays a series for each value of --vary and writes a table.
func (c *console) vary(ctx context.Context, args []string, f *selfplayFlags) error {
	var axes []balance.Axis
	for _, text := range f.vary {
		a, err := balance.ParseAxis(text)
		if err != nil {
			return fmt.Errorf("--vary %w", err)
		}
		axes = append(axes, a)
	}
	if len(axes) > balance.MostAxes {
		return fmt.Errorf("--vary is given %d times: give it once or twice", len(axes))
	}
	base, instance, err := c.baseOf(args, f)
	if err != nil {
		return err
	}
	names, err := f.players(instance, "cautious")
	if err != nil {
		return err
	}
	o, err := f.balanceOptions()
	if err != nil {
		return err
	}
	if o.KeepLuck = f.keepsLuck(names); !o.KeepLuck {
		c.announceFit(instance)
	}
	keepModels()
	for _, name := range names {
		if x, _ := policy.New(name); x != nil {
			if _, fits := x.(policy.Preparer); fits {
				fmt.Fprintln(c.err, fittingEach)
				break
			}
		}
	}
	bar := c.progress(false)
	bar.what = "games"
	o.Progress = bar.forward()
	t, err := balance.Vary(ctx, base, axes, names, o)
	bar.clear()
	if err != nil {
		return fmt.Errorf("--vary: %w", err)
	}
	switch {
	case f.json:
		return c.json(t)
	case f.html != "":
		return writeFile(f.html, f.force, func(w *strings.Builder) error { return balancepage.WriteTable(w, t) })
	}
	return c.showTable(t)
}

// baseOf returns the scenario of the arguments with the house rules of the flags, to be varied.
func (c *console) baseOf(args []string, f *selfplayFlags) (*balance.Base, *game.Instance, error) {
	b, err := c.scenarioOf(args)
	if err != nil {
		return nil, nil, err
	}
	instance, err := c.setUp(b, &f.gameFlags)
	if err != nil {
		return nil, nil, err
	}
	given, err := c.settings(instance.Game.Rules, &f.questionFlags)
	return &balance.Base{Game: instance.Game, Scenario: b, House: given, Strict: f.strict}, instance, err
}

// allJSON is a scenario of --all, as JSON.
type allJSON struct {
	Ruleset  string        `json:"ruleset"`
	Scenario string        `json:"scenario"`
	Sides    [2]string     `json:"sides"`
	Policies [2]string     `json:"policies"`
	Seed     string        `json:"seed"`
	Score    balance.Score `json:"score"`
	Uneven   bool          `json:"outside"` // the score is outside 35 to 65 %
}

// balanceAll plays a series of every bundled scenario, or of those of a rulebook.
func (c *console) balanceAll(ctx context.Context, args []string, f *selfplayFlags) error {
	list := scenario.Bundled()
	if len(args) == 1 {
		r, err := rulesets.Find(args[0])
		if err != nil {
			return err
		}
		list = scenario.ForRuleset(r.ID)
	}
	if f.house != "" || len(f.sets) > 0 || len(f.rulings) > 0 {
		return errors.New("--all plays the published rules of several rulebooks: leave out --house, --set and --ruling")
	}
	for _, p := range f.policies {
		if strings.Contains(p, "=") {
			return fmt.Errorf("--policy %s: with --all, name a policy for both sides", p)
		}
	}
	o, err := f.balanceOptions()
	if err != nil {
		return err
	}
	var rows []allJSON
	for _, b := range list {
		instance, err := c.setUp(b, &f.gameFlags)
		if err != nil {
			return err
		}
		names, err := f.players(instance, "sergeant")
		if err != nil {
			return err
		}
		o.KeepLuck = f.keepsLuck(names)
		bar := c.progress(false)
		bar.what = "games"
		o.Progress = bar.forward()
		s, err := balance.Play(ctx, instance, names, o)
		bar.clear()
		if err != nil {
			return fmt.Errorf("%s: %w", b, err)
		}
		x := allJSON{Ruleset: b.Ruleset, Scenario: b.Name, Policies: names, Seed: fmt.Sprint(o.Seed),
			Score: balance.ScoreOf(s)}
		x.Sides, x.Uneven = [2]string{string(instance.Sides[0]), string(instance.Sides[1])}, x.Score.Uneven()
		rows = append(rows, x)
		if !f.json {
			if err := c.showScenario(&x, len(rows) == 1); err != nil {
				return err
			}
		}
	}
	if f.json {
		return c.json(rows)
	}
	return c.showScenarios(rows)
}

// writeSample writes the record of a typical game.
func (c *console) writeSample(ctx context.Context, instance *game.Instance, names [2]string, f *selfplayFlags,
	seed uint64) error {
	if err := c.prepareAll(names[:], instance); err != nil {
		return err
	}
	var text strings.Builder
	bar := c.progress(false)
	bar.what = "games"
	s, err := balance.WriteSample(ctx, &text, instance, names, version(), balance.Options{Seed: seed, Progress: bar.show})
	bar.clear()
	if err != nil {
		return err
	}
	if err := writeText(f.save, f.force, text.String()); err != nil {
		return err
	}
	if f.json { // Standard output holds JSON alone.
		return nil
	}
	p := c.page()
	p.Text(0, fmt.Sprintf("%s has a typical game of %d: %d actions, seed %d; %s.", f.save, s.Of, s.Actions, s.Seed,
		instance.Verdict(s.End)))
	return p.Flush()
}

// writeFile writes a new file, or replaces one, once its whole text is there.
func writeFile(name string, replace bool, write func(*strings.Builder) error) error {
	var b strings.Builder
	if err := write(&b); err != nil {
		return err
	}
	return writeText(name, replace, b.String())
}

// writeText writes a new file, or replaces one.
func writeText(name string, replace bool, text string) error {
	f, err := create(name, replace)
	if err != nil {
		return err
	}
	_, err = io.WriteString(f, text)
	return errors.Join(err, f.Close())
}
