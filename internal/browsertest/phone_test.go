package browsertest

import (
	"testing"
)

var phone = look{wide: 360, high: 640, touch: true}

// fits fails if a page is wider than the window, or a control is too small for a finger.
func (p *page) fits(where string) {
	p.t.Helper()
	if wide := evaluate[string](p, where, "Promise.resolve(eyes.wide())"); wide != "" {
		p.t.Errorf("%s is wider than the window: %s", where, wide)
	}
	for _, c := range evaluate[[]string](p, where, "Promise.resolve(eyes.small(40))") {
		p.t.Errorf("%s: too small for a finger: %s", where, c)
	}
}

// TestPhone plays a turn on a phone by touches: a piece, its action, and every panel.
func TestPhone(t *testing.T) {
	t.Parallel()
	h := served(t)
	p := h.open("/", phone)
	p.until("the scenarios", `eyes.all('article.scenario').length > 20`)
	p.fits("the lobby")
	p.tap(p.card("tideofiron", "row"), "Options")
	p.until("the options", `eyes.all('dialog .segments')[0] && eyes.text('dialog').includes('Rulings')`)
	p.fits("the options")
	p.tap("dialog .segments label", "at this screen")
	p.tap("dialog button.main", "Start")
	p.until("the table", `location.pathname.startsWith('/m/') && eyes.all('.plan-drawing')[0]`)
	x := newPlayer(p)
	x.press = p.tapNth
	p.fits("the table")
	turn := p.text(".status .sided")
	for p.text(".status .sided") == turn {
		s := x.stands()
		p.fits("the table, " + s.Kind)
		x.does(s)
	}
	x.stands() // It closes the tray.
	p.tap(".foot .open-record", "")
	p.until("the record", `eyes.all('.record-panel')[0]`)
	p.fits("the record")
	p.tap(".foot .open-record", "")
	p.opensList()
	p.fits("all actions")
	p.tap(".tools [data-about]", "")
	p.until("the menu", `eyes.all('dialog .dice-settings')[0]`)
	p.fits("the menu")
	if x.moves == 0 {
		t.Error("nothing was played")
	}
	for _, path := range []string{worked, "/api"} {
		p.visit(path)
		p.until("the page", `eyes.all('h1')[0] && eyes.all('h2')[0]`)
		p.fits(path)
	}
}
