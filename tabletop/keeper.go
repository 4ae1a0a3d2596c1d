package tabletop

import (
	"context"
	"slices"
	"strings"
	"sync"

	"loophole/odds"
	"loophole/wire"
)

// What a keeper holds at most: answers, and the ways from state to state of
// their chains, some dozen bytes each or, as fractions, some hundred.
const (
	mostKept     = 64
	mostKeptWays = 1 << 20
	// mostOutcomes bounds the outcomes of an answer that is kept.
	mostOutcomes = 1 << 12
	// mostStarts bounds the other states that a question which is kept is answered
	// from, and stays so.
	mostStarts = 8
)

// A keeper holds the questions of the bench that were answered last. Another
// event, another file, another number of rounds or another state of the same
// question is answered from what was played out for the first.
type keeper struct {
	mu   sync.Mutex
	list []*keeping // the one that was wanted last comes first
	ways int
}

// A keeping is a question that is kept, and how it was answered from its beginning.
type keeping struct {
	start
	ways int

	mu     sync.Mutex
	starts []*start // the one that was wanted last comes first
}

// A start is where a question was answered from: the beginning, or a state that it
// was taken up in.
type start struct {
	key  string
	kept *odds.Kept
	told wire.Told
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
	x := &keeping{start: start{key: key, kept: kept}, ways: kept.Size()}
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

// takeUp answers from the state that words tell, or from the beginning.
func (x *keeping) takeUp(ctx context.Context, words []string) (*start, error) {
	if len(words) == 0 {
		return &x.start, nil
	}
	key := strings.Join(words, " ")
	if s := x.find(key); s != nil {
		return s, nil
	}
	kept, err := x.kept.TakeUp(ctx, words)
	if err != nil {
		return nil, err
	}
	s := &start{key: key, kept: kept}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.starts = slices.Insert(x.starts, 0, s)
	if len(x.starts) > mostStarts {
		x.starts = slices.Delete(x.starts, mostStarts, len(x.starts))
	}
	return s, nil
}

func (x *keeping) find(key string) *start {
	x.mu.Lock()
	defer x.mu.Unlock()
	i := slices.IndexFunc(x.starts, func(s *start) bool { return s.key == key })
	if i < 0 {
		return nil
	}
	s := x.starts[i]
	copy(x.starts[1:i+1], x.starts[:i])
	x.starts[0] = s
	return s
}
