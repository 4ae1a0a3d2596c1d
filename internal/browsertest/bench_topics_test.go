package browsertest

import (
	"net/url"
	"strings"
	"testing"

	"loophole/internal/server"
)

// TestBenchAsksByName: a topic opens a comparison of two procedures, with the server's conclusion
// and differences. A player changes a word of its sentence in place, and can apply one of the
// changes listed below it.
func TestBenchAsksByName(t *testing.T) {
	t.Parallel()
	h := served(t)
	for _, l := range []look{desk, phone} {
		p := h.open("/odds", l)
		p.until("questions of every rulebook", `eyes.all('.of-book').length === 5 && eyes.all('.of-book').every(b => b.querySelectorAll('a.topic').length >= 4)`)
		p.audited("the questions by name", l)
		p.click("a.topic", "Should I shell or storm?")
		p.answers()
		p.until("the verdict", `eyes.all('.verdict')[0]`)
		var c server.Comparison
		h.ask("/compare?ask="+url.QueryEscape("konflikt47/direct-he?set=weapon=medium-howitzer&set=distance=20&set=floors=8&label=shell it")+"&ask="+url.QueryEscape("konflikt47/assault?set=attackers=10&set=defenders=8&label=storm it"), "", &c)
		if said := p.text(".verdict"); said != c.Verdict {
			t.Errorf("%d wide: the verdict is %q; want %q", l.wide, said, c.Verdict)
		}
		if said := p.text(".beside tr.aim td b"); said != strings.ReplaceAll(percent(c.Rows[0].Cells[0].Float)+" | "+percent(c.Rows[0].Cells[1].Float), "\u202f", " ") {
			t.Errorf("%d wide: beside each other stand %s", l.wide, said)
		}
		if said := p.text(".sentences .say"); !strings.Contains(said, "Fire a medium howitzer") || !strings.Contains(said, "with 10 models") {
			t.Errorf("%d wide: the questions are %s", l.wide, said)
		}
		p.audited("questions beside each other", l)

		p.choose(".q:nth-child(2) .tok select", "12")
		p.until("the other answer", `location.search.includes('battackers.men') || location.search.includes('bset=attackers')`)
		p.until("another verdict", "eyes.all('.answer[aria-busy=false]')[0] && eyes.all('.verdict')[0] && eyes.text('.verdict') !== "+quoted(c.Verdict))
		p.click(".altered summary", "the second question")
		p.until("the changes", `eyes.all('.effect').length > 3`)
		best := p.text(".altered[open] .effect b.number:not(.more)")
		best, _, _ = strings.Cut(best, " | ")
		p.click(".altered[open] .effect", "")
		p.until("the change in the question", "eyes.all('.answer[aria-busy=false]')[0] && eyes.text('.beside tr.aim td b').endsWith("+quoted("| "+best)+")")
		p.audited("what would change it", l)
		for _, many := range []string{"3", "4"} {
			p.click(".question button", "Add a question")
			p.until(many+" questions", "eyes.all('.q').length === "+many)
			p.answers() // The answer moves the elements below it.
		}
		p.until("four questions", `eyes.all('.q').length === 4 && eyes.all('.answer[aria-busy=false]')[0] && eyes.all('.beside tr.aim td').length === 4`)
		if wide := evaluate[string](p, "wide", "Promise.resolve(eyes.wide())"); wide != "" {
			t.Errorf("%d wide: %s is wider than the window", l.wide, wide)
		}
		q := p.house.open(see[string](p, "the address", `location.pathname + location.search`), l)
		shown := p.text(".verdict")
		q.until("the same in a new page", "eyes.text('.verdict') === "+quoted(shown))
	}
}
