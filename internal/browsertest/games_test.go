package browsertest

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"loophole/match"
	"loophole/rulesets"
)

// TestFightByClicks opens a bundled scenario of a rulebook from the lobby, or one of each with
// LOOPHOLE_LONG, and fights for a building by clicks until a side has won. It then verifies the
// record that the page downloads.
func TestFightByClicks(t *testing.T) {
	t.Parallel()
	for _, g := range []struct {
		ruleset, title string
		alone          bool // against the program, which plays at random
	}{
		{"tideofiron", "row", false},
		{"lasergrenadiers", "farm", true},
		{"konflikt47", "bunkers", true},
		{"d20skirmish", "merville", true},
		{"oldworld", "last-stand", false},
	} {
		if g.ruleset != "tideofiron" && !long {
			continue // The phone test plays them.
		}
		t.Run(g.ruleset, func(t *testing.T) {
			t.Parallel()
			h := served(t)
			p := h.open("/", desk)
			p.sitsDown(g.ruleset, g.title, g.alone)
			x := newPlayer(p)
			x.plays()
			p.over(x)
		})
	}
}

// over checks the end of a game in which the player fought.
func (p *page) over(x *player) {
	p.t.Helper()
	p.ended(x)
	if x.fury == 0 {
		p.t.Error("nobody fought")
	}
}

// ended checks the end of a game: the banner cites a clause that opens, and the record is valid.
func (p *page) ended(x *player) {
	p.t.Helper()
	if head := p.text(".banner h2"); !strings.Contains(head, " win") && head != "A draw" {
		p.t.Errorf("the banner says %q", head)
	}
	clause := p.text(".banner .cite")
	if !strings.Contains(clause, ".") {
		p.t.Errorf("the end cites %q", clause)
	}
	p.click(".banner .cite", "")
	p.until("the gist of the clause", `eyes.all('dialog .gist')[0]`)
	p.click("dialog button", "✕")
	p.click(".banner button", "download the record")
	report := verified(p.t, p.downloaded(".jsonl"))
	if !report.Finished || report.Actions < x.moves || report.Rolls == 0 {
		p.t.Errorf("%d actions were played and %d are in the record, with %d rolls; finished: %v", x.moves, report.Actions, report.Rolls, report.Finished)
	}
	p.t.Logf("%s after %d actions by hand, %d in all, %d rolls", p.text(".banner h2"), x.moves, report.Actions, report.Rolls)
}

func verified(t testing.TB, text []byte) *match.Report {
	t.Helper()
	f, err := match.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	r, err := match.Verify(f, rulesets.Game)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestFightByTouches plays a game of each rulebook by touches on a phone: one to its end, and the
// first actions of the others, or all with LOOPHOLE_LONG. An ordinary shot or move takes two taps,
// on the piece and on its target, and a confirmation.
func TestFightByTouches(t *testing.T) {
	t.Parallel()
	h := served(t)
	for _, g := range []struct {
		ruleset, scenario string
		shots, moves      []string // first words of ordinary shots and moves
	}{
		{"konflikt47", "bunkers", []string{"fire"}, []string{"advance", "run"}},
		{"lasergrenadiers", "farm", []string{"fire"}, []string{"move"}},
		{"d20skirmish", "merville", []string{"fire"}, []string{"move"}},
		{"oldworld", "siege-train", []string{"shoot", "fire"}, []string{"move", "charge", "enter"}},
		{"tideofiron", "row", []string{"fire", "bombard"}, []string{"move"}},
	} {
		t.Run(g.ruleset, func(t *testing.T) {
			t.Parallel()
			b := h.begin(map[string]any{"ruleset": g.ruleset, "scenario": g.scenario, "hotseat": true})
			p := h.of(t).open("/m/"+b.ID+"#"+b.Tokens["table"], phone)
			p.forgives(`\b422\b`) // for questions too large for exact answers
			x := newPlayer(p)
			x.press = p.tapNth
			x.playsOn(func() bool {
				return !long && g.ruleset != "tideofiron" && x.moves >= 12 && x.has(g.shots) && x.has(g.moves)
			})
			x.few("shot", g.shots)
			x.few("move", g.moves)
		})
	}
}

// has reports whether an action of these types was played.
func (x *player) has(types []string) bool {
	return slices.ContainsFunc(types, func(name string) bool { return len(x.took[name]) > 0 })
}

// few fails if too many ordinary actions took more than two taps and a confirmation. Targets that
// are close together or on floors need one more tap, which only few actions may need.
func (x *player) few(what string, types []string) {
	x.t.Helper()
	all, more := 0, 0
	for _, name := range types {
		all, more = all+len(x.took[name]), more+x.more[name]
		if most := append(x.took[name], 0); slices.Max(most) > 3 {
			x.t.Errorf("an action that is a %s took %d taps, with its confirmation", what, slices.Max(most))
		}
	}
	x.t.Logf("of %d actions that are a %s %d had to say which of several was meant", all, what, more)
	// With three or four actions, one of them may be a move into a floor.
	if all == 0 || more > max(1, all/4) {
		x.t.Errorf("of %d actions that are a %s %d had to say which of several was meant", all, what, more)
	}
}
