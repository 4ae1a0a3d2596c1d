package tabletop

import (
	"context"
	"errors"
	"time"

	"loophole/game"
	"loophole/policy"
	"loophole/rule"
)

// drive has policies play whose turn it is, one after the other, in a
// goroutine of their own, until a person is to act. It may be called at any
// time, with the lock of the table or without.
func (t *liveMatch) drive() {
	if t.policy == [2]string{} {
		return
	}
	t.server.hall.hold(t)
	if !t.server.work(func() {
		defer t.server.hall.release(t)
		for t.step() {
		}
	}) {
		t.server.hall.release(t)
	}
}

// step has a policy play one action. It reports whether there may be another.
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
	if errors.Is(err, errClosing) {
		return false // It goes on when the match is laid again.
	}
	if err != nil {
		t.server.log.Error("a policy cannot play", "match", t.id, "policy", name, "error", err)
		if t.sequence() != seq {
			t.broken = err
			t.server.hall.forget(t)
		}
		return false
	}
	return true
}

// putPolicy plays the action of a policy. What looks legal to it may not be, for
// what it does not see; then anything that is legal is played instead.
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

// turnOfPolicy is the policy whose turn it is, if it is one's.
func (t *liveMatch) turnOfPolicy() (name string, p game.Position, seq int) {
	if t.broken != nil || t.over() || t.hands != nil && t.hands.game == nil {
		return "", p, 0
	}
	if _, open := t.match.Pending(); open {
		return "", p, 0
	}
	return t.policy[t.match.Status().Side], t.match.Position(), t.sequence()
}

// Why a policy did not decide itself.
var (
	errSlow    = errors.New("tabletop: the policy takes too long")
	errClosing = errors.New("tabletop: the server is closing")
)

// think asks a policy for an action. One that takes longer than the server lets
// it is overruled by the policy that takes any legal action; its goroutine goes
// on to its end in one of the few places that there are for thinking, so that
// slow policies cannot take more of the machine than those. It may then think and
// keep what it finds while the next decision is taken, which a memory allows.
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
			a, err := take(name, m, f, p, chance)
			result <- thought{a, err}
		}()
	case <-s.closing:
		return game.Action{}, errClosing
	case <-late.C:
		s.meters.slow.Inc()
		return take("random", m, f, p, chance)
	}
	select {
	case r := <-result:
		return r.action, r.err
	case <-s.closing:
		return game.Action{}, errClosing
	case <-late.C:
		s.log.WarnContext(context.Background(), errSlow.Error(), "policy", name, "ruleset", f.Game.Rules.ID)
		s.meters.slow.Inc()
		return take("random", m, f, p, chance)
	}
}

func take(name string, m *policy.TranspositionTable, f *game.Instance, p game.Position, chance policy.Rand) (game.Action, error) {
	x, err := m.New(name)
	if err != nil {
		return game.Action{}, err
	}
	return policy.NextAction(x, f, p, &chance)
}
