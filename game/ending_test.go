package game

import "testing"

// TestClosing: the status of a game tells how it ended, and nothing about an end while it
// continues.
func TestClosing(t *testing.T) {
	c := EndTexts{WipedOut: "nobody", Achieved: []string{1: "done"}, TimeIsOver: []string{0: "held", 1: "not done"}}
	now := Status{Side: 1, Round: 3, Phase: "moves", Cite: "host.victory"}
	end := func(how Ending, winner int, why string) Status {
		return Status{Side: 1, Round: 3, Phase: "the end", Over: true, Ending: how, Winner: winner, Why: why, Cite: "host.victory"}
	}
	for _, x := range []struct {
		how    Ending
		winner int8
		task   int
		want   Status
	}{
		{InProgress, 1, 7, now},
		{WipedOut, Draw, 7, end(WipedOut, Draw, "nobody")},
		{TaskDecided, 0, 1, end(TaskDecided, 0, "done")},
		{OutOfTime, 1, 0, end(OutOfTime, 1, "held")},
		{OutOfTime, 0, 1, end(OutOfTime, 0, "not done")},
	} {
		if got := c.Status(now, x.how, x.winner, x.task); got != x.want {
			t.Errorf("%v won by %d: %+v\nwant %+v", x.how, x.winner, got, x.want)
		}
	}
}

// TestWins: the event is that the side that acted has won, whichever side is next.
func TestWins(t *testing.T) {
	type place struct {
		side   int
		over   bool
		winner int
	}
	e := Wins(func(_ *struct{}, p *place) Status { return Status{Side: p.side, Over: p.over, Winner: p.winner} })
	for _, x := range []struct {
		before, after place
		want          bool
	}{
		{place{side: 0}, place{1, true, 0}, true},
		{place{side: 1}, place{0, true, 0}, false},
		{place{side: 0}, place{0, true, Draw}, false},
		{place{side: 0}, place{0, false, 0}, false},
	} {
		if got := e.Holds(nil, &x.before, &x.after, Args{}); got != x.want {
			t.Errorf("%+v to %+v: %v", x.before, x.after, got)
		}
	}
}

// TestReason: the reason that decides a last round is a sentence, whatever its name in a record.
func TestReason(t *testing.T) {
	for why, want := range map[string]string{
		"a side has no units left":                                 "a side has no units left",
		"the last round is over, and the objective stands":         "the last round is over, and the objective stands",
		"the last turn is over: who is alone in the structures":    "the last turn is over, and who is alone in the structures decides the game",
		"the last round is over: who controls the objective hexes": "the last round is over, and who controls the objective hexes decides the game",
		"the last round is over: more points":                      "the last round is over, and more points decide the game",
		"Ada owed a value for its dice for longer than was agreed": "Ada owed a value for its dice for longer than was agreed",
	} {
		if got := Reason(why, false); got != want {
			t.Errorf("%q is the sentence %q, want %q", why, got, want)
		}
	}
}

// TestDrawReason: a draw is not announced with what would have decided the game.
func TestDrawReason(t *testing.T) {
	for why, want := range map[string]string{
		"the last round is over: more points":                      "the last round is over, and both sides have equally many points",
		"the last round is over: who occupies more objectives":     "the last round is over, and both sides occupy equally many objectives",
		"the last round is over: who controls the objective hexes": "the last round is over, and neither side is ahead",
		"a side has no units left":                                 "neither side has units left",
		"a side has nobody left":                                   "neither side has anybody left",
		"the players agreed on a draw":                             "the players agreed on a draw",
	} {
		if got := Reason(why, true); got != want {
			t.Errorf("%q is the sentence %q, want %q", why, got, want)
		}
	}
}
