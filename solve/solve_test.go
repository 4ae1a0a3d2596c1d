package solve_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"loophole/game"
	_ "loophole/internal/lazygc"
	"loophole/internal/testgame"
	"loophole/odds"
	"loophole/rule"
	"loophole/sim"
	"loophole/solve"
)

func solved(t *testing.T, f *game.Instance, positions int) *solve.Solution {
	t.Helper()
	s, err := solve.Solve(t.Context(), f, f.Start, solve.Options{Positions: positions})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A twin computes the same values in a plain way: from the start forwards, by recursion. It plays
// each action by game.Instance.Play with every answer to every question.
type twin struct {
	f       *game.Instance
	pools   *odds.SubrollSolver
	known   map[string]float64
	decided int // decisions within actions
}

func (w *twin) value(p game.Position) float64 {
	key := string(p.Bytes())
	if v, ok := w.known[key]; ok {
		return v
	}
	now := w.f.Status(p)
	v := 0.0
	switch {
	case now.Over && now.Winner == 0:
		v = 1
	case now.Over && now.Winner == game.Draw:
		v = 0.5
	case !now.Over:
		legal, err := w.f.Legal(p)
		if err != nil {
			panic(err)
		}
		v = math.Inf(2*now.Side - 1)
		for _, a := range legal {
			v = better(now.Side, v, w.after(p, a))
		}
	}
	w.known[key] = v
	return v
}

func better(side int, a, b float64) float64 {
	if side == 0 {
		return max(a, b)
	}
	return min(a, b)
}

// after returns the value of an action. Each play goes to the end of a path: it gives the first answer to each
// question that was not asked before on this path.
func (w *twin) after(p game.Position, a game.Action) float64 {
	src := &scripted{pools: w.pools}
	return w.rest(p, a, src, w.played(p, a, src), 0)
}

// played plays an action to its end.
func (w *twin) played(p game.Position, a game.Action, src *scripted) game.Position {
	src.asked = 0
	next, err := w.f.Play(p, a, src, nil)
	if err != nil {
		panic(err)
	}
	return next
}

// rest returns the value of an action after the first answers of a path, as many as given. end is where the path
// leads to. It leaves these answers, and no others, on the path.
func (w *twin) rest(p game.Position, a game.Action, src *scripted, end game.Position, given int) float64 {
	if given == len(src.path) {
		return w.value(end)
	}
	q := &src.path[given]
	defer func() { src.path = src.path[:given] }()
	sum, side := 0.0, 0
	if q.chances == nil {
		w.decided++
		if q.by == w.f.Sides[1] {
			side = 1
		}
		sum = math.Inf(2*side - 1)
	}
	values, chances := q.values, q.chances
	for i, v := range values {
		if i > 0 {
			src.path = append(src.path[:given], question{values, chances, src.path[given].by, v})
			end = w.played(p, a, src)
		}
		x := w.rest(p, a, src, end, given+1)
		if chances != nil {
			sum += chances[i] * x
		} else {
			sum = better(side, sum, x)
		}
	}
	return sum
}

// A question has its possible answers, with the chances of those of a roll, and the answer on a path.
type question struct {
	values  []int
	chances []float64
	by      rule.Side
	answer  int
}

// scripted answers questions as its path says. It appends further questions to the path with their first answers.
type scripted struct {
	pools *odds.SubrollSolver
	path  []question
	asked int
}

func (s *scripted) next() int {
	s.asked++
	return s.path[s.asked-1].answer
}

func (s *scripted) Roll(r rule.Roll) (int, []uint8, error) {
	if s.asked == len(s.path) {
		d, err := s.pools.Pool(r.Pool)
		if err != nil {
			return 0, nil, err
		}
		values, chances := d.All()
		s.path = append(s.path, question{values, chances, "", values[0]})
	}
	return s.next(), nil, nil
}

func (s *scripted) Choose(c rule.Choice) (int, error) {
	if s.asked == len(s.path) {
		options := make([]int, len(c.Options))
		for i := range options {
			options[i] = i
		}
		s.path = append(s.path, question{options, nil, c.By, 0})
	}
	return s.next(), nil
}

func TestTwin(t *testing.T) {
	t.Parallel()
	decided := 0
	for _, name := range []string{"room", "tower", "hexes", "points"} {
		if testing.Short() && name == "tower" {
			continue // It has a hundred thousand decisions within actions.
		}
		f := testgame.File(t, "testdata/"+name+".yaml")
		s := solved(t, f, 0)
		w := &twin{f: f, pools: odds.NewSubrollSolver(), known: map[string]float64{}}
		want := w.value(f.Start)
		if v := s.Start(); !v.Solved() || math.Abs(v.Low-want) > 1e-9 {
			t.Errorf("%s: %v after %d positions, want %v", name, v, s.Positions, want)
		}
		if want < 0.001 || want > 0.999 {
			t.Errorf("%s: %v is a foregone conclusion, and tests nothing", name, want)
		}
		t.Logf("%s: %d positions, %d of the twin with %d decisions within actions; worth %.6f", name, s.Positions, len(w.known), w.decided, want)
		decided += w.decided
		list, err := s.Actions(f.Start)
		if err != nil {
			t.Fatal(err)
		}
		side := f.Status(f.Start).Side
		for _, a := range list {
			v := w.after(f.Start, a.Action)
			if v < a.Value.Low-1e-9 || v > a.Value.High+1e-9 {
				t.Errorf("%s: %s is worth %v, which is not in %v", name, f.FormatAction(a.Action), v, a.Value)
			}
		}
		if best := list[0].Value; !best.Solved() || math.Abs(best.Low-want) > 1e-9 {
			t.Errorf("%s: the best action of side %d is worth %v, want %v", name, side, best, want)
		}
	}
	if decided == 0 {
		t.Error("nobody decides anything within an action")
	}
}

// A larger budget gives bounds within those of a smaller one.
func TestBoundsNarrow(t *testing.T) {
	f := testgame.File(t, "testdata/room.yaml")
	last := solve.Value{Low: 0, High: 1}
	for _, n := range []int{1, 10, 50, 100, 200, 400, 0} {
		s := solved(t, f, n)
		v := s.Start()
		if v.Low < last.Low-1e-12 || v.High > last.High+1e-12 || v.Low > v.High+1e-12 {
			t.Errorf("%d positions: %v, after %v of fewer", n, v, last)
		}
		if n > 0 && s.Positions > n {
			t.Errorf("%d positions were looked at; the budget is %d", s.Positions, n)
		}
		last = v
	}
	if !last.Solved() {
		t.Errorf("the whole budget leaves %v", last)
	}
}

// If both sides take the actions that the solution rates best, they win as often as it says.
func TestBestPlay(t *testing.T) {
	t.Parallel()
	const games = 2000
	file := "testdata/tower.yaml"
	if testing.Short() {
		file = "testdata/room.yaml"
	}
	f := testgame.File(t, file)
	s := solved(t, f, 0)
	won, best := 0.0, map[string]game.Action{}
	for g := range games {
		p := f.Start
		dice := sim.NewSampler(1, uint64(g), nil)
		for !f.Status(p).Over {
			key := string(p.Bytes())
			a, known := best[key]
			if !known {
				list, err := s.Actions(p)
				if err != nil || len(list) == 0 {
					t.Fatalf("%v: nothing is known of a position that best play leads to", err)
				}
				a = list[0].Action
				best[key] = a
			}
			var err error
			if p, err = f.Play(p, a, dice, nil); err != nil {
				t.Fatal(err)
			}
		}
		switch f.Status(p).Winner {
		case 0:
			won++
		case game.Draw:
			won += 0.5
		}
	}
	v := s.Start().Low
	if share, most := won/games, 4*math.Sqrt(v*(1-v)/games); math.Abs(share-v) > most {
		t.Errorf("the first side won %v of %d games, and the solution says %v", share, games, v)
	}
}

// A drawn round of an assault is fought again, as often as it is drawn. The decisions in it make
// paths without end, which the solution leaves unknown.
func TestEndlessPaths(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	f := testgame.File(t, "testdata/yard.yaml")
	s := solved(t, f, 20)
	if v := s.Start(); s.Unknown == 0 || v.Solved() || v.Low < 0 || v.High > 1 {
		t.Errorf("%d actions are unknown, and the value is %v", s.Unknown, v)
	}
}

// TestRollByRoll solves fights with each subroll as one question and roll by roll: the values are the same, with fewer
// plays in all.
func TestRollByRoll(t *testing.T) {
	t.Parallel()
	subrolls, rolls := 0, 0
	for _, path := range []string{"konflikt47/duel", "lasergrenadiers/rocket", "oldworld/javelins", "d20skirmish/grenade", "tideofiron/storm"} {
		f := testgame.File(t, "../internal/exam/fights/"+path+".yaml")
		var s [2]*solve.Solution
		for i := range s {
			var err error
			if s[i], err = solve.Solve(t.Context(), f, f.Start, solve.Options{RollByRoll: i == 1}); err != nil {
				t.Fatal(err)
			}
		}
		if a, b := s[0].Start(), s[1].Start(); !a.Solved() || !b.Solved() || math.Abs(a.Low-b.Low) > 1e-9 {
			t.Errorf("%s: %v with subrolls, %v roll by roll", path, a, b)
		}
		subrolls, rolls = subrolls+s[0].Plays, rolls+s[1].Plays
	}
	if 4*subrolls > rolls {
		t.Errorf("%d plays with subrolls, %d roll by roll: want a quarter at most", subrolls, rolls)
	}
}

func TestRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	f := testgame.Bundled(t, "lasergrenadiers", "farm")
	if _, err := solve.Solve(t.Context(), f, f.Start, solve.Options{}); !errors.Is(err, solve.ErrHidden) {
		t.Errorf("a game with secrets: %v", err)
	}
	f = testgame.File(t, "testdata/room.yaml")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := solve.Solve(ctx, f, f.Start, solve.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	long := testgame.Bundled(t, "d20skirmish", "la-fiere")
	ctx, cancel = context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := solve.Solve(ctx, long, long.Start, solve.Options{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("out of time: %v", err)
	}
	for _, o := range []solve.Options{{Positions: -1}, {Bytes: -1}, {Plays: -1}, {Work: -1}, {Work: 1, Batch: -1}, {Ahead: -1}} {
		if _, err := solve.Solve(t.Context(), f, f.Start, o); err == nil || !strings.Contains(err.Error(), "negative") {
			t.Errorf("%+v: %v", o, err)
		}
	}
	s, err := solve.Solve(t.Context(), f, f.Start, solve.Options{Bytes: 1})
	if err != nil || !s.Full || s.Start().Solved() {
		t.Errorf("a byte of memory: %v, %+v", err, s)
	}
}

// With EachAction every action of the start has its value, and pruning below it changes none.
func TestEachAction(t *testing.T) {
	f := testgame.File(t, "testdata/room.yaml")
	values := func(o solve.Options) map[game.Action]solve.Value {
		s, err := solve.Solve(t.Context(), f, f.Start, o)
		if err != nil {
			t.Fatal(err)
		}
		list, err := s.Actions(f.Start)
		if err != nil {
			t.Fatal(err)
		}
		all := map[game.Action]solve.Value{}
		for _, a := range list {
			all[a.Action] = a.Value
		}
		return all
	}
	whole, each := values(solve.Options{Whole: true}), values(solve.Options{EachAction: true})
	if len(each) < 2 || len(each) != len(whole) {
		t.Fatal(len(each), len(whole))
	}
	for a, v := range each {
		if !v.Solved() || math.Abs(v.Low-whole[a].Low) > 1e-9 {
			t.Errorf("%s: %v, and %v of the whole game", f.FormatAction(a), v, whole[a])
		}
	}
}

// A position of which a side cannot be sure is refused with Certain, before anything is expanded. A position that both
// sides know is not.
func TestCertain(t *testing.T) {
	hidden := testgame.Bundled(t, "tideofiron", "ambush")
	if _, err := solve.Solve(t.Context(), hidden, hidden.Start, solve.Options{Positions: 1}); err != nil {
		t.Error(err)
	}
	if _, err := solve.Solve(t.Context(), hidden, hidden.Start, solve.Options{Positions: 1, Certain: true}); !errors.Is(err, solve.ErrHidden) {
		t.Error(err)
	}
	for _, path := range []string{"testdata/room.yaml", "../internal/exam/fights/lasergrenadiers/duel.yaml"} {
		f := testgame.File(t, path)
		if s, err := solve.Solve(t.Context(), f, f.Start, solve.Options{Positions: 20_000, Certain: true}); err != nil || !s.Start().Solved() {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// A game with hidden pieces is refused with KnownOnly too, while something is hidden.
func TestOpenRefusesHiddenPieces(t *testing.T) {
	f := testgame.Bundled(t, "lasergrenadiers", "farm")
	if f.IsOpen(f.Start) {
		t.Fatal("nothing is hidden")
	}
	if _, err := solve.Solve(t.Context(), f, f.Start, solve.Options{KnownOnly: true}); !errors.Is(err, solve.ErrHidden) {
		t.Error(err)
	}
}

// TestStop: a stopped search is no error. Its values contain the true one, and it says that it was stopped.
func TestStop(t *testing.T) {
	f := testgame.File(t, "testdata/hexes.yaml")
	want := solved(t, f, 0).Start()
	stopped, stop := context.WithCancel(t.Context())
	seen := 0
	s, err := solve.Solve(t.Context(), f, f.Start, solve.Options{Stop: stopped, Progress: func(done, _ int) {
		if seen = done; done > 0 {
			stop()
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if v := s.Start(); !s.Stopped || v.Solved() || v.Low > want.Low || v.High < want.High {
		t.Errorf("stopped %v with %v after %d positions, and the value is %v", s.Stopped, v, s.Positions, want)
	}
	if s.Positions == 0 || s.Positions != seen {
		t.Errorf("%d positions, and %d were reported", s.Positions, seen)
	}
	// Nothing is known before the first position.
	s, err = solve.Solve(t.Context(), f, f.Start, solve.Options{Stop: stopped})
	if v := s.Start(); err != nil || !s.Stopped || v != (solve.Value{Low: 0, High: 1}) {
		t.Errorf("%v, %v", v, err)
	}
	// A search that is cancelled is an error still.
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := solve.Solve(cancelled, f, f.Start, solve.Options{Stop: cancelled}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
