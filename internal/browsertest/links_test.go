package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestLinksAreKept: the page explains the links of a match, and no click loses one.
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

// TestTakingBackIsTold: a player whose undo is refused gets a message, and an undo of several
// actions is one line of the record.
func TestTakingBackIsTold(t *testing.T) {
	t.Parallel()
	h := served(t)
	b := h.begin(map[string]any{"ruleset": "tideofiron", "scenario": "row"})
	german, soviet := newPlayer(h.open("/m/"+b.ID+"#"+b.Tokens[b.Sides[0]], desk)), h.open("/m/"+b.ID+"#"+b.Tokens[b.Sides[1]], desk)
	german.untilMoved()
	german.click(".tools button", "undo")
	soviet.click(".asked button", "No, keep it")
	german.until("the refusal to be told", `eyes.text('.asked').includes('Soviet refuses')`)
	german.click(".asked button", "Close")
	german.untilMoved()
	for range 2 {
		german.click(".tools button", "undo")
		soviet.click(".asked button", "Agree")
		soviet.until("the question to be gone", `!eyes.all('.asked')[0]`)
	}
	german.until("one line for both", `eyes.all('.record .step.taken').length === 1 && eyes.text('.record .step.taken').includes('German undid 2 actions, back to the beginning')`)
}

// TestOwnDiceAreAgreed: between two screens, a player asks for typed dice, the other agrees, and
// the player types them. The record has the agreement.
func TestOwnDiceAreAgreed(t *testing.T) {
	t.Parallel()
	h := served(t)
	b := h.begin(map[string]any{"ruleset": "tideofiron", "scenario": "row"})
	german, soviet := newPlayer(h.open("/m/"+b.ID+"#"+b.Tokens[b.Sides[0]], desk)), h.open("/m/"+b.ID+"#"+b.Tokens[b.Sides[1]], desk)
	german.stands()
	german.picks("sig-33b")
	german.stands()
	german.click(".ways .way", "")
	german.until("the odds", `eyes.all('.preview .zones-key')[0] && eyes.all('.own-dice')[0]`)
	german.click(".own-dice", "Ask Soviet for my own dice")
	german.until("the question", `eyes.text('.asked').includes('German asks Soviet whether it may roll its own dice') && eyes.text('.own-dice').includes('Asked Soviet')`)
	soviet.click(".asked button", "No, the program rolls")
	german.until("no question", `!eyes.all('.asked')[0]`)
	german.click(".own-dice", "Ask Soviet for my own dice")
	soviet.until("the question again", `eyes.text('.asked').includes('take its word')`)
	soviet.click(".asked button", "Agree")
	soviet.until("the record", `eyes.text('.record .step').includes('German rolls its own dice from now on, and types them: Soviet agreed')`)
	german.until("nothing asked", `!eyes.all('.asked')[0]`)
	german.until("the action", `eyes.all('.preview .confirm .main:not(:disabled)')[0]`)
	german.click(".confirm .main", "")
	german.until("the dice to be typed", `eyes.all('.slots button').length > 0`)
}

// TestDeleting: a match is deleted from its own page after a second press, and then is in no list.
func TestDeleting(t *testing.T) {
	t.Parallel()
	h := served(t)
	p := h.open("/", desk)
	p.sitsDown("tideofiron", "row", false)
	p.click("[data-about]", "")
	p.until("how long it is kept", `eyes.text('dialog').includes('keeps the match until somebody deletes it')`)
	p.click(".delete-match", "")
	p.click("dialog button", "Delete it for good")
	p.until("the lobby without it", `location.pathname === '/' && eyes.all('article.scenario').length > 20 && !eyes.all('.going li')[0]`)
}
