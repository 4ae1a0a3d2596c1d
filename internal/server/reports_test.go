package server

import (
	"encoding/json"
	"net/http"
	"testing"
)

// TestReportWithTheAnswer: an action's answer has the report of the action if the request asks for
// it, equal to the report of list-told. Other answers do not have it.
func TestReportWithTheAnswer(t *testing.T) {
	for _, told := range []string{"", "?told=true"} {
		p := began(t, served(t, Options{}), row())
		var done Played
		p.seats[0].want(http.StatusOK, &done, "POST", p.path+"/actions"+told, map[string]string{"action": bombardment(t, p)})
		if told == "" {
			if done.Told != nil {
				t.Errorf("told unasked: %+v", done.Told)
			}
			continue
		}
		var x struct{ Actions []Told }
		p.seats[0].want(http.StatusOK, &x, "GET", p.path+"/told", nil)
		if len(done.Told) != 1 || len(x.Actions) != 1 {
			t.Fatalf("told %d with the answer, and %d in all", len(done.Told), len(x.Actions))
		}
		if now := &done.Told[0]; now.Later { // On a slow machine only the luck is missing.
			now.Later, now.Luck = false, x.Actions[0].Luck
		}
		a, _ := json.Marshal(done.Told[0])
		b, _ := json.Marshal(x.Actions[0])
		if string(a) != string(b) || done.Told[0].Zone == nil {
			t.Errorf("the answer tells %s; the match %s", a, b)
		}
	}
}

// TestToldLater: luck that is not calculated in time can be requested later.
func TestToldLater(t *testing.T) {
	srv := served(t, Options{})
	srv.luckTimeout = 0
	p := began(t, srv, row())
	var done Played
	p.seats[0].want(http.StatusOK, &done, "POST", p.path+"/actions?told=true", map[string]string{"action": bombardment(t, p)})
	if len(done.Told) != 1 || !done.Told[0].Later || done.Told[0].Luck != nil {
		t.Fatalf("told at once: %+v", done.Told)
	}
	var x struct{ Actions []Told }
	p.seats[0].want(http.StatusOK, &x, "GET", p.path+"/told", nil)
	if len(x.Actions) != 1 || x.Actions[0].Luck == nil || x.Actions[0].Later {
		t.Errorf("told when asked: %+v", x.Actions)
	}
}

// bombardment returns the first legal bombardment.
func bombardment(t *testing.T, p *party) string {
	t.Helper()
	var list Actions
	p.seats[0].want(http.StatusOK, &list, "GET", p.path+"/actions", nil)
	for _, g := range list.Groups {
		for _, a := range g.Actions {
			if a.Type == "bombard" {
				return a.Line
			}
		}
	}
	t.Fatal("nothing can be bombarded")
	return ""
}
