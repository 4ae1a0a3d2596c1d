package browsertest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// titled returns the title of a bundled scenario in the lobby.
func (p *page) titled(ruleset, name string) string {
	p.t.Helper()
	var about struct{ Title string }
	p.house.ask("/scenarios/"+ruleset+"/"+name, "", &about)
	if about.Title == "" {
		p.t.Fatalf("%s %s has no title", ruleset, name)
	}
	return about.Title
}

// card returns a selector for the buttons of a scenario in the lobby.
func (p *page) card(ruleset, name string) string {
	p.t.Helper()
	return fmt.Sprintf("article[aria-label=%s] button", selectable(p.titled(ruleset, name)))
}

// options opens all options of a new match.
func (p *page) options(ruleset, name string) {
	p.t.Helper()
	p.click(p.card(ruleset, name), "Options")
	p.until("the rulings", "eyes.text('dialog').includes('Rulings')")
}

// begins begins a scenario from its options, with answers for some of the segments.
func (p *page) begins(ruleset, name string, answers ...string) {
	p.t.Helper()
	p.options(ruleset, name)
	for _, a := range answers {
		chosen := "Boolean(eyes.all('dialog .segments label', " + quoted(a) + ")[0]?.control?.checked)"
		p.click("dialog .segments label", a)
		// On a busy machine the dialog can still grow between press and release, and the click is lost.
		if !evaluate[bool](p, "the answer "+a, chosen) {
			p.click("dialog .segments label", a)
		}
		p.until("the answer "+a, chosen)
	}
	p.click("dialog button.main", "Start")
}

// invites begins a scenario at two screens, and waits for its links.
func (p *page) invites(ruleset, name string) {
	p.t.Helper()
	p.begins(ruleset, name, "at another screen")
	p.until("the links", "eyes.all('dialog .copy').length === 3")
}

// sitsDown begins a scenario from the lobby: for both sides at one screen, or against the program,
// which plays at random.
func (p *page) sitsDown(ruleset, name string, alone bool) {
	p.t.Helper()
	if alone {
		p.begins(ruleset, name, "Careless")
	} else {
		p.begins(ruleset, name, "at this screen")
	}
	p.until("the table", `location.pathname.startsWith('/m/') && eyes.all('.plan-drawing')[0]`)
}

// selectable returns a string in the syntax of CSS selectors.
func selectable(s string) string {
	b, _ := json.Marshal(s) // Titles have no characters that JSON and CSS escape differently.
	return string(b)
}

// TestPicturesAreTheMap: the picture of a scenario is its map, with terrain, houses, walls,
// openings and pieces.
func TestPicturesAreTheMap(t *testing.T) {
	t.Parallel()
	p := served(t).open("/", desk)
	p.until("the pictures", `eyes.all('article .thumb .building .walls').length > 10 && eyes.all('article .thumb .opening').length > 5 && eyes.all('article .thumb .token').length > 10`)
	// Each has its own edge for clipping.
	if same := evaluate[int](p, "edges", `Promise.resolve(eyes.all('.thumb clipPath').length - new Set(eyes.all('.thumb clipPath').map(e => e.id)).size)`); same != 0 {
		t.Errorf("%d pictures share an edge", same)
	}
}

// TestBusyServerKeepsMatches: a match of a server that is busy does not count as finished; one that the server does
// not have does.
func TestBusyServerKeepsMatches(t *testing.T) {
	t.Parallel()
	var asked, status atomic.Int64
	h := servedBy(t, nil, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if s := int(status.Load()); s != 0 && r.Method == http.MethodGet && strings.HasPrefix(r.URL.Path, "/api/v1/matches/") {
				asked.Add(1)
				w.WriteHeader(s)
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	p, _, _ := h.hotseat("tideofiron", "block", desk)
	p.until("the pieces", `eyes.all('.able button')[0]`)
	p.forgives(`\b(500|404)\b`)
	for s, finished := range map[int]bool{http.StatusInternalServerError: false, http.StatusNotFound: true} {
		asked.Store(0)
		status.Store(int64(s))
		p.visit("/")
		p.until("the list", `eyes.all('.going')[0]`)
		for end := time.Now().Add(writeTime); asked.Load() == 0 && time.Now().Before(end); {
			time.Sleep(20 * time.Millisecond)
		}
		time.Sleep(300 * time.Millisecond) // until the page has heard
		if got := evaluate[bool](p, "the list", `Promise.resolve(eyes.all('.going .finished').length > 0)`); got != finished {
			t.Errorf("%d: the match is finished: %v", s, got)
		}
	}
}

// TestManyMatches: a list of more than twelve matches shows the older ones on request. The oldest, which waits for
// this browser, would be lost otherwise.
func TestManyMatches(t *testing.T) {
	t.Parallel()
	h := served(t)
	p, _, _ := h.hotseat("tideofiron", "block", desk)
	p.until("the pieces", `eyes.all('.able button')[0]`)
	p.forgives(`\b404\b`)
	evaluate[bool](p, "thirteen newer matches", `(() => {
		const list = JSON.parse(localStorage.getItem('loophole.matches'));
		const newer = Array.from({ length: 13 }, (_, i) => ({ ...list[0], id: 'unknown-' + i, token: 'none' }));
		localStorage.setItem('loophole.matches', JSON.stringify([...newer, ...list]));
		return Promise.resolve(true);
	})()`)
	p.visit("/")
	p.until("twelve of them", `eyes.text('.going .finished summary') === '12 finished matches'`)
	p.click(".going > button", "2 older matches")
	p.until("all of them", `eyes.text('.going .finished summary') === '13 finished matches' && eyes.all('.going > ul .resume').length === 1 && !eyes.all('.going > button')[0]`)
}
