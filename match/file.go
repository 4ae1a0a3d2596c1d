package match

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"loophole/dice"
	"loophole/game"
	"loophole/record"
	"loophole/rule"
)

// A File is a match that was read.
type File struct {
	Header        Header
	Entries       []Entry
	CompleteBytes int // bytes of its complete lines; an incomplete line begins there
	record.Chain
}

// Read reads a match and checks the form of every line. The error is a [*record.Fault] that names
// the first line at fault, or the reader's own error. The file up to that line comes with it, if it
// has a header. A file that ends in the middle of a line has the fault [record.CutOff] and can be
// resumed.
func Read(r io.Reader) (*File, error) {
	in := record.NewLineReader(r)
	f := &File{}
	for {
		line, bad, err := in.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return f.fileOrNil(), fmt.Errorf("match: after line %d: %w", len(f.Objects), err)
		}
		if bad == nil {
			bad = f.add(line)
		}
		if bad != nil {
			bad.Line = len(f.Objects) + 1
			return f.fileOrNil(), record.FirstFault(f.Broken, bad)
		}
		f.CompleteBytes = in.CompleteBytes()
	}
	if len(f.Objects) == 0 {
		return nil, errors.New("match: the file is empty; a match begins with its header")
	}
	return f, nil
}

func (f *File) fileOrNil() *File {
	if len(f.Objects) == 0 {
		return nil
	}
	return f
}

// add adds the next line.
func (f *File) add(line []byte) *record.Fault {
	if len(f.Objects) == 0 {
		h, object, sum, fault := decodeHeader(line)
		if fault == nil {
			f.Header, f.Format = h, h.Format
			f.Link(object, sum)
		}
		return fault
	}
	object, sum, ok := record.Unseal(f.Format, line)
	if !ok {
		return record.UnsealedFault(f.Format, line)
	}
	if len(f.Entries) == record.MaxEntries {
		return &record.Fault{Kind: record.TooLarge, Found: "one more entry", Expected: fmt.Sprintf("at most %d entries", record.MaxEntries)}
	}
	e, fault := decode(object)
	if fault == nil {
		f.Entries = append(f.Entries, e)
		f.Link(object, sum)
	}
	return fault
}

// UpToAction returns the file as it was after its first actions, without a resignation, or the whole file
// for 0.
func (f *File) UpToAction(actions int) *File {
	if actions == 0 {
		return f
	}
	n := 0
	for i, e := range f.Entries {
		if e.Kind == Resigned {
			return f.cut(i) // A resignation is no action.
		}
		if e.Kind != Acted {
			continue
		}
		if n++; n > actions {
			return f.cut(i)
		}
	}
	return f
}

// Actions returns the number of finished actions at the beginning of a file. [File.UpToAction]
// takes numbers from 1 to it.
func (f *File) Actions() int {
	begun, over := 0, 0
	for _, e := range f.Entries {
		switch e.Kind {
		case Acted:
			begun++
		case Done, Undone:
			over = begun
		}
	}
	return over
}

// UpToLine returns the file as it was before a line, which has a number from 2. It is the usable
// part of a file with a fault in that line.
func (f *File) UpToLine(line int) *File {
	if line > len(f.Objects) {
		line = len(f.Objects) + 1
	}
	return f.cut(line - 2)
}

// cut returns the file with its first entries only. It drops the facts about an earlier format,
// which concern the whole file.
func (f *File) cut(entries int) *File {
	cut := *f
	cut.Entries, cut.Chain = f.Entries[:entries], record.Chain{Format: f.Format, Objects: slices.Clone(f.Objects[:entries+1])}
	if cut.Header.Former != nil {
		cut.Header.Former = nil
		if object, err := encodeHeader(cut.Header); err == nil {
			cut.Objects[0] = object
		}
	}
	return &cut
}

// Resume sets up a match from its file, and continues writing to w, at byte f.CompleteBytes of the
// file, if w is not nil. It checks the file like [Verify]. An unfinished action is pending: see
// [Match.Pending]. The dice are the program's, rolled as far as the file goes, or nil if the header
// has no seed.
func Resume(f *File, find FindGame, w io.Writer) (*Match, *dice.Random, error) {
	a, fault := replay(f, find)
	if fault = record.FirstFault(f.Broken, fault); fault != nil {
		return nil, nil, fault
	}
	a.m.watch = nil
	if w != nil {
		a.m.pen = record.ResumeChainWriter(w, &f.Chain, f.CompleteBytes)
	}
	return a.m, a.script.Dice, nil
}

// A Report is what Verify has checked.
type Report struct {
	Lines    int // with the header
	Actions  int // including undone ones
	Rolls    int
	Finished bool   // the game is over
	Reworded int    // lines that this version would write in other words
	Sum      string // the checksum of the last line
}

// Verify audits a match: the hashes, the header, the legality of each action, every question, every
// face of the program's dice against the seed, every position, and every byte. Only the words of rolls,
// decisions, notes and endings may be those of another version: they are counted in Report.Reworded. The error
// is a [*record.Fault] with the first line at fault.
func Verify(f *File, find FindGame) (*Report, error) {
	a, fault := replay(f, find)
	if fault = record.FirstFault(f.Broken, fault); fault != nil {
		return nil, fault
	}
	r := &Report{Lines: len(f.Objects), Finished: a.m.pending == nil && a.m.Status().Over, Reworded: a.reworded, Sum: f.Sum}
	for _, e := range f.Entries {
		if e.Kind == Acted {
			r.Actions++
		}
		if e.Kind == Ruled && e.Rule.Kind == rule.Rolled {
			r.Rolls++
		}
	}
	return r, nil
}

// audit is the source of a replay, which gives the recorded answers, and checks what the replay
// writes.
type audit struct {
	file   *File
	m      *Match
	script *dice.Script
	next   int // index of the next entry of the replay
	fault  *record.Fault

	reworded int // entries that this version would word otherwise
}

var errFault = errors.New("match: stopped at a fault")

// replay plays a file again.
func replay(f *File, find FindGame) (*audit, *record.Fault) {
	instance, err := f.Header.NewInstance(find)
	if err != nil {
		return nil, asFault(err)
	}
	if fault := sameHeader(f, instance); fault != nil {
		return nil, fault
	}
	random, err := f.Header.random()
	if err != nil {
		return nil, inHeader("its dice", "dice of this program", err)
	}
	a := &audit{file: f, m: &Match{Instance: instance, Header: f.Header}}
	var rules []rule.Entry
	for _, e := range f.Entries {
		if e.Kind == Ruled {
			rules = append(rules, e.Rule)
		}
	}
	a.script = dice.NewScript(rules)
	a.script.Dice, a.script.Known = random, a.m.earlierFaces
	a.m.watch = a.entry
	for a.next < len(f.Entries) && a.fault == nil {
		a.step(f.Entries[a.next])
	}
	return a, a.fault
}

func asFault(err error) *record.Fault {
	var f *record.Fault
	if errors.As(err, &f) {
		return f
	}
	return inHeader("its header", "a valid header", err)
}

// sameHeader compares line 1 with the header of the game that was set up from it.
func sameHeader(f *File, instance *game.Instance) *record.Fault {
	h, err := NewHeader(instance, f.Header.Program, [2]string{f.Header.Seats[0].Player, f.Header.Seats[1].Player}, f.Header.Dice)
	if err != nil {
		return asFault(err)
	}
	h.Format, h.Former, h.UndoneRollsRepeat, h.Terms = f.Header.Format, f.Header.Former, f.Header.UndoneRollsRepeat, f.Header.Terms
	for i := range h.Seats {
		h.Seats[i].Dice = f.Header.Seats[i].Dice
	}
	if err := h.Terms.validate(instance, h.Dice); err != nil {
		return inHeader("its terms", "terms that agree with its sides and its dice", err)
	}
	object, err := encodeHeader(h)
	if err != nil {
		return asFault(err)
	}
	if !bytes.Equal(object, f.Objects[0]) {
		return &record.Fault{Line: 1, Kind: record.BadHeader, Found: string(f.Objects[0]), Expected: string(object)}
	}
	return f.checkFormer()
}

// step plays or undoes one action of the file.
func (a *audit) step(e Entry) {
	line := a.next + 2
	by := -1
	for i, s := range a.m.Instance.Sides {
		if s == e.By {
			by = i
		}
	}
	if by < 0 || e.Kind == Acted && by != a.m.Status().Side {
		a.blame(line, record.BadOrder, fmt.Sprintf("%q by %q", e.Kind, e.By), "an action by the side whose turn it is, or an undo or a resignation by a side")
		return
	}
	var err error
	switch e.Kind {
	case Acted:
		err = a.play(e)
	case Undone:
		err = a.m.Undo(by, e.Consent != "")
	case Redone:
		err = a.m.Redo(by)
	case Agreed:
		err = a.m.Agree(by)
	case Resigned:
		err = a.m.Resign(by)
	default:
		a.blame(line, record.BadOrder, fmt.Sprintf("the entry %q", e.Kind), "an action")
		return
	}
	if err != nil {
		a.blame(line, record.Illegal, fmt.Sprintf("%q by %s", e.Kind+" "+Kind(e.Action), e.By), err.Error())
	}
}

// errOpen stops the replay of an action that is unfinished in the file: the file ends there, or the
// action is undone.
var errOpen = fmt.Errorf("match: the action is not finished: %w", rule.ErrUnanswered)

// open reports whether the file leaves the action unfinished here.
func (a *audit) open() bool {
	return a.next >= len(a.file.Entries) || a.file.Entries[a.next].Kind == Undone
}

// play plays the next action of the file.
func (a *audit) play(e Entry) error {
	action, err := a.m.Instance.ParseAction(e.Action)
	if err != nil {
		return err
	}
	err = a.m.Play(action, a)
	if errors.Is(err, errOpen) {
		a.m.err = nil
		return nil
	}
	return err
}

func (a *audit) blame(line int, k record.FaultKind, found, expected string) {
	if a.fault == nil {
		a.fault = &record.Fault{Line: line, Kind: k, Found: found, Expected: expected}
	}
}

// Roll returns the recorded answer if the next entry answers this question.
func (a *audit) Roll(r rule.Roll) (int, []uint8, error) {
	if err := a.expect(rule.Entry{Kind: rule.Rolled, Cite: r.Cite, Text: r.Why, By: r.By, Pool: r.Pool}); err != nil {
		return 0, nil, err
	}
	r.Why = a.file.Entries[a.next].Rule.Text
	v, faces, err := a.script.Roll(r)
	return v, faces, a.answered(err)
}

// Choose returns the recorded answer if the next entry answers this question.
func (a *audit) Choose(c rule.Choice) (int, error) {
	if err := a.expect(rule.Entry{Kind: rule.Chosen, Cite: c.Cite, Text: c.Why, By: c.By, Options: c.Options}); err != nil {
		return 0, err
	}
	c.Why, c.Options = a.file.Entries[a.next].Rule.Text, a.file.Entries[a.next].Rule.Options
	v, err := a.script.Choose(c)
	return v, a.answered(err)
}

// From returns the origin of the recorded answer.
func (a *audit) From() string { return a.script.From() }

// expect compares the next entry with a question.
func (a *audit) expect(q rule.Entry) error {
	if a.fault != nil {
		return errFault
	}
	if a.open() {
		return errOpen
	}
	line, found := a.next+2, a.file.Entries[a.next]
	if found.Kind != Ruled {
		a.blame(line, record.BadEntry, fmt.Sprintf("the entry %q", found.Kind), record.FieldText(record.BadEntry, q))
		return errFault
	}
	q.Value, q.Faces, q.From = found.Rule.Value, found.Rule.Faces, found.Rule.From
	if kinds := record.Differences(found.Rule, inWords(q, found.Rule)); len(kinds) > 0 {
		k := record.BadEntry
		if len(kinds) == 1 {
			k = kinds[0]
		}
		a.blame(line, k, record.FieldText(k, found.Rule), record.FieldText(k, q))
		return errFault
	}
	if typed := found.Rule.From != dice.FromProgram; typed && a.file.Header.Dice.Kind == dice.FromTyped && found.Rule.Kind == rule.Rolled {
		if side := Thrower(rule.Roll{By: q.By}, a.m.Instance.Sides, a.m.pending.by); !a.m.MayType(side) {
			a.blame(line, record.BadOrigin, "dice that "+a.m.Instance.Sides[side].WithVerb("type"), "the program's: nobody agreed to others")
			return errFault
		}
	}
	switch from := found.Rule.From; {
	case a.file.Header.Terms.ofHands() && found.Rule.Kind == rule.Rolled && from != a.file.Header.Terms.Hands.origin():
		a.blame(line, record.BadOrigin, fmt.Sprintf("%q", from), a.file.Header.Terms.Hands.origin())
		return errFault
	case a.file.Header.Terms.ofHands() && found.Rule.Kind == rule.Rolled:
	case found.Rule.Kind == rule.Chosen && from == dice.FromHands:
		a.blame(line, record.BadOrigin, fmt.Sprintf("%q", from), dice.FromTyped+" or "+dice.FromProgram)
		return errFault
	case from == "" || from == a.file.Header.Dice.Kind || from == dice.FromProgram || found.Rule.Kind == rule.Chosen && from == dice.FromTyped:
	case from == dice.FromTotal && a.file.Header.Dice.Kind == dice.FromTyped && found.Rule.Kind == rule.Rolled:
	default:
		a.blame(line, record.BadOrigin, fmt.Sprintf("%q", from), a.file.Header.Dice.Kind)
		return errFault
	}
	return nil
}

// answered turns an error of the script into a fault of the line.
func (a *audit) answered(err error) error {
	var m *dice.MismatchError
	if errors.As(err, &m) {
		a.blame(a.next+2, record.KindOf(m), m.Recorded, m.Expected)
	}
	return err
}

// inWords returns an entry of the rules in the words of another: its reason, and its options if they are as many.
func inWords(e, words rule.Entry) rule.Entry {
	e.Text = words.Text
	if len(e.Options) == len(words.Options) {
		e.Options = words.Options
	}
	return e
}

// inWordsOf returns the entry in the words of another one.
func (e Entry) inWordsOf(words Entry) Entry {
	switch {
	case e.Kind == Ruled && words.Kind == Ruled:
		e.Rule = inWords(e.Rule, words.Rule)
	case e.Over != nil && words.Over != nil:
		over := *e.Over
		over.Why, e.Over = words.Over.Why, &over
	}
	return e
}

// entry compares an entry of the replay with the one in the file, which it returns.
func (a *audit) entry(e Entry) (Entry, error) {
	if a.fault != nil {
		return e, errFault
	}
	line := a.next + 2
	if a.open() && (e.Kind == Ruled || e.Kind == Done) {
		return e, errOpen
	}
	object, err := e.encode()
	if err != nil {
		return e, err
	}
	found := a.file.Entries[a.next]
	if bytes.Equal(object, a.file.Objects[a.next+1]) {
		a.next++
		return e, nil
	}
	// A match that began under another version goes on, and keeps the words of its lines.
	old, err := e.inWordsOf(found).encode()
	if err != nil {
		return e, err
	}
	if bytes.Equal(old, a.file.Objects[a.next+1]) {
		a.next++
		a.reworded++
		return found, nil
	}
	k, was, is := record.BadEntry, string(a.file.Objects[a.next+1]), string(object)
	if found.Kind == Ruled && e.Kind == Ruled {
		if kinds := record.Differences(found.Rule, e.Rule); len(kinds) == 1 {
			k, was, is = kinds[0], record.FieldText(kinds[0], found.Rule), record.FieldText(kinds[0], e.Rule)
		}
	} else if found.Kind == e.Kind && found.Position != e.Position {
		k, was, is = record.BadOutcome, "position "+found.Position, e.Position
	}
	a.blame(line, k, was, is)
	return e, errFault
}
