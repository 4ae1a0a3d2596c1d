package record

import (
	"encoding/json"
	"errors"
	"fmt"

	"loophole/dice"
	"loophole/rule"
)

// prepare asks the question of a record again and returns it with the recorded answers. It fails if
// the rules do not allow the situation, because procedures assume legal ones.
func prepare(f *File, find FindRuleset) (*rule.Question, *dice.Script, error) {
	q, err := f.Header.Question(find)
	if err != nil {
		return nil, nil, err
	}
	random, err := f.Header.Dice.Random()
	if err != nil {
		return nil, nil, inHeader("its dice", "dice of this program", err)
	}
	if err := q.Legal(nil); err != nil {
		return nil, nil, illegalFault(err)
	}
	script := dice.NewScript(f.Entries)
	script.Dice = random
	return q, script, nil
}

// illegalFault returns the fault of a record whose situation is illegal.
func illegalFault(err error) *Fault {
	reasons := err.Error()
	var illegal rule.IllegalError
	if errors.As(err, &illegal) {
		reasons = ""
		for i, r := range illegal {
			if i > 0 {
				reasons += "; "
			}
			reasons += r.Error()
		}
	}
	return &Fault{Line: 1, Kind: Illegal, Found: "its situation", Expected: "one that the rules allow: " + reasons}
}

// Replay plays a record again with its own answers, checks every question and every face, and
// returns the record and the outcome of this replay.
//
// It does not play a record with a wrong checksum. It plays an unfinished record to its end. The error
// then wraps [rule.ErrUnanswered], and the new record comes with it. Every other error is a
// [*Fault]. [Verify] checks whether both records have equal bytes.
func Replay(f *File, find FindRuleset) (rec *rule.Record, outcome any, err error) {
	if f.Broken != nil {
		return nil, nil, f.Broken
	}
	q, script, err := prepare(f, find)
	if err != nil {
		return nil, nil, err
	}
	rec = &rule.Record{}
	outcome, err = q.Play(script, rec)
	switch {
	case errors.Is(err, rule.ErrUnanswered) && !f.Finished():
		return rec, nil, err
	case err != nil:
		return nil, nil, stopped(err, len(rec.Entries)+2)
	case script.Left() > 0:
		return nil, nil, &Fault{
			Line: len(rec.Entries) + 1, Kind: BadEntry,
			Found: fmt.Sprintf("%d answers that the rules do not ask for", script.Left()), Expected: "the outcome",
		}
	}
	return rec, outcome, nil
}

// SameOutcome reports whether a record ends with the outcome of its replay.
func SameOutcome(f *File, rec *rule.Record) bool {
	if !f.Finished() || len(rec.Entries) == 0 {
		return false
	}
	x, _ := json.Marshal(f.Entries[len(f.Entries)-1].Outcome)
	y, _ := json.Marshal(rec.Entries[len(rec.Entries)-1].Outcome)
	return string(x) == string(y)
}

// KindOf returns the kind of fault of an answer that differs from the record.
func KindOf(m *dice.MismatchError) FaultKind {
	switch m.What {
	case "face":
		return BadFace
	case "value", "option":
		return BadValue
	case "origin":
		return BadOrigin
	}
	return BadEntry
}

// stopped turns the error of a replay into a fault of a line.
func stopped(err error, line int) *Fault {
	var m *dice.MismatchError
	if errors.As(err, &m) {
		return &Fault{Line: m.Entry + 1, Kind: KindOf(m), Found: m.Recorded, Expected: m.Expected}
	}
	var u *rule.UnansweredError
	if errors.As(err, &u) && errors.Is(err, rule.ErrUnanswered) {
		return &Fault{Line: line, Kind: BadEntry, Found: "the outcome", Expected: "an answer: " + u.Question()}
	}
	return &Fault{Line: line, Kind: BadHeader, Found: "a play that its house rules stop", Expected: err.Error()}
}
