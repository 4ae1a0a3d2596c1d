package game

import (
	"crypto/sha256"
	"encoding/json"
	"runtime"
	"sync"
	"weak"

	"loophole/rule"
)

// Sharing is the game of a server, where many play the same scenario: fights that are
// begun alike are one fight for as long as anybody has it. What is laid out for a
// scenario may take half a million bytes.
func (g *Game) Sharing() *Game {
	shared := *g
	shared.inner = &sharing{inner: g.inner, fights: map[shareKey]weak.Pointer[Instance]{}}
	return &shared
}

// sharing lays out each fight once. A fight never changes and serves many goroutines, so
// that nobody notices with whom he shares it.
type sharing struct {
	inner
	mu     sync.Mutex
	fights map[shareKey]weak.Pointer[Instance]
}

func (s *sharing) beginWith(g *Game, name string, setup any, h *rule.HouseRules) (*Instance, error) {
	key, whole := keyOf(name, setup, h)
	if !whole {
		return s.inner.beginWith(g, name, setup, h)
	}
	if f := s.kept(key, nil); f != nil {
		return f, nil
	}
	f, err := s.inner.beginWith(g, name, setup, h)
	if err != nil {
		return nil, err
	}
	return s.kept(key, f), nil
}

// kept returns the fight of a key. Where there is none, it is the one that is offered
// from then on.
func (s *sharing) kept(key shareKey, offered *Instance) *Instance {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.fights[key].Value(); f != nil || offered == nil {
		return f
	}
	mine := weak.Make(offered)
	s.fights[key] = mine
	runtime.AddCleanup(offered, func(key shareKey) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.fights[key] == mine {
			delete(s.fights, key)
		}
	}, key)
	return offered
}

// A shareKey is the SHA-256 of all that a fight is made of.
type shareKey [sha256.Size]byte

// keyOf is the key of a fight. There is none where a house tells somebody of what is used.
func keyOf(name string, setup any, h *rule.HouseRules) (key shareKey, whole bool) {
	if h == nil || h.Surveyed() {
		return key, false
	}
	text, err := json.Marshal(struct {
		Name   string
		Setup  any
		Strict bool
		Given  []rule.Setting
	}{name, setup, h.Strict, h.Overrides()})
	return sha256.Sum256(text), err == nil
}
