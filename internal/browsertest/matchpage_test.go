package browsertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestEarlierPositionIsInert: an earlier position allows no answers or actions, and has one way back. The
// buttons of the slider keep their place between steps.
func TestEarlierPositionIsInert(t *testing.T) {
	t.Parallel()
	h := served(t)
	b := h.begin(map[string]any{"ruleset": "konflikt47", "scenario": "farmhouse", "hotseat": true, "dice": []string{"typed", "typed"}})
	p := h.open("/m/"+b.ID+"#"+b.Tokens["table"], desk)
	x := newPlayer(p)
	for x.moves < 5 {
		x.does(x.stands())
	}
	for s := x.stands(); s.Kind != "dice" && s.Kind != "choice"; s = x.stands() {
		x.does(s)
	}
	for _, l := range looks[1:] {
		p.look(l)
		if l.wide < 1024 {
			p.click(".tools .open-record", "")
		}
		p.until("the slider", `eyes.all('.replay > *')[0]`)
		was := p.tops(".replay > *")
		for i := range 3 {
			p.click(".replay button", "One step back")
			p.until("the past", fmt.Sprintf("(eyes.text('.replay-at').match(/After (\\d+) of (\\d+)/) || []).slice(1).reduce((at, of) => of - at) === %d", i+1))
			if now := p.tops(".replay > *"); now != was {
				t.Errorf("%d wide: the slider stood at %s, and stands at %s after %d steps back", l.wide, was, now, i+1)
			}
		}
		if said := p.text(".decision, .preview, .choose, .actions, .options button, .dice-entry"); said != "" {
			t.Errorf("%d wide: in the past there is %s", l.wide, said)
		}
		p.click(".past button", "Back to the current position")
		p.until("the question", `eyes.all('.decision')[0] && !eyes.all('.past')[0]`)
	}
}

// TestWhatNeedsNoPieceIsListed: a piece without further actions loses its selection, and actions
// without a piece are always listed.
func TestWhatNeedsNoPieceIsListed(t *testing.T) {
	t.Parallel()
	h := served(t)
	b := h.begin(map[string]any{"ruleset": "lasergrenadiers", "scenario": "bunker-line", "hotseat": true})
	p := h.open("/m/"+b.ID+"#"+b.Tokens["table"], desk)
	x := newPlayer(p)
	s := x.stands()
	x.picks(s.Able[0])
	if lines := x.stands().Lines; !slices.Contains(lines, "pass") {
		t.Errorf("with a piece chosen there is %s, and no pass", lines)
	}
	x.press(".actions-head button", "✕", 0)
	for range 6 {
		s := x.stands()
		if s.Kind == "act" && s.Chosen && len(s.Able) == 0 && strings.Contains(p.text(".actions"), "nothing to do") {
			t.Fatal("a piece with nothing to do is still chosen after an action")
		}
		x.does(s)
	}
}

// TestIllegalActionIsReportedOnce: the page shows the reasons of an illegal action once, and drops them with
// the next selection. A held Enter key plays nothing.
func TestIllegalActionIsReportedOnce(t *testing.T) {
	t.Parallel()
	h := served(t)
	b := h.begin(map[string]any{"ruleset": "konflikt47", "scenario": "farmhouse", "hotseat": true})
	p := h.open("/m/"+b.ID+"#"+b.Tokens["table"], desk)
	p.forgives(`\b422\b`)
	x := newPlayer(p)
	able := x.stands().Able
	p.click(".type-action", "")
	p.keys("fire grenadiers at mortar" + kb.Enter)
	p.until("the refusal", `eyes.all('.preview .trouble')[0]`)
	p.keys(kb.Enter + kb.Enter)
	if n := evaluate[int](p, "the refusals", "Promise.resolve(eyes.all('.trouble').length)"); n != 1 {
		t.Errorf("the refusal is told %d times", n)
	}
	p.click(".preview button", "Cancel")
	x.picks(able[0])
	if said := p.text(".trouble"); said != "" {
		t.Errorf("another piece is chosen, and it still says %s", said)
	}
}

// TestBarsNameTheirStep: a bar of the replay names its step on hover, and shows it on a press.
func TestBarsNameTheirStep(t *testing.T) {
	t.Parallel()
	h := served(t)
	w := walker(t, h, fights[0], desk)
	b := w.begun(w.scenario, hotseat)
	for n := 0; n < 12; n++ {
		h.someone(b.ID, b.Tokens["table"])
	}
	w.shows(b, b.Tokens["table"])
	w.until("the bars", `eyes.all('.course rect').length > 3`)
	point := func(kind string) {
		evaluate[bool](w.page, kind, `Promise.resolve((() => {
			const course = document.querySelector('.course'), r = document.querySelectorAll('.course rect')[1].getBoundingClientRect();
			course.dispatchEvent(new PointerEvent(`+quoted(kind)+`, { bubbles: true, clientX: r.x + r.width / 2, clientY: r.y }));
			return true;
		})())`)
	}
	second := evaluate[string](w.page, "the second step", `Promise.resolve(eyes.all('.step-action')[1].textContent.split('.')[0])`)
	point("pointermove")
	w.until("its step", `eyes.text('.replay-at').startsWith('2 of ') && eyes.text('.replay-at').includes(`+quoted(second)+`)`)
	point("click")
	w.until("the past", `eyes.text('.status').includes('Earlier position')`)
	point("pointerleave")
	w.until("after its step", `eyes.text('.replay-at').startsWith('After 2 of ')`)
}

// TestAboutMatch: the menu of a match tells how to verify it, and lists the keys.
func TestAboutMatch(t *testing.T) {
	t.Parallel()
	p, _, _ := served(t).hotseat("tideofiron", "block", desk)
	p.until("the pieces", `eyes.all('.able button')[0]`)
	p.keys("?")
	p.until("the menu", `eyes.text('dialog').includes('plays it again and compares every die.')`)
	p.until("the keys", `['?', 'Space', ', .', 'p'].every(k => eyes.all('dialog kbd').some(e => e.textContent === k))`)
}
