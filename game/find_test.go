package game_test

import (
	"strings"
	"sync"
	"testing"

	"loophole/game"
)

func TestFind(t *testing.T) {
	names := []string{"barn", "mill", "yard"}
	if i, err := game.Find("place", names, "mill"); i != 1 || err != nil {
		t.Error(i, err)
	}
	_, err := game.Find("place", names, "mil")
	if err == nil || !strings.HasPrefix(err.Error(), `there is no place "mil"; did you mean mill?`) {
		t.Error(err)
	}
}

func TestWords(t *testing.T) {
	words := game.Words{"ten men"}
	words.If(false, "fleeing")
	words.If(true, "pinned")
	words.If(true, "in the mill")
	if got := words.String(); got != "ten men, pinned, in the mill" {
		t.Error(got)
	}
}

func TestChoice(t *testing.T) {
	pace := game.Choice[struct{}]("pace", "walking", "running")
	if names := pace.Names(&struct{}{}); pace.Name != "pace" || strings.Join(names, " ") != "walking running" {
		t.Error(pace.Name, names)
	}
}

func TestCheckGone(t *testing.T) {
	if err := game.CheckGone("unit", 3, [2]uint8{}); err != nil {
		t.Error(err)
	}
	if err := game.CheckGone("unit", 3, [2]uint8{0, 1}); err == nil || err.Error() != "unit 3 is gone, and something is left of it" {
		t.Error(err)
	}
}

// TestMemo: what is remembered is what the work comes to, also for keys that share a number and
// for goroutines that share the memo.
func TestMemo(t *testing.T) {
	var m game.Memo[int, int]
	works := 0
	square := func(k int) int {
		return m.Of(k, uint8(k%3), func() int { works++; return k * k })
	}
	for _, k := range []int{2, 2, 5, 5, 2} { // 5 takes the place of 2.
		if got := square(k); got != k*k {
			t.Errorf("%d squared is %d", k, got)
		}
	}
	if works != 3 {
		t.Error("worked out", works, "times")
	}
	var all sync.WaitGroup
	for g := range 4 {
		all.Go(func() {
			for k := range 1000 {
				if got := m.Of(k+g, uint8(k), func() int { return (k + g) * (k + g) }); got != (k+g)*(k+g) {
					t.Errorf("%d squared is %d", k+g, got)
				}
			}
		})
	}
	all.Wait()
}
