package odds

import (
	"sync"
	"sync/atomic"

	"loophole/rule"
)

// shared keeps the distributions of pools. They are the same for every question, so it keeps them
// for the life of the process, up to maxHeld values.
var shared struct {
	sync.RWMutex
	dists map[sharedKey]*poolDist
	held  int // number of kept values
}

type sharedKey struct {
	pool  rule.Pool
	exact bool
}

// maxHeld is the largest number of kept values. The cache is cleared when it is exceeded.
const maxHeld = 1 << 18

// timesCleared counts the calls of ClearCaches.
var timesCleared atomic.Int64

// ClearCaches drops the distributions of pools and of named subrolls that the engine keeps between
// questions. It frees memory, and lets a benchmark measure a first question. Answers do not change.
func ClearCaches() {
	shared.Lock()
	defer shared.Unlock()
	shared.dists, shared.held = nil, 0
	timesCleared.Add(1)
}

func cachedPoolDist(p rule.Pool, exact bool, pay *runBudget) (*poolDist, error) {
	key := sharedKey{p, exact}
	shared.RLock()
	r := shared.dists[key]
	shared.RUnlock()
	if r != nil {
		return r, nil
	}
	r, err := poolDistOf(p, exact, pay)
	if err != nil {
		return nil, err
	}
	if len(r.values) > maxHeld/16 {
		return r, nil
	}
	shared.Lock()
	defer shared.Unlock()
	if shared.dists == nil || shared.held > maxHeld {
		shared.dists, shared.held = map[sharedKey]*poolDist{}, 0
	}
	shared.dists[key] = r
	shared.held += len(r.values)
	return r, nil
}
