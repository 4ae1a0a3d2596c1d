package analysis

import (
	"math"
	"testing"

	"loophole/puzzle"
	"loophole/winprob"
)

// TestPlayOn: puzzles know what each action gives up. Playing on tells it better than the model, and takes less of what
// is no mistake for one.
func TestPlayOn(t *testing.T) {
	t.Parallel()
	var list []*puzzle.Puzzle
	for i, p := range puzzle.Bundled() {
		if !testing.Short() || i%5 == 0 {
			list = append(list, p)
		}
	}
	actions, byModel, played := 0, 0.0, 0.0
	wronged, wrongedStill := 0, 0
	for _, p := range list {
		f, err := p.Open()
		if err != nil {
			t.Fatal(err)
		}
		m, err := (&winprob.Library{}).Model(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		j, side := newJudge(t.Context(), f, m, 1), f.Status(f.Start).Side
		j.estimates = true
		steps := make([]Step, len(p.Actions))
		best := 0
		for i, x := range p.Actions {
			s := &steps[i]
			s.Side, s.Position = side, f.Start
			if s.Action, err = f.ParseAction(x.Line); err != nil {
				t.Fatal(err)
			}
			if s.Expected, _, _, err = j.expected(f.Start, s.Action, otherLimits, fewTrials); err != nil {
				t.Fatal(err)
			}
			if gain(side, s.Expected-steps[best].Expected) > 0 {
				best = i
			}
		}
		for i := range steps {
			s := &steps[i]
			given := gain(side, steps[best].Expected-s.Expected)
			if given < leastCompared {
				continue
			}
			s.Better, s.Best = steps[best].Action, steps[best].Expected
			j.playsLeft = allCompared
			now, err := j.playOn(s, given)
			if err != nil {
				t.Fatal(err)
			}
			if now > given || now < 0 || math.Abs(gain(side, s.Best-s.Expected)-now) > 1e-12 || (now == 0) != (s.Better == s.Action) {
				t.Errorf("%s, %s: gave up %v by the model and %v by playing on, with the best at %v of %v", p.ID, p.Actions[i].Line, given, now, s.Best, s.Expected)
			}
			truth := max(0, p.Actions[best].Chance-p.Actions[i].Chance)
			actions++
			byModel += math.Abs(given - truth)
			played += math.Abs(now - truth)
			if truth < 0.01 {
				wronged++
				if now >= leastCompared {
					wrongedStill++
				}
			}
		}
	}
	t.Logf("%d actions: the model errs by %.4f on average, playing on by %.4f", actions, byModel/float64(actions), played/float64(actions))
	t.Logf("%d of them give up less than a point; %d are still called bad", wronged, wrongedStill)
	if played >= byModel || 2*wrongedStill > wronged {
		t.Error("playing on is no better than the model")
	}
}
