package rulestest

import (
	"errors"
	"fmt"
	"runtime/debug"

	"loophole/rule"
)

// maxQuestions is the number of questions after which the kit ends an endless fight.
const maxQuestions = 10_000

var (
	errCut  = errors.New("rulestest: stopped, because the fight does not end")
	errUsed = fmt.Errorf("rulestest: the answers are used up: %w", rule.ErrUnanswered)
)

// A roller is a source of faces that a function makes one by one: ones, random faces, or the
// bytes of a fuzzer.
type roller struct {
	face   func(rule.Die) (uint8, error)
	option int
	silent bool // return no faces, as exact odds and trials do
	asked  []question
	rolled []answer
}

// A question is a roll or a choice, in comparable form.
type question struct {
	roll   rule.Roll
	choice string
}

func choosing(c rule.Choice) question {
	return question{choice: fmt.Sprintf("%s of %q for %q [%s]", c.By.WithVerb("choose"), c.Options, c.Why, c.Cite)}
}

func (q question) String() string {
	if q.choice != "" {
		return q.choice
	}
	return fmt.Sprintf("%v for %q [%s]", q.roll.Pool, q.roll.Why, q.roll.Cite)
}

// An answer is the answer to one question.
type answer struct {
	faces  []uint8 // nil for a choice
	option int
}

func (d *roller) Roll(r rule.Roll) (int, []uint8, error) {
	if err := r.Pool.Validate(); err != nil {
		return 0, nil, err
	}
	if err := d.ask(question{roll: r}); err != nil {
		return 0, nil, err
	}
	var failed error
	faces := r.Pool.RollFaces(func(n uint64) uint64 {
		f, err := d.face(rule.Die(min(n, rule.MaxFaces)))
		if failed = errors.Join(failed, err); err != nil {
			return 0
		}
		return uint64(f) - 1
	})
	if failed != nil {
		return 0, nil, failed
	}
	d.rolled = append(d.rolled, answer{faces: faces})
	if d.silent {
		return r.Pool.Evaluate(faces), nil, nil
	}
	return r.Pool.Evaluate(faces), faces, nil
}

func (d *roller) Choose(c rule.Choice) (int, error) {
	err := d.ask(choosing(c))
	option := min(d.option, len(c.Options)-1)
	if err == nil {
		d.rolled = append(d.rolled, answer{option: option})
	}
	return option, err
}

func (d *roller) ask(q question) error {
	if len(d.asked) >= maxQuestions {
		return errCut
	}
	d.asked = append(d.asked, q)
	return nil
}

// A given is a source that repeats some answers and then stops.
type given struct {
	roller
	answers []answer
}

func (g *given) Roll(r rule.Roll) (int, []uint8, error) {
	if len(g.asked) == len(g.answers) {
		return 0, nil, errUsed
	}
	faces := g.answers[len(g.asked)].faces
	if len(faces) != r.Pool.N() {
		return 0, nil, fmt.Errorf("rulestest: it asked for %v where it rolled %d dice before", r.Pool, len(faces))
	}
	g.asked = append(g.asked, question{})
	return r.Pool.Evaluate(faces), faces, nil
}

func (g *given) Choose(rule.Choice) (int, error) {
	if len(g.asked) == len(g.answers) {
		return 0, errUsed
	}
	g.asked = append(g.asked, question{})
	return g.answers[len(g.asked)-1].option, nil
}

// A pattern makes dice fall in an unusual way.
type pattern struct {
	name string
	face func(i int, d rule.Die) uint8
}

var patterns = []pattern{
	{"all ones", func(int, rule.Die) uint8 { return 1 }},
	{"all highest", func(_ int, d rule.Die) uint8 { return uint8(d) }},
	{"alternating from one", func(i int, d rule.Die) uint8 { return ends(i, d) }},
	{"alternating from the highest", func(i int, d rule.Die) uint8 { return ends(i+1, d) }},
	{"each face in turn", func(i int, d rule.Die) uint8 { return uint8(i%int(d)) + 1 }},
}

func ends(i int, d rule.Die) uint8 {
	if i%2 == 0 {
		return 1
	}
	return uint8(d)
}

// patternDice returns dice that fall in a pattern.
func patternDice(p pattern, option int) *roller {
	i := -1
	return &roller{option: option, face: func(d rule.Die) (uint8, error) {
		i++
		return p.face(i, d), nil
	}}
}

// seededDice returns dice from a small generator (splitmix64), which keeps plays the same for
// ever.
func seededDice(seed uint64, option int) *roller {
	return &roller{option: option, face: func(d rule.Die) (uint8, error) {
		seed += 0x9e3779b97f4a7c15
		z := (seed ^ seed>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return uint8((z^z>>31)>>33%uint64(d)) + 1, nil
	}}
}

// playSafely plays a question and turns a panic into an error.
func playSafely(q *rule.Question, src rule.Source, rec *rule.Record) (outcome any, err error) {
	err = recovered(func() (err error) {
		outcome, err = q.Play(src, rec)
		return err
	})
	return outcome, err
}

// recovered turns a panic into an error.
func recovered(f func() error) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("it panicked: %v\n%s", x, debug.Stack())
		}
	}()
	return f()
}
