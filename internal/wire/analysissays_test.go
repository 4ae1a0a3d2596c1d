package wire

import (
	"strings"
	"testing"

	"loophole/analysis"
	"loophole/game"
	"loophole/rule"
	"loophole/winprob"
)

// TestGivenSays tells apart what an action and the decisions within it gave up, if both matter.
func TestGivenSays(t *testing.T) {
	for _, c := range []struct {
		given, within float64
		want          string
	}{
		{0.162, 0.138, "−16.2, of which −13.8 by decisions within it"},
		{0.162, 0.004, "−16.2"},
		{0.162, 0.158, "−16.2"}, // the action itself was right
	} {
		if got := GivenSays(c.given, c.within); got != c.want {
			t.Errorf("%v of %v: %q, want %q", c.within, c.given, got, c.want)
		}
	}
}

// TestAdjustedSays checks which side leads without luck.
func TestAdjustedSays(t *testing.T) {
	over := func(winner int) game.Status {
		return game.Status{Over: true, Winner: winner, Why: "a side has no units left"}
	}
	for _, c := range []struct {
		status    game.Status
		end, luck float64
		result    string
		adjusted  string
	}{
		{over(0), 1, 0.384, "The Soviet side wins: ", "Adjusted for luck, the result is Soviet 61.6 %, Goblins 38.4 %: luck was worth 38.4 points to the Soviet side, and without it the Soviet side leads."},
		{over(0), 1, 0.6, "The Soviet side wins: ", "Adjusted for luck, the result is Soviet 40.0 %, Goblins 60.0 %: luck was worth 60.0 points to the Soviet side, but without it the Goblins lead."},
		{over(1), 0, 0.1, "The Goblins win: ", "Adjusted for luck, the result is Soviet −10.0 %, Goblins 110.0 %: luck was worth 10.0 points to the Soviet side, and without it the Goblins lead. " + OutsideSays(-0.1)},
		{over(1), 0, -0.5, "The Goblins win: ", "Adjusted for luck, the result is Soviet 50.0 %, Goblins 50.0 %: luck was worth 50.0 points to the Goblins, and without it both sides are level."},
		{over(game.Draw), 0.5, 0, "Nobody wins: ", "Adjusted for luck, the result is Soviet 50.0 %, Goblins 50.0 %: luck favoured neither side, and without it both sides are level."},
		{game.Status{}, 0.612, -0.05, "The record ends before the game does: Soviet has 61.2 % to win, Goblins 38.8 %.", "Adjusted for luck, the result is Soviet 66.2 %, Goblins 33.8 %: luck was worth 5.0 points to the Goblins, and without it the Soviet side leads."},
	} {
		r := &analysis.Report{Instance: &game.Instance{Sides: [2]rule.Side{"Soviet", "Goblins"}}, Status: c.status, End: c.end, Luck: c.luck}
		s := analysisSays(r)
		if !strings.HasPrefix(s.Result, c.result) || s.Adjusted != c.adjusted {
			t.Errorf("result %v, luck %v:\n%s\n%s\nwant\n%s\n%s", c.end, c.luck, s.Result, s.Adjusted, c.result, c.adjusted)
		}
	}
}

// TestRolledSays: faces and their result, never the number in which an entry keeps the counts of several bands.
func TestRolledSays(t *testing.T) {
	entry := func(p rule.Pool, why string, faces ...uint8) *rule.Entry {
		return &rule.Entry{Kind: rule.Rolled, Text: why, Pool: p, Faces: faces, Value: p.Evaluate(faces)}
	}
	for want, e := range map[string]*rule.Entry{
		"6, 20, 11":       entry(rule.TallyPool(3, rule.Die(20), rule.Cuts(1, 12)), "damage to each", 6, 20, 11),
		"5, 1: 1 success": entry(rule.CountPool(2, rule.D6, rule.AtLeast(4)), "to hit", 5, 1),
		"3, 4: 7":         entry(rule.SumPool(2, rule.D6), "inches", 3, 4),
		"4":               entry(rule.SumPool(1, rule.D6), "inches", 4),
		"5: passed":       entry(rule.TestPool(rule.D6, rule.AtLeast(4)), "a test", 5),
		"5: yes":          entry(rule.TestPool(rule.D6, rule.AtLeast(4)), "does it stay?", 5),
		"2 successes":     {Kind: rule.Rolled, Pool: rule.CountPool(2, rule.D6, rule.AtLeast(4)), Value: 2},
	} {
		if got := rolledSays(e); got != want {
			t.Errorf("%q; want %q", got, want)
		}
	}
}

// TestReasonSays: losses are counted in the word of the game.
func TestReasonSays(t *testing.T) {
	for word, want := range map[string]string{
		"":        "On average the Goblins lose 1.5 models.",
		"figures": "On average the Goblins lose 1.5 figures.",
	} {
		f := &game.Instance{Game: &game.Game{Wording: game.Wording{Models: word}}, Sides: [2]rule.Side{"Soviet", "Goblins"}}
		if got := ReasonSays(f, &winprob.Reason{Lost: [2]float64{0.04, 1.46}}); got != want {
			t.Errorf("%q; want %q", got, want)
		}
	}
}

// TestOutsideSays: a result is explained if it is shown as less than 0 or more than 100 %.
func TestOutsideSays(t *testing.T) {
	for v, want := range map[float64]bool{-0.1: true, -0.0006: true, -0.0004: false, 0: false, 0.5: false, 1.0004: false, 1.0006: true} {
		if got := OutsideSays(v); (got != "") != want || want && !strings.Contains(got, "only the average over many games") {
			t.Errorf("%v, shown as %s: %q", v, WinChance(v), got)
		}
	}
}

// TestResigns: the verb agrees with the side.
func TestResigns(t *testing.T) {
	for side, want := range map[rule.Side]string{"Goblins": "resign", "Soviet": "resigns", "attacker": "resigns"} {
		if got := Resigns(side); got != want {
			t.Errorf("%s: %q, want %q", side, got, want)
		}
	}
}

// TestPoints checks signs.
func TestPoints(t *testing.T) {
	for v, want := range map[float64]string{0: "0.0", 0.0001: "0.0", -0.0001: "0.0", 0.123: "+12.3", -0.123: "−12.3"} {
		if got := PointsOf(v); got != want {
			t.Errorf("%v is %q, want %q", v, got, want)
		}
	}
	for v, want := range map[float64]string{0: "0.0 %", -0.0001: "0.0 %", 1: "100.0 %", -0.1: "−10.0 %"} {
		if got := WinChance(v); got != want {
			t.Errorf("%v is %q, want %q", v, got, want)
		}
	}
	for v, want := range map[float64]string{0: "", 0.0004: "", 0.012: " ± 1.2"} {
		if got := ErrorOf(v); got != want {
			t.Errorf("an error of %v is %q, want %q", v, got, want)
		}
	}
}
