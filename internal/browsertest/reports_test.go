package browsertest

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"loophole/internal/server"
)

// toldOf returns the API's report of all actions.
func (h *house) toldOf(id, token string) []server.Told {
	h.t.Helper()
	var all struct{ Actions []server.Told }
	h.ask("/matches/"+id+"/told", token, &all)
	return all.Actions
}

// sentenced returns a sentence with the page's full stop.
func sentenced(s string) string {
	return strings.ToUpper(s[:1]) + strings.TrimSuffix(s[1:], ".") + "."
}

// TestReportOfOthers: after the program has acted, the page reports its actions in sentences with their
// dice until the player's next action. The numbers are those of the traces on the map, and the
// traces are those of the API.
func TestReportOfOthers(t *testing.T) {
	t.Parallel()
	h := served(t)
	for _, g := range []struct{ ruleset, scenario string }{{"tideofiron", "row"}, {"lasergrenadiers", "farm"}, {"d20skirmish", "merville"}} {
		t.Run(g.ruleset, func(t *testing.T) {
			b := h.begin(map[string]any{"ruleset": g.ruleset, "scenario": g.scenario, "seats": []map[string]string{{}, {"policy": "aggressive"}}})
			me := b.Sides[0]
			p := h.of(t).open("/m/"+b.ID+"#"+b.Tokens[me], desk)
			p.forgives(`\b422\b`)
			x := newPlayer(p)
			x.stands()
			for range 30 {
				if p.house.saysTheirs(p, b.ID, b.Tokens[me], g.ruleset) {
					return
				}
				if !p.house.someone(b.ID, b.Tokens[me]) {
					break
				}
				x.standsOrWaits()
			}
			t.Error("the program never shot or moved")
		})
	}
}

// saysTheirs compares the report of the other side with the API, if it has shot or moved and it is
// the player's turn. It reports whether both are true.
func (h *house) saysTheirs(p *page, id, token, name string) bool {
	h.t.Helper()
	all := h.toldOf(id, token)
	mine := 0
	for i, a := range all {
		if a.Yours {
			mine = i + 1
		}
	}
	var state server.State
	h.ask("/matches/"+id, token, &state)
	news, traced := all[mine:], 0
	for _, a := range news {
		traced += len(a.Traces)
	}
	if traced == 0 || state.Begun != nil || state.Over != nil || state.Turn != state.You.Side {
		return false
	}
	newPlayer(p).stands()
	var says []string
	for _, a := range news {
		says = append(says, sentenced(a.Says))
	}
	p.until("what they did", fmt.Sprintf("eyes.all('.since .line-said').map(e => e.textContent).join(' | ') === %s", quoted(strings.Join(says, " | "))))
	drawn := see[[]string](p, "the traces", "eyes.all('.plan .trace .trace-n').map(e => e.textContent)")
	var want []string
	for i, a := range news {
		for range a.Traces {
			want = append(want, fmt.Sprint(i+1))
		}
	}
	if !slices.Equal(drawn, want) {
		h.t.Errorf("the traces have the numbers %v; the API tells of %v", drawn, want)
	}
	return true
}

// TestAnswersHaveOdds: a decision is a sentence, and each answer is a card with the odds of the
// API, as long as nothing was rolled.
func TestAnswersHaveOdds(t *testing.T) {
	t.Parallel()
	h := served(t)
	b := h.begin(map[string]any{"ruleset": "konflikt47", "scenario": "farmhouse", "hotseat": true})
	token := b.Tokens["table"]
	p := h.open("/m/"+b.ID+"#"+token, desk)
	p.forgives(`\b4(22|09)\b`)
	for range 60 {
		var state server.State
		h.ask("/matches/"+b.ID, token, &state)
		if state.Begun != nil && state.Begun.Question.Kind == "choice" && p.house.cards(p, b.ID, token, &state) {
			return
		}
		if !h.someone(b.ID, token) {
			break
		}
	}
	t.Error("nobody was asked anything that has odds")
}

// cards compares the cards of a question with the API. It reports whether they have odds.
func (h *house) cards(p *page, id, token string, state *server.State) bool {
	h.t.Helper()
	q := state.Begun.Question
	if !state.Begun.Weighed {
		return false
	}
	var want []string
	for _, o := range q.Options {
		var c server.Chances
		h.ask("/matches/"+id+"/odds?action="+url.QueryEscape(state.Begun.Action)+"&if="+url.QueryEscape(q.Why+": "+o), token, &c)
		taken := slices.ContainsFunc(c.Decisions, func(d server.Decided) bool { return d.Why == q.Why && d.Options[d.Taken] == o })
		if !taken || len(c.Losses) == 0 {
			return false
		}
		want = append(want, strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", c.Losses[0].Mean), "0"), ".")+" "+c.Losses[0].Side+" lost on average")
	}
	newPlayer(p).stands()
	p.until("the odds of the answers", fmt.Sprintf("eyes.all('.decision .options button').length === %d && eyes.all('.decision .options button').every(b => b.querySelector('.option-odds'))", len(q.Options)))
	got := see[[]string](p, "the odds", "eyes.all('.decision .options button').map(b => b.querySelector('.option-odds').textContent)")
	if !slices.Equal(got, want) {
		h.t.Errorf("the cards say %q; the API says %q", got, want)
	}
	if said := p.text(".decision .line-said"); said != sentenced(state.Begun.Entries[0].Says) {
		h.t.Errorf("it is said that %q", said)
	}
	return true
}

// TestEnd: the record and the replay have the API's sentence for every step. Keys move through
// them, and playing stops at the end of the game. The end shows the result and the losses, and
// offers a rematch with sides changed.
func TestEnd(t *testing.T) {
	t.Parallel()
	h := served(t)
	p := h.open("/", desk)
	p.forgives(`\b4(22|09)\b`)
	// A player's own file can have the name of a bundled scenario.
	p.beginsOwn("oldworld", "last-stand", "\ntitle: The last stand", "\ntitle: My stand")
	match, token := p.seat()
	x := newPlayer(p)
	x.plays()
	var state server.State
	h.ask("/matches/"+match, token, &state)
	all := h.toldOf(match, token)
	lost := map[string]int{}
	for _, a := range all {
		for _, l := range a.Losses {
			lost[l.Side] += l.N
		}
	}
	for i, l := range state.Lost {
		want := fmt.Sprintf("%d of %d", l.N, l.Of)
		if got := evaluate[string](p, "the losses", fmt.Sprintf("Promise.resolve(eyes.all('.end-lost td')[%d].textContent)", i)); got != want || lost[l.Side] != l.N {
			t.Errorf("%s: %q stands there; the state has %s, the actions cost %d", l.Side, got, want, lost[l.Side])
		}
	}
	if why := p.text(".end-why"); !strings.HasPrefix(strings.ToLower(why), strings.ToLower(state.Over.Why)) {
		t.Errorf("the end says %q; it was %q", why, state.Over.Why)
	}
	rows := see[[]string](p, "the record", `eyes.all('.step:not(.taken) .step-action').map(e => e.textContent)`)
	for i, a := range all {
		if rows[i] != sentenced(a.Says) {
			t.Errorf("step %d is told as %q; it was %q", i+1, rows[i], a.Says)
		}
	}
	p.until("the focus on nothing", `(document.activeElement.blur(), true)`)
	p.keys(",")
	if len(all) > 1 {
		p.until("the step before", fmt.Sprintf("eyes.text('.replay-at').startsWith('After %d of %d') && eyes.text('.replay-at b').startsWith(%s)", len(all)-1, len(all), quoted(sentenced(all[len(all)-2].Says))))
	}
	p.keys(".")
	p.until("the end again", `eyes.all('.end h2')[0]`)
	p.keys("p")
	p.until("the game to be played back", `eyes.text('.replay-at').startsWith('After ')`)
	p.until("the end of it", `eyes.all('.end h2')[0] && !eyes.text('.replay-at').startsWith('After ')`)
	p.click(".rematch", "")
	p.until("another match", "location.pathname.startsWith('/m/') && !location.pathname.includes("+quoted(match)+") && eyes.all('.plan-drawing')[0]")
	id, other := p.seat()
	var anew server.State
	h.ask("/matches/"+id, other, &anew)
	if anew.Title != "My stand" || anew.You.Side == state.You.Side || anew.Seats[0].Policy != state.Seats[1].Policy || anew.Seats[1].Policy != "" {
		t.Errorf("the rematch is %s for %s, with the policies %q and %q", anew.Title, anew.You.Side, anew.Seats[0].Policy, anew.Seats[1].Policy)
	}
	p.visit("/")
	p.until("both in the list of matches", `eyes.text(".going > ul .resume p > b") === "My stand" && eyes.text(".going .finished summary") === "1 finished match"`)
}

// beginsOwn begins a match of a changed bundled scenario from the lobby against the program.
func (p *page) beginsOwn(ruleset, name, old, changed string) {
	p.t.Helper()
	var x struct{ YAML string }
	p.house.ask("/scenarios/"+ruleset+"/"+name, "", &x)
	own := strings.Replace(x.YAML, old, changed, 1)
	if own == x.YAML {
		p.t.Fatalf("%q does not stand in %s", old, name)
	}
	p.click(".filter .own", "")
	p.until("the text to be put", `(t => t && (t.value = `+quoted(own)+`, t.dispatchEvent(new Event('input', { bubbles: true })), true))(eyes.all('dialog textarea')[0])`)
	p.click("dialog button.main", "Start")
	p.until("the table", `location.pathname.startsWith('/m/') && eyes.all('.plan-drawing')[0]`)
}

// TestDiceMove: with animation the dice have the same result as without, within their time limit. A
// key ends the animation at once.
func TestDiceMove(t *testing.T) {
	t.Parallel()
	h := served(t)
	b := h.begin(map[string]any{"ruleset": "tideofiron", "scenario": "row", "hotseat": true})
	token := b.Tokens["table"]
	p := h.open("/m/"+b.ID+"#"+token, desk)
	p.moves(true)
	p.until("the table", `eyes.all('.plan-drawing .piece')[0]`)
	for h.someone(b.ID, token); !h.diced(b.ID, token); h.someone(b.ID, token) {
	}
	p.until("the tray", `eyes.all('.tray-of-dice')[0]`)
	long := evaluate[float64](p, "how long it moves", `Promise.resolve(Math.max(0, ...document.getAnimations().filter(a => a.effect?.target?.closest?.('.tray-of-dice')).map(a => a.effect.getComputedTiming().endTime)))`)
	if long > 600 {
		t.Errorf("the tray moves for %v ms", long)
	}
	p.keys("x")
	p.until("the end of all motion", `eyes.all('.tray-of-dice.still')[0] && document.getAnimations().filter(a => a.effect?.target?.closest?.('.tray-of-dice')).length === 0`)
	p.trayShows(b.ID, token)
	p.keys(" ")
	p.until("the table to go on", `!eyes.all('.tray-of-dice')[0]`)
}
