package rule

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Clause names one numbered statement of a rulebook, such as "he.rubble".
type Clause string

// A Side is one of the players at the table, such as "attacker".
type Side string

// A Roll is a question to the dice: which pool, under which clause, and why. By is
// the side that throws them, where a rule says so; empty, the side whose action it is.
type Roll struct {
	Pool Pool
	Cite Clause
	Why  string
	By   Side
}

// Asks reports whether the roll is a test that is put as a question, which yes or
// no answers.
func (r Roll) Asks() bool { return r.Pool.Verb() == Test && strings.HasSuffix(r.Why, "?") }

// A Choice is a question to a player.
type Choice struct {
	By      Side
	Cite    Clause
	Why     string
	Options []string
}

// A Source answers the questions of a procedure. Faces are nil where a source
// knows readings only (exact odds, trials). An error stops the procedure at
// that question; [Play] returns it.
type Source interface {
	Roll(Roll) (value int, faces []uint8, err error)
	Choose(Choice) (option int, err error)
}

// Origin is a source that says where its last answer came from, in a word or
// two that a record keeps: "program", "typed".
type Origin interface{ From() string }

// from says where the last answer came from, if the source knows.
func (u *Umpire) from() string {
	if o, ok := u.src.(Origin); ok {
		return o.From()
	}
	return ""
}

// Wordless is a source that does not read why dice are rolled, nor whose they are:
// where no record is kept either, nobody builds the words. Those of choices it reads.
type Wordless interface{ Wordless() }

// ErrUnanswered is what a source returns, wrapped or not, for a question that
// it has no answer to yet. The question itself can be had from [Unanswered].
var ErrUnanswered = errors.New("rule: no answer yet")

// Unanswered is the error with which [Play] returns when its source stopped
// at a question: the question, and the source's reason.
type Unanswered struct {
	Roll   Roll   // the question, if the dice were asked
	Choice Choice // the question, if a player was asked
	Err    error
}

// Error gives the reason with the question it belongs to.
func (e *Unanswered) Error() string {
	if e.Choice.Why != "" {
		return fmt.Sprintf("%v: %s chooses: %s", e.Err, e.Choice.By, e.Choice.Why)
	}
	return fmt.Sprintf("%v: %s for %s", e.Err, e.Roll.Pool, e.Roll.Why)
}

// Unwrap returns the source's reason.
func (e *Unanswered) Unwrap() error { return e.Err }

// An Umpire is who a procedure asks. It puts questions to its source, writes
// each answer and each applied modifier in its record with the clause, and
// knows the house: the facts, rulings and table values in force.
//
// An umpire serves one procedure at a time and is not safe for concurrent use.
type Umpire struct {
	src    Source
	rec    *Record
	house  *House
	path   *Path // answers that are known already: those of the course, where no record is kept
	course *Course
	memo   Memo
	slots  [8]heldSlot
	ready  prepared   // the part that was worked out first
	more   []prepared // and the others
	held   []held     // the situations that actions built
	onces  []once     // and what they worked out besides
	heard  func(any)  // who is told of them, or nil
	refuse []Refusal
	roles  [2]Side // of a procedure
	seats  [2]Side // that play them
	by     Side    // who throws the next roll
	hand   Side    // who throws those of which nothing is said
	called []called
	about  string // what questions are about, to be said before them
	said   bool   // one of by, hand and about is not empty; most rolls look no further
	deaf   bool   // nobody hears whose dice are thrown, and what for
	quiet  bool   // a judge: reasons are not built
	denied bool   // a judge refused something
}

// NewUmpire returns an umpire over a source. A nil record keeps none. If the
// source is also a [Courser] or a [Memo], marks and named sub-rolls go to it.
func NewUmpire(src Source, rec *Record) *Umpire {
	u := &Umpire{src: src, rec: rec}
	if c, ok := src.(Courser); ok {
		u.course = c.Course()
		if rec == nil {
			u.path, u.deaf = &u.course.Path, true
		}
	}
	if _, ok := src.(Wordless); ok && rec == nil {
		u.deaf = true
	}
	u.memo, _ = src.(Memo)
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
func (u *Umpire) Count(n int, d Die, read Reading, cite Clause, why string) int {
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
func (u *Umpire) Test(d Die, read Reading, cite Clause, why string) bool {
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

// By says which side throws the dice of the next roll, by its seat or its role in
// the procedure: u.By("defender").Count(…). Where nothing is said they belong to the
// side of [Umpire.Hand], or else to the side whose action it is.
func (u *Umpire) By(side Side) *Umpire {
	if u.Hands() {
		u.by = u.seat(side)
		u.say()
	}
	return u
}

// Hands reports whether it matters whose dice are thrown, and what for. An engine that
// lays answers out has no hands, nor has one that tries them.
func (u *Umpire) Hands() bool { return !u.deaf }

// Hand runs a part of a play in which the first of two seats throws the dice: all
// those of which [Umpire.By] does not say whose they are, by a seat or by one of the
// roles that the two play. Outside of such a part they belong to the side whose action
// it is. No decision is put to the roles.
func (u *Umpire) Hand(roles, seats [2]Side, part func()) {
	if !u.Hands() {
		part()
		return
	}
	outer := u.hand
	// A source that has no answer leaves by a panic.
	defer func() { u.hand = outer; u.say() }()
	u.hand = seats[0]
	u.say()
	u.Cast(roles, seats, part)
}

// say notes whether anything is said of the next roll.
func (u *Umpire) say() { u.said = u.by != "" || u.hand != "" || u.about != "" }

// thrower is who was said to throw the next roll, which is this one.
func (u *Umpire) thrower() Side {
	by := u.by
	u.by = ""
	u.say()
	return by
}

// throws says it again of the rolls that a sub-roll is made of.
func (u *Umpire) throws(by Side) {
	u.by = by
	u.say()
}

// nothing is a roll of no dice, which nobody throws.
func (u *Umpire) nothing() int {
	if u.said {
		u.thrower()
	}
	return 0
}

func (u *Umpire) roll(p Pool, cite Clause, why string) int {
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
	if u.about != "" && !u.deaf { // Nobody reads it.
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
		panic(stop{&Unanswered{Roll: r, Err: err}})
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
		panic(stop{&Unanswered{Choice: c, Err: err}})
	}
	if u.rec != nil {
		u.rec.add(Entry{Kind: Chosen, Cite: cite, Text: why, By: c.By, Options: options, Value: taken, From: u.from()})
	}
	return taken
}

// Cast runs a part of a play in which sides of a game play the roles of a
// procedure: a decision of "attacker" is put to the side that attacks.
func (u *Umpire) Cast(roles, seats [2]Side, part func()) {
	r, s := u.roles, u.seats
	u.roles, u.seats = roles, seats
	part()
	u.roles, u.seats = r, s
}

// seat is who plays a role of a procedure in a game; a seat is its own.
func (u *Umpire) seat(by Side) Side {
	for i, role := range u.roles {
		if by == role && role != "" {
			return u.seats[i]
		}
	}
	return by
}

// called is what the options of a role are called in a game.
type called struct {
	role         Side
	words, names []string
}

// Call runs a part of a play in which options that a procedure offers a role by
// general words have names of a game: words[i] is put to it as names[i]. Other
// options keep their words. Calls of several roles hold one inside the other.
func (u *Umpire) Call(role Side, words, names []string, part func()) {
	n := len(u.called)
	// A source that has no answer leaves by a panic.
	defer func() { u.called = u.called[:n] }()
	u.called = append(u.called, called{role, words, names})
	part()
}

// Named is what a word for something of a role is called here: its name in a game
// that has said so by [Umpire.Call], or the word.
func (u *Umpire) Named(role Side, word string) string {
	for _, c := range u.called {
		if c.role == role {
			if k := slices.Index(c.words, word); k >= 0 {
				return c.names[k]
			}
		}
	}
	return word
}

// About runs a part of a play whose questions begin with what they are about, as
// the name of a team that is one of several to roll: "cooks: damage". Subjects
// stand one inside the other; an empty one adds nothing.
func (u *Umpire) About(subject string, part func()) {
	outer := u.about
	// A source that has no answer leaves by a panic.
	defer func() { u.about = outer; u.say() }()
	if u.about = subject; subject == "" {
		u.about = outer
	} else if outer != "" {
		u.about = outer + ": " + subject
	}
	u.say()
	part()
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

// Recording reports whether a record is kept, for the rare text that is too
// dear to build when nobody reads it.
func (u *Umpire) Recording() bool { return u.rec != nil }

// A Refusal is why the rules do not allow a situation or an action.
type Refusal struct {
	Cite   Clause `json:"clause"`
	Reason string `json:"reason"`
}

// Error gives the reason with its clause.
func (r Refusal) Error() string { return fmt.Sprintf("%s [%s]", r.Reason, r.Cite) }

// Require notes a refusal unless the condition holds. It does not stop the
// check, so that a player is told every reason at once.
func (u *Umpire) Require(holds bool, cite Clause, reason string) {
	if !holds {
		u.Refuse(cite, reason)
	}
}

// Refuse notes a refusal.
func (u *Umpire) Refuse(cite Clause, reason string) {
	if u.quiet {
		u.denied = true
		return
	}
	u.refuse = append(u.refuse, Refusal{cite, reason})
}

// Refused is the error of a situation that the rules do not allow, with every
// reason.
type Refused []Refusal

// Error lists the reasons, one to a line.
func (r Refused) Error() string {
	s := "the rules do not allow this:"
	for _, x := range r {
		s += "\n  " + x.Error()
	}
	return s
}

// Legal runs a check and returns a [Refused] error with the refusals it noted,
// or nil. A check asks for facts and rulings but never for dice.
func Legal(check func(*Umpire), house *House, rec *Record) error {
	if check == nil {
		return nil
	}
	u := NewUmpire(noDice{}, rec)
	u.house = house
	if err := Guard(func() { check(u) }); err != nil {
		return err
	}
	if len(u.refuse) > 0 {
		return Refused(u.refuse)
	}
	return nil
}

type noDice struct{}

func (noDice) Roll(Roll) (int, []uint8, error) {
	return 0, nil, errors.New("rule: this part of a rule cannot roll")
}

func (noDice) Choose(Choice) (int, error) {
	return 0, errors.New("rule: this part of a rule cannot ask a player")
}

// stop unwinds a procedure from a question that has no answer. It is the only
// panic used as control flow, thrown in this file and recovered in Guard.
type stop struct{ err error }

// Error names what stopped a procedure, for the message of a program that asks
// without a guard.
func (s stop) Error() string { return "a question was asked without a guard: " + s.err.Error() }

// Guard runs f and returns the error that stopped it at a question, if any.
// Engines that play a procedure many times guard the whole loop.
func Guard(f func()) (err error) {
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
// cannot answer, which it returns as an *[Unanswered] error.
func Play[R any](p func(*Umpire) R, src Source, rec *Record) (outcome R, err error) {
	u := NewUmpire(src, rec)
	err = Guard(func() { outcome = p(u) })
	return outcome, err
}
