// Package memory keeps matches in the memory of the program, such as for pages without a server.
package memory

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"loophole/internal/store"
)

// A Store keeps matches until the program ends. It implements [store.Store].
type Store struct {
	mu      sync.Mutex
	matches map[string]*storedMatch
	closed  bool
	changed func(id string, c *store.Copy) error
}

// storedMatch is a match with its answers.
type storedMatch struct {
	store.Match
	answers []store.KeptAnswer // the oldest first
}

// New returns an empty store. If changed is not nil, the store calls it with a match after each
// change of it, before the caller learns of success; c is nil if the match was deleted. If it fails,
// the change is undone and the caller gets its error.
func New(changed func(id string, c *store.Copy) error) *Store {
	return &Store{matches: map[string]*storedMatch{}, changed: changed}
}

// copied returns the match as a copy; nil stays nil.
func (k *storedMatch) copied() *store.Copy {
	if k == nil {
		return nil
	}
	return &store.Copy{Match: &k.Match, Answers: k.answers}
}

// clone returns a copy that shares no lists with the original. The bytes of lines never change.
func (k *storedMatch) clone() *storedMatch {
	c := *k
	c.Seats, c.Lines, c.Hands = maps.Clone(k.Seats), slices.Clone(k.Lines), slices.Clone(k.Hands)
	c.answers = slices.Clone(k.answers)
	return &c
}

// change calls do with a copy of a match and replaces the match by the result; nil deletes it.
// After an error the match is unchanged.
func (s *Store) change(id string, do func(*storedMatch) (*storedMatch, error)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return store.ErrClosed
	}
	was := s.matches[id]
	var copied *storedMatch
	if was != nil {
		copied = was.clone()
	}
	now, err := do(copied)
	if err != nil {
		return err
	}
	s.put(id, now)
	if s.changed != nil {
		if err := s.changed(id, now.copied()); err != nil {
			s.put(id, was)
			return fmt.Errorf("store: nothing was kept: %w", err)
		}
	}
	return nil
}

func (s *Store) put(id string, k *storedMatch) {
	if k == nil {
		delete(s.matches, id)
		return
	}
	s.matches[id] = k
}

// now returns the time of a change, to the second.
func now() time.Time { return time.Unix(time.Now().Unix(), 0) }

// newMatch returns the stored form of a new match.
func newMatch(m *store.Match) *storedMatch {
	k := (&storedMatch{Match: *m}).clone()
	k.Created, k.Touched, k.Keys = time.Unix(m.Created.Unix(), 0), now(), nil
	return k
}

// Create implements [store.Store].
func (s *Store) Create(m *store.Match) error {
	return s.change(m.ID, func(was *storedMatch) (*storedMatch, error) {
		if was != nil {
			return nil, fmt.Errorf("store: %q: %w", m.ID, store.ErrExists)
		}
		k := newMatch(m)
		k.Over = false
		return k, nil
	})
}

// Add implements [store.Store].
func (s *Store) Add(x store.Append) error {
	return s.change(x.Match, func(k *storedMatch) (*storedMatch, error) {
		if k == nil {
			return nil, fmt.Errorf("store: %q: %w", x.Match, store.ErrNotFound)
		}
		if err := k.add(&x); err != nil {
			return nil, err
		}
		return k, nil
	})
}

func (k *storedMatch) add(x *store.Append) (err error) {
	if k.Lines, err = appended(k.Lines, x.From, x.Lines, x.Match); err != nil {
		return err
	}
	if k.Hands, err = appended(k.Hands, x.Hands.From, x.Hands.Lines, x.Match); err != nil {
		return err
	}
	if x.StateJSON != nil {
		k.StateJSON, k.Over, k.Touched = bytes.Clone(x.StateJSON), x.Over, now()
	}
	if x.Reseat != nil {
		for _, h := range x.Reseat.Was {
			if _, there := k.Seats[h]; !there {
				return fmt.Errorf("store: a seat of match %s: %w", x.Match, store.ErrConflict)
			}
			delete(k.Seats, h)
		}
		k.Seats[x.Reseat.Hash] = x.Reseat.Seat
	}
	if a := x.Answer; a != nil {
		if k.answer(a.Key) != nil {
			return fmt.Errorf("store: match %s has an answer to the key %q", x.Match, a.Key)
		}
		k.answers = append(k.answers, store.KeptAnswer{Seq: x.From + len(x.Lines), Key: a.Key, Asked: a.Asked[:], Body: bytes.Clone(a.Body)})
		k.answers = slices.DeleteFunc(k.answers, func(x store.KeptAnswer) bool { return slices.Contains(a.Forget, x.Key) })
		sortAnswers(k.answers)
	}
	return nil
}

// appended appends lines whose first has the number from.
func appended(list [][]byte, from int, lines [][]byte, match string) ([][]byte, error) {
	if len(lines) > 0 && from != len(list) {
		return nil, fmt.Errorf("store: lines from %d of match %s, which has %d: %w", from, match, len(list), store.ErrConflict)
	}
	for _, line := range lines {
		list = append(list, bytes.Clone(line))
	}
	return list, nil
}

func sortAnswers(list []store.KeptAnswer) {
	slices.SortStableFunc(list, func(a, b store.KeptAnswer) int { return cmp.Or(a.Seq-b.Seq, cmp.Compare(a.Key, b.Key)) })
}

func (k *storedMatch) answer(key string) *store.KeptAnswer {
	for i := range k.answers {
		if k.answers[i].Key == key {
			return &k.answers[i]
		}
	}
	return nil
}

// find returns a copy of a match.
func (s *Store) find(id string) (*storedMatch, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := s.matches[id]
	if k == nil {
		return nil, fmt.Errorf("store: %q: %w", id, store.ErrNotFound)
	}
	k = k.clone()
	for _, a := range k.answers {
		k.Keys = append(k.Keys, a.Key)
	}
	return k, nil
}

// Load implements [store.Store].
func (s *Store) Load(_ context.Context, id string) (*store.Match, error) {
	k, err := s.find(id)
	if err != nil {
		return nil, err
	}
	return &k.Match, nil
}

// HandLines implements [store.Store].
func (s *Store) HandLines(_ context.Context, match string, from, most int) ([][]byte, error) {
	k, err := s.find(match)
	if err != nil {
		return nil, nil // A missing match has no lines.
	}
	from = min(max(from, 0), len(k.Hands))
	return k.Hands[from:min(from+most, len(k.Hands))], nil
}

// Reply implements [store.Store].
func (s *Store) Reply(_ context.Context, match, key string) (*store.Reply, error) {
	k, err := s.find(match)
	if err != nil {
		return nil, nil // A missing match has no answers.
	}
	a := k.answer(key)
	if a == nil {
		return nil, nil
	}
	return &store.Reply{Key: key, Asked: store.Hash(a.Asked), Body: a.Body}, nil
}

// Count implements [store.Store].
func (s *Store) Count(context.Context) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.matches), nil
}

// sorted returns the matches, the oldest first.
func (s *Store) sorted() []*storedMatch {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.SortedFunc(maps.Values(s.matches), func(a, b *storedMatch) int {
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID))
	})
}

// List implements [store.Store].
func (s *Store) List(_ context.Context, visit func(store.Listed) error) error {
	for _, k := range s.sorted() {
		x := store.Listed{ID: k.ID, Created: k.Created, Touched: k.Touched, Over: k.Over, Lines: len(k.Lines)}
		if len(k.Lines) > 0 {
			x.Header = k.Lines[0]
		}
		if err := visit(x); err != nil {
			return err
		}
	}
	return nil
}

// IDs implements [store.Store].
func (s *Store) IDs(context.Context) (ids []string, err error) {
	for _, k := range s.sorted() {
		ids = append(ids, k.ID)
	}
	return ids, nil
}

// Expire implements [store.Store].
func (s *Store) Expire(created, touched time.Time) (ids []string, err error) {
	list := s.sorted()
	slices.SortStableFunc(list, func(a, b *storedMatch) int { return cmp.Or(a.Touched.Compare(b.Touched), cmp.Compare(a.ID, b.ID)) })
	for _, k := range list {
		if len(ids) == store.MostExpired {
			break
		}
		if !k.Created.Before(created) && !k.Touched.Before(touched) {
			continue
		}
		if err := s.Delete(k.ID); err != nil {
			return ids, err
		}
		ids = append(ids, k.ID)
	}
	return ids, nil
}

// Delete implements [store.Store].
func (s *Store) Delete(id string) error {
	return s.change(id, func(k *storedMatch) (*storedMatch, error) {
		if k == nil {
			return nil, fmt.Errorf("store: %q: %w", id, store.ErrNotFound)
		}
		return nil, nil
	})
}

// Copy implements [store.Store].
func (s *Store) Copy(_ context.Context, id string) (*store.Copy, error) {
	k, err := s.find(id)
	if err != nil {
		return nil, err
	}
	return k.copied(), nil
}

// Insert implements [store.Store].
func (s *Store) Insert(c *store.Copy) error {
	return s.change(c.ID, func(was *storedMatch) (*storedMatch, error) { return inserted(was, c) })
}

// Replace puts a copy in the place of the match that it continues, or keeps it if there is none. The
// error wraps one of those of [store.Copy.Continues].
func (s *Store) Replace(c *store.Copy) error {
	return s.change(c.ID, func(was *storedMatch) (*storedMatch, error) {
		if was != nil {
			if err := c.Continues(&was.Match); err != nil {
				return nil, err
			}
		}
		return inserted(nil, c)
	})
}

// Restore is Insert for a match that was kept before: nobody is told of the change.
func (s *Store) Restore(c *store.Copy) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	k, err := inserted(s.matches[c.ID], c)
	if err == nil {
		s.put(c.ID, k)
	}
	return err
}

func inserted(was *storedMatch, c *store.Copy) (*storedMatch, error) {
	if was != nil {
		return nil, fmt.Errorf("store: %q: %w", c.ID, store.ErrExists)
	}
	k := newMatch(c.Match)
	for _, a := range c.Answers {
		if k.answer(a.Key) != nil {
			return nil, fmt.Errorf("store: the copy of match %s has two answers to the key %q", c.ID, a.Key)
		}
		k.answers = append(k.answers, a)
	}
	sortAnswers(k.answers)
	return k, nil
}

// Ping implements [store.Store].
func (s *Store) Ping(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return store.ErrClosed
	}
	return ctx.Err()
}

// Close implements [store.Store]. Afterwards matches can be read but not changed.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return nil
}
