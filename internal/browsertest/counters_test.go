package browsertest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"

	"loophole/internal/server"
)

// TestCountersStayWithinTheirWalls: counters stay within their walls and nothing on the map covers
// another element, even after a dozen actions, with many counters in one place and many markers.
func TestCountersStayWithinTheirWalls(t *testing.T) {
	t.Parallel()
	h := served(t)
	p := h.open("/", desk)
	for _, s := range [][2]string{
		{"konflikt47", "farmhouse"}, {"lasergrenadiers", "farm"}, {"d20skirmish", "la-fiere"}, {"oldworld", "troll-barn"}, {"tideofiron", "block"},
	} {
		b := h.begin(map[string]any{"ruleset": s[0], "scenario": s[1], "hotseat": true})
		for range 14 {
			h.moves(b)
		}
		p.visit("/m/" + b.ID + "#" + b.Tokens["table"])
		for _, l := range looks {
			p.look(l)
			where := fmt.Sprintf("%s %s in full swing, %d wide", s[0], s[1], l.wide)
			p.until(where, `eyes.all('.plan-drawing .piece')[0]`)
			p.legible(where)
		}
	}
}

// moves plays an action of a match by the API, preferably a fierce one, and answers each question
// with the first option.
func (h *house) moves(b *server.CreatedMatch) {
	h.t.Helper()
	var s struct {
		Position string
		Over     any
		Begun    *struct{ Question *struct{ ID any } }
	}
	path, token := "/matches/"+b.ID, b.Tokens["table"]
	if h.ask(path, token, &s); s.Over != nil {
		return
	}
	var list server.Actions
	h.ask(path+"/actions", token, &list)
	var lines, wild []string
	for _, g := range list.Groups {
		for _, a := range g.Actions {
			if a.Allowed {
				lines = append(lines, a.Line)
				if isFierce(a.Line) {
					wild = append(wild, a.Line)
				}
			}
		}
	}
	chance := rand.New(rand.NewPCG(uint64(len(lines)), 7))
	if len(wild) > 0 && chance.IntN(3) > 0 {
		lines = wild
	}
	h.tell(path+"/actions", token, map[string]any{"action": lines[chance.IntN(len(lines))], "position": s.Position})
	for h.ask(path, token, &s); s.Begun != nil && s.Begun.Question != nil; h.ask(path, token, &s) {
		h.tell(path+"/answers", token, map[string]any{"question": s.Begun.Question.ID, "option": 0})
		s.Begun = nil
	}
}

// tell sends a request that changes a match.
func (h *house) tell(path, token string, body any) {
	h.t.Helper()
	text, _ := json.Marshal(body) // It has only strings and numbers.
	r, err := http.NewRequest(http.MethodPost, h.url("/api/v1"+path), bytes.NewReader(text))
	if err != nil {
		h.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Idempotency-Key", fmt.Sprintf("%x", rand.Uint64()))
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		h.t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode >= 300 {
		h.t.Fatal(path, string(text), answer.Status)
	}
}
