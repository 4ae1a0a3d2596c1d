package browsertest

import (
	"testing"
	"time"
)

// The first page is light. How soon it can be used is told, and is no reason to
// fail: that depends on what else the machine does.
func TestFirstPage(t *testing.T) {
	const most = 200_000
	best := time.Hour
	for range 3 { // Other work of the machine may slow one of them.
		p := served(t).open("/", desk) // The browser of a newcomer, who has nothing of it yet.
		took := time.Duration(see[float64](p, "the scenarios", `eyes.all('.scenario-go button:not(.quiet):not(:disabled)').length > 20 && performance.now()`) * float64(time.Millisecond))
		p.until("the pictures", `eyes.all('article.scenario svg')[0]`)
		p.mu.Lock()
		weight := p.weight
		p.mu.Unlock()
		t.Logf("the lobby: %.0f bytes, ready after %v", weight, took)
		if weight > most || weight < 10_000 {
			t.Errorf("the first page weighs %.0f bytes; at most %d are wanted", weight, most)
		}
		best = min(best, took)
	}
	t.Logf("the lobby is ready after %v", best)
}
