package odds

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"loophole/rule"
)

// TestExplanationOrder compares the lines of an explanation with those of a plain search, for entries in any order.
func TestExplanationOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	fast := &explanation{index: map[lineKey]int{}}
	var slow []ExplanationLine
	for i := range 20_000 {
		e := rule.Entry{
			Kind: []rule.EntryKind{rule.Noted, rule.FactUsed}[r.IntN(2)], Cite: rule.Clause(fmt.Sprint("c", r.IntN(3))),
			Text: fmt.Sprint("text ", (i+r.IntN(3))%7), Name: fmt.Sprint("n", r.IntN(2)), Value: r.IntN(100),
		}
		fast.add(e)
		known := false
		for k := range slow {
			if x := &slow[k]; x.Kind == e.Kind && x.Clause == e.Cite && x.Text == e.Text && x.Name == e.Name {
				x.Low, x.High, known = min(x.Low, e.Value), max(x.High, e.Value), true
			}
		}
		if !known {
			slow = append(slow, ExplanationLine{Kind: e.Kind, Clause: e.Cite, Text: e.Text, Name: e.Name, Low: e.Value, High: e.Value})
		}
	}
	if len(fast.lines) != len(slow) || len(slow) != 2*3*7*2 {
		t.Fatalf("%d lines, want %d", len(fast.lines), len(slow))
	}
	for i, want := range slow {
		if got := fast.lines[i]; got.Kind != want.Kind || got.Clause != want.Clause || got.Text != want.Text || got.Name != want.Name || got.Low != want.Low || got.High != want.High {
			t.Errorf("line %d: %+v, want %+v", i, got, want)
		}
	}
}
