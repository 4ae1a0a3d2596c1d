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

// audited runs axe-core on a page: all of its rules on the light page, and only the colour rules on
// the dark one, because nothing else differs.
func (p *page) audited(where string, l look) {
	p.t.Helper()
	p.forgives("Applying inline style") // The audit tries some, and the page's policy forbids them.
	if !evaluate[bool](p, "axe-core", "Promise.resolve(Boolean(globalThis.axe))") {
		evaluate[bool](p, "axe-core", "(() => { "+axe+"; return Promise.resolve(true) })()")
	}
	for _, l.dark = range []bool{false, true} {
		p.look(l)
		p.until("the scheme", fmt.Sprintf("matchMedia('(prefers-color-scheme: dark)').matches === %v", l.dark))
		for _, found := range evaluate[[]string](p, "an audit of "+where, `axe.run(document, { resultTypes: ['violations']`+map[bool]string{true: ", runOnly: ['color-contrast', 'link-in-text-block']"}[l.dark]+` }).then(r => r.violations.filter(v => ['serious', 'critical'].includes(v.impact)).map(v => v.impact + ' ' + v.id + ': ' + v.help + ': ' + v.nodes.slice(0, 4).map(n => n.html.slice(0, 160) + ' ' + (n.failureSummary || '').replace(/\s+/g, ' ').slice(0, 200)).join(' ## ')))`) {
			p.t.Errorf("%s, dark %v, %d wide: %s", where, l.dark, l.wide, found)
		}
	}
}

// TestAccessibility: an audit finds no serious problems on any page, light or dark.
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

// TestEveryStateIsAccessible audits every state of the rulebooks: some by touch on a phone, the
// others on a desktop, and all rulebooks with LOOPHOLE_LONG.
func TestEveryStateIsAccessible(t *testing.T) {
	t.Parallel()
	for i, f := range fights {
		if i > 1 && !long {
			break
		}
		l := looks[2*(i%2)]
		t.Run(f.ruleset, func(t *testing.T) {
			t.Parallel()
			walks(t, served(t), f, l, func(p *page, state string) {
				where := f.ruleset + " " + state
				p.audited(where, l)
				p.look(l)
				if l.touch && state != "options" {
					p.fits(where)
				}
			})
		})
	}
}

// TestAccessibilityOfPanels audits the panels of a match on a phone.
func TestAccessibilityOfPanels(t *testing.T) {
	t.Parallel()
	h := served(t)
	b := h.begin(map[string]any{"ruleset": "tideofiron", "scenario": "row", "hotseat": true})
	p := h.open("/m/"+b.ID+"#"+b.Tokens["table"], phone)
	x := newPlayer(p)
	x.stands()
	p.opensList()
	p.audited("all actions", phone)
	p.tap(".foot .open-record", "")
	p.until("the record", `eyes.all('.record-panel')[0]`)
	p.audited("the record", phone)
	p.tap(".tools [data-about]", "")
	p.until("the menu", `eyes.all('dialog .dice-settings')[0]`)
	p.audited("the menu", phone)
}
