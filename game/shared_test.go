package game_test

import (
	"slices"
	"strings"
	"testing"

	"loophole/game"
)

func TestSearches(t *testing.T) {
	odd := func(i int) bool { return i%2 == 1 }
	none := func(int) bool { return false }
	if !game.Any(4, odd) || game.Any(4, none) || game.Any(0, odd) {
		t.Error("Any")
	}
	if n := game.Count(5, odd); n != 2 {
		t.Errorf("Count: %d", n)
	}
	if i, j := game.First(5, odd), game.First(5, none); i != 1 || j != -1 {
		t.Errorf("First: %d and %d", i, j)
	}
	if n := game.BothSides(5, func(i int) (uint8, bool) { return uint8(i % 2), i > 0 }); n != [2]int{2, 2} {
		t.Errorf("BothSides: %v", n)
	}
	before := []game.Args{{7}}
	if list := game.Single(before, 4, odd); !slices.Equal(list, []game.Args{{7}, {1}, {3}}) {
		t.Errorf("Single: %v", list)
	}
	if list := game.Pairs(before, 4, odd, 3, func(i, j int) bool { return j > 0 && j != i }); !slices.Equal(list, []game.Args{{7}, {1, 2}, {3, 1}, {3, 2}}) {
		t.Errorf("Pairs: %v", list)
	}
}

func TestSides(t *testing.T) {
	for _, c := range []struct {
		how    game.Ending
		winner int8
		want   int
	}{{game.InProgress, 1, 0}, {game.WipedOut, game.Draw, 0}, {game.OutOfTime, 1, 1000}, {game.TaskDecided, 0, -1000}} {
		if n := game.EndValue(c.how, c.winner, 1); n != c.want {
			t.Errorf("Prize of %v: %d", c, n)
		}
	}
	var b strings.Builder
	there := func(i int) (uint8, bool) { return uint8(i % 2), i != 1 }
	game.Roster(&b, [2]string{"red", "blue"}, [2]uint8{4, 0}, 4, there, func(i int) string { return strings.Repeat("x", i+1) })
	if b.String() != "red, 4 lost\n  x\n  xxx\nblue, 0 lost\n  xxxx\n" {
		t.Errorf("Roster: %q", b.String())
	}
}

// TestAlone: a side is alone in a place if the other has nobody there.
func TestAlone(t *testing.T) {
	for in, want := range map[[2]int]int{{}: -1, {2, 1}: -1, {3, 0}: 0, {0, 1}: 1} {
		if got := game.SoleSide(in); got != want {
			t.Errorf("with %v inside, side %d is alone, want %d", in, got, want)
		}
	}
}

// TestNamed: an empty domain has a name for none, and none is no target.
func TestNamed(t *testing.T) {
	type plain = []string
	woods := game.Things("wood", func(f *plain) []string { return *f }, func(x *string) string { return *x })
	guns := game.Named("gun", func(*plain) int { return 2 }, func(_ *plain, i int) string { return []string{"bren", "piat"}[i] })
	along := game.Along[plain, int](&guns, 0, &woods, 1)
	two, none := plain{"oaks", "elms"}, plain{}
	if names := woods.Names(&two); !slices.Equal(names, two) {
		t.Errorf("the woods are %v", names)
	}
	if names := woods.Names(&none); !slices.Equal(names, []string{game.Nothing}) {
		t.Errorf("without woods there are %v", names)
	}
	if by, at := along(&two, nil, game.Args{1, 1}); by != "piat" || at != "elms" {
		t.Errorf("%s fires at %s", by, at)
	}
	if by, at := along(&none, nil, game.Args{1, 0}); by != "" || at != "" {
		t.Errorf("%q fires at %q", by, at)
	}
}
