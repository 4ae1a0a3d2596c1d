package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"loophole/hands"
	"loophole/internal/server"
	"loophole/policy"
)

// TestJoinKeeps: only its owner can read the file of a seat. Before the program sends a value, the
// file says for which question the value is.
func TestJoinKeeps(t *testing.T) {
	l := lying(t, rowOfHands)
	ctx := t.Context()
	a, b := l.both(ctx)
	for _, j := range []*joinedMatch{a, b} {
		info, err := os.Stat(j.kept.file)
		if err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%v %v", info.Mode(), err)
		}
	}
	if err := a.handleLine(ctx, "fire sig-33b at shaken-squad normal"); err != nil {
		t.Fatal(err)
	}
	k, err := readSeat(a.kept.file)
	if err != nil || len(k.Memory.Given) != 1 || k.Memory.Lines < 3 {
		t.Errorf("%+v %v", k.Memory, err)
	}
	// On another machine the recovery line is enough, with the link that is shown beside it.
	w, err := remoteOf(a.remote.link())
	if err != nil {
		t.Fatal(err)
	}
	other, err := seatKept(&joinFlags{data: t.TempDir()}, w)
	if err != nil {
		t.Fatal(err)
	}
	if err := other.claim(ctx, w, strings.Repeat("0", 64)); err == nil || !strings.Contains(err.Error(), "recovery line") {
		t.Error(err)
	}
	other, err = seatKept(&joinFlags{data: t.TempDir()}, w)
	if err == nil {
		err = other.claim(ctx, w, k.Root)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := a.remote.ask(ctx, "GET", "", nil, nil); kindOf(err) != "wrong-token" {
		t.Errorf("the seat is open on the first machine: %v", err)
	}
	w.token = other.Token
	c := &console{in: strings.NewReader(""), out: io.Discard, err: io.Discard}
	j, err := c.newJoinedMatch(w, other)
	if err == nil {
		err = j.catchUp(ctx)
	}
	if err != nil || j.player.Hands.Lines != 4 {
		t.Errorf("%v; it has seen %d lines", err, j.player.Hands.Lines)
	}
}

// TestJoinRenewed: a chain was renewed, by whichever client. Another machine with the recovery line
// continues with the current chain, and so does the client that still plays.
func TestJoinRenewed(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	l := lying(t, rowOfHands)
	ctx := t.Context()
	a, b := l.both(ctx)
	s, err := a.kept.secret()
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s = s.Renewed()
		e, err := a.player.Sign(hands.Entry{Kind: hands.Rekey, End: s.Hand().End})
		if err == nil {
			err = a.send(ctx, e)
		}
		if err == nil {
			err = a.catchUp(ctx)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	w, err := remoteOf(a.remote.link())
	if err != nil {
		t.Fatal(err)
	}
	other, err := seatKept(&joinFlags{data: t.TempDir()}, w)
	if err == nil {
		err = other.claim(ctx, w, a.kept.Root)
	}
	if err != nil {
		t.Fatal(err)
	}
	w.token = other.Token
	c := &console{in: strings.NewReader(""), out: io.Discard, err: io.Discard}
	j, err := c.newJoinedMatch(w, other)
	if err == nil {
		err = j.catchUp(ctx)
	}
	if err == nil {
		err = j.handleLine(ctx, "fire sig-33b at shaken-squad normal")
	}
	for range 2 { // The first hand gives its value first, and then the second.
		for _, x := range []*joinedMatch{j, b} {
			if err == nil {
				err = x.catchUp(ctx)
			}
		}
	}
	// Line 1, two new chains, the act, the question, two values and the faces.
	if err != nil || j.player.Hands.Lines < 8 || len(j.kept.Memory.Given) == 0 {
		t.Errorf("%v; %d lines", err, j.player.Hands.Lines)
	}
}

// TestJoinRenews: the program renews a chain that runs low, once, while no question is open. A
// player who comes back continues with the current chain.
func TestJoinRenews(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	l := lying(t, rowOfHands)
	ctx, rng := t.Context(), policy.NewRand(3, 0, 0)
	a, b := l.both(ctx)
	// rekeys plays until there are so many rolls, and counts the new chains of each side.
	rekeys := func(rolls int) (n [2]int) {
		t.Helper()
		for range 400 {
			var x server.HandLines
			if err := a.remote.ask(ctx, "GET", "/hands", nil, &x); err != nil {
				t.Fatal(err)
			}
			text, sides := strings.Join(x.Lines, "\n"), l.begin.Sides
			if strings.Count(text, `{"kind":"roll"`) >= rolls && a.player.Hands.Owes() == "" {
				return [2]int{strings.Count(text, fmt.Sprintf(`{"kind":"rekey","by":%q`, sides[0])), strings.Count(text, fmt.Sprintf(`{"kind":"rekey","by":%q`, sides[1]))}
			}
			for _, j := range []*joinedMatch{a, b} {
				if err := j.catchUp(ctx); err != nil {
					t.Fatal(err)
				}
				if line := randomLine(t, j, rng); line != "" {
					if err := j.handleLine(ctx, line); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		t.Fatalf("there are never %d rolls", rolls)
		return n
	}
	if n := rekeys(2); n != [2]int{} {
		t.Errorf("%v chains were renewed, and 4,000 values were left", n)
	}
	b.low = b.player.Left()
	for range 2 { // It is not low any more when it hears again.
		if err := b.catchUp(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if n := rekeys(2); n != [2]int{0, 1} || b.player.Left() != hands.ChainLength || !b.player.Mine() {
		t.Errorf("%v chains were renewed, and %d values are left; want one of the second, and 4,096", n, b.player.Left())
	}
	b, _ = l.joins(1)
	if n := rekeys(6); n != [2]int{0, 1} {
		t.Errorf("%v chains were renewed after it came back", n)
	}
}

// TestJoinRenewsBetweenRolls: no chain is renewed in the middle of a roll, when the other side's
// value may be known.
func TestJoinRenewsBetweenRolls(t *testing.T) {
	l := lying(t, rowOfHands)
	ctx := t.Context()
	a, b := l.both(ctx)
	if err := a.handleLine(ctx, "fire sig-33b at shaken-squad normal"); err != nil {
		t.Fatal(err)
	}
	a.low = hands.ChainLength // As low as can be, and the other owes its value.
	lines := a.player.Hands.Lines
	if err := a.catchUp(ctx); err != nil || a.player.Hands.Lines != lines || a.player.Hands.Owes() != "Soviet" {
		t.Fatalf("%v; %d lines after %d; %q owes", err, a.player.Hands.Lines, lines, a.player.Hands.Owes())
	}
	if _, err := a.player.Renew(); err == nil {
		t.Error("it is signed while dice are asked for")
	}
	for range 40 { // Until all of the action is rolled.
		for _, j := range []*joinedMatch{b, a} {
			if err := j.catchUp(ctx); err != nil {
				t.Fatal(err)
			}
		}
		if a.player.Left() == hands.ChainLength {
			return
		}
		if b.player.Decides() == b.me {
			if err := b.handleLine(ctx, "1"); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Errorf("the chain is not renewed after the roll: %d are left", a.player.Left())
}
