package policy

import (
	"runtime"
	"slices"
	"sync"
	"testing"

	"loophole/game"
	"loophole/internal/testgame"
	"loophole/rule"
)

// ended is the end of a game: the position, the number of actions, and the state of each side's
// generator.
type ended struct {
	position string
	actions  int
	drawn    [2]uint64
}

// games plays games of a policy against itself on several goroutines, and returns the end of
// each.
func games(t *testing.T, f *game.Instance, m *TranspositionTable, name string, n, workers int, budget int64) []ended {
	t.Helper()
	list := make([]ended, n)
	policy := func() Policy {
		p, _ := m.New(name)
		switch x := p.(type) {
		case *Greedy:
			x.budget = budget
		case *Search:
			x.budget = budget
		}
		return p
	}
	var all sync.WaitGroup
	for k := range workers {
		all.Go(func() {
			w := newWorker(f, [2]func() Policy{policy, policy}, Options{Seed: 1})
			for g := k; g < n; g += workers {
				before := w.sums.Actions.Sum
				if err := w.play(uint64(g)); err != nil {
					t.Error(err)
				}
				list[g] = ended{string(w.runner.Position().Bytes()), w.sums.Actions.Sum - before,
					[2]uint64{w.chance[0].state(), w.chance[1].state()}}
			}
		})
	}
	all.Wait()
	return list
}

// TestMemoryChangesNothing: policies play the same games with the same random numbers without a
// table, with a large one, and with one that drops entries all the time. The number of goroutines
// that share it and the use of trials make no difference. One budget is that of all programs, the
// other one has more trials.
func TestMemoryChangesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, s := range [][2]string{{"konflikt47", "bunkers"}, {"oldworld", "farmhouse"}, {"d20skirmish", "merville"}, {"lasergrenadiers", "farm"}, {"tideofiron", "stairs"}} {
		t.Run(s[0], func(t *testing.T) {
			t.Parallel()
			memoryChangesNothing(t, s)
		})
	}
}

func memoryChangesNothing(t *testing.T, s [2]string) {
	f := testgame.Bundled(t, s[0], s[1])
	for _, c := range []struct {
		policy string
		games  int
		budget int64
	}{
		{"random", 20, exactBudget}, {"cautious", 3, exactBudget}, {"cautious", 3, 200}, {"aggressive", 3, exactBudget},
		{"search", 1, exactBudget}, {"search", 1, 200},
	} {
		want := games(t, f, nil, c.policy, c.games, 1, c.budget)
		large, small := NewTranspositionTable(0), NewTranspositionTable(2*instanceBytes+20_000)
		for _, got := range [][]ended{
			games(t, f, large, c.policy, c.games, 3, c.budget),
			games(t, f, large, c.policy, c.games, 1, c.budget),
			games(t, f, small, c.policy, c.games, 2, c.budget),
		} {
			if !slices.Equal(got, want) {
				t.Errorf("%v %s, %d runs: with a memory other games are played", s, c.policy, c.budget)
			}
		}
		if kept := large.Bytes() > 0; kept != (c.policy != "random") {
			t.Errorf("%v %s: %d bytes are kept", s, c.policy, large.Bytes())
		}
	}
}

// TestTrialsAreNotKept: the table does not keep a position in which an action was evaluated by
// trials. Evaluating it again draws again.
func TestTrialsAreNotKept(t *testing.T) {
	f := testgame.Bundled(t, "tideofiron", "block")
	for _, c := range []struct {
		budget int64
		kept   bool
	}{{20_000, true}, {1, false}} {
		x := Cautious()
		x.budget = c.budget
		rng := NewRand(1, 0, 0)
		for range 2 {
			before := rng.state()
			if _, err := NextAction(x, f, f.Start, rng); err != nil {
				t.Fatal(err)
			}
			if drew := rng.state() != before; drew == c.kept {
				t.Errorf("%d runs: it drew: %v", c.budget, drew)
			}
		}
		if found := x.Memory.find(x.key(f, 1), f.Runner()); (found != nil) != c.kept {
			t.Errorf("%d runs: it keeps %v", c.budget, found)
		}
	}
}

// TestOneMemoryForAll: one table serves many instances, house rules, sides, weights and widths,
// and gives each its own decisions.
func TestOneMemoryForAll(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	fights := []*game.Instance{
		testgame.Bundled(t, "tideofiron", "row"),
		testgame.Bundled(t, "tideofiron", "row", rule.Setting{Path: "facts.hit.close", Value: "2"}),
		testgame.Bundled(t, "tideofiron", "stairs"),
		testgame.Bundled(t, "lasergrenadiers", "bastion"),
	}
	m := NewTranspositionTable(0)
	policies := func(m *TranspositionTable) []Policy {
		return []Policy{
			cautious(m), aggressive(m), &Greedy{Own: 1, Enemy: 1, Ground: 2, Memory: m},
			&Greedy{Own: 30, Enemy: 2, Ground: 2, Memory: m}, &Greedy{Own: 3, Enemy: -2, Ground: 2, Memory: m},
			&Greedy{Own: 3, Enemy: 2, Ground: -2, Memory: m},
			&Search{Depth: 1, Width: 4, Samples: 4, Memory: m}, &Search{Depth: 2, Width: 4, Samples: 4, Memory: m},
			&Search{Depth: 2, Width: 2, Samples: 4, Memory: m}, &Search{Depth: 2, Width: 4, Samples: 1, Memory: m},
			&Search{Depth: 3, Width: 2, Samples: 1, Memory: m},
		}
	}
	keeping, fresh := policies(m), policies(nil)
	differ := false
	for g := range uint64(2) {
		for n := range 8 {
			for _, f := range fights {
				p := after(t, f, g, n)
				if f.Status(p).Over {
					continue
				}
				var first game.Action
				for i := range keeping {
					a := asked(t, fresh[i], f, p)
					for range 2 {
						if b := asked(t, keeping[i], f, p); b != a {
							t.Errorf("%s after %d actions: policy %d takes %v with a memory, %v without", f.Scenario, n, i, b, a)
						}
					}
					if i == 0 {
						first = a.action
					}
					differ = differ || a.action != first
				}
			}
		}
	}
	if !differ {
		t.Error("all policies decide alike, so that this test would see nothing")
	}
}

// decided is an action, and the state of the generator after the decision.
type decided struct {
	action game.Action
	drawn  uint64
}

func asked(t *testing.T, x Policy, f *game.Instance, p game.Position) decided {
	t.Helper()
	rng := NewRand(3, 0, 0)
	a, err := NextAction(x, f, p, rng)
	if err != nil {
		t.Fatal(err)
	}
	return decided{a, rng.state()}
}

// after returns the position after so many actions of a random game.
func after(t testing.TB, f *game.Instance, g uint64, actions int) game.Position {
	t.Helper()
	random := func() Policy { return &Random{} }
	w := newWorker(f, [2]func() Policy{random, random}, Options{Seed: 5})
	w.dice.Start(5, g)
	for range actions {
		s := w.runner.Status()
		if s.Over {
			break
		}
		w.chance = [2]*Rand{NewRand(5, g, 0), NewRand(5, g, 1)}
		a, err := w.sides[s.Side].ChooseAction(w.viewFor(s.Side), w.chance[s.Side])
		if err != nil {
			t.Fatal(err)
		}
		w.runner.Apply(w.umpire, a)
	}
	return w.runner.Position()
}

// walked plays random games and calls do in every position.
func walked(f *game.Instance, games int, do func(*game.Runner)) {
	random := func() Policy { return &Random{} }
	w := newWorker(f, [2]func() Policy{random, random}, Options{Seed: 9})
	for g := range uint64(games) {
		w.runner.SetPosition(f.Start)
		w.dice.Start(9, g)
		w.chance = [2]*Rand{NewRand(9, g, 0), NewRand(9, g, 1)}
		for s := w.runner.Status(); !s.Over; s = w.runner.Status() {
			do(w.runner)
			a, _ := w.sides[s.Side].ChooseAction(w.runner, w.chance[s.Side])
			w.runner.Apply(w.umpire, a)
		}
	}
}

// TestMemoryIsBounded: a table stays within its bound and reports its size. Entries that are used
// again and again stay; others are dropped, oldest first.
func TestMemoryIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	const most = 4 << 20
	f := testgame.Bundled(t, "tideofiron", "block")
	x := &Greedy{Own: 1, Memory: NewTranspositionTable(most)}
	key, list := x.key(f, 4), make([]scoredAction, 4)
	start, early := f.Runner(), game.Position{}
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	n := 0
	walked(f, 1500, func(r *game.Runner) {
		if n++; n == 50 {
			early = r.Position()
		}
		x.Memory.store(key, r, list)
		if n > 1 && x.Memory.find(key, start) == nil {
			t.Fatal("the start was forgotten")
		}
		if x.Memory.find(key, r) == nil {
			t.Fatal("what was just kept was forgotten")
		}
		if b := x.Memory.Bytes(); b > most+most/4 {
			t.Fatalf("%d bytes of %d", b, most)
		}
	})
	runtime.GC()
	runtime.ReadMemStats(&now)
	took, says := int(now.HeapAlloc)-int(before.HeapAlloc), x.Memory.Bytes()
	if says < most/4 || took > says*5/4 {
		t.Errorf("after %d positions it takes %d bytes and says %d", n, took, says)
	}
	if x.Memory.find(key, f.Runner().SetPosition(early)) != nil {
		t.Errorf("the 50th of %d positions was not forgotten", n)
	}
	runtime.KeepAlive(x)
}

// TestFightsAreForgotten: a table does not keep every instance for ever.
func TestFightsAreForgotten(t *testing.T) {
	m := NewTranspositionTable(8 * instanceBytes)
	for range 50 {
		f := testgame.Bundled(t, "tideofiron", "worked")
		x := cautious(m)
		if _, err := NextAction(x, f, f.Start, nil); err != nil {
			t.Fatal(err)
		}
		if n := len(m.young.buckets) + len(m.old.buckets); n > 10 {
			t.Fatalf("it holds %d fights", n)
		}
	}
}

// TestPositionsAreToldApart: two positions have the same number exactly if their encodings are
// equal.
func TestPositionsAreToldApart(t *testing.T) {
	for _, s := range [][2]string{{"konflikt47", "bunkers"}, {"lasergrenadiers", "farm"}, {"d20skirmish", "arnhem"}, {"oldworld", "farmhouse"}, {"tideofiron", "block"}} {
		f := testgame.Bundled(t, s[0], s[1])
		numbers, known := f.Positions(), map[string]int{}
		again := 0
		walked(f, 50, func(r *game.Runner) {
			text := string(r.Position().Bytes())
			want, met := known[text]
			if !met {
				want = len(known)
				known[text] = want
			} else {
				again++
			}
			if n, ok := numbers.Find(r); ok != met || ok && n != want {
				t.Fatalf("%v: a position is found as %d, %v; it is %d, %v", s, n, ok, want, met)
			}
			if n := numbers.Add(r); n != want {
				t.Fatalf("%v: a position has the number %d, not %d", s, n, want)
			}
		})
		if again == 0 || len(known) < 100 {
			t.Errorf("%v: %d positions, %d of them again", s, len(known), again)
		}
	}
}
