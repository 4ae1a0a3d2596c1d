package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// The links of a match are told for what they are worth, and no click loses one.
func TestLinksAreKept(t *testing.T) {
	t.Parallel()
	p := served(t).open("/", desk)
	p.invites("tideofiron", "row")
	p.until("the links to be local", `eyes.text('dialog').includes('on this machine only')`)
	p.click("dialog .dialog-head button", "")
	p.until("the match on the list", `eyes.all('.going li').length === 1`)
	p.click(".going li button", "off this list")
	p.until("the match off the list", `!eyes.all('.going li')[0] && eyes.text('.dropped').includes('taken off')`)
	p.click(".dropped button", "Undo")
	p.until("the match on the list again", `eyes.all('.going li').length === 1 && !eyes.all('.dropped')[0]`)

	p.forgives("401")
	link := see[string](p, "the link", `eyes.all('.going li a')[0].pathname`)
	p.do(chromedp.Navigate(p.house.url(link)))
	p.until("the lack of a key to be told", `eyes.text('main h1').includes('no key to the match')`)
	p.forgives("404")
	p.do(chromedp.Navigate(p.house.url("/nowhere")))
	p.until("a page that leads back", `eyes.text('main a') === 'lobby'`)
}

// What is refused is told to who asked, and what is taken back together is one
// line of the record.
func TestTakingBackIsTold(t *testing.T) {
	t.Parallel()
	h := served(t)
	b := h.begin(map[string]any{"ruleset": "tideofiron", "scenario": "row"})
	german, soviet := newPlayer(h.open("/m/"+b.ID+"#"+b.Tokens[b.Sides[0]], desk)), h.open("/m/"+b.ID+"#"+b.Tokens[b.Sides[1]], desk)
	german.untilMoved()
	german.click(".tools button", "undo")
	soviet.click(".asked button", "No, it stands")
	german.until("the refusal to be told", `eyes.text('.asked').includes('Soviet lets it stand')`)
	german.click(".asked button", "Close")
	german.untilMoved()
	for range 2 {
		german.click(".tools button", "undo")
		soviet.click(".asked button", "Agree")
		soviet.until("the question to be gone", `!eyes.all('.asked')[0]`)
	}
	german.until("one line for both", `eyes.all('.record .step.taken').length === 1 && eyes.text('.record .step.taken').includes('German took back 2 actions, to the beginning')`)
}
