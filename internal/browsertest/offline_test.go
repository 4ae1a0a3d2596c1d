package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// cutting makes a page's requests fail while its event stream stays open, as in a short failure of
// the network.
const cutting = `(() => { const real = window.fetch; window.fetch = (to, how) => window.cut && !String(to).endsWith('/events') ? Promise.reject(new TypeError('cut off')) : real(to, how); window.cut = true; return true; })()`

// TestFetchesFailForAWhile: after a failed connection, the page repeats its requests without a
// reload.
func TestFetchesFailForAWhile(t *testing.T) {
	t.Parallel()
	h := served(t)
	b := h.begin(map[string]any{"ruleset": "tideofiron", "scenario": "row"})
	german, soviet := newPlayer(h.open("/m/"+b.ID+"#"+b.Tokens[b.Sides[0]], desk)), h.open("/m/"+b.ID+"#"+b.Tokens[b.Sides[1]], desk)
	agree(german.page, soviet)
	soviet.evaluates(cutting)
	german.untilMoved()
	soviet.until("the loss to be told", `eyes.text('.connection').includes('Connection lost')`)
	german.until("the action to be told", `eyes.all('.record .step-line')[0]`)
	soviet.evaluates(`window.cut = false; true`)
	agree(german.page, soviet)
	soviet.until("the connection to be there", `!eyes.all('.connection')[0]`)
	soviet.click(".able button", "")
	soviet.until("what a piece may do", `eyes.all('.hint')[0] && eyes.all('.actions')[0]?.getAttribute('aria-busy') === 'false'`)
}

// evaluates runs a script on the page.
func (p *page) evaluates(script string) {
	p.t.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](script))
}
