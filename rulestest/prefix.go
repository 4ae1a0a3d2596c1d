package rulestest

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"loophole/rule"
)

// maxPrefixes bounds the prefixes of one play that are tried.
const maxPrefixes = 12

// checkPrefixes stops plays at each of their questions. A play with some answers ends in an
// outcome or in the question that the whole play asked there. Then it tries random bytes as [Fuzz] does.
func (k *kit) checkPrefixes(t reporter) {
	for i, e := range k.explore() {
		if !e.plays() {
			continue
		}
		for way := range e.answers {
			whole := seededDice(seedOf(i, way), way)
			if _, err := playSafely(e.question, whole, nil); err != nil && !errors.Is(err, errCut) {
				continue // checkPure reports it
			}
			for n := range min(len(whole.asked), maxPrefixes) {
				if fault := stopsAt(e.question, whole, n); fault != nil {
					t.Errorf("%v, after %d answers: %v", k.situations[i], n, fault)
				}
			}
		}
	}
	const rounds = 400
	src := seededDice(uint64(len(k.rules.ID)), 0)
	for range rounds {
		data := make([]byte, 96)
		for i := range data {
			f, _ := src.face(rule.D100)
			g, _ := src.face(rule.D5)
			data[i] = (f - 1) + 64*(g%4)
		}
		if fault := fuzz(k.rules, data); fault != nil {
			t.Errorf("%v\n(the bytes were %q)", fault, data)
		}
	}
}

// stopsAt gives the first n answers of a play and expects its next question.
func stopsAt(q *rule.Question, whole *roller, n int) error {
	g := &given{answers: whole.rolled[:n]}
	outcome, err := playSafely(q, g, nil)
	var stopped *rule.UnansweredError
	switch {
	case err == nil:
		return fmt.Errorf("it ended with %v instead of asking %s", outcome, whole.asked[n])
	case !errors.As(err, &stopped) || !errors.Is(err, rule.ErrUnanswered):
		return fmt.Errorf("it failed with %w: the error of a missing answer must reach the caller of Play", err)
	}
	next := question{roll: stopped.Roll}
	if stopped.Choice.Why != "" {
		next = choosing(stopped.Choice)
	}
	if next != whole.asked[n] {
		return fmt.Errorf("it asks %s instead of %s", next, whole.asked[n])
	}
	return nil
}

// Fuzz lets a fuzzer make situations, house rules and dice. A situation is illegal with reasons,
// or it is played to a question or an outcome, the same one every time.
func Fuzz(f *testing.F, rules *rule.Ruleset) {
	for i, p := range rules.Procedures {
		for j := range len(p.Examples) + 1 {
			f.Add([]byte{byte(i), byte(j), 0, 0, 0, 5, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 5, 5, 5, 5})
			f.Add([]byte{byte(i), byte(j), 2, 3, 1, 8, 2, 1, 0, 1, 1, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0})
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if fault := fuzz(rules, data); fault != nil {
			t.Error(fault)
		}
	})
}

// fuzzBytes are bytes that decisions are read from, followed by zeroes.
type fuzzBytes []byte

func (b *fuzzBytes) next() int {
	if len(*b) == 0 {
		return 0
	}
	x := (*b)[0]
	*b = (*b)[1:]
	return int(x)
}

// fuzz makes a question and plays it with the remaining bytes.
func fuzz(rules *rule.Ruleset, data []byte) (fault error) {
	b := fuzzBytes(data)
	p := rules.Procedures[b.next()%len(rules.Procedures)]
	defer func() {
		if x := recover(); x != nil {
			fault = fmt.Errorf("%s: it panicked: %v", p.Name, x)
		}
	}()
	words := [][]rule.Setting{b.example(p)}
	for n := b.next() % 8; n > 0; n-- {
		words = append(words, []rule.Setting{b.setting(p)})
	}
	h, err := rules.House(b.house(rules)...)
	if err != nil {
		return fmt.Errorf("valid house rules are rejected: %w", err)
	}
	q, err := p.NewQuestion(h, words...)
	if err != nil {
		return fmt.Errorf("%s: a valid situation is rejected: %w", p.Name, err)
	}
	var reasons rule.IllegalError
	if err := q.Legal(nil); err != nil {
		if !errors.As(err, &reasons) {
			return fmt.Errorf("%v: the check of legality failed: %w", q, err)
		}
		return nil
	}
	return twice(q, b)
}

// twice plays some answers, with faces and without, and expects the same result.
func twice(q *rule.Question, b fuzzBytes) error {
	one, other := &roller{option: b.next() % 4}, &roller{silent: true}
	other.option = one.option
	one.face, other.face = b.faces(), b.faces()
	before, err := playSafely(q, one, &rule.Record{})
	after, again := playSafely(q, other, nil)
	switch {
	case err != nil && !errors.Is(err, rule.ErrUnanswered):
		return fmt.Errorf("%v, with %v given: %w", q, q.House.Overrides(), err)
	case before != after || fmt.Sprint(err) != fmt.Sprint(again) || !slices.Equal(one.asked, other.asked):
		return fmt.Errorf("%v, with %v given: it came to %v (%v), and without faces and record to %v (%v)", q, q.House.Overrides(), before, err, after, again)
	}
	return nil
}

// faces turns bytes into faces until they are used up.
func (b fuzzBytes) faces() func(rule.Die) (uint8, error) {
	return func(d rule.Die) (uint8, error) {
		if len(b) == 0 {
			return 0, errUsed
		}
		return uint8(b.next()%int(d)) + 1, nil
	}
}

func (b *fuzzBytes) example(p *rule.Procedure) []rule.Setting {
	i := b.next() % (len(p.Examples) + 1)
	if i == len(p.Examples) {
		return nil
	}
	words, err := rule.ParseWords(strings.Fields(p.Examples[i].Settings))
	if err != nil {
		panic(err)
	}
	return words
}

// setting chooses a key and a valid value for it.
func (b *fuzzBytes) setting(p *rule.Procedure) rule.Setting {
	keys := p.Keys()
	at := b.next() % len(keys)
	key := keys[at]
	if key.Kind == "list" {
		return rule.Setting{Path: key.Path, Value: key.Default}
	}
	if list, rest, ok := strings.Cut(key.Path, ".N."); ok {
		room := 1
		for _, l := range keys[:at] {
			if l.Path == list {
				room = l.Max
			}
		}
		key.Path = fmt.Sprintf("%s.%d.%s", list, 1+b.next()%room, rest)
	}
	n := key.Min + b.next()%(key.Max-key.Min+1)
	if key.Values != nil {
		return rule.Setting{Path: key.Path, Value: key.Values[n-key.Min]}
	}
	return rule.Setting{Path: key.Path, Value: strconv.Itoa(n)}
}

// house chooses some facts, cells and readings.
func (b *fuzzBytes) house(rules *rule.Ruleset) (layers [][]rule.Setting) {
	knobs := (&kit{rules: rules}).knobs()
	for n := b.next() % 4; n > 0; n-- {
		i := (b.next() + 256*b.next()) % (len(knobs) + len(rules.Rulings) + 1)
		switch {
		case i < len(knobs):
			x := knobs[i]
			layers = append(layers, []rule.Setting{{Path: x.name, Value: strconv.Itoa(x.min + b.next()%(x.max-x.min+1))}})
		case i < len(knobs)+len(rules.Rulings):
			r := rules.Rulings[i-len(knobs)]
			layers = append(layers, []rule.Setting{{Path: "rulings." + r.Name, Value: r.Readings[b.next()%len(r.Readings)].Name}})
		}
	}
	return layers
}
