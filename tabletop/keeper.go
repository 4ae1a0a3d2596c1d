package tabletop

import (
	"context"
	"slices"
	"sync"

	"loophole/odds"
	"loophole/wire"
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

// A keeper holds the questions of the bench that were answered last. Another
// event, another file, another number of rounds or another state of the same
// question is answered from what was played out for the first.
type keeper struct {
	mu    sync.Mutex
	list  []*keeping // the one that was wanted last comes first
	words int
}

// A keeping is a question that is kept, and how it was answered from its beginning.
type keeping struct {
	start
	words int // as its keeper has counted them

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
	x := &keeping{start: start{key: key, kept: kept}}
	if x.weight() <= mostKeptWords/4 {
		kept.Settle()
		k.add(x)
	}
	return x, nil
}

func (k *keeper) find(key string) *keeping {
	k.mu.Lock()
	defer k.mu.Unlock()
	x, _ := toFront(k.list, func(x *keeping) bool { return x.key == key })
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
func (k *keeper) add(x *keeping) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if slices.ContainsFunc(k.list, func(y *keeping) bool { return y.key == x.key }) {
		return // Two have asked at once.
	}
	k.list = slices.Insert(k.list, 0, x)
	k.reckon(x)
}

// weigh counts a question anew, which may take more since it was asked again.
func (k *keeper) weigh(x *keeping) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if slices.Contains(k.list, x) {
		k.reckon(x)
	}
}

// reckon counts a question, and makes room for it. What makes room is left to the
// collector: somebody may be asking it.
func (k *keeper) reckon(x *keeping) {
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
func (x *keeping) weight() int {
	words, own := x.kept.Words()
	words += own + own*writtenToo
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, s := range x.starts {
		_, own := s.kept.Words()
		words += own + own*writtenToo
	}
	return words
}

// writtenToo is how many times a fraction takes its room when it is written: a word
// has nineteen digits.
const writtenToo = 3

// takeUp answers from the state that words tell.
func (x *keeping) takeUp(ctx context.Context, key string) (*start, error) {
	if s := x.found(key); s != nil {
		return s, nil
	}
	kept, err := x.kept.TakeUp(ctx, []string{key})
	if err != nil {
		return nil, err
	}
	s := &start{key: key, kept: kept}
	x.mu.Lock()
	defer x.mu.Unlock()
	if there, ok := toFront(x.starts, func(s *start) bool { return s.key == key }); ok {
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
func (x *keeping) found(key string) *start {
	if key == "" {
		return &x.start
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	s, _ := toFront(x.starts, func(s *start) bool { return s.key == key })
	return s
}
