package server

import (
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/game"
	"loophole/internal/testgame"
	"loophole/policy"
)

// reached returns a position in which an action is legal, after random actions.
func reached(t *testing.T, f *game.Instance, a game.Action) (game.Position, bool) {
	t.Helper()
	for seed := range uint64(60) {
		p, random, rng := f.Start, dice.NewRandom(seed), policy.NewRand(seed, 0, 0)
		for range 40 {
			if f.WhyIllegal(p, a) == nil {
				return p, true
			}
			legal, err := f.Legal(p)
			if err != nil {
				t.Fatal(err)
			}
			if len(legal) == 0 {
				break
			}
			if p, err = f.Play(p, legal[rng.Below(len(legal))], random, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	return f.Start, false
}

// TestDiceOf: the first dice of an action are those of its first roll. If a unit shoots with
// several weapons in turn, they are those of all weapons.
func TestDiceOf(t *testing.T) {
	for _, c := range []struct {
		ruleset, scenario, line string
		want                    int
	}{
		{"konflikt47", "farmhouse", "fire first-squad at rear-guard with bullets", 12}, // 4 and 8
		{"konflikt47", "farmhouse", "fire mortar at grenadiers with shells", 1},
		{"konflikt47", "farmhouse", "assault lieutenant at schreck", 6}, // the surviving defenders strike back
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
		if got, _ := diceOf(f, p, a, policy.PresetChoices(nil)); got != c.want {
			t.Errorf("%s begins with %d dice; want %d", c.line, got, c.want)
		}
	}
}

// TestDiceOfATest: the first dice of a pinned unit are those of its order test, not of the ordered
// action.
func TestDiceOfATest(t *testing.T) {
	f := testgame.Bundled(t, "konflikt47", "crossroads")
	src, rng := dice.NewRandom(5), policy.NewRand(5, 0, 0)
	met := 0
	for p, n := f.Start, 0; n < 120 && met < 3; n++ {
		legal, err := f.Legal(p)
		if err != nil || len(legal) == 0 {
			break
		}
		a := legal[rng.Below(len(legal))]
		if many, test := diceOf(f, p, a, policy.PresetChoices(nil)); test != "" {
			met++
			if many != 2 || test != "order test" {
				t.Errorf("%s begins with %d dice of %q; want 2 of the order test", f.FormatAction(a), many, test)
			}
		}
		if p, err = f.Play(p, a, src, nil); err != nil {
			t.Fatal(err)
		}
	}
	if met == 0 {
		t.Error("no unit was pinned")
	}
}

// TestOddsOfATest: the odds say that the first dice test an order, and why the odds page has no
// question for a roll that is not a procedure.
func TestOddsOfATest(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	srv := served(t, Options{})
	p := began(t, srv, NewMatch{Ruleset: "konflikt47", Scenario: "crossroads", HotSeat: true, Seed: "7"})
	chance := rand.New(rand.NewPCG(3, 3))
	tested, unasked := false, false
	for n := 0; n < 150 && !(tested && unasked); n++ {
		for _, line := range p.lines(p.both) {
			actionType, _, _ := strings.Cut(line, " ")
			if actionType != "draw" && actionType != "rally" || actionType == "draw" && unasked {
				continue
			}
			var x Chances
			p.both.want(http.StatusOK, &x, "GET", p.path+"/odds"+query("action", line), nil)
			unasked = unasked || actionType == "draw" && strings.Contains(x.NoBench, "which order die comes out of the cup") && x.Bench == ""
			tested = tested || x.Test == "order test" && x.Dice == 2
		}
		if !p.move(t, chance) {
			break
		}
	}
	if !tested || !unasked {
		t.Errorf("an order test was told: %v; what the bench cannot be asked: %v", tested, unasked)
	}
}
