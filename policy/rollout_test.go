package policy

import (
	"math"
	"testing"

	"loophole/game"
	"loophole/internal/testgame"
	"loophole/rule"
	"loophole/sim"
)

// someDecisions plays a random game, and calls check with some of its positions.
func someDecisions(t *testing.T, f *game.Instance, every int, check func(p game.Position, side int)) {
	t.Helper()
	r, rng := f.Runner(), NewRand(3, 0, 0)
	u := rule.NewUmpire(sim.NewSampler(3, 0, nil), nil).WithHouseRules(f.House)
	for n := 1; ; n++ {
		s := r.Status()
		if s.Over {
			return
		}
		if n%every == 0 {
			check(r.Position(), s.Side)
		}
		a, err := (&Random{}).ChooseAction(r, rng)
		if err != nil {
			t.Fatal(err)
		}
		r.Apply(u, a)
	}
}

// rolling returns a small policy that uses rollouts.
func rolling() *Lookahead {
	return &Lookahead{Depth: 1, Budget: 1_000, Endings: 500, Rollouts: 3_000}
}

// TestNeverPeeks lets a policy that has played before and a new one decide in positions that differ
// in what is hidden from their side only. They decide alike, in actions and within them.
func TestNeverPeeks(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, s := range [][2]string{{"lasergrenadiers", "bastion"}, {"tideofiron", "ambush"}} {
		f := testgame.Bundled(t, s[0], s[1])
		old, twins := rolling(), 0
		someDecisions(t, f, 1, func(p game.Position, side int) {
			rng := NewRand(9, 0, 0)
			q := f.Runner().SetPosition(f.View(p, side)).Sample(side, rng.Below).Position()
			if q.Hash() != p.Hash() {
				twins++
			}
			a, err := NextAction(old, f, p, NewRand(1, 2, side))
			if err != nil {
				t.Fatal(err)
			}
			b, err := NextAction(rolling(), f, q, NewRand(1, 2, side))
			if err != nil {
				t.Fatal(err)
			}
			if a != b {
				t.Errorf("%s: %q in a position, and %q in one that looks the same:\n%s\n%s", f.Scenario, f.FormatAction(a), f.FormatAction(b), f.Text(p), f.Text(q))
			}
			d := Decision{Choice: rule.Choice{By: f.Sides[side], Options: []string{"one", "other"}}, Position: p, Action: a}
			if i, err := Decide(old, f, d, NewRand(1, 3, side)); i != 0 || err != nil {
				t.Errorf("%s: within an action, option %d is taken for a question that is never asked: %v", f.Scenario, i, err)
			}
		})
		if twins < 3 {
			t.Errorf("%s: in %d positions something was hidden", f.Scenario, twins)
		}
	}
}

// A decider plays random games, and calls decide for the decisions within actions.
type decider struct {
	rule.Source
	instance *game.Instance
	decide   func(d Decision, side int) int
	before   game.Position
	action   game.Action
	answers  []int
}

func (s *decider) Roll(r rule.Roll) (int, []uint8, error) {
	v, faces, err := s.Source.Roll(r)
	s.answers = append(s.answers, v)
	return v, faces, err
}

func (s *decider) Choose(c rule.Choice) (int, error) {
	side := 0
	if c.By == s.instance.Sides[1] {
		side = 1
	}
	i := s.decide(Decision{Choice: c, Position: s.before, Action: s.action, Answers: s.answers}, side)
	s.answers = append(s.answers, i)
	return i, nil
}

func (s *decider) play(t *testing.T, seed uint64) {
	r, rng := s.instance.Runner(), NewRand(seed, 0, 0)
	s.Source = sim.NewSampler(seed, 0, nil)
	u := rule.NewUmpire(s, nil).WithHouseRules(s.instance.House)
	for !r.Status().Over {
		a, err := (&Random{}).ChooseAction(r, rng)
		if err != nil {
			t.Fatal(err)
		}
		s.before, s.action, s.answers = r.Position(), a, s.answers[:0]
		r.Apply(u, a)
	}
}

// TestDecidesHidden lets policies decide within actions where pieces are hidden. They think of positions
// in which the question comes about, and now and then take another option than the first. They take
// the same one where the hidden pieces stand elsewhere.
func TestDecidesHidden(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	f := testgame.Bundled(t, "lasergrenadiers", "bunker-line")
	for _, x := range []*Lookahead{{Depth: 1, Budget: 500}, rolling()} {
		if err := Prepare(t.Context(), x, f); err != nil {
			t.Fatal(err)
		}
		decisions, others, twins := 0, 0, 0
		s := &decider{instance: f, decide: func(d Decision, side int) int {
			worlds, err := x.roller.worlds(d, side, 5)
			if err != nil || len(worlds) == 0 {
				t.Fatalf("%s: %d positions are possible: %v", d.Why, len(worlds), err)
			}
			for _, p := range worlds {
				if f.View(p, side).Hash() != f.View(d.Position, side).Hash() {
					t.Fatalf("%s: the side sees that a position is another", d.Why)
				}
			}
			i, err := Decide(x, f, d, NewRand(1, 3, side))
			if err != nil {
				t.Fatal(err)
			}
			if decisions++; i > 0 {
				others++
			}
			if d.Position.Hash() != worlds[0].Hash() {
				twins++
			}
			d.Position = worlds[0]
			if k, err := Decide(x, f, d, NewRand(1, 3, side)); k != i || err != nil {
				t.Errorf("%s: option %d, and %d in a position that looks the same: %v", d.Why, i, k, err)
			}
			return i
		}}
		for seed := range uint64(4) {
			s.play(t, seed)
		}
		t.Logf("%d decisions, %d not the first option, %d with another position", decisions, others, twins)
		if decisions < 10 || others < 3 || twins < 3 {
			t.Errorf("%d decisions, %d not the first option, %d with another position", decisions, others, twins)
		}
	}
}

// TestRolloutBudget checks that a decision plays no more than its budget and one rollout of each choice.
func TestRolloutBudget(t *testing.T) {
	const longest = mostArms * (1 + horizon*(tries+1))
	for _, s := range [][2]string{{"tideofiron", "row"}, {"d20skirmish", "wxyz"}, {"lasergrenadiers", "bastion"}} {
		f, x, compared := testgame.Bundled(t, s[0], s[1]), rolling(), 0
		someDecisions(t, f, 5, func(p game.Position, side int) {
			if _, err := NextAction(x, f, p, NewRand(1, 2, side)); err != nil {
				t.Fatal(err)
			}
			if x.roller.horizon != horizon {
				t.Fatalf("%s: the model is not trusted", f.Scenario)
			}
			if x.roller.plays > x.Rollouts+longest {
				t.Errorf("%s: %d plays, and %d are allowed", f.Scenario, x.roller.plays, x.Rollouts)
			}
			compared += x.roller.plays
		})
		if compared < x.Rollouts {
			t.Errorf("%s: only %d plays", f.Scenario, compared)
		}
	}
}

// TestCompare compares a win with a defeat that the search likes better. One review is enough.
func TestCompare(t *testing.T) {
	f, x := testgame.Bundled(t, "tideofiron", "worked"), rolling()
	if err := Prepare(t.Context(), x, f); err != nil {
		t.Fatal(err)
	}
	ends := map[int]game.Position{}
	u := rule.NewUmpire(sim.NewSampler(5, 0, nil), nil).WithHouseRules(f.House)
	rng := NewRand(5, 0, 0)
	for r := f.Runner(); len(ends) < 2; r.SetPosition(f.Start) {
		for !r.Status().Over {
			a, err := (&Random{}).ChooseAction(r, rng)
			if err != nil {
				t.Fatal(err)
			}
			r.Apply(u, a)
		}
		if s := r.Status(); s.Winner >= 0 {
			ends[s.Winner] = r.Position()
		}
	}
	y := x.roller
	for side := range 2 {
		arms := []*arm{
			{prior: 0.9, start: func() { y.run.SetPosition(ends[1-side]) }},
			{prior: 0.1, start: func() { y.run.SetPosition(ends[side]) }},
		}
		y.plays = 0
		i, err := y.compare(y.from(f.Runner()), side, arms, 10_000, 1)
		if i != 1 || err != nil {
			t.Errorf("side %d takes choice %d: %v", side, i, err)
		}
		if y.plays != 2*firstReview {
			t.Errorf("a clear comparison took %d plays", y.plays)
		}
	}
}

// TestStdErr checks the standard error of a mean by hand.
func TestStdErr(t *testing.T) {
	for _, x := range []struct {
		results []float32
		want    float64
	}{
		{nil, 0},
		{[]float32{1, 1, 1}, 0},
		{[]float32{1, 0, 1, 0}, 0.25},         // variance 1/4, over 4 games
		{[]float32{1, 0.5, 0.5, 0}, 0.176777}, // variance 1/8
	} {
		a := &arm{results: x.results}
		for _, v := range x.results {
			a.sum += float64(v)
		}
		if got := a.stdErr(); math.Abs(got-x.want) > 1e-6 {
			t.Errorf("%v: %v, not %v", x.results, got, x.want)
		}
	}
}

// TestWeighErrors checks that chances by rollouts have errors, and that those of a search have none.
func TestWeighErrors(t *testing.T) {
	f := testgame.Bundled(t, "tideofiron", "row")
	for _, x := range []struct {
		policy *Lookahead
		none   bool
	}{{rolling(), false}, {&Lookahead{Depth: 1, Budget: 1_000}, true}} {
		w, err := x.policy.Weigh(t.Context(), f.Runner(), 3)
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range w.Actions {
			rolled := a.Games > 0
			if (a.Error > 0) != rolled || (a.Doubt > 0) != (rolled && i > 0) || i == 0 && rolled == x.none {
				t.Errorf("%s: %d games, errors %v and %v", f.FormatAction(a.Action), a.Games, a.Error, a.Doubt)
			}
		}
	}
}

// TestScripted checks the source of answers within an action: the given ones come first.
func TestScripted(t *testing.T) {
	s := scripted{dice: sim.NewSampler(1, 0, func(rule.Choice) int { return 1 }), given: []int{4, 2}}
	c := rule.Choice{Options: []string{"a", "b", "c"}}
	first, _, _ := s.Roll(rule.Roll{})
	second, _ := s.Choose(c)
	third, _ := s.Choose(c)
	if first != 4 || second != 2 || third != 1 {
		t.Errorf("the answers are %d, %d and %d", first, second, third)
	}
}
