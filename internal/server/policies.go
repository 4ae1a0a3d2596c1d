package server

import (
	"context"
	"errors"
	"time"

	"loophole/game"
	"loophole/policy"
	"loophole/rule"
)

// drive lets policies play in a goroutine until a person is to act. It may be called at any time,
// with or without the lock.
func (t *liveMatch) drive() {
	if t.policy == [2]string{} {
		return
	}
	t.server.registry.hold(t)
	if !t.server.work(func() {
		defer t.server.registry.release(t)
		for t.step() {
		}
	}) {
		t.server.registry.release(t)
	}
}

// step lets a policy play one action. It reports whether there may be another.
func (t *liveMatch) step() bool {
	t.mu.Lock()
	name, p, seq := t.turnOfPolicy()
	if name == "" || t.driving || t.server.isClosing() {
		t.mu.Unlock()
		return false
	}
	t.driving = true
	random := *t.policyRand(t.actingSide())
	t.mu.Unlock()
	a, err := t.server.decideInTime(name, t.positions, t.instance, p, random)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.driving = false
	if err == nil && seq == t.sequence() && t.broken == nil {
		t.dropRequests()
		if err = t.putPolicy(a); err == nil {
			err = t.commit(nil)
		}
	}
	if errors.Is(err, errClosing) || hasMoved(err) {
		return false // The policy plays when the match is loaded again.
	}
	if err != nil {
		t.server.log.Error("a policy cannot play", "match", t.id, "policy", name, "error", err)
		if t.sequence() != seq {
			t.broken = err
			t.server.registry.forget(t)
		}
		return false
	}
	return true
}

// putPolicy plays the action of a policy. An action that is legal in the policy's view may be
// illegal in the position; then a random legal action is played instead.
func (t *liveMatch) putPolicy(a game.Action) error {
	put := func(a game.Action) error { return t.playAction(a, nil) }
	if t.hands != nil {
		put = t.putSigned
	}
	err := put(a)
	var illegal rule.IllegalError
	if !errors.As(err, &illegal) {
		return err
	}
	list, err := t.instance.Legal(t.match.Position())
	if err != nil || len(list) == 0 {
		return errors.Join(illegal, err)
	}
	return put(list[t.policyRand(t.actingSide()).Below(len(list))])
}

// turnOfPolicy returns the policy that is to move, or "".
func (t *liveMatch) turnOfPolicy() (name string, p game.Position, seq int) {
	if t.broken != nil || t.over() || t.hands != nil && t.hands.game == nil {
		return "", p, 0
	}
	if _, open := t.match.Pending(); open {
		return "", p, 0
	}
	return t.policy[t.match.Status().Side], t.match.Position(), t.sequence()
}

var (
	// errSlow is logged when a policy exceeds the time limit. Then the policy "random" decides.
	errSlow = errors.New("server: the policy takes too long")
	// errClosing is returned while the server closes.
	errClosing = errors.New("server: the server is closing")
)

// decideInTime asks a policy for an action. After the time limit the policy "random" decides instead.
// The slow policy continues in its slot. There are few slots, so slow policies have a bounded share
// of the machine. Meanwhile it may add to the transposition table, which is safe for concurrent
// use.
func (s *Server) decideInTime(name string, m *policy.TranspositionTable, f *game.Instance, p game.Position, random policy.Rand) (game.Action, error) {
	timeout := time.NewTimer(s.options.Think)
	defer timeout.Stop()
	type decision struct {
		action game.Action
		err    error
	}
	result := make(chan decision, 1)
	select {
	case s.deciding <- struct{}{}:
		go func() {
			defer func() { <-s.deciding }()
			a, err := s.decide(name, m, f, p, random)
			result <- decision{a, err}
		}()
	case <-s.closing:
		return game.Action{}, errClosing
	case <-timeout.C:
		s.meter.slow()
		return s.decide("random", m, f, p, random)
	}
	select {
	case r := <-result:
		return r.action, r.err
	case <-s.closing:
		return game.Action{}, errClosing
	case <-timeout.C:
		s.log.WarnContext(context.Background(), errSlow.Error(), "policy", name, "ruleset", f.Game.Rules.ID)
		s.meter.slow()
		return s.decide("random", m, f, p, random)
	}
}

// whileFitting is the policy that plays while the model of a scenario is fitted.
const whileFitting = "cautious"

// decide asks a policy for an action. A policy that has something to prepare does so in the
// background, and another one plays until then.
func (s *Server) decide(name string, m *policy.TranspositionTable, f *game.Instance, p game.Position, random policy.Rand) (game.Action, error) {
	x, err := m.New(name)
	if err != nil {
		return game.Action{}, err
	}
	if y, ok := x.(policy.Preparer); ok && !y.Ready(f) {
		s.prepare(y, f)
		if x, err = m.New(whileFitting); err != nil {
			return game.Action{}, err
		}
	}
	return policy.NextAction(x, f, p, &random)
}

// prepare lets a policy prepare for a fight in the background, one at a time.
func (s *Server) prepare(x policy.Preparer, f *game.Instance) {
	select {
	case s.fitting <- struct{}{}:
	default: // The next action asks again.
		return
	}
	s.work(func() {
		defer func() { <-s.fitting }()
		ctx, stop := context.WithCancel(context.Background())
		defer stop()
		go func() {
			select {
			case <-s.closing:
				stop()
			case <-ctx.Done():
			}
		}()
		if err := policy.Prepare(ctx, x, f); err != nil && ctx.Err() == nil {
			s.log.WarnContext(ctx, "a model could not be fitted", "ruleset", f.Game.Rules.ID, "error", err)
		}
	})
}
