package server

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"loophole/internal/wire"
	"loophole/match"
	"loophole/policy"
	"loophole/scenario"
	"loophole/winprob"
)

// against is a small match of a player against a policy.
var against = NewMatch{Ruleset: "tideofiron", Scenario: "stairs", Seed: "7", Seats: []NewSeat{{}, {Policy: "cautious"}}}

// yours waits for the player's turn and returns the state.
func (p *party) yours(t *testing.T, c *client) *State {
	t.Helper()
	for range 600 {
		if x := p.state(c); x.Over != nil || x.Turn == x.You.Side || x.Begun != nil && x.Begun.Yours {
			return x
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the policy does not play")
	return nil
}

// TestHint requests hints against a policy. They name legal actions, best first, and evaluate the
// action of the request as well.
func TestHint(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	s := served(t, Options{})
	p := began(t, s, against)
	c := p.seats[0]
	for x := p.yours(t, c); x.Begun != nil; x = p.yours(t, c) {
		p.move(t, rand.New(rand.NewPCG(1, 2)))
	}
	var h wire.Hint
	c.want(http.StatusOK, &h, "GET", p.path+"/hint", nil)
	if !h.Ready || h.Kind != "action" || h.Side != p.Sides[0] || len(h.Actions) != 3 || h.Asked != nil || !h.Trusted || !strings.Contains(h.Basis, "Brier score") {
		t.Fatalf("the hint: %+v", h)
	}
	legal := p.lines(c)
	listed := map[string]bool{}
	for _, l := range legal {
		listed[l] = true
	}
	told := false
	for i, a := range h.Actions {
		if !listed[a.Action] || a.Why == "" || a.Chance < 0 || a.Chance > 1 || math.Abs(a.Behind-(h.Actions[0].Chance-a.Chance)) > 1e-9 || i > 0 && a.Chance > h.Actions[i-1].Chance {
			t.Errorf("place %d: %+v", i, a)
		}
		for _, e := range a.Events {
			told = true
			if e.P <= 0 || e.P >= 1 || e.Says == "" {
				t.Errorf("place %d: event %+v", i, e)
			}
		}
	}
	if !told {
		t.Error("no action has an event")
	}
	warned, calm := 0, 0
	const most = 12 // Each search takes a second.
	for i := range min(most, len(legal)) {
		var x wire.Hint
		l := legal[i*len(legal)/min(most, len(legal))]
		c.want(http.StatusOK, &x, "GET", p.path+"/hint"+query("action", l), nil)
		if x.Asked == nil || x.Asked.Action != l || !reflect.DeepEqual(x.Actions[0], h.Actions[0]) {
			t.Fatalf("about %s: %+v", l, x.Asked)
		}
		if x.Warning != "" {
			warned++
			if x.Asked.Behind < policy.Blunder || !strings.HasPrefix(x.Warning, "This gives away about ") {
				t.Errorf("%s: %q, %.3f behind", l, x.Warning, x.Asked.Behind)
			}
			var lost, is, best int
			if _, err := fmt.Sscanf(regexp.MustCompile(` ± \d+`).ReplaceAllString(x.Warning, ""), "This gives away about %d %% of a win: %d %% to win instead of %d %%.", &lost, &is, &best); err != nil || lost != best-is {
				t.Errorf("the numbers of a warning do not fit: %q %v", x.Warning, err)
			}
		} else if calm++; x.Asked.Action == h.Actions[0].Action && x.Asked.Behind != 0 {
			t.Errorf("the best is %.3f behind", x.Asked.Behind)
		}
	}
	if warned == 0 || calm == 0 {
		t.Errorf("%d actions are warned of, %d are not", warned, calm)
	}
	c.want(http.StatusUnprocessableEntity, nil, "GET", p.path+"/hint"+query("action", "no such action"), nil)
}

// TestProvenHint requests a hint where a part of the rest of the game is solved. The best action is proven, and stands
// before those of which rollouts say more than they know.
func TestProvenHint(t *testing.T) {
	s := served(t, Options{})
	p := began(t, s, NewMatch{Ruleset: "tideofiron", Scenario: "worked", Seed: "7", HotSeat: true})
	for _, line := range []string{"fire sig-33b at squad-b suppressive with panzer-iii,mortar-squad", "move squad-a to D3", "move squad-a to E4", "done squad-a"} {
		p.both.want(http.StatusOK, nil, "POST", p.path+"/actions", map[string]string{"action": line})
	}
	var h wire.Hint
	p.both.want(http.StatusOK, &h, "GET", p.path+"/hint"+query("action", "move mortar-squad to A3"), nil)
	if len(h.Actions) == 0 || h.Asked == nil || h.Warning != "" {
		t.Fatalf("the hint: %+v", h)
	}
	best := h.Actions[0]
	if best.Proven != "at least" || best.Error != 0 || h.Asked.Proven != "" || h.Asked.Chance >= best.Chance || !strings.Contains(h.Basis, "A part of the rest of the game is solved") {
		t.Errorf("the best is %+v, and asked about was %+v: %s", best, h.Asked, h.Basis)
	}
	if a, b := h.Standing(&best), h.Standing(h.Asked); a != "proven" || b != "estimated" {
		t.Errorf("they are called %q and %q", a, b)
	}
}

// TestHintRemembered compares the hints of a match that was asked before with those of the same
// match when it was not: they are equal, for the best actions and for others.
func TestHintRemembered(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	s := briefly(served(t, Options{}))
	alone := stairs
	alone.HotSeat = true
	asked := began(t, s, alone)
	legal := asked.lines(asked.both)
	for i := 0; i < len(legal); i += 1 + len(legal)/4 {
		var fresh, remembered wire.Hint
		p := began(t, s, alone)
		p.both.want(http.StatusOK, &fresh, "GET", p.path+"/hint"+query("action", legal[i]), nil)
		asked.both.want(http.StatusOK, &remembered, "GET", asked.path+"/hint"+query("action", legal[i]), nil)
		if fresh.Asked == nil || !reflect.DeepEqual(fresh, remembered) {
			t.Errorf("%s:\n%+v\nwas\n%+v", legal[i], remembered, fresh)
		}
	}
	if liveMatchOf(t, s, asked).weighed.Load() == nil {
		t.Error("nothing is remembered")
	}
}

// TestHintRefused requests hints that are not available.
func TestHintRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	s := briefly(served(t, Options{}))
	without := against
	without.Hints = "off"
	apart := stairs
	for _, x := range []struct {
		name string
		w    NewMatch
		by   func(p *party) *client
		want int
		kind string
	}{
		{"a spectator", against, func(p *party) *client { return p.look }, 403, "spectator"},
		{"a match without hints", without, func(p *party) *client { return p.seats[0] }, 403, "no-hints"},
		{"two screens", apart, func(p *party) *client { return p.seats[0] }, 403, "no-hints"},
	} {
		p := began(t, s, x.w)
		var no Problem
		x.by(p).want(x.want, &no, "GET", p.path+"/hint", nil)
		if no.Kind != "urn:loophole:"+x.kind {
			t.Errorf("%s: %+v", x.name, no)
		}
	}
	both := stairs
	both.HotSeat = true
	p := began(t, s, both)
	var h wire.Hint
	if p.both.want(http.StatusOK, &h, "GET", p.path+"/hint", nil); h.Side != p.Turn {
		t.Errorf("at one screen the hint is for %s; it is the turn of %s", h.Side, p.Turn)
	}
	over := finish(t, s, both)
	over.both.want(http.StatusConflict, nil, "GET", over.path+"/hint", nil)
}

// TestHintsByConsent agrees to hints between two screens and withdraws the consent.
func TestHintsByConsent(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	s := briefly(served(t, Options{}))
	w := stairs
	w.Hints = "on"
	w.Seats = []NewSeat{{}, {Invite: true}}
	if p := began(t, s, w); !reflect.DeepEqual(p.state(p.seats[0]).Hints, HintsState{Asks: true, Agree: []string{p.Sides[0]}}) {
		t.Errorf("an invited player has agreed: %+v", p.state(p.seats[0]).Hints)
	}
	p := began(t, s, stairs)
	turn := p.seats[0]
	other := p.seats[1]
	if x := p.state(turn); x.Turn != x.You.Side {
		turn, other = other, turn
	}
	put := func(c *client, agree bool) {
		t.Helper()
		c.want(http.StatusOK, nil, "PUT", p.path+"/hints", map[string]bool{"agree": agree})
	}
	put(turn, true)
	turn.want(http.StatusForbidden, nil, "GET", p.path+"/hint", nil)
	put(other, true)
	if x := p.state(other).Hints; !x.On || len(x.Agree) != 2 {
		t.Errorf("both have agreed: %+v", x)
	}
	turn.want(http.StatusOK, nil, "GET", p.path+"/hint", nil)
	var no Problem
	other.want(http.StatusForbidden, &no, "GET", p.path+"/hint", nil)
	if no.Kind != "urn:loophole:not-your-turn" {
		t.Errorf("the other side: %+v", no)
	}
	put(other, false)
	turn.want(http.StatusForbidden, nil, "GET", p.path+"/hint", nil)
	p.look.want(http.StatusForbidden, nil, "PUT", p.path+"/hints", map[string]bool{"agree": true})
	alone := began(t, s, against)
	alone.seats[0].want(http.StatusConflict, nil, "PUT", alone.path+"/hints", map[string]bool{"agree": true})
}

// TestHintAtDecision plays to a decision within an action and requests the chances of its options.
func TestHintAtDecision(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	s := served(t, Options{})
	dice := rand.New(rand.NewPCG(3, 4))
	p := began(t, s, NewMatch{Ruleset: "tideofiron", Scenario: "block", Seed: "7", HotSeat: true})
	options := 0
	for range 400 {
		x := p.state(p.both)
		if x.Over != nil || options > 3 {
			break
		}
		if x.Begun == nil || x.Begun.Question.Kind != "choice" {
			if !p.move(t, dice) {
				break
			}
			continue
		}
		var h wire.Hint
		p.both.want(http.StatusOK, &h, "GET", p.path+"/hint", nil)
		if h.Kind != "option" || h.Side != x.Begun.Question.By || len(h.Actions) != 0 {
			t.Fatalf("at a decision of %s: %+v", x.Begun.Question.By, h)
		}
		if len(h.Options) > 0 {
			options++
			best := false
			for i, o := range h.Options {
				best = best || o.Behind == 0
				if o.Option != x.Begun.Question.Options[i] || o.Chance < 0 || o.Chance > 1 || o.Behind < 0 {
					t.Errorf("option %d of %v: %+v", i, x.Begun.Question.Options, o)
				}
			}
			if !best {
				t.Errorf("none of %+v is the best", h.Options)
			}
		}
		p.both.want(http.StatusConflict, nil, "GET", p.path+"/hint?action=x", nil)
		p.move(t, dice)
	}
	if options == 0 {
		t.Error("no decision was weighed")
	}
}

// TestHintSeesNothing: in games with hidden pieces, a hint uses only the view of the asking side.
func TestHintSeesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	s := briefly(served(t, Options{}))
	p := began(t, s, NewMatch{Ruleset: "lasergrenadiers", Scenario: "bastion", Seed: "5", Hints: "on"})
	dice, hidden := rand.New(rand.NewPCG(1, 2)), 0
	for range 60 {
		if !p.move(t, dice) {
			break
		}
		live := liveMatchOf(t, s, p)
		for side, c := range p.seats {
			x := p.state(c)
			if x.Over != nil || x.Begun != nil || x.Turn != x.You.Side {
				continue
			}
			live.mu.Lock()
			q, err := live.hintQuestion(seat{roleSeat, side}, "")
			live.mu.Unlock()
			if err != nil {
				t.Fatal(err)
			}
			if q.view.Hash() != live.instance.View(live.match.Position(), side).Hash() {
				t.Fatal("the hint rests on more than the side knows")
			}
			if q.view.Hash() != live.match.Position().Hash() {
				hidden++
			}
			var h wire.Hint
			c.want(http.StatusOK, &h, "GET", p.path+"/hint", nil)
			if len(h.Actions) == 0 {
				t.Errorf("the hint: %+v", h)
			}
		}
	}
	if hidden == 0 {
		t.Error("nothing was hidden, so nothing was tested")
	}
}

// TestHintWhileFitting requests a hint in a scenario without a model. The answer says that the
// model is being fitted, and later the hint is available.
func TestHintWhileFitting(t *testing.T) {
	text, err := os.ReadFile("../../solve/testdata/room.yaml")
	if err != nil {
		t.Fatal(err)
	}
	old := policy.Models.Options
	policy.Models.Options = winprob.Options{Games: 24, Generations: 1}
	t.Cleanup(func() { policy.Models.Options = old })
	s := served(t, Options{})
	p := began(t, s, NewMatch{YAML: strings.Replace(string(text), "made up for tests", "made up for hints", 1), HotSeat: true})
	waited := false
	for range 600 {
		var h wire.Hint
		p.both.want(http.StatusOK, &h, "GET", p.path+"/hint", nil)
		if h.Ready {
			if len(h.Actions) == 0 {
				t.Errorf("the hint: %+v", h)
			}
			if !waited {
				t.Log("the model was there at once")
			}
			return
		}
		if waited = true; !strings.Contains(h.Basis, "is being fitted") || len(h.Actions) != 0 {
			t.Fatalf("while the model is fitted: %+v", h)
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Error("the model is never there")
}

// TestPlayOn begins matches from positions of a record, and verifies their records.
func TestPlayOn(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	s := served(t, Options{})
	over := finish(t, s, stairs)
	text := over.look.ask("GET", over.path+"/record.jsonl", nil).Body.String()
	f, err := match.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	m, _, err := match.Resume(f, sharedGame, nil)
	if err != nil {
		t.Fatal(err)
	}
	all := m.CurrentActions()
	for _, n := range []int{0, 1, len(all) / 2, len(all) - 1} {
		p := began(t, s, NewMatch{Record: text, After: n, HotSeat: true, Seed: "3"})
		x := p.state(p.both)
		if want := m.Instance.Sides[all[n].By]; x.Turn != string(want) || p.Turn != string(want) || x.Words != m.Instance.Text(all[n].Before) {
			t.Errorf("after %d actions it is the turn of %s; want %s", n, x.Turn, want)
		}
		if !strings.Contains(x.Title, "from action") || !x.Bundled || !x.Hints.On {
			t.Errorf("after %d: %q, bundled %v, hints %+v", n, x.Title, x.Bundled, x.Hints)
		}
		for dice := rand.New(rand.NewPCG(8, uint64(n))); p.move(t, dice); {
		}
		record := p.both.ask("GET", p.path+"/record.jsonl", nil).Body.Bytes()
		f, err := match.Read(bytes.NewReader(record))
		if err != nil {
			t.Fatal(err)
		}
		if r, err := match.Verify(f, sharedGame); err != nil || !r.Finished || r.Actions <= n {
			t.Errorf("after %d: %+v, %v", n, r, err)
		}
	}
	anybody := &client{t: t, s: s}
	for name, w := range map[string]NewMatch{
		"two screens":  {Record: text, After: 1},
		"a scenario":   {Record: text, After: 1, HotSeat: true, Scenario: "stairs"},
		"too far":      {Record: text, After: len(all) + 1, HotSeat: true},
		"the end":      {Record: text, After: len(all), HotSeat: true},
		"no record":    {Record: "{}", HotSeat: true},
		"other dice":   {Record: text, After: 1, HotSeat: true, Terms: &HandTerms{Dice: "two hands"}},
		"a cut record": {Record: text[:len(text)-9], After: 1, HotSeat: true},
	} {
		if w := anybody.ask("POST", "/matches", w); w.Code != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
	p := began(t, s, NewMatch{Record: text, After: 2, Seats: []NewSeat{{}, {Policy: "random"}}})
	p.yours(t, p.seats[0])
}

// TestPlayOnFormer: a match goes on from a record of an earlier version, which had other words for its rolls.
func TestPlayOnFormer(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	text, err := os.ReadFile("../../match/testdata/finished/oldworld.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	s := served(t, Options{})
	p := began(t, s, NewMatch{Record: string(text), After: 29, HotSeat: true})
	if x := p.state(p.both); !strings.Contains(x.Title, "from action 30") || x.Over != nil {
		t.Errorf("%+v", x)
	}
}

// TestPlayOnTitle: a match that continues from a record keeps the title, and the goal, of a scenario
// that is not bundled.
func TestPlayOnTitle(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	s := served(t, Options{})
	b, err := scenario.Find("tideofiron", "stairs")
	if err != nil {
		t.Fatal(err)
	}
	own := strings.Replace(strings.Replace(b.FileText(), "name: stairs", "name: my-stairs", 1), "title: The stairs", "title: My own stairs", 1)
	over := finish(t, s, NewMatch{YAML: own, HotSeat: true, Seed: "1"})
	was := over.state(over.both)
	text := over.look.ask("GET", over.path+"/record.jsonl", nil).Body.String()
	for _, test := range []struct{ title, gist, want string }{
		{was.Title, was.Gist, "My own stairs, from action 3"},
		{was.Title + ", from action 12", was.Gist, "My own stairs, from action 3"},
		{"", "", "My stairs, from action 3"},
	} {
		x := began(t, s, NewMatch{Record: text, After: 2, HotSeat: true, Title: test.title, Gist: test.gist})
		if y := x.state(x.both); y.Title != test.want || y.Gist != test.gist {
			t.Errorf("%q, %q; want %q, %q", y.Title, y.Gist, test.want, test.gist)
		}
	}
	if was.Title != "My own stairs" || was.Gist == "" {
		t.Errorf("the match is called %q, %q", was.Title, was.Gist)
	}
}

// TestHintOfSolved: in a solved position the first action of a hint is the best, with a reason that adds up to its
// exact chance, even if the search before did not have it among its first.
func TestHintOfSolved(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	s := served(t, Options{})
	text, err := os.ReadFile("../../analysis/testdata/ending.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	p := began(t, s, NewMatch{Record: string(text), After: 17, HotSeat: true})
	var h wire.Hint
	p.both.want(http.StatusOK, &h, "GET", p.path+"/hint", nil)
	if !strings.Contains(h.Basis, "is solved") || len(h.Actions) != 3 {
		t.Fatalf("%+v", h)
	}
	// loophole solve --from ending.jsonl --at 17: two skirmishes with 58.2 %, and 55.8 % for the next.
	for i, want := range []struct {
		action string
		alike  int
		chance float64
	}{{"skirmish tommy-guns", 1, 0.582}, {"fire sappers at attic normal", 0, 0.558}} {
		if a := h.Actions[i]; a.Action != want.action || a.Alike != want.alike || math.Abs(a.Chance-want.chance) > 0.0005 || a.Why == "" {
			t.Errorf("place %d: %+v; want %+v", i, a, want)
		}
	}
	for _, a := range h.Actions {
		for _, e := range a.Events {
			if mean := e.P*e.If + (1-e.P)*e.Else; math.Abs(mean-a.Chance) > 0.005 {
				t.Errorf("%s: %s makes %.3f of %.3f", a.Action, e.Name, mean, a.Chance)
			}
		}
	}
}
