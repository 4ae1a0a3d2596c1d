package game

// An Ending is how a game ended. A position holds it, with the winner beside
// it: 0, 1 or [Draw], which mean nothing while the game is still on.
type Ending uint8

// The endings.
const (
	StillOn    Ending = iota
	WipedOut          // a side has nothing left
	Achieved          // the scenario's task is fulfilled, or cannot be any more
	TimeIsOver        // the last round is over
)

// Closing is what a rulebook says when its games end. What is said of a task
// stands at the task's place in the list of tasks.
type Closing struct {
	WipedOut   string
	Achieved   []string
	TimeIsOver []string
}

// Status completes the status of a game that goes on with how it ended and who
// won, if it is over. The task is a place in the lists of the closing.
func (c *Closing) Status(now Status, how Ending, winner int8, task int) Status {
	if how == StillOn {
		return now
	}
	now.Over, now.Winner, now.Phase = true, int(winner), "the end"
	switch how {
	case WipedOut:
		now.Why = c.WipedOut
	case Achieved:
		now.Why = c.Achieved[task]
	default:
		now.Why = c.TimeIsOver[task]
	}
	return now
}

// Winning is the name of the event that an action has won the game.
const Winning = "wins"

// victory is how it is said. Why a side has won stands in the verdict.
var victory = Saying{Past: "{own} win{s} the game", Short: "won"}

// Verdict says who has won a game that is over and why: "the Goblins win: nobody else is left".
func (f *Fight) Verdict(end Status) string {
	if end.Winner == Draw {
		return "nobody wins: " + end.Why
	}
	return f.Sides[end.Winner].Clause("win") + ": " + end.Why
}

// Wins is the event that an action ends the game and the side that acts has
// won it. The status is that of the [Spec].
func Wins[F, P any](status func(f *F, p *P) Status) Event[F, P] {
	return Event[F, P]{Name: Winning, Gist: "the game ends, and the side that acts has won", Holds: func(f *F, before, after *P, _ Args) bool {
		end := status(f, after)
		return end.Over && end.Winner == status(f, before).Side
	}}
}
