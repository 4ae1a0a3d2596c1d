package match

import (
	"errors"
	"fmt"

	"loophole/game"
	"loophole/rule"
)

// Resign ends the game: a side, 0 or 1, gives it up, and the other side wins. Either side may, at
// any time, until the game is over. It fails while an action is pending, because the record has
// actions only up to their end or their undo. A resignation is final: nothing follows it.
func (m *Match) Resign(by int) error {
	switch {
	case m.err != nil:
		return m.err
	case m.resigned != "":
		return m.resignedError()
	case m.pending != nil:
		return fmt.Errorf("match: %q is pending: finish it, or undo it, and resign then", m.Instance.FormatAction(m.pending.action))
	case m.Status().Over:
		return errors.New("match: the game is over: there is nothing to resign")
	}
	m.resigned = m.Instance.Sides[by]
	m.add(Entry{Kind: Resigned, By: m.resigned, Over: resultOf(m.Instance, m.Status()), Position: m.Position().Hash()})
	return m.err
}

// Resigned returns the side that has resigned, or ok false.
func (m *Match) Resigned() (by int, ok bool) {
	for side, name := range m.Instance.Sides {
		if name == m.resigned {
			return side, true
		}
	}
	return 0, false
}

// afterResignation changes a status to that of a game that a side has resigned. Without a
// resignation it returns it unchanged.
func (m *Match) afterResignation(s game.Status) game.Status {
	if by, ok := m.Resigned(); ok {
		s.Over, s.Winner, s.Phase, s.Why, s.Cite = true, 1-by, "the end", m.resigned.WithVerb("resign"), ""
	}
	return s
}

// resignedError returns the error of any change after a resignation, or nil.
func (m *Match) resignedError() error {
	if m.resigned == "" {
		return nil
	}
	return fmt.Errorf("match: the game is over: %s, and a resignation is final", m.resigned.WithVerb("resign"))
}

// resultOf returns the end of a game, or nil while it is in progress.
func resultOf(f *game.Instance, s game.Status) *Result {
	if !s.Over {
		return nil
	}
	winner := rule.Side("")
	if s.Winner != game.Draw {
		winner = f.Sides[s.Winner]
	}
	return &Result{winner, s.Why, s.Cite}
}
