package server

import (
	"net/http"
	"testing"
)

// TestUndoSaysHowFar: the state has the number of actions that Undo takes back: against a policy,
// all of its actions since the player's last one.
func TestUndoSaysHowFar(t *testing.T) {
	srv := served(t, Options{})
	w := row()
	w.Seats = []NewSeat{{}, {Policy: "random"}}
	p := began(t, srv, w)
	a := p.seats[0]
	stands := func() int {
		var x MatchAt
		a.want(http.StatusOK, &x, "GET", p.path+"/steps/0", nil)
		return x.Of
	}
	far := 0
	for range 12 {
		waited(t, "the policy plays", func() bool {
			x := p.state(a)
			if x.Begun != nil && x.Begun.Yours {
				a.want(http.StatusOK, nil, "POST", p.path+"/answers", Answer{Question: x.Begun.Question.ID, Option: new(int)})
			}
			return x.Over != nil || x.Turn == "German" && x.Begun == nil
		})
		x := p.state(a)
		if x.Over != nil {
			break
		}
		if n := x.Undo.Actions; n > 0 {
			was := stands()
			a.want(http.StatusOK, nil, "POST", p.path+"/undo", nil)
			if now := stands(); was-now != n {
				t.Errorf("%d actions were said, and %d taken back", n, was-now)
			}
			a.want(http.StatusOK, nil, "POST", p.path+"/redo", nil)
			far = max(far, n)
		}
		a.want(http.StatusOK, nil, "POST", p.path+"/actions", map[string]string{"action": p.lines(a)[0]})
	}
	if far < 2 {
		t.Errorf("at most %d actions went back at once, so nothing was tested", far)
	}
}

// TestNothingToUndoAtFirst: a player cannot undo a policy's actions before their own first one.
func TestNothingToUndoAtFirst(t *testing.T) {
	srv := served(t, Options{})
	w := row()
	w.Seats = []NewSeat{{Policy: "random"}, {}}
	p := began(t, srv, w)
	a := p.seats[1]
	waited(t, "the policy plays", func() bool {
		x := p.state(a)
		return x.Begun == nil && x.Turn == x.You.Side || x.Begun != nil && x.Begun.Yours
	})
	x := p.state(a)
	if x.Sequence == 0 {
		t.Fatal("the policy has done nothing")
	}
	if x.Begun == nil && (x.Undo.Possible || x.Undo.Actions != 0) {
		t.Errorf("%+v, before an action of one's own", x.Undo)
	}
	a.want(http.StatusConflict, nil, "POST", p.path+"/undo", nil)
}
