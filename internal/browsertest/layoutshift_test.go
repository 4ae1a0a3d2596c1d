package browsertest

import (
	"fmt"
	"testing"
)

// slow holds back the answers to a page's requests, by a pattern of addresses, until letGo.
func (p *page) slow(pattern string) (letGo func()) {
	p.t.Helper()
	n := evaluate[int](p, "holding back "+pattern, fmt.Sprintf(`(() => {
		const real = globalThis.fetch, hold = {}, all = (globalThis.holds ||= []);
		hold.until = new Promise(go => { hold.letGo = go; });
		all.push(hold);
		globalThis.fetch = async (...asked) => { if (new RegExp(%s).test(asked[0])) { hold.holding = true; await hold.until; } return real(...asked); };
		return Promise.resolve(all.length);
	})()`, quoted(pattern))) - 1
	return func() {
		p.until("something to be held back", fmt.Sprintf("holds[%d].holding", n))
		evaluate[bool](p, "letting go", fmt.Sprintf("(() => { holds[%d].letGo(); return Promise.resolve(true) })()", n))
	}
}

// tops returns the vertical positions of the elements of a selector.
func (p *page) tops(selector string) string {
	p.t.Helper()
	return evaluate[string](p, selector, fmt.Sprintf("Promise.resolve(eyes.all(%s).map(e => Math.round(e.getBoundingClientRect().y)).join(' '))", quoted(selector)))
}

// TestNothingJumps: a button does not move when an answer arrives: "Begin" at the rulings, and the
// listed actions at their odds.
func TestNothingJumps(t *testing.T) {
	t.Parallel()
	h := served(t)
	p := h.open("/", desk)
	letGo := p.slow(`rulesets/konflikt47$`)
	p.options("konflikt47", "farmhouse")
	before := p.tops("dialog button")
	letGo()
	p.until("the rulings", "document.querySelectorAll('dialog .ruling').length > 3")
	if after := p.tops("dialog button"); after != before || before == "" {
		t.Errorf("the buttons of the options stood at %s, and stand at %s when the rulings are there", before, after)
	}
	for _, l := range looks {
		b := h.begin(map[string]any{"ruleset": "d20skirmish", "scenario": "la-fiere", "hotseat": true})
		p.visit("/m/" + b.ID + "#" + b.Tokens["table"])
		p.look(l)
		x := newPlayer(p)
		s := x.stands()
		letGo := p.slow(`/(odds|sight)\?`)
		x.picks(s.Able[0])
		p.until("what it can do", `eyes.all('.hint')[0] && !eyes.all('.ways.waits')[0] && eyes.all('.actions > summary')[0]`)
		p.opensList()
		before := p.tops(".act, .actions-head")
		letGo()
		p.until("the odds and the lines of sight", `eyes.all('details.sight-list')[0] && eyes.all('.act .chance').some(e => e.textContent !== '…')`)
		if after := p.tops(".act, .actions-head"); after != before || before == "" {
			t.Errorf("%d wide: the actions stood at %s, and stand at %s when their odds are there", l.wide, before, after)
		}
	}
}

// TestTablesAfterEachOther opens many matches in one window. Closed matches keep no connection; a
// browser has only six for a server.
func TestTablesAfterEachOther(t *testing.T) {
	t.Parallel()
	h := served(t).inWhole() // The way back needs a history.
	b := h.begin(map[string]any{"ruleset": "tideofiron", "scenario": "worked", "hotseat": true})
	p := h.open("/", desk)
	for i := range 8 {
		p.visit(fmt.Sprintf("/m/%s?%d#%s", b.ID, i, b.Tokens["table"]))
		p.until("the table", `eyes.all('.actions[aria-busy=false]')[0]`)
	}
	evaluate[bool](p, "the way back", "(() => { history.back(); return Promise.resolve(true) })()")
	p.until("the table before", `location.search === '?6' && eyes.all('.plan-drawing .piece')[0]`)
	x := newPlayer(p)
	x.picks(x.stands().Able[0])
	for s := x.stands(); x.moves == 0; s = x.stands() { // The result comes by the stream, not only by the answer.
		x.does(s)
	}
	p.until("the record", `eyes.all('.step')[0]`)
}
