package policy_test

import (
	"encoding/json"
	"testing"

	"loophole/policy"
)

// TestControlText: a series that continues from the text of its control gives the same as an
// uninterrupted series.
func TestControlText(t *testing.T) {
	f, m := openCheap(t, "tideofiron")
	play := func(from, to int) *policy.Series {
		x, err := policy.PlaySeries(t.Context(), f, randomPlayers, policy.Options{First: uint64(from), Games: to - from, Seed: 3, Luck: m})
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	whole, begun := play(0, 30), play(0, 13)
	text, err := json.Marshal(begun.Luck)
	if err != nil {
		t.Fatal(err)
	}
	continued := *begun
	continued.Luck = policy.Control{}
	if err := json.Unmarshal(text, &continued.Luck); err != nil || continued.Luck != begun.Luck {
		t.Fatalf("%s: read as %+v: %v", text, continued.Luck, err)
	}
	if continued.Add(play(13, 30)); continued.Luck != whole.Luck {
		t.Errorf("%+v, and without an interruption %+v", continued.Luck, whole.Luck)
	}
	for _, text := range []string{"", "1 2", "1 2 3 4 5 6 7 8 9 10 11 x", "1 2 3 4 5 6 7 8 9 10 11 12 13"} {
		if err := continued.Luck.UnmarshalText([]byte(text)); err == nil || continued.Luck != whole.Luck {
			t.Errorf("%q is read: %v", text, err)
		}
	}
}
