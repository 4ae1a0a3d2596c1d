package tabletop

import (
	"testing"

	"loophole/dice"
	"loophole/game"
	"loophole/policy"
)

// reached is a position in which an action can be done, after others that are taken at
// random.
func reached(t *testing.T, f *game.Fight, a game.Action) (game.Position, bool) {
	t.Helper()
	for seed := range uint64(60) {
		p, random, chance := f.Start, dice.NewRandom(seed), policy.NewRand(seed, 0, 0)
		for range 40 {
			if f.Why(p, a) == nil {
				return p, true
			}
			legal, err := f.Legal(p)
			if err != nil {
				t.Fatal(err)
			}
			if len(legal) == 0 {
				break
			}
			if p, err = f.Play(p, legal[chance.Below(len(legal))], random, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	return f.Start, false
}

// The dice that an action begins with are those of its first roll; of a unit that shoots
// with several weapons one after the other, those of all of them.
func TestDiceOf(t *testing.T) {
	for _, c := range []struct {
		ruleset, scenario, line string
		want                    int
	}{
		{"konflikt47", "farmhouse", "fire first-squad at rear-guard with bullets", 12}, // 4 and 8
		{"konflikt47", "farmhouse", "fire mortar at grenadiers with shells", 1},
		{"konflikt47", "farmhouse", "assault lieutenant at schreck", 6}, // the defenders strike back with as many as are left
		{"konflikt47", "farmhouse", "down first-squad", 0},
		{"tideofiron", "block", "bombard sig-33b at D3", 14},
		{"d20skirmish", "arnhem", "fire pioniere at sappers-1", 5},
	} {
		f, a := laidOut(t, c.ruleset, c.scenario, c.line)
		p, found := reached(t, f, a)
		if !found {
			t.Errorf("%s cannot be done", c.line)
			continue
		}
		if got := diceOf(f, p, a, policy.Taking(nil)); got != c.want {
			t.Errorf("%s begins with %d dice; want %d", c.line, got, c.want)
		}
	}
}
