package game

import "strings"

// An Ending is how a game ended. A position stores it with the winner: 0, 1 or [Draw]. The winner
// means nothing while the game is in progress.
type Ending uint8

// The endings.
const (
	InProgress  Ending = iota
	WipedOut           // a side has no units left
	TaskDecided        // a side has fulfilled the scenario's task, or can no longer do so
	OutOfTime          // the last round is over
)

// EndTexts are the texts of a ruleset for the ends of its games. The lists are in the order of the
// kinds of tasks, like [Victory.Goals]. A text is a clause without a full stop: players read it after
// "the Goblins win: ".
//
// Every kind of task needs a TimeIsOver. A task that can be decided earlier needs an Achieved too: that
// of [Seize], [Destroy], [Clear] and [Survive], and that of [Hold] with [Victory.LostEarly]. Lists may be
// shorter, or have "" where no text is needed.
type EndTexts struct {
	WipedOut string // "a side has no units left"
	// Achieved says why the task is decided: "the objective is seized". For Survive, and for Hold, it says
	// why the task has failed: "too few survived".
	Achieved []string
	// TimeIsOver says what decides after the last round. If either side may win then, as with Hold, Most
	// and Score, it names what is compared: "the last round is over: who controls the objective", which
	// players read as "the last round is over, and who controls the objective decides the game"
	// ([Reason]). For Most and Score the words after the colon are "who occupies more objectives" or "more
	// points". After a draw players then read "both sides occupy equally many objectives". For the other
	// goals only one side can win after the last round: "the last round is over, and the objective stands",
	// or for Survive "the last round is over, and enough survived".
	TimeIsOver []string
}

// text returns a text of a list, or "".
func text(list []string, task int) string {
	if task >= len(list) {
		return ""
	}
	return list[task]
}

// Status adds to the status of a game how the game ended and who won, if it is over. The task is an
// index of the lists.
func (c *EndTexts) Status(now Status, how Ending, winner int8, task int) Status {
	if how == InProgress {
		return now
	}
	now.Over, now.Ending, now.Winner, now.Phase = true, how, int(winner), "the end"
	switch how {
	case WipedOut:
		now.Why = c.WipedOut
	case TaskDecided:
		now.Why = text(c.Achieved, task)
	default:
		now.Why = text(c.TimeIsOver, task)
	}
	return now
}

// Reason returns the reason for an end as players read it. A record says "the last round is over:
// who controls the objective". The hashes of the record cover these words, so they stay in the record.
// After a draw, neither what decides between two sides nor who had more is a reason: for "more points"
// both sides have equally many points.
func Reason(why string, draw bool) string {
	if draw {
		return drawReason(why)
	}
	head, what, found := strings.Cut(why, ": ")
	switch {
	case !found:
		return why
	case strings.HasPrefix(what, "who "):
		return head + ", and " + what + " decides the game"
	}
	return head + ", and " + what + " decide the game"
}

// drawReason is Reason after a draw.
func drawReason(why string) string {
	head, what, found := strings.Cut(why, ": ")
	if !found {
		if left, ok := strings.CutPrefix(why, "a side has no "); ok {
			return "neither side has " + left
		}
		if why == "a side has nobody left" {
			return "neither side has anybody left"
		}
		return why
	}
	if things, ok := strings.CutPrefix(what, "more "); ok {
		return head + ", and both sides have equally many " + things
	}
	if who, things, ok := strings.Cut(what, " more "); ok && strings.HasPrefix(who, "who ") {
		return head + ", and both sides" + toPlural(strings.TrimPrefix(who, "who")) + " equally many " + things
	}
	return head + ", and neither side is ahead"
}

// Winning is the name of the event that an action has won the game.
const Winning = "wins"

// victory is the wording of [Winning]. The verdict says why a side has won.
var victory = EventWording{Past: "{own} win{s} the game", Short: "won"}

// Verdict returns who has won a game that is over, and why: "the Goblins win: nobody else is left".
func (f *Instance) Verdict(end Status) string {
	if end.Winner == Draw {
		return "nobody wins: " + Reason(end.Why, true)
	}
	return f.Sides[end.Winner].WithVerb("win") + ": " + Reason(end.Why, false)
}

// Wins returns the event that an action ends the game and the acting side has won. The status is that of
// the [Spec].
func Wins[F, P any](status func(f *F, p *P) Status) Event[F, P] {
	return Event[F, P]{Name: Winning, Gist: "the game ends, and the acting side has won", Holds: func(f *F, before, after *P, _ Args) bool {
		end := status(f, after)
		return end.Over && end.Winner == status(f, before).Side
	}}
}
