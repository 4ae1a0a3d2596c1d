package browsertest

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"loophole/internal/server"
)

// tale is the page's record and the place of every piece.
const tale = `[eyes.text('.record .step-line'), eyes.all('.plan .piece title').map(e => e.textContent).sort().join(), eyes.text('.status .round'), eyes.text('.status .sided')].join('#')`

// agree waits until pages show the same.
func agree(pages ...*page) {
	pages[0].t.Helper()
	tick := time.NewTicker(30 * time.Millisecond)
	defer tick.Stop()
	late := time.After(writeTime)
	for {
		var tales []string
		for _, p := range pages {
			tales = append(tales, evaluate[string](p, "the tale", "Promise.resolve("+tale+")"))
		}
		if len(slices.Compact(slices.Clone(tales))) == 1 && strings.Contains(tales[0], "strength") {
			return
		}
		select {
		case <-tick.C:
		case <-late:
			pages[0].t.Fatalf("the pages tell different tales:\n%s", strings.Join(tales, "\n"))
		}
	}
}

// TestTwoBrowsers: two players in two browsers and a spectator see the same match, although a cable is
// cut during play. The players undo an action by consent.
func TestTwoBrowsers(t *testing.T) {
	t.Parallel()
	h := served(t)
	lobby := h.open("/", desk)
	lobby.invites("tideofiron", "row")
	links := see[[]string](lobby, "three links", `eyes.all('dialog .copy input').length === 3 && eyes.all('dialog .copy input').map(e => e.value)`)
	far, cable := h.cabled()
	german, soviet, guest := h.open(path(t, links[0]), desk), far.open(path(t, links[1]), desk), h.open(path(t, links[2]), desk)
	x := newPlayer(german)
	once := func() { x.untilMoved(); agree(german, soviet, guest) }
	once()

	soviet.forgives("ERR_")
	cable.set(true)
	soviet.until("the loss to be told", `eyes.text('.connection').includes('Connection lost')`)
	x.untilMoved()
	agree(german, guest)
	cable.set(false)
	agree(german, soviet)
	soviet.until("the connection", `!eyes.all('.connection')[0]`)

	german.click(".tools button", "undo")
	soviet.until("the question", `eyes.text('.asked').includes('asks to undo the last action')`)
	guest.until("the question", `eyes.text('.asked').includes('for consent to undo the last action')`)
	soviet.click(".asked button", "Agree")
	german.until("the action to be taken back", `eyes.all('.record .step.back')[0]`)
	agree(german, soviet, guest)
	onlooks(guest)
}

// path returns the part of a link after the host.
func path(t *testing.T, link string) string {
	t.Helper()
	u, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	return u.Path + "#" + u.Fragment
}

// untilMoved plays one action to its end.
func (x *player) untilMoved() {
	x.t.Helper()
	for was := x.moves; x.moves == was; {
		x.does(x.stands())
	}
	for s := x.standsOrWaits(); s.Kind == "choice"; s = x.standsOrWaits() {
		x.does(s)
	}
}

// onlooks checks that a spectator has no buttons that change the match.
func onlooks(p *page) {
	p.t.Helper()
	p.until("the one who looks on to be told so", `eyes.text('.tools').includes('spectating')`)
	if said := p.text("#commandline, .tools button:not([aria-label]), .decision button"); said != "" {
		p.t.Errorf("who looks on may press %s", said)
	}
	p.until("the list to be of now", `eyes.all('.actions[aria-busy=false]:not(.stale)')[0]`)
	p.click(".able button", "")
	p.until("actions to look at", `eyes.all('.hint')[0]`)
	p.opensList()
	p.click(".group .act", "")
	p.until("a look at the action", `eyes.text('.preview').includes('It is not your turn') && eyes.all('.preview button.main')[0].disabled`)
	p.keys("\r")
	p.until("nothing to happen", `eyes.all('.preview button.main')[0].disabled`)
}

// TestSecretsStayUnseen: no page of a seat or of a spectator contains the name of a piece that it
// may not see.
func TestSecretsStayUnseen(t *testing.T) {
	t.Parallel()
	h := served(t)
	b := h.begin(map[string]any{"ruleset": "lasergrenadiers", "scenario": "works", "hotseat": true})
	open := func(role string) *page { return h.open("/m/"+b.ID+"#"+b.Tokens[role], desk) }
	table := newPlayer(open("table"))
	others := map[string]*page{b.Sides[0]: open(b.Sides[0]), b.Sides[1]: open(b.Sides[1]), "spectator": open("spectator")}
	all := names(h, b, "table")
	seen, hidden := map[string][]string{}, 0
	for range 8 {
		for role, p := range others {
			seen[role] = append(seen[role], names(h, b, role)...)
			p.until("the present", "eyes.text('.status .round') === "+quoted(table.text(".status .round")))
			unseen := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return slices.Contains(seen[role], name) })
			hidden += len(unseen)
			for _, name := range p.holds(unseen) {
				t.Errorf("%s may not know of %s, and the page holds it", role, name)
			}
		}
		if table.stands().Kind == "over" {
			break
		}
		table.untilMoved()
	}
	if hidden == 0 {
		t.Error("nothing was hidden, so nothing was tested")
	}
}

// holds lists the names that occur anywhere in the page.
func (p *page) holds(names []string) []string {
	p.t.Helper()
	list, _ := json.Marshal(names) // Strings are always valid JSON.
	return evaluate[[]string](p, "the names", fmt.Sprintf(`Promise.resolve((%s || []).filter(name => new RegExp('\b' + name + '\b', 'i').test(document.documentElement.outerHTML)))`, list))
}

// names returns the pieces that a role may see now.
func names(h *house, b *server.CreatedMatch, role string) (list []string) {
	h.t.Helper()
	type piece struct{ Name string }
	var x struct {
		Scene struct {
			Pieces     []piece
			Structures []struct {
				Floors []struct{ Pieces []piece }
			}
		}
	}
	h.ask("/matches/"+b.ID, b.Tokens[role], &x)
	add := func(pieces []piece) {
		for _, p := range pieces {
			list = append(list, strings.ToLower(p.Name))
		}
	}
	add(x.Scene.Pieces)
	for _, s := range x.Scene.Structures {
		for _, f := range s.Floors {
			add(f.Pieces)
		}
	}
	return list
}
