package policy_test

import (
	"reflect"
	"testing"

	"loophole/game"
	"loophole/internal/outcomes"
	"loophole/internal/testgame"
	"loophole/policy"
	"loophole/rule"
	"loophole/sim"
)

// TestLevelsRepeat checks that series of the levels do not depend on the number of goroutines:
// a search remembers nothing of other games.
func TestLevelsRepeat(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, name := range []string{"recruit", "captain"} {
		one := fight(t, "worked", name, "cautious", policy.Options{Games: 6, Seed: 7, Workers: 1})
		many := fight(t, "worked", name, "cautious", policy.Options{Games: 6, Seed: 7, Workers: 4})
		one.Instance, many.Instance = nil, nil
		if !reflect.DeepEqual(one, many) {
			t.Errorf("%s: one goroutine plays %+v, four play %+v", name, one, many)
		}
	}
}

// TestLevelsDiffer checks that the levels are apart: the strongest of those without search wins
// most of its games against the weakest from both sides.
func TestLevelsDiffer(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	won := 0
	for _, seats := range [2][2]string{{"sergeant", "recruit"}, {"recruit", "sergeant"}} {
		s := fight(t, "stairs", seats[0], seats[1], policy.Options{Games: 100, Seed: 3})
		for side, name := range seats {
			if name == "sergeant" {
				won += s.Won[side]
			}
		}
	}
	// At 75 % the standard error of 200 games is 3 points.
	if won < 140 {
		t.Errorf("sergeant wins %d of 200 games against recruit", won)
	}
}

// TestHidden plays a game with hidden pieces by searching policies: they act on what their side
// knows.
func TestHidden(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	f := testgame.Bundled(t, "lasergrenadiers", "bastion")
	if !f.HasHiddenInfo() {
		t.Fatal("nothing is hidden in this scenario")
	}
	s, err := policy.PlaySeries(t.Context(), f, [2]func() policy.Policy{maker(t, "colonel"), maker(t, "captain")}, policy.Options{Games: 1})
	if err != nil || s.Games != 1 {
		t.Errorf("%v: %+v", err, s)
	}
}

// TestDecide checks decisions within actions: no option is better for the side, by the values of
// the positions that may follow, than the one that is taken.
func TestDecide(t *testing.T) {
	f := testgame.Bundled(t, "d20skirmish", "arnhem")
	model, err := policy.Models.Model(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	w := &decisionTest{T: t, f: f, x: &policy.Lookahead{Depth: 1}}
	value := model.Evaluator()
	w.after = func(x *game.ActionRunner, i int) float64 { return value.After(x, i, -1) }
	for seed := range uint64(12) {
		w.play(seed)
	}
	if w.first == 0 || w.other == 0 {
		t.Errorf("the first option was taken %d times, another one %d times: the test has seen too little", w.first, w.other)
	}
}

// A decisionTest plays random games, and looks at the decisions within their actions.
type decisionTest struct {
	*testing.T
	f     *game.Instance
	x     *policy.Lookahead
	after func(x *game.ActionRunner, i int) float64
	rule.Source
	decision     policy.Decision
	first, other int
}

func (w *decisionTest) play(seed uint64) {
	w.Source = sim.NewSampler(seed, 0, nil)
	p := w.f.Start
	for i := uint64(0); !w.f.Status(p).Over && i < 40; i++ {
		legal, err := w.f.Legal(p)
		if err != nil {
			w.Fatal(err)
		}
		w.decision = policy.Decision{Position: p, Action: legal[(seed+5*i)%uint64(len(legal))]}
		if p, err = w.f.Play(p, w.decision.Action, w, nil); err != nil {
			w.Fatal(err)
		}
	}
}

// Roll rolls, and keeps the answer.
func (w *decisionTest) Roll(r rule.Roll) (int, []uint8, error) {
	v, faces, err := w.Source.Roll(r)
	w.decision.Answers = append(w.decision.Answers, v)
	return v, faces, err
}

// Choose compares the policy's option with the value of each.
func (w *decisionTest) Choose(c rule.Choice) (int, error) {
	w.decision.Choice = c
	taken, err := policy.Decide(w.x, w.f, w.decision, policy.NewRand(1, 0, 0))
	if err != nil {
		return 0, err
	}
	if taken == 0 {
		w.first++
	} else {
		w.other++
	}
	values := make([]float64, len(c.Options))
	for i := range values {
		o, err := outcomes.NewFinder(w.f).After(w.Context(), w.decision.Position, w.decision.Action, append(w.decision.Answers[:len(w.decision.Answers):len(w.decision.Answers)], i), outcomes.Limits{Paths: 20_000})
		if err != nil {
			return w.keep(taken)
		}
		values[i] = o.Value(func(k int) float64 { return w.after(o.ActionRunner, k) })
		if c.By == w.f.Sides[1] {
			values[i] = 1 - values[i]
		}
		o.Release()
	}
	for i, v := range values {
		if v > values[taken]+1e-9 {
			w.Errorf("%s: %v is taken with %v, and %q is worth %v", c.Why, c.Options[taken], values[taken], c.Options[i], v)
		}
	}
	return w.keep(taken)
}

func (w *decisionTest) keep(i int) (int, error) {
	w.decision.Answers = append(w.decision.Answers, i)
	return i, nil
}
