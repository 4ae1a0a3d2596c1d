package wire

import (
	"bytes"
	"encoding/json"
	"strconv"
	"sync"

	"loophole/internal/appendjson"
	"loophole/odds"
	"loophole/rule"
)

// CheckedQuestion is a question with the entries that its legality check used.
type CheckedQuestion struct {
	*rule.Question
	Check []rule.Entry
	said  string // what String returns, once it was called
}

// String returns the question in the words of the command line. It computes them once, and is not safe for
// concurrent use.
func (q *CheckedQuestion) String() string {
	if q.said == "" {
		q.said = q.Question.String()
	}
	return q.said
}

// ExactAnswer is an exact answer, or one computed with float64.
type ExactAnswer struct {
	CheckedQuestion
	Answer *odds.Answer
	Picked []int // the shown events, by their place in the procedure
	Floats bool
	Within []odds.RoundSeries // the shown events by round, if asked for
	Told   *EncodeOnce        // the encoded answer with all events, kept for the next request; or nil
}

// EncodeOnce keeps the encoded answer with all its events, so that long fractions are written
// once for any choice of shown events. It belongs to one answer and is safe for concurrent use.
type EncodeOnce struct {
	once     sync.Once
	whole    Answer
	listed   sync.Once
	outcomes []byte // those of the answer, as JSON
}

// Answer is an exact answer as JSON.
type Answer struct {
	Ruleset     string            `json:"ruleset"`
	Procedure   string            `json:"procedure"`
	Situation   map[string]any    `json:"situation"`
	Exact       bool              `json:"exact"`
	Method      string            `json:"method,omitempty"`
	Events      []Chance          `json:"events"`
	Outcomes    []Outcome         `json:"outcomes"`
	Expected    Expected          `json:"expected"`
	From        *ChainState       `json:"from,omitempty" doc:"the starting state; left out if the answer starts from the beginning"`
	Rounds      []string          `json:"rounds" doc:"the checkpoints that it reaches repeatedly, such as a round; events can be followed by them"`
	Within      []RoundSeries     `json:"within,omitempty" doc:"for each of these, the chance of each event within a number of them, if requested"`
	Explanation []ExplanationLine `json:"explanation"`
	Assumes     []Assumption      `json:"assumes"`
	Rulings     map[string]string `json:"rulings"`
	Values      []HouseValue      `json:"values" doc:"the facts and table values that influence the answer"`
	House       string            `json:"house"`
}

// Chance is the chance of an event: a fraction if it is exact, and a float.
type Chance struct {
	Name  string  `json:"name"`
	Says  string  `json:"says,omitempty" doc:"of an event of a game: its meaning in a sentence"`
	P     string  `json:"p,omitempty"`
	Float float64 `json:"float"`
}

// Outcome is an outcome of a procedure with its chance.
type Outcome struct {
	Outcome map[string]any `json:"outcome"`
	P       string         `json:"p,omitempty"`
	Float   float64        `json:"float"`
}

// Expected are the expected values of measures and checkpoints.
type Expected struct {
	Measures map[string]*Measure `json:"measures"`
	Visits   map[string]*Mean    `json:"visits"`
}

// RoundSeries is the chance of events within each number of rounds. An event counts once the
// procedure has ended with it.
type RoundSeries struct {
	Checkpoint string        `json:"checkpoint" doc:"the counted checkpoint"`
	Events     []WithinEvent `json:"events"`
}

// WithinEvent is the chance of an event within 0, 1, … rounds.
type WithinEvent struct {
	Name    string        `json:"name"`
	Chances []Probability `json:"chances" doc:"within 0, 1, … of them"`
}

// Probability is a chance without a name.
type Probability struct {
	P     string  `json:"p,omitempty"`
	Float float64 `json:"float"`
}

// ChainState is a state at the beginning of a round.
type ChainState struct {
	Checkpoint string         `json:"checkpoint" doc:"the round that begins"`
	Values     map[string]any `json:"values" doc:"the values that identify the state"`
}

func chainStateOf(s *odds.State) *ChainState {
	if s == nil {
		return nil
	}
	x := &ChainState{Checkpoint: s.Checkpoint, Values: map[string]any{}}
	for i, k := range s.Keys {
		x.Values[k.Path] = typed(k.Kind, s.Values[i])
	}
	return x
}

// typed returns a value, written as a word, as the JSON type of its kind.
func typed(kind, value string) any {
	switch kind {
	case "yes/no":
		return value == "yes"
	case "integer":
		if n, err := strconv.Atoi(value); err == nil {
			return n
		}
	}
	return value
}

// Mean is an expected value.
type Mean struct {
	Mean  string  `json:"mean,omitempty"`
	Float float64 `json:"float"`
}

// Measure is the distribution of a number.
type Measure struct {
	Unit         string  `json:"unit"`
	Mean         string  `json:"mean,omitempty"`
	Float        float64 `json:"float"`
	SD           float64 `json:"sd"`
	Median       int     `json:"median"`
	Mode         int     `json:"mode"`
	Distribution []Value `json:"distribution"`
}

// Value is a value of a measure with its chance.
type Value struct {
	Value int     `json:"value"`
	P     string  `json:"p,omitempty"`
	Float float64 `json:"float"`
}

// Fraction returns a chance or mean as "a/b", also for whole numbers, or "" if it is not exact.
func Fraction(c odds.Chance) string {
	if c.Exact == nil {
		return ""
	}
	return c.Exact.String()
}

// ChanceOf returns the chance of a named event.
func ChanceOf(name string, c odds.Chance) Chance {
	return Chance{Name: name, P: Fraction(c), Float: c.Float}
}

// MeanOf returns the JSON form of an expected value.
func MeanOf(c odds.Chance) *Mean { return &Mean{Fraction(c), c.Float} }

// JSON returns the JSON form of the answer. The caller must not change its slices and maps.
func (x *ExactAnswer) JSON() Answer {
	a := x.shown(x.cache())
	a.Outcomes = []Outcome{}
	for _, o := range x.Answer.Outcomes {
		a.Outcomes = append(a.Outcomes, Outcome{x.Procedure.OutcomeMap(o.Value), Fraction(o.Chance), o.Chance.Float})
	}
	return a
}

// cache returns Told, or an empty cache without it.
func (x *ExactAnswer) cache() *EncodeOnce {
	if x.Told == nil {
		return &EncodeOnce{}
	}
	return x.Told
}

// shown returns the answer without its outcomes.
func (x *ExactAnswer) shown(cache *EncodeOnce) Answer {
	cache.once.Do(func() { cache.whole = x.whole() })
	a := cache.whole
	a.Events, a.Within = []Chance{}, x.within()
	for _, e := range x.Picked {
		a.Events = append(a.Events, cache.whole.Events[e])
	}
	return a
}

// Written is an answer as JSON.
type Written []byte

// Encoded returns the JSON.
func (w Written) Encoded() []byte { return w }

// Written returns JSON as encoding/json writes it, without escaped HTML. Most of an answer are its outcomes, which
// need no reflection.
func (x *ExactAnswer) Written() Written {
	cache := x.cache()
	cache.listed.Do(func() { cache.outcomes = x.outcomes() })
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(x.shown(cache)); err != nil {
		panic(err) // An answer has texts and finite numbers only.
	}
	const none = `,"outcomes":null,` // No text contains this: quotes in texts are escaped.
	head, tail, _ := bytes.Cut(b.Bytes()[:b.Len()-1], []byte(none))
	text := make([]byte, 0, b.Len()+len(cache.outcomes))
	text = append(append(text, head...), none[:len(none)-len("null,")]...)
	text = append(append(text, cache.outcomes...), ',')
	return append(text, tail...)
}

// outcomes returns the outcomes as JSON.
func (x *ExactAnswer) outcomes() []byte {
	b := []byte{'['}
	for i, o := range x.Answer.Outcomes {
		if i > 0 {
			b = append(b, ',')
		}
		b = x.Procedure.AppendOutcome(append(b, `{"outcome":`...), o.Value)
		if o.Chance.Exact != nil {
			b = appendjson.String(append(b, `,"p":`...), o.Chance.Exact.String())
		}
		b = append(appendjson.Float(append(b, `,"float":`...), o.Chance.Float), '}')
	}
	return append(b, ']')
}

// whole returns the answer with all its events, without rounds and outcomes.
func (x *ExactAnswer) whole() Answer {
	rules := x.House.Rules()
	a := Answer{
		Ruleset: rules.ID, Procedure: x.Procedure.Name, Situation: x.Situation(), Exact: !x.Floats,
		Events: []Chance{}, From: chainStateOf(x.Answer.From), Rounds: append([]string{}, x.Answer.Rounds...),
		Expected:    Expected{map[string]*Measure{}, map[string]*Mean{}},
		Explanation: ExplanationOf(rules, x.Answer.Explanation), Assumes: Assumptions(x.Answer.Explanation, x.Check),
		Rulings: rulingsOf(rules, x.Answer.Explanation, x.Check), House: x.House.Hash(),
		Values: ValuesUsed(rules, x.Answer.Explanation, x.Check),
	}
	if x.Floats {
		a.Method = "float64"
	}
	for e, t := range x.Procedure.Events {
		a.Events = append(a.Events, ChanceOf(t.Name, x.Answer.Events[e]))
	}
	for m, t := range x.Procedure.Measures {
		a.Expected.Measures[t.Name] = measureOf(t.Gist, x.Answer.Measures[m])
	}
	for checkpoint, v := range x.Answer.Visits {
		a.Expected.Visits[checkpoint] = MeanOf(v)
	}
	return a
}

func (x *ExactAnswer) within() (list []RoundSeries) {
	for _, r := range x.Within {
		w := RoundSeries{Checkpoint: r.Checkpoint}
		for i, e := range x.Picked {
			of := WithinEvent{Name: x.Procedure.Events[e].Name}
			for _, c := range r.Chances[i] {
				of.Chances = append(of.Chances, Probability{Fraction(c), c.Float})
			}
			w.Events = append(w.Events, of)
		}
		list = append(list, w)
	}
	return list
}

func measureOf(unit string, n *odds.IntDist) *Measure {
	mean := n.Mean()
	m := &Measure{Unit: unit, Mean: Fraction(mean), Float: mean.Float, SD: n.SD(), Median: n.Median(), Mode: n.Mode(), Distribution: []Value{}}
	for i, v := range n.Values {
		m.Distribution = append(m.Distribution, Value{v, Fraction(n.Chances[i]), n.Chances[i].Float})
	}
	return m
}
