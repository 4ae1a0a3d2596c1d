package bench_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"loophole/internal/bench"
	"loophole/odds"
	"loophole/rule"
	"loophole/sim"
)

var (
	gate       = flag.Bool("gate", false, "compare the engines with their yardsticks, and with ratios.txt")
	keepRatios = flag.Bool("keep-ratios", false, "with -gate, write the ratios to ratios.txt")
)

// band is the factor by which a ratio may exceed the one in ratios.txt. Another place of the same code
// in the program changes a ratio by a fifth, and so does another kind of processor.
const band = 1.5

// rounds is how many times each engine and its yardstick run back to back.
const rounds = 15

// tries is how many times a ratio outside the band is measured before it counts, with a pause
// before each, because a busy machine makes an engine seem slow for some seconds.
const (
	tries = 30
	pause = time.Second
)

// A race is an engine against its yardstick.
type race struct {
	name              string
	engine, yardstick func()
}

func races(t *testing.T) []race {
	r := &rng{*rand.NewPCG(1, 2)}
	var p1 [20]float64
	var p2 [41]float64
	var p3 burstsP3
	var p5 [13]float64
	references := []func(){
		func() { referenceP1(&p1) }, func() { referenceP2(bench.Forty, &p2) }, func() { referenceP3(&p3) },
		func() { sink, _, _ = referenceP4(10) }, func() { referenceP5(&p5) },
		func() { bench.Volleys(func(v bench.Volley) { referenceP2(v, &p2) }) },
	}
	loops := []func(){func() { sampleP1(r) }, func() { sampleP2(r) }, func() { sampleP3(r) }, func() { sampleP4(r) }, func() { sampleP5(r) }}
	ten := bench.Fight{A: 10, B: 10}
	floats := []func(){
		asked(t, bench.Net), asked(t, bench.Forty.Unsaved), asked(t, bench.Shell), asked(t, ten.Melee),
		func() { breach(t, odds.Options{Floats: true}) }, func() { volleys(t) },
	}
	trial := rule.NewUmpire(sim.NewSampler(1, 0, nil), nil)
	_, bulk := sim.NewAliasSampler(1, 0, nil)
	var all []race
	for i := range references {
		all = append(all, race{fmt.Sprintf("P%d floats", i+1), floats[i], references[i]})
	}
	all = append(all, race{"P4 again", asksAgain(t, ten.Melee), references[3]})
	for name, u := range map[string]*rule.Umpire{"trial": trial, "bulk": bulk} {
		for i, play := range []func(){
			func() { bench.Net(u) }, func() { bench.Forty.Unsaved(u) }, func() { bench.Shell(u) },
			func() { ten.Melee(u) }, func() { turns(12)(u) },
		} {
			all = append(all, race{fmt.Sprintf("P%d %s", i+1, name), play, loops[i]})
		}
	}
	slices.SortFunc(all, func(a, b race) int { return strings.Compare(a.name, b.name) })
	return all
}

func asked[R comparable](t *testing.T, p func(*rule.Umpire) R) func() {
	return func() {
		if _, err := odds.DistOf(context.Background(), p, odds.Options{Floats: true}); err != nil {
			t.Fatal(err)
		}
	}
}

func asksAgain[R comparable](t *testing.T, p func(*rule.Umpire) R) func() {
	c, err := odds.Compile(context.Background(), p, odds.Options{Floats: true})
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		if _, err := c.Dist(); err != nil {
			t.Fatal(err)
		}
	}
}

// run returns the median of the paired ratios of some rounds.
func (r *race) run() float64 {
	n, m := callsFor2ms(r.engine), callsFor2ms(r.yardstick)
	var ratios []float64
	for range rounds {
		ratios = append(ratios, nanosecondsOf(n, r.engine)/nanosecondsOf(m, r.yardstick))
	}
	slices.Sort(ratios)
	return ratios[rounds/2]
}

// callsFor2ms returns a number of calls that take two milliseconds or more.
func callsFor2ms(f func()) int {
	for n := 1; ; n *= 2 {
		if nanosecondsOf(n, f)*float64(n) > 2e6 {
			return n
		}
	}
}

// nanosecondsOf returns the time of one of n calls.
func nanosecondsOf(n int, f func()) float64 {
	began := time.Now()
	for range n {
		f()
	}
	return float64(time.Since(began)) / float64(n)
}

// TestGate fails when an engine has become slower against its yardstick than
// ratios.txt allows.
func TestGate(t *testing.T) {
	if !*gate {
		t.Skip("speed is compared with -gate only")
	}
	printAnswers(t)
	written := readRatios(t)
	var b strings.Builder
	for _, r := range races(t) {
		ratio := r.run()
		limit := band * written[r.name]
		for i := 1; i < tries && ratio > limit && !*keepRatios; i++ {
			time.Sleep(pause)
			ratio = min(ratio, r.run())
		}
		fmt.Printf("%-10s %7.3f of its yardstick, at most %.3f\n", r.name, ratio, limit)
		fmt.Fprintf(&b, "%s %.3f\n", r.name, ratio)
		if ratio > limit && !*keepRatios {
			t.Errorf("%s: %.3f times its yardstick, where %.3f was written down and %.3f is allowed", r.name, ratio, written[r.name], limit)
		}
	}
	if *keepRatios {
		if err := os.WriteFile("ratios.txt", []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// printAnswers prints what the engine answers, because a speed means nothing without it.
func printAnswers(t *testing.T) {
	o := odds.Options{Floats: true}
	fallen := breach(t, o)
	for i, x := range []struct {
		what string
		is   float64
	}{
		{"P(net ≥ 9)", of(t, bench.Net, o).P(func(n int) bool { return n >= 9 }).Float},
		{"P(unsaved ≥ 10)", of(t, bench.Forty.Unsaved, o).P(func(n int) bool { return n >= 10 }).Float},
		{"mean casualties", of(t, bench.Shell, o).Numbers(func(b bench.Burst) int { return int(b.Lost) }).Mean().Float},
		{"mean rounds", of(t, bench.Fight{A: 10, B: 10}.Melee, o).Visits("round").Float},
		{"fallen by turn 12", fallen[12].Float},
		{"sum of P(unsaved ≥ n/4)", volleys(t)},
	} {
		fmt.Printf("P%d answers %s = %.15g\n", i+1, x.what, x.is)
	}
}

func readRatios(t *testing.T) map[string]float64 {
	f, err := os.Open("ratios.txt")
	if err != nil {
		if *keepRatios {
			return nil
		}
		t.Fatal(err)
	}
	defer f.Close()
	ratios := map[string]float64{}
	for in := bufio.NewScanner(f); in.Scan(); {
		var problem, what string
		var ratio float64
		if _, err := fmt.Sscan(in.Text(), &problem, &what, &ratio); err != nil {
			t.Fatalf("ratios.txt: %q: %v", in.Text(), err)
		}
		ratios[problem+" "+what] = ratio
	}
	return ratios
}
