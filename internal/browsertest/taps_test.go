package browsertest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"loophole/internal/server"
)

// A tap counts, whenever it comes: these tests let answers arrive at the worst moments.

// mouse presses or releases the mouse at a place.
func (p *page) mouse(kind input.DispatchMouseEventType, at place) {
	p.t.Helper()
	p.call(func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: at.X, Y: at.Y, Button: input.MouseButtonLeft, ClickCount: 1})
		return err
	})
}

// TestPressWhileAnswersArrive: between the press of a button and its release somebody else acts, and the list of pieces
// that can act becomes another. The piece that was pressed is chosen, and the page is drawn after that.
func TestPressWhileAnswersArrive(t *testing.T) {
	t.Parallel()
	h := served(t)
	b := h.begin(map[string]any{"ruleset": "tideofiron", "scenario": "block", "hotseat": true, "seed": "4"})
	p := h.open("/m/"+b.ID+"#"+b.Tokens["table"], desk)
	p.until("the pieces", `eyes.all('.able button').length > 2`)
	able := func() []string {
		return evaluate[[]string](p, "the pieces", `Promise.resolve(eyes.all('.able button').map(e => e.dataset.able))`)
	}
	before := able()
	last := before[len(before)-1]
	var list server.Actions
	h.ask("/matches/"+b.ID+"/actions", b.Tokens["table"], &list)
	line := ""
	for _, g := range list.Groups {
		for _, a := range g.Actions {
			if words := strings.Fields(a.Line); a.Allowed && line == "" && len(words) > 1 && words[1] == before[0] {
				line = a.Line
			}
		}
	}
	at := p.aim(fmt.Sprintf(".able [data-able=%s]", quoted(last)), "", 0)
	p.mouse(input.DispatchMouseEventTypeMousePressed, at)
	h.tell("/matches/"+b.ID+"/actions", b.Tokens["table"], map[string]any{"action": line})
	evaluate[bool](p, "the news to arrive", `new Promise(go => setTimeout(() => go(true), 500))`)
	if now := able(); !slices.Equal(now, before) {
		t.Errorf("after %q the list changed under the finger: %q, then %q", line, before, now)
	}
	p.mouse(input.DispatchMouseEventTypeMouseReleased, at)
	p.until("the pressed piece", fmt.Sprintf(`document.querySelector('.plan-drawing .piece.chosen')?.dataset.piece === %s`, quoted(last)))
	p.click(".actions-head button", "")
	p.until("another list", fmt.Sprintf(`eyes.all('.able button')[0] && eyes.all('.able button').map(e => e.dataset.able).join() !== %s`, quoted(strings.Join(before, ","))))

	// A press that does not end holds the page for a second.
	p.mouse(input.DispatchMouseEventTypeMousePressed, p.aim(".status h1", "", 0))
	evaluate[bool](p, "a change of state", `(() => { eyes.all('.able button')[0].click(); return Promise.resolve(true); })()`)
	p.until("the page to be drawn", `eyes.all('.actions-head button')[0]`)
}

// TestTapBeforeTheList: a target is tapped before the page knows what the chosen piece can do there. The tap waits,
// and means what it would have meant later.
func TestTapBeforeTheList(t *testing.T) {
	t.Parallel()
	p, _, _ := served(t).hotseat("tideofiron", "block", desk)
	x := newPlayer(p)
	x.stands()
	x.picks("sig-33b")
	s := x.stands()
	var target, line string
	for _, key := range s.Tags {
		name, piece := strings.CutPrefix(key, "piece:")
		target = fmt.Sprintf(".plan-drawing .piece[data-piece=%s]", quoted(name))
		if piece && x.sees(target) && x.bare(target) {
			p.click(target, "")
			p.until("the action", `eyes.all('.preview .line')[0]`)
			line = see[string](p, "the action", `eyes.all('.preview .line')[0]?.dataset.line`)
			break
		}
	}
	if line == "" {
		t.Fatalf("nothing on the map can be aimed at: %q", s.Tags)
	}
	p.click(".confirm .cancel", "")
	p.reloads()
	x.stands()
	letGo := p.slow(`/actions\?piece=`)
	x.picks("sig-33b")
	p.click(target, "")
	p.until("the tap to wait", `eyes.text('.choose').includes('One moment')`)
	letGo()
	p.until("the aim", fmt.Sprintf(`eyes.all('.preview .line')[0]?.dataset.line === %s`, quoted(line)))
}

// TestTapAtOnce: in the very moment in which the page shows the first list after an action, another piece is tapped.
// The page lets go of the piece that has acted, and keeps the tapped one.
func TestTapAtOnce(t *testing.T) {
	t.Parallel()
	p, _, _ := served(t).hotseat("tideofiron", "block", desk)
	x := newPlayer(p)
	x.stands()
	was := x.position()
	evaluate[bool](p, "a finger that waits", fmt.Sprintf(`(() => {
		const main = document.querySelector('main'), seen = s => document.querySelector(s);
		const watch = new MutationObserver(() => {
			if (!main.dataset.position || main.dataset.position === %s) return;
			const idle = seen('.choose')?.textContent.includes('cannot act now');
			if (!idle && (seen('.actions-head button') || !seen('.able button') || seen('.actions.stale'))) return;
			watch.disconnect();
			const who = seen('.plan-drawing .piece.chosen')?.dataset.piece;
			const other = [...document.querySelectorAll('.plan-drawing .piece')].find(e => e.dataset.piece !== who);
			globalThis.tapped = other.dataset.piece;
			other.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
		});
		watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
		return Promise.resolve(true);
	})()`, quoted(was)))
	x.playsOn(func() bool { return x.moves > 0 })
	p.until("the tapped piece", `globalThis.tapped && document.querySelector('.plan-drawing .piece.chosen')?.dataset.piece === globalThis.tapped`)
}
