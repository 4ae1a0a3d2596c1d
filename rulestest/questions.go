package rulestest

import (
	"errors"

	"loophole/internal/replay"
	"loophole/rule"
)

// checkQuestions compares the stated bound on questions with the questions asked: by paths where
// they can be counted, and by patterned and random dice. A procedure without a bound must have
// checkpoints, so that its endless fights can be solved.
func (k *kit) checkQuestions(t reporter) {
	most := map[*rule.Procedure]int{}
	for i, e := range k.explore() {
		if !e.plays() {
			continue
		}
		s := k.situations[i]
		asked, checkpoints := k.longest(i)
		switch bound := s.procedure.MaxQuestions; {
		case bound < 0 || bound > 0 && asked > bound:
			t.Errorf("%v: a path asks %d questions, but %s states at most %d: correct MaxQuestions", s, asked, s.procedure.Name, bound)
		case bound == 0 && asked > 0 && !checkpoints:
			t.Errorf("%v: a path asks questions and passes no checkpoint, and there is no bound: state MaxQuestions, or put a rule.Checkpoint before the first question of every path", s)
		}
		most[s.procedure] = max(most[s.procedure], asked)
	}
	for _, p := range k.rules.Procedures {
		t.Logf("%s: at most %d questions were asked, the bound is %d", p.Name, most[p], p.MaxQuestions)
	}
}

// checkTopics reports the errors in the topics and phrases of the ruleset.
func (k *kit) checkTopics(t reporter) {
	if err := k.rules.TopicFaults(); err != nil {
		t.Errorf("%v", err)
	}
}

// longest returns the most questions on a path, and whether every play with a question passed a
// checkpoint.
func (k *kit) longest(i int) (asked int, checkpoints bool) {
	e := k.base[i]
	for way := range e.answers {
		if f := k.resultOf(twinTask{situation: i, way: way}); f.pathSum != nil {
			asked = max(asked, f.deepest)
		}
	}
	checkpoints = true
	try := func(d *roller) {
		m := &checkpointCounter{roller: d, plan: replay.Plan{Skip: manyCheckpoints}}
		if _, err := playSafely(e.question, m, nil); err == nil || errors.Is(err, errCut) {
			asked = max(asked, len(d.asked))
			checkpoints = checkpoints && (m.passedAny() || len(d.asked) == 0)
		}
	}
	for way := range e.answers {
		for _, p := range patterns {
			try(patternDice(p, way))
		}
		for seed := range uint64(plays) {
			try(seededDice(seed, way))
		}
	}
	return asked, checkpoints
}

// A checkpointCounter is a source that counts checkpoints.
type checkpointCounter struct {
	*roller
	plan replay.Plan
}

// manyCheckpoints is more checkpoints than any play passes.
const manyCheckpoints = 1 << 30

// Plan implements replay.Source. It passes every checkpoint, and counts.
func (m *checkpointCounter) Plan() *replay.Plan { return &m.plan }

func (m *checkpointCounter) passedAny() bool { return m.plan.Skip < manyCheckpoints }

// checkExtremes plays every situation with dice in unusual patterns. A procedure ends or asks on.
func (k *kit) checkExtremes(t reporter) {
	cut := 0
	for i, e := range k.explore() {
		if !e.plays() {
			continue
		}
		s := k.situations[i]
		for way := range e.answers {
			for _, p := range patterns {
				d := patternDice(p, way)
				_, err := playSafely(e.question, d, &rule.Record{})
				switch {
				case err == nil:
				case !errors.Is(err, errCut):
					t.Errorf("%v, with %s: %v", s, p.name, err)
				case s.procedure.MaxQuestions > 0:
					t.Errorf("%v, with %s: it asks more than %d questions and states at most %d", s, p.name, maxQuestions, s.procedure.MaxQuestions)
				default:
					cut++
				}
			}
		}
	}
	t.Logf("%d fights were cut after %d questions", cut, maxQuestions)
}
