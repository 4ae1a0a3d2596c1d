package odds

import (
	"context"
	"fmt"
	"math"
)

// DefaultBudget is the default limit on the runs of a procedure for one exact answer. They take
// about a second.
const DefaultBudget = 10_000_000

// wordsPerRun is the number of operations on machine words that cost as much as one run of a
// procedure. It converts other work, such as long fractions and linear systems, to runs, so that
// one budget limits all work.
const wordsPerRun = 20

// A runBudget limits work that is not a run of a procedure. It counts operations on words and
// regularly checks whether the question was cancelled.
type runBudget struct {
	ctx      context.Context
	budget   int64
	spent    float64 // operations on words
	polledAt float64 // spent at the last check
}

// pollEvery is the number of operations between two checks. They take a millisecond at most.
const pollEvery = 1 << 17

// A cancelPoll regularly checks whether a question was cancelled, during work that has no budget.
// Cancelled work is left unfinished, and the caller must check the context.
type cancelPoll struct {
	ctx  context.Context
	done int  // operations since the last check
	off  bool // the question was cancelled
}

// cancelled adds the given number of operations on words and reports whether the question was
// cancelled. A nil poll is never cancelled.
func (l *cancelPoll) cancelled(words int) bool {
	if l == nil || l.off {
		return l != nil
	}
	if l.done += words; l.done >= pollEvery {
		l.done = 0
		l.off = l.ctx.Err() != nil
	}
	return l.off
}

// spend adds operations on words. It fails if the budget is exceeded.
func (p *runBudget) spend(words float64, what any) error {
	p.spent += words
	if p.spent < p.polledAt+pollEvery {
		return nil
	}
	p.polledAt = p.spent
	if err := p.ctx.Err(); err != nil {
		return err
	}
	return p.require(p.spent, what)
}

// require fails if the given number of operations exceeds the budget. Work of known size calls it
// before it begins.
func (p *runBudget) require(words float64, what any) error {
	if words <= wordsPerRun*float64(p.budget) {
		return nil
	}
	return &TooLargeError{Runs: words / wordsPerRun, Budget: p.budget, Why: fmt.Sprint(what)}
}

// maxMemory limits the memory of a question for its chain and its subrolls, in words: 256 MiB.
const maxMemory = 1 << 25

// maxStates limits the number of states, and of different outcomes, of one question, and so its
// memory.
const maxStates = 1 << 20

// MaxOutcomes is the largest number of different outcomes of one answer. A longer answer would be
// too large to read and to keep.
const MaxOutcomes = 1 << 16

// maxQuestions is the largest number of rolls and choices on one path between two checkpoints.
const maxQuestions = 1 << 14

// tooManyDigits is the reason when fractions exceed their limit. Floats may still be within it.
const tooManyDigits = "the fractions have too many digits; floats may still answer it"

// TooLargeError is the error for a question that exceeds the budget or a limit of exact odds. It
// has the estimated size, if it is known, and the reason. Trials can still estimate such a question.
type TooLargeError struct {
	Runs   float64 // estimated runs of the procedure, or work of the same cost; 0 if fractions have too many digits
	Budget int64   // the limit
	Why    string

	least bool // Runs is a lower bound
	asks  int  // number of questions of a path that seems endless, or 0
}

// Error gives the size of the question and the remedy.
func (e *TooLargeError) Error() string {
	s := "odds: too large for an exact answer"
	switch {
	case e.Runs == 0:
	case math.IsInf(e.Runs, 1):
		s += ": more runs than can be counted"
	case e.least:
		s += ": at least " + amount(e.Runs) + " runs"
	default:
		s += ": about " + amount(e.Runs) + " runs"
	}
	if e.Runs > 0 && e.Budget > 0 {
		s += " where " + amount(float64(e.Budget)) + " are allowed"
	}
	if e.Why != "" {
		s += " (" + e.Why + ")"
	}
	if e.asks > 0 {
		return s + "; a path " + noCheckpointText(e.asks) + ", or ask for trials"
	}
	if e.Budget == 0 {
		return s + "; ask for trials"
	}
	return s + "; ask for trials, or raise the budget"
}

// suspectLength is the number of questions on a path without a checkpoint from which an exceeded budget
// suggests an endless loop. So many rolls with two results each have more paths than any budget
// allows.
const suspectLength = 64

// noCheckpointText describes a path with so many questions and no checkpoint.
func noCheckpointText(questions int) string {
	return fmt.Sprintf("asks more than %d questions without a checkpoint: begin the loop with rule.Checkpoint, and in an action of a game put the loop into Umpire.WithCheckpoints", questions)
}

// amount formats a large number for readers: in thousands, millions and so on, with two digits.
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
