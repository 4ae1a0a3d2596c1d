package rule

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"loophole/internal/fieldtags"
	"loophole/internal/intern"
)

// A Spec describes a procedure of a rulebook to the rest of the program: what
// goes in, what is played, and how players speak of what came out. S and R
// are small comparable structs with tagged fields; S is passed by pointer for
// speed and must not be written.
type Spec[S, R comparable] struct {
	Name     string // one word, as typed on the command line
	Gist     string // what is played, in one sentence
	Default  S      // the situation if nothing is said
	Legal    func(*Umpire, *S)
	Play     func(*Umpire, *S) R
	Events   []Event[R]
	Measures []Measure[R]
	Examples []Example
	// Questions is the most questions that any path asks, or 0 for a fight
	// that may go on for ever, which then has stage marks.
	Questions int
}

// An Event is something that a player wants the chance of, named by exactly
// what happened.
type Event[R any] struct {
	Name  string
	Gist  string
	Holds func(R) bool
}

// A Measure is a number that a player wants the distribution of.
type Measure[R any] struct {
	Name string
	Unit string
	Of   func(R) int
}

// An Example is a situation worth trying, as words of the command line.
type Example struct {
	Name     string
	Settings string
	Gist     string
}

// Label names an event or a measure of a procedure whose types are not known.
type Label struct {
	Name string `json:"name"`
	Gist string `json:"gist"`
}

// A Procedure is a Spec whose types are forgotten, so that a command line, a
// page or a test kit can drive every procedure of every rulebook alike.
type Procedure struct {
	Name      string
	Gist      string
	Events    []Label
	Measures  []Label // the gist is the unit
	Examples  []Example
	Questions int

	rules *Ruleset
	inner inner
}

type inner interface {
	defaults() any
	bind(*Procedure, *HouseRules, [][]Setting) (*Question, error)
	holds(event int, outcome any) bool
	measure(i int, outcome any) int
	outcome() any
}

// Procedure forgets the types.
func (s Spec[S, R]) Procedure() *Procedure {
	p := &Procedure{Name: s.Name, Gist: s.Gist, Examples: s.Examples, Questions: s.Questions, inner: &s}
	for _, e := range s.Events {
		p.Events = append(p.Events, Label{e.Name, e.Gist})
	}
	for _, m := range s.Measures {
		p.Measures = append(p.Measures, Label{m.Name, m.Unit})
	}
	return p
}

// Bind fixes the house and the situation: what remains is a function that asks
// an umpire. It does not check legality.
func (s Spec[S, R]) Bind(h *HouseRules, situation S) func(*Umpire) R {
	return func(u *Umpire) R {
		asks(u, h, &situation)
		return s.Play(u, &situation)
	}
}

func (s *Spec[S, R]) defaults() any { return s.Default }

func (s *Spec[S, R]) outcome() any { return *new(R) }

func (s *Spec[S, R]) holds(event int, outcome any) bool { return s.Events[event].Holds(outcome.(R)) }

func (s *Spec[S, R]) measure(i int, outcome any) int { return s.Measures[i].Of(outcome.(R)) }

func (s *Spec[S, R]) bind(p *Procedure, h *HouseRules, layers [][]Setting) (*Question, error) {
	situation := s.Default
	c := &schema{"situation", p.rules}
	if faults := c.decode(&situation, layers); len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	q := &Question{Procedure: p, House: h, situation: situation}
	if s.Legal != nil {
		q.legal = func(u *Umpire) { s.Legal(u, &situation) }
	}
	play := s.Play
	q.play = func(u *Umpire) any {
		asks(u, h, &situation)
		return play(u, &situation)
	}
	q.player = func() *OutcomeRunner {
		t := &intern.Index[R]{}
		return &OutcomeRunner{
			Play: func(u *Umpire) int {
				asks(u, h, &situation)
				r := play(u, &situation)
				if u.AtCheckpoint() {
					return 0
				}
				return t.Intern(&r)
			},
			Outcome: func(i int) any { return t.At(i) },
			Holds:   func(event, i int) bool { return s.Events[event].Holds(t.At(i)) },
			Measure: func(m, i int) int { return s.Measures[m].Of(t.At(i)) },
			Len:     func() int { return t.Len() },
		}
	}
	q.watch = func(events []int) *EventRunner { return watch(s, h, &situation, events) }
	return q, nil
}

// Example returns the words of an example by its name, as settings; none for no
// name. The error suggests examples.
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

// Rules returns the rulebook of the procedure.
func (p *Procedure) Rules() *Ruleset { return p.rules }

// Keys describes the keys of the procedure's situation.
func (p *Procedure) Keys() []Key { return (&schema{"situation", p.rules}).keys(p.inner.defaults()) }

// OutcomeKeys describes the fields of the procedure's outcome.
func (p *Procedure) OutcomeKeys() []Key { return (&schema{"outcome", p.rules}).keys(p.inner.outcome()) }

// NewQuestion binds a house and a situation, given as layers of settings over the
// defaults: an example, say, and what was typed over it. Within a layer the order
// of settings means nothing, and a key has one value. The error tells of every
// unknown key, unlawful value and contradiction at once. Whether the rules allow the
// situation is for [Question.Legal].
func (p *Procedure) NewQuestion(h *HouseRules, layers ...[]Setting) (*Question, error) {
	if h == nil {
		h = p.rules.Published()
	}
	return p.inner.bind(p, h, layers)
}

// Holds reports whether an event, by its index, happened in an outcome.
func (p *Procedure) Holds(event int, outcome any) bool { return p.inner.holds(event, outcome) }

// Measure returns a measure, by its index, of an outcome.
func (p *Procedure) Measure(i int, outcome any) int { return p.inner.measure(i, outcome) }

// OutcomeMap returns an outcome as nested maps and lists, as JSON writes it.
func (p *Procedure) OutcomeMap(outcome any) map[string]any {
	return (&schema{"outcome", p.rules}).tree(outcome)
}

// SortKey returns the fields of an outcome as numbers, in their order: outcomes are
// listed in the order of their ranks.
func (p *Procedure) SortKey(outcome any) []int64 {
	return (&schema{"outcome", p.rules}).numbers(outcome)
}

func (c *schema) numbers(value any) []int64 {
	v := reflect.New(reflect.TypeOf(value)).Elem()
	v.Set(reflect.ValueOf(value))
	var out []int64
	c.walk("", v, "", nil, func(l leaf) {
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

// A Question is a procedure with its house and situation: ready to be asked of
// any umpire, as often as one likes.
type Question struct {
	Procedure *Procedure
	House     *HouseRules

	situation any
	play      func(*Umpire) any
	player    func() *OutcomeRunner
	watch     func(events []int) *EventRunner
	legal     func(*Umpire)
}

// An OutcomeRunner plays a question again and again and numbers the outcomes it meets,
// equal outcomes alike. It serves one goroutine.
type OutcomeRunner struct {
	Play    func(*Umpire) int // plays once; returns the outcome's number
	Outcome func(i int) any
	Holds   func(event, i int) bool // whether an event happened in outcome i
	Measure func(m, i int) int      // measure m of outcome i
	Len     func() int              // how many different outcomes were met
}

// OutcomeRunner returns a new player of the question.
func (q *Question) OutcomeRunner() *OutcomeRunner { return q.player() }

// An EventRunner plays a question again and again and tells only which of some
// events happened, which is cheaper than telling whole outcomes apart. It
// serves one goroutine.
type EventRunner struct {
	Play  func(*Umpire) int         // plays once; returns the number of the set of events
	Holds func(event, set int) bool // whether a watched event, by its place in the list, is in a set
	Len   func() int                // how many different sets were met
}

// MaxEvents is how many events a Watcher can watch.
const MaxEvents = 64

// EventRunner returns a new watcher of some of the procedure's events, by their
// indices; of all if none are given. It panics beyond [MaxEvents].
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
	return q.watch(events)
}

func watch[S, R comparable](spec *Spec[S, R], h *HouseRules, situation *S, events []int) *EventRunner {
	holds := make([]func(R) bool, len(events))
	for i, e := range events {
		holds[i] = spec.Events[e].Holds
	}
	play := spec.Play
	if len(holds) == 1 {
		return watchOne(play, h, situation, holds[0])
	}
	var seen []uint64
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
			for i, s := range seen {
				if s == set {
					return i
				}
			}
			seen = append(seen, set)
			return len(seen) - 1
		},
		Holds: func(event, set int) bool { return seen[set]>>event&1 == 1 },
		Len:   func() int { return len(seen) },
	}
}

// watchOne is the commonest case: set 1 is the event, set 0 its absence.
func watchOne[S, R comparable](play func(*Umpire, *S) R, h *HouseRules, situation *S, holds func(R) bool) *EventRunner {
	return &EventRunner{
		Play: func(u *Umpire) int {
			asks(u, h, situation)
			if r := play(u, situation); !u.AtCheckpoint() && holds(r) {
				return 1
			}
			return 0
		},
		Holds: func(_, set int) bool { return set == 1 },
		Len:   func() int { return 2 },
	}
}

// Play plays the question once, to its outcome, writing the outcome into the
// record too.
func (q *Question) Play(src Source, rec *Record) (outcome any, err error) {
	outcome, err = Play(q.play, src, rec)
	if err == nil && rec != nil {
		rec.Finish(q.Procedure.OutcomeMap(outcome))
	}
	return outcome, err
}

// Legal returns nil if the rules allow the situation, an [IllegalError] with
// every reason if not. A record, if not nil, keeps the facts and rulings that
// the check relied on.
func (q *Question) Legal(rec *Record) error { return CheckLegal(q.legal, q.House, rec) }

// Situation returns the situation as nested maps and lists, as JSON writes it.
func (q *Question) Situation() map[string]any {
	return (&schema{"situation", q.Procedure.rules}).tree(q.situation)
}

// Settings returns the whole situation as settings, from which [Procedure.NewQuestion]
// makes an equal question.
func (q *Question) Settings() []Setting {
	return (&schema{"situation", q.Procedure.rules}).encode(q.situation)
}

// Words returns the situation as the words that differ from the defaults.
func (q *Question) Words() string {
	c := &schema{"situation", q.Procedure.rules}
	return strings.Join(c.words(q.situation, q.Procedure.inner.defaults()), " ")
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
