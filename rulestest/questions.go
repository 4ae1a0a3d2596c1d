package rulestest

import (
	"errors"

	"loophole/internal/replay"
	"loophole/rule"
)

// checkQuestions holds the stated bound on questions against what is asked,
// by paths where they can be counted and by strange and ordinary dice besides.
// A procedure without a bound must have stage marks, so that its fights, which
// may go on for ever, can be solved.
func (k *kit) checkQuestions(t reporter) {
	most := map[*rule.Procedure]int{}
	for i, e := range k.explore() {
		if !e.plays() {
			continue
		}
		s := k.situations[i]
		asked, marked := k.longest(i)
		switch bound := s.procedure.Questions; {
		case bound < 0 || bound > 0 && asked > bound:
			t.Errorf("%v: a path asks %d questions, but %s states at most %d: correct Questions", s, asked, s.procedure.Name, bound)
		case bound == 0 && asked > 0 && !marked:
			t.Errorf("%v: it asks questions without a bound and without a stage mark: state Questions, or mark the loop with rule.Checkpoint", s)
		}
		most[s.procedure] = max(most[s.procedure], asked)
	}
	for _, p := range k.rules.Procedures {
		t.Logf("%s: at most %d questions were asked, the bound is %d", p.Name, most[p], p.Questions)
	}
}

// checkTopics asks the questions by name, and holds what is written of them against
// the keys, events and measures that there are.
func (k *kit) checkTopics(t reporter) {
	if err := k.rules.TopicFaults(); err != nil {
		t.Errorf("%v", err)
	}
}

// longest returns the most questions seen on a path, and whether every path
// with a question passed a stage mark.
func (k *kit) longest(i int) (asked int, marked bool) {
	e := k.base[i]
	for way := range e.answers {
		if f := k.count(match{situation: i, way: way}); f.spectrum != nil {
			asked = max(asked, f.deepest)
		}
	}
	marked = true
	try := func(d *roller) {
		m := &marker{roller: d, course: replay.Plan{Skip: manyMarks}}
		if _, err := tried(e.question, m, nil); err == nil || errors.Is(err, errCut) {
			asked = max(asked, len(d.asked))
			marked = marked && (m.reached() || len(d.asked) == 0)
		}
	}
	for way := range e.answers {
		for _, p := range patterns {
			try(falling(p, way))
		}
		for seed := range uint64(plays) {
			try(seeded(seed, way))
		}
	}
	return asked, marked
}

// A marker is dice that see the stage marks go by.
type marker struct {
	*roller
	course replay.Plan
}

// manyMarks is more marks than any play passes.
const manyMarks = 1 << 30

// Course implements replay.Source: it passes every mark, and counts.
func (m *marker) Course() *replay.Plan { return &m.course }

func (m *marker) reached() bool { return m.course.Skip < manyMarks }

// checkExtremes plays every situation with dice that fall as nobody would
// expect. Whatever they show, a procedure ends or asks on.
func (k *kit) checkExtremes(t reporter) {
	cut := 0
	for i, e := range k.explore() {
		if !e.plays() {
			continue
		}
		s := k.situations[i]
		for way := range e.answers {
			for _, p := range patterns {
				d := falling(p, way)
				_, err := tried(e.question, d, &rule.Record{})
				switch {
				case err == nil:
				case !errors.Is(err, errCut):
					t.Errorf("%v, with %s: %v", s, p.name, err)
				case s.procedure.Questions > 0:
					t.Errorf("%v, with %s: it asks more than %d questions and states at most %d", s, p.name, mostQuestions, s.procedure.Questions)
				default:
					cut++
				}
			}
		}
	}
	t.Logf("%d fights were cut after %d questions", cut, mostQuestions)
}
