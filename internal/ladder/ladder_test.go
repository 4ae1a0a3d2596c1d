package ladder

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"loophole/game"
	_ "loophole/internal/lazygc"
	"loophole/internal/testgame"
)

var usual = Test{Elo0: 0, Elo1: 30, Alpha: 0.05, Beta: 0.05}

func TestElo(t *testing.T) {
	for elo, score := range map[float64]float64{0: 0.5, 400: 10.0 / 11, -400: 1.0 / 11, 200: 0.7597469266} {
		if got := Score(elo); math.Abs(got-score) > 1e-9 {
			t.Errorf("%v points score %v, want %v", elo, got, score)
		}
	}
}

// TestLLR compares with numbers worked out by hand: Wald's bounds, and the formula of the
// generalised test.
func TestLLR(t *testing.T) {
	lower, upper := usual.Bounds()
	if math.Abs(upper-math.Log(19)) > 1e-12 || math.Abs(lower+math.Log(19)) > 1e-12 {
		t.Errorf("the bounds are %v and %v", lower, upper)
	}
	var s Stats
	for range 30 {
		s.Add(1)
		s.Add(0.5)
		s.Add(0.5)
		s.Add(0)
	}
	// 120 pairs, mean ½, variance 15/119; Score(30) = 0.5430660.
	s1 := 0.5430660
	want := 120 * (s1 - 0.5) * (1 - 0.5 - s1) / (2 * 15.0 / 119)
	if got := usual.LLR(s); math.Abs(got-want) > 1e-4 {
		t.Errorf("the ratio is %v, want %v", got, want)
	}
}

// TestErrors tosses coins under both hypotheses. The test is wrong about as seldom as it promises,
// and decides with few pairs if the difference is large.
func TestErrors(t *testing.T) {
	test := Test{Elo0: 0, Elo1: 100, Alpha: 0.05, Beta: 0.05}
	dice := rand.New(rand.NewPCG(1, 2))
	run := func(elo float64) (v Verdict, pairs int) {
		p := Score(elo)
		var s Stats
		for v = test.Verdict(s); v == Open; v = test.Verdict(s) {
			x := 0.0
			for range 2 {
				if dice.Float64() < p {
					x += 0.5
				}
			}
			s.Add(x)
		}
		return v, s.N
	}
	const runs = 1000
	for _, c := range []struct {
		elo   float64
		wrong Verdict
	}{{0, AcceptsH1}, {100, AcceptsH0}} {
		wrong := 0
		for range runs {
			if v, _ := run(c.elo); v == c.wrong {
				wrong++
			}
		}
		// Few pairs estimate the variance badly, and the ratio passes its bound by a step.
		if share := float64(wrong) / runs; share > 0.08 {
			t.Errorf("at %v points the test is wrong in %.3f of runs, and promises 0.05", c.elo, share)
		}
	}
	if v, n := run(600); v != AcceptsH1 || n > 20 {
		t.Errorf("600 points: %v after %d pairs", v, n)
	}
}

func TestCheck(t *testing.T) {
	for _, bad := range []Test{
		{0, 0, 0.05, 0.05}, {30, 0, 0.05, 0.05}, {0, 30, 0, 0.05}, {0, 30, 0.05, 0.5}, {math.NaN(), 30, 0.05, 0.05},
	} {
		if bad.Check() == nil {
			t.Errorf("%+v passed", bad)
		}
	}
	if err := usual.Check(); err != nil {
		t.Error(err)
	}
}

// TestRatings plants strengths and finds them again. About 95 of 100 intervals contain them.
func TestRatings(t *testing.T) {
	planted := []float64{0, 80, 160, 300, 320}
	names := []string{"a", "b", "c", "d", "e"}
	dice := rand.New(rand.NewPCG(3, 4))
	inside, all := 0, 0
	for range 100 {
		var matches []Match
		for i := range planted {
			for j := i + 1; j < len(planted); j++ {
				m := Match{First: i, Second: j}
				p := Score(planted[i] - planted[j])
				for range 200 {
					x := 0.0
					for range 2 {
						if dice.Float64() < p {
							x += 0.5
						}
					}
					m.Add(x)
				}
				matches = append(matches, m)
			}
		}
		for i, r := range Ratings(names, 0, matches) {
			if i == 0 {
				if r.Elo != 0 || r.Interval != 0 {
					t.Fatalf("the anchor has %+v", r)
				}
				continue
			}
			all++
			if math.Abs(r.Elo-planted[i]) <= r.Interval {
				inside++
			}
			if math.Abs(r.Elo-planted[i]) > 80 || r.Interval < 5 || r.Interval > 60 {
				t.Errorf("%s was planted at %v and found at %+v", r.Policy, planted[i], r)
			}
		}
	}
	if share := float64(inside) / float64(all); share < 0.9 || share > 0.99 {
		t.Errorf("%.3f of the intervals contain the planted strength", share)
	}
}

// TestRatingsOfFew checks that ratings stay finite if a policy wins everything, and if two have not
// met.
func TestRatingsOfFew(t *testing.T) {
	m := Match{First: 0, Second: 1}
	for range 10 {
		m.Add(1)
	}
	for _, anchor := range []int{0, 1, 2} {
		list := Ratings([]string{"a", "b", "c"}, anchor, []Match{m})
		for _, r := range list {
			if math.IsNaN(r.Elo) || math.IsInf(r.Elo, 0) || math.IsNaN(r.Interval) {
				t.Errorf("anchor %d: %+v", anchor, r)
			}
		}
		if d := list[0].Elo - list[1].Elo; anchor < 2 && (d < 300 || d > 700) {
			t.Errorf("anchor %d: ten pairs won are %v points", anchor, d)
		}
	}
}

// fights sets up scenarios, each "rulebook/name".
func fights(t *testing.T, names ...string) (list []*game.Instance) {
	t.Helper()
	for _, name := range names {
		ruleset, name, _ := strings.Cut(name, "/")
		list = append(list, testgame.Bundled(t, ruleset, name))
	}
	return list
}

// TestLuck plays games of every rulebook. Without luck the mean is the same within its error, and
// the variance is lower.
func TestLuck(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	games, names := 240, []string{
		"tideofiron/row", "tideofiron/stairs", "d20skirmish/merville", "lasergrenadiers/farm", "oldworld/last-stand",
		"konflikt47/bunkers",
	}
	table, err := Run(t.Context(), Options{
		Policies: []string{"corporal", "sergeant"}, Games: games, Seed: 3, Test: usual, All: true,
		Fights: fights(t, names...),
	})
	if err != nil {
		t.Fatal(err)
	}
	var luck, before, after Stats
	for _, p := range table.Results[0].Pairs {
		for _, g := range p.Games {
			luck.Add(g.Luck)
			before.Add(g.Score)
			after.Add(g.Score - g.Luck)
		}
	}
	if m := luck.Mean(); math.Abs(m) > 4*luck.StdErr() {
		t.Errorf("the mean luck is %v ± %v", m, luck.StdErr())
	}
	if after.Variance() > 0.7*before.Variance() {
		t.Errorf("without luck the variance is %v, of %v with it", after.Variance(), before.Variance())
	}
	plain, adjusted := table.Results[0].Scores(nil)
	if d := plain.Mean() - adjusted.Mean(); math.Abs(d) > 4*(plain.StdErr()+adjusted.StdErr()) {
		t.Errorf("the mean changes by %v", d)
	}
	t.Logf("variance %.4f, %.4f without luck", before.Variance(), after.Variance())
}

// TestWorkers plays the same matches with one and with three workers. The matches end at the same
// pairs with the same results.
func TestWorkers(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	o := Options{
		Policies: []string{"recruit", "random", "corporal"}, Games: 60, Seed: 5,
		Test:   Test{Elo0: 0, Elo1: 200, Alpha: 0.05, Beta: 0.05},
		Fights: fights(t, "tideofiron/row", "tideofiron/worked"),
	}
	var texts []string
	for _, o.Workers = range []int{1, 3} {
		table, err := Run(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		for i := range table.Results {
			r := &table.Results[i]
			plain, adjusted := r.Scores(nil)
			text += fmt.Sprint(r.First, r.Second, r.Verdict, plain, adjusted, "\n")
		}
		texts = append(texts, text+fmt.Sprint(table.Ratings(1, nil)))
		if table.Partial {
			t.Error("the run is partial")
		}
		if r := &table.Results[0]; r.Verdict != AcceptsH1 || len(r.Pairs) == 30 {
			t.Errorf("recruit against random: %v after %d pairs", r.Verdict, len(r.Pairs))
		}
	}
	if texts[0] != texts[1] {
		t.Errorf("one worker:\n%s\nthree workers:\n%s", texts[0], texts[1])
	}
}

// TestCancelled ends a run after some pairs, and one before the first.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	o := Options{Policies: []string{"recruit", "random"}, Games: 1000, Test: usual, All: true, Workers: 1}
	o.Fights = fights(t, "tideofiron/row")
	o.Progress = func(done, all int) {
		if done == 5 {
			cancel()
		}
		if all != 500 {
			t.Errorf("%d pairs are announced", all)
		}
	}
	table, err := Run(ctx, o)
	if err != nil || !table.Partial || len(table.Results[0].Pairs) < 4 {
		t.Errorf("cancelled after 5 pairs: %v", err)
	}
	if _, err := Run(ctx, o); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before: %v", err)
	}
	o = Options{Policies: []string{"recruit", "nobody"}, Games: 2, Test: usual, Fights: o.Fights}
	if _, err := Run(t.Context(), o); err == nil {
		t.Error("an unknown policy plays")
	}
	o.Workers = -1
	if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "workers must not be negative") {
		t.Errorf("fewer than no workers: %v", err)
	}
}
