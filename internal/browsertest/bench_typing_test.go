package browsertest

import (
	"strings"
	"testing"
)

// TestBenchWaitsForTheField: an invalid number during typing sends no request, and the page marks
// the old answer. The answer stays visible at any scroll position of the form.
func TestBenchWaitsForTheField(t *testing.T) {
	t.Parallel()
	p := served(t).open(worked, desk)
	p.answers()
	shown, address := p.text(".answer .event"), see[string](p, "the address", `location.search`)
	evaluate[bool](p, "watch", `(window.asked = [], new PerformanceObserver(l => window.asked.push(...l.getEntries().map(e => e.name).filter(n => n.includes('/odds?')))).observe({ type: 'resource' }), Promise.resolve(true))`)
	// However slowly the keys come, the page must not take one of them for the last.
	evaluate[bool](p, "a longer rest", `(after => (window.setTimeout = (f, ms, ...a) => after(f, ms === 400 ? 60000 : ms, ...a), Promise.resolve(true)))(setTimeout)`)
	p.types(".field", "level", "2999999999999999999999999")
	p.until("the mark at the head of the answer", `/level of the hex: floors above the ground floor: 2\d+… is out of range: 0 to 2; this is the answer for 1$/.test(eyes.text('.answer .not-for'))`)
	p.until("the mark in the line that sticks", `eyes.text('.jump').includes('this is the answer for 1')`)
	if said, at, asked := p.text(".answer .event"), see[string](p, "the address", `location.search`), evaluate[[]string](p, "asked", `Promise.resolve(window.asked)`); said != shown || at != address || len(asked) > 0 {
		t.Errorf("a number on the way was asked: %s, %s, %s", said, at, strings.Join(asked, " "))
	}
	p.click(".field .reset", "")
	p.until("a sound field", `!eyes.all('.not-for')[0] && !eyes.all('.field.bad')[0]`)
	evaluate[bool](p, "scrolled", `(scrollTo(0, document.body.scrollHeight), Promise.resolve(true))`)
	p.until("the answer beside the end of the form", `scrollY > 100 && (r => r.top >= -1 && r.bottom < innerHeight)(eyes.all('.answer .events')[0].getBoundingClientRect())`)
}

// TestBenchChartSaysWhatItIs: the saved chart has a title and a legend of the situations.
func TestBenchChartSaysWhatItIs(t *testing.T) {
	t.Parallel()
	p := served(t).open(worked+"&mode=at+least&compare=true&bset=level%3D2", desk)
	p.until("both answers", `eyes.all('.chart .fill.of-1')[0] && eyes.all('.answer[aria-busy=false]')[0]`)
	p.click(".along button", "Chart as shown")
	chart := string(p.downloaded("-chart.svg"))
	for _, want := range []string{"Tide of Iron", ": attack<", "), at least<", "first: “worked”", "second: “worked” · level of the hex 2"} {
		if !strings.Contains(chart, want) {
			t.Errorf("the chart does not say %q: %s", want, chart[max(0, len(chart)-1500):])
		}
	}
}
