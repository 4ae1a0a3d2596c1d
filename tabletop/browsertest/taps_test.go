package browsertest

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// A tap counts, whenever it comes: these tests let answers arrive at the worst moments.

// mouse presses or releases the mouse at a place.
func (p *page) mouse(kind input.MouseType, at place) {
	p.t.Helper()
	p.call(func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: at.X, Y: at.Y, Button: input.Left, ClickCount: 1})
		return err
	})
}

// TestPressWhileAnswersArrive: between the press of a button and its release the chances arrive, by which the list is
// sorted. The pressed action is chosen, and the page is drawn after it.
func TestPressWhileAnswersArrive(t *testing.T) {
	t.Parallel()
	p, _, _ := served(t).hotseat("tideofiron", "block", desk)
	p.until("the pieces", `eyes.all('.able button')[0]`)
	letGo := p.slow(`/tags\?`)
	p.click(`.able [data-able="sig-33b"]`, "")
	p.until("its actions without chances", `eyes.all('.ways.waits .way').length > 3`)
	lines := func() []string {
		return evaluate[[]string](p, "the actions", `Promise.resolve(eyes.all('.ways .way').map(e => e.dataset.line))`)
	}
	before := lines()
	first := before[0]
	at := p.aim(fmt.Sprintf(".way[data-line=%s]", quoted(first)), "", 0)
	p.mouse(input.MousePressed, at)
	letGo()
	// The page has taken the chances when it asks for nothing more; it must not draw them yet.
	evaluate[bool](p, "the chances to be read", `new Promise(go => setTimeout(() => go(true), 300))`)
	if now := lines(); fmt.Sprint(now) != fmt.Sprint(before) {
		t.Errorf("the list changed under the finger: %q, then %q", before, now)
	}
	p.mouse(input.MouseReleased, at)
	p.until("the pressed action", fmt.Sprintf(`eyes.all('.preview .line')[0]?.dataset.line === %s`, quoted(first)))
	p.click(".confirm .cancel", "")
	p.until("the chances", `eyes.all('.ways:not(.waits) .way')[0]`)
	if now := lines(); fmt.Sprint(now) == fmt.Sprint(before) {
		t.Errorf("the chances do not change the list, so this tests nothing: %q", now)
	}
	// A long press does not stop the page for ever.
	p.mouse(input.MousePressed, p.aim(".bar .mark", "", 0))
	evaluate[bool](p, "a change of state", `(() => { document.querySelector('.ways .way').click(); return Promise.resolve(true); })()`)
	p.until("the page to be drawn", `eyes.all('.preview .line')[0]`)
	evaluate[bool](p, "the link not to be followed", `(() => { addEventListener('click', e => e.preventDefault(), { once: true }); return Promise.resolve(true); })()`)
	p.mouse(input.MouseReleased, p.aim(".bar .mark", "", 0))
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
		at := fmt.Sprintf(".tag[data-tag=%s]", quoted(key))
		target = fmt.Sprintf(".plan-drawing .piece[data-piece=%s]", quoted(key))
		if x.sees(at) && x.sees(target) && x.bare(target) {
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

// TestTapAtOnce: in the very moment in which the page shows that the chosen piece can do nothing more, another piece
// is tapped. The page lets go of the first piece and keeps the second one.
func TestTapAtOnce(t *testing.T) {
	t.Parallel()
	p, _, _ := served(t).hotseat("tideofiron", "block", desk)
	x := newPlayer(p)
	x.stands()
	evaluate[bool](p, "a finger that waits", `(() => {
		const watch = new MutationObserver(() => {
			if (!eyes.text('.choose').includes('nothing to do now')) return;
			watch.disconnect();
			const who = document.querySelector('.plan-drawing .piece.chosen')?.dataset.piece;
			const other = [...document.querySelectorAll('.plan-drawing .piece')].find(e => e.dataset.piece !== who);
			globalThis.tapped = other.dataset.piece;
			other.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
		});
		watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
		return Promise.resolve(true);
	})()`)
	x.playsOn(func() bool {
		return x.moves > 40 || evaluate[bool](p, "the tap", `Promise.resolve(Boolean(globalThis.tapped))`)
	})
	p.until("the tapped piece", `globalThis.tapped && document.querySelector('.plan-drawing .piece.chosen')?.dataset.piece === globalThis.tapped`)
}
