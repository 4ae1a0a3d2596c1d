package game

import "testing"

// TestClosing: a status is completed by how a game ended, and says nothing of
// it while the game goes on.
func TestClosing(t *testing.T) {
	c := Closing{WipedOut: "nobody", Achieved: []string{1: "done"}, TimeIsOver: []string{0: "held", 1: "not done"}}
	now := Status{Side: 1, Round: 3, Phase: "moves", Cite: "host.victory"}
	end := func(winner int, why string) Status {
		return Status{Side: 1, Round: 3, Phase: "the end", Over: true, Winner: winner, Why: why, Cite: "host.victory"}
	}
	for _, x := range []struct {
		how    Ending
		winner int8
		task   int
		want   Status
	}{
		{StillOn, 1, 7, now},
		{WipedOut, Draw, 7, end(Draw, "nobody")},
		{Achieved, 0, 1, end(0, "done")},
		{TimeIsOver, 1, 0, end(1, "held")},
		{TimeIsOver, 0, 1, end(0, "not done")},
	} {
		if got := c.Status(now, x.how, x.winner, x.task); got != x.want {
			t.Errorf("%v won by %d: %+v\nwant %+v", x.how, x.winner, got, x.want)
		}
	}
}

// TestWins: the side that acted has won, whoever would be next.
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
