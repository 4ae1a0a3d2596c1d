package tabletop

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
	if name == "" || t.driving || t.server.ends() {
		t.mu.Unlock()
		return false
	}
	t.driving = true
	chance := *t.chance(t.acting())
	t.mu.Unlock()
	a, err := t.server.think(name, t.memory, t.fight, p, chance)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.driving = false
	if err == nil && seq == t.sequence() && t.broken == nil {
		t.dropUndoRequest()
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
	var no rule.IllegalError
	if !errors.As(err, &no) {
		return err
	}
	list, err := t.fight.Legal(t.match.Position())
	if err != nil || len(list) == 0 {
		return errors.Join(no, err)
	}
	return put(list[t.chance(t.acting()).Below(len(list))])
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

// Why a policy did not decide.
var (
	errSlow    = errors.New("tabletop: the policy takes too long")
	errClosing = errors.New("tabletop: the server is closing")
)

// think asks a policy for an action. After the time limit the policy "random" decides instead.
// The slow policy then continues in one of few places, so that slow policies have a bounded share
// of the machine. Meanwhile it may add to the transposition table, which is safe for concurrent
// use.
func (s *Server) think(name string, m *policy.TranspositionTable, f *game.Instance, p game.Position, chance policy.Rand) (game.Action, error) {
	late := time.NewTimer(s.options.Think)
	defer late.Stop()
	type thought struct {
		action game.Action
		err    error
	}
	result := make(chan thought, 1)
	select {
	case s.thinkers <- struct{}{}:
		go func() {
			defer func() { <-s.thinkers }()
			a, err := s.take(name, m, f, p, chance)
			result <- thought{a, err}
		}()
	case <-s.closing:
		return game.Action{}, errClosing
	case <-late.C:
		s.meter.slow()
		return s.take("random", m, f, p, chance)
	}
	select {
	case r := <-result:
		return r.action, r.err
	case <-s.closing:
		return game.Action{}, errClosing
	case <-late.C:
		s.log.WarnContext(context.Background(), errSlow.Error(), "policy", name, "ruleset", f.Game.Rules.ID)
		s.meter.slow()
		return s.take("random", m, f, p, chance)
	}
}

// whileFitting is the policy that plays while the model of a scenario is fitted.
const whileFitting = "cautious"

// take asks a policy for an action. A policy that has something to prepare does so in the
// background, and another one plays until then.
func (s *Server) take(name string, m *policy.TranspositionTable, f *game.Instance, p game.Position, chance policy.Rand) (game.Action, error) {
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
	return policy.NextAction(x, f, p, &chance)
}

// prepare lets a policy prepare for a fight in the background, one at a time.
func (s *Server) prepare(x policy.Preparer, f *game.Instance) {
	select {
	case s.fits <- struct{}{}:
	default: // The next action asks again.
		return
	}
	s.work(func() {
		defer func() { <-s.fits }()
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
