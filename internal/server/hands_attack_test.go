package server

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

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
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
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
	a.tries(http.StatusUnprocessableEntity, "illegal", a.secret.Sign(a.sum(), hands.Entry{Kind: hands.Act, By: a.side, Text: "do fire sig-33b at escort normal"}))
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
