package embedding_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"loophole/internal/embedding"
)

// TestThreads uses one game and copies of it from several goroutines. No call is lost, and no answer
// is torn.
func TestThreads(t *testing.T) {
	g := begin(t, "d20skirmish", "arnhem", 2)
	var all sync.WaitGroup
	for k := range 4 {
		all.Go(func() {
			for n := range 25 {
				c := embedding.Clone(g.Game)
				if c <= 0 {
					t.Errorf("no copy: %d", c)
					return
				}
				embedding.Play(c, (n+k)%max(1, int(embedding.Count(c))))
				if said := embedding.Observe(c, k%2); !strings.Contains(said, `"position"`) {
					t.Error(said)
				}
				if said := embedding.Step(g.Game, "0"); !strings.Contains(said, `"status"`) && !strings.Contains(said, "over") {
					t.Error(said)
				}
				embedding.Free(c)
			}
		})
	}
	all.Wait()
	played := embedding.Observe(g.Game, 0)
	embedding.Reset(g.Game, 2)
	for range 100 {
		embedding.Play(g.Game, 0)
	}
	if embedding.Observe(g.Game, 0) != played {
		t.Error("100 steps at once differ from 100 in turn")
	}
}

// FuzzNewGame sets games up from any text. What is accepted can be played, observed and given up.
func FuzzNewGame(f *testing.F) {
	f.Add(`{"scenario": "block", "seed": 1}`, 0)
	f.Add(`{"scenario": "farm", "rulings": ["x=y"], "house": {"facts": {}}}`, 3)
	f.Add(`{"text": "format: 1\nruleset: tideofiron\nname: x\nsetup:\n  rounds: 6\n"}`, 1)
	f.Fuzz(func(t *testing.T, request string, index int) {
		said := embedding.NewGame(request)
		if strings.HasPrefix(said, "{\n  \"error\"") {
			return
		}
		g := told[begun](t, said)
		defer embedding.Free(g.Game)
		for range 20 {
			n := int(embedding.Count(g.Game))
			if n < 0 {
				t.Fatalf("%s: code %d", request, n)
			}
			if n == 0 {
				break
			}
			step(t, g.Game, 0, max(0, index%n), fmt.Sprint(index))
			told[list](t, embedding.Observe(g.Game, 1))
		}
	})
}
