package server

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"

	"loophole/hands"
	"loophole/internal/message"
	"loophole/internal/wire"
	"loophole/match"
	"loophole/rulesets"
)

// resigns is the request of a resignation.
func resigns(side string) map[string]string { return map[string]string{"side": side} }

// The ends of matches that a side has resigned.
var (
	germanResigned = &wire.Over{Winner: "Soviet", Says: "the Soviet side wins", Why: "the German side resigns"}
	sovietResigned = &wire.Over{Winner: "German", Says: "the German side wins", Why: "the Soviet side resigns"}
)

// recordOf returns the sealed record of a match that is over. It must be valid and finished.
func recordOf(t *testing.T, p *party) string {
	t.Helper()
	text := p.look.ask("GET", p.path+"/record.jsonl", nil).Body.String()
	f, err := match.Read(bytes.NewReader([]byte(text)))
	must(t, err)
	r, err := match.Verify(f, rulesets.Game)
	must(t, err)
	if !r.Finished {
		t.Error("the record is not that of a finished game")
	}
	return text
}

// TestResign: a player resigns, even out of turn, for their own side only, and while nothing is
// pending. Then the match is over for everybody, and nothing follows.
func TestResign(t *testing.T) {
	dir := t.TempDir()
	srv := servedFrom(t, dir, Options{})
	web := httptest.NewServer(srv)
	defer web.Close()
	p := began(t, srv, row("typed", "typed"))
	a, b := p.seats[0], p.seats[1]
	at := p.path + "/resignation"
	refused := func(c *client, status int, kind, side string) {
		t.Helper()
		var no Problem
		c.want(status, &no, "POST", at, resigns(side))
		if no.Kind != "urn:loophole:"+kind {
			t.Errorf("%s: %+v; want %s", side, no, kind)
		}
		if status == http.StatusConflict && no.State == nil {
			t.Errorf("%s: the conflict has no state", kind)
		}
	}
	refused(p.look, http.StatusForbidden, "spectator", "German")
	refused(b, http.StatusForbidden, "not-yours", "German")
	refused(a, http.StatusNotFound, "no-side", "Roman")
	a.want(http.StatusOK, nil, "POST", p.path+"/actions", map[string]string{"action": fires})
	refused(a, http.StatusConflict, "open", "German")
	refused(b, http.StatusConflict, "open", "Soviet")
	a.want(http.StatusOK, nil, "POST", p.path+"/undo", nil)

	listens := listen(t, web.URL, p.path+"/events", p.Tokens[p.Sides[1]])
	defer listens.cancel() // The server waits for it.
	a.want(http.StatusOK, nil, "POST", p.path+"/actions", map[string]string{"action": "rest sig-33b"})
	before := p.state(a)
	if before.Turn != "German" { // The Soviets resign.
		t.Fatalf("it is the turn of %s", before.Turn)
	}
	var one, two Played
	b.want(http.StatusOK, &one, "POST", at, resigns("Soviet"), "Idempotency-Key", "k")
	b.want(http.StatusOK, &two, "POST", at, resigns("Soviet"), "Idempotency-Key", "k")
	if len(one.Entries) != 1 || !reflect.DeepEqual(one, two) {
		t.Errorf("%+v\n%+v", one, two)
	}
	if e := one.Entries[0]; e.Kind != "resign" || e.By != "Soviet" || !reflect.DeepEqual(e.Over, sovietResigned) || e.Text != "The Soviet side resigns: the German side wins" {
		t.Errorf("%+v", e)
	}
	listens.until(one.Sequence)
	refused(a, http.StatusConflict, "over", "German")
	refused(b, http.StatusConflict, "over", "Soviet")
	for _, x := range []struct{ path, body string }{{"/actions", `{"action":"rest maxim"}`}, {"/undo", ""}, {"/redo", ""}, {"/undo/consent", `{"agree":true}`}} {
		var body any
		if x.body != "" {
			body = x.body
		}
		for _, c := range p.seats {
			c.want(http.StatusConflict, nil, "POST", p.path+x.path, body)
		}
	}
	if lines := p.lines(b); len(lines) > 0 {
		t.Errorf("%d actions are legal after the end", len(lines))
	}
	text := recordOf(t, p)
	second := servedFrom(t, dir, Options{})
	for _, s := range []*Server{srv, second} {
		for _, c := range []*client{a, b, p.look} {
			x := p.state(&client{t: t, s: s, token: c.token})
			if !reflect.DeepEqual(x.Over, sovietResigned) || !x.Record || x.Phase != "the end" || x.Undo.Possible || x.Redo || x.Position != before.Position || x.Turn != before.Turn {
				t.Errorf("%+v", x)
			}
		}
	}
	kept, err := srv.store.Load(t.Context(), p.ID)
	must(t, err)
	must(t, Sound(kept))
	if !kept.Over {
		t.Error("the store does not know that the match is over")
	}
	// Play can go on from where a side resigned.
	began(t, srv, NewMatch{Record: text, After: liveMatchOf(t, srv, p).match.ActionCount(), HotSeat: true, Seed: "3"})
}

// TestAnalysisOfResignation: the analysis has the resignation as the last action, which gives up the
// chance to win of its side. It does so without any other action, too.
func TestAnalysisOfResignation(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	srv := served(t, Options{})
	for _, actions := range []int{0, 1} {
		p := began(t, srv, stairs)
		for range actions {
			acts := p.seats[slices.Index(p.Sides[:], p.state(p.look).Turn)]
			acts.want(http.StatusOK, nil, "POST", p.path+"/actions", map[string]string{"action": p.lines(acts)[0]})
		}
		p.seats[0].want(http.StatusOK, nil, "POST", p.path+"/resignation", resigns(p.Sides[0]))
		var x wire.Analysis
		p.look.want(http.StatusOK, &x, "GET", p.path+"/analysis", nil)
		if len(x.Actions) != actions+1 || !x.Over || x.Winner != p.Sides[1] || x.End != 0 {
			t.Fatalf("%+v", x)
		}
		before := x.Start
		if actions > 0 {
			before = x.Actions[actions-1].After
		}
		if a := x.Actions[actions]; !a.Resigned || a.Number != actions+1 || a.Side != p.Sides[0] || a.Action != "resign" || a.Said != "resigns" || a.Better != "" || a.Luck != 0 || a.Before != before || a.Given != before || a.After != 0 {
			t.Errorf("%+v", a)
		}
		if file := p.look.ask("GET", p.path+"/analysis.html", nil).Body.String(); !strings.Contains(file, ": resigns</b>") {
			t.Error("the file to share does not show the resignation")
		}
	}
}

// TestResignAtOneScreen: two players at one screen say which side resigns.
func TestResignAtOneScreen(t *testing.T) {
	w := row()
	w.HotSeat = true
	p := began(t, served(t, Options{}), w)
	p.both.want(http.StatusUnprocessableEntity, nil, "POST", p.path+"/resignation", map[string]string{})
	p.both.want(http.StatusUnprocessableEntity, nil, "POST", p.path+"/resignation", resigns(""))
	var out Played
	p.both.want(http.StatusOK, &out, "POST", p.path+"/resignation", resigns("Soviet"))
	if x := out.State.Over; x == nil || x.Winner != "German" || x.Why != "the Soviet side resigns" {
		t.Errorf("%+v", x)
	}
	recordOf(t, p)
}

// TestResignAgainstPolicy: nobody resigns for a policy, and a policy does not act after a
// resignation.
func TestResignAgainstPolicy(t *testing.T) {
	w := row()
	w.Seats = []NewSeat{{}, {Policy: "random"}}
	p := began(t, served(t, Options{}), w)
	p.seats[0].want(http.StatusForbidden, nil, "POST", p.path+"/resignation", resigns("Soviet"))
	var out Played
	p.seats[0].want(http.StatusOK, &out, "POST", p.path+"/resignation", resigns("German"))
	x := liveMatchOf(t, p.seats[0].s.(*Server), p)
	x.writeLocked(func() {
		if name, _, _ := x.turnOfPolicy(); name != "" || !x.over() {
			t.Errorf("%q is to act", name)
		}
	})
	if !reflect.DeepEqual(out.State.Over, germanResigned) {
		t.Errorf("%+v", out.State.Over)
	}
}

// TestResignWithSecrets: a resignation opens what was hidden, like any other end.
func TestResignWithSecrets(t *testing.T) {
	p := began(t, served(t, Options{}), NewMatch{Ruleset: "lasergrenadiers", Scenario: "street", Seed: "7"})
	var out Played
	p.seats[1].want(http.StatusOK, &out, "POST", p.path+"/resignation", resigns(p.Sides[1]))
	if e := out.Entries[0]; e.Kind != "resign" || e.Seq != 1 || out.Sequence != blockSize-1 {
		t.Errorf("%+v, up to %d", e, out.Sequence)
	}
	one, _ := json.Marshal(p.state(p.seats[0]).Scene)
	two, _ := json.Marshal(p.state(p.seats[1]).Scene)
	if !bytes.Equal(one, two) {
		t.Error("the sides still see different things")
	}
	recordOf(t, p)
}

// TestResignByHands: with dice of two hands a resignation is signed, by the side that resigns.
func TestResignByHands(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	p, h := two(t, served(t, Options{}), handed("forfeit", 60))
	var no Problem
	h[0].want(http.StatusConflict, &no, "POST", p.path+"/resignation", resigns("German"))
	if no.Kind != "urn:loophole:two-hands" {
		t.Errorf("%+v", no)
	}
	h[0].act(signedFire)
	reveals(h[0], h[1])
	for _, x := range h {
		for x.must(x.hear()); x.Decides() == x.Side(x.side); x.must(x.hear()) {
			x.act("choose 0")
		}
	}
	theirs, err := h[1].Act("resign")
	must(t, err)
	theirs.By = h[0].side
	h[1].sends(http.StatusForbidden, &no, theirs) // The token is not that of the side.
	h[0].sends(http.StatusUnprocessableEntity, &no, theirs)
	if no.Kind != "urn:loophole:false-line" {
		t.Errorf("%+v", no)
	}
	h[0].act("resign")
	x := p.state(p.look)
	if !reflect.DeepEqual(x.Over, germanResigned) {
		t.Errorf("%+v", x.Over)
	}
	h[1].must(h[1].hear())
	if !h[1].Over() {
		t.Error("the other client plays on")
	}
	closed(t, h[0], h[1])
	audited(t, p)
}

// TestResignByPhones: on two devices a message carries a resignation of the device that is to go
// on. The other device refuses one without its signature, and signs the end.
func TestResignByPhones(t *testing.T) {
	a, b := paired(t, weakened, "two hands")
	a.takes(b.gives())
	b.asks(http.StatusConflict, nil, "POST", "/resignation", resigns("Soviet"))
	var legal Actions
	a.asks(http.StatusOK, &legal, "GET", "/actions", nil)
	line := legal.Groups[0].Actions[0].Line
	a.asks(http.StatusForbidden, nil, "POST", "/resignation", resigns("Soviet"))
	a.asks(http.StatusOK, nil, "POST", "/resignation", resigns("German"))
	text := a.gives()
	for _, forged := range []func(*hands.Entry){
		func(e *hands.Entry) { e.Sig = strings.Repeat("0", len(e.Sig)) },
		func(e *hands.Entry) { e.Sig = e.Sig[2:] + e.Sig[:2] },
		func(e *hands.Entry) { e.Text = "do " + line },
	} {
		m, err := message.Read(text)
		must(t, err)
		if e := &m.Entries[len(m.Entries)-1]; e.Text == "resign" {
			forged(e)
		} else {
			t.Fatalf("the message ends with %+v", e)
		}
		other, err := m.Text()
		must(t, err)
		b.refuses(other, "sign")
	}
	if b.state().Over != nil {
		t.Error("a forged resignation has ended the match")
	}
	if n := b.takes(text); n != 1 {
		t.Errorf("the message brings %d entries", n)
	}
	a.takes(b.gives())
	for _, d := range []*device{a, b} {
		if x := d.state(); !reflect.DeepEqual(x.Over, germanResigned) || !x.Hands.Closed {
			t.Errorf("%s: %+v, %+v", d.side, x.Over, x.Hands)
		}
	}
	verifies(t, a, b)
}
