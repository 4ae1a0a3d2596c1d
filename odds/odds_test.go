package odds_test

import (
	"context"
	"errors"
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"

	_ "loophole/internal/lazygc"
	"loophole/odds"
	"loophole/rule"
)

func of[R comparable](t testing.TB, p func(*rule.Umpire) R, o odds.Options) *odds.Dist[R] {
	t.Helper()
	d, err := odds.DistOf(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// net is the worked example of Tide of Iron: the hits of nineteen dice less those of three.
func net(u *rule.Umpire) int {
	hits := u.Count(19, rule.D6, rule.AtLeast(5), "x", "attack")
	return max(0, hits-u.Count(3, rule.D6, rule.AtLeast(5), "x", "defence"))
}

func TestFraction(t *testing.T) {
	d := of(t, net, odds.Options{})
	if p := d.P(func(n int) bool { return n >= 9 }); p.String() != "90324443/1162261467" {
		t.Error(p)
	}
	n := d.Numbers(func(n int) int { return n })
	if m := n.AtLeast(0); m.String() != "1" {
		t.Error("mass", m)
	}
	if got := n.Mean().Float; math.Abs(got-5.33577) > 1e-5 {
		t.Error("mean", got)
	}
	if n.Median() != 5 || n.Mode() != 5 || n.Quantile(1, 1000) != 0 || n.Quantile(1, 1) != 19 {
		t.Error(n.Median(), n.Mode(), n.Quantile(1, 1000), n.Quantile(1, 1))
	}
	if s := n.Exactly(9).Float + n.AtLeast(10).Float; math.Abs(s-n.AtLeast(9).Float) > 1e-15 {
		t.Error(s)
	}
}

type fight struct{ A, B int8 }

// melee is a fight of ten against ten to the finish, in which all strike at once.
func melee(u *rule.Umpire) fight {
	f := fight{10, 10}
	for f.A > 0 && f.B > 0 {
		if !rule.Checkpoint(u, "round", &f) {
			return fight{}
		}
		a := u.Count(int(f.A), rule.D6, rule.AtLeast(5), "x", "A hits")
		b := u.Count(int(f.B), rule.D6, rule.AtLeast(4), "x", "B hits")
		b -= u.Count(b, rule.D6, rule.AtLeast(5), "x", "A saves")
		f.B, f.A = f.B-min(f.B, int8(a)), f.A-min(f.A, int8(b))
	}
	return f
}

func TestMeleeToTheFinish(t *testing.T) {
	exact, floats := of(t, melee, odds.Options{}), of(t, melee, odds.Options{Floats: true})
	for _, d := range []*odds.Dist[fight]{exact, floats} {
		near(t, "A wins", d.P(func(f fight) bool { return f.A > 0 }).Float, 0.494029689287846)
		near(t, "draw", d.P(func(f fight) bool { return f.A+f.B == 0 }).Float, 0.0119406214243099)
		near(t, "rounds", d.Visits("round").Float, 4.33351024153879)
	}
	if p := exact.P(func(fight) bool { return true }); p.String() != "1" {
		t.Error("mass", p)
	}
	for _, f := range exact.Outcomes {
		is := func(x fight) bool { return x == f }
		if d := math.Abs(exact.P(is).Float - floats.P(is).Float); d > 1e-12 {
			t.Errorf("%v: fractions and floats differ by %g", f, d)
		}
	}
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-13*max(1, want) {
		t.Errorf("%s: %.16g, want %.16g", what, got, want)
	}
}

// walk goes up and down between two ends by coin tosses. Its states lead to each other in circles.
func walk(u *rule.Umpire) bool {
	at := int8(2)
	for at > 0 && at < 5 {
		if !rule.Checkpoint(u, "step", &at) {
			return false
		}
		if u.Test(rule.D3, rule.AtLeast(2), "x", "up?") {
			at++
		} else {
			at--
		}
	}
	return at == 5
}

func TestCircle(t *testing.T) {
	// The gambler's ruin: up with 2/3 from 2 of 5 is (1-1/4)/(1-1/32).
	up := func(b bool) bool { return b }
	if p := of(t, walk, odds.Options{}).P(up); p.String() != "24/31" {
		t.Error(p)
	}
	near(t, "floats", of(t, walk, odds.Options{Floats: true}).P(up).Float, 24.0/31)
}

// volley has three steps. Checkpoints between them must not change it.
func volley(withCheckpoints bool) func(*rule.Umpire) int {
	return func(u *rule.Umpire) int {
		n := u.Count(12, rule.D6, rule.AtLeast(3), "x", "hit")
		if withCheckpoints && !rule.Checkpoint(u, "hits", &n) {
			return 0
		}
		n = u.Count(n, rule.D6, rule.AtLeast(4), "x", "wound")
		if withCheckpoints && !rule.Checkpoint(u, "wounds", &n) {
			return 0
		}
		return n - u.Count(n, rule.D6, rule.AtLeast(5), "x", "save")
	}
}

func TestMarksInStraightLine(t *testing.T) {
	plain, staged := of(t, volley(false), odds.Options{}), of(t, volley(true), odds.Options{})
	for k := range 13 {
		is := func(n int) bool { return n == k }
		// Each die succeeds with 2/3 · 1/2 · 2/3 = 2/9.
		want := new(big.Rat).SetFrac(
			new(big.Int).Mul(new(big.Int).Binomial(12, int64(k)), pow(2, k, 7, 12-k)), new(big.Int).Exp(big.NewInt(9), big.NewInt(12), nil))
		if plain.P(is).Exact.Cmp(want) != 0 || staged.P(is).Exact.Cmp(want) != 0 {
			t.Errorf("%d: plain %v, with checkpoints %v, want %v", k, plain.P(is), staged.P(is), want)
		}
	}
	if staged.Runs >= plain.Runs {
		t.Errorf("checkpoints took %d runs, plain %d", staged.Runs, plain.Runs)
	}
}

func pow(a, i, b, j int) *big.Int {
	x := new(big.Int).Exp(big.NewInt(int64(a)), big.NewInt(int64(i)), nil)
	return x.Mul(x, new(big.Int).Exp(big.NewInt(int64(b)), big.NewInt(int64(j)), nil))
}

var through = rule.Subroll[int]{Name: "hit, then save", Play: func(u *rule.Umpire, n int) int {
	hits := u.Count(n, rule.D6, rule.AtLeast(3), "x", "hit")
	return hits - u.Count(hits, rule.D6, rule.AtLeast(5), "x", "save")
}}

func TestSubRolls(t *testing.T) {
	twice := func(u *rule.Umpire) int { return through.Roll(u, 4) + 10*through.Roll(u, 3) }
	plain := func(u *rule.Umpire) int { return through.Play(u, 4) + 10*through.Play(u, 3) }
	a, b := of(t, twice, odds.Options{}), of(t, plain, odds.Options{})
	for _, x := range b.Outcomes {
		is := func(n int) bool { return n == x }
		if a.P(is).Exact.Cmp(b.P(is).Exact) != 0 {
			t.Errorf("%d: %v, want %v", x, a.P(is), b.P(is))
		}
	}
	if a.Runs >= b.Runs {
		t.Errorf("cached subrolls took %d runs, plain %d", a.Runs, b.Runs)
	}
}

// TestPools compares counts, sums, tallies and kept dice with an enumeration of all faces.
func TestPools(t *testing.T) {
	r, b := rule.Between(2, 3), rule.Cuts(1, 4)
	for _, d := range []rule.Die{rule.D2, rule.D3, rule.D4, rule.D6, rule.D10} {
		for n := 1; n <= 4; n++ {
			pools := []rule.Pool{rule.CountPool(n, d, r), rule.SumPool(n, d), rule.TallyPool(n, d, b), rule.CountPool(n, d, rule.AtLeast(1))}
			for keep := 1; keep <= n; keep++ {
				pools = append(pools, rule.KeepPool(rule.Highest, n, keep, d), rule.KeepPool(rule.Lowest, n, keep, d))
			}
			for _, p := range pools {
				comparePool(t, p)
			}
		}
	}
	comparePool(t, rule.TestPool(rule.D20, rule.AtMost(7)))
	comparePool(t, rule.TallyPool(3, rule.D6, rule.Cuts(0, 0, 6)))
}

func comparePool(t *testing.T, p rule.Pool) {
	t.Helper()
	want := map[int]int64{}
	faces := make([]uint8, p.N())
	var all func(i int)
	all = func(i int) {
		if i == len(faces) {
			want[p.Evaluate(faces)]++
			return
		}
		for f := 1; f <= int(p.Die()); f++ {
			faces[i] = uint8(f)
			all(i + 1)
		}
	}
	all(0)
	total := int64(math.Pow(float64(p.Die()), float64(p.N())))
	ask := func(u *rule.Umpire) int { return askPool(u, p) }
	d, f := of(t, ask, odds.Options{}), of(t, ask, odds.Options{Floats: true})
	for v, n := range want {
		is := func(x int) bool { return x == v }
		if got := d.P(is).Exact; got.Cmp(big.NewRat(n, total)) != 0 {
			t.Errorf("%v = %d: %v, want %d/%d", p, v, got, n, total)
		}
		near(t, p.String(), f.P(is).Float, float64(n)/float64(total))
	}
	if len(want) != len(d.Outcomes) {
		t.Errorf("%v: %d readings, want %d", p, len(d.Outcomes), len(want))
	}
}

func askPool(u *rule.Umpire, p rule.Pool) int {
	switch p.Kind() {
	case rule.Count:
		return u.Count(p.N(), p.Die(), p.Target(), "x", "y")
	case rule.Test:
		if u.Test(p.Die(), p.Target(), "x", "y") {
			return 1
		}
		return 0
	case rule.Sum:
		return u.Sum(p.N(), p.Die(), "x", "y")
	case rule.Tally:
		return int(u.Tally(p.N(), p.Die(), p.Bands(), "x", "y"))
	case rule.Highest:
		return u.Highest(p.N(), p.Keep(), p.Die(), "x", "y")
	}
	return u.Lowest(p.N(), p.Keep(), p.Die(), "x", "y")
}

func TestTooLarge(t *testing.T) {
	long := func(u *rule.Umpire) int {
		n := 0
		for i := range 40 {
			n += u.Sum(3, rule.D6, "x", "y") * (i % 2)
		}
		return n
	}
	wide := func(u *rule.Umpire) int { return int(u.Tally(60_000, rule.D6, rule.Cuts(1, 2, 3), "x", "y")) }
	for name, p := range map[string]func(*rule.Umpire) int{"long": long, "wide": wide} {
		start := time.Now()
		_, err := odds.DistOf(context.Background(), p, odds.Options{})
		var e *odds.TooLargeError
		if !errors.As(err, &e) || e.Runs < 1e9 || !strings.Contains(err.Error(), "trials") {
			t.Errorf("%s: %v", name, err)
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%s: refused after %v", name, took)
		}
	}
}

// sums is a subroll with many paths and few values.
func sums(dice int) *rule.Subroll[int8] {
	return &rule.Subroll[int8]{Name: "sums", Play: func(u *rule.Umpire, _ int8) int {
		n := 0
		for range dice {
			n += u.Sum(1, rule.D20, "x", "a die")
		}
		return n
	}}
}

// TestLargeSubRolls: a subroll with many paths is computed after a checkpoint from which a path
// resumes. One with too many paths is too large.
func TestLargeSubRolls(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	after := func(s *rule.Subroll[int8]) func(*rule.Umpire) int {
		return func(u *rule.Umpire) int {
			n := 0
			if !rule.Checkpoint(u, "first", &n) {
				return 0
			}
			return s.Roll(u, 0)
		}
	}
	const budget = 1_000_000
	d := of(t, after(sums(4)), odds.Options{Floats: true, Budget: budget})
	whole := of(t, func(u *rule.Umpire) int { return u.Sum(4, rule.D20, "x", "four dice") }, odds.Options{})
	for _, n := range whole.Outcomes {
		is := func(x int) bool { return x == n }
		near(t, "sum", d.P(is).Float, whole.P(is).Float)
	}
	var large *odds.TooLargeError
	if _, err := odds.DistOf(context.Background(), after(sums(12)), odds.Options{Budget: budget}); !errors.As(err, &large) || !strings.Contains(err.Error(), "sums") {
		t.Error(err)
	}
}

func TestEndless(t *testing.T) {
	stuck := func(u *rule.Umpire) int {
		at := 0
		for {
			if !rule.Checkpoint(u, "round", &at) {
				return 0
			}
			at = 1 - at
			u.Test(rule.D6, rule.AtLeast(7), "x", "y")
		}
	}
	for _, floats := range []bool{false, true} {
		if _, err := odds.DistOf(context.Background(), stuck, odds.Options{Floats: floats}); err == nil || !strings.Contains(err.Error(), "never ends") {
			t.Error(err)
		}
	}
}

// TestUnmarked: the error for an endless loop without a checkpoint says that one is missing, for
// every loop and budget.
func TestUnmarked(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for name, again := range map[string]func(u *rule.Umpire) bool{
		"on a failure": func(u *rule.Umpire) bool { return !u.Test(rule.D6, rule.AtLeast(2), "x", "y") },
		"on a success": func(u *rule.Umpire) bool { return u.Test(rule.D6, rule.AtLeast(2), "x", "y") },
		"on many sums": func(u *rule.Umpire) bool { return u.Sum(2, rule.D6, "x", "y") != 7 },
		"on the last":  func(u *rule.Umpire) bool { return u.Sum(1, rule.D20, "x", "y") == 20 },
	} {
		loop := func(u *rule.Umpire) int {
			for again(u) {
			}
			return 0
		}
		for _, o := range []odds.Options{{}, {Floats: true}, {Floats: true, Budget: 100_000}} {
			if _, err := odds.DistOf(t.Context(), loop, o); err == nil || !strings.Contains(err.Error(), "begin the loop with rule.Checkpoint") || strings.Contains(err.Error(), "raise the budget") {
				t.Errorf("%s, %+v: %v", name, o, err)
			}
		}
	}
}

// TestAskRefuses: an illegal situation is an error, unless the options allow it.
func TestAskRefuses(t *testing.T) {
	q := question(t, "tideofiron", "attack", "level=1") // Nobody attacks.
	var refused rule.IllegalError
	if _, err := odds.Solve(t.Context(), q, odds.Options{}); !errors.As(err, &refused) || refused[0].Cite != "eligible.check" {
		t.Errorf("the error is %v", err)
	}
	if a, err := odds.Solve(t.Context(), q, odds.Options{AllowIllegal: true}); err != nil || len(a.Events) == 0 {
		t.Errorf("with AllowIllegal the error is %v", err)
	}
}

// TestUnexplained: without an explanation an answer has the same odds.
func TestUnexplained(t *testing.T) {
	q := question(t, "tideofiron", "attack", "dice=6")
	with, err1 := odds.Solve(t.Context(), q, odds.Options{})
	without, err2 := odds.Solve(t.Context(), q, odds.Options{Unexplained: true})
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	if len(with.Explanation) == 0 || len(without.Explanation) != 0 {
		t.Errorf("%d lines explain the one and %d the other", len(with.Explanation), len(without.Explanation))
	}
	if !reflect.DeepEqual(with.Events, without.Events) || !reflect.DeepEqual(with.Measures, without.Measures) || !reflect.DeepEqual(with.Outcomes, without.Outcomes) {
		t.Errorf("%v with an explanation, and %v without", with.Events, without.Events)
	}
}

func TestImpure(t *testing.T) {
	n := 0
	moody := func(u *rule.Umpire) int {
		n++
		if n%3 == 0 {
			return 0
		}
		return u.Sum(1, rule.D6, "x", "y") + u.Sum(1, rule.D6, "x", "y")
	}
	if _, err := odds.DistOf(context.Background(), moody, odds.Options{}); err == nil {
		t.Error("no error for an impure procedure")
	}
}

// TestImpureQuestions: the same answers must lead to the same questions. Dice, clause, words, sides
// and options count, not only the number of questions.
func TestImpureQuestions(t *testing.T) {
	plays := 0
	odd := func() bool { return plays > 1 }
	pick := func(x, y string) string {
		if odd() {
			return y
		}
		return x
	}
	double := &rule.Subroll[int]{Name: "double", Play: func(u *rule.Umpire, n int) int { return u.Sum(n, rule.D6, "x", "y") }}
	for name, ask := range map[string]func(u *rule.Umpire) int{
		"a die": func(u *rule.Umpire) int {
			if odd() {
				return u.Sum(1, rule.D8, "x", "y")
			}
			return u.Sum(1, rule.D6, "x", "y")
		},
		"a reading": func(u *rule.Umpire) int { return u.Count(2, rule.D6, rule.AtLeast(3+min(plays-1, 1)), "x", "y") },
		"a clause":  func(u *rule.Umpire) int { return u.Sum(1, rule.D6, rule.Clause(pick("x", "z")), "y") },
		"words":     func(u *rule.Umpire) int { return u.Sum(1, rule.D6, "x", pick("y", "z")) },
		"a side":    func(u *rule.Umpire) int { return u.Choose(rule.Side(pick("a", "b")), "x", "y", "one", "other") },
		"an option": func(u *rule.Umpire) int { return u.Choose("a", "x", "y", "one", pick("other", "third")) },
		"a sub-roll for a roll": func(u *rule.Umpire) int {
			if odd() {
				return double.Roll(u, 1)
			}
			return u.Sum(1, rule.D6, "x", "y")
		},
	} {
		moody := func(u *rule.Umpire) int {
			plays++
			n := u.Sum(1, rule.D6, "x", "before")
			return n + ask(u) + u.Sum(1, rule.D6, "x", "after")
		}
		for _, o := range []odds.Options{{}, {Floats: true}} {
			plays = 0
			if _, err := odds.DistOf(t.Context(), moody, o); err == nil || !strings.Contains(err.Error(), "the procedure asked different questions") {
				t.Errorf("%s, %+v: the error for an impure procedure is %v", name, o, err)
			}
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	slow := func(u *rule.Umpire) int {
		return u.Sum(1, rule.D100, "x", "y") * u.Sum(1, rule.D100, "x", "y") * u.Sum(1, rule.D100, "x", "y") * u.Sum(1, rule.D100, "x", "y")
	}
	_, err := odds.DistOf(ctx, slow, odds.Options{Budget: 1 << 60})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestPolicy(t *testing.T) {
	p := func(u *rule.Umpire) int { return u.Choose("attacker", "x", "which?", "a", "b", "c") }
	if d := of(t, p, odds.Options{}); d.Outcomes[0] != 0 {
		t.Error("the first option is not the default")
	}
	if d := of(t, p, odds.Options{Policy: func(c rule.Choice) int { return len(c.Options) - 1 }}); d.Outcomes[0] != 2 {
		t.Error("the policy was not asked")
	}
}

func BenchmarkNetFloat(b *testing.B)   { bench(b, net, odds.Options{Floats: true}) }
func BenchmarkNetExact(b *testing.B)   { bench(b, net, odds.Options{}) }
func BenchmarkMeleeFloat(b *testing.B) { bench(b, melee, odds.Options{Floats: true}) }
func BenchmarkMeleeExact(b *testing.B) { bench(b, melee, odds.Options{}) }

func bench[R comparable](b *testing.B, p func(*rule.Umpire) R, o odds.Options) {
	for b.Loop() {
		if _, err := odds.DistOf(context.Background(), p, o); err != nil {
			b.Fatal(err)
		}
	}
}

// TestTooManyOutcomes: an answer with too many outcomes to read is too large.
func TestTooManyOutcomes(t *testing.T) {
	p := func(u *rule.Umpire) [2]int {
		return [2]int{u.Sum(100, rule.D6, "x", "y"), u.Sum(100, rule.D6, "x", "z")}
	}
	_, err := odds.DistOf(context.Background(), p, odds.Options{})
	if err == nil || !strings.Contains(err.Error(), "different outcomes") {
		t.Error(err)
	}
}
