package policy_test

import (
	"context"
	"testing"

	"loophole/game"
	"loophole/internal/testgame"
	"loophole/odds"
	"loophole/policy"
)

// TestRelease: an action has the same outcomes in reused memory as in new memory.
func TestRelease(t *testing.T) {
	for _, s := range [][2]string{{"konflikt47", "farmhouse"}, {"lasergrenadiers", "farm"}, {"oldworld", "farmhouse"}} {
		var fights [2]*game.Instance
		for i := range fights {
			fights[i] = testgame.Bundled(t, s[0], s[1])
		}
		p, rng := fights[0].Start, policy.NewRand(1, 0, 0)
		for n := range 60 {
			legal, err := fights[0].Legal(p)
			if err != nil || len(legal) == 0 {
				t.Fatal(s, n, len(legal), err)
			}
			a := legal[rng.Below(len(legal))]
			of := func(f *game.Instance) *game.ActionRunner {
				x := f.ActionRunner(p, a)
				if _, err := odds.DistOf(context.Background(), x.Play, odds.Options{Floats: true, Budget: 500, Unsized: true}); err != nil && x.Len() == 0 {
					t.Fatal(err)
				}
				return x
			}
			x, y := of(fights[0]), of(fights[1])
			if x.Len() != y.Len() {
				t.Fatalf("%v: action %d leads to %d positions, in room of its own to %d", s, n, x.Len(), y.Len())
			}
			for i := range x.Len() {
				if x.At(i).Hash() != y.At(i).Hash() || x.Evaluate(i, 0) != y.Evaluate(i, 0) || x.Lost(i, 1) != y.Lost(i, 1) || x.Status(i) != y.Status(i) {
					t.Fatalf("%v: action %d, position %d is another in room of its own", s, n, i)
				}
			}
			next := x.At(rng.Below(x.Len()))
			x.Release()
			if p = next; fights[0].Status(p).Over {
				break
			}
		}
	}
}
