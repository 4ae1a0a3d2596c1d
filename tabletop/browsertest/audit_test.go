package browsertest

import (
	_ "embed"
	"fmt"
	"testing"
)

// axe is axe-core 4.14.1, which finds what keeps people from using a page; its
// licence is beside it.
//
//go:embed testdata/axe.min.js
var axe string

// audited has axe-core look at a page, light and dark.
func (p *page) audited(where string, l look) {
	p.t.Helper()
	p.forgives("Applying inline style") // The audit tries some, and the policy of the page forbids them.
	if !evaluate[bool](p, "axe-core", "Promise.resolve(Boolean(globalThis.axe))") {
		evaluate[bool](p, "axe-core", "(() => { "+axe+"; return Promise.resolve(true) })()")
	}
	for _, l.dark = range []bool{false, true} {
		p.look(l)
		p.until("the scheme", fmt.Sprintf("matchMedia('(prefers-color-scheme: dark)').matches === %v", l.dark))
		for _, found := range evaluate[[]string](p, "an audit of "+where, `axe.run(document, { resultTypes: ['violations'] }).then(r => r.violations.filter(v => ['serious', 'critical'].includes(v.impact)).map(v => v.impact + ' ' + v.id + ': ' + v.help + ': ' + v.nodes.slice(0, 4).map(n => n.html.slice(0, 160) + ' ' + (n.failureSummary || '').replace(/\s+/g, ' ').slice(0, 200)).join(' ## ')))`) {
			p.t.Errorf("%s, dark %v, %d wide: %s", where, l.dark, l.wide, found)
		}
	}
}

// An audit finds nothing serious on any page, light or dark.
func TestAccessibility(t *testing.T) {
	t.Parallel()
	h := served(t)
	p := h.open("/", desk)
	p.until("the scenarios", `eyes.all('article.scenario').length > 20`)
	p.audited("the lobby", desk)
	p.click("article button", "Options")
	p.audited("the options", desk)
	p.visit(worked + "&compare=true&bruling=halving%3Dbefore")
	p.until("the answers", `eyes.all('.chart .fill.of-1')[0]`)
	p.audited("the odds bench", desk)
	p.visit("/api")
	p.until("the API", `eyes.all('details.operation').length > 10`)
	p.click("details.operation summary", "")
	p.audited("the API", desk)
}

// And nothing on the table: at the beginning, with an action before it is played,
// with dice to be typed, and on a phone.
func TestAccessibilityOfTable(t *testing.T) {
	t.Parallel()
	h := served(t)
	b := h.begin(map[string]any{"ruleset": "tideofiron", "scenario": "row", "hotseat": true, "dice": []string{"typed", "typed"}})
	p := h.open("/m/"+b.ID+"#"+b.Tokens["table"], desk)
	x := newPlayer(p)
	s := x.stands()
	p.audited("the table", desk)
	x.picks(s.Able[0])
	s = x.stands()
	p.audited("a piece", desk)
	p.opensList()
	p.audited("all actions", desk)
	x.act(s)
	p.until("the odds", `eyes.all('.preview .line')[0] && !eyes.text('.preview').includes('Working out')`)
	p.audited("an action", desk)
	p.look(phone)
	p.audited("an action", phone)
	p.look(desk)
	p.click(".preview button", "Cancel")
	p.look(phone)
	p.tap(".foot .open-record", "")
	p.until("the record", `eyes.all('.record-panel')[0]`)
	p.audited("the record", phone)
	p.tap(".tools [data-about]", "")
	p.until("the menu", `eyes.all('dialog .dice-settings')[0]`)
	p.audited("the menu", phone)
	p.tap("dialog button", "✕")
	p.tap(".foot .open-record", "")
	p.look(desk)
	for s = x.stands(); s.Kind != "dice"; s = x.stands() {
		x.does(s)
	}
	p.audited("dice", desk)
}
