package browsertest

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"

	"loophole/internal/wire"
)

// TestTypedDice: one side types its dice, and the program rolls for the other. The page rejects a
// wrong face with a message, and a reload during a roll loses nothing.
func TestTypedDice(t *testing.T) {
	t.Parallel()
	h := served(t)
	p := h.open("/", desk)
	p.options("tideofiron", "row")
	p.click("dialog .segments label", "at this screen")
	p.click("dialog .segments label", "from the table") // The first one is of the first side.
	p.click("dialog button.main", "Start")
	p.until("the table", `eyes.all('.plan-drawing')[0]`)
	x := newPlayer(p)
	s := x.stands()
	for s.Kind != "dice" {
		x.does(s)
		s = x.stands()
	}
	p.reachesFaces()
	typed := p.typesDice(s.Many)
	id, token := p.seat()
	var record struct{ Entries []wire.Entry }
	h.ask("/matches/"+id+"/record", token, &record)
	for _, e := range record.Entries {
		if e.Kind == "roll" && fmt.Sprint(e.Faces) == fmt.Sprint(typed) {
			p.rollsByItself(x)
			return
		}
	}
	t.Errorf("%v was typed, and the record has no such roll", typed)
}

// reachesFaces checks that nothing covers a key of the pad, or the button that sends the dice, in the
// window of a small laptop.
func (p *page) reachesFaces() {
	p.t.Helper()
	p.look(look{wide: 1280, high: 720})
	p.until("every face to be within reach", `eyes.all('.keypad button').length === 7 && [...eyes.all('.keypad button'), ...eyes.all('#dice-send')].every(key => {
		const r = key.getBoundingClientRect();
		return key.contains(document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2));
	})`)
	p.look(desk)
}

// typesDice types faces with a mistake and a reload, and sends them.
func (p *page) typesDice(many int) (typed []int) {
	p.t.Helper()
	p.until("the first die to be the next", `eyes.all('.slots button')[0].matches('.here')`)
	p.keys("9")
	p.until("a wrong face to be refused", `eyes.text('.wrong').includes('9 is no face: a D6 shows 1 to 6') && eyes.all('#dice-send')[0].disabled`)
	half := many / 2
	filled := fmt.Sprintf("eyes.all('.slots button').length === %d && eyes.all('.slots .a-die').length === %d && eyes.all('.slots button')[%d].matches('.here')", many, half, half)
	for i := range many {
		if i == half {
			p.until("half of the roll", filled)
			p.do(chromedp.Reload())
			p.until("half of the roll after a reload", filled)
		}
		face := 1 + (5*i+2)%6
		p.keys(strconv.Itoa(face))
		typed = append(typed, face)
	}
	p.until("all dice to be there", `!eyes.all('#dice-send')[0].disabled`)
	typed[0] = 6
	p.clickNth(".slots button", "", 0)
	p.keys("6")
	p.until("the first die to be corrected", `eyes.all('.slots .a-die')[0].dataset.face === '6' && !eyes.all('#dice-send')[0].disabled`)
	question := p.text(".decision .dice-asked")
	p.click("#dice-send", "")
	p.until("the dice to be taken", "eyes.text('.decision .dice-asked') !== "+quoted(question))
	return typed
}

// rollsByItself lets the program roll for a side, and checks that no dice are requested until the
// game is over.
func (p *page) rollsByItself(x *player) {
	p.t.Helper()
	for s := x.stands(); s.Kind == "dice"; s = x.stands() {
		if by := p.text(".decision h2"); by != "German: your dice" {
			p.t.Errorf("%s: but only the German dice are typed", by)
		}
		x.does(s)
	}
	p.click(".tools [data-about]", "")
	p.click(".dice-settings fieldset button", "Program rolls")
	p.until("the program to roll", `eyes.all('.dice-settings button[aria-pressed=true]', 'Program rolls').length === 2`)
	p.click("dialog button", "✕")
	for s := x.stands(); s.Kind != "over"; s = x.stands() {
		if s.Kind == "dice" {
			p.t.Fatalf("the program does not roll: %s", s.Line)
		}
		x.does(s)
	}
}
