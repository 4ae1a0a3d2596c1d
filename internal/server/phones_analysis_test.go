package server

import (
	"bytes"
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"loophole/internal/endpoint"
	"loophole/internal/wire"
)

// TestPhonesAnalysis: of a match with typed dice that is over, the devices analyse the match, its record and
// its lines, and find the same. A line that is altered is named.
func TestPhonesAnalysis(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	a, b := paired(t, weakened, "typed")
	for from, to := b, a; !a.state().Hands.Closed || !b.state().Hands.Closed; from, to = to, from {
		for from.moves() {
		}
		to.takes(from.gives())
	}
	posts := func(text string) *endpoint.Answer {
		headers := map[string]string{"Content-Type": "application/jsonl"}
		return a.srv.Answer(t.Context(), LocalRequest{Method: "POST", Address: root + "/analysis?luck=only", Header: func(name string) string { return headers[name] }, Body: []byte(text)})
	}
	var want wire.Analysis
	a.asks(http.StatusOK, &want, "GET", "/analysis?luck=only", nil)
	x, err := a.srv.store.Load(t.Context(), a.id)
	must(t, err)
	for name, text := range map[string]string{"record": string(bytes.Join(x.Lines, nil)), "lines": b.lines()} {
		var body bytes.Buffer
		answer := posts(text)
		must(t, answer.WriteBody(&body))
		var got wire.Analysis
		if answer.Status != http.StatusOK || json.Unmarshal(body.Bytes(), &got) != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("the analysis of the %s: %d %s", name, answer.Status, body.String())
		}
	}
	var body bytes.Buffer
	answer := posts(strings.Replace(b.lines(), `"faces":[`, `"faces":[7,`, 1))
	must(t, answer.WriteBody(&body))
	if answer.Status != http.StatusUnprocessableEntity || !strings.Contains(body.String(), "of the match is not valid") {
		t.Errorf("altered lines: %d %s", answer.Status, body.String())
	}
}

// TestPhonesHints: the invitation decides on hints, for both devices, and neither asks for consent later.
func TestPhonesHints(t *testing.T) {
	for _, on := range []bool{false, true} {
		w := *weakened
		if on {
			w.Hints = hintsOn
		}
		a, b := paired(t, &w, "typed")
		for _, d := range []*device{a, b} {
			if h := d.state().Hints; h.On != on || h.Asks {
				t.Errorf("an invitation with hints %t: %+v", on, h)
			}
			d.asks(http.StatusConflict, nil, "PUT", "/hints", map[string]bool{"agree": !on})
		}
	}
}
