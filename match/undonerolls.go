package match

import (
	"fmt"

	"loophole/dice"
	"loophole/game"
	"loophole/rule"
)

// RepeatUndoneRolls returns a source for the program's dice and decisions, so that nobody can
// reroll by undoing. An action that was undone and is played again from the same position gets the
// same answers to the same questions, as long as every answer before them is the same. src answers
// other questions. Without [Header.UndoneRollsRepeat] src answers all of them.
//
// [Verify] enforces this: a record with other faces there is at fault.
func (m *Match) RepeatUndoneRolls(src rule.Source) rule.Source { return &repeatedRolls{m, src} }

type repeatedRolls struct {
	match *Match
	src   rule.Source
}

func (a *repeatedRolls) Roll(r rule.Roll) (int, []uint8, error) {
	if faces := a.match.earlierFaces(r); faces != nil {
		return r.Pool.Evaluate(faces), faces, nil
	}
	return a.src.Roll(r)
}

func (a *repeatedRolls) Choose(c rule.Choice) (int, error) {
	if e, ok := a.match.earlierAnswer(rule.Chosen); ok && e.Value < len(c.Options) {
		return e.Value, nil
	}
	return a.src.Choose(c)
}

// From returns [dice.FromProgram]: the program answered.
func (a *repeatedRolls) From() string { return dice.FromProgram }

// earlierFaces returns the faces that the program's dice showed earlier for the current question,
// or nil.
func (m *Match) earlierFaces(r rule.Roll) []uint8 {
	if e, ok := m.earlierAnswer(rule.Rolled); ok && e.Pool == r.Pool && e.Cite == r.Cite && e.Text == r.Why && e.By == r.By {
		return e.Faces
	}
	return nil
}

// earlierAnswer returns the answer that the current question got before an undo. ok is false if there
// is none of this kind.
func (m *Match) earlierAnswer(k rule.EntryKind) (e rule.Entry, ok bool) {
	if m.pending == nil {
		return rule.Entry{}, false
	}
	e, ok = m.pending.answers[m.pending.path]
	return e, ok && e.Kind == k
}

// answers are the program's answers within one action from one position, by the answers before
// them.
type answers map[string]rule.Entry

// key identifies an action from a position.
func (m *Match) key(p game.Position, a game.Action) string {
	if !m.Header.UndoneRollsRepeat {
		return ""
	}
	return p.Hash() + " " + m.Instance.FormatAction(a)
}

// remember keeps an answer under the answers that led to its question.
func (m *Match) remember(e rule.Entry) {
	if !m.Header.UndoneRollsRepeat || e.Kind != rule.Rolled && e.Kind != rule.Chosen {
		return
	}
	if e.From == dice.FromProgram {
		if m.pending.answers == nil {
			m.pending.answers = answers{}
		}
		m.pending.answers[m.pending.path] = e
	}
	m.pending.path += fmt.Sprint("|", e.Kind, e.Value, e.Faces)
}

// recall makes the answers of an undone action repeat.
func (m *Match) recall(key string, x answers) {
	if x == nil {
		return
	}
	if m.known == nil {
		m.known = map[string]answers{}
	}
	m.known[key] = x
}
