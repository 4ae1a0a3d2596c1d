package cli

import (
	"encoding/json"
	"strings"
	"testing"

	"loophole/hands"
)

// TestJoinRefusesLies: if the server lies about a line, the program names the line and gives no
// value.
func TestJoinRefusesLies(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for name, c := range map[string]struct{ of, old, new, says string }{
		"question": {`"kind":"ask"`, `"n":`, `"n":1`, "by my own engine the rules ask"},
		"die":      {`"kind":"ask"`, `"die":6`, `"die":8`, "by my own engine the rules ask"},
		"act":      {`"kind":"act"`, "normal", "concentrated", "not signed by German"},
		"kind":     {`"kind":"ask"`, `"kind":"ask"`, `"kind":"roll"`, "other fields"},
	} {
		l := lying(t, rowOfHands)
		a, _ := l.joins(0)
		b, said := l.joins(1)
		ctx := t.Context()
		if err := b.catchUp(ctx); err != nil {
			t.Fatal(err)
		}
		if err := a.handleLine(ctx, ""); err != nil { // It has not heard that the match has begun.
			t.Fatal(err)
		}
		if err := a.catchUp(ctx); err != nil {
			t.Fatal(err)
		}
		sum := b.player.Hands.Sum
		l.lie = func(line string) string {
			if strings.Contains(line, c.of) {
				var e hands.Entry
				if err := json.Unmarshal([]byte(strings.Replace(line, c.old, c.new, 1)), &e); err != nil {
					t.Error(err)
				}
				line = string(hands.Seal(sum, e))
			}
			sum = line[len(line)-66 : len(line)-2]
			return line
		}
		lie := l.lie
		l.lie = nil
		if err := a.handleLine(ctx, "fire sig-33b at shaken-squad normal"); err != nil {
			t.Fatal(err)
		}
		before := a.player.Hands.Lines
		l.lie = lie
		err := b.catchUp(ctx)
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "this program signs nothing and gives no values") || statusOf(err) != statusInvalid {
			t.Errorf("%s: %v", name, err)
		}
		if len(b.kept.Memory.Given) > 0 || len(b.player.Memory().Given) > 0 {
			t.Errorf("%s: a value was given: %s", name, said)
		}
		l.lie = nil
		if err := a.fetchLines(ctx); err != nil || a.player.Hands.Lines != before {
			t.Errorf("%s: %v; there are %d lines after %d", name, err, a.player.Hands.Lines, before)
		}
	}
}

// TestJoinFalseHand: the server gives a player's seat the hand of somebody else. The player's
// program notices that at once and signs nothing.
func TestJoinFalseHand(t *testing.T) {
	l := lying(t, rowOfHands)
	a, _ := l.joins(0)
	b, _ := l.joins(1)
	thief := hands.NewSecret(hands.MatchOf([]byte(b.kept.Terms)), "Soviet", hands.Value{1}).Hand()
	l.lie = func(line string) string {
		var h hands.Header
		at := strings.LastIndex(line, `,"sum":"`)
		if !strings.HasPrefix(line, `{"loophole":"hands"`) || json.Unmarshal([]byte(line[:at]+"}"), &h) != nil {
			return line
		}
		h.Hands[1] = thief
		_, forged, err := hands.Begin(h)
		if err != nil {
			t.Error(err)
		}
		return string(forged)
	}
	if err := a.catchUp(t.Context()); err != nil { // It cannot know: players compare the first checksum.
		t.Error(err)
	}
	if err := b.catchUp(t.Context()); err == nil || !strings.Contains(err.Error(), "someone else plays this seat") {
		t.Error(err)
	}
}
