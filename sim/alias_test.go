package sim_test

import (
	"context"
	"maps"
	"runtime"
	"testing"

	"loophole/rule"
	"loophole/sim"
)

func bulkCounts(t *testing.T, play func(*rule.Umpire) int, workers int) map[int]int {
	t.Helper()
	s, err := sim.Sample(context.Background(), play, sim.Options{Trials: 1_500, Seed: 3, Workers: workers, UseAliasTables: true})
	if err != nil {
		t.Fatal(err)
	}
	m := map[int]int{}
	for _, o := range s.Outcomes {
		m[o.Outcome] = o.Count
	}
	return m
}

// thousand returns a number from 1 to 1000.
func thousand(u *rule.Umpire) int {
	a := u.Sum(1, rule.D10, "x", "a") - 1
	b := u.Sum(1, rule.D10, "x", "b") - 1
	return a*100 + b*10 + u.Sum(1, rule.D10, "x", "c")
}

var hits = rule.IndependentSubroll[int8]{Name: "hits", Play: func(u *rule.Umpire, n int, _ int8) int {
	return u.Count(n, rule.D6, rule.AtLeast(4), "x", "hit")
}}

var heap = rule.Subroll[int]{Name: "heap", Play: func(u *rule.Umpire, n int) int {
	return hits.Roll(u, n, 1) + u.Sum(n, rule.D6, "x", "more")
}}

// TestBulkWorkers: the way of drawing does not depend on a worker's earlier questions.
func TestBulkWorkers(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for name, play := range map[string]func(*rule.Umpire) int{
		"pools":     func(u *rule.Umpire) int { return u.Sum(thousand(u), rule.D6, "x", "pool") % 16 },
		"like dice": func(u *rule.Umpire) int { return hits.Roll(u, thousand(u)*2, 1) % 16 },
		"sub-rolls": func(u *rule.Umpire) int { return heap.Roll(u, thousand(u)/20+1) % 16 },
	} {
		if one, three := bulkCounts(t, play, 1), bulkCounts(t, play, 3); !maps.Equal(one, three) {
			t.Errorf("%s: %v with one worker, %v with three", name, one, three)
		}
	}
}

// TestBulkMemory: the memory of an AliasSampler is bounded after each block.
func TestBulkMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	b, u := sim.NewAliasSampler(1, 0, nil)
	var m runtime.MemStats
	for i := range 3000 {
		if i%64 == 0 {
			b.Start(1, uint64(i))
		}
		hits.Roll(u, 1+i, 1)
	}
	runtime.GC()
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > 200<<20 {
		t.Errorf("%d MiB are kept", m.HeapAlloc>>20)
	}
	runtime.KeepAlive(b)
}
