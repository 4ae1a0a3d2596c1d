package analysis_test

import (
	"testing"

	"loophole/analysis"
)

// TestGivenWithin counts what the side that acts gives up within its action, and not what the other side does there.
func TestGivenWithin(t *testing.T) {
	s := analysis.Step{Side: 1, Given: 0.3, Parts: []analysis.Part{{Side: 1, Given: 0.25}, {Side: 0, Given: 0.5}, {Side: 1, Luck: 0.1}, {Side: 1, Given: 0.125}}}
	if got := s.GivenWithin(); got != 0.375 {
		t.Errorf("%v, want 0.375", got)
	}
}
