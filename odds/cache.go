package odds

import (
	"sync"
	"sync/atomic"

	"loophole/rule"
)

// The readings of pools are the same for every question, so they are kept for
// the life of the process, up to a bound.
var shared struct {
	sync.RWMutex
	reads map[sharedKey]*poolDist
	held  int // values kept
}

type sharedKey struct {
	pool  rule.Pool
	exact bool
}

// maxHeld bounds the readings that are kept; past it the shelf is cleared.
const maxHeld = 1 << 18

// forgotten counts the calls of Forget.
var forgotten atomic.Int64

// ClearCaches drops what the engine remembers from question to question: readings
// of pools and of named sub-rolls. It gives memory back, and lets a benchmark
// ask as if for the first time. Answers do not change.
func ClearCaches() {
	shared.Lock()
	defer shared.Unlock()
	shared.reads, shared.held = nil, 0
	forgotten.Add(1)
}

func sharedReads(p rule.Pool, exact bool, pay *runBudget) (*poolDist, error) {
	key := sharedKey{p, exact}
	shared.RLock()
	r := shared.reads[key]
	shared.RUnlock()
	if r != nil {
		return r, nil
	}
	r, err := poolReads(p, exact, pay)
	if err != nil {
		return nil, err
	}
	if len(r.values) > maxHeld/16 {
		return r, nil
	}
	shared.Lock()
	defer shared.Unlock()
	if shared.reads == nil || shared.held > maxHeld {
		shared.reads, shared.held = map[sharedKey]*poolDist{}, 0
	}
	shared.reads[key] = r
	shared.held += len(r.values)
	return r, nil
}
