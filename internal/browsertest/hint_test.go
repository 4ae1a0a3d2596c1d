package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"loophole/internal/server"
)

// hinted opens a match at one screen at the choice of an action.
func hinted(t *testing.T, l look) (h *house, b *server.CreatedMatch, p *page) {
	t.Helper()
	h = served(t)
	b = h.begin(map[string]any{"ruleset": "tideofiron", "scenario": "stairs", "hotseat": true})
	p = h.open("/m/"+b.ID+"#"+b.Tokens["table"], l)
	p.until("the actions", `eyes.all('.actions[aria-busy=false]')[0] && eyes.all('.advice')[0]`)
	return h, b, p
}

// sequence returns the number of the last entry of a match.
func (h *house) sequence(b *server.CreatedMatch) int {
	h.t.Helper()
	var s server.State
	h.ask("/matches/"+b.ID, b.Tokens["table"], &s)
	return s.Sequence
}

// aims chooses an action from the list of all.
func (p *page) aims(line string) {
	p.t.Helper()
	if p.until("the list", `eyes.all('.actions > summary')[0]`); see[int](p, "an open list", `eyes.all('.actions[open]').length + 1`) == 1 {
		p.tap(".actions > summary", "")
	}
	p.until(line, fmt.Sprintf(`eyes.all('.act[data-line=%s]')[0]`, quoted(line)))
	p.tap(fmt.Sprintf(".act[data-line=%s]", quoted(line)), "")
	p.until("the action", `eyes.all('.confirm .main')[0] && !eyes.all('.confirm .main')[0].disabled`)
}

// TestHint opens the hint, switches warnings on, is warned of a blunder, cancels it, plays it
// anyway, and takes the better action of a second warning; by taps and by clicks.
func TestHint(t *testing.T) {
	t.Parallel()
	for _, l := range []look{narrow, {wide: 1280, high: 900}} {
		t.Run(fmt.Sprint(l.wide), func(t *testing.T) {
			t.Parallel()
			h, b, p := hinted(t, l)
			p.tap(".advice > summary", "")
			p.until("three actions", `eyes.all('.best-way').length === 3 && eyes.text('.best-way').includes('the best')`)
			if said := p.text(".advice-basis"); !strings.Contains(said, "Brier score") {
				t.Errorf("the basis is %q", said)
			}
			p.tap(".advice .tick input", "")
			p.rests()
			p.pictured("hint", l)
			p.audited("the hint", l)
			p.look(l)
			p.fits("the hint")
			p.tap(".advice > summary", "")

			p.aims("rest attic")
			p.tap(".confirm .main", "")
			p.until("a warning", `eyes.text('.blunder h3').startsWith('This gives away about ')`)
			p.pictured("warning", l)
			p.audited("the warning", l)
			p.look(l)
			p.fits("the warning")
			if n := h.sequence(b); n != 0 {
				t.Errorf("the action is played before the warning is answered: %d entries", n)
			}
			p.tap(".think-again", "")
			p.until("the action again", `!eyes.all('.blunder')[0] && eyes.all('.confirm .main')[0]`)
			p.tap(".confirm .main", "")
			p.until("the warning again", `eyes.all('.blunder')[0]`)
			p.tap(".play-anyway", "")
			p.until("that it is played", `!eyes.all('.preview')[0] && eyes.all('.actions[aria-busy=false]')[0]`)
			played := h.sequence(b)
			if played == 0 {
				t.Fatal("the action is not played")
			}

			p.aims("rest landing")
			p.tap(".confirm .main", "")
			p.until("a second warning", `eyes.all('.better-way')[0]`)
			better := evaluate[string](p, "the better action", `Promise.resolve(eyes.all('.better-way')[0].dataset.line)`)
			p.tap(".better-way", "")
			p.until("the better action", `!eyes.all('.blunder')[0] && eyes.all('.confirm .main')[0] && !eyes.all('.confirm .main')[0].disabled`)
			p.tap(".confirm .main", "")
			p.until("its dice", `eyes.all('.tray-of-dice')[0] || !eyes.all('.preview')[0]`)
			var told struct{ Actions []server.Told }
			h.ask("/matches/"+b.ID+"/told", b.Tokens["table"], &told)
			if n := len(told.Actions); n != 2 || h.sequence(b) <= played {
				t.Errorf("after %q %d actions are told", better, n)
			}
		})
	}
}

// TestHintAtOptions plays to a decision within an action, and requests the chance to win of each
// option.
func TestHintAtOptions(t *testing.T) {
	t.Parallel()
	_, _, p := hinted(t, desk)
	x := newPlayer(p)
	s := x.stands()
	for ; s.Kind != "choice"; s = x.stands() {
		if s.Kind == "over" {
			t.Fatal("nobody decided anything")
		}
		x.does(s)
	}
	if n := see[int](p, "no chances unasked", `eyes.all('.option-win').length + 1`); n != 1 {
		t.Error("chances are shown before they are asked for")
	}
	p.click(".ask-hint", "")
	p.until("the chances", `eyes.all('.option-win b').length === eyes.all('.decision .option').length`)
	p.click(".decision .advice-basis summary", "")
	p.until("what they rest on", `/Brier score|is solved/.test(eyes.text('.decision .advice-basis'))`)
	p.pictured("options", desk)
	p.audited("a decision with its chances", desk)
}

// TestHintsAgreed agrees to hints between two screens.
func TestHintsAgreed(t *testing.T) {
	t.Parallel()
	h := served(t)
	b := h.begin(map[string]any{"ruleset": "tideofiron", "scenario": "stairs"})
	p, other := h.open("/m/"+b.ID+"#"+b.Tokens[b.Turn], desk), h.open("/m/"+b.ID+"#"+b.Tokens[b.Sides[0]], desk)
	if b.Turn == b.Sides[0] {
		other.visit("/m/" + b.ID + "#" + b.Tokens[b.Sides[1]])
	}
	for _, x := range []*page{p, other} {
		x.until("the table", `eyes.all('.plan-drawing .piece')[0]`)
		if n := see[int](x, "no hint", `eyes.all('.advice').length + 1`); n != 1 {
			t.Error("there are hints to which nobody agreed")
		}
	}
	p.click(".tools [data-about]", "")
	p.click(".agree-to-hints", "Agree to hints")
	p.until("the consent", `eyes.text('.agree-to-hints') === 'Withdraw your consent'`)
	p.keys("\x1b")
	other.until("that consent is asked for", `eyes.all('.hints-asked')[0]`)
	other.audited("consent to hints", desk)
	other.look(desk)
	other.click(".hints-asked .main", "Agree")
	p.until("the hint", `eyes.all('.advice > summary')[0]`)
	other.click(".tools [data-about]", "")
	other.click(".agree-to-hints", "Stop hints")
	p.until("the end of hints", `!eyes.all('.advice')[0]`)
}

// TestPlayOn begins a match before a turning point of a finished game.
func TestPlayOn(t *testing.T) {
	t.Parallel()
	h := served(t)
	id, token := h.finished("tideofiron", "stairs")
	p := h.open("/m/"+id+"/analysis#"+token, narrow)
	p.analysed()
	if said := p.text(".turning .event-odds"); !strings.HasPrefix(said, "Its odds: ") {
		t.Errorf("the odds of a better action are %q", said)
	}
	p.pictured("turning", narrow)
	p.pictured("turning", look{wide: 1280, high: 900})
	p.look(narrow)
	p.tap(".turning .play-from", "")
	p.until("the dialog", `eyes.all('dialog .play-on')[0]`)
	p.audited("playing on", narrow)
	p.look(narrow)
	p.pictured("play-on", narrow)
	p.choose("dialog select:nth-of-type(1)", "0")
	p.tap("dialog .main", "Start")
	p.until("the new match", fmt.Sprintf(`location.pathname.startsWith('/m/') && !location.pathname.includes(%s) && eyes.all('.plan-drawing .piece')[0] && document.querySelector('.status h1').textContent.includes('from action')`, quoted(id)))
}
