package odds_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"loophole/odds"
	"loophole/rule"
	"loophole/rulesets"
)

// question parses a question of a rulebook.
func question(t testing.TB, rulebook, procedure string, words ...string) *rule.Question {
	t.Helper()
	r, err := rulesets.Find(rulebook)
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.Procedure(procedure)
	if err != nil {
		t.Fatal(err)
	}
	s, err := rule.ParseWords(words)
	if err != nil {
		t.Fatal(err)
	}
	q, err := p.NewQuestion(nil, s)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// TestEstimate compares estimates with the runs of the answers. They are equal for small questions,
// and within a factor of two for one large row.
func TestEstimate(t *testing.T) {
	cost := func(q *rule.Question) (odds.Cost, float64) {
		c, err := odds.EstimateCost(t.Context(), q, odds.Options{})
		if err != nil {
			t.Fatal(err)
		}
		odds.ClearCaches() // else what the estimate learnt is not played again
		a, err := odds.Solve(t.Context(), q, odds.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return c, float64(a.Runs)
	}
	small, runs := cost(question(t, "tideofiron", "attack", "dice=19", "level=1"))
	if !small.Known || small.Runs != runs || small.Time() <= 0 {
		t.Errorf("%+v for a question of %v runs", small, runs)
	}
	large, runs := cost(question(t, "tideofiron", "area", "dice=12", "level=2", "squads=4,4,4,4", "squads.1.floor=2", "squads.2.floor=2", "squads.3.floor=2"))
	if large.Known || large.Runs < runs/2 || large.Runs > 2*runs {
		t.Errorf("%+v for a question of %v runs", large, runs)
	}
}

// many rolls ten dice a round for a number of rounds without a checkpoint. Its tree is too large to
// enumerate.
func many(rounds int) func(*rule.Umpire) int {
	return func(u *rule.Umpire) int {
		n := 0
		for range rounds {
			n += u.Count(10, rule.D6, rule.AtLeast(4), "x", "round")
		}
		return n
	}
}

// line walks along a line of states for ever, one step at a time.
func line(length int) func(*rule.Umpire) int {
	return func(u *rule.Umpire) int {
		at := int32(length / 2)
		for at > 0 && int(at) < length {
			if !rule.Checkpoint(u, "step", &at) {
				return 0
			}
			at += 2*int32(u.Count(1, rule.D6, rule.AtLeast(4), "x", "up")) - 1
		}
		return int(at)
	}
}

// hostile has questions that are too large in different ways.
var hostile = map[string]func(*rule.Umpire) int{
	"paths":  many(40),
	"circle": line(40_000),
	"states": func(u *rule.Umpire) int { return counter(u) },
	"pool":   func(u *rule.Umpire) int { return u.Sum(1<<16-1, rule.D100, "x", "a heap of dice") },
	"fair":   func(u *rule.Umpire) int { return u.Sum(20_000, rule.D6, "x", "a smaller heap") },
	"kept":   func(u *rule.Umpire) int { return u.Highest(4000, 2000, rule.D20, "x", "half of a heap") },
	"tally":  func(u *rule.Umpire) int { return int(u.Tally(500, rule.D6, rule.Cuts(2, 3, 4), "x", "four bands")) },
	"faces":  func(u *rule.Umpire) int { return u.Draw(15, rule.AnyDie(10), "x", "too many faces").Largest() },
	"draws": func(u *rule.Umpire) int {
		n := 0
		for i := range 40 {
			n += u.Draw(2, rule.WeightedDie(3, 5, i+1), "x", "a die of its own").Of(1)
		}
		return n
	},
	"sub":     func(u *rule.Umpire) int { return deep.Roll(u, 0) },
	"waiting": func(u *rule.Umpire) int { return long(u) },
}

// counter has a state for every sum of its dice, without a limit.
func counter(u *rule.Umpire) int {
	var sum int64
	for rule.Checkpoint(u, "sum", &sum) {
		sum = 7*sum + int64(u.Sum(3, rule.D6, "x", "dice"))
	}
	return 0
}

// long asks many questions on every path.
func long(u *rule.Umpire) int {
	n := 0
	for range 12_000 {
		n += u.Count(1, rule.D6, rule.AtLeast(4), "x", "one of many") & 1
	}
	return n
}

var deep = rule.Subroll[int]{Name: "a sub-roll of many questions", Play: func(u *rule.Umpire, _ int) int { return many(30)(u) }}

// TestHostile: a question that is too large returns an estimate before it has used much of the
// budget or of the memory.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for name, p := range hostile {
		for _, floats := range []bool{false, true} {
			_, err := odds.DistOf(t.Context(), p, odds.Options{Floats: floats, Budget: 200_000})
			var large *odds.TooLargeError
			least := 200_000.0
			if name == "fair" && floats {
				least = odds.MaxOutcomes // its chances are cheap, but nobody reads so many
			}
			if !errors.As(err, &large) || large.Runs < least {
				t.Errorf("%s, floats %v: %v", name, floats, err)
			}
		}
	}
}

// TestStops: a cancelled question stops within a few thousand steps.
func TestStops(t *testing.T) {
	for name, p := range map[string]func(*rule.Umpire) int{"paths": hostile["paths"], "states": hostile["states"], "sub": many(30)} {
		ctx, cancel := context.WithCancel(t.Context())
		runs, after := 0, 0
		counted := func(u *rule.Umpire) int {
			if runs++; runs == 3000 {
				cancel()
			}
			if runs > 3000 {
				after++
			}
			return p(u)
		}
		question := counted
		if name == "sub" {
			sub := &rule.Subroll[int]{Name: "many", Play: func(u *rule.Umpire, _ int) int { return counted(u) }}
			question = func(u *rule.Umpire) int { return sub.Roll(u, 0) }
		}
		_, err := odds.DistOf(ctx, question, odds.Options{Budget: 1 << 40})
		if !errors.Is(err, context.Canceled) || after > 1<<12 {
			t.Errorf("%s: %v, after %d more runs", name, err, after)
		}
	}
}

// TestOutlives: a compiled procedure still answers after the context of its compilation is
// cancelled.
func TestOutlives(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c, err := odds.Compile(ctx, line(40), odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := c.Dist(); err != nil {
		t.Error(err)
	}
}

// TestRounds: too many rounds are an error, and cancellation stops many rounds.
func TestRounds(t *testing.T) {
	turns := func(u *rule.Umpire) bool {
		var s struct{ turn, damage int16 }
		for rule.Checkpoint(u, "turn", &s) {
			if s.damage = min(500, s.damage+int16(u.Sum(3, rule.D6, "x", "damage"))); s.damage == 500 {
				return true
			}
		}
		return false
	}
	yes := func(x bool) bool { return x }
	for _, n := range []int{-1, 1 << 30} {
		if _, err := odds.Within(t.Context(), turns, "turn", n, yes, odds.Options{Floats: true}); err == nil {
			t.Errorf("%d rounds: no error", n)
		}
	}
	var large *odds.TooLargeError
	if _, err := odds.Within(t.Context(), turns, "turn", 1<<16, yes, odds.Options{Floats: true, Budget: 100_000}); !errors.As(err, &large) {
		t.Error(err)
	}
}

// TestApart: the cost of independent subrolls depends on the number of values, not on the distance
// between them.
func TestApart(t *testing.T) {
	far := rule.IndependentSubroll[int]{Name: "far", Play: func(u *rule.Umpire, n, each int) int {
		return each*u.Count(n, rule.D6, rule.AtLeast(4), "x", "w") - 7*n
	}}
	for _, o := range []odds.Options{{}, {Floats: true}} {
		d, err := odds.DistOf(t.Context(), func(u *rule.Umpire) int { return far.Roll(u, 10, 1_000_000) }, o)
		if err != nil {
			t.Fatal(err)
		}
		if len(d.Outcomes) != 11 || math.Abs(d.P(func(v int) bool { return v == 5_000_000-70 }).Float-252.0/1024) > 1e-12 {
			t.Errorf("%v", d.Outcomes)
		}
	}
}
