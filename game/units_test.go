package game_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"loophole/game"
	"loophole/rule"
	"loophole/scene"
)

type squad struct{ side uint8 }

type table struct {
	Men  [4]int
	Lost [2]uint8
}

var squads = game.Units[[]squad, table]{
	Noun:   "squad",
	Len:    func(f *[]squad) int { return len(*f) },
	Name:   func(_ *[]squad, i int) string { return string(rune('a' + i)) },
	Side:   func(f *[]squad, i int) uint8 { return (*f)[i].side },
	Here:   func(p *table, i int) bool { return p.Men[i] > 0 },
	Models: func(_ *[]squad, p *table, i int) int { return p.Men[i] },
	Lost:   func(p *table) [2]uint8 { return p.Lost },
}

func TestUnits(t *testing.T) {
	f := &[]squad{{0}, {1}, {1}, {0}}
	p := &table{Men: [4]int{3, 0, 2, 5}, Lost: [2]uint8{1, 4}}
	domain := squads.Domain()
	if names := domain.Names(f); !slices.Equal(names, []string{"a", "b", "c", "d"}) || domain.Name != "squad" {
		t.Errorf("names %v", names)
	}
	if here, lost := squads.CountModels(f, p); here != [2]int{8, 2} || lost != [2]int{1, 4} {
		t.Errorf("%v here, %v lost", here, lost)
	}
	value := func(_ *[]squad, p *table, i int) int { return 2 * p.Men[i] }
	task := func(_ *[]squad, _ *table, side uint8) int { return 7 - int(side) }
	if e := game.EvaluateBy(&squads, value, task)(f, p, 1); e != (game.Evaluation{Own: 4, Enemy: 16, Objectives: 6}) {
		t.Errorf("evaluation %v", e)
	}
	// The nearest unit of side 0 is d, because a distance below 0 does not count. Unit b of side 1
	// is gone.
	away := func(i int) int { return []int{-1, 1, 6, 4}[i] }
	if a, b := squads.Nearest(f, p, 0, 10, away), squads.Nearest(f, p, 1, 10, away); a != 4 || b != 6 {
		t.Errorf("nearest %d and %d", a, b)
	}
	if list := squads.Enemies(f, p, 0); !slices.Equal(list, []int{2}) {
		t.Errorf("enemies %v", list)
	}
	if list := slices.Collect(squads.OfSide(f, p, 0)); !slices.Equal(list, []int{0, 3}) {
		t.Errorf("units of side 0: %v", list)
	}
	for i := range squads.OfSide(f, p, 0) {
		if i != 0 {
			t.Error("the loop goes on after its end")
		}
		break
	}
	strong := func(p *table, i int) bool { return p.Men[i] > 2 }
	if got := squads.Waiting(f, p, "squads", strong); !slices.Equal(got, []scene.Count{{Side: 0, Of: 2, What: "squads"}, {Side: 1, Left: 1, Of: 1, What: "squads"}}) {
		t.Errorf("waiting %v", got)
	}
	of := game.OfPiece(&squads, func(_ *[]squad, _ *table, i int) []int { return []int{i} })
	for piece, want := range map[string][]int{"c": {2}, "b": nil, "x": nil} {
		if got := of(f, p, piece); !slices.Equal(got, want) {
			t.Errorf("%s: %v", piece, got)
		}
	}
	if list := slices.Collect(squads.OnTable(f, p)); !slices.Equal(list, []int{0, 2, 3}) {
		t.Errorf("units on the table: %v", list)
	}
	for i := range squads.OnTable(f, p) {
		if i != 0 {
			t.Error("the loop goes on after its end")
		}
		break
	}
	lines := game.LinesToEnemies(&squads, func(f *[]squad, _ *table, i, j int) scene.Line {
		return scene.Line{Piece: squads.Name(f, i), Target: squads.Name(f, j)}
	})
	if list := lines(f, p, "c"); len(list) != 2 || list[0].Piece != "c" || list[0].Target != "a" || list[1].Target != "d" {
		t.Errorf("lines of c: %+v", list)
	}
	if list := lines(f, p, "b"); list != nil {
		t.Errorf("b is gone, and has lines: %+v", list)
	}
	gone := squads.Gone("target-lost", 0, "nobody is left")
	if !gone.Holds(f, p, p, game.Args{1}) || gone.Holds(f, p, p, game.Args{2}) {
		t.Error("who is gone")
	}
}

func TestCheckUnits(t *testing.T) {
	f := &[]squad{{0}, {1}, {1}}
	for _, x := range []struct {
		men, at [4]int
		want    string
	}{
		{[4]int{3, 0, 2}, [4]int{7, 0, 8}, ""},
		{[4]int{3, 0, 2}, [4]int{7, 1, 8}, "squad 1 is lost, but the position holds values for it"},
		{[4]int{3, 0, 2, 0}, [4]int{7, 0, 8, 9}, "squad 3 does not exist, but the position holds values for it"},
		{[4]int{3, 0, 2}, [4]int{7, 0, 99}, "squad 2 is off the map"},
	} {
		err := game.CheckUnits(&squads, f, &table{Men: x.men}, x.at[:], func(i int) error {
			if x.at[i] == 99 {
				return fmt.Errorf("squad %d is off the map", i)
			}
			return nil
		})
		if got := fmt.Sprint(err); x.want == "" && err != nil || x.want != "" && got != x.want {
			t.Errorf("%v: %s, want %q", x.at, got, x.want)
		}
	}
}

func TestLosses(t *testing.T) {
	l := game.Losses[[]squad, table]{Lost: func(p *table) [2]uint8 { return p.Lost }, Side: func(*table) uint8 { return 1 }}
	before, after := &table{Lost: [2]uint8{1, 1}}, &table{Lost: [2]uint8{3, 1}}
	for _, c := range []struct {
		e    game.Event[[]squad, table]
		want bool
	}{{l.Enemy("casualties-2", 2, ""), true}, {l.Enemy("casualties-3", 3, ""), false}, {l.Own("own-casualty", 1, ""), false}} {
		if got := c.e.Holds(nil, before, after, game.Args{}); got != c.want {
			t.Errorf("%s: %v", c.e.Name, got)
		}
	}
}

func TestNextSide(t *testing.T) {
	for _, c := range []struct {
		side uint8
		can  [2]bool
		next uint8
		ok   bool
	}{{0, [2]bool{true, true}, 1, true}, {0, [2]bool{true, false}, 0, true}, {1, [2]bool{true, false}, 0, true}, {1, [2]bool{}, 1, false}} {
		if next, ok := game.NextSide(c.side, func(side uint8) bool { return c.can[side] }); next != c.next || ok != c.ok {
			t.Errorf("after side %d of %v: %d, %v", c.side, c.can, next, ok)
		}
	}
}

// TestControlBy: a side that is alone controls a place until the other side is alone there.
func TestControlBy(t *testing.T) {
	for _, c := range []struct {
		present   [2]bool
		held, now uint8
	}{
		{held: 0, now: 0}, {held: 2, now: 2},
		{present: [2]bool{true, true}, held: 0, now: 0}, {present: [2]bool{true, true}, held: 1, now: 1},
		{present: [2]bool{true, false}, held: 0, now: 1}, {present: [2]bool{true, false}, held: 2, now: 1},
		{present: [2]bool{true, false}, held: 1, now: 1}, {present: [2]bool{false, true}, held: 1, now: 2},
	} {
		if now, changed := game.ControlBy(c.present, c.held); now != c.now || changed != (c.now != c.held) {
			t.Errorf("%v present, held by %d: %d, changed %v", c.present, c.held, now, changed)
		}
	}
}

// An option answers every decision with the option of its number.
type option int

func (option) Roll(rule.Roll) (int, []uint8, error) { return 0, nil, rule.ErrUnanswered }
func (o option) Choose(rule.Choice) (int, error)    { return int(o), nil }

// TestReact: the last option is to decline, and the caller's array stays as it is.
func TestReact(t *testing.T) {
	react := func(taken int, options ...string) int {
		return game.React(rule.NewUmpire(option(taken), nil), "red", "host.react", "who reacts?", "nobody", options...)
	}
	if a, b, c := react(1, "a", "b"), react(2, "a", "b"), react(0); a != 1 || b != -1 || c != -1 {
		t.Errorf("%d, %d, %d", a, b, c)
	}
	names := [3]string{"a", "b", "c"}
	if react(0, names[:2]...) != 0 || names[2] != "c" {
		t.Errorf("the caller's array is %q afterwards", names)
	}
}

func TestSetUp(t *testing.T) {
	var omitted []int
	err := game.SetUp("units", "unit", 3, func(i int) string { return string(rune('a' + i)) }, func(i int) error {
		if i == 1 {
			return game.ErrorfAt("it is too heavy", "at")
		}
		return nil
	}, func(i int) { omitted = append(omitted, i) })
	faults := game.Faults(err)
	if len(faults) != 1 || !slices.Equal(omitted, []int{1}) || faults[0].Text != "unit b: it is too heavy" {
		t.Errorf("%+v, omitted %v", faults, omitted)
	}
	if err := game.CheckPresent([2]string{"red", "blue"}, [2]bool{true, false}, "units", "units"); err == nil || game.Faults(err)[0].Text != "the blue side has no units" {
		t.Error(err)
	}
	if err := game.CheckPresent([2]string{"red", "blue"}, [2]bool{true, true}, "units", "units"); err != nil {
		t.Error(err)
	}
	if game.CheckUnused("hex", []int{3, 0, 0}, 1) != nil || game.CheckUnused("hex", []int{3, 0, 4}, 1) == nil {
		t.Error("CheckUnused accepts values beyond the list, or rejects zeros")
	}
}

// TestUnitsLeft counts a side as left while it has a unit on the table.
func TestUnitsLeft(t *testing.T) {
	f := &[]squad{{0}, {1}, {1}, {0}}
	for men, want := range map[[4]int][2]bool{{}: {}, {3}: {true, false}, {0, 0, 2}: {false, true}, {1, 1, 1, 1}: {true, true}} {
		p := &table{Men: men, Lost: [2]uint8{1, 4}}
		if got := squads.Left(f, p); got != want {
			t.Errorf("%v: %v", men, got)
		}
		if got := squads.ModelsOf(f, p, 1); got != men[1]+men[2] {
			t.Errorf("%v: %d models of the second side", men, got)
		}
	}
	hiding := squads
	hiding.Hidden = func(_ *table, i int) bool { return i == 2 }
	if got := hiding.Left(f, &table{Men: [4]int{3}}); got != [2]bool{true, true} {
		t.Errorf("with a hidden unit: %v", got)
	}
	var b strings.Builder
	squads.Text(&b, f, &table{Men: [4]int{3, 0, 2, 5}, Lost: [2]uint8{1, 4}}, [2]rule.Side{"red", "blue"}, func(f *[]squad, _ *table, i int) string {
		return squads.Name(f, i)
	})
	if got := b.String(); got != "red, 1 lost\n  a\n  d\nblue, 4 lost\n  c\n" {
		t.Errorf("%q", got)
	}
}
