package server

import (
	"bytes"
	crand "crypto/rand"
	"fmt"
	mrand "math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"loophole/dice"
	"loophole/hands"
	"loophole/internal/twohands"
	"loophole/match"
	"loophole/rule"
	"loophole/rulesets"
)

// A hand is the client of a side: it signs and reveals over HTTP.
type hand struct {
	*client
	*twohands.Player
	path   string
	side   string
	secret *hands.Secret
	ear    func(line []byte) []byte // changes received lines, if not nil
}

// handed returns a request for a match with dice of two hands.
func handed(away string, wait int) NewMatch {
	return NewMatch{Ruleset: "tideofiron", Scenario: "row", Terms: &HandTerms{Dice: dice.FromHands, Away: away, Wait: wait}}
}

// secretOf makes the secret of a side from the server's data of the match.
func secretOf(c *client, path, side string) *hands.Secret {
	c.t.Helper()
	var x HandLines
	c.want(http.StatusOK, &x, "GET", path+"/hands", nil)
	name := hands.MatchOf([]byte(x.Terms))
	if name.String() != x.Match {
		c.t.Fatal("the match is not the SHA-256 of its terms")
	}
	var root hands.Value
	crand.Read(root[:])
	return hands.NewSecret(name, side, root)
}

func claimOf(s *hands.Secret) map[string]any {
	h := s.Hand()
	return map[string]any{"hand": HandIn{h.Key, h.End}}
}

// sits claims a seat with a hand.
func sits(c *client, p *party, side string) *hand {
	c.t.Helper()
	h := &hand{path: p.path, side: side, secret: secretOf(c, p.path, side)}
	var x struct{ Token, Side string }
	c.want(http.StatusOK, &x, "POST", p.path+"/seats/"+side+"/claim", claimOf(h.secret))
	h.client = &client{t: c.t, s: c.s, token: x.Token}
	h.Player = twohands.NewPlayer(rulesets.Game, h.secret, hands.Memory{})
	return h
}

// two begins a match of two hands and claims both seats.
func two(t testing.TB, s http.Handler, w NewMatch) (*party, [2]*hand) {
	t.Helper()
	p := began(t, s, w)
	var list [2]*hand
	for side, c := range p.seats {
		if c != nil {
			list[side] = sits(c, p, p.Sides[side])
		}
	}
	return p, list
}

// hear follows the new lines.
func (h *hand) hear() error {
	h.t.Helper()
	for {
		var x HandLines
		h.want(http.StatusOK, &x, "GET", fmt.Sprint(h.path, "/hands?from=", h.Player.Hands.Lines+1), nil)
		for _, l := range x.Lines {
			line := []byte(l)
			if h.ear != nil {
				line = h.ear(line)
			}
			if err := h.Follow(line); err != nil {
				return err
			}
		}
		if h.Player.Hands.Lines >= x.Count {
			return nil
		}
	}
}

// sends a signed entry.
func (h *hand) sends(status int, into any, e hands.Entry) http.Header {
	h.t.Helper()
	return h.want(status, into, "POST", h.path+"/hands", lineOf(h.Player.Hands.Sum, e))
}

func lineOf(sum string, e hands.Entry) map[string]any {
	return map[string]any{"sum": sum, "entry": HandEntry{e.Kind, e.By, e.Text, e.Value, e.Key, e.End, e.Consent, e.Sig}}
}

// act signs and sends.
func (h *hand) act(text string) {
	h.t.Helper()
	h.must(h.hear())
	e, err := h.Act(text)
	h.must(err)
	h.sends(http.StatusOK, nil, e)
	h.must(h.hear())
}

func (h *hand) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// reveal sends the owed value, if there is one.
func (h *hand) reveal() bool {
	h.t.Helper()
	h.must(h.hear())
	if !h.Owes() {
		return false
	}
	e, err := h.Reveal()
	h.must(err)
	h.sends(http.StatusOK, nil, e)
	return true
}

// reveals lets both send their owed values.
func reveals(list ...*hand) {
	for given := true; given; {
		given = false
		for _, h := range list {
			given = h != nil && h.reveal() || given
		}
	}
}

// moves lets the acting player do something at random, after all owed values. It reports false at
// the end.
func moves(chance *mrand.Rand, list ...*hand) bool {
	reveals(list...)
	return steps(chance, list...)
}

// steps lets the acting player do something at random. It reports false at the end.
func steps(chance *mrand.Rand, list ...*hand) bool {
	for _, h := range list {
		if h == nil {
			continue
		}
		h.must(h.hear())
		side := h.Side(h.side)
		switch _, begun := h.Match.Pending(); {
		case h.Over():
			return false
		case h.Decides() == side:
			h.act(fmt.Sprint("choose ", chance.IntN(len(h.Open().Choice.Options))))
			return true
		case !begun && h.Match.Status().Side == side && !h.Policy(side):
			actions, err := h.Match.Instance.Legal(h.Match.Position())
			h.must(err)
			h.act("do " + h.Match.Instance.FormatAction(actions[chance.IntN(len(actions))]))
			return true
		}
	}
	return true
}

const signedFire = "do " + fires

// TestHandsWholeGame: two players play a whole game with dice of two hands. The record has no other
// dice and is valid, the lines are valid for the independent verifier, and both players sign the
// end.
func TestHandsWholeGame(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	srv := served(t, Options{})
	p, h := two(t, srv, handed(hands.Forfeit, 0))
	chance := mrand.New(mrand.NewPCG(5, 0))
	for n := 0; moves(chance, h[0], h[1]); n++ {
		if n > 600 {
			t.Fatal("no end")
		}
	}
	x := p.state(p.look)
	if x.Over == nil || !x.Record || x.Hands.Closed || x.Hands.Wait != 86400 || x.Seats[0].Dice != dice.FromHands {
		t.Fatalf("%+v %+v", x.Over, x.Hands)
	}
	h[0].must(h[0].hear())
	h[1].must(h[1].hear())
	closed(t, h[0], h[1])
	if x := p.state(p.look); !x.Hands.Closed || len(x.Hands.Offers) > 0 {
		t.Errorf("%+v", x.Hands)
	}
	h[0].sends(http.StatusConflict, nil, hands.Entry{Kind: hands.Act, By: h[0].side, Text: "undo"}) // Nothing follows the end.
	audited(t, p)
}

// closed lets both sign the end.
func closed(t *testing.T, a, b *hand) {
	t.Helper()
	var s HandsState
	e := hands.Entry{Kind: hands.Close, By: a.side}
	a.want(http.StatusOK, &s, "POST", a.path+"/hands/consents", lineOf(a.Player.Hands.Sum, e))
	if len(s.Offers) != 1 || s.Offers[0].Consent != "" {
		t.Fatalf("%+v", s.Offers)
	}
	e.Consent = b.Consent(e)
	b.want(http.StatusOK, &s, "POST", b.path+"/hands/consents", lineOf(b.Player.Hands.Sum, e))
	e.Consent = s.Offers[0].Consent
	e, err := a.Sign(e)
	a.must(err)
	a.sends(http.StatusOK, nil, e)
}

// audited checks a match of two hands with all verifiers.
func audited(t *testing.T, p *party) {
	t.Helper()
	record, lines := p.look.ask("GET", p.path+"/record.jsonl", nil), p.look.ask("GET", p.path+"/hands.jsonl", nil)
	f, err := match.Read(bytes.NewReader(record.Body.Bytes()))
	if err == nil {
		_, err = match.Verify(f, rulesets.Game)
	}
	if err != nil {
		t.Fatal(err)
	}
	rolls := 0
	for _, e := range f.Entries {
		if e.Kind == match.Ruled && e.Rule.Kind == rule.Rolled {
			if rolls++; e.Rule.From != dice.FromHands {
				t.Errorf("%v comes from %q", e, e.Rule.From)
			}
		}
	}
	if rolls == 0 {
		t.Error("nothing was rolled")
	}
	var again bytes.Buffer
	g := twohands.New(rulesets.Game, &again)
	for _, l := range bytes.Split(bytes.TrimSuffix(lines.Body.Bytes(), []byte("\n")), []byte("\n")) {
		if err := g.Take(l); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(again.Bytes(), record.Body.Bytes()) {
		t.Error("the lines tell another game than the record")
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		return
	}
	name := filepath.Join(t.TempDir(), "hands.jsonl")
	if err := os.WriteFile(name, lines.Body.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(python, "-B", "../../tools/verify-dice/verify.py", name).CombinedOutput(); err != nil || !strings.HasPrefix(string(out), "valid: ") {
		t.Errorf("%v %s", err, out)
	}
}

// TestHandsAgainstPolicy: a policy plays with a hand of the server. Its actions and decisions are
// signed, and it consents to a player's undo.
func TestHandsAgainstPolicy(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	srv := served(t, Options{})
	w := handed(hands.Forfeit, 1)
	w.Seats = []NewSeat{{}, {Policy: "random"}}
	p, h := two(t, srv, w)
	undone := takesBack(t, h[0], 6)
	for seed := uint64(7); !undone && seed < 12; seed++ { // A fast policy leaves little time.
		p, h = two(t, srv, w)
		undone = takesBack(t, h[0], seed)
	}
	if !undone {
		t.Error("nothing was taken back")
	}
	// The policy consents to the end without a request.
	var s HandsState
	e := hands.Entry{Kind: hands.Close, By: h[0].side}
	h[0].want(http.StatusOK, &s, "POST", p.path+"/hands/consents", lineOf(h[0].Player.Hands.Sum, e))
	e.Consent = s.Offers[0].Consent
	e, err := h[0].Sign(e)
	h[0].must(err)
	h[0].sends(http.StatusOK, nil, e)
	audited(t, p)
}

// takesBack plays a random game against a policy to its end. It reports whether the policy
// consented to an undo.
func takesBack(t *testing.T, h *hand, seed uint64) (undone bool) {
	t.Helper()
	chance := mrand.New(mrand.NewPCG(seed, 0))
	for n, last := 0, -1; n < 4000; n++ {
		if !moves(chance, h) {
			return undone
		}
		if lines := h.Player.Hands.Lines; lines == last {
			time.Sleep(time.Millisecond) // The policy thinks.
		} else {
			last = lines
		}
		reveals(h)
		for try := 0; !undone && n > 4 && try < 3; try++ {
			h.must(h.hear())
			if e, err := h.Act("undo"); err == nil {
				undone = h.ask("POST", h.path+"/hands", lineOf(h.Player.Hands.Sum, e)).Code == http.StatusOK
			}
		}
	}
	t.Fatal("no end")
	return false
}

// TestPolicyRenewsItsChain: a policy changes to a new chain before its chain is used up, also after
// the match was loaded again, and the other side's client accepts it.
func TestPolicyRenewsItsChain(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	srv := served(t, Options{})
	srv.renewAt = hands.ChainLength - 1
	w := handed(hands.Forfeit, 1)
	w.Seats = []NewSeat{{}, {Policy: "random"}}
	p, h := two(t, srv, w)
	chance := mrand.New(mrand.NewPCG(6, 0))
	renewed := func() int {
		text := h[0].ask("GET", p.path+"/hands.jsonl", nil).Body.String()
		return strings.Count(text, `"kind":"rekey","by":"`+p.Sides[1])
	}
	for n := 0; renewed() < 1; n++ {
		if n > 2000 {
			t.Fatalf("it took %d new chains", renewed())
		}
		if !moves(chance, h[0]) {
			t.Fatalf("the game is over after %d new chains", renewed())
		}
		reveals(h[0])
	}
	old := liveMatchOf(t, srv, p)
	waited(t, "the policy rests", func() bool { // Otherwise it would play on in the match that is forgotten.
		srv.registry.mu.Lock()
		defer srv.registry.mu.Unlock()
		return old.refs == 1 // held by this test alone
	})
	srv.registry.forget(old)
	x := liveMatchOf(t, srv, p)
	x.writeLocked(func() {
		own, there := x.hands.own[p.Sides[1]].Hand(), hands.Hand{}
		if there, _ = x.hands.game.Hands.Hand(p.Sides[1]); own != there || x.hands.signed[1] < 1 {
			t.Errorf("the server has the chain %v, the lines have %v; %d lines are counted", own, there, x.hands.signed[1])
		}
	})
	srv.renewAt = 0
	if was := renewed(); moves(chance, h[0]) && renewed() != was {
		t.Error("a chain that is good for more is renewed")
	}
}

// TestHandsWanted checks the terms in requests for a match of two hands.
func TestHandsWanted(t *testing.T) {
	srv := served(t, Options{})
	c := &client{t: t, s: srv}
	for name, change := range map[string]func(*NewMatch){
		"hot seat": func(w *NewMatch) { w.HotSeat = true },
		"policies": func(w *NewMatch) { w.Seats = []NewSeat{{Policy: "random"}, {Policy: "random"}} },
		"server":   func(w *NewMatch) { w.Seats, w.Terms.Away = []NewSeat{{Policy: "random"}}, hands.Server },
		"dice":     func(w *NewMatch) { w.Dice = []string{"typed", "typed"} },
		"secrets":  func(w *NewMatch) { w.Scenario = "ambush" },
		"seed":     func(w *NewMatch) { w.Seed = "1" },
		"other":    func(w *NewMatch) { w.Terms.Dice = "three hands" },
		"away":     func(w *NewMatch) { w.Terms.Away = "never" },
		"wait":     func(w *NewMatch) { w.Terms.Wait = -1 },
	} {
		w := handed(hands.Forfeit, 60)
		if change(&w); c.ask("POST", "/matches", w).Code != http.StatusUnprocessableEntity {
			t.Errorf("%s: passed", name)
		}
	}
	p := began(t, srv, row())
	for _, path := range []string{"/hands", "/hands.jsonl"} {
		p.look.want(http.StatusNotFound, nil, "GET", p.path+path, nil)
	}
	p.seats[0].want(http.StatusUnprocessableEntity, nil, "POST", p.path+"/seats/German/claim", claimOf(hands.NewSecret(hands.Value{}, "German", hands.Value{})))
	p.seats[0].want(http.StatusNotFound, nil, "POST", p.path+"/hands", lineOf("", hands.Entry{Kind: hands.Act, By: "German", Text: "undo"}))
	p.seats[0].want(http.StatusNotFound, nil, "POST", p.path+"/hands/consents", lineOf("", hands.Entry{Kind: hands.Close, By: "German"}))
}

// TestHandsClaimed: players claim seats with hands. The match begins with the second, equal hands
// are rejected, and a hand then stays the same.
func TestHandsClaimed(t *testing.T) {
	srv := served(t, Options{})
	p := began(t, srv, handed(hands.Forfeit, 60))
	claim := func(side int) string { return p.path + "/seats/" + p.Sides[side] + "/claim" }
	german, soviet := p.seats[0], p.seats[1]
	german.want(http.StatusUnprocessableEntity, nil, "POST", claim(0), `{}`)
	german.want(http.StatusUnprocessableEntity, nil, "POST", claim(0), `{"hand":{"key":"x","end":"x"}}`)
	if x := p.state(p.look).Hands; len(x.Waits) != 2 || x.Lines != 0 || x.Owes != nil {
		t.Errorf("%+v", x)
	}
	first := sits(german, p, p.Sides[0])
	other := secretOf(first.client, p.path, p.Sides[0]) // The player changes their mind.
	first.want(http.StatusOK, nil, "POST", claim(0), map[string]any{"token": first.token, "hand": claimOf(other)["hand"]})
	first.secret, first.Player = other, twohands.NewPlayer(rulesets.Game, other, hands.Memory{})
	first.sends(http.StatusConflict, nil, hands.Entry{Kind: hands.Act, By: first.side, Text: "undo"}) // The match has not begun.
	soviet.want(http.StatusUnprocessableEntity, nil, "POST", claim(1), claimOf(other))
	mixed := secretOf(soviet, p.path, p.Sides[1]).Hand()
	for _, h := range []HandIn{{other.Hand().Key, mixed.End}, {mixed.Key, other.Hand().End}} {
		soviet.want(http.StatusUnprocessableEntity, nil, "POST", claim(1), map[string]any{"hand": h})
	}
	second := sits(soviet, p, p.Sides[1])
	if x := p.state(p.look).Hands; len(x.Waits) != 0 || x.Lines != 1 {
		t.Errorf("%+v", x)
	}
	first.want(http.StatusConflict, nil, "POST", claim(0), claimOf(secretOf(first.client, p.path, p.Sides[0])))
	first.want(http.StatusOK, nil, "POST", claim(0), map[string]any{"token": first.token}) // A repeated request.
	var moved struct{ Token string }
	first.want(http.StatusOK, &moved, "POST", claim(0), `{}`) // Another machine: the hand belongs to the seat.
	first.token = moved.Token
	first.act("do rest sig-33b")
	second.must(second.hear())
}

// TestHandsAgain: an undone action that is repeated has the same faces without new values, and no
// chain goes back. Both sides and spectators see the requests.
func TestHandsAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	srv := served(t, Options{})
	p, h := two(t, srv, handed(hands.Forfeit, 60))
	fire := func() {
		h[0].act(signedFire)
		for reveals(h[0], h[1]); ; reveals(h[0], h[1]) {
			h[1].must(h[1].hear())
			if h[1].Decides() != h[1].Side(h[1].side) {
				return
			}
			h[1].act("choose 0")
		}
	}
	fire()
	values := func() int {
		return strings.Count(p.look.ask("GET", p.path+"/hands.jsonl", nil).Body.String(), `"kind":"reveal"`)
	}
	given := values()
	h[0].act("undo")
	if x := p.state(p.look); x.Undo.AskedBy != "German" || given < 2 {
		t.Fatalf("%+v after %d values", x.Undo, given)
	}
	h[1].act("refuse")
	if x := p.state(p.look); x.Undo.AskedBy != "" {
		t.Fatalf("%+v", x.Undo)
	}
	for range 2 {
		h[0].must(h[0].hear())
		h[0].act("undo")
		h[1].act("consent")
		fire()
	}
	if n := values(); n != given {
		t.Errorf("%d values were given for what was rolled with %d", n, given)
	}
	if again := strings.Count(p.look.ask("GET", p.path+"/hands.jsonl", nil).Body.String(), `"kind":"again"`); again != given {
		t.Errorf("%d rolls came again; %d values make %d rolls", again, given, given/2)
	}
	audited(t, p)
}
