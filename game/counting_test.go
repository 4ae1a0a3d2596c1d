package game

import (
	"testing"

	"loophole/rule"
)

// Of a tally, the bands from a given one on count. As a test, the lowest band passes.
func TestTallies(t *testing.T) {
	r := rule.Entry{Kind: rule.Rolled, Cite: "x.y", Pool: rule.TallyPool(3, rule.D20, rule.Cuts(0, 12)), Value: 2<<16 | 1<<32}
	if n, ok := (DiceWording{From: 2}).count(nil, &r); n != 1 || !ok {
		t.Errorf("%d of the dice hurt, want 1", n)
	}
	f := &Instance{Game: &Game{Wording: Wording{Dice: map[rule.Clause]DiceWording{"x.y": {Yes: "stays", No: "wavers"}}}}}
	r.Pool = rule.TallyPool(1, rule.D20, rule.Cuts(10, 16))
	for value, want := range map[int]string{1: "stays", 1 << 16: "wavers", 1 << 32: "wavers"} {
		if r.Value = value; f.TestResult(&r) != want {
			t.Errorf("%x: %q, want %q", value, f.TestResult(&r), want)
		}
	}
}
