package tabletop

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	mrand "math/rand/v2"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"loophole/hands"
	"loophole/internal/twohands"
	"loophole/rulesets"
)

// Each attack on a match of two hands is a test that fails if it works, over HTTP and
// against clients that do what loophole join does.

// sum returns the checksum of the last line, which the next signature covers.
func (h *hand) sum() string { return h.Player.Hands.Sum }

// tries sends an entry that must be rejected without effect on the match.
func (h *hand) tries(status int, kind string, e hands.Entry) {
	h.t.Helper()
	var before, after HandLines
	h.want(http.StatusOK, &before, "GET", h.path+"/hands", nil)
	var p Problem
	h.sends(status, &p, e)
	if h.want(http.StatusOK, &after, "GET", h.path+"/hands", nil); after.Sum != before.Sum {
		h.t.Errorf("%+v changed the match", e)
	}
	if p.Kind != "urn:loophole:"+kind {
		h.t.Errorf("%+v: %+v; want %s", e, p, kind)
	}
}

// fired begins a match whose first action waits for both values.
func fired(t *testing.T, s http.Handler, w NewMatch) (*party, *hand, *hand) {
	t.Helper()
	p, h := two(t, s, w)
	h[0].act(signedFire)
	h[1].must(h[1].hear())
	return p, h[0], h[1]
}

// TestHandsLyingServer: the server, or somebody between, asks another question than the rules. The
// client reports it and reveals nothing.
func TestHandsLyingServer(t *testing.T) {
	for _, c := range [][2]string{{`"n":`, `"n":1`}, {`"die":6`, `"die":8`}, {`"by":"German"`, `"by":"Soviet"`}, {`"reading":"count `, `"reading":"count 1`}, {`"at":"`, `"at":"0`}} {
		srv := served(t, Options{})
		p, h := two(t, srv, handed(hands.Forfeit, 60))
		liar := h[1]
		liar.ear = func(line []byte) []byte {
			if !bytes.Contains(line, []byte(`"kind":"ask"`)) {
				return line
			}
			return reseal(t, liar.sum(), bytes.Replace(line, []byte(c[0]), []byte(c[1]), 1))
		}
		h[0].act(signedFire)
		if err := liar.hear(); err == nil || !strings.Contains(err.Error(), "by my own engine") {
			t.Errorf("%s: %v", c[1], err)
		}
		if p.state(p.look).Hands.Owes.Side != "German" {
			t.Error("the lie is in the record")
		}
	}
}

// reseal gives a changed line the correct checksum.
func reseal(t *testing.T, before string, line []byte) []byte {
	t.Helper()
	var e hands.Entry
	if err := json.Unmarshal(line, &e); err != nil {
		t.Fatal(err)
	}
	return hands.Seal(before, e)
}

// TestHandsInventedAct: the server invents or changes an act of the other player. Its signature is
// invalid.
func TestHandsInventedAct(t *testing.T) {
	srv := served(t, Options{})
	_, h := two(t, srv, handed(hands.Forfeit, 60))
	victim := h[1]
	victim.ear = func(line []byte) []byte {
		if !bytes.Contains(line, []byte(`"kind":"act"`)) {
			return line
		}
		return reseal(t, victim.sum(), bytes.Replace(line, []byte(fires), []byte("rest sig-33b"), 1))
	}
	victim.must(victim.hear())
	h[0].act(signedFire)
	if err := victim.hear(); err == nil || !strings.Contains(err.Error(), "not signed by German") {
		t.Error(err)
	}
}

// TestHandsReplay: a value is sent twice, too early, by the wrong seat, or for another match.
func TestHandsReplay(t *testing.T) {
	srv := served(t, Options{})
	p, a, b := fired(t, srv, handed(hands.Forfeit, 60))
	q, c, _ := fired(t, srv, handed(hands.Forfeit, 60))
	if p.state(p.look).Hands.Match == q.state(q.look).Hands.Match {
		t.Fatal("two matches have one name")
	}
	strange, err := c.Reveal()
	a.must(err)
	a.tries(http.StatusUnprocessableEntity, "false-line", strange)
	early, err := b.Player.Hands.Value(b.secret) // The second reveals first.
	b.must(err)
	b.tries(http.StatusUnprocessableEntity, "false-line", early)
	mine, err := a.Reveal()
	a.must(err)
	b.tries(http.StatusForbidden, "not-yours", mine) // Another player's value, with the own token.
	forged := mine
	forged.By = b.side
	b.tries(http.StatusUnprocessableEntity, "false-line", b.secret.Sign(b.sum(), forged))
	skipped, err := a.secret.Value(2)
	a.must(err)
	a.tries(http.StatusUnprocessableEntity, "false-line", a.secret.Sign(a.sum(), hands.Entry{Kind: hands.Reveal, By: a.side, Value: skipped.String()}))
	var x HandLines
	a.sends(http.StatusOK, &x, mine)
	if len(x.Lines) != 1 || x.Count != x.From || p.state(p.look).Hands.Owes.Side != "Soviet" {
		t.Errorf("%+v", x)
	}
	a.tries(http.StatusConflict, "moved-on", mine) // Repeated without change.
	a.must(a.hear())
	a.tries(http.StatusUnprocessableEntity, "false-line", a.secret.Sign(a.sum(), mine)) // Repeated with a new signature.
	reveals(a, b)
	a.tries(http.StatusUnprocessableEntity, "false-line", a.secret.Sign(a.sum(), mine))
}

// TestHandsUnsigned: no endpoint accepts an unsigned act, or one in another player's name.
// Spectators cannot sign.
func TestHandsUnsigned(t *testing.T) {
	srv := served(t, Options{})
	p, h := two(t, srv, handed(hands.Forfeit, 60))
	a, b := h[0], h[1]
	a.must(a.hear())
	b.must(b.hear())
	for _, x := range []struct {
		method, path string
		body         any
	}{
		{"POST", "/actions", map[string]string{"action": fires}},
		{"POST", "/answers", Answer{Question: "1", Faces: []int{6}}},
		{"POST", "/undo", nil},
		{"POST", "/redo", nil},
		{"POST", "/undo/consent", `{"agree":true}`},
		{"PUT", "/seats/German/dice", `{"dice":"typed"}`},
		{"POST", "/seats/Soviet/dice/consent", `{"agree":true}`},
	} {
		var no Problem
		a.want(http.StatusConflict, &no, x.method, p.path+x.path, x.body)
		if no.Kind != "urn:loophole:two-hands" || !strings.Contains(no.Detail, "/hands") {
			t.Errorf("%s: %+v", x.path, no)
		}
	}
	act := hands.Entry{Kind: hands.Act, By: a.side, Text: signedFire}
	a.tries(http.StatusUnprocessableEntity, "false-line", act)
	a.tries(http.StatusUnprocessableEntity, "false-line", b.secret.Sign(a.sum(), act))
	a.tries(http.StatusUnprocessableEntity, "false-line", a.secret.Sign(strings.Repeat("0", 64), act)) // After another line.
	b.tries(http.StatusForbidden, "not-yours", a.secret.Sign(a.sum(), act))
	b.tries(http.StatusUnprocessableEntity, "false-line", b.secret.Sign(b.sum(), hands.Entry{Kind: hands.Act, By: b.side, Text: signedFire})) // It is the other side's turn.
	a.tries(http.StatusUnprocessableEntity, "refused", a.secret.Sign(a.sum(), hands.Entry{Kind: hands.Act, By: a.side, Text: "do fire sig-33b at escort normal"}))
	late := a.secret.Sign(a.sum(), act)
	look := &hand{client: p.look, Player: a.Player, path: p.path, side: a.side}
	look.tries(http.StatusForbidden, "spectator", late)
	p.look.want(http.StatusForbidden, nil, "POST", p.path+"/hands/consents", lineOf(a.sum(), hands.Entry{Kind: hands.Close, By: a.side}))
	var no Problem
	a.want(http.StatusConflict, &no, "POST", p.path+"/hands", lineOf(strings.Repeat("0", 64), late))
	if no.Sum != a.sum() || no.Lines != 1 {
		t.Errorf("%+v", no)
	}
	a.sends(http.StatusOK, nil, late)
	// Only the rules ask for dice or roll them.
	a.want(http.StatusUnprocessableEntity, nil, "POST", p.path+"/hands", `{"sum":"","entry":{"kind":"roll","by":"German"}}`)
}

// TestHandsCutTail: the last lines are cut off. A client that has seen more reveals and signs
// nothing, even after a restart from its file.
func TestHandsCutTail(t *testing.T) {
	srv := served(t, Options{})
	_, a, b := fired(t, srv, handed(hands.Forfeit, 60))
	a.reveal()
	b.must(b.hear())
	memory := b.Memory()
	back := *b
	back.Player = twohands.NewPlayer(rulesets.Game, b.secret, memory)
	var x HandLines
	b.want(http.StatusOK, &x, "GET", b.path+"/hands", nil)
	for _, l := range x.Lines[:len(x.Lines)-1] {
		back.must(back.Follow([]byte(l)))
	}
	if !back.Behind() {
		t.Error("the tail is not missed")
	}
	if e, err := back.Reveal(); err == nil {
		t.Errorf("a value is given: %+v", e)
	}
	if e, err := back.Act("undo"); err == nil {
		t.Errorf("something is signed: %+v", e)
	}
	back.must(back.hear()) // With the missing lines it continues.
	if !back.reveal() {
		t.Error("nothing is owed")
	}
}

// TestHandsWithheld: a player withholds a value. The match names the player, stops, and the agreed
// consequence follows, but not before its time.
func TestHandsWithheld(t *testing.T) {
	srv := served(t, Options{})
	srv.since = time.Now().Add(-time.Hour) // The server was running all the time.
	p, a, b := fired(t, srv, handed(hands.Forfeit, 60))
	owes := p.state(p.look).Hands.Owes
	if owes == nil || owes.Side != "German" || owes.Then != "forfeit" || owes.Until <= owes.Since {
		t.Fatalf("%+v", owes)
	}
	b.tries(http.StatusConflict, "too-soon", b.secret.Sign(b.sum(), hands.Entry{Kind: hands.Lost, By: b.side}))
	a.reveal() // The second player now knows the faces and withholds the value.
	if owes := p.state(p.look).Hands.Owes; owes == nil || owes.Side != "Soviet" {
		t.Fatalf("%+v", owes)
	}
	a.must(a.hear())
	a.tries(http.StatusUnprocessableEntity, "false-line", a.secret.Sign(a.sum(), hands.Entry{Kind: hands.Act, By: a.side, Text: "undo"}))
	claim := a.secret.Sign(a.sum(), hands.Entry{Kind: hands.Lost, By: a.side})
	a.tries(http.StatusConflict, "too-soon", claim)
	later(t, srv, p, time.Minute+time.Second)
	a.sends(http.StatusOK, nil, claim)
	x := p.state(p.look)
	if x.Over == nil || x.Over.Winner != "German" || !x.Hands.Closed || x.Hands.Owes != nil {
		t.Errorf("%+v %+v", x.Over, x.Hands)
	}
	b.must(b.hear())
	if b.Lost() != 1 {
		t.Error("the player who withheld a value has not lost")
	}
	audited2(t, p)
}

// later moves the beginning of an owed value into the past.
func later(t *testing.T, s *Server, p *party, d time.Duration) {
	t.Helper()
	x, err := s.registry.table(t.Context(), p.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer s.registry.release(x)
	x.writeLocked(func() { x.session.Owed.Since = x.session.Owed.Since.Add(-d) })
}

// audited2 checks the lines with the verifiers: no roll may be complete.
func audited2(t *testing.T, p *party) {
	t.Helper()
	g := twohands.New(rulesets.Game, nil)
	lines := p.look.ask("GET", p.path+"/hands.jsonl", nil).Body.Bytes()
	for _, l := range bytes.Split(bytes.TrimSuffix(lines, []byte("\n")), []byte("\n")) {
		if err := g.Take(l); err != nil {
			t.Fatal(err)
		}
	}
	if !g.Hands.Closed() {
		t.Error("the lines have no end")
	}
}

// TestHandsStandIn: if the terms say so, the server replaces the value of an absent player, once
// for each roll, at its time and not before, also after a restart.
func TestHandsStandIn(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	dir := t.TempDir()
	srv := servedFrom(t, dir, Options{})
	p, a, b := fired(t, srv, handed(hands.Server, 3))
	if owes := p.state(p.look).Hands.Owes; owes.Then != "server" {
		t.Errorf("%+v", owes)
	}
	b.tries(http.StatusUnprocessableEntity, "false-line", b.secret.Sign(b.sum(), hands.Entry{Kind: hands.Lost, By: b.side}))
	a.reveal()
	srv.Close()
	if err := srv.store.Close(); err != nil {
		t.Fatal(err)
	}
	second := servedFrom(t, dir, Options{})
	for _, c := range []*client{a.client, b.client, p.look} {
		c.s = second
	}
	if owes := p.state(p.look).Hands.Owes; owes == nil || owes.Side != "Soviet" { // The match is loaded now, and the time runs.
		t.Fatalf("%+v", owes)
	}
	waited(t, "the server stands in", func() bool {
		return strings.Contains(p.look.ask("GET", p.path+"/hands.jsonl", nil).Body.String(), `"kind":"away"`)
	})
	a.must(a.hear())
	lines := p.look.ask("GET", p.path+"/hands.jsonl", nil).Body.String()
	if strings.Count(lines, `"kind":"away"`) != 1 || !strings.Contains(lines, `"kind":"roll"`) {
		t.Error(lines)
	}
	b.must(b.hear()) // The player returns and continues.
	// Both players are absent: the server replaces the first value, and makes no dice alone.
	waited(t, "nothing follows", func() bool {
		owes := p.state(p.look).Hands.Owes
		return owes != nil && owes.Side == "Soviet" && owes.Then == "nothing"
	})
	reveals(a, b)
	audited(t, p)
}

// TestHandsBack: the server replaces the values of an absent player for ten rolls. The player
// returns with their file, with their open client, and with only their recovery line. Each of these
// gives the same value, which is not a skipped one. A value sent before comes too late.
func TestHandsBack(t *testing.T) {
	srv := served(t, Options{})
	srv.since = time.Now().Add(-time.Hour)
	w := handed(hands.Server, 60)
	w.Ruleset, w.Scenario = "konflikt47", "farmhouse"
	p, h := two(t, srv, w)
	first, second := h[0], h[1]
	chance := mrand.New(mrand.NewPCG(1, 0))
	var late hands.Entry
	missed := 0
	for n := 0; missed < 10; n++ {
		if n > 400 {
			t.Fatal("nobody rolls ten times")
		}
		first.reveal()
		first.must(first.hear())
		side := first.Side(first.side)
		_, begun := first.Match.Pending()
		switch {
		case first.Player.Hands.Owes() == second.side:
			if missed == 0 { // The value is ready, and the connection is cut.
				second.must(second.hear())
				var err error
				late, err = second.Reveal()
				second.must(err)
			}
			later(t, srv, p, 2*time.Minute)
			srv.replaceOwedValue(p.ID)
			missed++
		case first.Decides() == side || first.Decides() < 0 && !begun && first.Match.Status().Side == side:
			steps(chance, first)
		default: // The player is present, but sends no values.
			second.must(second.hear())
			steps(chance, second)
		}
	}
	if n := strings.Count(p.look.ask("GET", p.path+"/hands.jsonl", nil).Body.String(), `"kind":"away"`); n != 10 {
		t.Fatalf("the server stood in %d times", n)
	}
	memory := second.Memory()
	second.tries(http.StatusConflict, "moved-on", late)
	for n := 0; ; n++ { // Until the player owes a value again.
		if n > 400 {
			t.Fatal("nobody rolls any more")
		}
		first.reveal()
		first.must(first.hear())
		second.must(second.hear())
		if second.Owes() {
			break
		}
		steps(chance, first, second)
	}
	late = second.secret.Sign(second.sum(), late)
	second.tries(http.StatusUnprocessableEntity, "false-line", late)
	want, err := second.secret.Value(11)
	second.must(err)
	for name, m := range map[string]hands.Memory{"the file": memory, "the recovery line": {}} {
		back := *second
		back.Player = twohands.NewPlayer(rulesets.Game, second.secret, m)
		back.must(back.hear())
		if e, err := back.Reveal(); err != nil || e.Value != want.String() {
			t.Errorf("%s: %v; the player gives %s, not the eleventh value %s", name, err, e.Value, want)
		}
	}
	if e, err := second.Reveal(); err != nil || e.Value != want.String() {
		t.Errorf("%v; the player gives %s, not the eleventh value %s", err, e.Value, want)
	}
	reveals(first, second)
	audited(t, p)
}

// TestHandsRestarts: a line is lost in transit, the server stops after any line, or it keeps the
// lines and loses the record. Nothing is lost, and no value is revealed early.
func TestHandsRestarts(t *testing.T) {
	dir := t.TempDir()
	srv := servedFrom(t, dir, Options{})
	p, h := two(t, srv, handed(hands.Forfeit, 60))
	chance := mrand.New(mrand.NewPCG(8, 0))
	for range 6 {
		moves(chance, h[0], h[1])
		srv.Close()
		if err := srv.store.Close(); err != nil {
			t.Fatal(err)
		}
		db, err := sql.Open("sqlite", filepath.Join(dir, "loophole.db"))
		if err == nil {
			_, err = db.Exec("DELETE FROM lines WHERE match = ? AND seq > (SELECT max(seq) - 2 FROM lines WHERE match = ?) AND seq > 0", p.ID, p.ID)
			db.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		srv = servedFrom(t, dir, Options{})
		for _, c := range []*client{h[0].client, h[1].client, p.look} {
			c.s = srv
		}
	}
	for range 20 {
		moves(chance, h[0], h[1])
	}
	reveals(h[0], h[1])
	audited(t, p)
}

// TestHandsRekey: a new key needs the other player's consent, whose signature is requested and
// stored.
func TestHandsRekey(t *testing.T) {
	srv := served(t, Options{})
	p, h := two(t, srv, handed(hands.Forfeit, 60))
	a, b := h[0], h[1]
	a.must(a.hear())
	b.must(b.hear())
	fresh := secretOf(a.client, p.path, a.side)
	e := hands.Entry{Kind: hands.Rekey, By: a.side, Key: fresh.Hand().Key, End: fresh.Hand().End}
	a.tries(http.StatusUnprocessableEntity, "false-line", fresh.Sign(a.sum(), e))
	consents := p.path + "/hands/consents"
	b.want(http.StatusForbidden, nil, "POST", consents, lineOf(b.sum(), e)) // For the other player.
	a.want(http.StatusConflict, nil, "POST", consents, lineOf(strings.Repeat("0", 64), e))
	a.want(http.StatusUnprocessableEntity, nil, "POST", consents, lineOf(a.sum(), hands.Entry{Kind: hands.Act, By: a.side, Text: "do rest sig-33b"}))
	a.want(http.StatusUnprocessableEntity, nil, "POST", consents, lineOf(a.sum(), hands.Entry{Kind: hands.Close, By: a.side})) // The game is not over.
	a.want(http.StatusOK, nil, "POST", consents, lineOf(a.sum(), e))
	forged := e
	forged.Consent = strings.Repeat("0", 128)
	b.want(http.StatusUnprocessableEntity, nil, "POST", consents, lineOf(b.sum(), forged))
	e.Consent = b.Consent(e)
	a.want(http.StatusForbidden, nil, "POST", consents, lineOf(a.sum(), e)) // Consent to the own request.
	b.want(http.StatusOK, nil, "POST", consents, lineOf(b.sum(), e))
	x := p.state(p.look).Hands.Offers
	if len(x) != 1 || x[0].Consent != e.Consent {
		t.Fatalf("%+v", x)
	}
	a.sends(http.StatusOK, nil, fresh.Sign(a.sum(), e))
	if x := p.state(p.look).Hands.Offers; len(x) != 0 {
		t.Errorf("%+v", x)
	}
	a.secret, a.Player = fresh, twohands.NewPlayer(rulesets.Game, fresh, a.Memory())
	a.act(signedFire)
	reveals(a, b)
}

// TestHandsWeakKey: a player claims a seat with a key for which anybody can sign, to deny their
// acts later. With the neutral point as key, a signature is valid that nobody made.
func TestHandsWeakKey(t *testing.T) {
	srv := served(t, Options{})
	p := began(t, srv, handed(hands.Forfeit, 60))
	nothing := "01" + strings.Repeat("0", 62)
	mine := secretOf(p.seats[0], p.path, p.Sides[0]).Hand()
	claim := p.path + "/seats/" + p.Sides[0] + "/claim"
	for _, key := range []string{nothing, nothing[:62] + "80", strings.Repeat("0", 64), "ee" + strings.Repeat("f", 60) + "7f"} {
		var no Problem
		p.seats[0].want(http.StatusUnprocessableEntity, &no, "POST", claim, map[string]any{"hand": HandIn{key, mine.End}})
		if no.Kind != "urn:loophole:weak-key" {
			t.Errorf("%s: %+v", key, no)
		}
	}
	h := sits(p.seats[0], p, p.Sides[0])
	other := sits(p.seats[1], p, p.Sides[1])
	h.must(h.hear())
	other.must(other.hear())
	e := hands.Entry{Kind: hands.Rekey, By: h.side, Key: nothing, End: mine.End}
	e.Consent = other.Consent(e)
	e.Sig = nothing + strings.Repeat("0", 64)
	h.tries(http.StatusUnprocessableEntity, "false-line", e)
}

// TestHandsRenewedClaim: a player claims a seat again on another machine with its first hand,
// although its chain was renewed since. No other end is accepted.
func TestHandsRenewedClaim(t *testing.T) {
	srv := served(t, Options{})
	p, h := two(t, srv, handed(hands.Forfeit, 60))
	a := h[0]
	a.must(a.hear())
	first, next := a.secret.Hand(), a.secret.Renewed().Hand()
	a.sends(http.StatusOK, nil, a.secret.Sign(a.sum(), hands.Entry{Kind: hands.Rekey, By: a.side, End: next.End}))
	claim := func(status int, key, end string) {
		t.Helper()
		a.want(status, nil, "POST", p.path+"/seats/"+a.side+"/claim", map[string]any{"token": a.token, "hand": HandIn{key, end}})
	}
	claim(http.StatusOK, first.Key, first.End)
	claim(http.StatusOK, next.Key, next.End)
	claim(http.StatusConflict, first.Key, strings.Repeat("0", 64))
	claim(http.StatusConflict, h[1].secret.Hand().Key, first.End)
	a.must(a.hear())
	a.act(signedFire)
	reveals(a, h[1])
}

// TestHandsDue: the consequence of an owed value is valid from the second that the clients are
// told.
func TestHandsDue(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	srv := served(t, Options{})
	p, a, b := fired(t, srv, handed(hands.Forfeit, 1))
	a.reveal()
	a.must(a.hear())
	until, err := time.Parse(time.RFC3339, p.state(p.look).Hands.Owes.Until)
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Until(until))
	a.sends(http.StatusOK, nil, a.secret.Sign(a.sum(), hands.Entry{Kind: hands.Lost, By: a.side}))
	b.must(b.hear())
	if b.Lost() != 1 {
		t.Error("the player who withheld a value has not lost")
	}
}

// TestHandsNotKept: a line or consent that cannot be saved is not accepted, and the answer says so.
func TestHandsNotKept(t *testing.T) {
	for _, part := range []string{"/hands", "/hands/consents"} {
		srv := served(t, Options{})
		p, h := two(t, srv, handed(hands.Forfeit, 60))
		h[0].must(h[0].hear())
		e := hands.Entry{Kind: hands.Rekey, By: h[0].side, End: secretOf(h[0].client, p.path, h[0].side).Hand().End}
		srv.store.Close()
		if part == "/hands" {
			e = h[0].secret.Sign(h[0].sum(), e)
		}
		var no Problem
		if h[0].want(http.StatusServiceUnavailable, &no, "POST", p.path+part, lineOf(h[0].sum(), e)); no.Kind != "urn:loophole:not-kept" {
			t.Errorf("%+v", no)
		}
	}
}

// TestHandsBounded: lines are limited in number and bytes. Beyond the limits nobody acts, but owed
// values are accepted.
func TestHandsBounded(t *testing.T) {
	srv := served(t, Options{})
	p, a, b := fired(t, srv, handed(hands.Forfeit, 60))
	x, err := srv.registry.table(t.Context(), p.ID)
	a.must(err)
	defer srv.registry.release(x)
	x.writeLocked(func() { x.hands.signed = [2]int{mostSigned, mostSigned} })
	reveals(a, b)
	for _, h := range []*hand{a, b} {
		h.must(h.hear())
		if side := h.Decides(); side == h.Side(h.side) {
			h.tries(http.StatusConflict, "full", h.secret.Sign(h.sum(), hands.Entry{Kind: hands.Act, By: h.side, Text: "choose 0"}))
		}
	}
	x.writeLocked(func() { x.hands.signed, x.hands.bytes = [2]int{}, mostHandBytes+1 })
	a.tries(http.StatusConflict, "full", a.secret.Sign(a.sum(), hands.Entry{Kind: hands.Act, By: a.side, Text: "undo"}))
}

// TestHandsTold: listeners receive the number of new lines, and can read the lines from any number.
func TestHandsTold(t *testing.T) {
	srv := served(t, Options{})
	p, a, b := fired(t, srv, handed(hands.Forfeit, 60))
	reveals(a, b)
	var all, part HandLines
	p.look.want(http.StatusOK, &all, "GET", p.path+"/hands", nil)
	p.look.want(http.StatusOK, &part, "GET", p.path+"/hands?from=3", nil)
	if all.Count != len(all.Lines) || len(part.Lines) != len(all.Lines)-2 || part.Lines[0] != all.Lines[2] || part.Terms != "" {
		t.Errorf("%d of %d; %d from 3 on", len(all.Lines), all.Count, len(part.Lines))
	}
	p.look.want(http.StatusOK, &part, "GET", fmt.Sprint(p.path, "/hands?from=", all.Count+5), nil)
	if len(part.Lines) != 0 {
		t.Error(part.Lines)
	}
	x, err := srv.registry.table(t.Context(), p.ID)
	a.must(err)
	defer srv.registry.release(x)
	x.writeLocked(func() {
		l := &eventStream{table: x, who: seat{roleSpectator, 0}}
		if text := l.unsentEvents(); !strings.Contains(text, fmt.Sprintf("event: hands\ndata: {\"lines\":%d,\"sum\":%q", all.Count, all.Sum)) {
			t.Error(text)
		}
		if text := l.unsentEvents(); strings.Contains(text, "event: hands") {
			t.Error("it is told twice")
		}
	})
}
