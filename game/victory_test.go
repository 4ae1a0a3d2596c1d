package game

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"loophole/rule"
)

// A siege is a position for tests of victory: who holds each of three objectives, which are
// destroyed, and how many models of each side are in them.
type siege struct {
	Outcome
	Holder    [3]int8 // -1 for nobody
	Destroyed [3]bool
	Present   [3][2]int
	Left      [2]int
	Points    [2]int
}

// A wanted is a task of a test.
type wanted struct {
	kind int
	side uint8
	many int
}

var goals = []Goal{Hold, Seize, Destroy, Clear, Survive, Most, Score}

func victoryOf(early, occupy bool) *Victory[wanted, siege] {
	return &Victory[wanted, siege]{
		Cite: "host.victory", Goals: goals, LostEarly: early, Occupy: occupy,
		Texts:      EndTexts{WipedOut: "wiped out", Achieved: slices.Repeat([]string{"done"}, len(goals)), TimeIsOver: slices.Repeat([]string{"over"}, len(goals))},
		Task:       func(w *wanted) (int, uint8, int) { return w.kind, w.side, w.many },
		Outcome:    func(p *siege) *Outcome { return &p.Outcome },
		Left:       func(_ *wanted, p *siege) [2]bool { return [2]bool{p.Left[0] > 0, p.Left[1] > 0} },
		Models:     func(_ *wanted, p *siege, side uint8) int { return p.Left[side] },
		Objectives: func(*wanted) []uint8 { return []uint8{0, 1, 2} },
		Holder:     func(_ *wanted, p *siege, o uint8) int { return int(p.Holder[o]) },
		Present:    func(_ *wanted, p *siege, o uint8) [2]int { return p.Present[o] },
		Destroyed:  func(_ *wanted, p *siege, o uint8) bool { return p.Destroyed[o] },
		Points:     func(p *siege) [2]int { return p.Points },
	}
}

// TestVictory checks every goal after an action, at the end of a round and at the end of the last
// round.
func TestVictory(t *testing.T) {
	const on = 9 // the game goes on
	base := siege{Outcome: Outcome{Winner: Draw}, Holder: [3]int8{0, 1, -1}, Left: [2]int{5, 5}, Present: [3][2]int{{2, 0}, {0, 3}, {0, 0}}}
	with := func(change func(p *siege)) siege { p := base; change(&p); return p }
	for _, c := range []struct {
		name          string
		w             wanted
		p             siege
		early, occupy bool
		action, round int8 // the winner after an action and at the end of a round, or on
		last          int8
	}{
		{name: "nobody is left", w: wanted{0, 0, 1}, p: with(func(p *siege) { p.Left = [2]int{} }), action: Draw, round: Draw, last: Draw},
		{name: "side 0 is gone", w: wanted{0, 0, 1}, p: with(func(p *siege) { p.Left[0] = 0 }), action: 1, round: 1, last: 1},
		{name: "side 1 is gone", w: wanted{0, 1, 1}, p: with(func(p *siege) { p.Left[1] = 0 }), action: 0, round: 0, last: 0},
		{name: "holds enough", w: wanted{0, 0, 1}, p: base, action: on, round: on, last: 0},
		{name: "holds too few", w: wanted{0, 0, 2}, p: base, action: on, round: on, last: 1},
		{name: "can still hold two", w: wanted{0, 0, 2}, p: with(func(p *siege) { p.Destroyed[2] = true }), early: true, action: on, round: on, last: 1},
		{name: "cannot hold two any more", w: wanted{0, 0, 2}, p: with(func(p *siege) { p.Destroyed = [3]bool{true, false, true} }), early: true, action: 1, round: 1, last: 1},
		{name: "seizes one", w: wanted{1, 1, 1}, p: base, action: on, round: 1, last: 1},
		{name: "does not seize two", w: wanted{1, 1, 2}, p: base, action: on, round: on, last: 0},
		{name: "destroys one", w: wanted{2, 0, 1}, p: with(func(p *siege) { p.Destroyed[1] = true }), action: 0, round: 0, last: 0},
		{name: "destroys none", w: wanted{2, 0, 1}, p: base, action: on, round: on, last: 1},
		{name: "not clear", w: wanted{3, 0, 0}, p: base, action: on, round: on, last: 1},
		{name: "clear", w: wanted{3, 0, 0}, p: with(func(p *siege) { p.Present[1] = [2]int{} }), action: on, round: 0, last: 0},
		{name: "clear, and nobody holds one", w: wanted{3, 0, 0}, p: with(func(p *siege) { p.Present[1] = [2]int{}; p.Holder = [3]int8{-1, -1, -1} }), occupy: true, action: on, round: on, last: 1},
		{name: "survives", w: wanted{4, 1, 5}, p: base, action: on, round: on, last: 1},
		{name: "too few survive", w: wanted{4, 1, 6}, p: base, action: 0, round: 0, last: 0},
		{name: "as many each", w: wanted{5, 0, 0}, p: base, action: on, round: on, last: Draw},
		{name: "holds most", w: wanted{5, 0, 0}, p: with(func(p *siege) { p.Holder[2] = 1 }), action: on, round: on, last: 1},
		{name: "more points", w: wanted{6, 1, 0}, p: with(func(p *siege) { p.Points = [2]int{7, 4} }), action: on, round: on, last: 0},
		{name: "as many points", w: wanted{6, 1, 0}, p: base, action: on, round: on, last: Draw},
	} {
		v := victoryOf(c.early, c.occupy)
		judge := func(when string, want int8, decide func(u *rule.Umpire, p *siege) bool) {
			p := c.p
			rec := &rule.Record{}
			over := decide(rule.NewUmpire(nil, rec), &p)
			if over != (want != on) || over && p.Winner != want || over != p.Over() {
				t.Errorf("%s, %s: over %v, won by %d; want %d", c.name, when, over, p.Winner, want)
			}
			if noted := len(rec.Entries) == 1 && rec.Entries[0].Cite == "host.victory"; noted != over {
				t.Errorf("%s, %s: the record has %v", c.name, when, rec.Entries)
			}
		}
		judge("after an action", c.action, func(u *rule.Umpire, p *siege) bool { return v.Decide(u, &c.w, p, false) })
		judge("at the end of a round", c.round, func(u *rule.Umpire, p *siege) bool { return v.EndRound(u, &c.w, p, false) })
		judge("at the end of the last round", c.last, func(u *rule.Umpire, p *siege) bool { return v.EndRound(u, &c.w, p, true) })
	}
}

// TestVictoryFaults: a Victory without a text or a function that one of its goals needs stops the program
// when its Spec is made, and names the goal, the text and the field.
func TestVictoryFaults(t *testing.T) {
	for _, c := range []struct {
		spoil func(v *Victory[wanted, siege])
		says  []string // nothing if the Victory is complete
	}{
		{func(*Victory[wanted, siege]) {}, nil},
		{func(v *Victory[wanted, siege]) { v.Texts.Achieved = []string{1: "x", 2: "x", 3: "x", 4: "x"} }, nil},
		{func(v *Victory[wanted, siege]) { v.Texts.Achieved = nil; v.Goals = []Goal{Hold, Most, Score} }, nil},
		{func(v *Victory[wanted, siege]) { v.Texts.Achieved = nil; v.Goals = []Goal{Hold, Survive} }, []string{"Texts.Achieved[1]", "Survive", "Goals[1]"}},
		{func(v *Victory[wanted, siege]) { v.Texts.Achieved[0] = ""; v.LostEarly = true }, []string{"Texts.Achieved[0]", "Hold"}},
		{func(v *Victory[wanted, siege]) { v.Texts.TimeIsOver = []string{"over"} }, []string{"Texts.TimeIsOver[6]", "Score"}},
		{func(v *Victory[wanted, siege]) { v.Texts.WipedOut = "" }, []string{"Texts.WipedOut"}},
		{func(v *Victory[wanted, siege]) { v.Models = nil }, []string{"Models", "Survive"}},
		{func(v *Victory[wanted, siege]) { v.Points = nil }, []string{"Points", "Score"}},
		{func(v *Victory[wanted, siege]) { v.Holder = nil }, []string{"Holder", "Hold", "Most"}},
		{func(v *Victory[wanted, siege]) { v.Goals = nil }, []string{"Goals"}},
		{func(v *Victory[wanted, siege]) { v.Task = nil }, []string{"Task"}},
	} {
		v := victoryOf(false, false)
		c.spoil(v)
		said := ""
		func() {
			defer func() {
				if x := recover(); x != nil {
					said = fmt.Sprint(x)
				}
			}()
			v.During(func(*siege) Status { return Status{} })
		}()
		if (said == "") != (c.says == nil) {
			t.Errorf("want %q, and got %q", c.says, said)
		}
		for _, x := range c.says {
			if !strings.Contains(said, x) {
				t.Errorf("%q does not name %s", said, x)
			}
		}
	}
}
