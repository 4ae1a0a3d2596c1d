package twohands_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"loophole/hands"
)

// TestResign: a side resigns by an act that it has signed itself, in or out of turn. The lines give
// the same record again, nothing but the end follows, and both sign that.
func TestResign(t *testing.T) {
	for by := range 2 {
		p := sat(t, "tideofiron", "row")
		forged := p.by(1-by, "resign")
		forged.By = p.sides[by]
		p.no(forged, "sign")
		p.add(p.by(by, "resign"))
		end := p.game.Match.Status()
		if !p.game.Over() || !end.Over || end.Winner != 1-by {
			t.Fatalf("side %d has resigned, and the status is %+v", by, end)
		}
		for side := range 2 {
			for _, act := range []string{"resign", "undo", "redo", "consent", "do rest sig-33b"} {
				p.no(p.by(side, act), "the game is over")
			}
		}
		e := hands.Entry{Kind: hands.Close, By: p.sides[0]}
		e.Consent = p.secrets[1].Consent(p.game.Hands.Sum, e)
		p.add(p.secrets[0].Sign(p.game.Hands.Sum, e))
		g, record, err := again(p.text.Bytes())
		must(t, err)
		if !g.Hands.Closed() || g.Match.Status() != end || !bytes.Equal(record.Bytes(), p.record.Bytes()) {
			t.Errorf("side %d: the lines tell another game", by)
		}
	}
}

// TestForgedResignation: a resignation that the other side has signed is a fault with its line.
func TestForgedResignation(t *testing.T) {
	p := sat(t, "tideofiron", "row")
	p.add(p.by(1, "resign"))
	text := strings.Replace(p.text.String(), `"by":"Soviet","text":"resign"`, `"by":"German","text":"resign"`, 1)
	if text == p.text.String() {
		t.Fatal("nothing was forged")
	}
	var fault *hands.Fault
	if _, _, err := again([]byte(text)); !errors.As(err, &fault) || fault.Line != 2 {
		t.Error(err)
	}
}

// TestResignAtDecision: nobody resigns while a decision waits, and both may when it is taken.
func TestResignAtDecision(t *testing.T) {
	p := sat(t, "tideofiron", "row")
	for chance := rand.New(rand.NewPCG(1, 2)); p.game.Decides() < 0; {
		if !p.move(chance) {
			t.Fatal("nobody decides in this game: the test needs another seed")
		}
	}
	for by := range 2 {
		p.no(p.by(by, "resign"), "a decision is open")
	}
	for side := p.game.Decides(); side >= 0; side = p.game.Decides() {
		p.acts(side, "choose 0")
	}
	p.add(p.by(0, "resign"))
	if !p.game.Over() {
		t.Error("the game is not over")
	}
}
