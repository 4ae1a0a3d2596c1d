package konflikt47_test

import (
	"fmt"
	"math/big"
	"testing"

	"loophole/rule"
	"loophole/rulesets/konflikt47"
)

// TestRamScores compares the scores of a vehicle and a building with the published ratios.
func TestRamScores(t *testing.T) {
	for _, c := range []struct{ words, higher, equal, lower, far string }{
		{"unit=tiger material=wood", "53/54", "1/72", "1/216", "0"},
		{"unit=zeus material=wood", "53/54", "1/72", "1/216", "0"},
		{"unit=tiger material=brick", "493/648", "13/162", "103/648", "35/648"},
		{"unit=tiger-ii material=wood", "215/216", "1/216", "0", "0"},
		{"unit=churchill material=brick", "545/648", "5/81", "7/72", "35/1296"},
		{"unit=none class=super-heavy-walker fists=2 material=brick", "65/72", "7/162", "35/648", "5/432"},
	} {
		q := ask(t, "ram "+c.words)
		same(t, c.words+" higher", chance(t, q, "vehicle-higher"), frac(c.higher))
		same(t, c.words+" equal", chance(t, q, "equal"), frac(c.equal))
		same(t, c.words+" lower", chance(t, q, "building-higher"), frac(c.lower))
		same(t, c.words+" by three", chance(t, q, "building-far-higher"), frac(c.far))
		falls := new(big.Rat).Add(frac(c.higher), frac(c.equal))
		same(t, c.words+" destroyed", chance(t, q, "building-destroyed"), falls)
	}
}

// The three results of driving into a building set the position, the order die and the pin of a
// survivor.
func TestRamOnTheTable(t *testing.T) {
	for _, c := range []struct {
		words, faces string
		want         konflikt47.RamOutcome
	}{
		{"unit=tiger floors=8,8", "6 | 1 1 2", konflikt47.RamOutcome{Clash: konflikt47.VehicleHigher, Rubble: true, Lost: 2, Pins: 1, Die: konflikt47.DownDie, Stop: konflikt47.InRubble}},
		// 13 against 13: superficial damage, so a 4 on the die is a stunned crew.
		{"unit=tiger floors=8", "3 | 6 6 1 | 4", konflikt47.RamOutcome{Clash: konflikt47.Equal, Rubble: true, Lost: 1, Pins: 2, Die: konflikt47.DownDie, Stop: konflikt47.InRubble}},
		{"unit=tiger floors=8", "3 | 6 6 1 | 5", konflikt47.RamOutcome{Clash: konflikt47.Equal, Rubble: true, Lost: 1, Stuck: true, Pins: 2, Die: konflikt47.DownDie, Stop: konflikt47.InRubble}},
		// On fire, and the crew bails out: a wreck in the rubble, and no pin.
		{"unit=tiger floors=8", "3 | 6 6 1 | 6 | 5 4", konflikt47.RamOutcome{Clash: konflikt47.Equal, Rubble: true, Lost: 1, Out: true, Stop: konflikt47.InRubble}},
		// The building is higher: full damage from brick …
		{"unit=tiger floors=8", "1 | 6 3 3 | 4", konflikt47.RamOutcome{Clash: konflikt47.BuildingHigher, Out: true, Stop: konflikt47.InFront, Die: konflikt47.RunDie}},
		{"unit=tiger floors=8", "1 | 6 3 3 | 2", konflikt47.RamOutcome{Clash: konflikt47.BuildingHigher, Stuck: true, Pins: 2, Stop: konflikt47.InFront, Die: konflikt47.DownDie}},
		// … and superficial damage only from wood.
		{"unit=tiger material=wood floors=8", "1 | 6 6 | 4", konflikt47.RamOutcome{Clash: konflikt47.BuildingHigher, Pins: 2, Stop: konflikt47.InFront, Die: konflikt47.DownDie}},
		// The Zeus is tough in front: a 5 cancels the damage, and the pin stays.
		{"unit=zeus floors=8 distance=5", "1 | 6 3 3 | 5", konflikt47.RamOutcome{Clash: konflikt47.BuildingHigher, Pins: 1, Stop: konflikt47.InFront, Die: konflikt47.RunDie}},
	} {
		if got := plays(t, "ram "+c.words, c.faces); got != c.want {
			t.Errorf("%s with %s: %+v, want %+v", c.words, c.faces, got, c.want)
		}
	}
}

// blows returns the chances of 0 to n losses by n blows that each kill with a chance of one half.
// The losses do not exceed the men.
func blows(n, men int64) []*big.Rat {
	p := make([]*big.Rat, men+1)
	for i := range p {
		p[i] = new(big.Rat)
	}
	all := new(big.Int).Lsh(big.NewInt(1), uint(n))
	for k := range n + 1 {
		x := p[min(k, men)]
		x.Add(x, new(big.Rat).SetFrac(new(big.Int).Binomial(n, k), all))
	}
	return p
}

// Regulars assault regulars over a defended obstacle, computed as a chain of rounds. After equal
// losses the fight continues, and nobody strikes first.
func TestAssaultToTheFinish(t *testing.T) {
	const most = 10
	won := map[[2]int64]*big.Rat{}
	for n := int64(1); n <= most; n++ {
		for d := int64(1); d <= most; d++ {
			a := n
			win, stay := new(big.Rat), new(big.Rat)
			for lostD, p := range blows(a, d) {
				for lostA, q := range blows(d, a) {
					both := new(big.Rat).Mul(p, q)
					left, gone := a-int64(lostA), int64(lostD) == d
					switch {
					case left == 0:
					case gone || lostD > lostA:
						win.Add(win, both)
					case lostD == lostA && lostA == 0:
						stay.Add(stay, both)
					case lostD == lostA:
						win.Add(win, new(big.Rat).Mul(both, won[[2]int64{left, d - int64(lostD)}]))
					}
				}
			}
			won[[2]int64{a, d}] = win.Quo(win, new(big.Rat).Sub(big.NewRat(1, 1), stay))
		}
	}
	for _, c := range [][2]int64{{1, 1}, {2, 1}, {3, 5}, {10, 8}, {10, 10}} {
		q := ask(t, fmt.Sprintf("assault attackers=%d defenders=%d", c[0], c[1]))
		same(t, q.String(), chance(t, q, "attackers-hold"), won[c])
	}
	same(t, "one man each", won[[2]int64{1, 1}], frac("1/3"))
}

// TestAssaultOnTheTable plays an assault with given dice: reaction test, volley, two rounds.
func TestAssaultOnTheTable(t *testing.T) {
	// The test is passed with 7, three rifles of four hit, two of them kill: half
	// of four men, and a morale check that they pass with one pin. Then each side
	// fells one; the last attacker is too pinned to strike, and falls.
	got := plays(t, "assault attackers=4 defenders=4 reacts=shoot", "3 4 | 2 3 5 6 | 1 4 6 | 2 3 | 5 | 1 2 3 5 | 1 1 6", rule.Setting{Path: "facts.draw.agreed", Value: "0"})
	if want := (konflikt47.AssaultOutcome{Result: konflikt47.DefendersWin, Defenders: 3, DefendersDie: konflikt47.FireDie}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	// Without an obstacle the attackers strike first, with two dice for each assault weapon, and
	// regroup after their victory.
	got = plays(t, "assault from=leap-out attackers=3 defenders=3 attackers.assault-weapons=1", "4 4 1 1 | 1 | 5")
	if want := (konflikt47.AssaultOutcome{Result: konflikt47.AttackersWin, Attackers: 3, Regroup: 5}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	// A failed reaction test gives a pin and one blow fewer.
	got = plays(t, "assault attackers=2 defenders=2 reacts=shoot", "6 5 | 4 6 | 1")
	if want := (konflikt47.AssaultOutcome{Result: konflikt47.AttackersWin, Taken: true, Attackers: 2}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// Regulars have morale 9. With eight pins, a failed reaction test destroys them.
func TestPinnedToPieces(t *testing.T) {
	got := plays(t, "assault attackers=2 defenders=2 defenders.pins=8 reacts=shoot", "1 2")
	if want := (konflikt47.AssaultOutcome{Result: konflikt47.AttackersWin, Taken: true, Attackers: 2}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestResilientUnderFire: resilient troops are damaged on 6 at point-blank range, and by their
// quality in close combat.
func TestResilientUnderFire(t *testing.T) {
	const words = "assault attackers=1 defenders.unit=us-heavy-infantry defenders.men=1 attackers.style=point-blank from=leap-out"
	if p := chance(t, ask(t, words, rule.Setting{Path: "facts.draw.agreed", Value: "0"}), "attackers-win"); p.Cmp(big.NewRat(77, 480)) != 0 {
		t.Errorf("the attacker wins with %v, want 77/480", p)
	}
}
