package rule

import (
	"fmt"
	"loophole/internal/replay"
	"slices"
	"unsafe"
)

// A Clause names one numbered statement of a rulebook, such as "he.rubble".
type Clause string

// A Side is one of the players at the table, such as "attacker".
type Side string

// from says where the last answer came from, if the source knows.
func (u *Umpire) from() string {
	if o, ok := u.src.(Origin); ok {
		return o.From()
	}
	return ""
}

// An Umpire is who a procedure asks. It puts questions to its source, writes
// each answer and each applied modifier in its record with the clause, and
// knows the house: the facts, rulings and table values in force.
//
// An umpire serves one procedure at a time and is not safe for concurrent use.
type Umpire struct {
	src       Source
	pools     PoolSource // the source, if it wants no words
	rec       *Record
	house     *HouseRules
	path      *replay.Prefix // answers that are known already: those of the course, where no record is kept
	course    *replay.Plan
	memo      replay.SubrollCache
	slots     [8]heldSlot
	ready     prepared       // the value that was precomputed first for the situation asked about
	more      []prepared     // and the others
	work      []keptWork     // the values that were precomputed for situations of actions
	onces     []once         // the values of each Once
	heard     func(any)      // is called with the situations that actions build, if not nil
	asked     unsafe.Pointer // the situation that the question asks about, if one is asked
	askedSize uintptr
	refuse    []Violation
	roles     [2]Side // of a procedure
	seats     [2]Side // that play them
	by        Side    // who throws the next roll
	hand      Side    // who throws those of which nothing is said
	called    []called
	about     string  // what questions are about, to be said before them
	said      bool    // one of by, hand and about is not empty, and heard; most rolls look no further
	deaf      bool    // nobody hears whose dice are thrown, and what for
	quiet     bool    // a judge: reasons are not built
	checker   *Umpire // what Checker returned last
	denied    bool    // a judge refused something
}

// NewUmpire returns an umpire over a source. A nil record keeps none. If the
// source is also a replay.Source or a replay.SubrollCache, marks and named sub-rolls go to it.
func NewUmpire(src Source, rec *Record) *Umpire {
	u := &Umpire{src: src, rec: rec}
	if c, ok := src.(replay.Source); ok {
		u.course = c.Course()
		if rec == nil {
			u.path, u.deaf = &u.course.Prefix, true
		}
	}
	if p, ok := src.(PoolSource); ok && rec == nil {
		u.pools, u.deaf = p, true
	}
	u.memo, _ = src.(replay.SubrollCache)
	return u
}

// known returns the next answer, if it is laid out.
func (u *Umpire) known() (int, bool) {
	p := u.path
	if p == nil || p.At >= len(p.Values) {
		return 0, false
	}
	v := p.Values[p.At]
	p.At++
	return v, true
}

// Count rolls n dice and returns how many succeed. No dice are no question:
// n of 0 or less returns 0.
func (u *Umpire) Count(n int, d Die, read Target, cite Clause, why string) int {
	if n <= 0 {
		return u.nothing()
	}
	if v, ok := u.known(); ok {
		return v
	}
	return u.roll(CountPool(n, d, read), cite, why)
}

// Sum rolls n dice and returns what their faces add up to; 0 for no dice.
func (u *Umpire) Sum(n int, d Die, cite Clause, why string) int {
	if n <= 0 {
		return u.nothing()
	}
	if v, ok := u.known(); ok {
		return v
	}
	return u.roll(SumPool(n, d), cite, why)
}

// Test rolls one die and reports whether it succeeds.
func (u *Umpire) Test(d Die, read Target, cite Clause, why string) bool {
	if v, ok := u.known(); ok {
		return v != 0
	}
	return u.roll(TestPool(d, read), cite, why) != 0
}

// Tally rolls n dice and returns how many fall in each band.
func (u *Umpire) Tally(n int, d Die, bands Bands, cite Clause, why string) Counts {
	if n <= 0 {
		return Counts(u.nothing())
	}
	if v, ok := u.known(); ok {
		return Counts(v)
	}
	return Counts(u.roll(TallyPool(n, d, bands), cite, why))
}

// Highest rolls n dice and returns the sum of the keep highest.
func (u *Umpire) Highest(n, keep int, d Die, cite Clause, why string) int {
	if n <= 0 || keep <= 0 {
		return u.nothing()
	}
	if v, ok := u.known(); ok {
		return v
	}
	return u.roll(KeepPool(Highest, n, min(keep, n), d), cite, why)
}

// Lowest rolls n dice and returns the sum of the keep lowest.
func (u *Umpire) Lowest(n, keep int, d Die, cite Clause, why string) int {
	if n <= 0 || keep <= 0 {
		return u.nothing()
	}
	if v, ok := u.known(); ok {
		return v
	}
	return u.roll(KeepPool(Lowest, n, min(keep, n), d), cite, why)
}

// nothing is a roll of no dice, which nobody throws.
func (u *Umpire) nothing() int {
	if u.said {
		u.thrower()
	}
	return 0
}

func (u *Umpire) roll(p Pool, cite Clause, why string) int {
	if u.pools != nil {
		v, err := u.pools.RollPool(p)
		if err != nil {
			u.rolled(Roll{Pool: p, Cite: cite, Why: why}, 0, nil, err)
		}
		return v
	}
	if u.said {
		return u.rollSaid(p, cite, why)
	}
	v, faces, err := u.src.Roll(Roll{Pool: p, Cite: cite, Why: why})
	if u.rec != nil || err != nil {
		u.rolled(Roll{Pool: p, Cite: cite, Why: why}, v, faces, err)
	}
	return v
}

// rollSaid makes a roll of which something is said.
func (u *Umpire) rollSaid(p Pool, cite Clause, why string) int {
	if u.about != "" {
		why = u.about + ": " + why
	}
	by := u.thrower()
	if by == "" {
		by = u.hand
	}
	r := Roll{p, cite, why, by}
	v, faces, err := u.src.Roll(r)
	if u.rec != nil || err != nil {
		u.rolled(r, v, faces, err)
	}
	return v
}

// rolled is the part of a roll that trials and exact odds never take.
func (u *Umpire) rolled(r Roll, v int, faces []uint8, err error) {
	if err != nil {
		panic(stop{&UnansweredError{Roll: r, Err: err}})
	}
	u.rec.add(Entry{Kind: Rolled, Cite: r.Cite, Text: r.Why, By: r.By, Pool: r.Pool, Faces: faces, Value: v, From: u.from()})
}

// Choose puts a decision to a side and returns the index of the option taken.
// A single option is no question.
func (u *Umpire) Choose(by Side, cite Clause, why string, options ...string) int {
	if len(options) < 2 {
		return 0
	}
	if len(u.called) > 0 {
		options = u.recalled(by, options)
	}
	if u.about != "" {
		why = u.about + ": " + why
	}
	c := Choice{u.seat(by), cite, why, options}
	taken, err := u.src.Choose(c)
	if err == nil && (taken < 0 || taken >= len(options)) {
		err = fmt.Errorf("rule: option %d of %d was taken", taken, len(options))
	}
	if err != nil {
		panic(stop{&UnansweredError{Choice: c, Err: err}})
	}
	if u.rec != nil {
		u.rec.add(Entry{Kind: Chosen, Cite: cite, Text: why, By: c.By, Options: options, Value: taken, From: u.from()})
	}
	return taken
}

// recalled are the options of a role by their names.
func (u *Umpire) recalled(by Side, options []string) []string {
	for _, c := range u.called {
		if c.role != by {
			continue
		}
		named := make([]string, len(options))
		for i, o := range options {
			named[i] = o
			if k := slices.Index(c.words, o); k >= 0 {
				named[i] = c.names[k]
			}
		}
		options = named
	}
	return options
}

// Apply notes an amount that a clause brings in, and returns it.
func (u *Umpire) Apply(v int, cite Clause, text string) int {
	if u.rec != nil {
		u.applied(v, cite, text)
	}
	return v
}

func (u *Umpire) applied(v int, cite Clause, text string) {
	u.rec.add(Entry{Kind: Applied, Cite: cite, Text: text, Value: v})
}

// If notes and returns v when the clause applies, and is 0 and silent when it
// does not: one row of a printed modifier table.
func (u *Umpire) If(when bool, v int, cite Clause, text string) int {
	if !when {
		return 0
	}
	return u.Apply(v, cite, text)
}

// Note records that a clause took effect without an amount of its own.
func (u *Umpire) Note(cite Clause, text string) {
	if u.rec != nil {
		u.noted(cite, text)
	}
}

func (u *Umpire) noted(cite Clause, text string) {
	u.rec.add(Entry{Kind: Noted, Cite: cite, Text: text})
}

// Notes is Note with a text that is built only if a record is kept.
func (u *Umpire) Notes(cite Clause, text func() string) {
	if u.rec != nil {
		u.noted(cite, text())
	}
}

// Text returns the text that build makes where a record or a player may show it. Exact odds,
// trials and checkers show no text: there Text returns plain and does not call build.
func (u *Umpire) Text(plain string, build func() string) string {
	if u.deaf {
		return plain
	}
	return build()
}

// Recording reports whether a record is kept. It guards work that is done only to note its
// results. For a single text use [Umpire.Notes] or [Umpire.Text].
func (u *Umpire) Recording() bool { return u.rec != nil }

// stop unwinds a procedure from a question that has no answer. It is the only
// panic used as control flow, thrown in this file and recovered in Guard.
type stop struct{ err error }

// Error names what stopped a procedure, for the message of a program that asks
// without a guard.
func (s stop) Error() string { return "a question was asked without a guard: " + s.err.Error() }

// Catch runs f and returns the error that stopped it at a question, if any.
// Engines that play a procedure many times guard the whole loop.
func Catch(f func()) (err error) {
	defer func() {
		switch x := recover().(type) {
		case nil:
		case stop:
			err = x.err
		default:
			panic(x)
		}
	}()
	f()
	return nil
}

// Play plays a procedure to its end, or to the first question that the source
// cannot answer, which it returns as an *[UnansweredError].
func Play[R any](p func(*Umpire) R, src Source, rec *Record) (outcome R, err error) {
	u := NewUmpire(src, rec)
	err = Catch(func() { outcome = p(u) })
	return outcome, err
}
