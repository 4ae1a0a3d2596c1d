package balance

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"loophole/game"
	"loophole/rule"
	"loophole/scenario"
)

// An Axis is a value of the set-up or of the house rules, by its path, with the values that it
// takes in turn.
type Axis struct {
	Path   string   `json:"path"` // "setup.teams.guards.men", "facts.hit.close", "rulings.halving"
	Values []string `json:"values"`
}

// MostAxes and MostCells are the largest numbers of axes and of cells, each a series, of a table.
const (
	MostAxes  = 2
	MostCells = 100
)

// ParseAxis reads PATH=VALUES, where the values are a range of whole numbers, such as 3..8, or a
// list, such as before,after. The error says what is expected.
func ParseAxis(text string) (Axis, error) {
	path, values, ok := strings.Cut(text, "=")
	a := Axis{Path: strings.TrimSpace(path)}
	if !ok || a.Path == "" || values == "" {
		return a, fmt.Errorf("%q: give PATH=VALUES, as setup.rounds=3..8 or rulings.NAME=a,b; a file needs quotes around values with commas", text)
	}
	if low, high, ok := strings.Cut(values, ".."); ok {
		from, err1 := strconv.Atoi(low)
		to, err2 := strconv.Atoi(high)
		switch {
		case err1 != nil || err2 != nil:
			return a, fmt.Errorf("%q: a range is two whole numbers, as 3..8", text)
		case to < from:
			return a, fmt.Errorf("%q: %d is less than %d: write %s=%d..%d", text, to, from, a.Path, to, from)
		case to-from >= MostCells:
			return a, fmt.Errorf("%q: %d values are too many: a table has at most %d cells", text, to-from+1, MostCells)
		}
		for v := from; v <= to; v++ {
			a.Values = append(a.Values, strconv.Itoa(v))
		}
		return a, nil
	}
	known := map[string]bool{}
	for v := range strings.SplitSeq(values, ",") {
		v = strings.TrimSpace(v)
		if v == "" || known[v] {
			return a, fmt.Errorf("%q: give each value once, and none empty", text)
		}
		known[v] = true
		a.Values = append(a.Values, v)
	}
	return a, nil
}

// A Table holds the score of the first side for each value of one axis, or for each pair of
// values of two.
type Table struct {
	Ruleset  string    `json:"ruleset"`
	Rulebook string    `json:"rulebook"`
	Scenario string    `json:"scenario"`
	Sides    [2]string `json:"sides"`
	Policies [2]string `json:"policies"`
	Seed     string    `json:"seed"`
	Axes     []Axis    `json:"axes"`
	Cells    []Cell    `json:"cells"` // the last axis changes fastest
}

// A Cell is a series of a Table.
type Cell struct {
	Values []string `json:"values"` // one of each axis
	Score  Score    `json:"score"`
	Rounds Mean     `json:"rounds"`
	Lost   [2]Mean  `json:"lost"` // models of each side
}

// Base is what a table varies: a scenario, and layers of house rules. A later layer overrides an
// earlier one.
type Base struct {
	Game     *game.Game
	Scenario *scenario.Scenario
	House    [][]rule.Setting
	Strict   bool
}

// Instance sets the scenario up with some values changed: "setup." paths in the set-up, others in
// the house rules. The error names the place and suggests similar names.
func (b *Base) Instance(changes []rule.Setting) (*game.Instance, error) {
	var setup, house []rule.Setting
	for _, c := range changes {
		if path, ok := strings.CutPrefix(c.Path, "setup."); ok {
			setup = append(setup, rule.Setting{Path: path, Value: c.Value})
		} else if key, _, _ := strings.Cut(c.Path, "."); b.Scenario.Sets(key) {
			return nil, fmt.Errorf("%s=%s: unknown section %q; did you mean setup.%s?", c.Path, c.Value, key, c.Path)
		} else {
			house = append(house, c)
		}
	}
	s, err := b.Scenario.With(setup)
	if err != nil {
		return nil, err
	}
	layers := append([][]rule.Setting{b.Scenario.House}, b.House...)
	h, err := b.Game.Rules.House(append(layers, house)...)
	if err != nil {
		return nil, err
	}
	h.Strict = b.Strict
	return scenario.NewInstance(b.Game, s, h)
}

// Vary plays a series for each value of an axis, or for each pair of two. All series use the same
// seeds. Every cell is set up before the first game, so that a wrong path or value fails at once.
func Vary(ctx context.Context, base *Base, axes []Axis, names [2]string, o Options) (*Table, error) {
	cells := 1
	for _, a := range axes {
		cells *= len(a.Values)
	}
	switch {
	case len(axes) == 0 || len(axes) > MostAxes:
		return nil, fmt.Errorf("balance: %d values to vary: give 1 or %d", len(axes), MostAxes)
	case len(axes) == 2 && axes[0].Path == axes[1].Path:
		return nil, fmt.Errorf("balance: %s is varied twice: give all its values at once", axes[0].Path)
	case cells > MostCells:
		return nil, fmt.Errorf("balance: a table of %d cells is too large: give values for at most %d", cells,
			MostCells)
	}
	start, err := base.Instance(nil)
	if err != nil {
		return nil, err
	}
	t := &Table{
		Ruleset: base.Game.Rules.ID, Rulebook: base.Game.Rules.Short, Scenario: start.Scenario,
		Policies: names, Axes: axes,
		Sides: [2]string{string(start.Sides[0]), string(start.Sides[1])}, Seed: strconv.FormatUint(o.Seed, 10),
	}
	var instances []*game.Instance
	for i := range cells {
		values := valuesAt(axes, i)
		changes := make([]rule.Setting, len(axes))
		for k, a := range axes {
			changes[k] = rule.Setting{Path: a.Path, Value: values[k]}
		}
		f, err := base.Instance(changes)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", wordsOf(axes, values), err)
		}
		instances, t.Cells = append(instances, f), append(t.Cells, Cell{Values: values})
	}
	m, err := o.model(ctx, start)
	if err != nil {
		return nil, err
	}
	for i, f := range instances {
		p := newPairing(o, cells) // Each cell is another instance and needs a table of its own.
		p.done.Store(int64(i * o.games()))
		b, err := p.play(ctx, f, names, m, nil)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", wordsOf(axes, t.Cells[i].Values), err)
		}
		t.Cells[i].Score, t.Cells[i].Rounds = ScoreOf(b), meanOf(b.Rounds.Mean(), b.Rounds.StdErr())
		for side := range b.Lost {
			t.Cells[i].Lost[side] = meanOf(b.Lost[side].Mean(), b.Lost[side].StdErr())
		}
	}
	return t, nil
}

// valuesAt returns the values of a cell; the last axis changes fastest.
func valuesAt(axes []Axis, cell int) []string {
	values := make([]string, len(axes))
	for i := len(axes) - 1; i >= 0; i-- {
		n := len(axes[i].Values)
		values[i], cell = axes[i].Values[cell%n], cell/n
	}
	return values
}

// wordsOf names a cell: "setup.rounds=3".
func wordsOf(axes []Axis, values []string) string {
	var list []string
	for i, a := range axes {
		list = append(list, a.Path+"="+values[i])
	}
	return strings.Join(list, " ")
}
