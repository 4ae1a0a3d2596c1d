package luck_test

import (
	"errors"
	"math"
	"testing"

	"loophole/game"
	_ "loophole/internal/lazygc"
	"loophole/internal/luck"
	"loophole/internal/testgame"
	"loophole/odds"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/scenario"
	"loophole/sim"
	"loophole/winprob"
)

// mostPaths bounds the actions that the test checks, with every option of their decisions. They
// are within the limits of a [luck.Meter].
const mostPaths = 80

var errTooMany = errors.New("too many paths")

// A walk plays an action with every result of every roll. Each decision falls on its last
// option, which is seldom the best, or on every option.
type walk struct {
	options bool // every option
	pools   *odds.SubrollSolver
	path    []step
	depth   int
	answers []luck.Answer
	chance  float64
	choices bool
}

// A step is a roll or a decision on the path.
type step struct {
	values []int
	chance []float64
	next   int
}

// Roll answers as the path says.
func (w *walk) Roll(r rule.Roll) (int, []uint8, error) {
	if w.depth == mostPaths { // A fight may go on without end.
		return 0, nil, errTooMany
	}
	if w.depth == len(w.path) {
		d, err := w.pools.Pool(r.Pool)
		if err != nil {
			return 0, nil, err
		}
		var s step
		s.values, s.chance = d.All()
		w.path = append(w.path, s)
	}
	s := &w.path[w.depth]
	w.depth++
	w.chance *= s.chance[s.next]
	w.answers = append(w.answers, luck.Answer{Value: s.values[s.next]})
	return s.values[s.next], nil, nil
}

// Choose takes the last option, or that of the path.
func (w *walk) Choose(c rule.Choice) (int, error) {
	i := len(c.Options) - 1
	if w.depth == mostPaths {
		return 0, errTooMany
	}
	if w.options {
		if w.depth == len(w.path) {
			w.path = append(w.path, step{values: make([]int, len(c.Options))})
		}
		i = w.path[w.depth].next
		w.depth++
	}
	w.answers, w.choices = append(w.answers, luck.Answer{Value: i, Chosen: true}), true
	return i, nil
}

// advance goes to the next path, and reports whether there is one.
func (w *walk) advance() bool {
	for len(w.path) > 0 {
		s := &w.path[len(w.path)-1]
		if s.next++; s.next < len(s.values) {
			return true
		}
		w.path = w.path[:len(w.path)-1]
	}
	return false
}

// everyPath calls visit with each way that an action may go, and reports whether sides decide
// anything within it.
func everyPath(f *game.Instance, p game.Position, a game.Action, options bool,
	visit func(w *walk, after game.Position)) (choices bool, err error) {
	w := &walk{options: options, pools: odds.NewSubrollSolver()}
	r := f.ActionRunner(p, a)
	defer r.Release()
	u := rule.NewUmpire(w, nil)
	for n := 0; ; n++ {
		if n == mostPaths {
			return false, errTooMany
		}
		w.depth, w.answers, w.chance = 0, w.answers[:0], 1
		number := 0
		if err := rule.Catch(func() { number = r.Play(u) }); err != nil {
			return false, err
		}
		visit(w, r.At(number))
		if !w.advance() {
			return w.choices, nil
		}
	}
}

// TestMeanZero checks on random positions of every ruleset that the mean luck of an action over
// all results of its dice is zero, though its decisions are bad ones.
func TestMeanZero(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, g := range rulesets.Games {
		t.Run(g.Rules.ID, func(t *testing.T) {
			t.Parallel()
			list := scenario.ForRuleset(g.Rules.ID)[:3]
			checked, decided := 0, 0
			for n, b := range list {
				f := testgame.New(t, b)
				model, err := new(winprob.Library).Near(t.Context(), f)
				if err != nil {
					t.Fatal(err)
				}
				m := luck.NewMeter(f, model)
				r := f.Runner()
				u := rule.NewUmpire(sim.NewSampler(uint64(n), 0, nil), nil).WithHouseRules(f.House)
				for k := 0; k < 30 && !r.Status().Over; k++ {
					legal := r.Legal(nil)
					for i := k % 5; i < len(legal); i += 5 {
						choices := check(t, f, m, r.Position(), legal[i], &checked)
						if choices {
							decided++
						}
					}
					r.Apply(u, legal[(k*31+n)%len(legal)])
				}
			}
			t.Logf("%d actions with dice, %d actions with decisions", checked, decided)
			if checked < 15 {
				t.Errorf("only %d actions with dice were checked", checked)
			}
		})
	}
}

// check checks one action. It reports whether sides decide anything within it.
func check(t *testing.T, f *game.Instance, m *luck.Meter, p game.Position, a game.Action, checked *int) bool {
	t.Helper()
	if _, err := everyPath(f, p, a, true, func(*walk, game.Position) {}); errors.Is(err, errTooMany) {
		return false
	}
	mean, most, all := 0.0, 0.0, 0.0
	choices, err := everyPath(f, p, a, false, func(w *walk, after game.Position) {
		x, err := m.Action(p, a, w.answers, m.Value(after))
		if err != nil {
			t.Fatal(err)
		}
		mean, most, all = mean+w.chance*x, max(most, math.Abs(x)), all+w.chance
	})
	if err != nil {
		t.Fatal(err)
	}
	if most > 0 {
		*checked++
	}
	if math.Abs(all-1) > 1e-9 || math.Abs(mean) > 1e-9 {
		t.Errorf("%s: %s: the mean luck is %v, at most %v, over chances of %v", f.Scenario, f.FormatAction(a),
			mean, most, all)
	}
	return choices
}
