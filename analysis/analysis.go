package analysis

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"loophole/game"
	"loophole/match"
	"loophole/rule"
	"loophole/winprob"
)

// Options configure an analysis. The zero Options are the defaults.
type Options struct {
	// Models supplies the model of the fight. If it is nil, a new library fits the model.
	Models *winprob.Library
	// Start, if it is more than 0 and less than 1, is the chance of the first side to win from the start of the game
	// between strong players. The chances by the model move to it; see [winprob.Model.Anchored].
	Start float64
	// SolvePositions is the largest number of positions that may be expanded to solve the rest of
	// the game as a whole; for a single decision it is four times as many. 0 is DefaultPositions, and -1 solves nothing.
	// The work allowed for all solving grows with it.
	SolvePositions int
	// LuckOnly leaves out the comparison of actions, which takes most of the time.
	LuckOnly bool
	// ValuesOnly leaves out luck, too: the expected value of an action is then halfway between the values
	// before and after it. What remains is a small part of the work.
	ValuesOnly bool
	// DiceOnly leaves out everything that needs a model: the report has the result and the counts of faces.
	DiceOnly bool
	// Progress, if not nil, is called after each action with the number analysed so far.
	Progress func(done, all int)
}

// DefaultPositions is the number of positions for solving with which the analysis of most games takes less than three
// seconds.
const DefaultPositions = 1500

// A Report is the analysis of a game. Values are chances of the first side to win, from 0 to
// 1; a draw counts as half a win.
type Report struct {
	Instance *game.Instance
	Status   game.Status // the status of the game at the end of the record
	Start    float64     // the value at the start
	End      float64     // the result, or the value where the record ends
	Luck     float64     // of the first side; that of the second is the opposite
	Steps    []Step
	Sides    [2]Summary
	Faces    []FaceCount
	Quality  winprob.Quality // of the model
	// SolvedFrom is the number of the first action from which on everything is solved; 0 if
	// not even the last one is.
	SolvedFrom int
	// LuckOnly reports that actions were not compared, so that it is unknown what the sides gave
	// up.
	LuckOnly bool
	// ValuesOnly reports that luck is unknown, too.
	ValuesOnly bool
	// DiceOnly reports that nothing is known that needs a model.
	DiceOnly bool
	// Sampled is the number of actions with too many outcomes for exact odds. Their expected values
	// are estimates, each from Trials trials.
	Sampled, Trials int
}

// Adjusted returns the luck-adjusted result: the result of the first side, less its luck. Over many
// games its mean is right. In a single game it may lie outside 0 to 1.
func (r *Report) Adjusted() float64 { return r.End - r.Luck }

// Corrections is by how much the model corrected itself in favour of the first side: the rest of the way from
// Start to End, apart from luck and from what the sides gave up. It comes from actions that promise more or less
// than the position before them did, and from exact values that take the place of those of the model. It is 0
// where everything is solved, and unknown with LuckOnly.
func (r *Report) Corrections() float64 {
	return r.End - r.Start - r.Luck + r.Sides[0].Given - r.Sides[1].Given
}

// A Step is an action of the game, or the resignation that ends it. A resignation has no dice, and
// gives up the chance to win that its side has.
type Step struct {
	Number   int // from 1
	Recorded int // the number in the record, where undone actions count too; that of the last action for a resignation
	Side     int
	Action   game.Action // not of a resignation
	Resigned bool
	Before   float64 // the value of the position
	Best     float64 // the expected value of the best action
	Expected float64 // the expected value of the action that was taken
	After    float64 // the value of the position that resulted
	Luck     float64 // of the first side
	Given    float64 // what the side that acted gave up, by the action and by decisions within it; at least 0
	Grade    Grade
	Forced   bool            // nothing else was legal
	Better   game.Action     // the best action, if the side took another
	Reason   *winprob.Reason // why Better is better; nil if there is none, or if it is less than a point better
	Solved   bool            // the values are exact
	Sampled  bool            // the expected value is an estimate
	Parts    []Part          // rolls and decisions within the action, if they can be told apart

	Position game.Position // before the action
}

// GivenWithin returns how much of Given the side gave up by decisions within its action.
func (s *Step) GivenWithin() (given float64) {
	for i := range s.Parts {
		if s.Parts[i].Side == s.Side {
			given += s.Parts[i].Given
		}
	}
	return given
}

// A Part is a roll or a decision within an action.
type Part struct {
	Entry rule.Entry
	Side  int     // who decided, or whose roll it was
	Luck  float64 // of a roll, of the first side
	Given float64 // what a decision gave up, to the side that took it
	// Better is the option that gave up nothing, if the decision gave up a point or more; otherwise it is the one that
	// was taken. Best is the expected value after it.
	Better int
	Best   float64
}

// Grade rates a decision by what it gave up.
type Grade uint8

// The grades. The limits are 1, 2, 5 and 10 points of winning chance.
const (
	Good     Grade = iota // less than 1 point from the best
	Fair                  // less than 2 points
	Doubtful              // less than 5 points
	Bad                   // less than 10 points
	VeryBad
)

// Names lists the grades.
func (Grade) Names() []string { return []string{"good", "fair", "doubtful", "bad", "very bad"} }

// String returns the name of the grade.
func (g Grade) String() string { return g.Names()[g] }

func gradeOf(given float64) Grade {
	for g, limit := range []float64{0.01, 0.02, 0.05, 0.1} {
		if given < limit {
			return Grade(g)
		}
	}
	return VeryBad
}

// A Summary sums up how a side played.
type Summary struct {
	Decisions int // actions that were not forced, decisions within actions of the other side, and a resignation
	Grades    [5]int
	Given     float64 // in all
	Luck      float64 // of this side
	Lucky     int     // actions with more than 10 points of luck
	Unlucky   int     // with less than −10
}

// decided counts a decision within an action of the other side.
func (x *Summary) decided(given float64) {
	x.Decisions++
	x.Grades[gradeOf(given)]++
	x.Given += given
}

// Analyse analyses a game as far as its record goes. Actions that were undone do not count. The
// error is the context's if it is cancelled, or a [rule.MissingFactError] of strict house rules.
func Analyse(ctx context.Context, m *match.Match, o Options) (*Report, error) {
	if o.DiceOnly {
		r := &Report{Instance: m.Instance, Status: m.Status(), LuckOnly: true, ValuesOnly: true, DiceOnly: true}
		r.Faces = countFaces(m, m.CurrentActions())
		return r, nil
	}
	if o.SolvePositions == 0 {
		o.SolvePositions = DefaultPositions
	}
	if o.Models == nil {
		o.Models = &winprob.Library{}
	}
	model, err := o.Models.Model(ctx, m.Instance)
	if err != nil {
		return nil, err
	}
	played := m.CurrentActions()
	r := &Report{Instance: m.Instance, Status: m.Status(), Quality: model.Quality, LuckOnly: o.LuckOnly || o.ValuesOnly, ValuesOnly: o.ValuesOnly, Trials: trials}
	if r.LuckOnly {
		r.Trials = quickTrials
	}
	stopped := rule.Catch(func() {
		err = r.analyse(ctx, m, played, newJudge(ctx, m.Instance, model.Anchored(m.Instance, o.Start), seedOf(m)), o)
	})
	if err = errors.Join(stopped, err); err != nil {
		return nil, err
	}
	r.sum()
	r.Faces = countFaces(m, played)
	return r, nil
}

// seedOf returns the seed of trials for a match. Equal records have equal seeds. Different games
// have different ones, so that errors of estimates do not add up over games.
func seedOf(m *match.Match) uint64 {
	h := sha256.New()
	if m.Save(h) != nil {
		return 0 // A hash takes every line.
	}
	return binary.BigEndian.Uint64(h.Sum(nil))
}

func (r *Report) analyse(ctx context.Context, m *match.Match, played []match.PlayedAction, j *judge, o Options) error {
	by, resigned := m.Resigned()
	if o.SolvePositions > 0 && !o.ValuesOnly {
		var from []game.Position
		for _, a := range played {
			from = append(from, a.Before)
		}
		if resigned {
			from = append(from, m.Position())
		}
		if err := j.solveEnd(from, o.SolvePositions); err != nil {
			return err
		}
	}
	r.Start, _ = j.value(m.Instance.Start)
	r.End, _ = j.value(m.Position())
	for i, a := range played {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		step := j.step
		if o.ValuesOnly {
			step = j.valued
		}
		s, err := step(a, answersOf(m.Entries[a.From:a.To]), o.LuckOnly)
		if err != nil {
			return err
		}
		s.Number, s.Recorded = i+1, recorded(m.Entries[:a.From+1])
		r.Steps = append(r.Steps, s)
		if o.Progress != nil {
			o.Progress(i+1, len(played))
		}
	}
	if !o.LuckOnly && !o.ValuesOnly {
		r.lookAhead(played, m.Entries)
	}
	if resigned {
		s := j.resignation(by, m.Position(), winprob.Result(&r.Status))
		s.Number, s.Recorded, r.End = len(played)+1, recorded(m.Entries), s.After
		r.Steps = append(r.Steps, s)
	}
	return nil
}

// recorded counts the actions of a record, with those that were undone.
func recorded(entries []match.Entry) (n int) {
	for _, e := range entries {
		if e.Kind == match.Acted {
			n++
		}
	}
	return n
}

// lookAhead improves actions without dice or decisions after which the same side acts again. Such an action gets the value
// of the best next action, if that is better for the side than the model says: it has not given up what it can still do.
func (r *Report) lookAhead(played []match.PlayedAction, entries []match.Entry) {
	for i := len(r.Steps) - 2; i >= 0; i-- {
		s, next := &r.Steps[i], &r.Steps[i+1]
		if s.Solved || s.Side != next.Side || len(answersOf(entries[played[i].From:played[i].To])) > 0 {
			continue
		}
		if gain(s.Side, next.Best-s.After) <= 0 {
			continue
		}
		s.Expected, s.After, next.Before = next.Best, next.Best, next.Best
		given := max(0, gain(s.Side, s.Best-s.Expected))
		if s.Given, s.Grade = given, gradeOf(given); given < 0.01 {
			s.Reason = nil
		}
		if given == 0 {
			s.Best, s.Better = s.Expected, s.Action
		}
	}
}

// sum fills in the fields that follow from the steps.
func (r *Report) sum() {
	for _, s := range r.Steps {
		r.Luck += s.Luck
		if s.Sampled {
			r.Sampled++
		}
		x := &r.Sides[s.Side]
		if !s.Forced && !r.LuckOnly {
			x.Decisions++
			x.Grades[s.Grade]++
		}
		if !r.LuckOnly {
			x.Given += s.Given
			for _, p := range s.Parts {
				if p.Side != s.Side && p.Entry.Kind == rule.Chosen && len(p.Entry.Options) > 1 {
					r.Sides[p.Side].decided(p.Given)
				}
			}
		}
		for side := range r.Sides {
			luck := s.Luck * float64(1-2*side)
			r.Sides[side].Luck += luck
			if luck > 0.1 {
				r.Sides[side].Lucky++
			} else if luck < -0.1 {
				r.Sides[side].Unlucky++
			}
		}
	}
	for i := len(r.Steps) - 1; i >= 0 && r.Steps[i].Solved; i-- {
		r.SolvedFrom = r.Steps[i].Number
	}
}

// TurningPoints returns the steps with the largest changes, by luck or by what a side gave up. They
// are at most n, in the order of the game, each of at least 3 points.
func (r *Report) TurningPoints(n int) []*Step {
	var list []*Step
	for i := range r.Steps {
		if weight(&r.Steps[i]) >= 0.03 {
			list = append(list, &r.Steps[i])
		}
	}
	slices.SortStableFunc(list, func(a, b *Step) int {
		switch x, y := weight(a), weight(b); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	list = list[:min(n, len(list))]
	slices.SortFunc(list, func(a, b *Step) int { return a.Number - b.Number })
	return list
}

// weight returns the largest change of an action: by luck, or by what either side gave up.
func weight(s *Step) float64 {
	most := max(s.Given, math.Abs(s.Luck))
	for _, p := range s.Parts {
		if p.Side != s.Side {
			most = max(most, p.Given)
		}
	}
	return most
}

// answersOf returns the entries of rolls and of decisions within an action.
func answersOf(entries []match.Entry) (list []rule.Entry) {
	for _, e := range entries {
		if e.Kind == match.Ruled && (e.Rule.Kind == rule.Rolled || e.Rule.Kind == rule.Chosen) {
			list = append(list, e.Rule)
		}
	}
	return list
}
