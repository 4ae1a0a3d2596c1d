package server

import (
	"net/http"
	"strings"
	"testing"
)

// TestBundled: a match of a bundled scenario is marked as such. A match of a player's own file is
// not, even under the name of a bundled scenario, because a rematch begins by the name.
func TestBundled(t *testing.T) {
	srv := served(t, Options{})
	c := &client{t: t, s: srv}
	var x ScenarioDetail
	c.want(http.StatusOK, &x, "GET", "/scenarios/tideofiron/block", nil)
	for _, s := range []struct {
		wanted NewMatch
		want   bool
	}{
		{NewMatch{Ruleset: "tideofiron", Scenario: "block"}, true},
		{NewMatch{YAML: x.YAML}, true},
		{NewMatch{YAML: strings.Replace(x.YAML, "rounds: 6", "rounds: 5", 1)}, false},
		{NewMatch{YAML: strings.Replace(x.YAML, "name: block", "name: my-block", 1)}, false},
	} {
		p := began(t, srv, s.wanted)
		state := p.state(p.seats[0])
		if state.Bundled != s.want {
			t.Errorf("%s of %d bytes is told as bundled: %v", state.Scenario, len(s.wanted.YAML), state.Bundled)
		}
	}
}
