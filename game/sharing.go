package game

import (
	"crypto/sha256"
	"encoding/json"
	"runtime"
	"sync"
	"weak"

	"loophole/rule"
)

// Sharing returns the game for a server, where many play the same scenario. Instances with equal
// set-ups and house rules are one instance as long as it is in use. The battlefield of a scenario
// may take half a million bytes.
func (g *Game) Sharing() *Game {
	shared := *g
	shared.inner = &sharing{inner: g.inner, instances: map[shareKey]weak.Pointer[Instance]{}}
	return &shared
}

// sharing sets up each instance once. Instances never change and serve many goroutines, so sharing
// has no effect on them.
type sharing struct {
	inner
	mu        sync.Mutex
	instances map[shareKey]weak.Pointer[Instance]
}

func (s *sharing) newInstance(g *Game, name string, setup any, h *rule.HouseRules) (*Instance, error) {
	key, whole := keyOf(name, setup, h)
	if !whole {
		return s.inner.newInstance(g, name, setup, h)
	}
	if f := s.lookUp(key, nil); f != nil {
		return f, nil
	}
	f, err := s.inner.newInstance(g, name, setup, h)
	if err != nil {
		return nil, err
	}
	return s.lookUp(key, f), nil
}

// lookUp returns the instance of a key. If there is none, it keeps the offered one.
func (s *sharing) lookUp(key shareKey, offered *Instance) *Instance {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.instances[key].Value(); f != nil || offered == nil {
		return f
	}
	mine := weak.Make(offered)
	s.instances[key] = mine
	runtime.AddCleanup(offered, func(key shareKey) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.instances[key] == mine {
			delete(s.instances, key)
		}
	}, key)
	return offered
}

// A shareKey is the SHA-256 of everything that an instance consists of.
type shareKey [sha256.Size]byte

// keyOf returns the key of an instance. It reports false without house rules, and for house rules that
// report their use.
func keyOf(name string, setup any, h *rule.HouseRules) (key shareKey, whole bool) {
	if h == nil || h.ReportsDefaults() {
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
