package tabletop

import (
	"context"
	"slices"
	"sync"

	"loophole/odds"
)

// What a keeper holds at most: answers, and the ways from state to state of
// their chains, some dozen bytes each or, as fractions, some hundred.
const (
	mostKept     = 64
	mostKeptWays = 1 << 20
	// mostOutcomes bounds the outcomes of an answer that is kept.
	mostOutcomes = 1 << 12
)

// A keeper holds the questions of the bench that were answered last. Another
// event, another file or another number of rounds of the same question is
// answered from what was played out for the first.
type keeper struct {
	mu   sync.Mutex
	list []*keeping // the one that was wanted last comes first
	ways int
}

// A keeping is a question that is kept. Whoever asks its chain holds the lock.
type keeping struct {
	mu   sync.Mutex
	key  string
	kept *odds.Kept
	ways int
}

// answer returns what is kept under a key, or what solve finds, which is kept
// from then on.
func (k *keeper) answer(key string, solve func() (*odds.Kept, error)) (*keeping, error) {
	if x := k.find(key); x != nil {
		return x, nil
	}
	kept, err := solve()
	if err != nil {
		return nil, err
	}
	x := &keeping{key: key, kept: kept, ways: kept.Size()}
	if x.ways <= mostKeptWays/4 && len(kept.Answer.Outcomes) <= mostOutcomes {
		kept.Settle()
		k.add(x)
	}
	return x, nil
}

func (k *keeper) find(key string) *keeping {
	k.mu.Lock()
	defer k.mu.Unlock()
	i := slices.IndexFunc(k.list, func(x *keeping) bool { return x.key == key })
	if i < 0 {
		return nil
	}
	x := k.list[i]
	copy(k.list[1:i+1], k.list[:i])
	k.list[0] = x
	return x
}

// add keeps a question. What makes room for it is left to the collector: somebody
// may be asking it.
func (k *keeper) add(x *keeping) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if slices.ContainsFunc(k.list, func(y *keeping) bool { return y.key == x.key }) {
		return // Two have asked at once.
	}
	k.list, k.ways = slices.Insert(k.list, 0, x), k.ways+x.ways
	for len(k.list) > mostKept || k.ways > mostKeptWays {
		last := len(k.list) - 1
		k.ways -= k.list[last].ways
		k.list[last] = nil
		k.list = k.list[:last]
	}
}

// within follows events by the round.
func (x *keeping) within(ctx context.Context, rounds int, events []int) ([]odds.ByRound, error) {
	if rounds == 0 {
		return nil, nil
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.kept.Within(ctx, rounds, events)
}
