package solve

import (
	"context"
	"sync"
)

// defaultAhead is the number of works at a time if Options.Ahead is 0.
const defaultAhead = 64

// A spreader is a source that has its positions expanded elsewhere. It sends off a batch as soon as
// it is certain to be needed, even before earlier batches are joined. The works are the same, no
// matter how many are under way at a time.
type spreader struct {
	ctx    context.Context
	cancel context.CancelFunc
	table  *byteTable
	spread func(context.Context, int, []byte) ([]byte, error)
	ahead  int
	number int               // of the next work
	away   map[int32]*flight // by the number of their first position
	all    sync.WaitGroup
}

// A flight is a work that is being expanded elsewhere.
type flight struct {
	n    int // positions
	done chan bool
	list []expansion
	err  error
}

func newSpreader(ctx context.Context, t *byteTable, o Options) *spreader {
	x := &spreader{table: t, spread: o.Spread, ahead: o.Ahead, away: map[int32]*flight{}}
	if x.ahead < 1 {
		x.ahead = defaultAhead
	}
	x.ctx, x.cancel = context.WithCancel(ctx)
	return x
}

// close cancels the works that are being expanded elsewhere.
func (x *spreader) close() {
	x.cancel()
	x.all.Wait()
}

func (x *spreader) expand(_ *Solution, queue []int32, n, sure int) ([]expansion, error) {
	found := make([]expansion, 0, n)
	for len(found) < n {
		x.give(queue, n, sure, len(found))
		f := x.away[queue[len(found)]]
		select {
		case <-f.done:
		case <-x.ctx.Done():
			return nil, context.Cause(x.ctx)
		}
		if f.err != nil {
			return nil, f.err
		}
		delete(x.away, queue[len(found)])
		found = append(found, f.list...)
	}
	return found, nil
}

// give sends off works in the order of the queue, from the position with the index from: those of
// the first n positions, and those of whole batches after them.
func (x *spreader) give(queue []int32, n, sure, from int) {
	for begin, end := 0, n; ; begin, end = end, end+batch {
		for i := max(begin, from); i < end; i += positionsPerWork {
			switch {
			case x.away[queue[i]] != nil:
			case len(x.away) >= x.ahead:
				return
			default:
				x.start(queue[i:min(i+positionsPerWork, end)])
			}
		}
		if end >= sure || end+batch > len(queue) {
			return
		}
	}
}

// start sends off a work.
func (x *spreader) start(list []int32) {
	f, number := &flight{n: len(list), done: make(chan bool)}, x.number
	x.number++
	x.away[list[0]] = f
	text := make([]byte, 0, len(list)*x.table.size)
	for _, i := range list {
		text = append(text, x.table.bytesAt(int(i))...)
	}
	x.all.Go(func() {
		defer close(f.done)
		b, err := x.spread(x.ctx, number, compress(text))
		if err == nil {
			f.list, err = readChunk(b, x.table.size, f.n)
		}
		f.err = err
	})
}
