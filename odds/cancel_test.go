package odds_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"loophole/odds"
	"loophole/rule"
)

// lasting has questions that take long in different ways and are not too large.
var lasting = map[string]func(testing.TB) func(context.Context) error{
	"paths":                procedure(many(16), fractions),
	"paths, floats":        procedure(many(16), floats),
	"states":               procedure(counter, fractions),
	"states, floats":       procedure(counter, floats),
	"sub-roll":             procedure(func(u *rule.Umpire) int { return deep.Roll(u, 0) }, fractions),
	"many questions":       procedure(long, fractions),
	"a line":               procedure(line(400), fractions),
	"a circle":             procedure(line(1500), floats),
	"a large circle":       procedure(line(5000), floats),
	"a fight":              procedure(duel(30), fractions),
	"a fight, floats":      procedure(duel(60), floats),
	"a long way":           procedure(way(4000), fractions),
	"a sum":                procedure(func(u *rule.Umpire) int { return u.Sum(12_000, rule.D6, "x", "a heap of dice") }, fractions),
	"a sum, floats":        procedure(func(u *rule.Umpire) int { return u.Sum(50_000, rule.D20, "x", "a heap of dice") }, floats),
	"a count":              procedure(func(u *rule.Umpire) int { return u.Count(20_000, rule.D6, rule.AtLeast(5), "x", "a heap of dice") }, fractions),
	"bands":                procedure(func(u *rule.Umpire) int { return int(u.Tally(60, rule.D6, rule.Cuts(2, 3, 4), "x", "four bands")) }, fractions),
	"faces":                procedure(func(u *rule.Umpire) int { return u.Draw(9, rule.AnyDie(10), "x", "ten faces").Largest() }, fractions),
	"faces, floats":        procedure(func(u *rule.Umpire) int { return u.Draw(9, rule.AnyDie(10), "x", "ten faces").Largest() }, floats),
	"bands, floats":        procedure(func(u *rule.Umpire) int { return int(u.Tally(180, rule.D6, rule.Cuts(2, 3, 4), "x", "four bands")) }, floats),
	"the highest kept":     procedure(func(u *rule.Umpire) int { return u.Highest(90, 30, rule.D10, "x", "a third") }, fractions),
	"like rolls":           procedure(func(u *rule.Umpire) int { return wound.Roll(u, 3000, 0) }, fractions),
	"like rolls, floats":   procedure(func(u *rule.Umpire) int { return wound.Roll(u, 40_000, 0) }, floats),
	"rounds":               rounds(duel(12), 2000, fractions),
	"rounds, floats":       rounds(duel(12), 1<<16, floats),
	"rounds after the end": rounds(brief, 1<<16, fractions),
	"many denominators":    procedure(uneven, fractions),
	"a dense circle":       procedure(drift, floats),
	"ways out":             procedure(stay, fractions),
	"a siege":              asked("oldworld", "siege", "attackers.models=20", "garrison.models=20", "turns=0"),
	"a siege of a game":    asked("oldworld", "siege", "attackers.models=20", "garrison.models=20", "turns=8"),
	"another state":        taken("oldworld", "siege", "attackers.models=20", "garrison.models=20", "turns=0"),
	"helmets":              asked("d20skirmish", "melee", "attackers=10", "defenders=10", "attackers-helmet=8", "defenders-helmet=8"),
	"a cost":               cost("oldworld", "siege", "attackers.models=20", "garrison.models=20", "turns=0"),
}

var fractions, floats = odds.Options{Budget: 1 << 62}, odds.Options{Floats: true, Budget: 1 << 62}

// procedure asks for the distribution of a procedure.
func procedure(p func(*rule.Umpire) int, o odds.Options) func(testing.TB) func(context.Context) error {
	return func(testing.TB) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := odds.DistOf(ctx, p, o)
			return err
		}
	}
}

// rounds asks for the chances after each of some rounds.
func rounds(p func(*rule.Umpire) int, n int, o odds.Options) func(testing.TB) func(context.Context) error {
	return func(testing.TB) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := odds.Within(ctx, p, "round", n, func(left int) bool { return left > 0 }, o)
			return err
		}
	}
}

// asked solves and explains a question of a rulebook.
func asked(rulebook, name string, words ...string) func(testing.TB) func(context.Context) error {
	return func(t testing.TB) func(context.Context) error {
		q := question(t, rulebook, name, words...)
		return func(ctx context.Context) error {
			_, err := odds.Solve(ctx, q, fractions)
			return err
		}
	}
}

// taken continues a kept chain from one state after the other, and asks for the rounds from each.
func taken(rulebook, name string, words ...string) func(testing.TB) func(context.Context) error {
	return func(t testing.TB) func(context.Context) error {
		k, err := odds.NewSolver(t.Context(), question(t, rulebook, name, words...), fractions)
		if err != nil {
			t.Fatal(err)
		}
		at := 0
		return func(ctx context.Context) error {
			at++
			here, err := k.FromStateNumber(ctx, k.Answer.Rounds[0], at)
			if err == nil {
				_, err = here.ByRound(ctx, 30, []int{0})
			}
			return err
		}
	}
}

// cost estimates the cost of a question.
func cost(rulebook, name string, words ...string) func(testing.TB) func(context.Context) error {
	return func(t testing.TB) func(context.Context) error {
		q := question(t, rulebook, name, words...)
		return func(ctx context.Context) error {
			_, err := odds.EstimateCost(ctx, q, fractions)
			return err
		}
	}
}

// duel is a fight to the finish in which both sides strike at once.
func duel(n int8) func(*rule.Umpire) int {
	type fight struct{ a, b int8 }
	return func(u *rule.Umpire) int {
		f := fight{n, n}
		for f.a > 0 && f.b > 0 {
			if !rule.Checkpoint(u, "round", &f) {
				return 0
			}
			a := u.Count(int(f.b), rule.D6, rule.AtLeast(4), "x", "B hits")
			b := u.Count(int(f.a), rule.D6, rule.AtLeast(5), "x", "A hits")
			f = fight{f.a - int8(min(a, int(f.a))), f.b - int8(min(b, int(f.b)))}
		}
		return int(f.a) - int(f.b)
	}
}

// way has some steps, each of which succeeds or fails.
func way(steps int32) func(*rule.Umpire) int {
	type stand struct{ step, at int32 }
	return func(u *rule.Umpire) int {
		var s stand
		for ; s.step < steps; s.step++ {
			if !rule.Checkpoint(u, "step", &s) {
				return 0
			}
			s.at = min(s.at+int32(u.Count(1, rule.D6, rule.AtLeast(5), "x", "on")), 20)
		}
		return int(s.at)
	}
}

// brief ends after five rounds.
func brief(u *rule.Umpire) int {
	var s struct{ round, sum int16 }
	for s.round < 5 {
		if !rule.Checkpoint(u, "round", &s) {
			return 0
		}
		s.round, s.sum = s.round+1, s.sum+int16(u.Sum(80, rule.D6, "x", "damage"))
	}
	return int(s.sum) - 1400
}

// uneven rolls more dice after more successes, so that its paths have hundreds of denominators.
func uneven(u *rule.Umpire) int {
	n := u.Count(300, rule.D6, rule.AtLeast(4), "x", "so many")
	return 301*n + u.Count(n, rule.D6, rule.AtLeast(5), "x", "of those")
}

// drift leads from nearly every state to nearly every other.
func drift(u *rule.Umpire) int {
	at := int32(1000)
	for at > 400 {
		if !rule.Checkpoint(u, "step", &at) {
			return 0
		}
		at = int32(u.Sum(400, rule.D6, "x", "to"))
		if u.Test(rule.D100, rule.AtMost(1), "x", "out") {
			at = 0
		}
	}
	return 0
}

// stay has many steps, each with its own chance to stay.
func stay(u *rule.Umpire) int {
	var s struct{ step, dice int32 }
	for s.step < 4500 {
		if !rule.Checkpoint(u, "step", &s) {
			return 0
		}
		if u.Count(1+int(s.step%900)%18, rule.D20, rule.AtMost(1+int(s.step)%17), "x", "on") > 0 {
			s.step++
		}
	}
	return 1
}

// wound is a roll that does nothing, wounds or kills.
var wound = rule.IndependentSubroll[int]{Name: "wound", Play: func(u *rule.Umpire, n, _ int) int {
	hit := u.Count(n, rule.D6, rule.AtLeast(4), "x", "hit")
	return hit + 2*u.Count(hit, rule.D6, rule.AtLeast(5), "x", "killed")
}}

// A watch is a context that measures the longest time between two polls of a question. Polls of all
// goroutines count together.
type watch struct {
	context.Context
	sync.Mutex
	last    time.Time
	longest time.Duration
	before  string // who looked after the longest time
}

func (w *watch) Err() error {
	w.Lock()
	defer w.Unlock()
	if d := time.Since(w.last); d > w.longest {
		w.longest, w.before = d, callers()
	}
	w.last = time.Now()
	return w.Context.Err()
}

// callers lists the functions of the engine on the stack.
func callers() string {
	var pcs [12]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	var list []string
	for {
		f, more := frames.Next()
		if _, name, ok := strings.Cut(f.Function, "odds."); ok {
			list = append(list, fmt.Sprintf("%s:%d", name, f.Line))
		}
		if !more {
			return strings.Join(list, " ")
		}
	}
}

// BenchmarkCancel reports the longest time between two polls of a question, until it ends or a
// second has passed. With -v it shows which function polled after that time.
func BenchmarkCancel(b *testing.B) {
	for name, of := range lasting {
		ask := of(b)
		b.Run(name, func(b *testing.B) {
			longest, before := time.Duration(0), ""
			for range b.N {
				odds.ClearCaches()
				ctx, stop := context.WithTimeout(context.Background(), time.Second)
				w := &watch{Context: ctx, last: time.Now()}
				ask(w)
				w.Err()
				stop()
				if w.longest > longest {
					longest, before = w.longest, w.before
				}
			}
			if testing.Verbose() {
				b.Log(longest, before)
			}
			b.ReportMetric(float64(longest.Microseconds())/1000, "ms/longest")
		})
	}
}

// A look is a context that is cancelled at a given poll.
type look struct {
	context.Context
	sync.Mutex
	looks, last int
}

func (l *look) Err() error {
	l.Lock()
	defer l.Unlock()
	if l.looks++; l.looks >= l.last {
		return context.Canceled
	}
	return l.Context.Err()
}

// TestStopsAnywhere: a question that is cancelled at any poll returns the error after few more
// polls.
func TestStopsAnywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for name, of := range lasting {
		t.Run(name, func(t *testing.T) {
			ask := of(t)
			for last := 1; last < 1<<10; last = 1 + last*3/2 {
				odds.ClearCaches()
				l := &look{Context: t.Context(), last: last}
				err := ask(l)
				var large *odds.TooLargeError
				refused := errors.As(err, &large)
				if l.looks < last || refused {
					if err != nil && !refused {
						t.Fatal(err)
					}
					return // it was answered or refused before
				}
				if !errors.Is(err, context.Canceled) {
					t.Errorf("cancelled at poll %d: %v", last, err)
				}
				if more := l.looks - last; more > 20 {
					t.Errorf("cancelled at poll %d, it polled %d times more", last, more)
				}
			}
		})
	}
}
