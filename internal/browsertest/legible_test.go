package browsertest

import (
	"fmt"
	"testing"
)

// looks are the windows of all checks: a phone, a tablet, a desktop.
var looks = []look{phone, {768, 1024, true, false}, desk}

// legible fails if an element covers another, is cut off, or is out of reach.
func (p *page) legible(where string) {
	p.t.Helper()
	for _, fault := range evaluate[[]string](p, where, "eyes.faults()") {
		p.t.Errorf("%s: %s", where, fault)
	}
}

// TestPlansAreLegible: on the map of every bundled scenario, nothing covers a name, a counter or an
// opening, at one of three widths, or at each with LOOPHOLE_LONG. An element without room for its
// name shows it on request.
func TestPlansAreLegible(t *testing.T) {
	t.Parallel()
	h := served(t)
	var list []struct{ Ruleset, Name string }
	h.ask("/scenarios", "", &list)
	if len(list) < 20 {
		t.Fatalf("there are %d scenarios", len(list))
	}
	p := h.open("/", desk)
	for i, s := range list {
		b := h.begin(map[string]any{"ruleset": s.Ruleset, "scenario": s.Name, "hotseat": true})
		p.visit("/m/" + b.ID + "#" + b.Tokens["table"])
		for j, l := range looks {
			if j != i%3 && !long {
				continue
			}
			p.look(l)
			where := fmt.Sprintf("%s %s, %d wide", s.Ruleset, s.Name, l.wide)
			p.until(where, `eyes.all('.plan-drawing .piece')[0] && eyes.all('.actions[aria-busy=false]')[0]`)
			p.legible(where)
			for _, short := range evaluate[[]string](p, where, fmt.Sprintf("Promise.resolve(eyes.shortened(%v))", l.touch)) {
				t.Errorf("%s: %s", where, short)
			}
			if l != phone {
				for _, c := range evaluate[[]string](p, where, "Promise.resolve(eyes.crossing())") {
					t.Errorf("%s: %s", where, c)
				}
			}
		}
	}
}
