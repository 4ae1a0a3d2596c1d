package cluster

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"sync"

	"loophole/game"
	"loophole/internal/cli"
	"loophole/solve"
	"loophole/sweep"
)

// A solveJob is the solution of a game. The coordinator holds the table of positions and computes the
// values. Workers expand positions: each work is a unit of cell 0, with its positions as payload.
type solveJob struct {
	o      *cli.CoordinateOptions
	more   chan bool
	stored func(context.Context, sweep.Unit) ([]byte, error) // reads a result of the store

	lock     sync.Mutex // of all below
	works    map[int]*pending
	queue    []int        // works to be handed out
	known    map[int]bool // works whose results the store has, before the solver has asked for them
	asked    int          // works that the solver has asked for
	answered int          // of these, the ones with a result
	solution *solve.Solution
	err      error
	over     bool
}

// A pending work is one that the solver waits for.
type pending struct {
	text   []byte
	given  bool // handed out
	result chan []byte
}

// worksAway is the largest number of works that the solver hands out at a time.
const worksAway = 512

func newSolveJob(o *cli.CoordinateOptions) *solveJob {
	return &solveJob{o: o, more: make(chan bool, 1), works: map[int]*pending{}, known: map[int]bool{}}
}

// solveID returns the name of a solution: a hash of everything on which its works depend.
func solveID(program string, b *cli.SolveBundle) string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%q %q %x %d %d", program, b.Match, b.From, b.Positions, b.Bytes)
	return fmt.Sprintf("%x", sum.Sum(nil)[:12])
}

func (j *solveJob) name() string { return j.o.Solve.Name }

func (j *solveJob) id() string { return solveID(j.o.Program, j.o.Bundle.Solve) }

// run solves the game.
func (j *solveJob) run(ctx context.Context) {
	o := j.o.Solve.Options
	o.Spread, o.Ahead = j.spread, worksAway
	s, err := solve.Solve(ctx, j.o.Solve.Instance, j.o.Solve.From, o)
	j.lock.Lock()
	j.solution, j.err, j.over = s, err, true
	j.lock.Unlock()
	j.wake()
}

// spread hands out a work and waits for its result, or finds the result in the store.
func (j *solveJob) spread(ctx context.Context, number int, text []byte) ([]byte, error) {
	w := &pending{text: text, result: make(chan []byte, 1)}
	j.lock.Lock()
	stored := j.known[number]
	delete(j.known, number)
	j.asked++
	if stored {
		j.answered++
	} else {
		j.works[number] = w
		j.queue = append(j.queue, number)
	}
	j.lock.Unlock()
	for stored {
		b, err := j.stored(ctx, sweep.Unit{Shard: number})
		if err == nil {
			return chunkOf(text, b)
		}
		if err := wait(ctx, putTimeout); err != nil {
			return nil, err
		}
	}
	j.wake()
	select {
	case b := <-w.result:
		return chunkOf(text, b)
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func (j *solveJob) wake() {
	select {
	case j.more <- true:
	default:
	}
}

// hashBytes is the size of the hash of its work with which a result begins.
const hashBytes = 16

// resultOf returns the result of a work from its chunk.
func resultOf(text, chunk []byte) []byte {
	sum := sha256.Sum256(text)
	return append(sum[:hashBytes], chunk...)
}

// chunkOf returns the chunk of a result. It fails for the result of another work.
func chunkOf(text, result []byte) ([]byte, error) {
	if sum := sha256.Sum256(text); len(result) < hashBytes || !bytes.Equal(result[:hashBytes], sum[:hashBytes]) {
		return nil, fmt.Errorf("the store has the results of other positions")
	}
	return result[hashBytes:], nil
}

func (j *solveJob) news() <-chan bool { return j.more }

func (j *solveJob) take(u sweep.Unit, value []byte) error {
	if u.Cell != 0 {
		return fmt.Errorf("there is no such cell")
	}
	j.lock.Lock()
	defer j.lock.Unlock()
	w := j.works[u.Shard]
	if w == nil {
		j.known[u.Shard] = true
		return nil
	}
	delete(j.works, u.Shard)
	j.answered++
	w.result <- value
	return nil
}

func (j *solveJob) again(u sweep.Unit) func(context.Context) ([]byte, error) {
	text := j.payload(u)
	if text == nil {
		return nil
	}
	return func(ctx context.Context) ([]byte, error) {
		chunk, err := solve.NewExpander(j.o.Solve.Instance, solve.Options{}).Expand(ctx, text)
		return resultOf(text, chunk), err
	}
}

// loaded does nothing, because spread looks into the store itself.
func (j *solveJob) loaded() {}

func (j *solveJob) next() (sweep.Unit, bool) {
	j.lock.Lock()
	defer j.lock.Unlock()
	for len(j.queue) > 0 {
		number := j.queue[0]
		j.queue = j.queue[1:]
		if w := j.works[number]; w != nil {
			w.given = true
			return sweep.Unit{Shard: number}, true
		}
	}
	return sweep.Unit{}, false
}

// exhausted returns false, because the solver may always ask for more.
func (j *solveJob) exhausted() bool { return false }

func (j *solveJob) open() (list []sweep.Unit) {
	j.lock.Lock()
	defer j.lock.Unlock()
	for number, w := range j.works {
		if w.given {
			list = append(list, sweep.Unit{Shard: number})
		}
	}
	return list
}

func (j *solveJob) needless(u sweep.Unit) bool { return j.payload(u) == nil }

func (j *solveJob) payload(u sweep.Unit) []byte {
	j.lock.Lock()
	defer j.lock.Unlock()
	if w := j.works[u.Shard]; w != nil {
		return w.text
	}
	return nil
}

func (j *solveJob) stopped() []int { return nil }

func (j *solveJob) progress() (done, all int) {
	j.lock.Lock()
	defer j.lock.Unlock()
	return j.answered, j.asked
}

func (j *solveJob) complete() bool {
	j.lock.Lock()
	defer j.lock.Unlock()
	return j.over
}

func (j *solveJob) cells() []cellState {
	j.lock.Lock()
	defer j.lock.Unlock()
	return []cellState{{Label: j.name(), Shards: j.answered, Done: j.over}}
}

func (j *solveJob) show() error { return nil }

func (j *solveJob) finish() error {
	if j.err != nil {
		return j.err
	}
	return j.o.Solve.Finish(j.solution)
}

// expandWith returns a function that expands the positions of tasks. Several goroutines may call it.
func expandWith(f *game.Instance, workers int) taskFunc {
	free := make(chan *solve.Expander, workers)
	for range workers {
		free <- solve.NewExpander(f, solve.Options{})
	}
	return func(ctx context.Context, t *task) ([]byte, error) {
		x := <-free
		defer func() { free <- x }()
		chunk, err := x.Expand(ctx, t.Data())
		return resultOf(t.Data(), chunk), err
	}
}
