package server

import (
	"database/sql"
	"fmt"
	mrand "math/rand/v2"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"loophole/hands"
)

// TestHandsRestarts: a line is lost in transit, the server stops after any line, or it keeps the
// lines and loses the record. Nothing is lost, and no value is revealed early.
func TestHandsRestarts(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
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
	x, err := srv.registry.match(t.Context(), p.ID)
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
	x, err := srv.registry.match(t.Context(), p.ID)
	a.must(err)
	defer srv.registry.release(x)
	x.writeLocked(func() {
		l := &eventStream{live: x, who: seat{roleSpectator, 0}}
		if text := l.unsentEvents(); !strings.Contains(text, fmt.Sprintf("event: hands\ndata: {\"lines\":%d,\"sum\":%q", all.Count, all.Sum)) {
			t.Error(text)
		}
		if text := l.unsentEvents(); strings.Contains(text, "event: hands") {
			t.Error("it is told twice")
		}
	})
}
