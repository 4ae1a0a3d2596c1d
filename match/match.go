package match

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"loophole/dice"
	"loophole/game"
	"loophole/record"
	"loophole/rule"
)

// A Match is a game in progress or a finished one. It is not safe for concurrent use.
type Match struct {
	Instance *game.Instance
	Header   Header
	Entries  []Entry

	steps         []playedStep // the actions that count
	undone        []playedStep // undone actions, the last undone last
	pending       *pendingAction
	playedActions []PlayedAction
	pen           *record.ChainWriter        // nil: nothing is written
	watch         func(Entry) (Entry, error) // returns the entry that counts
	err           error                      // of the pen
	resigned      rule.Side                  // the side that resigned, or ""
	agreed        [2]bool                    // whether the dice of a side may be typed: see Terms
	known         map[string]answers         // of undone actions, by position and action: see RepeatUndoneRolls
}

// A playedStep is an action that was played.
type playedStep struct {
	action        game.Action
	by            int
	before, after game.Position
	needsConsent  bool // undo needs consent
	playedAction  int  // index in Match.playedActions
	key           string
	answers       answers
}

// A pendingAction is an action in which a source stopped.
type pendingAction struct {
	action game.Action
	by     int
	at     int // index of its first entry
	midway game.Position
	rules  []rule.Entry // its entries so far
	key    string       // the position and the action: see RepeatUndoneRolls
	path   string       // the answers so far
	answers
}

// New begins a match. If w is not nil, the header and each entry are written to it.
func New(f *game.Instance, h Header, w io.Writer) (*Match, error) {
	m := &Match{Instance: f, Header: h}
	if w == nil {
		return m, nil
	}
	object, err := encodeHeader(h)
	if err != nil {
		return nil, err
	}
	m.pen = record.NewChainWriter(w, h.Format)
	return m, m.pen.Append(object)
}

// Open begins the match of a header, given as a line without its hash. The error is a
// [*record.Fault] of line 1.
func Open(header []byte, find FindGame, w io.Writer) (*Match, error) {
	var h Header
	if err := record.DecodeStrict(header, &h); err != nil {
		return nil, &record.Fault{Line: 1, Kind: record.BadForm, Found: err.Error(), Expected: "a header in JSON"}
	}
	if h.Format != Format {
		return nil, &record.Fault{Line: 1, Kind: record.BadFormat, Found: fmt.Sprint("format ", h.Format), Expected: fmt.Sprint("format ", Format)}
	}
	if h.Former != nil {
		return nil, &record.Fault{Line: 1, Kind: record.BadFormat, Found: "a match that was migrated from an earlier format", Expected: "a match that begins in this one"}
	}
	instance, err := h.NewInstance(find)
	if err != nil {
		return nil, err
	}
	if fault := sameHeader(&File{Header: h, Chain: record.Chain{Format: h.Format, Objects: [][]byte{header}}}, instance); fault != nil {
		return nil, fault
	}
	return New(instance, h, w)
}

// Line1 returns the header as a line without its hash, as [Open] takes it.
func (h Header) Line1() ([]byte, error) { return encodeHeader(h) }

// Position returns the current position. A pending action has not changed it.
func (m *Match) Position() game.Position {
	if n := len(m.steps); n > 0 {
		return m.steps[n-1].after
	}
	return m.Instance.Start
}

// PendingPosition returns the position as the pending action has changed it up to its question, for
// display: the player who is asked sees the table in that state. It is the current position if
// there is no question, or if the unfinished action leaves a position that cannot be drawn.
func (m *Match) PendingPosition() game.Position {
	if m.pending == nil || m.pending.midway == (game.Position{}) {
		return m.Position()
	}
	return m.pending.midway
}

// Status returns the status of the game. It knows of a resignation, which no position shows.
func (m *Match) Status() game.Status { return m.afterResignation(m.Instance.Status(m.Position())) }

// Pending returns the action that a source stopped in, if there is one.
func (m *Match) Pending() (game.Action, bool) {
	if m.pending == nil {
		return game.Action{}, false
	}
	return m.pending.action, true
}

// Sum returns the checksum of the last line, which identifies the whole match so far. It is "" for a match
// that is not written.
func (m *Match) Sum() string {
	if m.pen == nil {
		return ""
	}
	return m.pen.Sum()
}

// Save writes the match so far, header and entries, as the file that it would be if every line had
// been written. The result can be read, audited and resumed.
func (m *Match) Save(w io.Writer) error {
	object, err := encodeHeader(m.Header)
	if err != nil {
		return err
	}
	pen := record.NewChainWriter(w, m.Header.Format)
	if err := pen.Append(object); err != nil {
		return err
	}
	for _, e := range m.Entries {
		if object, err = e.encode(); err != nil {
			return err
		}
		if err := pen.Append(object); err != nil {
			return err
		}
	}
	return nil
}

// add keeps an entry.
func (m *Match) add(e Entry) {
	if m.err == nil && m.watch != nil {
		e, m.err = m.watch(e)
	}
	if m.err == nil && m.pen != nil {
		var object []byte
		if object, m.err = e.encode(); m.err == nil {
			m.err = m.pen.Append(object)
		}
	}
	if m.err == nil {
		m.Entries = append(m.Entries, e)
	}
}

// Play plays an action of the side to act. The error is a [rule.IllegalError] if the rules do not
// allow it, and then nothing is kept. It is a *[rule.UnansweredError] if the source stopped at a
// question. Then the action is pending: play it again with a source for the open questions, or undo
// it.
func (m *Match) Play(a game.Action, src rule.Source) error {
	if m.err != nil {
		return m.err
	}
	if err := m.resignedError(); err != nil {
		return err
	}
	before := m.Position()
	switch {
	case m.pending != nil && m.pending.action != a:
		return fmt.Errorf("match: %q is pending: finish it, or undo it", m.Instance.FormatAction(m.pending.action))
	case m.pending == nil:
		if err := m.Instance.WhyIllegal(before, a); err != nil {
			return err
		}
		m.pending = &pendingAction{action: a, by: m.Status().Side, at: len(m.Entries), key: m.key(before, a)}
		m.pending.answers = m.known[m.pending.key]
		m.add(Entry{Kind: Acted, By: m.Instance.Sides[m.pending.by], Action: m.Instance.FormatAction(a)})
	}
	l := &sourceRecorder{match: m, known: m.pending.rules, script: dice.NewScript(m.pending.rules), src: src}
	after, err := m.Instance.Play(before, a, l, &rule.Record{OnEntry: l.entry})
	if err = errors.Join(l.err, err); err != nil {
		var open *rule.UnansweredError
		if l.err == nil && errors.As(err, &open) {
			if m.pending.midway = before; m.Instance.Validate(after) == nil {
				m.pending.midway = after
			}
			return open
		}
		return err
	}
	s := playedStep{action: a, by: m.pending.by, before: before, after: after, key: m.pending.key, answers: m.pending.answers}
	s.needsConsent = m.pending.needsConsent(m.Instance) || m.Instance.Reveals(before, after)
	if m.add(m.done(s)); m.err != nil {
		return m.err
	}
	s.playedAction = m.addPlayedAction(before, after, s.needsConsent)
	delete(m.known, s.key) // The action counts. Later dice from the same position are new.
	m.steps, m.undone, m.pending = append(m.steps, s), nil, nil
	return nil
}

// needsConsent reports whether an undo of the action needs consent: a die was rolled, or the other side
// decided.
func (b *pendingAction) needsConsent(f *game.Instance) bool {
	for _, e := range b.rules {
		if e.Kind == rule.Rolled || e.Kind == rule.Chosen && e.By != f.Sides[b.by] {
			return true
		}
	}
	return false
}

// done returns the last entry of an action.
func (m *Match) done(s playedStep) Entry {
	e := Entry{Kind: Done, Position: s.after.Hash()}
	for _, i := range m.Instance.Game.ActionTypes[s.action.Type].Events {
		if m.Instance.Holds(i, s.before, s.after, s.action) {
			e.Events = append(e.Events, m.Instance.Game.Events[i].Name)
		}
	}
	e.Over = resultOf(m.Instance, m.Instance.Status(s.after))
	return e
}

// sourceRecorder answers an action from its recorded answers, and then from a source. It keeps new
// entries.
type sourceRecorder struct {
	match  *Match
	known  []rule.Entry
	script *dice.Script
	src    rule.Source
	seen   int
	from   string
	err    error
}

func (l *sourceRecorder) Roll(r rule.Roll) (int, []uint8, error) {
	if l.script.Left() > 0 {
		v, faces, err := l.script.Roll(r)
		l.from = l.script.From()
		return v, faces, err
	}
	v, faces, err := l.src.Roll(r)
	l.origin()
	return v, faces, err
}

func (l *sourceRecorder) Choose(c rule.Choice) (int, error) {
	if l.script.Left() > 0 {
		v, err := l.script.Choose(c)
		l.from = l.script.From()
		return v, err
	}
	v, err := l.src.Choose(c)
	l.origin()
	return v, err
}

func (l *sourceRecorder) origin() {
	l.from = ""
	if o, ok := l.src.(rule.Origin); ok {
		l.from = o.From()
	}
}

// From returns the origin of the last answer.
func (l *sourceRecorder) From() string { return l.from }

// entry keeps an entry of the rules, and compares it with the known one.
func (l *sourceRecorder) entry(e rule.Entry) {
	if !isKept(e) || l.err != nil {
		return
	}
	if l.seen < len(l.known) {
		x, _ := record.EncodeEntry(l.known[l.seen])
		y, _ := record.EncodeEntry(e)
		if !bytes.Equal(x, y) {
			l.err = fmt.Errorf("match: %q is recorded where the rules say %q", l.known[l.seen], e)
		}
		l.seen++
		return
	}
	l.seen++
	m := l.match
	m.add(Entry{Kind: Ruled, Rule: e})
	if l.err = m.err; l.err == nil {
		m.remember(e)
		m.pending.rules = append(m.pending.rules, e)
	}
}
