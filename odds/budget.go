package odds

import (
	"context"
	"fmt"
	"math"
)

// DefaultBudget is the number of runs of a procedure that an exact answer may
// take unless the options say otherwise: about a second.
const DefaultBudget = 10_000_000

// wordsPerRun is how many operations on machine words cost as much as one run
// of a procedure. It turns work of other kinds, such as long fractions and
// linear systems, into runs, so that one budget bounds them all.
const wordsPerRun = 20

// A runBudget pays for work that is no run of a procedure. It counts operations on
// words, and looks now and then whether the question was cancelled.
type runBudget struct {
	ctx    context.Context
	budget int64
	spent  float64 // operations on words
	looked float64 // what was spent at the last look
}

// lookEvery is how many operations pass between looks: a millisecond at most.
const lookEvery = 1 << 17

// A cancelPoll is for work that nobody pays for: it looks now and then, by how much
// was done, whether a question was cancelled. What it stops is left unfinished:
// whoever asked for it looks at the context.
type cancelPoll struct {
	ctx  context.Context
	done int  // since the last look
	off  bool // it was cancelled
}

// cancelled notes that so many operations on words are to be done. Where nobody is
// on the lookout nothing is stopped.
func (l *cancelPoll) cancelled(words int) bool {
	if l == nil || l.off {
		return l != nil
	}
	if l.done += words; l.done >= lookEvery {
		l.done = 0
		l.off = l.ctx.Err() != nil
	}
	return l.off
}

// spend spends some operations.
func (p *runBudget) spend(words float64, what any) error {
	p.spent += words
	if p.spent < p.looked+lookEvery {
		return nil
	}
	p.looked = p.spent
	if err := p.ctx.Err(); err != nil {
		return err
	}
	return p.require(p.spent, what)
}

// require refuses work that is known beforehand and beyond the budget.
func (p *runBudget) require(words float64, what any) error {
	if words <= wordsPerRun*float64(p.budget) {
		return nil
	}
	return &TooLargeError{Runs: words / wordsPerRun, Budget: p.budget, Why: fmt.Sprint(what)}
}

// maxMemory bounds the words that a question may hold for its chain and its
// sub-rolls: 256 MiB.
const maxMemory = 1 << 25

// maxStates bounds the states and the different outcomes of one question, and
// so its memory.
const maxStates = 1 << 20

// MaxOutcomes bounds the different outcomes of one question: an answer with
// more is too long to be read and too large to be kept.
const MaxOutcomes = 1 << 16

// maxQuestions bounds the questions of one path between two stage marks.
const maxQuestions = 1 << 14

// TooLargeError is the error of a question that exact odds refuse: its estimated
// size, and why. Trials can still estimate it.
type TooLargeError struct {
	Runs   float64 // estimated runs of the procedure, or work of the same order
	Budget int64   // what was allowed
	Why    string

	least bool // the size is at least that
	asks  int  // the questions of a path that shows no end, or 0
}

// Error says how large the question is and what to do instead.
func (e *TooLargeError) Error() string {
	size := "about " + amount(e.Runs) + " runs"
	if e.least {
		size = "at least " + amount(e.Runs) + " runs"
	}
	if math.IsInf(e.Runs, 1) {
		size = "more runs than can be counted"
	}
	s := "odds: too large for an exact answer: " + size
	if e.Budget > 0 {
		s += " where " + amount(float64(e.Budget)) + " are allowed"
	}
	if e.Why != "" {
		s += " (" + e.Why + ")"
	}
	if e.asks > 0 {
		return s + "; a path " + unmarked(e.asks) + ", or ask for trials"
	}
	if e.Budget == 0 {
		return s + "; ask for trials"
	}
	return s + "; ask for trials, or raise the budget"
}

// long is how many questions of a path without a stage mark make a loop likely,
// where a budget does not suffice: as many rolls of two readings each have more
// paths than any budget pays for.
const long = 64

// unmarked says what is wrong with such a path.
func unmarked(questions int) string {
	return fmt.Sprintf("asks more than %d questions without a stage mark: a loop wants one at its head (rule.Checkpoint)", questions)
}

// amount writes a large number so that it can be read: in thousands, millions
// and so on, with two digits of an estimate.
func amount(n float64) string {
	for _, u := range []struct {
		of   float64
		name string
	}{{1e15, ""}, {1e12, " million million"}, {1e9, " thousand million"}, {1e6, " million"}, {1e3, " thousand"}} {
		if n >= u.of && u.name == "" {
			return fmt.Sprintf("10^%.0f", math.Log10(n))
		}
		if n >= u.of {
			return fmt.Sprintf("%.3g%s", n/u.of, u.name)
		}
	}
	return fmt.Sprintf("%.0f", n)
}
