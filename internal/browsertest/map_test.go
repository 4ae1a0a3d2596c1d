package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// now evaluates an expression without waiting.
func now[T any](p *page, what, expression string) T {
	p.t.Helper()
	return evaluate[T](p, what, "Promise.resolve("+expression+")")
}

// TestTheMapIsABoard: the map of each rulebook has an edge, a ruler if it measures in inches,
// legible counters, and one stop for the tab key.
func TestTheMapIsABoard(t *testing.T) {
	t.Parallel()
	h := served(t)
	p := h.open("/", desk)
	for _, s := range [][2]string{
		{"konflikt47", "farmhouse"}, {"lasergrenadiers", "farm"}, {"d20skirmish", "la-fiere"}, {"oldworld", "siege-train"}, {"tideofiron", "block"},
	} {
		b := h.begin(map[string]any{"ruleset": s[0], "scenario": s[1], "hotseat": true})
		p.visit("/m/" + b.ID + "#" + b.Tokens["table"])
		for _, l := range []look{desk, phone} {
			p.look(l)
			where := fmt.Sprintf("%s, %d wide", s[0], l.wide)
			p.until(where, `eyes.all('.plan-drawing .piece')[0] && Math.abs(document.querySelector('.plan-drawing').viewBox.baseVal.width - document.querySelector('.plan-drawing').getBoundingClientRect().width) < 1`)
			if !now[bool](p, where, `document.querySelectorAll('.ground .board').length === 1 && document.querySelectorAll('.ground .board-cast').length === 1`) {
				t.Errorf("%s: the map has no edge", where)
			}
			if ruled := now[bool](p, where, `Boolean(document.querySelector('.ruler path'))`); ruled != (s[0] != "tideofiron") {
				t.Errorf("%s: a ruler is there: %v", where, ruled)
			}
			if small := now[[]string](p, where, `[...document.querySelectorAll('.plan-drawing .counter-body')].filter(e => e.getBoundingClientRect().width < 30).map(e => e.closest('.piece').dataset.piece)`); len(small) > 0 {
				t.Errorf("%s: less than 30 pixels wide: %v", where, small)
			}
			if stops := now[int](p, where, `document.querySelectorAll('.plan[tabindex="0"], .plan-drawing [tabindex="0"], .plan-tags [tabindex="0"]').length`); stops != 1 {
				t.Errorf("%s: the tab key stops at %d things of the map", where, stops)
			}
		}
		p.look(desk)
		p.tabTo(".plan", "")
		p.keys(kb.ArrowRight)
		p.until("the focus on something of the map", `document.activeElement.matches('.piece, .building') && document.activeElement.getAttribute('aria-label').length > 5`)
	}
}

// TestEdgesOfTheMap: a piece off the map is at its edge with its distance, and a piece to be set up
// has its name. Both can be chosen like others.
func TestEdgesOfTheMap(t *testing.T) {
	t.Parallel()
	h := served(t)
	b := h.begin(map[string]any{"ruleset": "konflikt47", "scenario": "farmhouse", "hotseat": true})
	p := h.open("/m/"+b.ID+"#"+b.Tokens["table"], desk)
	p.until("the table", `eyes.all('.plan-drawing .piece')[0] && eyes.all('.actions[aria-busy=false]')[0]`)
	if note := p.text(`.piece[data-piece=mortar] .counter-name`); note != "▼ Mortar, 8″ off the map" {
		t.Errorf("the mortar is off the map: %q", note)
	}
	below := now[bool](p, "the mortar", `document.querySelector('.piece[data-piece=mortar] .counter-body').getBoundingClientRect().top > document.querySelector('.ground .board').getBoundingClientRect().bottom`)
	if !below {
		t.Error("the mortar, which is off the map, is drawn on it")
	}
	if names := now[[]string](p, "who waits", `eyes.all('.waiting .inside span:not(.voice)').map(e => e.textContent)`); fmt.Sprint(names) != "[Grenadiers Rear guard Machine gun Panzerschreck Pak 40 Green squad]" {
		t.Errorf("to be set up: %q", names)
	}
	p.tap(".waiting [data-waiting=grenadiers]", "")
	p.until("the places of a unit that waits", `eyes.all('.plan-drawing [data-lit]').length > 1`)
	p.keys(kb.Escape)
}

// TestRangesAreDrawn: the map shows the ranges of a chosen shooter as the server measures them, on
// hexes and in inches.
func TestRangesAreDrawn(t *testing.T) {
	t.Parallel()
	h := served(t)
	p := h.open("/", desk)
	for _, s := range []struct{ rules, name, piece, drawn string }{
		{"oldworld", "siege-train", "handguns", `eyes.all('.reach > path').length === 2 && eyes.text('.reach').includes('12″, short range')`},
		{"lasergrenadiers", "farm", "bolter", `eyes.all('.reach circle').length > 1`},
		{"tideofiron", "block", "sig-33b", `eyes.all('.reach .range path').length > 10`},
	} {
		b := h.begin(map[string]any{"ruleset": s.rules, "scenario": s.name, "hotseat": true})
		p.visit("/m/" + b.ID + "#" + b.Tokens["table"])
		p.until("the table", `eyes.all('.plan-drawing .piece')[0] && eyes.all('.actions[aria-busy=false]')[0]`)
		p.tap(fmt.Sprintf(".plan-drawing .piece[data-piece=%s]", quoted(s.piece)), "")
		p.until("the ranges of "+s.piece, s.drawn)
	}
	p.showsFields(h)
}

// showsFields checks the fields of fire through openings: for a piece behind them, all openings of
// its floor, and for a tapped opening, on the map or in the list of its house, its own.
func (p *page) showsFields(h *house) {
	p.t.Helper()
	b := h.begin(map[string]any{"ruleset": "konflikt47", "scenario": "bunkers", "hotseat": true})
	p.visit("/m/" + b.ID + "#" + b.Tokens["table"])
	p.until("the table", `eyes.all('.plan-drawing .piece')[0] && eyes.all('.actions[aria-busy=false]')[0]`)
	const embrasure = ".plan-drawing [data-opening='gun-bunker/embrasure']"
	p.tap(embrasure, "")
	p.until("its fields", `eyes.all('.reach .field').length === 2 && eyes.all('.reach .field-way').length === 2`)
	if said := p.text(".opening-said"); said != "Embrasure of the gun bunker, a slit, 1″ wide. Shaded: everything that the opening faces. Between the dots: the arc of a fixed weapon, 90°." {
		p.t.Errorf("of the opening it says %q", said)
	}
	wide := now[float64](p, "the width of the opening", `eyes.all('.reach .field-way')[0].getBBox().width`)
	if inch := now[float64](p, "an inch", `document.querySelector('#table-edge rect').width.baseVal.value / 36`); wide < inch-1 || wide > inch+1 {
		p.t.Errorf("an opening of an inch is drawn %v wide, an inch %v", wide, inch)
	}
	p.tap(embrasure, "")
	p.until("nothing to be shown", `!eyes.all('.reach')[0] && !eyes.all('.opening-said')[0]`)
	p.click(".all-floors summary", "Storeys")
	p.click(".door", "Loophole of the gun bunker slit")
	p.until("the fields of another", `eyes.all('.reach .field').length === 2 && eyes.text('.opening-said').includes('oophole')`)
	p.keys(kb.Escape)
	p.tap(".plan-drawing .piece[data-piece=pak-43]", "")
	p.until("the field of the gun", `eyes.all('.reach .field').length === 1 && !eyes.all('.opening-said')[0]`)
}

// TestAPhoneBeginsNearTheFight: on a phone the map first shows the pieces that can act, large
// enough to tell them apart, and the nearest objective. A target is visible above the action panel,
// and a button shows the whole map.
func TestAPhoneBeginsNearTheFight(t *testing.T) {
	t.Parallel()
	h := served(t)
	b := h.begin(map[string]any{"ruleset": "tideofiron", "scenario": "block", "hotseat": true})
	p := h.open("/m/"+b.ID+"#"+b.Tokens["table"], phone)
	p.until("a part of the map", `eyes.all('.plan[data-part] .piece.ready')[0] && eyes.all('.actions[aria-busy=false]')[0]`)
	seen := `(() => { const f = document.querySelector('.plan').getBoundingClientRect(); return e => { const r = e.getBoundingClientRect(); return r.left >= f.left && r.right <= f.right && r.top >= f.top && r.bottom <= f.bottom; }; })()`
	if !now[bool](p, "who can act", `eyes.all('.piece.ready .counter-body').length === 6 && eyes.all('.piece.ready .counter-body').every(`+seen+`)`) {
		t.Error("not everybody who can act is in sight")
	}
	if heaps := now[int](p, "heaps", `eyes.all('.piece.ready[data-heap]').length`); heaps > 0 {
		t.Errorf("%d of those who can act stand in heaps", heaps)
	}
	p.tap(".plan-drawing .piece[data-piece=sig-33b]", "")
	p.until("its targets", `eyes.all('.ways .way')[0]`)
	p.tap(".ways .way", "")
	p.until("who is aimed with and at above the slip", `(() => { const low = document.querySelector('.rail').getBoundingClientRect().top; return eyes.all('.tag.picked')[0] && ['sig-33b', 'maxim'].every(n => { const r = document.querySelector('.piece[data-piece=' + n + '] .counter-body').getBoundingClientRect(); return r.top > 60 && r.bottom < low; }); })()`)
	p.keys(kb.Escape)
	p.keys(kb.Escape)
	p.until("a part of the map again", `eyes.all('.plan[data-part] .piece.ready')[0]`)
	p.tap(".plan-tools button", "⤢")
	p.until("the whole map", `!eyes.all('.plan[data-part]')[0]`)
}

// TestStoreysRiseWhereTheHouseStands: the floors of an opened house rise above its place, the
// lowest at the house. Pieces on them can be targets, and a plate or Escape closes the house.
func TestStoreysRiseWhereTheHouseStands(t *testing.T) {
	t.Parallel()
	h := served(t)
	b := h.begin(map[string]any{"ruleset": "tideofiron", "scenario": "block", "hotseat": true})
	p := h.open("/m/"+b.ID+"#"+b.Tokens["table"], desk)
	p.until("the table", `eyes.all('.plan-drawing .piece')[0] && eyes.all('.actions[aria-busy=false]')[0]`)
	p.keys("f")
	p.until("the storeys", `eyes.all('.storeys .plate').length > 1 && eyes.all('.storeys .plate').every(e => e.getAnimations().every(a => a.playState === 'finished'))`)
	off := now[float64](p, "how far the lowest plate is from its house", `(() => { const mid = e => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }, name = document.querySelector('.storeys').getAttribute('aria-label').replace('Storeys of ', ''); const a = mid(eyes.all('.storeys .plate').at(-1)), b = mid(eyes.all('.building').find(e => e.getAttribute('aria-label').split(';')[0] === name)); return Math.hypot(a[0] - b[0], a[1] - b[1]); })()`)
	if off > 60 {
		t.Errorf("the lowest plate is drawn %.0f pixels from its house", off)
	}
	p.tap(".storeys .plate:not(.lit) .storey-name", "")
	p.until("the house to be closed by its plate", `!eyes.all('.storeys')[0]`)
	p.keys("f")
	p.until("the storeys again", `eyes.all('.storeys')[0]`)
	p.keys(kb.Escape)
	p.until("the house to be closed by Escape", `!eyes.all('.storeys')[0]`)
	p.tap(".plan-drawing .piece[data-piece=sig-33b]", "")
	p.until("its targets", `eyes.all('.ways .way')[0]`)
	p.tap(`.building[data-key="structure:D3"]`, "")
	p.until("the storeys of a target", `eyes.all('.storeys [data-inside]')[0]`)
	who := now[string](p, "who is inside", `eyes.all('.storeys [data-inside]')[0].dataset.inside`)
	p.tap(".storeys [data-inside]", "")
	p.until("the one inside to be aimed at", `eyes.all('.preview .line')[0]?.dataset.line.includes(`+quoted(who)+`)`)
}
