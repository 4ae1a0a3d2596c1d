package server

import (
	"context"
	"slices"
	"sync"

	"loophole/internal/wire"
	"loophole/odds"
)

// The limits of the cache: answers, and 8-byte words of memory of answers and chains; 128 MiB.
const (
	mostKept      = 64
	mostKeptWords = 1 << 24
	// mostStarts is the largest number of other start states kept for one question.
	mostStarts = 8
)

// An oddsCache keeps the latest questions of the odds page. Other events, formats, numbers of
// rounds or start states of the same question use the same solved chain.
type oddsCache struct {
	mu    sync.Mutex
	list  []*oddsEntry // the most recently used first
	words int
}

// An oddsEntry is a cached question with its answers.
type oddsEntry struct {
	oddsStart
	words int // as last counted

	mu     sync.Mutex
	starts []*oddsStart // the most recently used first
}

// An oddsStart is the answer to a question from its beginning or from a state.
type oddsStart struct {
	key    string
	solver *odds.Solver
	told   wire.EncodeOnce
}

// answer returns the entry of a key. If there is none, it adds the result of solve.
func (k *oddsCache) answer(key string, solve func() (*odds.Solver, error)) (*oddsEntry, error) {
	if x := k.find(key); x != nil {
		return x, nil
	}
	kept, err := solve()
	if err != nil {
		return nil, err
	}
	x := &oddsEntry{oddsStart: oddsStart{key: key, solver: kept}}
	if x.size() <= mostKeptWords/4 {
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

// toFront finds an element and moves it to the front.
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

// add adds an entry.
func (k *oddsCache) add(x *oddsEntry) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if slices.ContainsFunc(k.list, func(y *oddsEntry) bool { return y.key == x.key }) {
		return // Another request was faster.
	}
	k.list = slices.Insert(k.list, 0, x)
	k.evict(x)
}

// recount counts the memory of an entry again, which may have grown.
func (k *oddsCache) recount(x *oddsEntry) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if slices.Contains(k.list, x) {
		k.evict(x)
	}
}

// evict counts the memory of an entry and drops old entries. It does not close them, because
// another request may use them.
func (k *oddsCache) evict(x *oddsEntry) {
	k.words -= x.words
	x.words = x.size()
	k.words += x.words
	for len(k.list) > mostKept || k.words > mostKeptWords && len(k.list) > 0 {
		last := len(k.list) - 1
		k.words -= k.list[last].words
		k.list[last] = nil
		k.list = k.list[:last]
	}
}

// size returns the number of words of an entry with its start states.
func (x *oddsEntry) size() int {
	words, own := x.solver.Size()
	words += own + own*textRatio
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, s := range x.starts {
		_, own := s.solver.Size()
		words += own + own*textRatio
	}
	return words
}

// textRatio is the ratio between a fraction's text and its binary form: a word has nineteen
// digits.
const textRatio = 3

// fromState returns the answer from the state that words describe.
func (x *oddsEntry) fromState(ctx context.Context, key string) (*oddsStart, error) {
	if s := x.found(key); s != nil {
		return s, nil
	}
	kept, err := x.solver.FromState(ctx, []string{key})
	if err != nil {
		return nil, err
	}
	s := &oddsStart{key: key, solver: kept}
	x.mu.Lock()
	defer x.mu.Unlock()
	if there, ok := toFront(x.starts, func(s *oddsStart) bool { return s.key == key }); ok {
		return there, nil // Another request was faster.
	}
	x.starts = slices.Insert(x.starts, 0, s)
	if len(x.starts) > mostStarts {
		x.starts = slices.Delete(x.starts, mostStarts, len(x.starts))
	}
	return s, nil
}

// found returns the start for the words of a state, or nil. The empty key is the beginning.
func (x *oddsEntry) found(key string) *oddsStart {
	if key == "" {
		return &x.oddsStart
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	s, _ := toFront(x.starts, func(s *oddsStart) bool { return s.key == key })
	return s
}
