package tabletop

import (
	"context"
	"slices"
	"sync"

	"loophole/internal/wire"
	"loophole/odds"
)

// What a keeper holds at most: answers, and words of memory, of eight bytes, that
// they and their chains take; 128 MiB.
const (
	mostKept      = 64
	mostKeptWords = 1 << 24
	// mostStarts bounds the other states that a question which is kept is answered
	// from, and stays so.
	mostStarts = 8
)

// An oddsCache holds the questions of the bench that were answered last. Another
// event, another file, another number of rounds or another state of the same
// question is answered from what was played out for the first.
type oddsCache struct {
	mu    sync.Mutex
	list  []*oddsEntry // the one that was wanted last comes first
	words int
}

// An oddsEntry is a question that is kept, and how it was answered from its beginning.
type oddsEntry struct {
	oddsStart
	words int // as its keeper has counted them

	mu     sync.Mutex
	starts []*oddsStart // the one that was wanted last comes first
}

// An oddsStart is where a question was answered from: the beginning, or a state that it
// was taken up in.
type oddsStart struct {
	key  string
	kept *odds.Solver
	told wire.EncodeOnce
}

// answer returns what is kept under a key, or what solve finds, which is kept
// from then on.
func (k *oddsCache) answer(key string, solve func() (*odds.Solver, error)) (*oddsEntry, error) {
	if x := k.find(key); x != nil {
		return x, nil
	}
	kept, err := solve()
	if err != nil {
		return nil, err
	}
	x := &oddsEntry{oddsStart: oddsStart{key: key, kept: kept}}
	if x.weight() <= mostKeptWords/4 {
		kept.Compact()
		k.add(x)
	}
	return x, nil
}

func (k *oddsCache) find(key string) *oddsEntry {
	k.mu.Lock()
	defer k.mu.Unlock()
	x, _ := toFront(k.list, func(x *oddsEntry) bool { return x.key == key })
	return x
}

// toFront finds what is wanted and moves it to the front.
func toFront[X any](list []X, wanted func(X) bool) (x X, ok bool) {
	i := slices.IndexFunc(list, wanted)
	if i < 0 {
		return x, false
	}
	x = list[i]
	copy(list[1:i+1], list[:i])
	list[0] = x
	return x, true
}

// add keeps a question.
func (k *oddsCache) add(x *oddsEntry) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if slices.ContainsFunc(k.list, func(y *oddsEntry) bool { return y.key == x.key }) {
		return // Two have asked at once.
	}
	k.list = slices.Insert(k.list, 0, x)
	k.evict(x)
}

// weigh counts a question anew, which may take more since it was asked again.
func (k *oddsCache) weigh(x *oddsEntry) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if slices.Contains(k.list, x) {
		k.evict(x)
	}
}

// evict counts a question, and makes room for it. What makes room is left to the
// collector: somebody may be asking it.
func (k *oddsCache) evict(x *oddsEntry) {
	k.words -= x.words
	x.words = x.weight()
	k.words += x.words
	for len(k.list) > mostKept || k.words > mostKeptWords && len(k.list) > 0 {
		last := len(k.list) - 1
		k.words -= k.list[last].words
		k.list[last] = nil
		k.list = k.list[:last]
	}
}

// weight is how many words a question takes, with the states that it was taken up in.
func (x *oddsEntry) weight() int {
	words, own := x.kept.Size()
	words += own + own*writtenToo
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, s := range x.starts {
		_, own := s.kept.Size()
		words += own + own*writtenToo
	}
	return words
}

// writtenToo is how many times a fraction takes its room when it is written: a word
// has nineteen digits.
const writtenToo = 3

// takeUp answers from the state that words tell.
func (x *oddsEntry) takeUp(ctx context.Context, key string) (*oddsStart, error) {
	if s := x.found(key); s != nil {
		return s, nil
	}
	kept, err := x.kept.FromState(ctx, []string{key})
	if err != nil {
		return nil, err
	}
	s := &oddsStart{key: key, kept: kept}
	x.mu.Lock()
	defer x.mu.Unlock()
	if there, ok := toFront(x.starts, func(s *oddsStart) bool { return s.key == key }); ok {
		return there, nil // Two have asked at once.
	}
	x.starts = slices.Insert(x.starts, 0, s)
	if len(x.starts) > mostStarts {
		x.starts = slices.Delete(x.starts, mostStarts, len(x.starts))
	}
	return s, nil
}

// found returns where a question was answered from under the words that tell it, or
// nil; no words are the beginning.
func (x *oddsEntry) found(key string) *oddsStart {
	if key == "" {
		return &x.oddsStart
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	s, _ := toFront(x.starts, func(s *oddsStart) bool { return s.key == key })
	return s
}
