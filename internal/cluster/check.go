package cluster

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"loophole/sweep"
)

// A checker computes some of the results again. Workers cannot know which.
type checker struct {
	every  int // check one result in every; 0: none
	failed chan error
	queue  *queue
}

// A queue holds the results to be checked.
type queue struct {
	lock  sync.Mutex
	list  []toCheck
	busy  int       // results that are being computed
	news  chan bool // receives when there are more
	empty chan bool // receives when none are left
}

// toCheck is a result with the function that computes it.
type toCheck struct {
	unit  sweep.Unit
	sum   [sha256.Size]byte // of the result
	again func(context.Context) ([]byte, error)
}

// A differentError is the error for a result that differs from the coordinator's own.
type differentError struct{ unit sweep.Unit }

// Error names the shard.
func (e *differentError) Error() string {
	return fmt.Sprintf("the result of shard %d of cell %d is not the one that the coordinator computes", e.unit.Shard, e.unit.Cell+1)
}

func newChecker(every int) checker {
	return checker{every, make(chan error, 1), &queue{news: make(chan bool, 1), empty: make(chan bool, 1)}}
}

// draws decides by chance whether a result is to be checked.
func (c checker) draws() bool { return c.every > 0 && rand.IntN(c.every) == 0 }

// add adds a result to the queue, unless there is nothing that computes it.
func (c checker) add(u sweep.Unit, text []byte, again func(context.Context) ([]byte, error)) {
	if again == nil {
		return
	}
	q := c.queue
	q.lock.Lock()
	q.list = append(q.list, toCheck{u, sha256.Sum256(text), again})
	q.lock.Unlock()
	signal(q.news)
}

func signal(to chan bool) {
	select {
	case to <- true:
	default:
	}
}

// run checks results until the context ends. Several goroutines may call it.
func (c checker) run(ctx context.Context) {
	for {
		x, ok := c.queue.take()
		if !ok {
			select {
			case <-ctx.Done():
				return
			case <-c.queue.news:
			}
			continue
		}
		signal(c.queue.news) // Another goroutine looks for more.
		text, err := x.again(ctx)
		if ctx.Err() != nil {
			return
		}
		if err == nil && sha256.Sum256(text) != x.sum {
			err = &differentError{x.unit}
		}
		if err != nil {
			select {
			case c.failed <- err:
			default:
			}
		}
		c.queue.done()
	}
}

func (q *queue) take() (x toCheck, ok bool) {
	q.lock.Lock()
	defer q.lock.Unlock()
	if len(q.list) == 0 {
		return x, false
	}
	x, q.list = q.list[0], q.list[1:]
	q.busy++
	return x, true
}

func (q *queue) done() {
	q.lock.Lock()
	defer q.lock.Unlock()
	if q.busy--; q.busy == 0 && len(q.list) == 0 {
		signal(q.empty)
	}
}

// idle reports whether nothing is left to check.
func (q *queue) idle() bool {
	q.lock.Lock()
	defer q.lock.Unlock()
	return q.busy == 0 && len(q.list) == 0
}

// wait waits until all results in the queue are checked, and returns the first error.
func (c checker) wait(ctx context.Context) error {
	for !c.queue.idle() {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-c.queue.empty:
		}
	}
	select {
	case err := <-c.failed:
		return err
	default:
		return nil
	}
}

// distrusted is the key of the error that a wrong result left in the bucket. Nobody continues with
// that bucket.
const distrusted = "distrusted"

// distrust returns the error of a check. If a result is wrong, it names the worker, and ends the use of
// the store for good.
func (c *coordinator) distrust(ctx context.Context, kv jetstream.KeyValue, err error) error {
	var wrong *differentError
	if !errors.As(err, &wrong) {
		return err
	}
	name := "an unknown worker"
	for deadline := time.Now().Add(2 * helloEvery); time.Now().Before(deadline); { // Its next hello says what it has finished.
		c.lock.Lock()
		by, known := c.by[wrong.unit]
		c.lock.Unlock()
		if known {
			name = by
			break
		}
		if wait(ctx, 50*time.Millisecond) != nil {
			break
		}
	}
	where := "the folder " + c.o.Folder
	if c.server == nil {
		where = "the bucket " + c.names.bucket() + " of the server"
	}
	err = fmt.Errorf("%.80s: %w\nremove %s and the file of --out, and begin again without this worker", name, err, where)
	inner, cancel := context.WithTimeout(context.WithoutCancel(ctx), requestTimeout)
	defer cancel()
	if _, no := kv.PutString(inner, distrusted, err.Error()); no != nil {
		return errors.Join(err, no)
	}
	return err
}
