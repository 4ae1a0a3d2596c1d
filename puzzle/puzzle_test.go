package puzzle_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"loophole/game"
	"loophole/policy"
	"loophole/puzzle"
	"loophole/rulesets"
	"loophole/solve"
)

// stale says how to make puzzles for the rules of today.
const stale = "the rules or the scenario have changed since: run go generate ./puzzle and commit puzzle/bundled"

func open(t *testing.T, p *puzzle.Puzzle) *game.Instance {
	t.Helper()
	f, err := p.Open()
	if err != nil {
		t.Fatalf("%s: %v: %s", p.ID, err, stale)
	}
	return f
}

// Each ruleset has ten puzzles, numbered by level, that differ from each other.
func TestBundled(t *testing.T) {
	for _, g := range rulesets.Games {
		list := puzzle.ForRuleset(g.Rules.ID)
		if len(list) != 10 {
			t.Errorf("%s has %d puzzles", g.Rules.ID, len(list))
		}
		same := map[string]int{}
		places, sides, best := map[string]bool{}, map[string]bool{}, map[string]bool{}
		for i, p := range list {
			if p.ID != fmt.Sprintf("%s-%d", g.Rules.ID, i+1) {
				t.Errorf("puzzle %d of %s is called %s", i+1, g.Rules.ID, p.ID)
			}
			if i > 0 && slices.Index(puzzle.Levels, p.Level) < slices.Index(puzzle.Levels, list[i-1].Level) {
				t.Errorf("%s is easier than the puzzle before it", p.ID)
			}
			places[p.Scenario], sides[p.Side] = true, true
			best[p.Actions[0].Line] = true
			if what := p.Scenario + p.Actions[0].Line; same[what] == 2 {
				t.Errorf("%s is like two others", p.ID)
			} else {
				same[what]++
			}
		}
		if len(places) < 3 || len(sides) < 2 || len(best) < 5 {
			t.Errorf("the puzzles of %s come from %d scenarios, %d sides act, and %d actions are best", g.Rules.ID, len(places), len(sides), len(best))
		}
	}
}

// Each puzzle fits the rules and the scenario of today, lists the legal actions, and has one
// clearly best action.
func TestPuzzlesAreCurrent(t *testing.T) {
	for _, p := range puzzle.Bundled() {
		f := open(t, p)
		if key, err := puzzle.Key(f); err != nil || key != p.Key {
			t.Errorf("%s: %v: %s", p.ID, err, stale)
			continue
		}
		legal, err := f.Legal(f.Start)
		if err != nil {
			t.Fatal(err)
		}
		if len(legal) != len(p.Actions) {
			t.Errorf("%s: %d actions are legal and %d have a value: %s", p.ID, len(legal), len(p.Actions), stale)
		}
		for _, a := range legal {
			if _, ok := p.Find(f.FormatAction(a)); !ok {
				t.Errorf("%s: %s has no value: %s", p.ID, f.FormatAction(a), stale)
			}
		}
		if b, err := p.Source(); err != nil || b.Title != p.Title {
			t.Errorf("%s: the title %q: %v", p.ID, p.Title, err)
		}
		if now := f.Status(f.Start); string(f.Sides[now.Side]) != p.Side || now.Side != p.Turn || !strings.Contains(p.Task, fmt.Sprint("round ", now.Round)) {
			t.Errorf("%s: %s, round %d", p.ID, f.Sides[now.Side], now.Round)
		}
		if len(p.Actions) < 4 || p.Gap() < 0.1 || p.Best() < 0.03 || len(p.Solution()) > 3 || p.Level != puzzle.LevelOf(p.Gap(), len(p.Actions)) {
			t.Errorf("%s: %d actions, %d of them best, gap %.3f, %s", p.ID, len(p.Actions), len(p.Solution()), p.Gap(), p.Level)
		}
		// Several solutions are few, and actions of one piece.
		if list := p.Solution(); len(list) > 1 {
			if 3*len(list) > len(p.Actions) {
				t.Errorf("%s: %d of %d actions are best", p.ID, len(list), len(p.Actions))
			}
			first, err := f.ParseAction(list[0].Line)
			for _, x := range list {
				a, fault := f.ParseAction(x.Line)
				if err != nil || fault != nil || a.Args[0] != first.Args[0] {
					t.Errorf("%s: %s is of another piece than %s: %v, %v", p.ID, x.Line, list[0].Line, err, fault)
				}
			}
		}
		if !f.IsOpen(f.Start) {
			t.Errorf("%s: a side does not know the whole position", p.ID)
		}
	}
}

// The solver finds the values of each puzzle again. A short test solves one puzzle of each ruleset.
func TestPuzzlesAreSolved(t *testing.T) {
	for _, p := range puzzle.Bundled() {
		if testing.Short() && !strings.HasSuffix(p.ID, "-1") {
			continue
		}
		t.Run(p.ID, func(t *testing.T) {
			t.Parallel()
			f := open(t, p)
			s, err := solve.Solve(t.Context(), f, f.Start, solve.Options{Positions: 20_000, EachAction: true, KnownOnly: true})
			if err != nil {
				t.Fatal(err)
			}
			list, err := s.Actions(f.Start)
			if err != nil {
				t.Fatal(err)
			}
			side := f.Status(f.Start).Side
			for _, a := range list {
				line := f.FormatAction(a.Action)
				x, ok := p.Find(line)
				if !ok || !a.Value.Solved() || math.Abs(a.Value.For(side).Low-x.Chance) > 2e-6 {
					t.Errorf("%s: %v, and the puzzle has %v: %s", line, a.Value.For(side), x.Chance, stale)
				}
			}
		})
	}
}

// The policy "cautious" misses the solutions of at least two fifths of the puzzles.
func TestPuzzlesAreNotPlain(t *testing.T) {
	found := map[string]int{}
	all := 0
	for _, p := range puzzle.Bundled() {
		f := open(t, p)
		a, err := policy.NextAction(policy.Cautious(), f, f.Start, policy.NewRand(1, 0, 0))
		if err != nil {
			t.Fatal(err)
		}
		x, _ := p.Find(f.FormatAction(a))
		if x.Chance >= p.Best()-puzzle.Tolerance {
			found[p.Ruleset]++
			all++
		}
	}
	if t.Logf("cautious finds %v", found); 5*all > 3*len(puzzle.Bundled()) {
		t.Errorf("cautious finds %d solutions: %v", all, found)
	}
}

func TestFind(t *testing.T) {
	if p, err := puzzle.Find("TideOfIron-3"); err != nil || p.ID != "tideofiron-3" {
		t.Error(p, err)
	}
	if _, err := puzzle.Find("tideofiron-99"); err == nil || !strings.Contains(err.Error(), "tideofiron-1 to tideofiron-10") {
		t.Error(err)
	}
}

func TestLevelOf(t *testing.T) {
	for _, x := range []struct {
		gap   float64
		legal int
		level puzzle.Level
	}{{0.25, 11, puzzle.Easy}, {0.25, 12, puzzle.Medium}, {0.24, 11, puzzle.Medium}, {0.24, 12, puzzle.Hard}} {
		if got := puzzle.LevelOf(x.gap, x.legal); got != x.level {
			t.Errorf("%v, %d actions: %s", x.gap, x.legal, got)
		}
	}
}

// A puzzle without a second best action has no gap, and one whose position cannot be read says so.
func TestOddPuzzles(t *testing.T) {
	p := &puzzle.Puzzle{Actions: []puzzle.Action{{Line: "a", Chance: 0.5}, {Line: "b", Chance: 0.497}}}
	if _, ok := p.Second(); ok || p.Gap() != 0 || len(p.Solution()) != 2 {
		t.Error(p.Solution(), p.Gap())
	}
	for _, p := range []*puzzle.Puzzle{
		{Ruleset: "none"}, {Ruleset: "tideofiron", Scenario: "none"},
		{Ruleset: "tideofiron", Scenario: "block", Position: "x"}, {Ruleset: "tideofiron", Scenario: "block", Position: "00"},
	} {
		if _, err := p.Open(); err == nil {
			t.Errorf("%+v is set up", p)
		}
	}
}
