package browsertest

import (
	_ "embed"
	"fmt"
	"hash/fnv"
	"math"
	"net/url"
	"testing"

	"loophole/rule"
	"loophole/rulesets"
)

//go:embed testdata/clicks.js
var clicks string

// TestBenchAnswersWhatItShows: the answer always belongs to the question in the form. The test
// starts from the first example of every procedure, or from each with LOOPHOLE_LONG. It clicks at
// random on fields, on buttons that lengthen and shorten lists, and on undo.
func TestBenchAnswersWhatItShows(t *testing.T) {
	acts, examples := 2, 1
	if long {
		acts, examples = 3, math.MaxInt
	}
	for _, rules := range rulesets.All {
		t.Run(rules.ID, func(t *testing.T) {
			t.Parallel()
			h := served(t)
			p := h.open("/odds?ruleset="+rules.ID, desk)
			p.forgives(`\b422\b`)
			evaluate[bool](p, "listen", clicks+"; Promise.resolve(true)")
			asked, acted, answered := 0, 0, 0
			for _, procedure := range rules.Procedures {
				p.choose(".what select", procedure.Name)
				p.until("the form of "+procedure.Name, fmt.Sprintf(`location.search.includes(%s) && eyes.all('.form-of-a .field')[0]`, quoted("procedure="+url.QueryEscape(procedure.Name)+"&")))
				for _, x := range append([]rule.Example{{}}, procedure.Examples[:min(examples, len(procedure.Examples))]...) {
					w := p.walk(x.Name, seedOf(rules.ID, procedure.Name, x.Name), acts)
					if w.Differs != "" {
						t.Errorf("%s %s: %s", procedure.Name, x.Name, w.Differs)
					}
					asked++
					if w.Answered {
						answered++
						acted += w.Acts
					}
				}
			}
			t.Logf("%d of %d questions were answered, after %d acts in all", answered, asked, acted)
			if answered < asked*3/4 || acted < answered {
				t.Errorf("of %d questions %d were answered, after %d acts: that shows too little", asked, answered, acted)
			}
		})
	}
}

// walked is the result of random clicks.
type walked struct {
	Answered bool   `json:"answered"`
	Acts     int    `json:"acts"`
	Differs  string `json:"differs"`
}

func (p *page) walk(example string, seed uint32, acts int) walked {
	p.t.Helper()
	return evaluate[walked](p, "clicking about from "+example, fmt.Sprintf("clicks.walk(%s, %d, %d)", quoted(example), seed, acts))
}

func seedOf(words ...string) uint32 {
	h := fnv.New32a()
	for _, w := range words {
		h.Write([]byte(w + "|"))
	}
	return h.Sum32()
}
