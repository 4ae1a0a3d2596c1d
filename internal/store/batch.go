package store

import "runtime"

// MaxBatch bounds the changes of one commit.
const MaxBatch = 256

// Batch returns the first change and those that wait behind it, at most [MaxBatch]. Other
// goroutines may be about to send one. They run first, because one commit for many changes costs
// little more than for one.
func Batch[Change any](first Change, waiting <-chan Change) []Change {
	runtime.Gosched()
	batch := append(make([]Change, 0, MaxBatch), first)
	for len(batch) < MaxBatch {
		select {
		case x, open := <-waiting:
			if !open {
				return batch
			}
			batch = append(batch, x)
		default:
			return batch
		}
	}
	return batch
}
