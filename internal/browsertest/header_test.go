package browsertest

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// TestHeadOfTheTable: the head of a match has the title, the side of the seat, the round and the
// turn in two aligned lines, at any width and with any length of title.
func TestHeadOfTheTable(t *testing.T) {
	t.Parallel()
	h := served(t)
	file, err := os.ReadFile("../../scenario/bundled/tideofiron/block.yaml")
	if err != nil {
		t.Fatal(err)
	}
	lengthy := strings.Replace(string(file), "title: The block", "title: The block of flats at the corner of the square, on the second day of the battle", 1)
	lengthy = strings.Replace(lengthy, "name: block", "name: my-block", 1)
	if lengthy == string(file) {
		t.Fatal("the title of the block is not as it was")
	}
	matches := []map[string]any{{"yaml": lengthy}}
	for _, f := range fights {
		matches = append(matches, map[string]any{"ruleset": f.ruleset, "scenario": f.scenario})
	}
	p := h.open("/", desk)
	for i, m := range matches {
		b := h.begin(m)
		for n, side := range b.Sides {
			if n != i%2 && i > 0 && !long {
				continue
			}
			p.visit("/m/" + b.ID + "#" + b.Tokens[side])
			p.until("the table", `eyes.all('.plan-drawing')[0]`)
			if said := p.text(".status h1"); i == 0 && !strings.Contains(said, "on the second day of the battle") {
				t.Fatalf("the long title is %q", said)
			}
			for _, wide := range []int64{390, 600, 700, 820, 1024, 1440} {
				p.look(look{wide: wide, high: 1000, touch: wide < 1000, dark: n == 1})
				where := fmt.Sprintf("%s, %s, %d wide", p.text(".status h1"), side, wide)
				for _, fault := range p.settled(where, fmt.Sprintf(headFaults, i == 0 || wide < 800)) {
					t.Errorf("%s: %s", where, fault)
				}
				if round := p.text(".round"); (wide < 600 || wide >= 900) && !strings.Contains(round, " of ") {
					t.Errorf("%s: how long is left is not said: %q", where, round)
				}
				said := p.text(".you-are")
				if wide < 600 && b.Turn == side { // There it shows the turn.
					said = "you are " + p.text(".turn .sided")
				}
				if said != "you are "+side {
					t.Errorf("%s: the side is said as %q", where, said)
				}
			}
		}
	}
}

// settled lists the faults that an expression finds on a page and that last. While a connection is
// lost and found again, a notice takes room in the head.
func (p *page) settled(where, expression string) (faults []string) {
	p.t.Helper()
	for end := time.Now().Add(3 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if faults = evaluate[[]string](p, where, expression); len(faults) == 0 {
			break
		}
	}
	return faults
}

// TestGoalsSayWhoHolds: above the map are the objectives with the sides that hold them, as on their
// stars.
func TestGoalsSayWhoHolds(t *testing.T) {
	t.Parallel()
	h := served(t)
	p := h.open("/", phone)
	for _, x := range []struct{ ruleset, scenario, said string }{
		{"konflikt47", "granary", "★ Granary German"},
		{"lasergrenadiers", "farm", "★ House nobody seen"},
		{"d20skirmish", "la-fiere", "American 0 German 2"},
		{"tideofiron", "block", "German 0 Soviet 4"},
		{"oldworld", "farmhouse", "★ Farmhouse Empire"},
	} {
		b := h.begin(map[string]any{"ruleset": x.ruleset, "scenario": x.scenario})
		p.visit("/m/" + b.ID + "#" + b.Tokens[b.Sides[0]])
		p.until("the table", `eyes.all('.plan-drawing')[0]`)
		if said := strings.Join(strings.Fields(p.text(".goals summary")), " "); !strings.Contains(said, x.said) {
			t.Errorf("%s: the goals say %q, and not %q", x.scenario, said, x.said)
		}
	}
}

// headFaults lists the problems of the head: a line that is cut off at top or bottom or overlaps
// another, or one that is cut off at its end and is not a title that may be shortened.
const headFaults = `(shortened => {
	const faults = [], bar = document.querySelector('.bar').getBoundingClientRect();
	const phone = innerWidth < 600, rect = s => document.querySelector('.status ' + s)?.getBoundingClientRect();
	if (bar.height > 54) faults.push('it is ' + bar.height + ' px high');
	const parts = ['h1', '.you-are', '.round', '.turn', '.pill'].slice(phone ? 1 : 0).filter(s => rect(s).width);
	for (const [i, a] of parts.entries()) {
		const r = rect(a), e = document.querySelector('.status ' + a);
		if (r.top < bar.top || r.bottom > bar.bottom || r.right > innerWidth) faults.push(a + ' is cut off');
		if (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline' && !(a === 'h1' && (shortened || e.querySelector('small').offsetWidth))) faults.push(a + ' is cut short');
		for (const b of parts.slice(i + 1)) {
			const s = rect(b);
			if (s.left < r.right - 1 && r.left < s.right - 1 && s.top < r.bottom - 1 && r.top < s.bottom - 1) faults.push(b + ' lies over ' + a);
		}
	}
	if (!phone && Math.abs(rect('h1').left - rect('.round').left) > 1) faults.push('its lines begin at two edges');
	return Promise.resolve(faults);
})(%v)`
