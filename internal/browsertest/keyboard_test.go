package browsertest

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"loophole/internal/server"
)

// TestFightByKeyboard plays a fight from the lobby to the record without a mouse. It types and
// completes every other action, and finds the others with the tab key.
func TestFightByKeyboard(t *testing.T) {
	t.Parallel()
	h := served(t)
	p := h.open("/", desk)
	p.tabTo(p.card("tideofiron", "row"), "Options")
	p.keys(kb.Enter)
	p.tabTo("dialog [name=way]", "")
	p.keys(kb.ArrowRight + kb.ArrowRight) // from the program to a friend, and to a friend at this screen
	p.tabTo("dialog button.main", "Start")
	p.keys(kb.Enter)
	p.until("the table", `location.pathname.startsWith('/m/') && eyes.all('.plan-drawing')[0]`)
	p.movesPlan()
	x := newPlayer(p)
	x.goOn = func() { p.keys(" ") }
	for s := x.stands(); s.Kind != "over"; s = x.stands() {
		switch {
		case s.Kind == "choice":
			x.decidesByKeys(s.Many)
		case s.Kind == "ready" && x.moves%3 > 0:
			x.entered()
		case x.moves%2 == 0:
			x.types()
		default:
			x.actsByTab(s)
		}
		if x.moves > 400 {
			t.Fatal("the game does not end")
		}
	}
	p.looksBack()
	p.tabTo(".banner button", "download the record")
	p.keys(kb.Enter)
	if r := verified(t, p.downloaded(".jsonl")); !r.Finished || r.Actions != x.moves {
		t.Errorf("%d actions were played, and the record has %d; finished: %v", x.moves, r.Actions, r.Finished)
	}
}

// tabTo presses the tab key until an element has the focus.
func (p *page) tabTo(selector, text string) {
	p.t.Helper()
	at := fmt.Sprintf("eyes.all(%s, %s).includes(document.activeElement)", quoted(selector), quoted(text))
	p.until(selector+" "+text, fmt.Sprintf("eyes.all(%s, %s).some(e => !e.disabled)", quoted(selector), quoted(text)))
	for range 400 {
		if evaluate[bool](p, selector, at) {
			return
		}
		p.keys(kb.Tab)
	}
	p.t.Fatalf("the tab key does not come to %s %s\n%s", selector, text, p.said())
}

// movesPlan zooms and moves the map with keys, and fits it again.
func (p *page) movesPlan() {
	p.t.Helper()
	p.tabTo(".plan", "")
	where := func() string {
		return p.text(".plan .piece") + evaluate[string](p, "the pieces", "eyes.all('.plan .piece').map(e => e.getAttribute('transform')).join()")
	}
	was := where()
	for _, k := range []string{"+", kb.ArrowLeft, kb.ArrowUp} {
		before := where()
		if k == "+" {
			p.keys(k)
		} else {
			p.keys(k, kb.ModifierShift) // Without Shift the arrows go from piece to piece.
		}
		p.until("the plan to move", "eyes.text('.plan .piece') + eyes.all('.plan .piece').map(e => e.getAttribute('transform')).join() !== "+quoted(before))
	}
	p.keys("0")
	p.until("the plan to fit", "eyes.text('.plan .piece') + eyes.all('.plan .piece').map(e => e.getAttribute('transform')).join() === "+quoted(was))
}

// looksBack moves the slider back by a step with the arrow key, and returns to the present.
func (p *page) looksBack() {
	p.t.Helper()
	p.tabTo(".replay input", "")
	p.keys(kb.ArrowLeft)
	p.until("the past", `eyes.text('.replay-at').startsWith('After ')`)
	p.keys(kb.Tab, kb.ModifierShift) // Off the slider, so that the page gets Escape.
	p.keys(kb.Escape)
	p.until("the present", `!eyes.text('.replay-at').startsWith('After ')`)
}

// decidesByKeys chooses an option. The heading of the decision has the focus, and Enter there
// answers nothing.
func (x *player) decidesByKeys(many int) {
	x.t.Helper()
	x.until("the focus on the head of the decision", `document.activeElement.matches('.decision h2')`)
	question, nth := x.text(".decision"), x.dice.IntN(many)
	x.keys(kb.Enter + kb.Enter)
	for !evaluate[bool](x.page, "the option", fmt.Sprintf("Promise.resolve(document.activeElement === document.querySelectorAll('.decision .options button')[%d])", nth)) {
		x.keys(kb.Tab)
	}
	if now := x.text(".decision"); now != question {
		x.t.Fatalf("enter answered %s; now it is %s", question, now)
	}
	x.keys(kb.Enter)
	x.until("the decision to be taken", "eyes.text('.decision') !== "+quoted(question))
}

// actsByTab finds a piece and an action of it with the tab key.
func (x *player) actsByTab(s stand) {
	x.t.Helper()
	if !s.Chosen && len(s.Able) > 0 {
		x.tabTo(fmt.Sprintf(".able [data-able=%s]", quoted(s.Able[x.dice.IntN(len(s.Able))])), "")
		x.keys(kb.Enter)
		x.until("a piece to be chosen", `eyes.all('.actions-head button, .preview')[0]`)
		s = x.stands()
	}
	if s.Kind == "ready" {
		x.entered()
		return
	}
	if !x.sees(".actions[open]") {
		x.tabTo(".actions > summary", "")
		x.keys(kb.Enter)
	}
	lines := see[[]string](x.page, "the list", `eyes.all('.group .act')[0] && eyes.all('.group .act').map(e => e.dataset.line)`)
	i, _ := x.weighed(lines)
	x.tabTo(fmt.Sprintf(".group .act[data-line=%s]", quoted(lines[i])), "")
	x.keys(kb.Enter)
	x.entered()
}

// entered plays the displayed action with Enter.
func (x *player) entered() {
	x.t.Helper()
	x.until("the odds of the action", `eyes.all('.preview .line')[0] && !eyes.text('.preview').includes('Working out') && !eyes.all('.preview button.main')[0].disabled`)
	was := x.position()
	x.keys(kb.Enter)
	x.until("the action to be done", "!eyes.all('.preview')[0] || document.querySelector('main').dataset.position !== "+quoted(was))
	x.moves++
}

// types types an action; the page completes the last word.
func (x *player) types() {
	x.t.Helper()
	line := x.legal()
	x.keys("/")
	x.until("the line to type in", `document.activeElement.id === 'commandline'`)
	x.keys(line[:strings.LastIndex(line, " ")+2])
	x.until("the line "+line+" to be offered", fmt.Sprintf("eyes.all('#offers li').some(e => e.textContent === %s)", quoted(line)))
	for range 9 {
		if x.text("#offers li[aria-selected=true]") == line {
			break
		}
		x.keys(kb.ArrowDown)
	}
	x.keys(kb.Enter)
	x.until("the line to be taken", "document.activeElement.value.trim() === "+quoted(line))
	x.keys(kb.Enter)
	x.until("the typed action", "eyes.all('.preview .line')[0]?.dataset.line === "+quoted(line))
	x.entered()
}

// legal returns a legal action of several words that is among the first suggestions.
func (x *player) legal() string {
	x.t.Helper()
	id, token := x.seat()
	var list server.Actions
	x.house.ask("/matches/"+id+"/actions", token, &list)
	var lines []string
	for _, g := range list.Groups {
		for _, a := range g.Actions {
			if a.Allowed && strings.Contains(a.Line, " ") && !strings.Contains(a.Line, " with ") {
				lines = append(lines, a.Line)
			}
		}
	}
	rand.New(rand.NewPCG(uint64(x.moves), 1)).Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	slices.SortStableFunc(lines, func(a, b string) int { return rank(a) - rank(b) })
	for _, l := range lines {
		if x.completes(id, token, l) {
			return l
		}
	}
	x.t.Fatalf("none of %d legal lines is offered", len(lines))
	return ""
}

// rank puts fierce actions first.
func rank(line string) int {
	if isFierce(line) {
		return 0
	}
	return 1
}

// completes reports whether an action is among the first suggestions.
func (x *player) completes(id, token, line string) bool {
	var list server.Actions
	x.house.ask("/matches/"+id+"/actions?text="+url.QueryEscape(line[:strings.LastIndex(line, " ")+2]), token, &list)
	var first []string
	for _, g := range list.Groups {
		for _, a := range g.Actions {
			first = append(first, a.Line)
		}
	}
	return len(list.Complete) < 5 && slices.Contains(first[:min(3, len(first))], line)
}

// seat returns the displayed match and its token.
func (p *page) seat() (id, token string) {
	p.t.Helper()
	where := see[[]string](p, "a match", `location.hash && [location.pathname.split('/')[2], location.hash.slice(1)]`)
	return where[0], where[1]
}
