package browsertest

import (
	"fmt"
	"testing"
)

var tall = look{wide: 390, high: 844, touch: true}

// lying returns the position and size of the map on the screen.
const lying = `(g => {
	const at = g.getAttribute('transform').match(/-?[\d.]+/g).map(Number), box = eyes.all('.plan')[0].getBoundingClientRect();
	return Promise.resolve([at[0] + box.left, at[1] + box.top].map(Math.round).join(' ') + ' ' + g.querySelector('path, rect')?.getBoundingClientRect().width.toFixed());
})(eyes.all('.plan-drawing > g')[0])`

// TestMapLiesStillWhileSettingUp: on a phone the map does not move while a player chooses a place
// for a piece: from the piece to the button, and from one place to another.
func TestMapLiesStillWhileSettingUp(t *testing.T) {
	t.Parallel()
	h := served(t)
	p, _, _ := h.hotseat("konflikt47", "farmhouse", tall)
	p.until("who is to be set up", `eyes.all('.waiting .ready')[0]`)
	p.tap(`[data-waiting="grenadiers"]`, "")
	p.until("the places", `eyes.all('[data-lit^="area:"]').length > 3`)
	p.rests()
	before := evaluate[string](p, "the map", lying)
	for _, place := range []string{"area:well", "area:yard", "area:copse"} {
		p.tap(fmt.Sprintf(`[data-lit="%s"]`, place), "")
		p.until("the place in the sentence", fmt.Sprintf(`eyes.all('.preview .line')[0]?.dataset.line.includes(%s)`, quoted(place[len("area:"):])))
		p.rests()
		if after := evaluate[string](p, "the map", lying); after != before {
			t.Errorf("%s is chosen: the ground lies at %s; it lay at %s", place, after, before)
		}
	}
	p.tap(".confirm .cancel", "")
	p.until("the piece", `!eyes.all('.preview')[0]`)
	p.rests()
	if after := evaluate[string](p, "the map", lying); after != before {
		t.Errorf("nothing is chosen any more: the ground lies at %s; it lay at %s", after, before)
	}
}

// TestMarchTellsItsChance: an action without a target shows the chances of its dice, like others:
// for a march near an enemy, whether the unit arrives.
func TestMarchTellsItsChance(t *testing.T) {
	t.Parallel()
	h := served(t)
	for _, l := range []look{tall, desk} {
		p, _, _ := h.hotseat("oldworld", "last-stand", l)
		x := newPlayer(p)
		if l.touch {
			x.press = p.tapNth
		}
		x.stands()
		types := func(line string) {
			x.press(".type-action", "", 0)
			p.until("a line to type in", `document.activeElement.id === 'commandline'`)
			p.keys(line + "\r")
			p.until("the action", `eyes.all('.preview .confirm .main:not(:disabled)')[0]`)
		}
		types("done")
		x.press(".confirm .main", "", 0)
		p.until("the next part of the turn", `/Remaining moves/.test(eyes.text('.status'))`)
		x.stands()
		types("move column to churchyard marching")
		p.until("its chance", `eyes.text('.preview .may') === 'the unit arrives 58.3 %' || eyes.text('.preview .may').replace(/\s/g, '') === 'theunitarrives58.3%'`)
		p.rests()
		if hidden := evaluate[string](p, "what is in sight", `Promise.resolve((r => r.bottom <= eyes.all('.preview .confirm')[0].getBoundingClientRect().top + 1 && r.height > 20 ? '' : JSON.stringify(r))(eyes.all('.preview .may')[0].getBoundingClientRect()))`); hidden != "" {
			t.Errorf("%d wide: the chance lies at %s, out of sight", l.wide, hidden)
		}
	}
}
