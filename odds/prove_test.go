package odds_test

import (
	"strings"
	"testing"

	"loophole/odds"
	"loophole/rule"
)

// inRounds is a fight in rounds. whole says whether the checkpoint holds everything that the rest
// depends on.
func inRounds(whole bool) func(u *rule.Umpire) int {
	type state struct{ mine, yours int }
	return func(u *rule.Umpire) int {
		s, hits := state{2, 2}, 0
		for (whole && rule.Checkpoint(u, "round", &s) || !whole && rule.Checkpoint(u, "round", &s.mine)) && s.mine > 0 && s.yours > 0 {
			hits = u.Count(s.mine, rule.D6, rule.AtLeast(4), "", "mine")
			s.mine -= u.Count(s.yours, rule.D6, rule.AtLeast(5), "", "yours")
			s.yours -= hits
		}
		return max(0, s.mine) - max(0, s.yours)
	}
}

func TestCheckFindsNothing(t *testing.T) {
	for name, c := range map[string]struct {
		p     func(*rule.Umpire) int
		least float64
	}{
		"checkpoints": {inRounds(true), 0.9},
		"draws":       {func(u *rule.Umpire) int { return risk(u) }, 1 - 1e-9},
		"choice": {func(u *rule.Umpire) int {
			return u.Choose("me", "", "which way?", "left", "right") + u.Sum(2, rule.D6, "", "")
		}, 1 - 1e-9},
		"none": {func(*rule.Umpire) int { return 7 }, 1},
	} {
		if followed, err := odds.Check(t.Context(), c.p, odds.Options{}); err != nil || followed < c.least {
			t.Errorf("%s: %v followed, %v", name, followed, err)
		}
	}
}

func TestCheckFindsFaults(t *testing.T) {
	count, hidden := 0, 0
	leaky := &rule.Subroll[int]{Name: "leaky", Play: func(u *rule.Umpire, n int) int { return u.Count(n, rule.D6, rule.AtLeast(2+hidden), "", "") }}
	for name, c := range map[string]struct {
		p    func(*rule.Umpire) int
		want string
	}{
		"checkpoint": {inRounds(false), "leaves something out"},
		"sub-roll": {func(u *rule.Umpire) int {
			hidden = 0
			before := leaky.Roll(u, 2)
			hidden = 4
			return 10*before + leaky.Roll(u, 2)
		}, "leaves something out"},
		"questions": {func(u *rule.Umpire) int {
			count++
			return u.Sum(1+count/5%2, rule.D6, "", "")
		}, "different questions"},
		"record": {func(u *rule.Umpire) int {
			if u.Recording() {
				return 0
			}
			return u.Sum(1, rule.D6, "", "")
		}, "different questions"},
		"outcome": {func(u *rule.Umpire) int {
			v := u.Sum(1, rule.D6, "", "")
			if u.Recording() {
				v++
			}
			return v
		}, "the outcome was 1, and then 2"},
		"other end": {func(u *rule.Umpire) int {
			for {
				u.Sum(1, rule.D6, "", "")
			}
		}, "never ends"},
	} {
		if _, err := odds.Check(t.Context(), c.p, odds.Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}
