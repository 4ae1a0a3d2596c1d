package browsertest

import (
	"strings"
	"testing"
)

// TestNews: a new player sees their side, the task and the length of the game. After the program
// has acted, they see its actions since their last one. An opened part of the record is visible.
func TestNews(t *testing.T) {
	t.Parallel()
	h := served(t)
	var about struct {
		Gist  string
		Sides []string
	}
	h.ask("/scenarios/tideofiron/row", "", &about)
	p := h.open("/", desk)
	p.until("who one is alone", `/Play German/.test(eyes.text('article[aria-label="The weakened row"]'))`)
	p.sitsDown("tideofiron", "row", true)
	x := newPlayer(p)
	x.stands()
	if said := p.text(".aim-of-game"); !strings.HasPrefix(said, "You are "+about.Sides[0]+". ") || !strings.Contains(strings.ToLower(said), strings.ToLower(about.Gist)) {
		t.Errorf("at the beginning it says %q", said)
	}
	if said := p.text(".status .round"); !strings.Contains(said, "Round 1 of ") {
		t.Errorf("the head says %q", said)
	}
	for {
		s := x.stands()
		if p.text(".since") != "" {
			break
		}
		if x.moves > 30 || s.Kind == "over" {
			t.Fatal("the program never acted")
		}
		x.does(s)
	}
	told := see[[]string](p, "what the program did", `eyes.all('.since .line-said').map(e => e.textContent)`)
	rows := see[[]string](p, "the record", `eyes.all('.step:not(.taken) .step-action').map(e => e.textContent)`)
	who := see[[]string](p, "who acted", `eyes.all('.step:not(.taken) .step-line .side-mark').map(e => e.title)`)
	if last := rows[max(0, len(rows)-len(told)):]; strings.Join(last, "; ") != strings.Join(told, "; ") {
		t.Errorf("it tells %q; the record ends with %q", told, last)
	}
	for _, by := range who[len(who)-len(told):] {
		if by == about.Sides[0] {
			t.Errorf("it tells what one did oneself: %q", told)
		}
	}
	if said := p.text(".aim-of-game"); said != "" {
		t.Errorf("the aim is told still: %s", said)
	}
	for rolled := len(rows) - 1; ; rolled-- { // An action without dice has no explanation.
		if strings.Contains(rows[rolled], " fired at ") {
			p.clickNth(".step .step-line", "", rolled)
			break
		}
	}
	// All of it, or its beginning if it is longer than the window.
	p.until("what was opened to be seen", `(([a, b]) => a && a.top >= b.top && (a.bottom <= b.bottom + 2 || a.top < b.top + 130))([eyes.all('.step-explanation')[0]?.getBoundingClientRect(), eyes.all('.record')[0].getBoundingClientRect()])`)
	p.look(phone)
	p.click(".foot .open-record", "")
	p.until("the newest of the record", `(b => b && b.getBoundingClientRect().bottom <= innerHeight + 3)(eyes.all('.record .step').at(-1))`)
}

// TestTrayTells: the tray shows its faces and reports invalid input. A face that the die does not
// have is rejected and not replaced.
func TestTrayTells(t *testing.T) {
	t.Parallel()
	h := served(t)
	p := h.open("/", desk)
	p.sitsDown("tideofiron", "row", false)
	p.click(".tools [data-about]", "")
	p.click(".tray-of summary", "Tray")
	p.click(".tray input", "")
	p.keys("6 4 boot")
	p.until("why it cannot be filled", `/“boot” is no face/.test(eyes.text('.tray-of .wrong')) && eyes.all('.tray button', 'Fill')[0].disabled`)
	p.keys("\b\b\b\b1")
	p.click(".tray button", "Fill")
	p.until("what lies there", `/3 faces left/.test(eyes.text('.tray-of summary')) && /The next: 6 4 1$/.test(eyes.text('.tray-of p'))`)
	p.click(".tray button", "Empty")
	p.until("an empty tray", `/empty/.test(eyes.text('.tray-of summary'))`)
	p.click(".seat .choice button", "I type them")
	p.click("dialog button", "✕")
	x := newPlayer(p)
	s := x.stands()
	for s.Kind != "dice" {
		x.does(s)
		s = x.stands()
	}
	p.keys("9")
	p.until("what was typed to be refused as it is", `/9 is no face: a D6 shows 1 to 6/.test(eyes.text('.wrong')) && !eyes.all('.slots .a-die')[0]`)
}

// TestOwnScenarioIsKept: an unfinished scenario file survives its dialog. Its errors leave the buttons
// visible, but it cannot be started.
func TestOwnScenarioIsKept(t *testing.T) {
	t.Parallel()
	p := served(t).open("/", look{wide: 1024, high: 600})
	p.forgives(`\b4(00|22)\b`)
	p.click(".filter .own", "")
	p.click("dialog textarea", "")
	p.keys("ruleset: nothing")
	p.until("what is wrong, before anything else is asked", `eyes.text('dialog .own-read .trouble').startsWith('Line 1, column 1: ')`)
	p.until("no way on before it is put right", `eyes.all('dialog button.main:disabled', 'Start')[0] && (r => r.top >= 0 && r.bottom <= innerHeight)(eyes.all('dialog button.main')[0].getBoundingClientRect())`)
	p.click("dialog button", "✕")
	p.until("no dialog", `!eyes.all('dialog')[0]`)
	p.click(".filter .own", "")
	p.until("what was typed", `eyes.all('dialog textarea')[0]?.value === 'ruleset: nothing'`)
}
