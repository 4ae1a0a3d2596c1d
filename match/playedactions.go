package match

import (
	"loophole/game"
	"loophole/rule"
)

// A PlayedAction is an action of a match with its entries: those from From up to but not including
// To, counted from 0.
type PlayedAction struct {
	From, To     int
	Action       game.Action
	By           int // the side that acted: 0 or 1
	Before       game.Position
	After        game.Position // equal to Before if the action was undone before its end
	NeedsConsent bool          // undo needs consent: a die was rolled, a secret shown, or the other side decided
}

// addPlayedAction keeps the pending action as finished, and returns its index.
func (m *Match) addPlayedAction(before, after game.Position, needsConsent bool) int {
	m.playedActions = append(m.playedActions, PlayedAction{m.pending.at, len(m.Entries), m.pending.action, m.pending.by, before, after, needsConsent})
	return len(m.playedActions) - 1
}

// PlayedActions lists every finished action of the match, in the order of its entries, including
// undone ones. The caller must not change the list.
func (m *Match) PlayedActions() []PlayedAction { return m.playedActions }

// CurrentActions lists the actions that count, in order.
func (m *Match) CurrentActions() []PlayedAction {
	list := make([]PlayedAction, 0, len(m.steps))
	for _, s := range m.steps {
		list = append(list, m.playedActions[s.playedAction])
	}
	return list
}

// ActionCount returns the number of actions that count.
func (m *Match) ActionCount() int { return len(m.steps) }

// PendingRange returns the pending action. Its entries extend to the end.
func (m *Match) PendingRange() (PlayedAction, bool) {
	if m.pending == nil {
		return PlayedAction{}, false
	}
	p := m.Position()
	return PlayedAction{m.pending.at, len(m.Entries), m.pending.action, m.pending.by, p, p, m.pending.needsConsent(m.Instance)}, true
}

// PendingAnswers lists the answers so far to the questions of the pending action, in order: the
// results of rolls and the numbers of options. It is empty where no action is pending.
func (m *Match) PendingAnswers() (answers []int) {
	if m.pending == nil {
		return nil
	}
	for _, e := range m.pending.rules {
		if e.Kind == rule.Rolled || e.Kind == rule.Chosen {
			answers = append(answers, e.Value)
		}
	}
	return answers
}

// UndoTarget returns the side whose action an undo by a side would undo, and whether that needs
// consent. ok is false if there is nothing to undo.
func (m *Match) UndoTarget(by int) (whose int, needsConsent, ok bool) {
	s, _, err := m.last()
	if err != nil {
		return 0, false, false
	}
	return s.by, s.needsConsent || s.by != by, true
}

// RedoTarget returns the side whose action a redo would restore.
func (m *Match) RedoTarget() (whose int, ok bool) {
	n := len(m.undone)
	if n == 0 || m.pending != nil || m.err != nil || m.resigned != "" {
		return 0, false
	}
	return m.undone[n-1].by, true
}
