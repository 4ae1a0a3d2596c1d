package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

// answers waits until the odds page has an answer or an error for every question.
func (p *page) answers() {
	p.t.Helper()
	p.until("the answer", `eyes.all('.answer[aria-busy=false]')[0] && eyes.all('.answer .event, .answer .impossible, .answer .trouble')[0]`)
}

// types replaces the text of a field.
func (p *page) types(fields, label, text string) {
	p.t.Helper()
	p.until("the field "+label, fmt.Sprintf("(f => { f?.focus(); f?.select(); return document.activeElement === f; })(eyes.all(%s, %s)[0]?.querySelector('input'))", quoted(fields), quoted(label)))
	p.keys("\b" + text)
}

// TestBenchHouseValues: a house rule in the form is marked, is in the address, and can be compared
// with the printed value.
func TestBenchHouseValues(t *testing.T) {
	t.Parallel()
	p := served(t).open(worked, desk)
	p.answers()
	p.click(".form summary", "House rules: values")
	const blocks = "a defence die blocks on this or more"
	p.until("what is printed", `/assumed, likely 5, from 2 to 7/.test(eyes.text('.values .field'))`)
	p.click(".question > button", "Compare")
	p.click(".second summary", "House rules: values")
	p.types(".second .values .field", blocks, "4")
	p.until("another answer for the second", `eyes.all('.answer[aria-busy=false]')[0] && (([a, b]) => b && a.textContent !== b.textContent)(eyes.all('.answer .event')[0].querySelectorAll('.event-bar b'))`)
	p.until("the mark and the address", `eyes.all('.second .values .field.own').length === 1 && location.search.includes('bhouse=facts.defence.block%3D4') && !location.search.includes('&house=')`)
	shown := p.text(".answer .event")
	q := p.house.open(see[string](p, "the address", `location.pathname + location.search`), desk)
	q.answers()
	if said := q.text(".answer .event"); said != shown {
		t.Errorf("a new page says %s; want %s", said, shown)
	}
	p.audited("house values", desk)
	p.click(".second .values .reset", "")
	p.until("what is printed again", `!location.search.includes('house') && eyes.all('.second .values .field.own').length === 0`)
}

// TestBenchFaultsAtFields: an incomplete or out-of-range value has its error at its field and sends
// no request. An error of a link is at its field too, and can be removed.
func TestBenchFaultsAtFields(t *testing.T) {
	t.Parallel()
	p := served(t).open(worked, desk)
	p.answers()
	shown, address := p.text(".answer .event"), see[string](p, "the address", `location.search`)
	for typed, want := range map[string]string{"": "a whole number from 0 to 2 is wanted; the answer is for 1", "9": "9 is out of range: 0 to 2; the answer is for 1", "-": "a whole number from 0 to 2 is wanted"} {
		p.types(".field", "level", typed)
		p.until("the fault of "+typed, "eyes.text('.field.bad .wrong').includes("+quoted(want)+")")
	}
	if said, at := p.text(".answer .event"), see[string](p, "the address", `location.search`); said != shown || at != address {
		t.Errorf("half a number changed the answer or the address: %s, %s", said, at)
	}
	p.types(".field", "level", "2")
	p.until("a sound field", `!eyes.all('.field.bad')[0] && location.search.includes('level%3D2')`)

	p.forgives(`\b422\b`)
	p.visit(worked + "&set=level%3D9&set=lead%3Dnobody&set=foo%3D1&house=facts.defence.block%3D77&ruling=halving%3Dnever")
	p.until("the faults", `eyes.all('.faults li').length === 5 && !eyes.all('.answer .event')[0]`)
	p.until("faults at fields", `['9 is out of range: 0 to 2', 'unknown value "nobody"', '77 is out of range: 2 to 7', 'unknown reading "never"'].every(s => eyes.text('.question .wrong').includes(s))`)
	p.audited("faults at fields", desk)
	p.click(".answer .trouble button", "Leave them out")
	p.until("the answer without them", "eyes.text('.answer .event') === "+quoted(shown)+" && !eyes.all('.wrong')[0]")
}

// TestBenchFaultOfOne: if one of two questions is invalid, the other keeps its answer.
func TestBenchFaultOfOne(t *testing.T) {
	t.Parallel()
	p := served(t).open(worked, desk)
	p.answers()
	p.forgives(`\b422\b`)
	shown := p.text(".answer .event-bar b")
	p.visit(worked + "&set=level%3D9&compare=true")
	p.until("the fault and the answer", "eyes.text('.answer .event-bar b') === "+quoted(shown)+" && eyes.text('.first[open] .wrong').includes('out of range') && !eyes.all('.stale')[0]")
	if said := p.text(".answer .trouble, .legends"); !strings.Contains(said, "The first question cannot be asked") || strings.Contains(said, "first “") {
		t.Errorf("it says %s", said)
	}
}

// TestBenchStrict: a strict question lists its missing values, and gets an answer with them.
func TestBenchStrict(t *testing.T) {
	t.Parallel()
	p := served(t).open(worked, desk)
	p.forgives(`\b422\b`)
	p.answers()
	shown := p.text(".answer .event")
	p.click(".question label.tick input", "")
	p.until("what is lacking", `eyes.all('.house .field.bad').length > 3`)
	p.click(".house button", "assumed value")
	p.until("the answer", "eyes.text('.answer .event') === "+quoted(shown)+" && eyes.all('.house .field.own').length > 3 && !eyes.all('.assumed')[0]")
}

// TestBenchBackAndForward: the browser's back and forward buttons undo and redo every step. Changes
// by the page itself are not steps.
func TestBenchBackAndForward(t *testing.T) {
	t.Parallel()
	p := served(t).open(worked, desk)
	p.answers()
	var steps []string
	note := func() {
		p.answers()
		steps = append(steps, see[string](p, "the address", "location.search"))
	}
	note()
	p.types(".field", "level", "2")
	p.until("the step", `location.search.includes('level%3D2')`)
	note()
	p.click(".choice button", "at least")
	p.until("the other measure", "location.search !== "+quoted(steps[1]))
	note()
	p.choose(".what select", "oldworld")
	p.until("another rulebook", `location.search.includes('oldworld') && location.search.includes('example=')`)
	note()
	p.click(".question > button", "Compare")
	p.until("two questions", `eyes.all('.asked').length === 2 && location.search !== `+quoted(steps[3]))
	note()
	for i := len(steps) - 2; i >= 0; i-- {
		evaluate[bool](p, "back", `(history.back(), Promise.resolve(true))`)
		p.until(fmt.Sprintf("step %d", i), "location.search === "+quoted(steps[i]))
		p.answers()
	}
	if said := p.opens("destroyed"); said != destroyed {
		t.Errorf("back at the beginning the building falls with %s; want %s", said, destroyed)
	}
	for i := 1; i < len(steps); i++ {
		evaluate[bool](p, "forward", `(history.forward(), Promise.resolve(true))`)
		p.until(fmt.Sprintf("step %d", i), "location.search === "+quoted(steps[i]))
		p.answers()
	}
}

// TestBenchLooks measures the layout. Chosen options are complete, the second question of a
// comparison starts in the window, a mark is on one line, and the underline of a clause is near its
// word.
func TestBenchLooks(t *testing.T) {
	t.Parallel()
	h := served(t)
	for _, l := range []look{desk, {wide: 768, high: 1024, touch: true}, phone} {
		p := h.open(worked+"&ruling=halving%3Dbefore", l)
		p.answers()
		if cut := evaluate[string](p, "cut", `Promise.resolve(eyes.all('.what select').filter(s => { const c = document.createElement('canvas').getContext('2d'), y = getComputedStyle(s); c.font = y.font; return (innerWidth < 700 ? [...s.selectedOptions] : [...s.options]).some(o => c.measureText(o.text).width > s.clientWidth - parseFloat(y.paddingLeft) - parseFloat(y.paddingRight) - 20); }).map(s => s.value).join())`); cut != "" {
			t.Errorf("%d wide: options of %s are cut", l.wide, cut)
		}
		if high := see[float64](p, "marks", `eyes.all('.flag')[0] && Math.max(...eyes.all('.flag').map(e => e.getClientRects().length * e.getBoundingClientRect().height))`); high > 30 {
			t.Errorf("%d wide: a mark is %.0f px high, on more than one line", l.wide, high)
		}
		if high := see[float64](p, "clauses", `eyes.all('.cite')[0] && Math.max(...eyes.all('.cite').map(e => e.getBoundingClientRect().height / e.getClientRects().length))`); high > 30 {
			t.Errorf("%d wide: a clause is %.0f px high, its line far below its word", l.wide, high)
		}
		p.click(".question > button", "Compare")
		p.until("the second question", `eyes.all('.second[open]')[0]`)
		// The answers above it grow meanwhile, and the page follows.
		p.until("the second question in sight, with its answers", fmt.Sprintf(`eyes.all('.answer[aria-busy=false]')[0] && (top => top >= 0 && top <= %d)(eyes.all('.second')[0].getBoundingClientRect().top)`, l.high-100))
		if wide := evaluate[string](p, "wide", "Promise.resolve(eyes.wide())"); wide != "" {
			t.Errorf("%d wide: %s is wider than the window", l.wide, wide)
		}
		if small := evaluate[[]string](p, "small", "Promise.resolve(eyes.small(36))"); l.touch && len(small) > 0 {
			t.Errorf("%d wide: too small for a finger: %s", l.wide, strings.Join(small, "; "))
		}
	}
}

// TestBenchTakesAlong: the saved chart equals the displayed one, with both answers and everything
// needed to draw it elsewhere. Each answer has its own files.
func TestBenchTakesAlong(t *testing.T) {
	t.Parallel()
	p := served(t).open(worked+"&compare=true&bset=level%3D2", desk)
	p.until("both answers", `eyes.all('.chart .fill.of-1')[0] && eyes.all('.answer[aria-busy=false]')[0]`)
	p.click(".along button", "Chart as shown")
	chart := string(p.downloaded("-chart.svg"))
	bars := evaluate[int](p, "bars", `Promise.resolve(eyes.all('.chart .fill').length)`)
	colours := evaluate[[]string](p, "colours", `Promise.resolve([...new Set(eyes.all('.chart .fill').map(e => getComputedStyle(e).fill))])`)
	if len(colours) != 2 || !strings.Contains(chart, `xmlns="http://www.w3.org/2000/svg"`) || strings.Contains(chart, "var(") {
		t.Errorf("the chart of %q is %.300s", colours, chart)
	}
	if n := strings.Count(chart, colours[0]) + strings.Count(chart, colours[1]); n < bars {
		t.Errorf("of %d bars %d are coloured", bars, n)
	}
	p.click(".along a[download]", "JSON of the second")
	if text := string(p.downloaded("second.json")); !strings.Contains(text, `"level":2`) {
		t.Errorf("the second answer is %.300s", text)
	}
}

// TestBenchAsksAgain: if the server does not answer, the page says so and offers to try again.
func TestBenchAsksAgain(t *testing.T) {
	t.Parallel()
	h, cable := served(t).cabled()
	p := h.open(worked, desk)
	p.answers()
	p.forgives(`ERR_|Failed to fetch|Failed to load`)
	cable.set(true)
	p.types(".field", "level", "2")
	p.until("that it is lost", `eyes.text('.answer .trouble').includes('the server does not answer')`)
	cable.set(false)
	p.click(".answer button", "Ask again")
	p.until("the answer", `!eyes.all('.answer .trouble')[0] && eyes.all('.answer[aria-busy=false]')[0] && /12/.test(eyes.text('.explanation tr:has(.cite[title*="need.values"])'))`)
}

// TestBenchOddAddresses: no address breaks the page. It shows the error, and a player can choose
// another question.
func TestBenchOddAddresses(t *testing.T) {
	t.Parallel()
	p := served(t).open("/odds", desk)
	p.forgives(`\b(404|422)\b`)
	for address, want := range map[string]string{
		"?ruleset=nothing":                                       `there is no game of a rulebook "nothing"`,
		"?ruleset=tideofiron&procedure=nothing":                  `unknown procedure "nothing"`,
		"?ruleset=tideofiron&procedure=attack&example=nothing":   `unknown example "nothing"`,
		"?ruleset=oldworld":                                      ``,
		"?set&set==&mode=x&view=y&measure=z&trials=-1&house=a":   ``,
		"?ruleset=tideofiron&procedure=attack&trials=1e99":       `by 1,000,000 trials`,
		"?ruleset=tideofiron&procedure=attack&set=a%00b%3D%F0":   `unknown key`,
		"?ruleset=tideofiron&procedure=attack&compare=&bset=x=1": `The second question cannot be asked`,
	} {
		p.visit("/odds" + address)
		p.until("what is wrong with "+address, "eyes.all('.trouble, .answer .event, a.topic')[0] && !eyes.all('.answer[aria-busy=true]')[0] && eyes.text('main').includes("+quoted(want)+")")
		if strings.Contains(address, "compare") {
			p.click(".question button", "Stop comparing")
		}
		p.choose(".what select", "lasergrenadiers")
		p.until("an answer after "+address, `eyes.all('.answer .event')[0] && !eyes.all('.trouble, .fault')[0]`)
	}
}

// TestBenchUnitSymbols: the choice of a unit shows the symbol of its counter, in the sentence and
// in the form, and changes it with the unit.
func TestBenchUnitSymbols(t *testing.T) {
	t.Parallel()
	p := served(t).open("/odds?ruleset=konflikt47&procedure=shoot-at&set=unit%3Dmmg-team", desk)
	p.answers()
	const signs = `eyes.all('.say .sign, [data-path=unit] .sign').map(s => s.dataset.symbol).join()`
	p.until("two machine guns", signs+" === 'machine gun,machine gun'")
	drawn := see[string](p, "the shape", `eyes.all('.say .sign path')[0].getAttribute('d')`)
	p.visit("/odds?ruleset=konflikt47&procedure=shoot-at&set=unit%3Dpak-40")
	p.until("two guns", signs+" === 'anti-tank gun,anti-tank gun'")
	if other := see[string](p, "the other shape", `eyes.all('.say .sign path')[0].getAttribute('d')`); other == drawn {
		t.Error("a gun is drawn as a machine gun")
	}
	p.audited("symbols of units", desk)
}

// TestBenchSaysTheOpen: a question without buildings names everybody's place. Each element of its
// lists has its name or the word for the default.
func TestBenchSaysTheOpen(t *testing.T) {
	t.Parallel()
	p := served(t).open("/odds?ruleset=konflikt47&procedure=shoot-from&set=outside%3Dyes&set=weapons%3Drifle,lmg&set=weapons.1.count%3D6&set=targets%3D7&set=targets.1.unit%3Dus-infantry&set=targets.1.distance%3D19", desk)
	p.answers()
	const said = `(() => { const s = document.querySelector('.say')?.cloneNode(true); s?.querySelectorAll('select').forEach(x => x.remove()); return s?.textContent.replace(/\s+/g, ' ').trim() })()`
	p.until("the open", said+" === 'Shoot the rifle (6 weapons) and the light machine gun (one) in the open, at 7 models (US infantry), 19 inches away.'")
	p.visit("/odds?ruleset=konflikt47&procedure=shoot-from&set=targets%3D8&set=targets.1.distance%3D12")
	p.until("a house", said+" === 'Shoot the rifle (6 weapons) from inside, at 8 models (infantry), 12 inches away.'")
	p.audited("a question of the open", desk)
}
