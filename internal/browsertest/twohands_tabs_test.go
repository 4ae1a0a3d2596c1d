package browsertest

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"loophole/hands"
	"loophole/internal/server"
	"loophole/scenario"
)

// beside opens another tab in the browser of a page.
func (p *page) beside(path string) *page {
	p.t.Helper()
	ctx, cancel := chromedp.NewContext(p.ctx)
	p.t.Cleanup(cancel)
	q := &page{t: p.t, house: p.house, ctx: ctx, files: p.files, asked: map[network.RequestID]string{}}
	if err := chromedp.Listen(ctx, q.hear); err != nil {
		p.t.Fatal(err)
	}
	q.prepare(desk)
	p.t.Cleanup(q.faultless)
	q.visit(path)
	return q
}

// twoHands begins a match of two hands, and opens both seats. Two lucky shots at the weakened row would
// end it in the first turn, so here all three houses have to fall.
func (h *house) twoHands(terms map[string]any) (b *server.CreatedMatch, host, guest *player) {
	h.t.Helper()
	if terms == nil {
		terms = map[string]any{}
	}
	terms["dice"] = "two hands"
	row, err := scenario.Find("tideofiron", "row")
	if err != nil {
		h.t.Fatal(err)
	}
	text := strings.Replace(row.FileText(), "side: German, many: 2}", "side: German, many: 3}", 1)
	if text == row.FileText() {
		h.t.Fatal("the task of the row has other words")
	}
	b = h.begin(map[string]any{"yaml": text, "terms": terms, "seats": []any{map[string]any{}, map[string]any{"invite": true}}})
	var list [2]*player
	for i, side := range b.Sides {
		list[i] = newPlayer(h.open("/m/"+b.ID+"#"+b.Tokens[side], desk))
		list[i].until("the table with a key of its own", fmt.Sprintf(`eyes.all('.plan-drawing')[0] && location.hash !== %s`, quoted("#"+b.Tokens[side])))
	}
	for _, p := range list {
		p.until("the begin", `!eyes.text('.asked').includes('opened the invitation')`)
	}
	return b, list[0], list[1]
}

// given returns the number of lines of a kind that a side has signed.
func (h *house) given(b *server.CreatedMatch, kind, side string) int {
	h.t.Helper()
	return bytes.Count(h.lines(b), fmt.Appendf(nil, `{"kind":%q,"by":%q`, kind, side))
}

// address returns the address of a page, with its token.
func (p *page) address() string {
	p.t.Helper()
	return see[string](p, "the address", `location.pathname + location.hash`)
}

// TestTwoHandsInTwoTabs: of one seat in two tabs, the tab opened last plays. The other says so,
// signs and reveals nothing, and continues on request, or when it is the only one.
func TestTwoHandsInTwoTabs(t *testing.T) {
	t.Parallel()
	h := served(t).inWhole() // Tabs that follow each other need it.
	b, host, guest := h.twoHands(nil)
	other := newPlayer(host.beside(host.address()))
	for _, tab := range []*player{host, other} {
		tab.forgives(`409 .*/hands|status of 409`) // The other tab can give a value just before.
	}
	other.until("the table", `eyes.all('.plan-drawing')[0]`)
	host.until("the other tab to be told of", `/Another tab of this browser plays \w/.test(eyes.text('.hand-aside'))`)
	if other.sees(".hand-aside") {
		t.Error("both tabs say that the other plays")
	}
	if s := host.standsOrWaits(); s.Kind != "others" {
		t.Errorf("the tab that does not play can act: %+v", s)
	}
	takesTurns(t, func() bool { return h.rolls(b) > 0 }, other, guest)

	host.click(".hand-aside button", "Play in this tab")
	other.until("the first tab to be told of", `eyes.all('.hand-aside')[0]`)
	host.until("to play", `!eyes.all('.hand-aside')[0]`)
	rolls := h.rolls(b)
	takesTurns(t, func() bool { return h.rolls(b) > rolls }, host, guest)

	host.do(chromedp.Navigate("about:blank"))
	other.until("to play again", `!eyes.all('.hand-aside')[0]`)
	rolls = h.rolls(b)
	takesTurns(t, func() bool { return h.rolls(b) > rolls }, other, guest)
	if _, err := hands.Read(h.lines(b)); err != nil {
		t.Error(err)
	}
}

// state returns the state of a match for a spectator.
func (h *house) state(b *server.CreatedMatch) *server.State {
	h.t.Helper()
	s := &server.State{}
	h.ask("/matches/"+b.ID, b.Tokens["spectator"], s)
	return s
}

// leaves opens an empty page.
func (p *page) leaves() {
	p.t.Helper()
	p.do(chromedp.Navigate("about:blank"))
}

// reloads reloads the page and waits for its match.
func (p *page) reloads() {
	p.t.Helper()
	p.evaluates(`globalThis.old = true; location.reload()`)
	p.until("the table anew", `!globalThis.old && eyes.all('.plan-drawing')[0]`)
}

// asks plays until a roll waits for values.
func (x *player) asks(b *server.CreatedMatch) {
	x.t.Helper()
	for range 40 {
		if x.house.state(b).Hands.Owes != nil {
			return
		}
		x.does(x.stands())
	}
	x.t.Fatal("no dice are asked for")
}

// TestTwoHandsOverAReload: a player who is absent during a roll owes a value, sends it on return,
// and sends it once, despite several reloads.
func TestTwoHandsOverAReload(t *testing.T) {
	t.Parallel()
	h := served(t)
	b, host, guest := h.twoHands(nil)
	address := guest.address()
	guest.leaves()
	host.asks(b)
	for range 3 {
		host.until("the other to be waited for", `eyes.text('.owed').includes('Waiting for Soviet')`)
		host.reloads()
	}
	host.until("the other to be waited for", `eyes.text('.owed').includes('Waiting for Soviet')`)
	if german, soviet := h.given(b, hands.Reveal, "German"), h.given(b, hands.Reveal, "Soviet"); german != 1 || soviet != 0 {
		t.Errorf("%d values of German, %d of Soviet", german, soviet)
	}
	guest.visit(address)
	guest.until("nothing to be owed", `!eyes.all('.owed')[0]`)

	takesTurns(t, func() bool { s := h.state(b); return s.Turn == "Soviet" && s.Begun == nil }, host, guest)
	guest.stands()
	address = host.address()
	host.leaves()
	given := h.given(b, hands.Reveal, "German")
	guest.asks(b)
	guest.until("the first to be waited for", `eyes.text('.owed').includes('Waiting for German')`)
	guest.reloads()
	guest.until("the first to be waited for", `eyes.text('.owed').includes('Waiting for German')`)
	if n := h.given(b, hands.Reveal, "German"); n != given {
		t.Errorf("%d values of German, and nobody was there; %d before", n, given)
	}
	host.visit(address)
	guest.until("nothing to be owed", `!eyes.all('.owed')[0]`)
	if _, err := hands.Read(h.lines(b)); err != nil {
		t.Error(err)
	}
}

// TestTwoHandsRenewed: the page replaces a chain that is almost used up, once, and the game
// continues with the next. An older recovery line still works.
func TestTwoHandsRenewed(t *testing.T) {
	t.Parallel()
	h := served(t)
	b, host, guest := h.twoHands(nil)
	host.click("[data-about]", "")
	host.click(".show-recovery", "")
	line := see[string](host.page, "the recovery line", `eyes.all('.dice-settings .copy input')[0]?.value`)
	host.click("dialog button", "✕")
	// After the first roll, 4,095 values are left.
	evaluate[bool](host.page, "another bound", `import('/page/hand.js').then(m => Boolean(m.renewal.low = 4095))`)
	takesTurns(t, func() bool { return h.rolls(b) > 0 }, host, guest)
	for range 100 {
		if h.given(b, hands.Rekey, "German") > 0 {
			break
		}
		evaluate[bool](host.page, "a while", `new Promise(go => setTimeout(() => go(true), 50))`)
	}
	host.reloads() // The limit is 64 again.
	rolls := h.rolls(b)
	takesTurns(t, func() bool { return h.rolls(b) > rolls }, host, guest)
	if n := h.given(b, hands.Rekey, "German"); n == 0 || n > rolls {
		t.Errorf("the chain was renewed %d times in %d rolls", n, rolls)
	}

	host.evaluates(`Object.keys(localStorage).filter(k => k.startsWith('loophole.hand.')).forEach(k => localStorage.removeItem(k))`)
	host.reloads()
	host.until("the loss to be told", `eyes.text('.hand-lost').includes('does not have your hand')`)
	host.page.types(".hand-lost", "Recovery line", strings.Repeat("0", 64))
	host.click(".hand-lost button", "Restore my hand")
	host.until("another line to be refused", `eyes.text('.hand-lost').includes('belongs to another hand')`)
	host.page.types(".hand-lost", "Recovery line", line)
	host.click(".hand-lost button", "Restore my hand")
	host.until("the hand again", `!eyes.all('.hand-lost')[0]`)
	rolls = h.rolls(b)
	takesTurns(t, func() bool { return h.rolls(b) > rolls }, host, guest)
	if _, err := hands.Read(h.lines(b)); err != nil {
		t.Error(err)
	}
}

// TestTwoHandsExplanationIsSeen: the opened explanation of a roll is completely visible: the footer of
// the tray covers no part of it, and it starts directly below its heading.
func TestTwoHandsExplanationIsSeen(t *testing.T) {
	t.Parallel()
	h := served(t)
	b, host, guest := h.twoHands(nil)
	host.asks(b)
	for end := time.Now().Add(writeTime); !host.sees(".tray-of-dice details.two-hands summary"); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("no dice lie in the tray\n", host.said())
		}
		for _, p := range []*player{host, guest} {
			if p.sees(".decision:not(.waiting) .options button:not(:disabled)") {
				p.press(".decision .options button", "", 0)
			}
		}
	}
	for _, l := range []look{desk, {wide: 820, high: 1180}, phone} {
		host.look(l)
		for n := range see[int](host.page, "the rolls", `eyes.all('.tray-of-dice details.two-hands').length`) {
			word := fmt.Sprintf(`document.querySelectorAll('.tray-of-dice details.two-hands')[%d]`, n)
			host.evaluates(word + `.querySelector('summary').click()`)
			host.until("the explanation", word+`.querySelector('.came-about')`)
			host.until(fmt.Sprintf("all of explanation %d above the foot at %d", n, l.wide), `(([told, foot, felt]) => told.bottom <= foot.top + 1 && (told.top >= felt.top || told.height > foot.top - felt.top))([`+word+`.querySelector('.came-about'), eyes.all('.tray-foot')[0], eyes.all('.tray-of-dice')[0]].map(e => e.getBoundingClientRect()))`)
			if gap := evaluate[float64](host.page, "the gap", `Promise.resolve(`+word+`.querySelector('.came-about').getBoundingClientRect().top - `+word+`.querySelector('summary').getBoundingClientRect().bottom)`); gap > 8 {
				t.Errorf("a gap of %v px at %d", gap, l.wide)
			}
			host.evaluates(word + `.querySelector('summary').click()`)
			host.until("the explanation to be closed", `!`+word+`.open`)
		}
	}
}
