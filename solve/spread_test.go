package solve_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"
	"time"

	"loophole/game"
	"loophole/internal/testgame"
	"loophole/sim"
	"loophole/solve"
)

// others are workers that expand positions, some later than others.
type others struct {
	t     *testing.T
	free  chan *solve.Expander
	lock  sync.Mutex
	works map[int][]byte
}

func newOthers(t *testing.T, f *game.Instance, o solve.Options) *others {
	x := &others{t: t, free: make(chan *solve.Expander, 3), works: map[int][]byte{}}
	for range cap(x.free) {
		x.free <- solve.NewExpander(f, o)
	}
	return x
}

func (x *others) spread(ctx context.Context, number int, work []byte) ([]byte, error) {
	x.lock.Lock()
	if x.works[number] != nil {
		x.t.Errorf("work %d is given away twice", number)
	}
	x.works[number] = work
	x.lock.Unlock()
	e := <-x.free
	defer func() { x.free <- e }()
	time.Sleep(time.Duration(rand.IntN(1000)) * time.Microsecond)
	return e.Expand(ctx, work)
}

// A result is all that a caller sees of a solution.
type result struct {
	Start                                    solve.Value
	Positions, Open, Outcomes, Unknown, Work int
	Actions                                  []solve.ActionValue
	After                                    []solve.Value // of positions after the first actions
}

func resultOf(t *testing.T, f *game.Instance, o solve.Options) result {
	t.Helper()
	s, err := solve.Solve(t.Context(), f, f.Start, o)
	if err != nil {
		t.Fatal(err)
	}
	r := result{s.Start(), s.Positions, s.Unexpanded, s.Outcomes, s.Unknown, s.Plays, nil, nil}
	if r.Actions, err = s.Actions(f.Start); err != nil {
		t.Fatal(err)
	}
	for _, a := range r.Actions {
		p, err := f.Play(f.Start, a.Action, sim.NewSampler(1, 0, nil), nil)
		if err != nil {
			t.Fatal(err)
		}
		v, _ := s.Value(p)
		list, err := s.Actions(p)
		if err != nil {
			t.Fatal(err)
		}
		r.After = append(r.After, v)
		for _, b := range list {
			r.After = append(r.After, b.Value)
		}
	}
	return r
}

// TestSpread checks that positions that others expand give the solution of one process to the bit,
// however many works are on their way, and that the works are the same.
func TestSpread(t *testing.T) {
	t.Parallel()
	for i, x := range []struct {
		file string
		o    solve.Options
	}{
		{"testdata/room.yaml", solve.Options{}},
		{"testdata/hexes.yaml", solve.Options{Whole: true}},
		{"testdata/tower.yaml", solve.Options{Positions: 80}},
		{"../internal/exam/fights/tideofiron/weakened.yaml", solve.Options{}},
		{"../internal/exam/fights/tideofiron/weakened.yaml", solve.Options{Positions: 1111}},
		{"../internal/exam/fights/tideofiron/weakened.yaml", solve.Options{Whole: true, Positions: 20_000}},
		{"../internal/exam/fights/d20skirmish/backdoor.yaml", solve.Options{EachAction: true}},
		{"../internal/exam/fights/lasergrenadiers/duel.yaml", solve.Options{Positions: 2000}},
		{"testdata/yard.yaml", solve.Options{Positions: 20, Plays: 200}},
	} {
		if testing.Short() && i > 1 {
			break
		}
		f := testgame.File(t, x.file)
		want := resultOf(t, f, x.o)
		var works map[int][]byte
		for _, ahead := range []int{0, 1, 5} {
			if want.Positions > 1000 && ahead == 1 {
				continue
			}
			o, w := x.o, newOthers(t, f, x.o)
			o.Spread, o.Ahead = w.spread, ahead
			if got := resultOf(t, f, o); !reflect.DeepEqual(got, want) {
				t.Errorf("%s %+v: %+v, want %+v", x.file, x.o, got, want)
			}
			for i, b := range w.works {
				if works != nil && works[i] != nil && !bytes.Equal(b, works[i]) {
					t.Errorf("%s: work %d depends on how many are on their way", x.file, i)
				}
			}
			works = w.works
		}
		t.Logf("%s: %d positions, %d works", x.file, want.Positions, len(works))
	}
}

// A worker that fails ends the solution with its error, and a damaged result is an error.
func TestSpreadFails(t *testing.T) {
	f := testgame.File(t, "testdata/room.yaml")
	e := solve.NewExpander(f, solve.Options{})
	lost := errors.New("lost")
	var whole []byte
	for name, spread := range map[string]func(context.Context, int, []byte) ([]byte, error){
		"error": func(context.Context, int, []byte) ([]byte, error) { return nil, lost },
		"empty": func(context.Context, int, []byte) ([]byte, error) { return nil, nil },
		"short": func(ctx context.Context, _ int, work []byte) ([]byte, error) {
			b, err := e.Expand(ctx, work)
			whole = b
			return b[:len(b)-3], err
		},
	} {
		_, err := solve.Solve(t.Context(), f, f.Start, solve.Options{Spread: spread})
		if err == nil || name == "error" && !errors.Is(err, lost) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, work := range [][]byte{nil, {1}, whole} {
		if b, err := e.Expand(t.Context(), work); err == nil {
			t.Errorf("the work %x gives %x", work, b)
		}
	}
	spread := func(context.Context, int, []byte) ([]byte, error) { return nil, lost }
	if _, err := solve.Solve(t.Context(), f, f.Start, solve.Options{Work: 5, Spread: spread}); err == nil || errors.Is(err, lost) {
		t.Error(err)
	}
}
