package analysis_test

import (
	"context"
	"math"
	"os"
	"reflect"
	"slices"
	"sync"
	"testing"

	"loophole/analysis"
	"loophole/dice"
	"loophole/game"
	_ "loophole/internal/lazygc"
	"loophole/internal/testgame"
	"loophole/match"
	"loophole/policy"
	"loophole/record"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/scenario"
	"loophole/solve"
	"loophole/winprob"
)

// small is a scenario that is solved to its end, and quickly.
const small = "../solve/testdata/room.yaml"

// play plays a match of two policies to its end.
func play(t testing.TB, f *game.Instance, names [2]string, seed uint64) *match.Match {
	t.Helper()
	h, err := match.NewHeader(f, "test", [2]string{"one", "two"}, record.ProgramDice(seed))
	if err != nil {
		t.Fatal(err)
	}
	m, err := match.New(f, h, nil)
	if err != nil {
		t.Fatal(err)
	}
	var sides [2]policy.Policy
	for i, name := range names {
		if sides[i], err = policy.New(name); err != nil {
			t.Fatal(err)
		}
	}
	random, rng := dice.NewRandom(seed), policy.NewRand(seed, 0, 0)
	for !m.Status().Over {
		a, err := policy.NextAction(sides[m.Status().Side], f, m.Position(), rng)
		if err == nil {
			err = m.Play(a, random)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// resumed returns the match of a record after its first actions, or all of it for 0.
func resumed(t testing.TB, path string, actions int) *match.Match {
	t.Helper()
	in, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	file, err := match.Read(in)
	if err != nil {
		t.Fatal(err)
	}
	m, _, err := match.Resume(file.UpToAction(actions), rulesets.Game, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A finishedGame is a record with its analysis by the usual options.
type finishedGame struct {
	match  *match.Match
	report *analysis.Report
}

// finished returns the analysis of a whole record, which several tests look at. It is made once.
func finished(t *testing.T, path string) finishedGame {
	t.Helper()
	once, _ := finishedGames.LoadOrStore(path, sync.OnceValues(func() (x finishedGame, err error) {
		x.match = resumed(t, path, 0)
		x.report, err = analysis.Analyse(context.Background(), x.match, analysis.Options{Models: models})
		return x, err
	}))
	x, err := once.(func() (finishedGame, error))()
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// finishedGames has the analyses of records, as functions by path.
var finishedGames sync.Map

// models fits quickly: the tests of the identity hold for any model.
var models = &winprob.Library{Options: winprob.Options{Games: 20, Generations: 1}}

// TestIdentity checks, in solved fights, that the value at the start is the result less luck and
// plus what was given up: v = result − luck + given of the first side − given of the second.
func TestIdentity(t *testing.T) {
	t.Parallel()
	for _, path := range []string{small, "../internal/exam/fights/lasergrenadiers/duel.yaml", "../internal/exam/fights/konflikt47/duel.yaml"} {
		identity(t, testgame.File(t, path), 25)
	}
	// An attack here has more outcomes than the analysis enumerates by itself, and decisions between its rolls.
	identity(t, testgame.File(t, "../internal/exam/fights/oldworld/open.yaml"), 2)
}

func identity(t *testing.T, f *game.Instance, games uint64) {
	t.Helper()
	for seed := range games {
		m := play(t, f, [2]string{"random", "random"}, seed)
		r, err := analysis.Analyse(t.Context(), m, analysis.Options{Models: models, SolvePositions: 50_000})
		if err != nil {
			t.Fatal(err)
		}
		if r.SolvedFrom != 1 {
			t.Fatalf("seed %d: solved from action %d only", seed, r.SolvedFrom)
		}
		if v := r.End - r.Luck + r.Sides[0].Given - r.Sides[1].Given; math.Abs(v-r.Start) > 1e-9 || math.Abs(r.Corrections()) > 1e-9 {
			t.Errorf("seed %d: %v − %v + %v − %v is %v, and the value at the start is %v", seed, r.End, r.Luck, r.Sides[0].Given, r.Sides[1].Given, v, r.Start)
		}
		for _, s := range r.Steps {
			if s.Given < 0 || s.Forced && s.Given > 1e-9 {
				t.Errorf("seed %d, action %d: %v given up, forced %v", seed, s.Number, s.Given, s.Forced)
			}
		}
	}
}

// TestDiceOnly: the result and the counts of faces need no model, so nothing is fitted.
func TestDiceOnly(t *testing.T) {
	m := resumed(t, "testdata/ending.jsonl", 0)
	stopped, cancel := context.WithCancel(t.Context())
	cancel() // A model would end with the context.
	r, err := analysis.Analyse(stopped, m, analysis.Options{DiceOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	whole, err := analysis.Analyse(t.Context(), m, analysis.Options{Models: models, ValuesOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	if !r.DiceOnly || !r.Status.Over || len(r.Steps) != 0 || !reflect.DeepEqual(r.Faces, whole.Faces) {
		t.Errorf("%+v", r)
	}
}

// TestDrawsAreNoDice: the die that stands for an order die from the cup is not counted among dice. What is left in this
// record are the D6 of the rules.
func TestDrawsAreNoDice(t *testing.T) {
	m := resumed(t, "../match/testdata/finished/konflikt47.jsonl", 0)
	drawn := slices.ContainsFunc(m.Entries, func(e match.Entry) bool {
		return e.Kind == match.Ruled && e.Rule.Kind == rule.Rolled && e.Rule.Cite == "host.cup"
	})
	r, err := analysis.Analyse(t.Context(), m, analysis.Options{DiceOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	if !drawn || len(r.Faces) == 0 {
		t.Fatalf("drawn %v, %d kinds of dice", drawn, len(r.Faces))
	}
	for _, c := range r.Faces {
		if c.Die != rule.D6 {
			t.Errorf("%d × D%d", c.Rolled, c.Die)
		}
	}
}

// TestCorrections: what luck and decisions do not explain of the way to the result is the model's.
func TestCorrections(t *testing.T) {
	r := &analysis.Report{Start: 0.5, End: 1, Luck: 0.2}
	r.Sides[0].Given, r.Sides[1].Given = 0.1, 0.3
	if c := r.Corrections(); math.Abs(c-0.1) > 1e-12 { // 0.5 + 0.2 − 0.1 + 0.3 is 0.9
		t.Errorf("%v, not 0.1", c)
	}
}

// TestEndings: the last actions of finished games have the values of a solver, which visits all that can follow. The
// values, luck and mistakes of these actions add up from one to the next.
func TestEndings(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	for path, from := range map[string]int{
		"testdata/ending.jsonl": 18, "../match/testdata/finished/oldworld.jsonl": 30, "../match/testdata/finished/tideofiron.jsonl": 58,
	} {
		x := finished(t, path)
		m, r := x.match, x.report
		if r.SolvedFrom > from {
			t.Errorf("%s: solved from action %d, not %d", path, r.SolvedFrom, from)
		}
		for i, x := range r.Steps[from-1:] {
			s, err := solve.Solve(t.Context(), m.Instance, x.Position, solve.Options{Whole: true, Positions: 100_000})
			if err != nil {
				t.Fatal(err)
			}
			v := s.Start()
			gave := x.Given
			if x.Side == 0 {
				gave = -gave
			}
			if !v.Solved() || math.Abs(v.Low-x.Before) > 1e-9 || math.Abs(x.Before+gave+x.Luck-x.After) > 1e-9 {
				t.Errorf("%s, action %d: %v before and %v after, luck %v, given up %v; %v is exact", path, x.Number, x.Before, x.After, x.Luck, x.Given, v)
			}
			if next := from + i; next < len(r.Steps) && math.Abs(r.Steps[next].Before-x.After) > 1e-9 {
				t.Errorf("%s: %v after action %d, and %v before the next", path, x.After, x.Number, r.Steps[next].Before)
			}
		}
	}
}

// TestDecisionsWithinActions: what a side decides within an action of the other side counts among its decisions, and
// makes the action a turning point.
func TestDecisionsWithinActions(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	r := finished(t, "../match/testdata/finished/tideofiron.jsonl").report
	var decisions, within [2]int
	for i := range r.Steps {
		s := &r.Steps[i]
		if !s.Forced {
			decisions[s.Side]++
		}
		for _, p := range s.Parts {
			if p.Side != s.Side && p.Entry.Kind == rule.Chosen {
				within[p.Side]++
			}
		}
	}
	for side, x := range r.Sides {
		graded := 0
		for _, n := range x.Grades {
			graded += n
		}
		if x.Decisions != decisions[side]+within[side] || graded != x.Decisions {
			t.Errorf("side %d: %d decisions, %d of them graded, not %d and %d within actions", side, x.Decisions, graded, decisions[side], within[side])
		}
	}
	if within[0]+within[1] == 0 {
		t.Error("no decision within an action of the other side")
	}
	for i := range r.Steps {
		for _, p := range r.Steps[i].Parts {
			if p.Entry.Kind == rule.Chosen && (p.Better != p.Entry.Value) != (p.Given >= 0.01) {
				t.Errorf("action %d: option %d is better than %d, which gave up %v", r.Steps[i].Number, p.Better, p.Entry.Value, p.Given)
			}
		}
	}
	alone := &analysis.Report{Steps: []analysis.Step{
		{Number: 1, Side: 0, Parts: []analysis.Part{{Entry: rule.Entry{Kind: rule.Chosen}, Side: 1, Given: 0.05}}},
		{Number: 2, Side: 0, Parts: []analysis.Part{{Entry: rule.Entry{Kind: rule.Chosen}, Side: 1, Given: 0.02}}},
	}}
	if list := alone.TurningPoints(6); len(list) != 1 || list[0].Number != 1 {
		t.Errorf("%d turning points, not action 1", len(list))
	}
}

// TestRecordedNumbers: an action has its number among those that count, and the one of the record.
func TestRecordedNumbers(t *testing.T) {
	m := play(t, testgame.File(t, small), [2]string{"random", "random"}, 1)
	last := m.CurrentActions()[len(m.CurrentActions())-1]
	if err := m.Undo(last.By, true); err != nil {
		t.Fatal(err)
	}
	if err := m.Play(last.Action, dice.NewRandom(2)); err != nil {
		t.Fatal(err)
	}
	r, err := analysis.Analyse(t.Context(), m, analysis.Options{Models: models, ValuesOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	if s := r.Steps[len(r.Steps)-1]; s.Recorded != s.Number+1 || r.Steps[0].Recorded != 1 {
		t.Errorf("the first action is %d of the record, and action %d is %d", r.Steps[0].Recorded, s.Number, s.Recorded)
	}
}

// TestOneOmission: what a side can still do in its next action is not given up by one without dice. The position between
// them has one value, unless it is the first one that is solved.
func TestOneOmission(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	m := resumed(t, "../match/testdata/finished/konflikt47.jsonl", 0)
	r, err := analysis.Analyse(t.Context(), m, analysis.Options{Models: models})
	if err != nil {
		t.Fatal(err)
	}
	played, n := m.CurrentActions(), 0
	for i := range r.Steps[:len(played)-1] {
		s, next := &r.Steps[i], &r.Steps[i+1]
		rolled := slices.ContainsFunc(m.Entries[played[i].From:played[i].To], func(e match.Entry) bool {
			return e.Kind == match.Ruled && e.Rule.Kind != rule.Noted
		})
		if s.Solved || s.Side != next.Side || len(s.Parts) > 0 || rolled {
			continue
		}
		n++
		lost := s.Best - next.Best
		if s.Side == 1 {
			lost = -lost
		}
		if s.Given > max(0, lost)+1e-9 || !next.Solved && math.Abs(s.After-next.Before) > 1e-9 {
			t.Errorf("action %d: %v given up, from a best of %v to one of %v; %v after it and %v before the next", s.Number, s.Given, s.Best, next.Best, s.After, next.Before)
		}
	}
	if n == 0 {
		t.Error("no action without dice is followed by one of the same side")
	}
}

// TestMorePositions: with more positions, more of the end is solved. What they solve has the chances that a solver
// finds (TestEndings).
func TestMorePositions(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	m := resumed(t, "../internal/web/sample.jsonl", 0)
	solvedFrom := func(positions int) int {
		r, err := analysis.Analyse(t.Context(), m, analysis.Options{Models: models, SolvePositions: positions, LuckOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		return r.SolvedFrom
	}
	if few, more := solvedFrom(analysis.DefaultPositions), solvedFrom(6000); more == 0 || few != 0 && few <= more {
		t.Errorf("solved from action %d, with more positions from %d", few, more)
	}
}

// TestResignedInSolved: a resignation gives up the exact chance, though the decision before it is not solved.
func TestResignedInSolved(t *testing.T) {
	m := resumed(t, "testdata/ending.jsonl", 17)
	if err := m.Resign(m.Status().Side); err != nil {
		t.Fatal(err)
	}
	r, err := analysis.Analyse(t.Context(), m, analysis.Options{Models: models})
	if err != nil {
		t.Fatal(err)
	}
	before, last := r.Steps[16], r.Steps[17] // loophole solve --from ending.jsonl --at 17: 58.2 %
	if before.Solved || !last.Resigned || !last.Solved || math.Abs(last.Given-0.582) > 0.0005 {
		t.Errorf("solved %v, then %+v", before.Solved, last)
	}
}

// TestUnbiased checks that luck has the mean zero, whatever the model: over random games of a
// scenario, it differs from zero by less than four standard errors.
func TestUnbiased(t *testing.T) {
	t.Parallel()
	games := uint64(400)
	if testing.Short() {
		games = 60
	}
	f := testgame.Bundled(t, "tideofiron", "stairs")
	sum, squares := 0.0, 0.0
	for seed := range games {
		m := play(t, f, [2]string{"random", "random"}, seed)
		r, err := analysis.Analyse(t.Context(), m, analysis.Options{LuckOnly: true, SolvePositions: -1})
		if err != nil {
			t.Fatal(err)
		}
		sum += r.Luck
		squares += r.Luck * r.Luck
	}
	n := float64(games)
	mean := sum / n
	stdErr := math.Sqrt((squares/n - mean*mean) / n)
	if math.Abs(mean) > 4*stdErr || stdErr == 0 {
		t.Errorf("luck is %.4f ± %.4f on average", mean, stdErr)
	}
}

// TestAllGames analyses a game of a scenario of each ruleset, those with hidden pieces too.
func TestAllGames(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, g := range rulesets.Games {
		t.Run(g.Rules.ID, func(t *testing.T) {
			t.Parallel()
			f := testgame.New(t, scenario.ForRuleset(g.Rules.ID)[0])
			m := play(t, f, [2]string{"cautious", "random"}, 5)
			r, err := analysis.Analyse(t.Context(), m, analysis.Options{Models: models})
			if err != nil {
				t.Fatal(err)
			}
			luck := 0.0
			for _, s := range r.Steps {
				luck += s.Luck
				if s.Expected < -1e-9 || s.Expected > 1+1e-9 || s.Before < 0 || s.After > 1+1e-9 {
					t.Errorf("action %d: %v before, %v expected, %v after", s.Number, s.Before, s.Expected, s.After)
				}
				if s.Given < 0 || s.Given > 1 {
					t.Errorf("action %d gives up %v", s.Number, s.Given)
				}
			}
			if math.Abs(luck-r.Luck) > 1e-9 || math.Abs(r.Sides[0].Luck+r.Sides[1].Luck) > 1e-9 {
				t.Errorf("luck is %v, that of the actions %v, of the sides %v and %v", r.Luck, luck, r.Sides[0].Luck, r.Sides[1].Luck)
			}
			if len(r.Steps) != m.ActionCount() || r.End != winprob.Result(&r.Status) {
				t.Errorf("%d of %d actions, the end is %v", len(r.Steps), m.ActionCount(), r.End)
			}
			points := r.TurningPoints(4)
			for i, s := range points {
				if len(points) > 4 || i > 0 && points[i-1].Number >= s.Number {
					t.Errorf("turning points: %v", points)
				}
			}
		})
	}
}

// TestNext compares the action that the analysis names after a better one without dice with a solution of its own.
func TestNext(t *testing.T) {
	t.Parallel()
	named := 0
	for _, path := range []string{small, "../internal/exam/fights/tideofiron/crossing.yaml", "../internal/exam/fights/d20skirmish/holdout.yaml"} {
		f := testgame.File(t, path)
		for seed := range uint64(20) { // With few positions, the last decisions are solved one by one.
			o := analysis.Options{Models: models, SolvePositions: []int{50_000, 50}[seed%2]}
			r, err := analysis.Analyse(t.Context(), play(t, f, [2]string{"random", "random"}, seed/2), o)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range r.Steps {
				if s.Reason == nil || s.Reason.Next == nil || !s.Solved {
					continue
				}
				after := f.Runner().SetPosition(s.Position)
				after.Apply(rule.NewUmpire(nil, nil).WithHouseRules(f.House), s.Better)
				solution, err := solve.Solve(t.Context(), f, after.Position(), solve.Options{Positions: 50_000, EachAction: true})
				if err != nil {
					t.Fatal(err)
				}
				list, err := solution.Actions(after.Position())
				if err != nil {
					t.Fatal(err)
				}
				next := s.Reason.Next
				i := slices.IndexFunc(list, func(a solve.ActionValue) bool { return a.Action == next.Action })
				if i < 0 || !list[i].Value.Solved() || !next.Solved || next.Side != after.Status().Side || math.Abs(list[i].Value.Low-list[0].Value.Low) > 1e-9 {
					t.Errorf("%s, seed %d, action %d: after %q the best is %+v, not %+v", path, seed, s.Number, f.FormatAction(s.Better), list[0], next)
				}
				named++
			}
		}
	}
	t.Logf("%d better actions name what is best then", named)
	if named == 0 {
		t.Error("no better action names what is best then")
	}
}

// TestBetter takes a position with a certain win and plays something else: the analysis names
// the winning action, and what was given up.
func TestBetter(t *testing.T) {
	t.Parallel()
	f := testgame.File(t, small)
	found := false
	for seed := range uint64(40) {
		m := play(t, f, [2]string{"random", "random"}, seed)
		r, err := analysis.Analyse(t.Context(), m, analysis.Options{Models: models, SolvePositions: 50_000})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range r.Steps {
			if s.Grade != analysis.VeryBad {
				continue
			}
			found = true
			if s.Better == s.Action || f.WhyIllegal(s.Position, s.Better) != nil {
				t.Errorf("seed %d, action %d gives up %v, and %q would be better", seed, s.Number, s.Given, f.FormatAction(s.Better))
			}
		}
	}
	if !found {
		t.Error("random play makes no very bad decision in 40 games")
	}
}
