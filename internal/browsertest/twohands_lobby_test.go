package browsertest

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"loophole/internal/server"
	"loophole/internal/twohands"
	"loophole/rulesets"
)

// linked returns a match from the links in the lobby: two seats and a spectator.
func linked(t *testing.T, links []string) *server.CreatedMatch {
	t.Helper()
	id, spectator, _ := strings.Cut(strings.TrimPrefix(path(t, links[2]), "/m/"), "#")
	return &server.CreatedMatch{ID: id, Tokens: map[string]string{"spectator": spectator}}
}

// takesTurns lets the acting players play until a condition is true.
func takesTurns(t *testing.T, enough func() bool, players ...*player) {
	t.Helper()
	kinds := make([]string, len(players))
	for turn := 0; !enough(); turn++ {
		if turn > 1000 {
			t.Fatalf("the game does not come to it: the pages show %q", kinds)
		}
		over := 0
		for i, p := range players {
			// The other player can decide between two checks, so that counts as waiting.
			s := p.settles("anybody, or halves", "eyes.settled(%d, 'halves')")
			switch kinds[i] = s.Kind; s.Kind {
			case "others":
				time.Sleep(50 * time.Millisecond)
			case "over":
				over++
			default:
				p.does(s)
			}
		}
		if over == len(players) && !enough() {
			t.Fatalf("the game is over before it comes to it\n%s", players[0].said())
		}
	}
}

// TestTwoHandsFromTheLobby: two players begin, play, undo, end and restart a match with dice of two
// hands by clicks only.
func TestTwoHandsFromTheLobby(t *testing.T) {
	t.Parallel()
	h := served(t)
	host := newPlayer(h.open("/", desk))
	host.begins("tideofiron", "row", "at another screen", "two hands")
	links := see[[]string](host.page, "three links", `eyes.all('dialog .copy input').length === 3 && eyes.all('dialog .copy input').map(e => e.value)`)
	b := linked(t, links)
	host.click("dialog a.button.main", "Play as German")
	host.until("the wait for the other", `eyes.all('.plan-drawing')[0] && eyes.text('.asked').includes('Soviet has opened the invitation')`)
	if s := host.standsOrWaits(); s.Kind != "others" {
		t.Errorf("before the other is there the host can act: %+v", s)
	}
	guest := newPlayer(h.open(path(t, links[1]), desk))
	guest.until("the table", `eyes.all('.plan-drawing')[0]`)
	host.until("the begin", `!eyes.text('.asked').includes('opened the invitation')`)
	for _, p := range []*player{host, guest} {
		p.forgives(`\b409\b.*/hands/consents$`) // Both may sign the end at once. The page that is late reads on.
	}
	takesTurns(t, func() bool { return h.rolls(b) > 0 && h.state(b).Begun == nil }, host, guest)

	// The last player to act asks to undo; the other refuses at first and then agrees.
	host.standsOrWaits()
	guest.standsOrWaits()
	x, y := host, guest
	if !x.sees(".tools .undo:not(:disabled)") {
		x, y = guest, host
	}
	x.click(".tools .undo", "")
	y.until("the question", `eyes.text('.asked').includes('asks to undo the last action')`)
	y.click(".asked button", "No, keep it")
	x.until("the answer", `eyes.text('.asked').includes('refuses')`)
	x.click(".tools .undo", "")
	y.until("the question again", `eyes.text('.asked').includes('asks to undo the last action')`)
	y.click(".asked button", "Agree")
	for _, p := range []*player{x, y} {
		p.until("the action to be taken back", `eyes.all('.record .step.back')[0]`)
	}

	var state server.State
	takesTurns(t, func() bool { h.ask("/matches/"+b.ID, b.Tokens["spectator"], &state); return state.Over != nil }, host, guest)
	for _, p := range []*player{host, guest} {
		p.stands()
		p.until("the banner", `eyes.all('.banner .rematch')[0]`)
	}
	closed := false
	for range 100 {
		if h.ask("/matches/"+b.ID, b.Tokens["spectator"], &state); state.Hands.Closed {
			closed = true
			break
		}
		evaluate[bool](host.page, "a while", `new Promise(go => setTimeout(() => go(true), 100))`)
	}
	if !closed {
		t.Error("nobody has signed the end")
	}
	g := twohands.New(rulesets.Game, nil)
	for _, l := range bytes.Split(bytes.TrimSuffix(h.lines(b), []byte("\n")), []byte("\n")) {
		if err := g.Take(l); err != nil {
			t.Fatal(err)
		}
	}
	if !g.Over() || !g.Hands.Closed() || g.Hands.Last.Consent == "" {
		t.Errorf("the last line is %+v", g.Hands.Last)
	}

	host.click(".banner .rematch", "")
	host.until("the table of another match", `eyes.all('.plan-drawing')[0] && !location.pathname.endsWith(`+quoted(b.ID)+`)`)
	host.until("the wait for the other", `eyes.text('.asked').includes('German has opened the invitation')`)
	host.click(".open-links", "")
	again := see[[]string](host.page, "the links", `eyes.all('dialog .copy input').length === 3 && eyes.all('dialog .copy input').map(e => e.value)`)
	for _, link := range again {
		if strings.HasSuffix(link, "#") || linked(t, again).ID == b.ID {
			t.Errorf("%s does not lead to the other match", link)
		}
	}
	host.click("dialog button", "✕")
	third := newPlayer(h.open(path(t, again[1]), desk))
	for _, p := range []*player{host, third} {
		p.until("the begin", `!eyes.text('.asked').includes('opened the invitation') && eyes.all('.plan-drawing')[0]`)
	}
	if !strings.Contains(host.text(".you-are"), "Soviet") {
		t.Errorf("the sides are not changed: %s", host.text(".status"))
	}
	takesTurns(t, func() bool { return h.rolls(linked(t, again)) > 0 }, host, third)
}
