package browsertest

import (
	"strings"
	"testing"
)

// TestBenchAnyDice: the start of the odds page answers dice notation with chances, comparisons and
// a chart, and shows the place of an error. The address contains the expression.
func TestBenchAnyDice(t *testing.T) {
	t.Parallel()
	h := served(t)
	for _, l := range []look{desk, phone} {
		p := h.open("/odds?dice=4d6kh3%20%3E%3D%2016", l)
		// 18 in 21 ways, 17 in 54, 16 in 94, of 1,296.
		p.until("the chance", `eyes.text('.dice-chance').includes('169/1296') && eyes.text('.dice-chance b').startsWith('13')`)
		p.click(".any-dice summary", "Notation")
		p.click(".dice-examples button", "who wins")
		p.until("who wins", `eyes.all('.dice-chance').length === 3 && location.search === '?dice=' + encodeURIComponent('d20+7 vs d20+4')`)
		if said := p.text(".dice-chance"); !strings.Contains(said, "wins") || !strings.Contains(said, "247/400") {
			t.Error(said)
		}
		p.click(".dice-examples button", "dice that explode")
		p.until("the chart", `eyes.all('.any-dice .chart svg')[0] && eyes.text('.any-dice').includes('at most 10 times in a row')`)
		p.click(".any-dice .answer button", "at least")
		p.audited("any dice", l)
		p.types(".any-dice label", "Dice notation", "d6!")
		p.click(".any-dice button.main", "")
		p.until("bars with all of their values", `eyes.all('.any-dice .chart .label').some(e => e.textContent.trim() === '1–2')`)
		p.forgives(`422`)
		p.types(".any-dice label", "Dice notation", "3d6 >> 2")
		p.click(".any-dice button.main", "")
		p.until("what is wrong", `eyes.all('.any-dice pre.wrong')[0]?.textContent.includes('3d6 >> 2\n       ^')`)
		if wide := evaluate[string](p, "wide", "Promise.resolve(eyes.wide())"); wide != "" {
			t.Errorf("%d wide: %s is wider than the window", l.wide, wide)
		}
	}
}
