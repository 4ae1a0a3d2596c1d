package browsertest

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"math/big"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"loophole/internal/wire"
	"loophole/rulesets"
)

// A shown is a measure in a table of the odds page: by value, the chance in words and the fraction.
type shown struct {
	Mode string
	Rows [][]string
}

// tables reads all measures in every mode of their tables.
func (p *page) tables() map[string][]shown {
	p.t.Helper()
	return evaluate[map[string][]shown](p, "tables", `(async () => {
		const of = {}, select = eyes.all('.measure select')[0];
		for (const measure of select ? [...select.options].map(o => o.value) : eyes.all('.measure h2').map(h => h.textContent)) {
			if (select) { select.value = measure; select.dispatchEvent(new Event('change', { bubbles: true })); }
			of[measure.replaceAll('-', ' ')] = [];
			for (const b of eyes.all('.measure .choice button')) {
				b.click();
				await eyes.until(() => eyes.text('.tabled th').startsWith(b.textContent) && eyes.text('.measure h2') === measure.replaceAll('-', ' '), measure, 9000);
				of[measure.replaceAll('-', ' ')].push({ Mode: b.textContent, Rows: eyes.all('.tabled tbody tr').map(r => [...r.cells].map(c => c.textContent)) });
			}
		}
		return of;
	})()`)
}

// percent formats a chance as the pages do.
func percent(c float64) string {
	switch {
	case c == 0:
		return "0\u202f%"
	case c == 1:
		return "100\u202f%"
	case c < 0.001:
		return "<\u202f0.1\u202f%"
	case c > 0.999:
		return ">\u202f99.9\u202f%"
	}
	return fmt.Sprintf("%.1f\u202f%%", 100*c)
}

// near compares chances in words, and allows a difference in the last digit.
func near(a, b string) bool {
	var x, y float64
	_, err := fmt.Sscanf(a+" "+b, "%f\u202f%% %f\u202f%%", &x, &y)
	return a == b || err == nil && x-y < 0.11 && y-x < 0.11
}

// chance returns the chance of a value in a mode.
func chance(m *wire.Measure, i int, mode string) float64 {
	sum := new(big.Rat)
	for j, v := range m.Distribution {
		if j == i || mode == "at least" && j > i || mode == "at most" && j < i {
			p, _ := new(big.Rat).SetString(v.P) // It is always a fraction.
			sum.Add(sum, p)
		}
	}
	f, _ := sum.Float64()
	if f == 1 && !sum.IsInt() {
		return math.Nextafter(1, 0)
	}
	return f
}

// TestBenchOfEveryProcedure: the odds page answers every third procedure of every rulebook, or each
// with LOOPHOLE_LONG, or names the missing values. Table, chart and files have the numbers of the
// API.
func TestBenchOfEveryProcedure(t *testing.T) {
	for _, r := range rulesets.All {
		t.Run(r.ID, func(t *testing.T) {
			t.Parallel()
			h := served(t)
			p := h.open("/odds?ruleset="+r.ID, desk)
			p.forgives(`\b422\b`)
			for i, x := range r.Procedures {
				if i%3 > 0 && !long {
					continue
				}
				if !p.asks(r.ID, x.Name, "") {
					p.asks(r.ID, x.Name, x.Examples[0].Name)
				}
			}
		})
	}
}

// asks opens a question and compares the page with the API. It reports whether there is an answer.
func (p *page) asks(ruleset, procedure, example string) bool {
	p.t.Helper()
	where := ruleset + " " + procedure + " " + example
	p.visit(fmt.Sprintf("/odds?ruleset=%s&procedure=%s&example=%s&view=table", ruleset, procedure, url.QueryEscape(example)))
	p.answers()
	path := fmt.Sprintf("/rulesets/%s/procedures/%s/odds", ruleset, procedure)
	if p.text(".answer .event, .answer .impossible") == "" {
		if said := p.text(".answer .trouble"); example != "" || !strings.Contains(said, ".") || len(said) < 40 {
			p.t.Errorf("%s: it is not answered: %s", where, said)
		}
		return false
	}
	var a wire.Answer
	p.house.ask(path+"?example="+url.QueryEscape(example), "", &a)
	p.holdsEvents(where, &a)
	tables := p.tables()
	for name, m := range a.Expected.Measures {
		list := tables[strings.ReplaceAll(name, "-", " ")]
		if len(list) != 3 {
			p.t.Errorf("%s: of %s there are %d tables", where, name, len(list))
		}
		for _, s := range list {
			p.holdsTable(where+", "+name, s, m)
		}
	}
	p.offers(where, path, example, &a)
	p.narrow(where)
	return true
}

// holdsEvents compares the bars of possible events and the list of impossible ones with the answer.
func (p *page) holdsEvents(where string, a *wire.Answer) {
	p.t.Helper()
	bars := see[[]string](p, "events", `eyes.all('.answer .event-bar b').map(b => b.textContent)`)
	var never []string
	for _, e := range a.Events {
		if e.Float == 0 && e.P == "0/1" {
			never = append(never, strings.ReplaceAll(e.Name, "-", " "))
			continue
		}
		if len(bars) == 0 || !near(bars[0], percent(e.Float)) {
			p.t.Errorf("%s: %s is shown with %s; want %s", where, e.Name, bars, percent(e.Float))
			return
		}
		bars = bars[1:]
	}
	if len(bars) > 0 {
		p.t.Errorf("%s: too many events are shown: %s", where, bars)
	}
	folded := evaluate[[]string](p, "what cannot happen", `Promise.resolve([...document.querySelectorAll('.answer .impossible li small')].map(e => e.textContent))`)
	if !slices.Equal(folded, never) {
		p.t.Errorf("%s: what cannot happen is %q; want %q", where, folded, never)
	}
	if said := p.text(".impossible summary"); len(never) > 0 && said != fmt.Sprintf("%d cannot happen", len(never)) {
		p.t.Errorf("%s: it says %q of %d events that cannot happen", where, said, len(never))
	}
}

func (p *page) holdsTable(where string, s shown, m *wire.Measure) {
	p.t.Helper()
	if len(s.Rows) != len(m.Distribution) {
		p.t.Errorf("%s, %s: %d rows; want %d", where, s.Mode, len(s.Rows), len(m.Distribution))
		return
	}
	for i, row := range s.Rows {
		v := m.Distribution[i]
		if row[0] != fmt.Sprint(v.Value) || !near(row[1], percent(chance(m, i, s.Mode))) {
			p.t.Errorf("%s, %s: shown is %q; want %d with %s", where, s.Mode, row, v.Value, percent(chance(m, i, s.Mode)))
		}
		if s.Mode == "exactly" && len(v.P) <= 60 && row[2] != v.P {
			p.t.Errorf("%s: the fraction of %d is %s; want %s", where, v.Value, row[2], v.P)
		}
	}
}

// narrow checks the table and the chart on a phone.
func (p *page) narrow(where string) {
	p.t.Helper()
	p.look(phone)
	for _, what := range []string{"table", "chart"} {
		if wide := evaluate[string](p, where, "new Promise(go => requestAnimationFrame(() => go(eyes.wide())))"); wide != "" {
			p.t.Errorf("%s: with the %s, %s is wider than a phone", where, what, wide)
		}
		if cut := evaluate[[]string](p, where, `Promise.resolve(eyes.all('.chart text').filter(e => { const a = e.getBoundingClientRect(), b = e.closest('svg').getBoundingClientRect(); return a.left < b.left || a.right > b.right || a.bottom > b.bottom || a.top < b.top; }).map(e => e.textContent))`); len(cut) > 0 {
			p.t.Errorf("%s: the chart cuts %q", where, cut)
		}
		evaluate[bool](p, "the other view", `(eyes.all('.measure button', 'Table')[0]?.click(), Promise.resolve(true))`)
	}
	p.look(desk)
}

// offers compares the three downloadable files with the answer.
func (p *page) offers(where, path, example string, a *wire.Answer) {
	p.t.Helper()
	links := see[[]string](p, "links", `eyes.all('a[download]').map(a => a.getAttribute('href'))`)
	query := ""
	if example != "" {
		query = "example=" + url.QueryEscape(example)
	}
	for i, kind := range []string{".svg", ".csv", ""} {
		if want := "/api/v1" + path + kind + "?" + query; i >= len(links) || links[i] != want {
			p.t.Fatalf("%s: the files are %q; want %s", where, links, want)
		}
	}
	if text := p.fetched(links[0]); !strings.Contains(text, "</svg>") {
		p.t.Errorf("%s: the drawing is %.100s", where, text)
	}
	lines, err := csv.NewReader(strings.NewReader(p.fetched(links[1]))).ReadAll()
	if err != nil {
		p.t.Fatal(where, err)
	}
	said := map[string]string{}
	for _, l := range lines {
		said[l[0]+" "+l[1]+" "+l[2]] = l[3]
	}
	for _, e := range a.Events {
		if said["event "+e.Name+" "] != e.P {
			p.t.Errorf("%s: the CSV has %s for %s; want %s", where, said["event "+e.Name+" "], e.Name, e.P)
		}
	}
	for name, m := range a.Expected.Measures {
		for _, v := range m.Distribution {
			if got := said[fmt.Sprintf("measure %s %d", name, v.Value)]; got != v.P {
				p.t.Errorf("%s: the CSV has %s for %d %s; want %s", where, got, v.Value, name, v.P)
			}
		}
	}
}

func (p *page) fetched(path string) string {
	p.t.Helper()
	r, err := http.Get(p.house.url(path))
	if err != nil {
		p.t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode != http.StatusOK {
		p.t.Fatal(path, r.Status, err)
	}
	return string(text)
}
