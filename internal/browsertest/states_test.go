package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// everywhere checks the present page in all windows, and ends with the desktop's.
func (p *page) everywhere(state string) {
	p.t.Helper()
	for _, l := range looks {
		p.look(l)
		where := fmt.Sprintf("%s, %d wide", state, l.wide)
		p.legible(where)
		if l.touch {
			for _, c := range evaluate[[]string](p, where, "Promise.resolve(eyes.small(40))") {
				p.t.Errorf("%s: too small for a finger: %s", where, c)
			}
		}
	}
	p.look(desk)
}

// TestPagesAreLegible: the pages outside of a match are legible, with all panels open.
func TestPagesAreLegible(t *testing.T) {
	t.Parallel()
	h := served(t)
	p := h.open("/", desk)
	p.until("the scenarios", `eyes.all('article.scenario').length > 20`)
	p.everywhere("lobby")
	p.options("konflikt47", "farmhouse")
	p.everywhere("options")
	p.click("dialog summary", "Rulings")
	p.until("the rulings", `eyes.all('.ruling').length > 3`)
	p.everywhere("options-rulings")
	p.click("dialog button[aria-label=Close]", "")
	p.click("button.own", "")
	p.until("the dialog", `eyes.all('dialog textarea')[0]`)
	p.everywhere("own-scenario")
	p.click("dialog button[aria-label=Close]", "")
	p.invites("oldworld", "troll-barn")
	p.everywhere("links")
	p.visit("/api")
	p.until("the API", `eyes.all('details.operation').length > 10`)
	p.everywhere("api")
	p.click("details.operation summary", "/actions")
	p.everywhere("api-open")
	for operation, sent := range map[string]string{
		"play-action":    "-H 'Content-Type: application/json' -d '{…}'",
		"analyse-record": "-H 'Content-Type: application/jsonl' --data-binary @match.jsonl",
	} {
		if said := see[string](p, operation, fmt.Sprintf("document.querySelector('#%s pre').textContent", operation)); !strings.Contains(said, sent) {
			t.Errorf("%s: %q", operation, said)
		}
	}
}

// TestStandsAreLegible: the match page is legible in every state of a game: a chosen piece, an
// action before it is played, an illegal action, typed dice, a decision, the record, an earlier
// position, the end. The test plays two rulebooks, or all with LOOPHOLE_LONG.
func TestStandsAreLegible(t *testing.T) {
	t.Parallel()
	h := served(t)
	for _, s := range []struct {
		ruleset, scenario string
		toTheEnd          bool
	}{
		{"tideofiron", "row", true}, {"lasergrenadiers", "bunker-line", false}, {"konflikt47", "crossroads", false},
		{"d20skirmish", "la-fiere", false}, {"oldworld", "siege-train", false},
	} {
		if !s.toTheEnd && s.ruleset != "lasergrenadiers" && !long {
			continue
		}
		t.Run(s.ruleset, func(t *testing.T) {
			t.Parallel()
			b := h.begin(map[string]any{"ruleset": s.ruleset, "scenario": s.scenario, "hotseat": true, "dice": []string{"typed", "typed"}})
			p := h.of(t).open("/m/"+b.ID+"#"+b.Tokens["table"], desk)
			x := newPlayer(p)
			x.showsStands(s.ruleset, s.toTheEnd)
		})
	}
}

// showsStands plays until every kind of state was checked.
func (x *player) showsStands(game string, toTheEnd bool) {
	x.t.Helper()
	x.refuses(game)
	seen := map[string]bool{}
	for turn := 0; turn < 1000; turn++ {
		s := x.stands()
		kind := s.Kind
		if s.Chosen {
			kind = "chosen"
		}
		if !seen[kind] && kind != "act" {
			x.everywhere(game + "-" + kind)
			seen[kind] = true
		}
		if kind == "over" || !toTheEnd && seen["chosen"] && seen["dice"] && (seen["choice"] || turn > 60) && x.moves > 5 {
			break
		}
		x.does(s)
	}
	if !seen["chosen"] || !seen["dice"] || toTheEnd && !seen["over"] {
		x.t.Errorf("not every stand was seen: %v", seen)
	}
	x.remembers(game)
}

// refuses types an illegal action, and checks an action before it is played.
func (x *player) refuses(game string) {
	x.t.Helper()
	x.forgives(`\b422\b`)
	s := x.stands()
	if len(s.Able) > 0 {
		x.picks(s.Able[0])
		s = x.stands()
	}
	if x.sees(".refused summary") {
		x.press(".refused summary", "", 0)
		x.everywhere(game + "-not-allowed")
	}
	x.opensList()
	x.everywhere(game + "-list")
	x.press(".actions > summary", "", 0)
	if s.Kind != "ready" {
		x.act(s)
	}
	x.until("the odds", `eyes.all('.preview .line')[0] && !eyes.text('.preview').includes('Working out')`)
	x.everywhere(game + "-preview")
	x.press(".preview button", "Cancel", 0)
	if x.sees(".storeys") {
		x.keys(kb.Escape)
	}
	x.press(".type-action", "", 0)
	x.keys("fly to the moon\r")
	x.until("the refusal", `eyes.all('.preview .trouble')[0]`)
	x.everywhere(game + "-refused")
	x.press(".preview button", "Cancel", 0)
}

// remembers opens the record and an earlier position.
func (x *player) remembers(game string) {
	x.t.Helper()
	x.press(".step-line", "", 0)
	x.until("the explanation of a step", `eyes.all('.step-explanation')[0]`)
	x.everywhere(game + "-record")
	x.tabs(game)
	x.press(".replay button[aria-label='One step back']", "", 0)
	x.until("the past", `eyes.text('.status').includes('Earlier position')`)
	x.everywhere(game + "-past")
}

// tabs checks the record in the place of the action panel, and the menu.
func (x *player) tabs(game string) {
	x.t.Helper()
	for _, l := range looks[:2] {
		x.look(l)
		for _, tab := range []string{".open-record", ".tools [data-about]"} {
			x.press(tab, "", 0)
			x.until(tab, `eyes.all('.record-panel, dialog')[0]`)
			x.legible(fmt.Sprintf("%s, %s, %d wide", game, tab, l.wide))
		}
		x.press("dialog button", "✕", 0)
		x.press(".open-record", "", 0)
	}
	x.look(desk)
}
