package match

import (
	"fmt"

	"loophole/game"
	"loophole/rule"
)

// ConsentError is the error of an undo that needs the consent of a side.
type ConsentError struct {
	Action string
	From   rule.Side // who must consent
}

// Error returns who must consent, and why.
func (n *ConsentError) Error() string {
	return fmt.Sprintf("match: to undo %q, %s must consent: dice were rolled, a secret was revealed or another side acted", n.Action, n.From)
}

// Undo undoes the last action, which may be pending. by is the side that asks, 0 or 1. Without
// consent it fails with a [*ConsentError] if it is the other side's action, or if a die was rolled,
// the other side decided, or a secret was shown.
func (m *Match) Undo(by int, consent bool) error {
	s, open, err := m.last()
	if err != nil {
		return err
	}
	other := m.Instance.Sides[1-by]
	e := Entry{Kind: Undone, By: m.Instance.Sides[by], Position: s.before.Hash()}
	if s.needsConsent || s.by != by {
		if !consent {
			return &ConsentError{m.Instance.FormatAction(s.action), other}
		}
		e.Consent = other
	}
	m.recall(s.key, s.answers)
	if open {
		m.addPlayedAction(s.before, s.before, s.needsConsent)
		m.pending = nil
	} else {
		m.steps = m.steps[:len(m.steps)-1]
		m.undone = append(m.undone, s)
	}
	m.add(e)
	return m.err
}

// last returns the action that an undo would undo.
func (m *Match) last() (s playedStep, open bool, err error) {
	switch n := len(m.steps); {
	case m.err != nil:
		return s, false, m.err
	case m.resigned != "":
		return s, false, m.resignedError()
	case m.pending != nil:
		p := m.Position()
		return playedStep{action: m.pending.action, by: m.pending.by, before: p, after: p, needsConsent: m.pending.needsConsent(m.Instance), key: m.pending.key, answers: m.pending.answers}, true, nil
	case n == 0:
		return s, false, fmt.Errorf("match: there is no action to undo")
	default:
		return m.steps[n-1], false, nil
	}
}

// Redo restores the last undone action as it was played, with the same dice. A new action drops all
// undone ones.
func (m *Match) Redo(by int) error {
	n := len(m.undone)
	switch {
	case m.err != nil:
		return m.err
	case m.resigned != "":
		return m.resignedError()
	case m.pending != nil:
		return fmt.Errorf("match: %q is pending: finish it, or undo it", m.Instance.FormatAction(m.pending.action))
	case n == 0:
		return fmt.Errorf("match: there is no undone action to redo")
	}
	s := m.undone[n-1]
	m.undone, m.steps = m.undone[:n-1], append(m.steps, s)
	delete(m.known, s.key)
	m.add(Entry{Kind: Redone, By: m.Instance.Sides[by], Position: s.after.Hash()})
	return m.err
}

// Line returns the actions that count, in order.
func (m *Match) Line() []game.Action {
	var list []game.Action
	for _, s := range m.steps {
		list = append(list, s.action)
	}
	return list
}
