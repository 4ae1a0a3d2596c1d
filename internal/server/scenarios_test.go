package server

import (
	"math"
	"net/http"
	"reflect"
	"strings"
	"testing"
)

// TestScenariosSayHowLongAndHowHard: every listed scenario has its forces, its length and its
// results, with consistent numbers.
func TestScenariosSayHowLongAndHowHard(t *testing.T) {
	c := &client{t: t, s: served(t, Options{})}
	var all []ScenarioSummary
	c.want(http.StatusOK, &all, "GET", "/scenarios", nil)
	if len(all) < 28 {
		t.Fatal(len(all))
	}
	for _, x := range all {
		if len(x.Sides) != 2 || x.Rounds < 3 || x.Rounds > 12 {
			t.Errorf("%s %s: %v, %d rounds", x.Ruleset, x.Name, x.Sides, x.Rounds)
		}
		p := x.Played
		if p == nil {
			t.Errorf("%s %s: nobody measured it", x.Ruleset, x.Name)
			continue
		}
		if sum := p.Won[0].Share + p.Won[1].Share + p.Drawn; math.Abs(sum-1) > 1e-9 || p.Rounds > float64(x.Rounds)+1e-9 || p.Rounds < 1 || p.Actions < p.Rounds {
			t.Errorf("%s %s: %+v", x.Ruleset, x.Name, p)
		}
		if want := "loophole selfplay " + x.Ruleset + " " + x.Name; !strings.HasPrefix(p.Command, want) {
			t.Error(p.Command)
		}
		if y := p.Strong; y == nil || y.Games < 20 || y.Score < -0.2 || y.Score > 1.2 || y.Error <= 0 || !strings.HasPrefix(y.Command, "loophole selfplay "+x.Ruleset+" "+x.Name+" --policy "+y.Policy) {
			t.Errorf("%s %s: by a strong policy: %+v", x.Ruleset, x.Name, y)
		}
		if y := p.Strong; y != nil && (y.Won[0]+y.Won[1]+y.Drawn != y.Games || y.Even != (y.Score >= 0.35 && y.Score <= 0.65) || y.Ending.Share <= 0 || y.Ending.Why == "") {
			t.Errorf("%s %s: by a strong policy: %+v", x.Ruleset, x.Name, y)
		}
		for i, w := range p.Won {
			if w.Side != x.Sides[i] || (w.Level == "hard") != (w.Share <= hardShare) || (w.Level == "easy") != (w.Share >= easyShare) {
				t.Errorf("%s %s: %+v", x.Ruleset, x.Name, w)
			}
		}
	}
}

// TestReadScenario reads scenario files of a client: with all of their faults, or as the scenario of that
// name.
func TestReadScenario(t *testing.T) {
	s := served(t, Options{})
	c := &client{t: t, s: s}
	var want, got ScenarioDetail
	c.want(http.StatusOK, &want, "GET", "/scenarios/tideofiron/ambush", nil)
	c.want(http.StatusOK, &got, "POST", "/scenarios", map[string]string{"yaml": want.YAML})
	if !got.Secret || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v; want %+v", got, want)
	}
	var p Problem
	c.want(http.StatusUnprocessableEntity, &p, "POST", "/scenarios", map[string]string{"yaml": strings.Replace(want.YAML, "setup:\n", "setup:\n  nonsense: 1\n", 1)})
	if !strings.Contains(p.Detail, "nonsense") || !strings.HasPrefix(p.Detail, "scenario.yaml:") {
		t.Errorf("a wrong key: %q", p.Detail)
	}

	for range cap(s.files.queue) {
		s.files.queue <- struct{}{}
	}
	if c.want(http.StatusServiceUnavailable, &p, "POST", "/scenarios", map[string]string{"yaml": want.YAML}); p.Kind != "urn:loophole:busy" {
		t.Errorf("with too many others: %+v", p)
	}
}
