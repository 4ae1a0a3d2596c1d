package main

import (
	"testing"

	"loophole/scenario"
)

// What was measured is of the scenarios as they are, and their first games end as
// they did when it was measured: otherwise the rules have changed since.
func TestMeasuredStands(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, b := range scenario.Bundled() {
		m := b.Measured()
		if m == nil {
			t.Errorf("%v is not measured as it is: run go generate ./scenario", b)
			continue
		}
		if m.Games != games || m.Seed != seed || m.Policy != by || m.Won[0]+m.Won[1]+m.Won[2] != games {
			t.Errorf("%v: %+v", b, m)
		}
		got, err := opening(b)
		if err != nil {
			t.Fatal(err)
		}
		if got != m.First {
			t.Errorf("%v: the first games end %s, and ended %s when it was measured: run go generate ./scenario", b, got, m.First)
		}
	}
}
