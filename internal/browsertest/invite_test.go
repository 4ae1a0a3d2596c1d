package browsertest

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestInvitingTheNetwork: the operator opens the server to the network with a switch that explains
// its effect, and shows a code for the other seat. No restart is needed, and nobody else has the
// switch.
func TestInvitingTheNetwork(t *testing.T) {
	t.Parallel()
	h := served(t)
	p := h.open("/#host="+hostKey, desk)
	p.until("the key to be taken out of the address", `location.hash === '' && eyes.all('article.scenario')[0]`)
	p.invites("tideofiron", "row")
	p.until("the switch, off, with what it opens", `eyes.all('dialog .switch[aria-checked=false]')[0] && /anyone in this network/.test(eyes.text('dialog .lan')) && /not encrypted/.test(eyes.text('dialog .lan'))`)
	if p.text("dialog .qr") != "" || see[bool](p, "no code", `!eyes.all('dialog .qr')[0]`) != true {
		t.Error("there is a code of a link that nobody can follow")
	}
	p.click("dialog .switch", "")
	p.until("the address and the code", `eyes.all('dialog .switch[aria-checked=true]')[0] && eyes.all('dialog .qr .qr-ink')[0] && eyes.text('dialog .lan').includes('http://127.0.0.2:')`)
	p.audited("the invitation", desk)
	p.everywhere("invitation")
	links := see[[]string](p, "the links", `eyes.all('dialog .copy input').map(e => e.value)`)
	for _, link := range links {
		if u, err := url.Parse(link); err != nil || u.Host != h.outside().address {
			t.Errorf("%s does not lead through the network", link)
		}
	}
	if code := see[string](p, "the code", `eyes.all('dialog .qr')[0].getAttribute('aria-label')`); code != "QR code: Soviet" {
		t.Errorf("the code is %q", code)
	}

	friend := h.outside().open(path(t, links[1]), phone)
	friend.until("the table", `eyes.all('.plan-drawing')[0]`)
	guest := h.outside().open("/#host=another", desk)
	guest.invites("tideofiron", "row")
	guest.until("codes, and no switch", `eyes.all('dialog .qr .qr-ink')[0] && !eyes.all('dialog .switch')[0]`)

	friend.forgives("ERR_|CONNECTION")
	guest.forgives("ERR_|CONNECTION")
	p.click("dialog .switch", "")
	p.until("the network to be out", `eyes.all('dialog .switch[aria-checked=false]')[0] && eyes.all('dialog .copy input')[0].value.includes('127.0.0.1')`)
	friend.until("the loss to be told", `eyes.text('.connection').includes('Connection lost')`)
}

// TestInvitingWithoutTheKey: without the operator's key, the page says who can open the server and
// shows no switch.
func TestInvitingWithoutTheKey(t *testing.T) {
	t.Parallel()
	p := served(t).open("/", desk)
	p.invites("tideofiron", "row")
	p.until("who can", `/The operator of the server can let the network in/.test(eyes.text('dialog')) && !eyes.all('dialog .switch')[0]`)
	if said := p.text("dialog"); !strings.Contains(said, "--lan") {
		t.Error(said)
	}
}

// TestInvitationIsOpenedOnce: the first player to open an invitation gets a token of their own, and
// keeps the seat when they use the old link again. The second player gets a message, and the host's
// page shows the seat as taken.
func TestInvitationIsOpenedOnce(t *testing.T) {
	t.Parallel()
	h := served(t)
	host := h.open("/", desk)
	host.invites("tideofiron", "row")
	host.until("the links", `eyes.all('dialog .copy input').length > 1`)
	link := path(t, see[[]string](host, "the links", `eyes.all('dialog .copy input').map(e => e.value)`)[1])
	guest := h.open(link, desk)
	guest.until("a key of his own", `eyes.all('.plan-drawing')[0] && location.hash.length > 30 && !location.href.endsWith(`+quoted(link)+`)`)
	own := see[string](guest, "the key", `location.hash`)
	guest.until("his seat", `eyes.text('.company').includes('is not here') || eyes.text('.company').includes('is here')`)
	guest.visit("/")
	guest.forgives("403")
	guest.visit(link)
	guest.until("his seat again", `eyes.all('.plan-drawing')[0] && location.hash === `+quoted(own))
	late := h.open("/", phone)
	late.forgives("403")
	late.do(chromedp.Navigate(h.url(link)))
	late.until("the reason", `eyes.text('main h1').includes('opened the invitation before you')`)
}
