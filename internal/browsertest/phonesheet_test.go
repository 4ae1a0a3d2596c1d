package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// standing is the share of a phone's window for each part of a match.
type standing struct {
	Bar, Lines, Map float64
	Keys            float64 // the distance between the last key of the pad and the button
	Seen            bool    // the last action is visible on the map
}

// measures returns the layout of a match on a phone.
func (w *walk) measures() standing {
	w.t.Helper()
	w.rests()
	return evaluate[standing](w.page, "the table", `Promise.resolve((() => {
		const box = s => document.querySelector(s)?.getBoundingClientRect(), plan = box('.plan'), bar = box('.page-table .bar');
		const over = ['.rail', '.tray-of-dice', '.dice-entry'].map(box).filter(r => r?.height), low = Math.min(plan.bottom, ...over.map(r => r.top));
		const keys = [...document.querySelectorAll('.keypad button')].map(b => b.getBoundingClientRect().bottom);
		const said = [...document.querySelectorAll('.status .round, .status .turn, .status .pill')].map(e => e.getBoundingClientRect());
		const discs = [...document.querySelectorAll('.plan .trace-disc')].map(e => e.getBoundingClientRect());
		return {
			Bar: bar.height,
			Lines: Math.max(...said.map(r => r.bottom)) - bar.bottom,
			Map: low - plan.top,
			Keys: keys.length ? box('.dice-send').top - Math.max(...keys) : 0,
			Seen: !discs.length || discs.some(r => r.top >= plan.top && r.bottom <= low && r.left >= plan.left && r.right <= plan.right),
		};
	})())`)
}

// TestPhoneKeepsTheMap: on a phone the map keeps its size while dice are on the tray. Every key for
// typed dice is visible above the button, the bar has the same two lines in every state, and the
// map shows the place of each step of the replay.
func TestPhoneKeepsTheMap(t *testing.T) {
	onPhones(t, func(t *testing.T, w *walk) {
		bar := 0.
		w.visited = func(state string) {
			m := w.measures()
			if bar == 0 {
				bar = m.Bar
			}
			if m.Bar != bar || m.Lines > 0 {
				t.Errorf("%s: the bar is %.0f px high, was %.0f, and cuts %.0f px off", state, m.Bar, bar, m.Lines)
			}
			if state == "roll" && m.Map < 150 {
				t.Errorf("%s: the map is %.0f px high", state, m.Map)
			}
			if m.Keys < 0 {
				t.Errorf("%s: the keys lie %.0f px behind the button", state, -m.Keys)
			}
			if !m.Seen {
				t.Errorf("%s: the map does not show what was done", state)
			}
		}
		w.rolls()
		w.past()
	})
}

// TestSheetIsLowered: a tap or a drag lowers a phone's sheet to its heading and raises it again.
// The confirming button stays visible, and the map gets the space.
func TestSheetIsLowered(t *testing.T) {
	t.Parallel()
	h := served(t)
	w := walker(t, h, fights[0], phone)
	w.aims()
	map_ := func() float64 { return w.measures().Map }
	high := map_()
	w.press(".grip", "", 0)
	w.until("the sheet to be low", `eyes.all('.table.low .grip[aria-expanded=false]')[0]`)
	if low := map_(); low < high+80 {
		t.Errorf("the map is %.0f px high below a sheet that is low, and %.0f otherwise", low, high)
	}
	for _, selector := range []string{".confirm .main", ".sentence .line", ".foot .open-record"} {
		if !w.bare(selector) {
			t.Errorf("%s is not in sight while the sheet is low", selector)
		}
	}
	w.legible("the sheet is low")
	drag := func(by int) {
		evaluate[bool](w.page, "a drag", `Promise.resolve((() => {
			const grip = document.querySelector('.grip'), y = grip.getBoundingClientRect().y + 20;
			for (const [type, at] of [['pointerdown', y], ['pointermove', y + `+fmt.Sprint(by/2)+`], ['pointermove', y + `+fmt.Sprint(by)+`], ['pointerup', y + `+fmt.Sprint(by)+`]])
				grip.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'touch', clientX: 180, clientY: at }));
			return true;
		})())`)
	}
	drag(-60)
	w.until("the sheet to be high", `eyes.all('.grip[aria-expanded=true]')[0]`)
	if again := map_(); again != high {
		t.Errorf("the map is %.0f px high, and was %.0f", again, high)
	}
	drag(60)
	w.until("the sheet to be low again", `eyes.all('.table.low')[0]`)
	// No click has followed the drag. A key is one, and is heeded.
	evaluate[bool](w.page, "the focus", `Promise.resolve((document.querySelector('.grip').focus(), true))`)
	w.keys(kb.Enter)
	w.until("the sheet to be high by a key", `eyes.all('.grip[aria-expanded=true]')[0]`)
	w.keys(kb.Enter)
	w.until("the sheet to be low by a key", `eyes.all('.table.low')[0]`)
	w.press(".confirm .main", "", 0)
	w.until("the action to be done", `eyes.all('.tray-of-dice, .decision')[0]`)
}
