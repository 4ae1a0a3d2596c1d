package browsertest

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// The worked example of Tide of Iron, and the chance that the building is destroyed.
const (
	worked    = "/odds?ruleset=tideofiron&procedure=attack&example=worked"
	destroyed = "90324443/1162261467"
	siege     = "/odds?ruleset=oldworld&procedure=siege&set=attackers.models%3D60&set=garrison.models%3D20&set=turns%3D0"
)

// opens opens an event and returns its fractions.
func (p *page) opens(event string) string {
	p.t.Helper()
	p.until("the answer", `eyes.all('.answer .event')[0] && eyes.all('.answer[aria-busy=false]')[0]`)
	p.click(".answer .event", event)
	return see[string](p, "the fraction", `eyes.text('.answer .fraction')`)
}

// TestBenchAnswers: the odds page gives the exact answer to a known question, next to the same
// question with another reading. The address contains both questions.
func TestBenchAnswers(t *testing.T) {
	t.Parallel()
	h := served(t)
	p := h.open(worked, desk)
	if said := p.opens("destroyed"); said != destroyed {
		t.Errorf("the building falls with %s; want %s", said, destroyed)
	}
	p.click(".question button", "Compare with another")
	p.click(".second summary", "Rulings")
	p.choose(".second .rulings select", "before")
	p.until("two answers", `eyes.all('.chart .fill.of-0')[0] && eyes.all('.chart .fill.of-1')[0] && eyes.all('.answer .fraction').length === 2 && eyes.all('.answer .fraction')[0].textContent.slice(0, 9) !== eyes.all('.answer .fraction')[1].textContent.slice(0, 9)`)
	const summed = `eyes.all('.verdict')[0] && eyes.all('.answer[aria-busy=false]')[0] && !eyes.all('.answer .stale')[0]`
	p.until("what sums it up, which stands above", summed)
	p.click(".choice button", "at least")
	p.until("the address to hold the question", `location.search.includes('halving%3Dbefore') && location.search.includes('mode=at+least')`)
	both := p.text(".answer .event, .answer .chart svg text, .answer .explanation")
	q := h.open(see[string](p, "the address", `location.pathname + location.search`), desk)
	q.until("the same answers in a new page", "eyes.text('.answer .event, .answer .chart svg text, .answer .explanation') === "+quoted(both))
	q.until("what sums it up", summed)
	if said := q.opens("destroyed"); !strings.Contains(said, destroyed+" first") || !strings.HasSuffix(said, "second") {
		t.Errorf("a new page says %s", said)
	}
	p.click(".chart .slot", "")
	p.click(".measure button", "Table")
	p.until("the table", `eyes.all('.tabled tbody tr').length > 3`)
}

// TestBenchDownloads: downloaded files equal the page.
func TestBenchDownloads(t *testing.T) {
	t.Parallel()
	h := served(t)
	p := h.open(worked, desk)
	shown := strings.Fields(p.opens("destroyed"))[0]
	p.click(".impossible summary", "cannot happen") // They are in the files too.
	for _, kind := range []string{"CSV", "JSON", "SVG"} {
		p.click("a[download]", kind)
	}
	for _, ending := range []string{".csv", ".json"} {
		if text := p.downloaded(ending); !strings.Contains(string(text), shown) {
			t.Errorf("odds%s does not hold %s: %.300s", ending, shown, text)
		}
	}
	var answer struct {
		Events []struct{ Name, P string }
	}
	if err := json.Unmarshal(p.downloaded(".json"), &answer); err != nil || len(answer.Events) != len(strings.Split(p.text(".answer .event-name"), " | ")) {
		t.Errorf("%v; the file has %d events, and shown are %s", err, len(answer.Events), p.text(".answer .event-name"))
	}
	if text := string(p.downloaded(".svg")); !strings.Contains(text, "<svg") || !strings.Contains(text, "destroyed") {
		t.Errorf("odds.svg: %.200s", text)
	}
	if list, err := os.ReadDir(p.files); err != nil || len(list) != 3 {
		t.Error(list, err)
	}
}

// TestBenchRefuses: a question that is too large gets its size, and an estimate on request.
func TestBenchRefuses(t *testing.T) {
	t.Parallel()
	h := served(t)
	p := h.open(siege, desk)
	p.forgives(`\b422\b.*/procedures/siege/odds`)
	p.until("the refusal", `/too large.*It would take 2\d(\.\d+)? million runs/.test(eyes.text(".toolarge"))`)
	p.click(".toolarge button", "100,000 trials")
	p.until("the estimate", `eyes.text('.estimated').includes('100,000 trials') && eyes.text('.answer .event').includes('±')`)
	if said := p.text(".exactly"); said != "" {
		t.Errorf("an estimate is shown as an exact answer: %s", said)
	}
	if said := p.text(".answer .event"); strings.Count(said, "≈") != strings.Count(said, " | ")+1 {
		t.Errorf("not every estimate is marked: %s", said)
	}
}
