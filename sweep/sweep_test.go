package sweep_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"loophole/balance"
	"loophole/internal/ladder"
	_ "loophole/internal/lazygc"
	"loophole/odds"
	"loophole/policy"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/scenario"
	"loophole/sweep"
)

// bundled finds bundled scenarios.
func bundled(ruleset, name string) (*scenario.Scenario, error) {
	for _, b := range scenario.Bundled() {
		if b.Name == name && (ruleset == "" || ruleset == b.Ruleset) {
			return b, nil
		}
	}
	return nil, fmt.Errorf("unknown scenario %q", name)
}

const small = `
format: 1
name: small
seed: 5
games: 11
shard: 5
policies:
  - [random, random]
  - [cautious, random]
scenarios:
  - scenario: stairs
    vary: [setup.rounds=2..4]
questions:
  - {ruleset: tideofiron, procedure: attack, example: worked, vary: [level=0..2]}
`

const stopping = `
format: 1
games: 200
shard: 20
stop: {error: 6}
policies: [[random, random]]
scenarios: [{scenario: stairs, vary: ["setup.rounds=2..4"]}, {scenario: worked}]
`

func plan(t testing.TB, text string) *sweep.Plan {
	t.Helper()
	p, err := sweep.Read("s.yaml", strings.NewReader(text), bundled, "loophole test")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func bytesOf(t testing.TB, r *sweep.Result) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func run(t testing.TB, p *sweep.Plan, start *sweep.Result, o sweep.Options) *sweep.Result {
	t.Helper()
	r, err := p.Run(context.Background(), start, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// reread writes a result and reads it.
func reread(t testing.TB, r *sweep.Result) *sweep.Result {
	t.Helper()
	x, err := sweep.ReadResult("r.json", strings.NewReader(bytesOf(t, r)))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestPartitions computes sweeps in random parts, some of them interrupted and continued, and
// merges the parts in random order. The result is that of one run, to the byte.
func TestPartitions(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	for text, orders := range map[string]int{small: 30, stopping: 30, measured: 10} {
		divide := partition(t, text)
		for order := range orders {
			divide(t.Fatalf, 1+order%5, uint64(order))
		}
	}
}

// partition returns a function that computes a sweep in parts, in an order, and compares.
func partition(t *testing.T, text string) func(fatal func(string, ...any), parts int, order uint64) {
	p := plan(t, text)
	whole := run(t, p, p.Result(), sweep.Options{Workers: 1})
	want := bytesOf(t, whole)
	if !whole.Complete {
		t.Fatal("it is not complete")
	}
	return func(fatal func(string, ...any), parts int, order uint64) {
		chance := rand.New(rand.NewPCG(order, 1))
		merged := p.Result()
		for _, i := range chance.Perm(parts) {
			o := sweep.Options{Workers: 1 + chance.IntN(3), Part: i + 1, Parts: parts}
			part := reread(t, stopped(t, p, o, chance.IntN(6)))
			part = reread(t, run(t, p, part, o))
			var err error
			if merged, err = sweep.Merge(part, merged); err != nil {
				fatal("%v", err)
			}
		}
		if got := bytesOf(t, merged); got != want {
			fatal("%d parts give\n%s\nnot\n%s", parts, got, want)
		}
	}
}

// stopped runs a part and interrupts it after some shards.
func stopped(t *testing.T, p *sweep.Plan, o sweep.Options, after int) *sweep.Result {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	o.Done = func(_ *sweep.Result, done, all int) error {
		if done > all {
			t.Errorf("%d of %d are done", done, all)
		}
		if done >= after {
			cancel()
		}
		return nil
	}
	r, err := p.Run(ctx, p.Result(), o)
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	return r
}

// TestStop checks the stopping rule against floating-point numbers: a stopped cell has a small
// enough error, and had a larger one a shard before.
func TestStop(t *testing.T) {
	p := plan(t, stopping)
	r := run(t, p, p.Result(), sweep.Options{})
	stops := 0
	for i := range r.Cells {
		c := &r.Cells[i]
		if !c.Stopped {
			if c.Total.Games != 200 {
				t.Errorf("%s has %d games", c.Label(), c.Total.Games)
			}
			continue
		}
		stops++
		last := c.Shards[len(c.Shards)-1]
		now, before := *c.Total, *c.Total
		before.Games -= last.Games
		for k := range before.Won {
			before.Won[k] -= last.Won[k]
		}
		if e := errorOf(&now); e > 0.06+1e-9 {
			t.Errorf("%s stops at an error of %v", c.Label(), e)
		}
		if e := errorOf(&before); e <= 0.06-1e-9 {
			t.Errorf("%s goes on at an error of %v", c.Label(), e)
		}
	}
	if stops == 0 {
		t.Error("no cell stops")
	}
}

// errorOf is the standard error of the score with one more game won by each side.
func errorOf(t *sweep.Tally) float64 {
	n := float64(t.Games) + 2
	mean := (float64(t.Won[0]) + 1 + float64(t.Won[2])/2) / n
	square := (float64(t.Won[0]) + 1 + float64(t.Won[2])/4) / n
	return math.Sqrt((square - mean*mean) / (n - 1))
}

const tested = `
format: 1
games: 400
shard: 20
stop: {elo0: -100, elo1: 100}
policies: [[random, random], [cautious, random]]
scenarios: [{scenario: stairs}, {scenario: worked}]
`

// TestSequentialTest checks the sequential test against the one of package ladder: a cell stops at
// the first shard after which the test decides, and its verdict is kept when the result is read.
func TestSequentialTest(t *testing.T) {
	t.Parallel()
	p := plan(t, tested)
	r := reread(t, run(t, p, p.Result(), sweep.Options{}))
	test := ladder.Test{Elo0: -100, Elo1: 100, Alpha: 0.05, Beta: 0.05}
	verdicts := map[string]int{}
	for i := range r.Cells {
		c := &r.Cells[i]
		verdicts[c.Verdict]++
		s := ladder.Stats{N: 2, Sum: 1, Squares: 1}
		for k, shard := range c.Shards {
			for won, score := range []float64{1, 0, 0.5} {
				for range shard.Won[won] {
					s.Add(score)
				}
			}
			want := "open"
			if k == len(c.Shards)-1 && c.Verdict != "" {
				want = c.Verdict
			}
			if got := test.Verdict(s).String(); got != want {
				t.Errorf("%s, shard %d: %s, not %s", c.Label(), k, got, want)
			}
		}
		if c.Verdict == "" && c.Total.Games != 400 {
			t.Errorf("%s ends at %d games without a verdict", c.Label(), c.Total.Games)
		}
	}
	if verdicts["H0"] == 0 || verdicts["H1"] == 0 {
		t.Errorf("verdicts %v", verdicts)
	}
	if text := bytesOf(t, r); !strings.Contains(text, `"test":{"elo0":-100,"elo1":100,"alpha":50000,"beta":50000}`) {
		t.Error(text)
	}
	forged := strings.Replace(bytesOf(t, r), `"verdict":"H1"`, `"verdict":"H0"`, 1)
	if _, err := sweep.ReadResult("r.json", strings.NewReader(forged)); err == nil {
		t.Error("a changed verdict is read")
	}
}

// TestCollector adds units in random order, some twice, and after a stop. The result is that of
// one run, to the byte. A unit with another result is refused.
func TestCollector(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	for _, text := range []string{small, stopping, tested, measured} {
		p := plan(t, text)
		want := bytesOf(t, run(t, p, p.Result(), sweep.Options{}))
		k, err := p.Collect(p.Result())
		if err != nil {
			t.Fatal(err)
		}
		chance, computer := rand.New(rand.NewPCG(3, 3)), p.Computer()
		var open []sweep.Unit
		for {
			for len(open) < 7 {
				u, ok := k.Next()
				if !ok {
					break
				}
				open = append(open, u)
			}
			if len(open) == 0 {
				break
			}
			i := chance.IntN(len(open))
			u := open[i]
			open = append(open[:i], open[i+1:]...)
			x, err := computer.Compute(t.Context(), u)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if _, err := k.Add(u, x); err != nil {
					t.Fatal(err)
				}
			}
			if x.Tally != nil && !k.Cell(u.Cell).Done {
				other := *x.Tally
				rounds := *other.Rounds
				rounds[0]++
				other.Rounds = &rounds
				_, err := k.Add(u, &sweep.Computed{Tally: &other})
				if err == nil || !strings.Contains(err.Error(), "different results") {
					t.Error(err)
				}
			}
			if list := k.Open(); len(list) > len(open) {
				t.Errorf("%d units are open, not %d", len(list), len(open))
			}
		}
		if done, all := k.Progress(); done != all || !k.Complete() {
			t.Errorf("%d of %d", done, all)
		}
		if got := bytesOf(t, k.Result()); got != want {
			t.Errorf("there is\n%s\nnot\n%s", got, want)
		}
		for _, u := range []sweep.Unit{{Cell: -1}, {Cell: 99}, {Shard: 99}} {
			if _, err := k.Add(u, &sweep.Computed{Answer: &sweep.Answer{}}); err == nil {
				t.Errorf("%v is added", u)
			}
		}
	}
}

// TestGamesStayTheSame checks that the games of a cell do not depend on the other cells, nor the
// first ones on the number of games, and that the score is the one of balance.
func TestGamesStayTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	p := plan(t, small)
	r := run(t, p, p.Result(), sweep.Options{})
	q := plan(t, "format: 1\nseed: 5\ngames: 10\nshard: 5\npolicies: [[cautious, random]]\n"+
		"scenarios: [{scenario: stairs, vary: ['setup.rounds=3']}]")
	one := run(t, q, q.Result(), sweep.Options{}).Cells[0]
	for _, c := range r.Cells {
		if c.Label() != one.Label() {
			continue
		}
		for i, s := range one.Shards {
			if !reflect.DeepEqual(s, c.Shards[i]) {
				t.Errorf("shard %d: %+v and %+v", i, s, c.Shards[i])
			}
		}
		x := balance.ScoreOf(&policy.Series{Games: 11, Won: c.Total.Won})
		if c.Total.Games != 11 || c.Score().Plain.Mean != x.Plain.Mean {
			t.Errorf("%+v", c.Total)
		}
		return
	}
	t.Error("the cell is missing")
}

// TestMergeRefuses checks that results of other sweeps and contradictions are refused, each with
// its reason.
func TestMergeRefuses(t *testing.T) {
	p := plan(t, small)
	r := run(t, p, p.Result(), sweep.Options{Part: 1, Parts: 4})
	for _, x := range []struct {
		old, new, want string
	}{
		{"seed: 5", "seed: 6", "the sweep files differ"},
		{"name: small", "name: other", "the sweep files differ"},
	} {
		other := plan(t, strings.Replace(small, x.old, x.new, 1))
		_, err := sweep.Merge(r, other.Result())
		if !errors.Is(err, sweep.ErrOtherSweep) || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v", x.new, err)
		}
		if _, err := other.Run(context.Background(), r, sweep.Options{}); !errors.Is(err, sweep.ErrOtherSweep) {
			t.Errorf("%s: %v", x.new, err)
		}
	}
	newer, err := sweep.Read("s.yaml", strings.NewReader(small), bundled, "loophole newer")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sweep.Merge(r, newer.Result()); err == nil || !strings.Contains(err.Error(), "versions of the program") {
		t.Error(err)
	}
	changed := reread(t, r)
	changed.Cells[0].Shards[0].Actions[0]++
	if _, err := sweep.Merge(r, changed); err == nil || !strings.Contains(err.Error(), "is there twice") {
		t.Error(err)
	}
	if n, first := r.Missing(); n == 0 || !strings.Contains(first, "tideofiron stairs") {
		t.Errorf("%d, first %s", n, first)
	}
	text := strings.Replace(bytesOf(t, r), `"won":[`, `"won":[1`, 1)
	if _, err := sweep.ReadResult("r.json", strings.NewReader(text)); err == nil {
		t.Error("a changed result is read")
	}
}

// TestFaults checks that faults of a file have their line and a remedy.
func TestFaults(t *testing.T) {
	const head = "format: 1\npolicies: [[random, random]]\n"
	for _, x := range [][2]string{
		{"games: 3\nscenarios: [{scenario: stairs}]", "s.yaml:1:1: sweep.format: the format is missing"},
		{head, "list scenarios or questions"},
		{head + "scenario: x", `s.yaml:3:1: sweep: unknown key "scenario"; did you mean scenarios`},
		{head + "games: 0\nscenarios: [{scenario: stairs}]", "s.yaml:3:8: sweep.games: 0 is out of range: 1 to 1000000"},
		{head + "scenarios:\n  - scenario: stair", "s.yaml:4:15: sweep.scenarios.1.scenario: unknown scenario"},
		{head + "scenarios:\n  - scenario: stairs\n    vary: [setup.rouns=1..3]", "s.yaml:5:11"},
		{head + "scenarios:\n  - scenario: stairs\n    vary: [setup.rounds=3..1]", "write setup.rounds=1..3"},
		{head + "scenarios:\n  - scenario: stairs\n    vary: [setup.rounds=3]\n    set: [setup.rounds=2]", "is given twice"},
		{head + "scenarios: [{scenario: stairs}, {scenario: stairs}]", "is there already"},
		{head + "stop: {error: 0}\nscenarios: [{scenario: stairs}]", "above 0 and up to 50, such as 2.5"},
		{head + "stop: {error: 2, elo1: 30}\nscenarios: [{scenario: stairs}]", "s.yaml:3:8: sweep.stop: there are two"},
		{head + "stop: {elo0: 30, elo1: 10}\nscenarios: [{scenario: stairs}]", "a test needs elo0 < elo1"},
		{head + "stop: {elo1: 10, alpha: 0.6}\nscenarios: [{scenario: stairs}]", "above 0 and below 0.5, such as 0.05"},
		{head + "games: 1000000\nshard: 1\nscenarios: [{scenario: stairs}]", "more than 100000 shards"},
		{"format: 1\nscenarios: [{scenario: stairs}]", "add policies: [[cautious, cautious]]"},
		{"format: 1\npolicies: [[random]]\nscenarios: [{scenario: stairs}]", "s.yaml:2:12: sweep.policies.1: a pair is"},
		{"format: 1\npolicies: [[random, randm]]\nscenarios: [{scenario: stairs}]", "did you mean random"},
		{"format: 1\nquestions: [{ruleset: tideofiron, procedure: atack}]", "attack"},
		{"format: 1\nquestions: [{ruleset: tideofiron, procedure: attack, vary: ['levl=1..2']}]", "level"},
		{head + "scenarios: [{scenario: stairs, vary: ['setup.rounds=1..60', 'setup.x=1..99']}]", "s.yaml:3"},
		{head + "measure: [rounds, scor]\nscenarios: [{scenario: stairs}]",
			`s.yaml:3:19: sweep.measure.2: tideofiron has no measure "scor"; did you mean score`},
		{head + "measure: building-lost\nscenarios: [{scenario: stairs}]", "s.yaml:3:10: sweep.measure.1: tideofiron has no"},
		{head + "scenarios:\n  - scenario: stairs\n    measure:\n      - units\n      - building-lost",
			`s.yaml:7:9: sweep.scenarios.1.measure.2: tideofiron has no measure "building-lost"; did you mean buildings-lost`},
		{head + "measure: [score, score]\nscenarios: [{scenario: stairs}]", "s.yaml:3:18: sweep.measure.2: score is there twice"},
		{head + "measure: []\nscenarios: [{scenario: stairs}]", "s.yaml:3:10: sweep.measure: the list is empty"},
		{"format: 1\nquestions: [{ruleset: tideofiron, procedure: attack, measure: [casualty, kasualties]}]",
			`s.yaml:2:74: sweep.questions.1.measure.2: attack has no measure "kasualties"; did you mean casualties`},
		{head + "seeds: [1, 3..2]\nscenarios: [{scenario: stairs}]", `s.yaml:3:12: sweep.seeds.2: "3..2": 2 is less than 3: write 2..3`},
		{head + "seeds: [1..3, x]\nscenarios: [{scenario: stairs}]", `s.yaml:3:15: sweep.seeds.2: "x" is no seed`},
		{head + "seeds: [1..3, 2]\nscenarios: [{scenario: stairs}]", "s.yaml:3:15: sweep.seeds.2: the seed 2 is there twice"},
		{head + "seed: 1\nseeds: 2..4\nscenarios: [{scenario: stairs}]", "s.yaml:4:8: sweep.seeds: there is a seed too"},
		{head + "seeds: []\nscenarios: [{scenario: stairs}]", "s.yaml:3:8: sweep.seeds: the list is empty"},
		{head + "seeds: 0..9007199254740991\nscenarios: [{scenario: stairs}]", "s.yaml:3:8: sweep.seeds: the sweep has more than 20000"},
		{head + "seeds: 1..10001\nscenarios: [{scenario: stairs, vary: ['setup.rounds=2,3']}]", "more than 20000 cells"},
		{head + "scenarios: [{scenario: stairs, vary: ['seed=1..3']}]", "s.yaml:3:39: sweep.scenarios.1.vary.1: the seed is not a value"},
		{head + "games: 100000\nshard: 1\nmeasure: [units, endings]\nscenarios: [{scenario: stairs}]", "the result would have more than 64 MB"},
	} {
		_, err := sweep.Read("s.yaml", strings.NewReader(x[0]), bundled, "")
		if err == nil || !strings.Contains(err.Error(), x[1]) {
			t.Errorf("%s\n%v\nlacks %s", x[0], err, x[1])
		}
	}
}

// TestNegativeWorkers: a number of workers below 0 is an error, and not a run without workers.
func TestNegativeWorkers(t *testing.T) {
	p := plan(t, small)
	if _, err := p.Run(t.Context(), p.Result(), sweep.Options{Workers: -1}); err == nil || !strings.Contains(err.Error(), "workers must not be negative") {
		t.Error(err)
	}
}

// TestQuestions compares answers with those of the question asked alone.
func TestQuestions(t *testing.T) {
	p := plan(t, small)
	r := run(t, p, p.Result(), sweep.Options{})
	rules, err := rulesets.Find("tideofiron")
	if err != nil {
		t.Fatal(err)
	}
	proc, err := rules.Procedure("attack")
	if err != nil {
		t.Fatal(err)
	}
	example, err := proc.Example("worked")
	if err != nil {
		t.Fatal(err)
	}
	house, err := rules.House()
	if err != nil {
		t.Fatal(err)
	}
	for level, c := range r.Cells[6:] {
		q, err := proc.NewQuestion(house, example, []rule.Setting{{Path: "level", Value: fmt.Sprint(level)}})
		if err != nil {
			t.Fatal(err)
		}
		want, err := odds.Solve(context.Background(), q, odds.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range c.Answer.Events {
			if x, ok := e.Rat(); !ok || e.Name != proc.Events[i].Name || x.Cmp(want.Events[i].Exact) != 0 {
				t.Errorf("%s: %+v, not %v", c.Label(), e, want.Events[i].Exact)
			}
		}
		for i, m := range c.Answer.Measures {
			if x, ok := m.Rat(); !ok || x.Cmp(want.Measures[i].Mean().Exact) != 0 {
				t.Errorf("%s: %+v", c.Label(), m)
			}
		}
	}
	if fmt.Sprint(r.Cells[6].Answer) == fmt.Sprint(r.Cells[8].Answer) {
		t.Error("the level changes nothing")
	}
}
