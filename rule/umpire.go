package rule

import (
	"fmt"
	"slices"
	"unsafe"

	"loophole/internal/replay"
)

// A Clause names one numbered statement of a rulebook, such as "he.rubble".
type Clause string

// A Side is one of the players at the table, such as "attacker".
type Side string

// An Umpire is the object that a procedure asks. It passes questions to its source, and writes each
// answer and each applied modifier to its record with the clause. It knows the current facts,
// rulings and table values.
//
// An umpire runs one procedure at a time and is not safe for concurrent use.
type Umpire struct {
	src              Source
	pools            PoolSource // the source, if it needs no texts
	rec              *Record
	house            *HouseRules
	path             *replay.Prefix // known answers: those of the replay plan, if no record is kept
	plan             *replay.Plan
	memo             replay.SubrollCache
	slots            *[1 << slotBits]heldSlot // nil before the first cached subroll
	ready            prepared                 // the first precomputed value for the question's situation
	more             []prepared               // the others
	caches           []precomputedCache       // values precomputed for situations of actions
	memos            []memo                   // the values of each Memoized
	trace            func(any)                // called with the situations that actions build, if not nil
	asked            unsafe.Pointer           // the situation of the question, if any
	askedSize        uintptr
	violations       []Violation
	roles            [2]Side // of a procedure
	seats            [2]Side // that play the roles
	by               Side    // the side of the next roll
	roller           Side    // the side of rolls without By
	called           []called
	about            string  // subject of questions, placed before them
	hasSideOrSubject bool    // by, roller or about is set, and somebody reads it; most rolls check nothing else
	ignoresSides     bool    // nobody reads the sides and subjects of rolls
	wordless         bool    // nobody reads the words of questions
	withoutReasons   bool    // a checker: reasons are not built
	violated         bool    // a checker found a violation
	checker          *Umpire // the last result of Checker
}

// NewUmpire returns an umpire over a source. A nil record stores nothing. A source that is also a
// replay.Source or a replay.SubrollCache receives the checkpoints and the named subrolls.
func NewUmpire(src Source, rec *Record) *Umpire {
	u := &Umpire{src: src, rec: rec}
	if c, ok := src.(replay.Source); ok {
		u.plan = c.Plan()
		if rec == nil {
			u.path, u.ignoresSides = &u.plan.Prefix, true
		}
	}
	if p, ok := src.(PoolSource); ok && rec == nil {
		u.pools, u.ignoresSides = p, true
	}
	if w, ok := src.(replay.Wordless); ok && rec == nil {
		u.wordless = w.IsWordless()
	}
	u.memo, _ = src.(replay.SubrollCache)
	return u
}

// known returns the next answer, if it is known.
func (u *Umpire) known() (int, bool) {
	p := u.path
	if p == nil || p.At >= len(p.Values) {
		return 0, false
	}
	v := p.Values[p.At]
	p.At++
	return v, true
}

// Count rolls n dice and returns the number of successes. For n of 0 or less it asks nothing and
// returns 0. It asks for the dice even if no face or every face meets the target, as AtLeast(7) and
// AtLeast(1) of a D6 do: check beforehand if the book then has nobody roll.
func (u *Umpire) Count(n int, d Die, target Target, cite Clause, why string) int {
	if n <= 0 {
		return u.nothing()
	}
	if v, ok := u.known(); ok {
		return v
	}
	return u.roll(CountPool(n, d, target), cite, why)
}

// Sum rolls n dice and returns the sum of their faces; 0 for no dice.
func (u *Umpire) Sum(n int, d Die, cite Clause, why string) int {
	if n <= 0 {
		return u.nothing()
	}
	if v, ok := u.known(); ok {
		return v
	}
	return u.roll(SumPool(n, d), cite, why)
}

// Test rolls one die and reports whether it succeeds. It asks for the die even if no face or every face
// meets the target: see [Umpire.Count].
func (u *Umpire) Test(d Die, target Target, cite Clause, why string) bool {
	if v, ok := u.known(); ok {
		return v != 0
	}
	return u.roll(TestPool(d, target), cite, why) != 0
}

// Tally rolls n dice and returns the number in each band.
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

// nothing is a roll of no dice.
func (u *Umpire) nothing() int {
	if u.hasSideOrSubject {
		u.takeSide()
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
	if u.hasSideOrSubject {
		return u.rollWithSide(p, cite, why)
	}
	v, faces, err := u.src.Roll(Roll{Pool: p, Cite: cite, Why: why})
	if u.rec != nil || err != nil {
		u.rolled(Roll{Pool: p, Cite: cite, Why: why}, v, faces, err)
	}
	return v
}

// rollWithSide makes a roll with a side or a subject.
func (u *Umpire) rollWithSide(p Pool, cite Clause, why string) int {
	if u.about != "" {
		why = u.about + ": " + why
	}
	by := u.takeSide()
	if by == "" {
		by = u.roller
	}
	r := Roll{p, cite, why, by}
	v, faces, err := u.src.Roll(r)
	if u.rec != nil || err != nil {
		u.rolled(r, v, faces, err)
	}
	return v
}

// rolled is the part of a roll that trials and exact odds skip.
func (u *Umpire) rolled(r Roll, v int, faces []uint8, err error) {
	if err != nil {
		panic(stop{&UnansweredError{Roll: r, Err: err}})
	}
	u.rec.add(Entry{Kind: Rolled, Cite: r.Cite, Text: r.Why, By: r.By, Pool: r.Pool, Faces: faces, Value: v, From: u.from()})
}

// from returns the origin of the last answer, if the source knows it.
func (u *Umpire) from() string {
	if o, ok := u.src.(Origin); ok {
		return o.From()
	}
	return ""
}

// Choose asks a side for a decision and returns the index of the chosen option. A single option
// needs no question.
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
		err = fmt.Errorf("rule: the source chose option %d of %d", taken, len(options))
	}
	if err != nil {
		panic(stop{&UnansweredError{Choice: c, Err: err}})
	}
	if u.rec != nil {
		u.rec.add(Entry{Kind: Chosen, Cite: cite, Text: why, By: c.By, Options: options, Value: taken, From: u.from()})
	}
	return taken
}

// recalled returns the options of a role under the names that the game gives them.
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

// Apply notes an amount that a clause adds, and returns it.
func (u *Umpire) Apply(v int, cite Clause, text string) int {
	if u.rec != nil {
		u.applied(v, cite, text)
	}
	return v
}

func (u *Umpire) applied(v int, cite Clause, text string) {
	u.rec.add(Entry{Kind: Applied, Cite: cite, Text: text, Value: v})
}

// If notes and returns v if the clause applies. Otherwise it returns 0 and notes nothing. It is one
// row of a printed modifier table. Go computes v in any case: if v calls Fact or Cell, that note
// stands in the record even if the clause does not apply. Then write an if statement instead.
func (u *Umpire) If(when bool, v int, cite Clause, text string) int {
	if !when {
		return 0
	}
	return u.Apply(v, cite, text)
}

// Note records that a clause without an amount took effect.
func (u *Umpire) Note(cite Clause, text string) {
	if u.rec != nil {
		u.noted(cite, text)
	}
}

func (u *Umpire) noted(cite Clause, text string) {
	u.rec.add(Entry{Kind: Noted, Cite: cite, Text: text})
}

// NoteFunc is Note with a text that is built only with a record.
func (u *Umpire) NoteFunc(cite Clause, text func() string) {
	if u.rec != nil {
		u.noted(cite, text())
	}
}

// Text returns the text of build if a record or a player may show it. Exact odds, trials and
// checkers show no text, so for them Text returns plain and does not call build.
func (u *Umpire) Text(plain string, build func() string) string {
	if u.ignoresSides || u.wordless {
		return plain
	}
	return build()
}

// Recording reports whether a record is kept. It guards work whose only purpose is to note its
// results. For a single text use [Umpire.NoteFunc] or [Umpire.Text].
func (u *Umpire) Recording() bool { return u.rec != nil }

// stop unwinds a procedure from a question without an answer, or from a default that strict house rules
// reject. It is the only panic that this package uses as control flow. [Catch] recovers it.
type stop struct{ err error }

// Error describes the stop, for programs that run a procedure outside Catch.
func (s stop) Error() string { return "rule: a procedure ran outside Play and Catch: " + s.err.Error() }

// Catch runs f and returns the error that stopped it, if any: that of a question without an answer, or a
// *[MissingFactError] of strict house rules. Engines that run a procedure many times call Catch around the
// whole loop.
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

// Play runs a procedure to its end, or to the first question that the source cannot answer. It
// returns that question as an *[UnansweredError]. Other errors are those of [Catch].
func Play[R any](p func(*Umpire) R, src Source, rec *Record) (outcome R, err error) {
	u := NewUmpire(src, rec)
	err = Catch(func() { outcome = p(u) })
	return outcome, err
}
