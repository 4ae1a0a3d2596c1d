package cli

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"loophole/hands"
	"loophole/policy"
)

// TestJoinStoodIn: the server stands in for a player whose value comes late. The player comes back,
// and so does another machine with the recovery line. Each of them gives the value after the one
// that was skipped.
func TestJoinStoodIn(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel() // It waits.
	l := lying(t, strings.Replace(rowOfHands, `"two hands"`, `"two hands","away":"server","wait":1`, 1))
	ctx, rng := t.Context(), policy.NewRand(4, 0, 0)
	a, b := l.both(ctx)
	if err := a.handleLine(ctx, "fire sig-33b at shaken-squad normal"); err != nil {
		t.Fatal(err)
	}
	if err := b.fetchLines(ctx); err != nil {
		t.Fatal(err)
	}
	late, err := b.player.Reveal()
	if err != nil {
		t.Fatal(err)
	}
	b.kept.Memory = b.player.Memory()
	// given returns the values of the second side by their numbers, and how many others the server
	// replaced.
	given := func() (values map[int]string, missed int) {
		values = map[int]string{}
		number, turn := 0, 0
		for _, e := range a.entries(t) {
			switch {
			case e.Kind == hands.Ask:
				turn = 0
			case e.Kind != hands.Reveal && e.Kind != hands.Away:
			case turn == 0: // The first side gives first.
				turn++
			default:
				number++
				if e.Kind == hands.Reveal {
					values[number] = e.Value
				} else {
					missed++
				}
			}
		}
		return values, missed
	}
	stoodIn := func() bool { _, missed := given(); return missed > 0 }
	for end := time.Now().Add(20 * time.Second); !stoodIn(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the server never stands in")
		}
	}
	if err := b.send(ctx, late); kindOf(err) != "moved-on" {
		t.Errorf("the late value: %v", err)
	}
	w, err := remoteOf(b.remote.link())
	if err != nil {
		t.Fatal(err)
	}
	other, err := seatKept(&joinFlags{data: t.TempDir()}, w)
	if err == nil {
		err = other.claim(ctx, w, b.kept.Root)
	}
	if err != nil {
		t.Fatal(err)
	}
	w.token = other.Token
	c := &console{in: strings.NewReader(""), out: io.Discard, err: io.Discard}
	j, err := c.newJoinedMatch(w, other)
	if err != nil {
		t.Fatal(err)
	}
	values, _ := given()
	for n := 0; len(values) < 2; n++ {
		if n > 100 {
			t.Fatal("the other machine never gives a value")
		}
		for _, x := range []*joinedMatch{a, j} {
			if err := x.catchUp(ctx); err != nil {
				t.Fatal(err)
			}
			if line := randomLine(t, x, rng); line != "" {
				if err := x.handleLine(ctx, line); err != nil {
					t.Fatal(err)
				}
			}
		}
		values, _ = given()
	}
	s, err := b.kept.secret()
	if err != nil {
		t.Fatal(err)
	}
	for n, value := range values {
		if v, err := s.Value(n); err != nil || value != v.String() || value == late.Value {
			t.Errorf("value %d is %s: %v", n, value, err)
		}
	}
}

// TestJoinForfeit: a player who has waited too long for a value can claim the game, but not
// earlier.
func TestJoinForfeit(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel() // It waits.
	l := lying(t, strings.Replace(rowOfHands, `"two hands"`, `"two hands","wait":3`, 1))
	a, said := l.joins(0)
	b, _ := l.joins(1)
	ctx := t.Context()
	for _, j := range []*joinedMatch{b, a} {
		if err := j.catchUp(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.handleLine(ctx, "forfeit"); err != nil || !strings.Contains(said.String(), "owes nothing") {
		t.Fatal(err, said)
	}
	if err := a.handleLine(ctx, "fire sig-33b at shaken-squad normal"); err != nil {
		t.Fatal(err)
	}
	a.owed = time.Now().Add(-time.Minute)
	if err := a.catchUp(ctx); err != nil || !strings.Contains(said.String(), "Soviet must give its value by ") {
		t.Fatal(err, said)
	}
	var err error
	for end := time.Now().Add(20 * time.Second); err == nil && time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		err = a.handleLine(ctx, "forfeit")
	}
	if err != errEnded || !strings.Contains(said.String(), "has time for its value until") || !strings.Contains(said.String(), "has lost") {
		t.Error(err, said)
	}
	if err := b.catchUp(ctx); err != errEnded {
		t.Error(err)
	}
}

// TestJoinResign: a player at the terminal resigns, out of turn too, after a confirmation. Both see
// who has won, and sign the end.
func TestJoinResign(t *testing.T) {
	l := lying(t, rowOfHands)
	a, heard := l.joins(0)
	b, said := l.joins(1)
	ctx := t.Context()
	for _, j := range []*joinedMatch{b, a, b} {
		if err := j.catchUp(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.handleLine(ctx, "resign"); err != nil || b.player.Over() || !strings.Contains(said.String(), "If the Soviet side resigns, the German side wins and the game is over; nobody can undo a resignation. To resign, type: resign yes\n") {
		t.Fatal(err, said)
	}
	if err := b.handleLine(ctx, "resign yes"); err != nil {
		t.Fatal(err)
	}
	var err error
	for range 4 {
		for _, j := range []*joinedMatch{a, b} {
			if err = errors.Join(err, j.catchUp(ctx)); err != nil && !errors.Is(err, errEnded) {
				t.Fatal(err)
			}
		}
	}
	for _, text := range []string{heard.String(), said.String()} {
		if !strings.Contains(text, "The game is over. The German side wins: the Soviet side resigns\n") || !strings.Contains(text, "Both sides have confirmed the result.") {
			t.Error(text)
		}
	}
}
