package rule

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"loophole/internal/fieldtags"
	"loophole/internal/intern"
)

// A Spec describes a procedure of a rulebook: its inputs, its function, and the events and measures
// of its outcome. S and R are small comparable structs with tagged fields. S is passed by pointer
// for speed and must not be written.
type Spec[S, R comparable] struct {
	Name     string // one word, as on the command line
	Gist     string // what it resolves, in one sentence
	Default  S      // the default situation
	Legal    func(*Umpire, *S)
	Play     func(*Umpire, *S) R
	Events   []Event[R]
	Measures []Measure[R]
	Examples []Example
	// MaxQuestions is the largest number of questions on any path, or 0 for a procedure without a limit,
	// which then has checkpoints.
	MaxQuestions int
}

// An Event is a named yes or no of an outcome, for which a player wants the chance.
type Event[R any] struct {
	Name  string
	Gist  string
	Holds func(R) bool
}

// A Measure is a named number of an outcome, for which a player wants the distribution.
type Measure[R any] struct {
	Name string
	Unit string
	Of   func(R) int
}

// An Example is an instructive situation, as words of the command line.
type Example struct {
	Name     string
	Settings string
	Gist     string
}

// A Label names an event or a measure of a procedure without its types.
type Label struct {
	Name string `json:"name"`
	Gist string `json:"gist"`
}

// A Procedure is a Spec without its types, so that a command line, a page or a test kit can run
// every procedure of every rulebook in the same way.
type Procedure struct {
	Name         string
	Gist         string
	Events       []Label
	Measures     []Label // the gist is the unit
	Examples     []Example
	MaxQuestions int

	rules     *Ruleset
	spec      untypedSpec
	checkTags func() // panics on wrong tags of a listed procedure
}

// untypedSpec is what the methods of a Procedure need of its Spec. It consists of functions, because
// a compiler repeats each method of a generic type, and again where an interface has it.
type untypedSpec struct {
	situation any // the default
	outcome   any // some outcome, for its fields
	holds     func(event int, outcome any) bool
	measure   func(i int, outcome any) int
	bind      func(q *Question, situation any) // the situation is a pointer
}

// Procedure returns the procedure without its types.
func (s Spec[S, R]) Procedure() *Procedure { return procedureOf(&s) }

// procedureOf is a function because a compiler makes each method of a generic type up to four times.
func procedureOf[S, R comparable](s *Spec[S, R]) *Procedure {
	p := &Procedure{Name: s.Name, Gist: s.Gist, Examples: s.Examples, MaxQuestions: s.MaxQuestions, checkTags: func() {}}
	for _, e := range s.Events {
		p.Events = append(p.Events, Label{e.Name, e.Gist})
	}
	for _, m := range s.Measures {
		p.Measures = append(p.Measures, Label{m.Name, m.Unit})
	}
	legal, play, events, measures := s.Legal, s.Play, s.Events, s.Measures
	p.spec = untypedSpec{
		situation: s.Default,
		outcome:   *new(R),
		holds:     func(event int, outcome any) bool { return events[event].Holds(outcome.(R)) },
		measure:   func(i int, outcome any) int { return measures[i].Of(outcome.(R)) },
		bind: func(q *Question, situation any) {
			at, h := situation.(*S), q.House
			if legal != nil {
				q.legal = func(u *Umpire) { legal(u, at) }
			}
			q.play = func(u *Umpire) any {
				asks(u, h, at)
				return play(u, at)
			}
			q.newOutcomeRunner = func() *OutcomeRunner { return outcomeRunner(play, events, measures, h, at) }
			q.newEventRunner = func(watched []int) *EventRunner { return eventRunner(play, events, h, at, watched) }
		},
	}
	return p
}

// mustHaveTags panics on an error in the tags of the situation or of the outcome.
func (p *Procedure) mustHaveTags() {
	c := &schema{"situation", p.rules}
	err := c.tagFault(p.spec.situation)
	if err == nil {
		err = (&schema{"outcome", p.rules}).tagFault(p.spec.outcome)
	}
	if err == nil {
		err = c.checkZeroValues(p.spec.situation)
	}
	if err != nil {
		panic(fmt.Sprintf("%s: %s: %v", p.rules.ID, p.Name, err))
	}
}

// Example returns the settings of an example by its name, and none for an empty name. The error
// suggests examples.
func (p *Procedure) Example(name string) ([]Setting, error) {
	if name == "" {
		return nil, nil
	}
	var known []string
	for _, x := range p.Examples {
		if x.Name == name {
			return ParseWords(strings.Fields(x.Settings))
		}
		known = append(known, x.Name)
	}
	return nil, fmt.Errorf("%s: unknown example %q%s", p.Name, name, Suggest(name, known))
}

// Rules returns the ruleset of the procedure.
func (p *Procedure) Rules() *Ruleset { return p.rules }

// Keys describes the keys of the procedure's situation.
func (p *Procedure) Keys() []Key {
	p.checkTags()
	return (&schema{"situation", p.rules}).keys(p.spec.situation)
}

// OutcomeKeys describes the fields of the procedure's outcome.
func (p *Procedure) OutcomeKeys() []Key { return (&schema{"outcome", p.rules}).keys(p.spec.outcome) }

// NewQuestion returns the question for house rules and a situation. The situation is given as
// layers of settings over the defaults, for example those of an example and of a command line.
// Within a layer the order has no meaning, and a key has one value. The error lists every unknown
// key, invalid value and contradiction. [Question.Legal] reports whether the rules allow the
// situation.
func (p *Procedure) NewQuestion(h *HouseRules, layers ...[]Setting) (*Question, error) {
	p.checkTags()
	if h == nil {
		h = p.rules.Published()
	}
	situation := reflect.New(reflect.TypeOf(p.spec.situation))
	situation.Elem().Set(reflect.ValueOf(p.spec.situation))
	if faults := (&schema{"situation", p.rules}).decode(situation.Interface(), layers); len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	q := &Question{Procedure: p, House: h, situation: situation.Elem().Interface()}
	p.spec.bind(q, situation.Interface())
	return q, nil
}

// Holds reports whether an event, by its index, occurs in an outcome.
func (p *Procedure) Holds(event int, outcome any) bool { return p.spec.holds(event, outcome) }

// Measure returns the value of a measure, by its index, in an outcome.
func (p *Procedure) Measure(i int, outcome any) int { return p.spec.measure(i, outcome) }

// OutcomeMap returns an outcome as nested maps and lists, as in JSON.
func (p *Procedure) OutcomeMap(outcome any) map[string]any {
	return (&schema{"outcome", p.rules}).tree(outcome)
}

// SortKey returns the fields of an outcome as numbers, in order. Outcomes are listed in the order
// of their sort keys.
func (p *Procedure) SortKey(outcome any) []int64 {
	return (&schema{"outcome", p.rules}).numbers(outcome)
}

func (c *schema) numbers(value any) []int64 {
	v := reflect.New(reflect.TypeOf(value)).Elem()
	v.Set(reflect.ValueOf(value))
	var out []int64
	c.walk(v, "", nil, func(l leaf) {
		if l.v.Kind() == reflect.Bool {
			n := int64(0)
			if l.v.Bool() {
				n = 1
			}
			out = append(out, n)
			return
		}
		out = append(out, fieldtags.Int(l.v))
	})
	return out
}

// A Question is a procedure with house rules and a situation. Any umpire can run it, any number of
// times.
type Question struct {
	Procedure *Procedure
	House     *HouseRules

	situation        any
	play             func(*Umpire) any
	newOutcomeRunner func() *OutcomeRunner
	newEventRunner   func(events []int) *EventRunner
	legal            func(*Umpire)
}

// An OutcomeRunner runs a question repeatedly and numbers the different outcomes. It is not safe
// for concurrent use.
type OutcomeRunner struct {
	Play    func(*Umpire) int // runs once; returns the number of the outcome
	Outcome func(i int) any
	Holds   func(event, i int) bool // whether an event occurs in outcome i
	Measure func(m, i int) int      // measure m of outcome i
	Len     func() int              // the number of different outcomes so far
}

// OutcomeRunner returns a new runner of the question.
func (q *Question) OutcomeRunner() *OutcomeRunner { return q.newOutcomeRunner() }

func outcomeRunner[S, R comparable](play func(*Umpire, *S) R, events []Event[R], measures []Measure[R], h *HouseRules, situation *S) *OutcomeRunner {
	t := intern.New[R]()
	return &OutcomeRunner{
		Play: func(u *Umpire) int {
			asks(u, h, situation)
			r := play(u, situation)
			if u.AtCheckpoint() {
				return 0
			}
			return intern.Intern(t, &r)
		},
		Outcome: t.Value,
		Holds:   func(event, i int) bool { return events[event].Holds(*intern.At[R](t, i)) },
		Measure: func(m, i int) int { return measures[m].Of(*intern.At[R](t, i)) },
		Len:     t.Len,
	}
}

// An EventRunner runs a question repeatedly and distinguishes only sets of events, which is cheaper
// than distinguishing outcomes. It is not safe for concurrent use.
type EventRunner struct {
	Play  func(*Umpire) int         // runs once; returns the number of the set of events
	Holds func(event, set int) bool // whether an event, by its place in the list, is in a set
	Len   func() int                // the number of different sets so far
}

// MaxEvents is the largest number of events of an [EventRunner].
const MaxEvents = 64

// EventRunner returns a new runner for some of the procedure's events, by their indices, or for all
// if none are given. It panics beyond [MaxEvents].
func (q *Question) EventRunner(events ...int) *EventRunner {
	if len(events) == 0 {
		events = make([]int, len(q.Procedure.Events))
		for i := range events {
			events[i] = i
		}
	}
	if len(events) > MaxEvents {
		panic("rule: too many events to watch")
	}
	return q.newEventRunner(events)
}

func eventRunner[S, R comparable](play func(*Umpire, *S) R, events []Event[R], h *HouseRules, situation *S, watched []int) *EventRunner {
	if len(watched) == 1 {
		return singleEventRunner(play, events[watched[0]].Holds, h, situation)
	}
	holds := make([]func(R) bool, len(watched))
	for i, e := range watched {
		holds[i] = events[e].Holds
	}
	sets := &eventSets{}
	return &EventRunner{
		Play: func(u *Umpire) int {
			asks(u, h, situation)
			r := play(u, situation)
			if u.AtCheckpoint() {
				return 0
			}
			var set uint64
			for i, holds := range holds {
				if holds(r) {
					set |= 1 << i
				}
			}
			return sets.number(set)
		},
		Holds: sets.holds,
		Len:   sets.len,
	}
}

// eventSets numbers sets of events.
type eventSets struct{ seen []uint64 }

func (x *eventSets) number(set uint64) int {
	for i, s := range x.seen {
		if s == set {
			return i
		}
	}
	x.seen = append(x.seen, set)
	return len(x.seen) - 1
}

func (x *eventSets) holds(event, set int) bool { return x.seen[set]>>event&1 == 1 }

func (x *eventSets) len() int { return len(x.seen) }

// singleEventRunner is eventRunner for one event, the most common case: set 1 is the event, and set 0 its absence.
func singleEventRunner[S, R comparable](play func(*Umpire, *S) R, holds func(R) bool, h *HouseRules, situation *S) *EventRunner {
	return &EventRunner{
		Play: func(u *Umpire) int {
			asks(u, h, situation)
			if r := play(u, situation); !u.AtCheckpoint() && holds(r) {
				return 1
			}
			return 0
		},
		Holds: isSetOne,
		Len:   twoSets,
	}
}

func isSetOne(_, set int) bool { return set == 1 }

func twoSets() int { return 2 }

// Play runs the question once and returns its outcome. It also writes the outcome to the record.
func (q *Question) Play(src Source, rec *Record) (outcome any, err error) {
	outcome, err = Play(q.play, src, rec)
	if err == nil && rec != nil {
		rec.Finish(q.Procedure.OutcomeMap(outcome))
	}
	return outcome, err
}

// Legal returns nil if the rules allow the situation, and an [IllegalError] with every reason
// otherwise. A record, if not nil, receives the facts and rulings that the check used.
func (q *Question) Legal(rec *Record) error { return CheckLegal(q.legal, q.House, rec) }

// Situation returns the situation as nested maps and lists, as in JSON.
func (q *Question) Situation() map[string]any {
	return (&schema{"situation", q.Procedure.rules}).tree(q.situation)
}

// Settings returns the whole situation as settings, from which [Procedure.NewQuestion]
// makes an equal question.
func (q *Question) Settings() []Setting {
	return (&schema{"situation", q.Procedure.rules}).encode(q.situation)
}

// Words returns the settings that differ from the defaults, as words.
func (q *Question) Words() string {
	c := &schema{"situation", q.Procedure.rules}
	return strings.Join(c.words(q.situation, q.Procedure.spec.situation), " ")
}

// String names the question: rulebook, procedure, words.
func (q *Question) String() string {
	return strings.TrimSpace(fmt.Sprintf("%s %s %s", q.Procedure.rules.ID, q.Procedure.Name, q.Words()))
}

// ParseWords turns "key=value" words into settings.
func ParseWords(words []string) ([]Setting, error) {
	var out []Setting
	for i, w := range words {
		k, v, ok := strings.Cut(w, "=")
		if !ok || k == "" {
			return nil, fmt.Errorf("word %d: %q is not key=value", i+1, w)
		}
		out = append(out, Setting{Path: k, Value: v})
	}
	return out, nil
}
