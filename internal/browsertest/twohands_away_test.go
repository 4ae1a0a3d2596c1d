package browsertest

import (
	"strings"
	"testing"
	"time"

	"loophole/hands"
	"loophole/internal/server"
)

// TestTwoHandsAgainstThePolicy: against a policy the server has the other hand. It sends its values
// and its consent without requests.
func TestTwoHandsAgainstThePolicy(t *testing.T) {
	t.Parallel()
	h := served(t)
	p := newPlayer(h.open("/", desk))
	p.begins("tideofiron", "row", "Careless", "two hands")
	p.until("the table", `location.pathname.startsWith('/m/') && eyes.all('.plan-drawing')[0]`)
	p.plays()
	p.until("the banner", `eyes.all('.banner .rematch')[0]`)
	id, key, _ := strings.Cut(strings.TrimPrefix(p.address(), "/m/"), "#")
	b := &server.CreatedMatch{ID: id, Tokens: map[string]string{"spectator": key}}
	for end := time.Now().Add(writeTime); !h.state(b).Hands.Closed && time.Now().Before(end); {
		time.Sleep(50 * time.Millisecond)
	}
	p.click(".banner .end-lost ~ .row button", "download the record")
	text := p.downloaded(".jsonl")
	table, err := hands.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	if !table.Closed() || table.Last.Kind != hands.Close {
		t.Errorf("the end is %+v", table.Last)
	}
	p.click(".banner .rematch", "")
	p.until("the table of another match", `eyes.all('.plan-drawing')[0] && !eyes.all('.banner')[0] && eyes.text('.status').includes('Soviet')`)
	p.standsOrWaits()
}

// TestTwoHandsServerStandsIn: if the terms say so, the server replaces the values of an absent
// player, and the page marks the roll.
func TestTwoHandsServerStandsIn(t *testing.T) {
	t.Parallel()
	h := served(t)
	b, host, guest := h.twoHands(map[string]any{"away": "server", "wait": 2})
	// The returning player can send a value just as the server replaces it.
	guest.forgives(`409 .*/hands|status of 409`)
	guest.click("[data-about]", "")
	guest.click(".show-recovery", "")
	line := see[string](guest.page, "the recovery line", `eyes.all('.dice-settings .copy input')[0]?.value`)
	guest.click("dialog button", "✕")
	address := guest.address()
	guest.leaves()
	host.asks(b)
	host.until("the roll", `eyes.all('details.two-hands summary')[0]`)
	if n := h.given(b, hands.Away, "server"); n != 1 {
		t.Errorf("the server stood in %d times", n)
	}
	host.click("details.two-hands summary", "")
	host.until("who was away", `eyes.text('.came-about').includes('Soviet was away, and the server stood in')`)
	guest.visit(address)
	guest.until("the table", `eyes.all('.plan-drawing')[0]`)
	rolls := h.rolls(b)
	takesTurns(t, func() bool { return h.rolls(b) > rolls }, host, guest)
	guest.evaluates(`Object.keys(localStorage).filter(k => k.startsWith('loophole.hand.')).forEach(k => localStorage.removeItem(k))`)
	guest.reloads()
	guest.until("the loss to be told", `eyes.all('.hand-lost')[0]`)
	guest.page.types(".hand-lost", "Recovery line", line)
	guest.click(".hand-lost button", "Restore my hand")
	guest.until("the hand again", `!eyes.all('.hand-lost')[0]`)
	rolls = h.given(b, hands.Reveal, "Soviet")
	takesTurns(t, func() bool { return h.given(b, hands.Reveal, "Soviet") > rolls }, host, guest)
	if _, err := hands.Read(h.lines(b)); err != nil {
		t.Error(err)
	}
}

// TestTwoHandsForfeit: the opponent of a player who owes a value for longer than agreed can declare
// the game lost. They cannot do so earlier, the owing player cannot do so at all, and the game is
// then over.
func TestTwoHandsForfeit(t *testing.T) {
	t.Parallel()
	h := served(t)
	b, host, guest := h.twoHands(map[string]any{"away": "forfeit", "wait": 6})
	address := guest.address()
	guest.leaves()
	host.asks(b)
	host.until("what follows", `eyes.text('.decision').includes('may claim the game')`)
	if host.sees(".claim-game") {
		t.Error("the game can be claimed before the time")
	}
	host.until("the claim", `eyes.all('.claim-game')[0]`)
	host.click(".claim-game", "Claim the game")
	host.until("the end", `eyes.all('.banner h2')[0]`)
	if said := host.text(".banner"); !strings.Contains(said, "You win.") || !strings.Contains(said, "Soviet owed a value for its dice for longer") {
		t.Error(said)
	}
	table, err := hands.Read(h.lines(b))
	if err != nil || !table.Closed() || table.Last.Kind != hands.Forfeit || table.Last.By != "German" {
		t.Errorf("%v %+v", err, table.Last)
	}
	guest.visit(address)
	guest.until("the end", `eyes.all('.banner h2')[0]`)
	if said := guest.text(".banner"); !strings.Contains(said, "You lose.") {
		t.Error(said)
	}
	if n := h.given(b, hands.Reveal, "Soviet"); n != 0 {
		t.Errorf("%d values after the end", n)
	}
}
