package dice

import (
	"fmt"
	"slices"

	"loophole/internal/format"
	"loophole/rule"
)

// A Script answers from the entries of a record, in order, and checks that every question is the
// recorded one. It skips entries that are not answers and does not check them. It is not safe for
// concurrent use.
type Script struct {
	// Dice rolls again every roll of the program in the record, so that its faces are checked.
	// Rolls without an origin count as the program's. If Dice is nil, the faces are not checked.
	Dice *Random
	// Known returns faces that the program's dice have already shown for this question and must
	// show again, or nil if there are none. A nil Known knows none.
	Known func(rule.Roll) []uint8
	// AnyWords accepts questions and options in other words, as of another version of the rules. Dice, clauses,
	// sides and the number of options are compared as always.
	AnyWords bool

	entries []rule.Entry
	next    int
	from    string
}

// NewScript returns a source of the recorded answers. It does not copy or change the entries.
func NewScript(entries []rule.Entry) *Script { return &Script{entries: entries} }

// A MismatchError is the error of a script if the record answers another question, or if the dice
// cannot show its answer.
type MismatchError struct {
	Entry    int    // the number of the entry in the record, from 1
	What     string // the part that differs: "question", "origin", "face", "value" or "option"
	Recorded string // the part in the record
	Expected string // the correct part
}

// Error names the entry and both values.
func (m *MismatchError) Error() string {
	if m.What == "question" {
		return fmt.Sprintf("dice: entry %d: the record answers %s, but the rules ask %s", m.Entry, m.Recorded, m.Expected)
	}
	return fmt.Sprintf("dice: entry %d: %s: recorded is %s, but it should be %s", m.Entry, m.What, m.Recorded, m.Expected)
}

// From returns the recorded origin of the last answer.
func (s *Script) From() string { return s.from }

// Left returns the number of recorded answers that no question has used.
func (s *Script) Left() int {
	n := 0
	for _, e := range s.entries[s.next:] {
		if answers(e) {
			n++
		}
	}
	return n
}

func answers(e rule.Entry) bool { return e.Kind == rule.Rolled || e.Kind == rule.Chosen }

// answer returns the next recorded answer. At the end of the record it returns
// [rule.ErrUnanswered].
func (s *Script) answer(next string) (rule.Entry, error) {
	for s.next < len(s.entries) {
		e := s.entries[s.next]
		s.next++
		if answers(e) {
			s.from = e.From
			return e, nil
		}
	}
	return rule.Entry{}, fmt.Errorf("dice: the record ends after %s; next is %s: %w", format.Counted(len(s.entries), "entries"), next, rule.ErrUnanswered)
}

func (s *Script) mismatch(what, recorded, expected string) error {
	return &MismatchError{s.next, what, recorded, expected}
}

// Roll returns the recorded faces of one roll and evaluates them again. The error is a
// [*MismatchError], or [rule.ErrUnanswered] at the end of the record.
func (s *Script) Roll(r rule.Roll) (int, []uint8, error) {
	e, err := s.answer(question(r))
	if err != nil {
		return 0, nil, err
	}
	if e.Kind != rule.Rolled || e.Pool.String() != r.Pool.String() || e.Cite != r.Cite || !s.AnyWords && e.Text != r.Why || e.By != r.By {
		return 0, nil, s.mismatch("question", recorded(e), question(r))
	}
	if e.Faces == nil && (e.From == FromTotal || e.From == "" && s.Dice == nil) {
		if err := possible(r.Pool, e.Value); err != nil {
			return 0, nil, s.mismatch("value", fmt.Sprint(e.Value), err.Error())
		}
		return e.Value, nil, nil
	}
	if err := s.check(e, r); err != nil {
		return 0, nil, err
	}
	return e.Value, e.Faces, nil
}

// check compares recorded faces with the die, the seed and the value.
func (s *Script) check(e rule.Entry, r rule.Roll) error {
	if e.From == FromTotal {
		return s.mismatch("origin", FromTotal+" with faces", "a total without faces")
	}
	if n := r.Pool.N(); len(e.Faces) != n {
		return s.mismatch("face", format.Counted(len(e.Faces), "faces"), fmt.Sprint(n))
	}
	for i, f := range e.Faces {
		if f < 1 || f > uint8(r.Pool.Die()) {
			return s.mismatch("face", nth(i, f), fmt.Sprintf("a face of %v", r.Pool.Die()))
		}
	}
	if err := r.Pool.CheckFaces(e.Faces); err != nil {
		return s.mismatch("face", fmt.Sprint(e.Faces), err.Error())
	}
	if s.Dice != nil && (e.From == FromProgram || e.From == "") {
		rolled, err := s.again(r)
		if err != nil {
			return err
		}
		for i, f := range e.Faces {
			if f != rolled[i] {
				return s.mismatch("face", nth(i, f), fmt.Sprintf("%d, by seed %d", rolled[i], s.Dice.Seed()))
			}
		}
	}
	if v := r.Pool.Evaluate(e.Faces); v != e.Value {
		return s.mismatch("value", fmt.Sprint(e.Value), fmt.Sprintf("%d, which is how the faces read", v))
	}
	return nil
}

// again returns the faces that the program's dice must have shown.
func (s *Script) again(r rule.Roll) ([]uint8, error) {
	if s.Known != nil {
		if faces := s.Known(r); len(faces) == r.Pool.N() {
			return faces, nil
		}
	}
	_, faces, err := s.Dice.Roll(r)
	return faces, err
}

func nth(i int, face uint8) string { return fmt.Sprintf("%d on die %d", face, i+1) }

// Choose returns the recorded option of one choice.
func (s *Script) Choose(c rule.Choice) (int, error) {
	e, err := s.answer(decision(c))
	if err != nil {
		return 0, err
	}
	worded := e.Text == c.Why && slices.Equal(e.Options, c.Options) || s.AnyWords && len(e.Options) == len(c.Options)
	if e.Kind != rule.Chosen || e.By != c.By || e.Cite != c.Cite || !worded {
		return 0, s.mismatch("question", recorded(e), decision(c)+fmt.Sprintf(" of %q", c.Options))
	}
	if e.Value < 0 || e.Value >= len(c.Options) {
		return 0, s.mismatch("option", fmt.Sprint(e.Value), fmt.Sprintf("0 to %d", len(c.Options)-1))
	}
	return e.Value, nil
}

// recorded names the question that an entry answers.
func recorded(e rule.Entry) string {
	if e.Kind == rule.Chosen {
		return decision(rule.Choice{By: e.By, Cite: e.Cite, Why: e.Text}) + fmt.Sprintf(" of %q", e.Options)
	}
	return question(rule.Roll{Pool: e.Pool, Cite: e.Cite, Why: e.Text, By: e.By})
}
