package rule

import (
	"errors"
	"fmt"
	"strings"
)

// A Roll is a question to the dice: the pool, the clause and the reason. By is the side that rolls
// if a rule says so; otherwise the acting side rolls.
type Roll struct {
	Pool Pool
	Cite Clause
	Why  string
	By   Side
}

// IsQuestion reports whether the roll is a test whose reason is a question, with the answer yes or no.
func (r Roll) IsQuestion() bool { return r.Pool.Kind() == Test && strings.HasSuffix(r.Why, "?") }

// A Choice is a question to a player.
type Choice struct {
	By      Side
	Cite    Clause
	Why     string
	Options []string
}

// A Source answers the questions of a procedure. Faces are nil if the source knows only results
// (exact odds, trials). An error stops the procedure at that question, and [Play] returns it.
type Source interface {
	Roll(Roll) (value int, faces []uint8, err error)
	Choose(Choice) (option int, err error)
}

// Origin is a source that names the origin of its last answer in a word or two for records:
// "program", "typed".
type Origin interface{ From() string }

// PoolSource is a source that reads neither the reason of a roll nor its side. Without a record,
// the umpire then builds no texts and asks for the pool alone. The source still reads the texts of
// choices.
type PoolSource interface {
	RollPool(Pool) (value int, err error)
}

// ErrUnanswered is the error, wrapped or not, of a source that does not have the answer to a
// question yet. [UnansweredError] has the question.
var ErrUnanswered = errors.New("rule: no answer yet")

// UnansweredError is the error of [Play] if its source stopped at a question. It has the question
// and the source's reason.
type UnansweredError struct {
	Roll   Roll   // the question, if it is a roll
	Choice Choice // the question, if it is a choice
	Err    error
}

// Error returns the reason and the question.
func (e *UnansweredError) Error() string { return fmt.Sprintf("%v: %s", e.Err, e.Question()) }

// Question returns the question in words.
func (e *UnansweredError) Question() string {
	if e.Choice.Why != "" {
		return fmt.Sprintf("%s: %s", e.Choice.By.WithVerb("choose"), e.Choice.Why)
	}
	return fmt.Sprintf("%s for %s", e.Roll.Pool, e.Roll.Why)
}

// Unwrap returns the source's reason.
func (e *UnansweredError) Unwrap() error { return e.Err }
