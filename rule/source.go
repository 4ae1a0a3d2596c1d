package rule

import (
	"errors"
	"fmt"
	"strings"
)

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
func (r Roll) Asks() bool { return r.Pool.Kind() == Test && strings.HasSuffix(r.Why, "?") }

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

// PoolSource is a source that does not read why dice are rolled, nor whose they are:
// where no record is kept either, nobody builds the words, and it is asked for the pool
// alone. The words of choices it reads.
type PoolSource interface {
	RollPool(Pool) (value int, err error)
}

// ErrUnanswered is what a source returns, wrapped or not, for a question that
// it has no answer to yet. The question itself can be had from [UnansweredError].
var ErrUnanswered = errors.New("rule: no answer yet")

// UnansweredError is the error with which [Play] returns when its source stopped
// at a question: the question, and the source's reason.
type UnansweredError struct {
	Roll   Roll   // the question, if the dice were asked
	Choice Choice // the question, if a player was asked
	Err    error
}

// Error gives the reason with the question it belongs to.
func (e *UnansweredError) Error() string {
	if e.Choice.Why != "" {
		return fmt.Sprintf("%v: %s chooses: %s", e.Err, e.Choice.By, e.Choice.Why)
	}
	return fmt.Sprintf("%v: %s for %s", e.Err, e.Roll.Pool, e.Roll.Why)
}

// Unwrap returns the source's reason.
func (e *UnansweredError) Unwrap() error { return e.Err }
