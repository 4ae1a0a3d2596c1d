package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"loophole/internal/server"
)

// TestPresence: players in two browsers see each other's presence and names. The title of the page
// shows whose turn it is, and nothing else does.
func TestPresence(t *testing.T) {
	t.Parallel()
	h := served(t)
	b := h.begin(map[string]any{"ruleset": "tideofiron", "scenario": "row"})
	at := func(side string) string { return "/m/" + b.ID + "#" + b.Tokens[side] }
	german := h.open(at("German"), desk)
	german.until("the other to be missed", `eyes.text('.present') === 'Soviet is not here'`)
	far, cable := h.cabled()
	soviet := far.open(at("Soviet"), phone)
	german.until("the other to be there", `eyes.text('.present') === 'Soviet is here'`)
	soviet.until("the first to be there", `eyes.text('.present') === 'German is here'`)
	soviet.tap(".my-name", "Your name")
	soviet.tap("dialog input", "")
	soviet.keys("Ada")
	soviet.tap("dialog button.main", "Keep it")
	german.until("the name", `eyes.text('.present') === 'Ada (Soviet) is here'`)
	soviet.until("one's own name", `eyes.text('.my-name') === 'You: Ada'`)
	german.until("whose turn it is", `document.title.startsWith('● Your turn')`)
	soviet.until("whose turn it is not", `!document.title.includes('Your turn')`)
	guest := h.open(at("spectator"), desk)
	german.until("one who looks on", `eyes.text('.company').includes('1 spectator')`)
	guest.until("both players", `eyes.text('.present') === 'German is here | Ada (Soviet) is here'`)
	german.audited("the company", desk)
	x := newPlayer(german)
	for n := 0; see[bool](german, "the title", `document.title && true`) && n < 40; n++ {
		if s := x.standsOrWaits(); s.Kind == "others" || s.Kind == "over" {
			break
		} else {
			x.does(s)
		}
	}
	soviet.until("its turn", `document.title.startsWith('● Your turn')`)
	german.until("not its turn", `!document.title.includes('Your turn')`)
	soviet.forgives("ERR_")
	cable.set(true)
	german.until("the other to be gone", `eyes.text('.present') === 'Ada (Soviet) is not here'`)
}

// TestAlertsWithoutStorage: in a browser without storage, alerts stay on for as long as the page is open. A page
// that nobody looks at says when it is the player's turn, and not before.
func TestAlertsWithoutStorage(t *testing.T) {
	t.Parallel()
	h := served(t)
	b := h.begin(map[string]any{"ruleset": "tideofiron", "scenario": "row"})
	p := h.open("/m/"+b.ID+"#"+b.Tokens["Soviet"], desk)
	p.first(`Object.defineProperty(globalThis, 'localStorage', { get: () => { throw new DOMException('none', 'SecurityError'); } });
globalThis.alerts = [];
globalThis.Notification = class {
  static permission = 'default';
  static async requestPermission() { return (this.permission = 'granted'); }
  constructor(title, { body }) { alerts.push(title + ': ' + body); }
};`)
	p.do(chromedp.Reload())
	p.until("the switch", `eyes.text('.bell') === 'Alert me'`)
	p.click(".bell", "")
	p.until("alerts to be on", `eyes.text('.bell') === 'Alerts on'`)
	p.evaluates(`Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })`)
	for turn := "German"; turn == "German"; {
		if said := evaluate[string](p, "the alerts", `Promise.resolve(alerts.join())`); said != "" {
			t.Fatalf("it is the turn of German, and an alert says %q", said)
		}
		h.someone(b.ID, b.Tokens["German"])
		var state server.State
		h.ask("/matches/"+b.ID, b.Tokens["German"], &state)
		turn = state.Turn
	}
	p.until("the alert", `alerts.length === 1`)
	if said := evaluate[string](p, "the alerts", `Promise.resolve(alerts.join())`); said != "Your turn: The weakened row: Soviet is to act." {
		t.Errorf("the alert says %q", said)
	}
}

// TestPresenceOnOneLine: on a phone the presence is on one line with all of its buttons.
func TestPresenceOnOneLine(t *testing.T) {
	t.Parallel()
	h := served(t)
	b := h.begin(map[string]any{"ruleset": "tideofiron", "scenario": "row", "seats": []map[string]any{{}, {"invite": true}}})
	at := func(side string) string { return "/m/" + b.ID + "#" + b.Tokens[side] }
	p := h.open(at("German"), tall)
	p.until("the other to be invited", `eyes.text('.present') === 'Soviet invited'`)
	guest := h.open(at("spectator"), tall)
	p.until("one who looks on", `document.querySelectorAll('.watchers').length === 1`)
	guest.until("both players", `eyes.text('.present') === 'German is here | Soviet invited'`)
	for what, p := range map[string]*page{"a player": p, "one who looks on": guest} {
		if high := evaluate[float64](p, "the row", `Promise.resolve(eyes.all('.company')[0].getBoundingClientRect().height)`); high > 46 {
			t.Errorf("%s: the row is %.0f px high", what, high)
		}
		p.fits(what)
		if cut := evaluate[string](p, "words", `Promise.resolve([...document.querySelectorAll('.company .present span, .company button')].filter(e => e.scrollWidth > e.clientWidth + 1 && !e.matches('.bell')).map(e => e.textContent).join())`); cut != "" {
			t.Errorf("%s: %s is cut off", what, cut)
		}
	}
}

// TestCurtain: two players at one screen with hidden information hand it over behind a curtain.
// Neither page shows what only the other player may know.
func TestCurtain(t *testing.T) {
	t.Parallel()
	h := served(t)
	p := h.open("/", desk)
	p.begins("lasergrenadiers", "works", "at this screen")
	for n, was := 0, ""; n < 3; n++ {
		side := see[string](p, "the curtain", fmt.Sprintf(`(b => b && b.textContent !== %s && b.textContent)(eyes.all('.curtain .main')[0])`, quoted(was)))
		p.until("nothing to be pressed behind it", `document.elementFromPoint(innerWidth / 2, innerHeight - 20).closest('.curtain')`)
		p.audited("the curtain", desk)
		p.click(".curtain .main", "I am ")
		p.until("the table of that side", fmt.Sprintf(`!eyes.all('.curtain')[0] && eyes.all('.plan-drawing')[0] && %s === 'I am ' + eyes.text('.status').match(/you are (\w+)/)?.[1] || eyes.all('.your-turn')[0]`, quoted(side)))
		id, token := p.seat()
		var state struct{ You struct{ Role, Side string } }
		h.ask("/matches/"+id, token, &state)
		if state.You.Role != "seat" || "I am "+state.You.Side != side {
			t.Fatalf("%s sits as %+v", side, state.You)
		}
		x := newPlayer(p)
		for !evaluate[bool](p, "the curtain", `Promise.resolve(Boolean(eyes.all('.curtain')[0]))`) {
			s := x.standsOrWaits()
			if s.Kind == "over" {
				return
			}
			if s.Kind == "others" {
				break
			}
			x.does(s)
		}
		was = side
	}
}
