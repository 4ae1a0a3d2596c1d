package tabletop

import (
	"math"
	"net/http"
	"testing"
)

// A tag is the chance of something or more, by the piece alone: that which the odds
// of its line say. Where that takes too long it is an estimate, and says so.
func TestTags(t *testing.T) {
	exact, trials := served(t, Options{}), served(t, Options{OddsBudget: 1})
	a, b := began(t, exact, row()), began(t, trials, row())
	var x, y Tags
	a.seats[0].want(http.StatusOK, &x, "GET", a.path+"/tags?piece=sig-33b", nil)
	b.seats[0].want(http.StatusOK, &y, "GET", b.path+"/tags?piece=sig-33b", nil)
	if len(x.Tags) < 4 || len(y.Tags) != len(x.Tags) {
		t.Fatalf("%d tags, and %d by trials", len(x.Tags), len(y.Tags))
	}
	rolled := 0
	for i, tag := range x.Tags {
		guess := y.Tags[i]
		var c Chances
		a.seats[0].want(http.StatusOK, &c, "GET", a.path+"/odds"+query("action", tag.Line), nil)
		switch {
		case tag.Zones == nil:
			if tag.P != 0 || guess.Error != 0 {
				t.Errorf("%s comes to nothing by dice, and has the tags %+v, %+v", tag.Line, tag, guess)
			}
			continue
		case tag.Error != 0 || math.Abs(tag.P-(1-c.Zones.Nothing.Float)) > 1e-12:
			t.Errorf("the tag of %s says %v; the odds %v", tag.Line, tag.P, 1-c.Zones.Nothing.Float)
		case guess.Error == 0 || math.Abs(guess.P-tag.P) > 6*guess.Error:
			t.Errorf("%s: %v ± %v by trials; it is %v", tag.Line, guess.P, guess.Error, tag.P)
		}
		rolled++
	}
	if rolled < 2 {
		t.Errorf("%d tags have odds", rolled)
	}
}
