package server

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// TestWordsStandOnce: house rules with two values for one name are rejected, and the order of a
// question's parameters does not change the answer.
func TestWordsStandOnce(t *testing.T) {
	c := &client{t: t, s: served(t, Options{})}
	const path = "/rulesets/tideofiron/procedures/attack/odds?"
	var one, other struct{ Situation map[string]any }
	c.want(http.StatusOK, &one, "GET", path+"set=dice%3D4&set=squads.1.elite%3Dyes&set=squads%3D4,3&set=level%3D1&floats=true&floats=true", nil)
	c.want(http.StatusOK, &other, "GET", path+"set=level%3D1&set=squads%3D4,3&set=squads.1.elite%3Dyes&set=level%3D1&floats=true&set=dice%3D4", nil)
	var p Problem
	c.want(http.StatusBadRequest, &p, "POST", "/matches", json.RawMessage(`{"ruleset":"tideofiron","scenario":"stairs","house":{"facts.defence.block":"4","facts.defence.block":"5"}}`))
	if !strings.Contains(p.Detail+p.Errors[0].Message, "is given twice") {
		t.Error(p)
	}
	for _, x := range []map[string]any{one.Situation, other.Situation} {
		if list, _ := x["squads"].([]any); len(list) != 2 || list[0].(map[string]any)["elite"] != true {
			t.Errorf("the squads are %v", x["squads"])
		}
	}
}
