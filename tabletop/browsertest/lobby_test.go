package browsertest

import (
	"encoding/json"
	"fmt"
	"testing"
)

// titled is the title of a bundled scenario, as the lobby shows it.
func (p *page) titled(ruleset, name string) string {
	p.t.Helper()
	var about struct{ Title string }
	p.house.ask("/scenarios/"+ruleset+"/"+name, "", &about)
	if about.Title == "" {
		p.t.Fatalf("%s %s has no title", ruleset, name)
	}
	return about.Title
}

// card selects the buttons of a scenario in the lobby.
func (p *page) card(ruleset, name string) string {
	p.t.Helper()
	return fmt.Sprintf("article[aria-label=%s] button", selectable(p.titled(ruleset, name)))
}

// options opens everything that can be chosen before a match.
func (p *page) options(ruleset, name string) {
	p.t.Helper()
	p.click(p.card(ruleset, name), "Options")
	p.until("the rulings", "eyes.text('dialog').includes('Rulings')")
}

// begins begins a scenario from its options, with an answer of each of some segments.
func (p *page) begins(ruleset, name string, answers ...string) {
	p.t.Helper()
	p.options(ruleset, name)
	for _, a := range answers {
		p.click("dialog .segments label", a)
	}
	p.click("dialog button.main", "Start")
}

// invites begins a scenario for two at two screens, and waits for its links.
func (p *page) invites(ruleset, name string) {
	p.t.Helper()
	p.begins(ruleset, name, "at another screen")
	p.until("the links", "eyes.all('dialog .copy').length === 3")
}

// sitsDown begins a scenario from the lobby: for both sides at one screen, or
// alone against the program, which plays at random.
func (p *page) sitsDown(ruleset, name string, alone bool) {
	p.t.Helper()
	if alone {
		p.begins(ruleset, name, "Careless")
	} else {
		p.begins(ruleset, name, "at this screen")
	}
	p.until("the table", `location.pathname.startsWith('/m/') && eyes.all('.plan-drawing')[0]`)
}

// selectable is a string as selectors of style sheets write it.
func selectable(s string) string {
	b, _ := json.Marshal(s) // Titles have no escapes that the two write otherwise.
	return string(b)
}

// The pictures of fights are the map of the table: its ground, its houses with their
// walls and openings, and who fights.
func TestPicturesAreTheMap(t *testing.T) {
	t.Parallel()
	p := served(t).open("/", desk)
	p.until("the pictures", `eyes.all('article .thumb .building .walls').length > 10 && eyes.all('article .thumb .opening').length > 5 && eyes.all('article .thumb .token').length > 10`)
	// Each has an edge of its own, by which it is cut.
	if same := evaluate[int](p, "edges", `Promise.resolve(eyes.all('.thumb clipPath').length - new Set(eyes.all('.thumb clipPath').map(e => e.id)).size)`); same != 0 {
		t.Errorf("%d pictures share an edge", same)
	}
}
