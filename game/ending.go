package game

import "strings"

// An Ending is how a game ended. A position holds it, with the winner beside
// it: 0, 1 or [Draw], which mean nothing while the game is still on.
type Ending uint8

// The endings.
const (
	InProgress  Ending = iota
	WipedOut           // a side has nothing left
	TaskDecided        // the scenario's task is fulfilled, or cannot be any more
	OutOfTime          // the last round is over
)

// EndTexts is what a rulebook says when its games end. What is said of a task
// stands at the task's place in the list of tasks.
type EndTexts struct {
	WipedOut   string
	Achieved   []string
	TimeIsOver []string
}

// Status completes the status of a game that goes on with how it ended and who
// won, if it is over. The task is a place in the lists of the closing.
func (c *EndTexts) Status(now Status, how Ending, winner int8, task int) Status {
	if how == InProgress {
		return now
	}
	now.Over, now.Winner, now.Phase = true, int(winner), "the end"
	switch how {
	case WipedOut:
		now.Why = c.WipedOut
	case TaskDecided:
		now.Why = c.Achieved[task]
	default:
		now.Why = c.TimeIsOver[task]
	}
	return now
}

// Reason is why a game ended, as a sentence that players read. A record names what decides
// a last round as "the last round is over: who controls the objective", and keeps these
// words, which its sums are made of.
func Reason(why string) string {
	head, what, found := strings.Cut(why, ": ")
	switch {
	case !found:
		return why
	case strings.HasPrefix(what, "who "):
		return head + ", and " + what + " decides the game"
	}
	return head + ", and " + what + " decide the game"
}

// Winning is the name of the event that an action has won the game.
const Winning = "wins"

// victory is how it is said. Why a side has won stands in the verdict.
var victory = Saying{Past: "{own} win{s} the game", Short: "won"}

// Verdict says who has won a game that is over and why: "the Goblins win: nobody else is left".
func (f *Instance) Verdict(end Status) string {
	if end.Winner == Draw {
		return "nobody wins: " + Reason(end.Why)
	}
	return f.Sides[end.Winner].Clause("win") + ": " + Reason(end.Why)
}

// Wins is the event that an action ends the game and the side that acts has
// won it. The status is that of the [Spec].
func Wins[F, P any](status func(f *F, p *P) Status) Event[F, P] {
	return Event[F, P]{Name: Winning, Gist: "the game ends, and the side that acts has won", Holds: func(f *F, before, after *P, _ Args) bool {
		end := status(f, after)
		return end.Over && end.Winner == status(f, before).Side
	}}
}
