package solve

import (
	"context"
	"sync"
)

// defaultAhead is the number of works at a time if Options.Ahead is 0.
const defaultAhead = 64

// A spreader is a source that has its positions expanded elsewhere. It sends a batch as soon as the
// batch is certain to be needed, even before earlier batches are joined. The works are the same, no
// matter how many are under way at a time.
type spreader struct {
	ctx    context.Context
	cancel context.CancelFunc
	table  *byteTable
	spread func(context.Context, int, []byte) ([]byte, error)
	ahead  int
	number int                    // of the next work
	sent   map[int32]*pendingWork // by the number of their first position
	all    sync.WaitGroup
}

// A pendingWork is a work that is being expanded elsewhere.
type pendingWork struct {
	n    int // positions
	done chan bool
	list []expansion
	err  error
}

func newSpreader(ctx context.Context, t *byteTable, o Options) *spreader {
	x := &spreader{table: t, spread: o.Spread, ahead: o.Ahead, sent: map[int32]*pendingWork{}}
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
		x.sendWorks(queue, n, sure, len(found))
		f := x.sent[queue[len(found)]]
		select {
		case <-f.done:
		case <-x.ctx.Done():
			return nil, context.Cause(x.ctx)
		}
		if f.err != nil {
			return nil, f.err
		}
		delete(x.sent, queue[len(found)])
		found = append(found, f.list...)
	}
	return found, nil
}

// sendWorks sends works in the order of the queue, from the position with the index from: those of the
// first n positions, and those of the whole batches after them that begin before sure.
func (x *spreader) sendWorks(queue []int32, n, sure, from int) {
	for begin, end := 0, n; ; begin, end = end, end+batch {
		for i := max(begin, from); i < end; i += positionsPerWork {
			switch {
			case x.sent[queue[i]] != nil:
			case len(x.sent) >= x.ahead:
				return
			default:
				x.send(queue[i:min(i+positionsPerWork, end)])
			}
		}
		if end >= sure || end+batch > len(queue) {
			return
		}
	}
}

// send sends a work of these positions.
func (x *spreader) send(list []int32) {
	f, number := &pendingWork{n: len(list), done: make(chan bool)}, x.number
	x.number++
	x.sent[list[0]] = f
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
