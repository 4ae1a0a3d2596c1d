package sim

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"loophole/rule"
)

func runTrials(t testing.TB, q *rule.Question, o Options) *Result {
	t.Helper()
	r, err := Run(context.Background(), q, o)
	if err != nil {
		t.Fatal(err)
	}
	checkCounts(t, r.RunInfo, r.Outcomes)
	return r
}

func checkCounts[R comparable](t testing.TB, b RunInfo, outcomes []OutcomeCount[R]) {
	t.Helper()
	sum := 0
	for _, c := range outcomes {
		if c.Count < 1 {
			t.Errorf("%v has count %d", c.Outcome, c.Count)
		}
		sum += c.Count
	}
	if sum != b.N || b.Generator != Generator {
		t.Errorf("%d trials counted, N is %d, generator %q", sum, b.N, b.Generator)
	}
}

// TestRunKnownChance: for 19 dice on 5+ less 3 dice on 5+, P(9 or more) is 90324443/1162261467.
func TestRunKnownChance(t *testing.T) {
	const want = 90324443. / 1162261467
	r := runTrials(t, ask(t, volleys), Options{Seed: 5})
	if r.N != DefaultTrials || r.Partial || r.Reached {
		t.Errorf("the zero options play %d trials, partial %v, reached %v", r.N, r.Partial, r.Reached)
	}
	nine := r.Event(0)
	if math.Abs(nine.P-want) > 4*nine.StdErr || nine.StdErr > 3e-4 || nine.Low > want || nine.High < want {
		t.Errorf("P(net ≥ 9) = %+v, want %v", nine, want)
	}
	if some := r.Event(2); some.P != 1 || some.High != 1 || some.Low < 0.99999 || some.StdErr <= 0 {
		t.Errorf("a certain event: %+v", some)
	}
	// Without the lower limit of 0 the mean is 16/3; the limit adds the shortfall.
	mean := 16. / 3
	for hits := range 3 {
		for saved := hits + 1; saved <= 3; saved++ {
			mean += float64(saved-hits) * binomial(19, hits) * binomial(3, saved)
		}
	}
	net := r.Measure(0)
	if math.Abs(net.Mean-mean) > 4*net.StdErr || net.StdErr > 0.003 || net.Min != 0 || net.Max < 12 || net.N != r.N {
		t.Errorf("net hits: %+v, want the mean %v", net, mean)
	}
}

// binomial returns the probability of k successes of n dice that succeed on 1 in 3.
func binomial(n, k int) float64 {
	p := math.Pow(1./3, float64(k)) * math.Pow(2./3, float64(n-k))
	for i := range k {
		p *= float64(n-i) / float64(i+1)
	}
	return p
}

func TestRunGolden(t *testing.T) {
	r := runTrials(t, ask(t, volleys), Options{Trials: 1000, Seed: 42})
	const want = "[{{0 false} 9} {{1 false} 24} {{2 false} 49} {{3 false} 110} {{4 false} 166} {{5 false} 180} {{6 false} 180} {{7 false} 114} {{8 false} 85} {{9 true} 52} {{10 true} 21} {{11 true} 8} {{12 true} 1} {{13 true} 1}]"
	if got := fmt.Sprint(r.Outcomes); got != want {
		t.Errorf("seed 42 gives\n%s, want\n%s", got, want)
	}
}

// TestRunAgainstTwin compares the program's dice with dice of another generator in the same game.
func TestRunAgainstTwin(t *testing.T) {
	const n = 100_000
	q := ask(t, volleys, "dice=30", "cover=7", "floors=cellar")
	r := runTrials(t, q, Options{Trials: n, Seed: 1})
	ours, plains := map[int]int{}, map[int]int{}
	for _, v := range r.Measure(0).Values {
		ours[v.Value] = v.Count
	}
	twin := plain{rand.New(rand.NewPCG(8, 9))}
	for range n {
		got, err := q.Play(twin, nil)
		if err != nil {
			t.Fatal(err)
		}
		plains[got.(outcome).Net]++
	}
	if z := homogeneity(ours, plains); z > 4.5 {
		t.Errorf("differs from the twin by %.1f standard deviations", z)
	}
}

func TestWorkersDoNotMatter(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	q := ask(t, volleys)
	for _, o := range []Options{
		{Trials: 1}, {Trials: 255, Seed: 9}, {Trials: 256}, {Trials: 257}, {Trials: 100_003, Seed: 1 << 60},
		{StdErr: 0.002, Event: -1, Seed: 3}, {StdErr: 0.001, Event: 1, Seed: 3}, {Trials: 700_000, StdErr: 1e-9},
	} {
		var first *Result
		var firstSample *SampleResult[int]
		for _, workers := range []int{1, 2, 3, 8} {
			o.Workers = workers
			r := runTrials(t, q, o)
			s, err := Sample(context.Background(), attack, Options{Trials: r.N, Seed: o.Seed, Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			checkCounts(t, s.RunInfo, s.Outcomes)
			if first == nil {
				first, firstSample = r, s
			}
			if !reflect.DeepEqual(r, first) || !reflect.DeepEqual(s, firstSample) {
				t.Errorf("%+v: the result differs from that of one worker", o)
			}
		}
		if o.Trials > 0 && first.N != o.Trials {
			t.Errorf("%+v: %d trials", o, first.N)
		}
		if !reflect.DeepEqual(first.Measure(0), firstSample.Measure(func(net int) int { return net })) {
			t.Errorf("%+v: Run and Sample differ", o)
		}
	}
}

// A longer run begins with the shorter one.
func TestRunsNest(t *testing.T) {
	var order []int
	for _, n := range []int{1, 2, 255, 256, 257, 5000} {
		s, err := Sample(context.Background(), attack, Options{Trials: n, Seed: 77, Workers: 3})
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range s.Outcomes {
			if i == len(order) {
				order = append(order, c.Outcome)
			}
			if c.Outcome != order[i] {
				t.Errorf("%d trials: outcome %d is %d, in a shorter run it is %d", n, i, c.Outcome, order[i])
			}
		}
	}
}

func TestStopAtStandardError(t *testing.T) {
	q := ask(t, volleys)
	for _, c := range []struct {
		o       Options
		blocks  int
		reached bool
	}{
		{Options{StdErr: 0.5}, 16, true},
		{Options{StdErr: 0.002}, 128, true},              // needs 17,900 trials
		{Options{StdErr: 0.0004}, 2048, true},            // needs 448,000
		{Options{StdErr: 0.0002, Event: -1}, 7168, true}, // needs 1,792,000 for the first event
		{Options{StdErr: 0.0002, Event: 2}, 32, true},    // always happens
		{Options{StdErr: 0.0001, Trials: 40 * BlockSize}, 40, false},
	} {
		r := runTrials(t, q, c.o)
		if r.N != c.blocks*BlockSize || r.Reached != c.reached {
			t.Errorf("%+v: stopped after %d blocks, reached %v; want %d, %v", c.o, r.N/BlockSize, r.Reached, c.blocks, c.reached)
		}
		for i := range 3 {
			if e := r.Event(i); (c.o.Event == i || c.o.Event == -1) && (e.StdErr <= c.o.StdErr) != c.reached {
				t.Errorf("%+v: event %d has the standard error %v", c.o, i, e.StdErr)
			}
		}
	}
}

// TestCancelledRunIsAPrefix: a cancelled run is a run with fewer trials, whatever the workers were
// doing.
func TestCancelledRunIsAPrefix(t *testing.T) {
	for _, workers := range []int{1, 2, 3, 8} {
		for _, after := range []int64{300, 5000, 123_456} {
			ctx, cancel := context.WithCancel(context.Background())
			var trials, begun atomic.Int64 // begun: trials at the cancellation
			play := func(u *rule.Umpire) int {
				if trials.Add(1) == after {
					cancel()
					begun.Store(trials.Load())
				}
				return attack(u)
			}
			o := Options{Trials: 1 << 30, Seed: 4, Workers: workers}
			s, err := Sample(ctx, play, o)
			if err != nil {
				// The worker of the first block may not have finished it.
				if !errors.Is(err, context.Canceled) {
					t.Errorf("%d workers, cancelled in trial %d: %v", workers, after, err)
				}
				continue
			}
			checkCounts(t, s.RunInfo, s.Outcomes)
			if !s.Partial || s.N%BlockSize != 0 || s.N > int(begun.Load())+workers*BlockSize {
				t.Errorf("%d workers, cancelled in trial %d: %+v", workers, after, s.RunInfo)
			}
			o.Trials = s.N
			whole, err := Sample(context.Background(), attack, o)
			if err != nil {
				t.Fatal(err)
			}
			whole.Partial = true
			if !reflect.DeepEqual(s, whole) {
				t.Errorf("%d workers, cancelled in trial %d: differs from a run of %d trials", workers, after, s.N)
			}
		}
	}
}

// TestCancelledBehindAGap: one worker hangs in a trial while the others continue. The counts after
// its block are dropped.
func TestCancelledBehindAGap(t *testing.T) {
	for _, workers := range []int{2, 3, 8} {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		var trials, hung atomic.Int64
		play := func(u *rule.Umpire) int {
			n := trials.Add(1)
			if n == 300_000 { // early in a round of 1024 blocks
				hung.Store(n)
				<-ctx.Done()
				return drone(u)
			}
			if h := hung.Load(); h > 0 && n > h+5000 {
				cancel()
			}
			return attack(u)
		}
		o := Options{Trials: 1 << 30, Seed: 6, Workers: workers}
		s, err := Sample(ctx, play, o)
		if err != nil {
			t.Fatal(err)
		}
		checkCounts(t, s.RunInfo, s.Outcomes)
		o.Trials = s.N
		whole, err := Sample(context.Background(), attack, o)
		if err != nil {
			t.Fatal(err)
		}
		whole.Partial = true
		if s.N > 300_000+workers*BlockSize || !reflect.DeepEqual(s, whole) {
			t.Errorf("%d workers: %d trials, or other counts than a run of as many", workers, s.N)
		}
	}
}

func TestCancelledBeforeAnything(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("the players went home"))
	_, err := Run(ctx, ask(t, volleys), Options{})
	if err == nil || !strings.Contains(err.Error(), "the players went home") {
		t.Errorf("error %v does not give the cause", err)
	}
}

// TestCancelInsideALongTrial: a trial of many seconds ends within milliseconds; the limit of the
// test is a second, for a busy machine.
func TestCancelInsideALongTrial(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var cancelled time.Time
	time.AfterFunc(20*time.Millisecond, func() {
		cancelled = time.Now()
		cancel()
	})
	var clock atomic.Int64
	ponder := func(rule.Choice) int {
		for range 20 {
			clock.Add(time.Now().Unix())
		}
		return 1
	}
	_, err := Run(ctx, ask(t, duels, "dice=9"), Options{Policy: ponder})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want that of the context", err)
	}
	late := time.Since(cancelled)
	t.Logf("left after %v", late)
	if late > time.Second {
		t.Errorf("left only after %v", late)
	}
}

// drone asks for large pools without end, and soon reaches MaxWords.
func drone(u *rule.Umpire) int {
	for {
		u.Count(rule.MaxDice, rule.D2, rule.AtLeast(2), "t.hit", "still at it")
	}
}

func TestEndlessTrial(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	trial := func(u *rule.Umpire) int {
		if u.Sum(3, rule.D100, "t.hit", "fate") == 150 {
			return drone(u)
		}
		return 0
	}
	_, err := Sample(context.Background(), trial, Options{Trials: 600, Seed: 12, Workers: 2})
	if !errors.Is(err, ErrEndless) {
		t.Fatalf("error %v, want %v", err, ErrEndless)
	}
	for _, part := range []string{"seed 12", "still at it", "16777216 random words"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error %q does not say %q", err, part)
		}
	}
}

// TestBoundIsExact: a trial is cut at the same question, whatever its block drew before.
func TestBoundIsExact(t *testing.T) {
	pool := rule.CountPool(rule.MaxDice, rule.D2, rule.AtLeast(2))
	words := int64((rule.MaxDice + 51) / 52)
	for _, before := range []int{0, 1, 1000} {
		s := NewSampler(1, 0, nil)
		s.ctx = context.Background()
		for range before {
			mustRoll(t, s, rule.SumPool(1, rule.D6))
		}
		s.begin()
		s.drawn += MaxWords - 20*words // as if these were drawn
		n, err := 0, error(nil)
		for ; err == nil; n++ {
			_, _, err = s.Roll(rule.Roll{Pool: pool})
		}
		if n != 21 || !errors.Is(err, ErrEndless) {
			t.Errorf("after %d rolls of earlier trials: cut at question %d with %v, want 21", before, n, err)
		}
	}
}

func TestTooManyOutcomes(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	many := func(u *rule.Umpire) [3]int {
		return [3]int{u.Sum(1, rule.D100, "", ""), u.Sum(1, rule.D100, "", ""), u.Sum(1, rule.D100, "", "")}
	}
	for _, workers := range []int{1, 2, 7} {
		if _, err := Sample(context.Background(), many, Options{Trials: 70_000, Workers: workers}); !errors.Is(err, ErrTooManyOutcomes) {
			t.Errorf("%d workers: error %v, want %v", workers, err, ErrTooManyOutcomes)
		}
		if _, err := Sample(context.Background(), many, Options{Trials: 60_000, Workers: workers}); err != nil {
			t.Errorf("%d workers, fewer outcomes than trials: %v", workers, err)
		}
	}
}

func TestPolicy(t *testing.T) {
	q := ask(t, duels)
	if m := runTrials(t, q, Options{Trials: 1000}).Measure(0); m.Max != 0 || m.Mean != 0 || m.SD != 0 {
		t.Errorf("without a policy the first option is taken: %+v", m)
	}
	m := runTrials(t, q, Options{Trials: 100_000, Policy: func(c rule.Choice) int { return len(c.Options) - 1 }}).Measure(0)
	if math.Abs(m.Mean-5) > 4*m.StdErr {
		t.Errorf("the mean of failures before a 6 is %+v, want 5", m)
	}
	if _, err := Run(context.Background(), q, Options{Policy: func(rule.Choice) int { return 2 }}); err == nil || !strings.Contains(err.Error(), "option 2 of 2") {
		t.Errorf("error %v, want that of a wrong option", err)
	}
}

func TestStrictHouse(t *testing.T) {
	q := ask(t, nerves)
	q.House.Strict = true
	var missing *rule.MissingFactError
	if _, err := Run(context.Background(), q, Options{}); !errors.As(err, &missing) {
		t.Errorf("error %v, want a missing fact", err)
	}
}

func TestPanicIsPassedOn(t *testing.T) {
	defer func() {
		if x, _ := recover().(string); !strings.Contains(x, "a fault in a rulebook") || !strings.Contains(x, "trials_test.go") {
			t.Errorf("recovered %q", x)
		}
	}()
	Sample(context.Background(), func(*rule.Umpire) int { panic("a fault in a rulebook") }, Options{Workers: 2})
}

func TestOptionsRefused(t *testing.T) {
	q, noEvents := ask(t, volleys), ask(t, duels)
	for _, c := range []struct {
		q    *rule.Question
		o    Options
		want string
	}{
		{q, Options{Trials: -1}, "-1 trials"},
		{q, Options{Trials: 1 << 60}, "trials"},
		{q, Options{StdErr: -0.1}, "standard error of -0.1"},
		{q, Options{StdErr: math.NaN()}, "NaN"},
		{q, Options{StdErr: 0.1, Event: 3}, "no event 3: give 0 to 2"},
		{q, Options{StdErr: 0.1, Event: -2}, "no event -2"},
		{noEvents, Options{StdErr: 0.1}, "needs a procedure with events"},
		{q, Options{Workers: -1}, "-1 workers"},
	} {
		if _, err := Run(context.Background(), c.q, c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want %q", c.o, err, c.want)
		}
	}
	if _, err := Sample(context.Background(), attack, Options{StdErr: 0.1}); err == nil {
		t.Error("Sample takes a standard error")
	}
	if r := runTrials(t, q, Options{Trials: 10, Event: 99, Workers: 1 << 30}); r.N != 10 {
		t.Errorf("%d trials, want 10", r.N)
	}
}

func TestProgress(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	last, calls := 0, 0
	slow := func(u *rule.Umpire) int {
		time.Sleep(time.Millisecond)
		return attack(u)
	}
	_, err := Sample(context.Background(), slow, Options{Trials: 1500, Workers: 4, Progress: func(done, of int) {
		if done < last || of != 1500 {
			t.Errorf("progress %d of %d after %d", done, of, last)
		}
		last, calls = done, calls+1
	}})
	if err != nil || last != 1500 || calls < 2 {
		t.Errorf("%d calls, the last at %d, error %v", calls, last, err)
	}
}
