package policy_test

import (
	"context"
	"errors"
	"maps"
	"math"
	"reflect"
	"slices"
	"testing"

	"loophole/game"
	_ "loophole/internal/lazygc"
	"loophole/internal/testgame"
	"loophole/odds"
	"loophole/policy"
	"loophole/rule"
)

func maker(t testing.TB, name string) func() policy.Policy {
	t.Helper()
	if _, err := policy.New(name); err != nil {
		t.Fatal(err)
	}
	table := policy.NewTranspositionTable(0) // Games begin alike.
	return func() policy.Policy {
		p, _ := table.New(name)
		return p
	}
}

func fight(t testing.TB, scenario, a, b string, o policy.Options) *policy.Series {
	t.Helper()
	x, err := policy.PlaySeries(context.Background(), testgame.Bundled(t, "tideofiron", scenario), [2]func() policy.Policy{maker(t, a), maker(t, b)}, o)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestBattlesRepeat: the number of goroutines does not change the result; the seed does.
func TestBattlesRepeat(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	one := fight(t, "block", "random", "random", policy.Options{Games: 500, Seed: 7, Workers: 1})
	many := fight(t, "block", "random", "random", policy.Options{Games: 500, Seed: 7, Workers: 5})
	other := fight(t, "block", "random", "random", policy.Options{Games: 500, Seed: 8})
	if one.Games != 500 || one.Won[0]+one.Won[1]+one.Won[2] != 500 || one.Lost[0].N != 500 {
		t.Errorf("%d games, of which are counted %v and %d", one.Games, one.Won, one.Lost[0].N)
	}
	ended := [3]int{}
	for e, n := range one.Endings {
		if e.Why == "" {
			t.Errorf("%d games ended for no reason", n)
		}
		ended[(e.Winner+3)%3] += n // a draw is -1
	}
	if e, n := one.CommonestEnding(); ended != one.Won || n != slices.Max(slices.Collect(maps.Values(one.Endings))) || one.Endings[e] != n {
		t.Errorf("%v won, but by endings %v; the commonest is %v with %d games", one.Won, ended, e, n)
	}
	if one.Won != many.Won || one.Actions != many.Actions || one.Lost != many.Lost || one.Metrics[0] != many.Metrics[0] {
		t.Errorf("one goroutine plays %+v, five play %+v", one, many)
	}
	if one.Actions == other.Actions {
		t.Error("another seed plays the same games")
	}
	// So do the same games in two parts.
	part := fight(t, "block", "random", "random", policy.Options{Games: 180, Seed: 7})
	part.Add(fight(t, "block", "random", "random", policy.Options{First: 180, Games: 320, Seed: 7}))
	if part.Games != one.Games || part.Won != one.Won || part.Actions != one.Actions || part.Lost != one.Lost || !maps.Equal(part.Endings, one.Endings) {
		t.Errorf("all games at once are %+v, in two parts %+v", one, part)
	}
	// Policies with a table may share it between goroutines.
	keeping := func(m *policy.TranspositionTable, workers int) *policy.Series {
		weigher := func() policy.Policy { x, _ := m.New("cautious"); return x }
		b, err := policy.PlaySeries(t.Context(), testgame.Bundled(t, "tideofiron", "row"), [2]func() policy.Policy{weigher, weigher}, policy.Options{Games: 100, Seed: 7, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		b.Instance = nil
		return b
	}
	if without, with := keeping(nil, 1), keeping(policy.NewTranspositionTable(0), 5); !reflect.DeepEqual(without, with) {
		t.Errorf("without a memory %+v, with one %+v", without, with)
	}
}

// A series in two parts has the games of the whole.
func TestFirst(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	whole := fight(t, "block", "random", "cautious", policy.Options{Games: 20, Seed: 7})
	one := fight(t, "block", "random", "cautious", policy.Options{Games: 13, Seed: 7})
	two := fight(t, "block", "random", "cautious", policy.Options{Games: 7, First: 13, Seed: 7})
	for i := range whole.Won {
		if whole.Won[i] != one.Won[i]+two.Won[i] {
			t.Errorf("%v is not %v and %v", whole.Won, one.Won, two.Won)
		}
	}
	if a, b, c := whole.Actions, one.Actions, two.Actions; a.Sum != b.Sum+c.Sum || a.Squares != b.Squares+c.Squares {
		t.Errorf("%v is not %v and %v", a, b, c)
	}
}

func TestBattleIsCancelled(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	o := policy.Options{Games: 1 << 40, Workers: 2, Progress: func(n int) {
		if n == 50 {
			stop()
		}
	}}
	sides := [2]func() policy.Policy{maker(t, "random"), maker(t, "random")}
	b, err := policy.PlaySeries(ctx, testgame.Bundled(t, "tideofiron", "worked"), sides, o)
	if err != nil || !b.Partial || b.Games < 50 {
		t.Errorf("cancelled after 50 games: %v, %+v", err, b)
	}
	if _, err := policy.PlaySeries(ctx, testgame.Bundled(t, "tideofiron", "worked"), sides, o); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before: %v", err)
	}
}

func TestTally(t *testing.T) {
	for _, c := range []struct {
		t            policy.Average
		mean, stdErr float64
	}{
		{policy.Average{N: 4, Sum: 8, Squares: 24}, 2, math.Sqrt(8.0 / 3 / 4)},
		{policy.Average{N: 3, Sum: 9, Squares: 27}, 3, 0},
		{policy.Average{N: 1, Sum: 5, Squares: 25}, 5, math.Inf(1)},
	} {
		if c.t.Mean() != c.mean || math.Abs(c.t.StdErr()-c.stdErr) > 1e-12 && c.t.StdErr() != c.stdErr {
			t.Errorf("%+v has the mean %v ± %v; want %v ± %v", c.t, c.t.Mean(), c.t.StdErr(), c.mean, c.stdErr)
		}
	}
	b := policy.Series{Games: 100, Won: [3]int{25, 70, 5}}
	if p, e := b.WinRate(0); p != 0.25 || math.Abs(e-0.0433) > 1e-4 {
		t.Errorf("25 of 100 are %v ± %v", p, e)
	}
}

// Policies that evaluate actions beat the random one, from either seat.
func TestWeighingHelps(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	o := policy.Options{Games: 60, Seed: 3}
	base := fight(t, "row", "random", "random", policy.Options{Games: 1000, Seed: 3})
	low, _ := base.WinRate(0)
	for _, name := range []string{"cautious", "aggressive"} {
		attacking := fight(t, "row", name, "random", o)
		if p, e := attacking.WinRate(0); p < low+3*e {
			t.Errorf("%s attacks and wins %v; random wins %v", name, p, low)
		}
		for side, seats := range [2][2]string{{name, "random"}, {"random", name}} {
			b := fight(t, "block", seats[0], seats[1], o)
			if own, enemy := b.Lost[side].Mean(), b.Lost[1-side].Mean(); own >= enemy {
				t.Errorf("%s on side %d loses %v and costs the enemy %v", name, side, own, enemy)
			}
		}
	}
}

// TestTheWinningShot: each policy that evaluates positions takes a shot that can win the game.
func TestTheWinningShot(t *testing.T) {
	f := testgame.Bundled(t, "tideofiron", "row")
	p := f.Start
	// A gun destroys one house. A squad that can destroy the next one stands before it.
	for _, step := range []struct {
		line string
		face dice
	}{{"bombard sig-33b at F1", 6}} {
		a, err := f.ParseAction(step.line)
		if err == nil {
			p, err = f.Play(p, a, step.face, nil)
		}
		if err != nil {
			t.Fatal(step.line, err)
		}
	}
	for _, name := range []string{"cautious", "aggressive", "search", "sergeant"} {
		x, _ := policy.New(name)
		a, err := policy.NextAction(x, f, p, policy.NewRand(1, 0, 0))
		if err != nil {
			t.Fatal(err)
		}
		answer, err := policy.Odds(context.Background(), f, p, a, odds.Options{})
		if err != nil {
			t.Fatal(err)
		}
		wins := 0.0
		for _, e := range answer.Events {
			if f.Game.Events[e.Event].Name == "wins" {
				wins = e.Chance.Float
			}
		}
		if wins < 0.1 {
			t.Errorf("%s takes %q, which wins with %v", name, f.FormatAction(a), wins)
		}
	}
}

// dice always show one face, and decisions take the first option.
type dice uint8

func (d dice) Roll(r rule.Roll) (int, []uint8, error) {
	faces := make([]uint8, r.Pool.N())
	for i := range faces {
		faces[i] = uint8(d)
	}
	if r.Cite == "strength.defence" {
		return 0, faces, nil
	}
	return r.Pool.Evaluate(faces), faces, nil
}

func (dice) Choose(rule.Choice) (int, error) { return 0, nil }

// An illegal action has no odds; the error gives the reasons.
func TestOddsOfTheUnlawful(t *testing.T) {
	f := testgame.Bundled(t, "tideofiron", "worked")
	a, err := f.ParseAction("bombard mortar-squad at D2")
	if err != nil {
		t.Fatal(err)
	}
	var refused rule.IllegalError
	if _, err := policy.Odds(context.Background(), f, f.Start, a, odds.Options{}); !errors.As(err, &refused) {
		t.Errorf("got %v", err)
	}
	if _, err := policy.New("agressive"); err == nil || err.Error() != `policy: unknown policy "agressive"; did you mean aggressive?` {
		t.Error(err)
	}
}

// BenchmarkGames plays one complete game of the block with random policies.
func BenchmarkGames(b *testing.B) {
	b.ReportAllocs()
	fight(b, "block", "random", "random", policy.Options{Games: b.N, Workers: 1})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

// BenchmarkOdds computes the exact odds of one action from a position.
func BenchmarkOdds(b *testing.B) {
	f := testgame.Bundled(b, "tideofiron", "worked")
	a, _ := f.ParseAction("bombard sig-33b at D2 with panzer-iii")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := policy.Odds(context.Background(), f, f.Start, a, odds.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLegal lists the legal actions at the start of the block.
func BenchmarkLegal(b *testing.B) {
	f := testgame.Bundled(b, "tideofiron", "block")
	r := f.Runner()
	var list []game.Action
	b.ReportAllocs()
	for b.Loop() {
		list = r.Legal(list[:0])
	}
	b.ReportMetric(float64(len(list)), "actions")
}
