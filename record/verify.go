package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"loophole/dice"
	"loophole/rule"
)

// A Report is what Verify has checked.
type Report struct {
	File     *File
	Question *rule.Question
	Lines    int    // with the header
	Rolls    int    // pools
	Dice     int    // dice with faces in the pools; all results were computed from them again
	Seeded   int    // dice that were rolled again from the seed
	Typed    int    // dice that players rolled, which cannot be rolled again
	Totals   int    // rolls that players gave without faces
	Outcome  any    // result of the rulebook's procedure
	Sum      string // of the last line
}

// String returns the report on one line: "15 lines; 8 rolls of 21 dice, 21 rolled again from the
// seed; checksum c477e315…".
func (r *Report) String() string {
	s := rule.Counted("%d {line}; %d {roll} of %d {die|dice}", r.Lines, r.Rolls, r.Dice)
	if r.Seeded > 0 {
		s += fmt.Sprintf(", %d rolled again from the seed", r.Seeded)
	}
	if r.Typed > 0 {
		s += fmt.Sprintf(", %d typed", r.Typed)
	}
	if r.Totals > 0 {
		s += rule.Counted("; %d {total} without faces", r.Totals)
	}
	return s + "; checksum " + r.Sum
}

// Verify audits a record: its checksums, its header, the legality of its situation, every question,
// every face against the die, the value and, for program dice, the seed, and every byte against a
// replay.
//
// The error is a [*Fault] with the first line at fault.
func Verify(f *File, find FindRuleset) (*Report, error) {
	a := &audit{file: f, report: Report{File: f, Lines: len(f.Objects), Sum: f.Sum}}
	if fault := FirstFault(f.Broken, a.play(find)); fault != nil {
		return nil, fault
	}
	return &a.report, nil
}

// audit is the source of a replay, which gives the recorded answers, and checks what the replay
// writes.
type audit struct {
	file   *File
	script *dice.Script
	next   int // index of the next entry of the replay
	fault  *Fault
	report Report
}

// errFault stops a replay at the question after the first fault.
var errFault = errors.New("record: stopped at a fault")

func (a *audit) play(find FindRuleset) *Fault {
	q, script, err := prepare(a.file, find)
	if err != nil {
		return a.asFault(err)
	}
	if f := a.header(q); f != nil {
		return f
	}
	a.script, a.report.Question = script, q
	a.report.Outcome, err = q.Play(a, &rule.Record{OnEntry: a.entry})
	if err != nil && a.fault == nil {
		return a.asFault(err)
	}
	return a.fault
}

// asFault returns the fault of the line at which the replay ended.
func (a *audit) asFault(err error) *Fault {
	var f *Fault
	var u *rule.UnansweredError
	switch {
	case errors.As(err, &f):
		return f
	case errors.As(err, &u) && errors.Is(err, rule.ErrUnanswered):
		return &Fault{Line: a.next + 2, Kind: Unfinished, Found: "the end of the file", Expected: "an answer: " + u.Question()}
	}
	return stopped(err, a.next+2)
}

// header compares line 1 with the header of the question that was asked from it.
func (a *audit) header(q *rule.Question) *Fault {
	found, expected := a.file.Header, NewHeader(q, a.file.Header.Program, a.file.Header.Dice)
	expected.Format, expected.Former = found.Format, found.Former
	object, err := json.Marshal(expected)
	if err == nil && bytes.Equal(object, a.file.Objects[0]) {
		return a.file.checkFormer()
	}
	for _, part := range []struct {
		name            string
		found, expected any
	}{
		{"situation", found.Situation, expected.Situation},
		{"house", found.House, expected.House},
		{"hash of the house", found.Hash, expected.Hash},
		{"header", found, expected},
	} {
		x, _ := json.Marshal(part.found)
		y, _ := json.Marshal(part.expected)
		if !bytes.Equal(x, y) {
			return inHeader(fmt.Sprintf("the %s %s", part.name, x), string(y), nil)
		}
	}
	return &Fault{Line: 1, Kind: BadForm, Found: string(a.file.Objects[0]), Expected: string(object)}
}

// Roll returns the recorded answer if the next entry answers this question.
func (a *audit) Roll(r rule.Roll) (int, []uint8, error) {
	err := a.expect(rule.Entry{Kind: rule.Rolled, Cite: r.Cite, Text: r.Why, By: r.By, Pool: r.Pool})
	if err != nil {
		return 0, nil, err
	}
	return a.script.Roll(r)
}

// Choose returns the recorded answer if the next entry answers this question.
func (a *audit) Choose(c rule.Choice) (int, error) {
	err := a.expect(rule.Entry{Kind: rule.Chosen, Cite: c.Cite, Text: c.Why, By: c.By, Options: c.Options})
	if err != nil {
		return 0, err
	}
	return a.script.Choose(c)
}

// From returns the origin of the recorded answer.
func (a *audit) From() string { return a.script.From() }

// expect compares the next entry with a question. The script detects the end of the file.
func (a *audit) expect(q rule.Entry) error {
	if a.fault != nil {
		return errFault
	}
	if a.next >= len(a.file.Entries) {
		return nil
	}
	found := a.file.Entries[a.next]
	q.Value, q.Faces, q.From = found.Value, found.Faces, found.From
	if k := a.difference(found, q); k != "" {
		a.blame(k, found, q)
		return errFault
	}
	return a.origin(found)
}

// origin checks that the header allows the origin of an answer.
func (a *audit) origin(e rule.Entry) error {
	switch d := a.file.Header.Dice; {
	case e.From == "" || e.From == d.Kind:
		return nil
	case d.Kind == dice.FromTyped && e.From == dice.FromTotal && e.Kind == rule.Rolled:
		return nil
	case d.Kind == dice.FromTyped && e.From == dice.FromProgram:
		return nil
	}
	a.fault = &Fault{Line: a.next + 2, Kind: BadOrigin, Found: fmt.Sprintf("%q", e.From), Expected: a.file.Header.Dice.Kind}
	return errFault
}

// entry compares an entry of the replay with the one in the file.
func (a *audit) entry(e rule.Entry) {
	if a.fault != nil {
		return
	}
	line := a.next + 2
	object, err := EncodeEntry(e)
	switch {
	case err != nil:
		a.fault = &Fault{Line: line, Kind: BadForm, Found: "an entry that cannot be written", Expected: err.Error()}
	case a.next >= len(a.file.Entries):
		a.fault = &Fault{Line: line, Kind: Unfinished, Found: "the end of the file", Expected: e.String()}
	case !bytes.Equal(object, a.file.Objects[a.next+1]):
		found := a.file.Entries[a.next]
		if k := a.difference(found, e); k != "" {
			a.blame(k, found, e)
			return
		}
		a.fault = &Fault{Line: line, Kind: BadForm, Found: string(a.file.Objects[a.next+1]), Expected: string(object)}
	default:
		a.count(a.file.Entries[a.next])
		a.next++
	}
}

func (a *audit) count(e rule.Entry) {
	if e.Kind != rule.Rolled {
		return
	}
	a.report.Rolls++
	a.report.Dice += len(e.Faces)
	switch {
	case e.Faces == nil:
		a.report.Totals++
	case e.From == dice.FromTyped || e.From == "" && a.file.Header.Dice.Kind == dice.FromTyped:
		a.report.Typed += len(e.Faces)
	case a.script.Dice != nil && (e.From == dice.FromProgram || e.From == ""):
		a.report.Seeded += len(e.Faces)
	}
}
