//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// A question is a request that is measured.
type question struct {
	name string
	// ask sends the request, with others that are not measured before it. It returns the time of
	// the request.
	ask func(a asker) (time.Duration, error)
}

// small is a small question.
const small = "/api/v1/rulesets/tideofiron/procedures/attack/odds?example=worked"

// questions are an ordinary question, the slow ones of the rulesets' benchmarks, and those that a
// page asks during a match.
var questions = []question{
	odds("Tide of Iron, worked example", "tideofiron", "attack", "", "example=worked"),
	odds("the same with floats", "tideofiron", "attack", "", "example=worked&floats=true"),
	odds("the same by 100,000 trials", "tideofiron", "attack", "", "example=worked&trials=100000&seed=1"),
	odds("D20 skirmish, melee of ten against ten with helmets", "d20skirmish", "melee", "attackers=10 defenders=10 attackers-helmet=8 defenders-helmet=8", ""),
	odds("the same with floats", "d20skirmish", "melee", "attackers=10 defenders=10 attackers-helmet=8 defenders-helmet=8", "floats=true"),
	odds("D20 skirmish, assault on six rooms", "d20skirmish", "assault", "rooms=2,2,2,2,2,2 rooms.1.defenders=2 rooms.2.defenders=2 rooms.3.defenders=2 rooms.4.defenders=2 rooms.5.defenders=2 rooms.6.defenders=2", ""),
	odds("the same with floats", "d20skirmish", "assault", "rooms=2,2,2,2,2,2 rooms.1.defenders=2 rooms.2.defenders=2 rooms.3.defenders=2 rooms.4.defenders=2 rooms.5.defenders=2 rooms.6.defenders=2", "floats=true"),
	odds("Old World, siege of twenty against twenty, eight turns", "oldworld", "siege", "attackers.models=20 garrison.models=20 turns=8", ""),
	odds("the same with floats", "oldworld", "siege", "attackers.models=20 garrison.models=20 turns=8", "floats=true"),
	odds("the same siege to the end", "oldworld", "siege", "attackers.models=20 garrison.models=20 turns=0", ""),
	inMatch("begin a match of `block`", 0),
	inMatch("list its actions", 1),
	inMatch("odds of an action", 2),
	inMatch("hint", 3),
}

// odds is a question to a procedure. Before it, other questions push its answer out of the cache.
func odds(name, ruleset, procedure, words, parameters string) question {
	path := "/api/v1/rulesets/" + ruleset + "/procedures/" + procedure + "/odds?" + parameters
	for _, w := range strings.Fields(words) {
		path += "&set=" + url.QueryEscape(w)
	}
	return question{name, func(a asker) (time.Duration, error) {
		for i := range 66 {
			other := fmt.Sprintf("/api/v1/rulesets/tideofiron/procedures/attack/odds?set=dice%%3D%d&set=level%%3D%d", 1+i%22, i/22)
			if _, _, err := a.request(request{Method: "GET", Path: other}); err != nil {
				return 0, err
			}
		}
		took, _, err := a.request(request{Method: "GET", Path: path})
		return took, err
	}}
}

// inMatch begins a match and measures one of the requests that follow, by its number.
func inMatch(name string, wanted int) question {
	return question{name, func(a asker) (time.Duration, error) {
		begin := `{"ruleset":"tideofiron","scenario":"block","seed":"1","hotseat":true}`
		took, said, err := a.request(request{Method: "POST", Path: "/api/v1/matches", Body: begin})
		if err != nil || wanted == 0 {
			return took, err
		}
		var m struct {
			ID     string
			Tokens map[string]string
		}
		if err := json.Unmarshal([]byte(said), &m); err != nil {
			return 0, err
		}
		at, token := "/api/v1/matches/"+m.ID, m.Tokens["table"]
		took, said, err = a.request(request{Method: "GET", Path: at + "/actions", Token: token})
		if err != nil || wanted == 1 {
			return took, err
		}
		var list struct {
			Groups []struct{ Actions []struct{ Line, Type string } }
		}
		if err := json.Unmarshal([]byte(said), &list); err != nil {
			return 0, err
		}
		line := ""
		for _, g := range list.Groups {
			for _, x := range g.Actions {
				if x.Type == "fire" && line == "" {
					line = x.Line
				}
			}
		}
		if wanted == 2 {
			at += "/odds?action=" + url.QueryEscape(line)
		} else {
			at += "/hint"
		}
		took, _, err = a.request(request{Method: "GET", Path: at, Token: token})
		return took, err
	}}
}
