package konflikt47_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"loophole/dice"
	"loophole/odds"
	"loophole/rule"
	"loophole/rulesets/konflikt47"
	"loophole/rulestest"
)

// These tests compare the chapter's numbers with chances computed by hand or in this file, and play
// questions with given dice. They share no code with the engine.

var book = rulestest.Checker{Rules: konflikt47.Rules}

// asked parses a question, which may be illegal.
func asked(t testing.TB, words string, house ...rule.Setting) *rule.Question {
	t.Helper()
	return book.Ask(t, words, house...)
}

// ask parses a legal question.
func ask(t testing.TB, words string, house ...rule.Setting) *rule.Question {
	t.Helper()
	q := asked(t, words, house...)
	if err := q.Legal(nil); err != nil {
		t.Fatalf("%s: %v", words, err)
	}
	return q
}

// ruling returns house rules with one reading.
func ruling(name, reading string) rule.Setting {
	return rule.Setting{Path: "rulings." + name, Value: reading}
}

// chance returns the exact chance of an event.
func chance(t testing.TB, q *rule.Question, event string) *big.Rat {
	t.Helper()
	i := slices.IndexFunc(q.Procedure.Events, func(e rule.Label) bool { return e.Name == event })
	if i < 0 {
		t.Fatalf("%s has no event %q", q.Procedure.Name, event)
	}
	c, err := odds.Chances(context.Background(), q, odds.Options{}, i)
	if err != nil {
		t.Fatal(q, err)
	}
	return c[0].Exact
}

func mean(t testing.TB, q *rule.Question, measure string) *big.Rat {
	t.Helper()
	return rulestest.Mean(t, rulestest.Answer(t, q), measure)
}

func same(t testing.TB, what string, got, want *big.Rat) {
	t.Helper()
	rulestest.Same(t, what, got, want)
}

func frac(s string) *big.Rat {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		panic(s)
	}
	return r
}

// plays answers a question with given faces, one group for each roll. It fails if dice are left
// over.
func plays(t testing.TB, words, faces string, house ...rule.Setting) any {
	t.Helper()
	q := ask(t, words, house...)
	tray := dice.MustTray(faces)
	outcome, err := q.Play(tray, nil)
	if err == nil {
		err = tray.CheckAllUsed()
	}
	if err != nil {
		t.Fatalf("%s with %s: %v", words, faces, err)
	}
	return outcome
}

// TestForbidden checks situations that one sentence of the chapter each forbids.
func TestForbidden(t *testing.T) {
	for words, by := range map[string]rule.Clause{
		"deploy in-zone=not-at-all":                "setup.zone",
		"deploy unit=pak-40 opening=wall":          "gun.opening",
		"enter unit=pak-40":                        "gun.never-enters",
		"enter unit=cavalry":                       "enter.infantry",
		"enter order=advance":                      "enter.run",
		"enter farthest=2":                         "enter.reach",
		"enter opening=wall":                       "enter.opening",
		"enter friends=1":                          "enter.capacity",
		"enter enemy=yes":                          "enter.enemy",
		"enter burning=yes":                        "flame.impassable",
		"enter structure=bunker opening=window":    "bunker.doors",
		"leave floor=1":                            "leave.ground",
		"leave order=fire":                         "leave.order",
		"leave distance=7":                         "leave.move",
		"move order=advance to=2":                  "orders.advance",
		"move to=3":                                "orders.run",
		"move to=0 sections=2 section-size=7":      "large.two",
		"move to=0 sections=1 not-connected=yes":   "large.sections",
		"order order=run unit=pak-40 deployed=yes": "gun.orders",
		"shoot-from weapons.1.opening=wall":        "from.openings",
		"shoot-from weapons.1.count=7":             "from.two-men",
		"shoot-from structure=bunker":              "bunker.slits",
		"shoot-at sight=wall":                      "at.small-arms",
		"shoot-at reacts=down die=fire":            "at.down",
		"flame sight=wall":                         "flame.opening",
		"assault floor=1":                          "assault.ground",
		"assault distance=13":                      "assault.measure",
		"assault opening=wall":                     "assault.contact",
		"assault from=above floor=2":               "assault.inside",
		"assault from=below floor=1 reacts=shoot":  "leave.no-react",
		"ram unit=merlin":                          "ram.who",
		"ram material=other":                       "ram.material",
		"ram order=advance":                        "ram.as-vehicle",
		"ram structure=tank-trap":                  "ram.fortified",
		"ram structure=pillbox":                    "ram.fortified",
		"shoot-from unit=mmg-team weapons=mmg weapons.1.opening=window weapons.1.other-opening=yes":                                                            "fixed.only",
		"shoot-from men=8 weapons=rifle,rifle weapons.2.target=2 targets=3,3 targets.1.distance=9 targets.2.distance=9 weapons.1.openings=2":                   "from.side",
		"shoot-from unit=pak-40 weapons=heavy-at-gun weapons.1.opening=window weapons.1.other-opening=yes targets=0 targets.1.unit=tiger targets.1.distance=9": "gun.fixed",
	} {
		var refused rule.IllegalError
		if err := asked(t, words).Legal(nil); !errors.As(err, &refused) || len(refused) != 1 || refused[0].Cite != by {
			t.Errorf("%s: %v, want a violation of %s alone", words, err, by)
		}
	}
}

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

// Half of the shells burst at the top, and half of the rest on each floor below. The ground floor
// has the last two shares.
func TestShellFalls(t *testing.T) {
	names := []string{"ground", "first", "second", "third"}
	for storeys := 1; storeys <= 4; storeys++ {
		q := ask(t, fmt.Sprintf("shell weapon=light-mortar distance=20 hit=yes storeys=%d floors=4", storeys))
		for floor := range storeys {
			want := big.NewRat(1, 1<<(storeys-floor))
			if floor == 0 {
				want = big.NewRat(1, 1<<(storeys-1))
			}
			same(t, fmt.Sprintf("floor %d of %d", floor, storeys), chance(t, q, "bursts-on-"+names[floor]+"-floor"), want)
		}
	}
	// Through the roof and two floors: 3, 2, 4 stop on the first floor of four.
	got := plays(t, "shell weapon=light-mortar distance=20 storeys=4 floors=4,5", "6 | 3 | 2 | 4 | 2 | 6 1 | 2").(konflikt47.Shelled)
	if got.Burst != 1 || got.Floors[1].Lost != 1 || got.Floors[1].Pins != 1 || got.Floors[0].Lost != 0 {
		t.Errorf("%+v", got)
	}
}

// Twelve hits have the chance 1/36 with 2D6, 3/8 with 3D6 and 0 with fewer dice. Then all units in
// the building are lost, on every floor.
func TestTwelveHits(t *testing.T) {
	for he, want := range map[string]string{"d2": "0", "d3": "0", "d6": "0", "2d6": "1/36", "3d6": "3/8"} {
		q := ask(t, "direct-he weapon=none hit=yes floors=8,5 he="+he)
		same(t, he, chance(t, q, "building-destroyed"), frac(want))
	}
	got := plays(t, "direct-he weapon=medium-howitzer hit=yes floors=8,0,5 storeys=3 roof=2", "6 6").(konflikt47.Shelled)
	if !got.Rubble || got.Floors[0].Lost != 8 || got.Floors[1].Lost != 0 || got.Floors[2].Lost != 5 || got.Roof.Lost != 2 {
		t.Errorf("%+v", got)
	}
	// For a unit that is down, twelve are counted before or after halving.
	q := "direct-he weapon=none he=2d6 hit=yes floors=8 floors.1.die=down"
	same(t, "rolled", chance(t, ask(t, q), "building-destroyed"), frac("1/36"))
	same(t, "suffered", chance(t, ask(t, q, ruling("twelve-hits", "suffered")), "building-destroyed"), new(big.Rat))
	same(t, "concrete", chance(t, ask(t, "direct-he structure=bunker storeys=1 sight=slit weapon=none he=3d6 hit=yes floors=8", ruling("bunker-falls", "no")), "building-destroyed"), new(big.Rat))
}

// TestToHit checks the numbers to hit of one shot at a unit inside.
func TestToHit(t *testing.T) {
	for words, want := range map[string]string{
		"weapons=rifle distance=12":                             "1/3",  // 5+
		"weapons=rifle distance=13":                             "1/6",  // 6+: long range
		"weapons=rifle distance=6":                              "1/2",  // 4+: point blank
		"weapons=rifle distance=12 reacts=down":                 "1/6",  // it goes down
		"weapons=rifle distance=12 by.pins=1":                   "1/6",  //
		"weapons=rifle distance=12 by.pins=2":                   "1/36", // 7+: a 6 and another 6
		"weapons=rifle distance=12 by.pins=8":                   "1/36", // however much is needed
		"weapons=rifle distance=12 men=2":                       "1/6",  // a small unit
		"weapons=rifle distance=12 by.order=advance":            "1/6",  //
		"weapons=smg distance=5 by.order=advance":               "3/4",  // two shots, and no penalty for moving
		"weapons=rifle distance=12 by.quality=inexperienced":    "1/6",  //
		"weapons=bazooka distance=12":                           "1/6",  // shaped charge
		"weapons=rifle by.sniper=yes distance=18":               "5/6",  // cover does not count
		"weapons=rifle by.sniper=yes distance=19":               "2/3",  //
		"structure=bunker sight=slit weapons=rifle distance=12": "1/36", // four instead of two
		"structure=bunker sight=slit weapons=rifle distance=5":  "1/6",  //
		"floor=2 bare-roof=yes weapons=rifle distance=12 men=4": "2/3",  // on the roof, with nothing to hide behind
		"floor=2 weapons=rifle distance=12":                     "1/3",  // and behind its edge
		"weapons=anti-tank-rifle distance=12 by.men=1":          "1/6",  // the last man of a team
	} {
		same(t, words, chance(t, ask(t, "shoot-at "+words), "pinned"), frac(want))
	}
}

// Extra protection needs a 6 whatever the quality. Penetration adds to the die.
func TestExtraProtection(t *testing.T) {
	hit := map[string]*big.Rat{"rifle": frac("1/3"), "anti-tank-rifle": frac("1/3"), "heavy-tesla-rifle-aimed": frac("1/3"), "bazooka": frac("1/6")}
	damage := map[string]*big.Rat{"rifle": frac("1/6"), "anti-tank-rifle": frac("1/2"), "heavy-tesla-rifle-aimed": frac("1/3"), "bazooka": frac("5/6")}
	for weapon, p := range hit {
		for _, who := range []string{"quality=inexperienced", "quality=regular", "quality=veteran", "resilient=yes", "unit=pak-40", "artillery=yes"} {
			q := ask(t, "shoot-at distance=12 weapons="+weapon+" "+who)
			same(t, weapon+" "+who, chance(t, q, "casualty"), new(big.Rat).Mul(p, damage[weapon]))
		}
	}
	// Against shells and flames all units count as in the open, with or without a gun shield.
	for who, need := range map[string]string{"quality=inexperienced": "5/6", "quality=regular": "2/3", "quality=veteran": "1/2", "resilient=yes": "1/3"} {
		got := chance(t, ask(t, "direct-he weapon=none he=d2 hit=yes floors=8 floors.1."+who), "casualty")
		p := frac(need)
		miss := new(big.Rat).Sub(big.NewRat(1, 1), p)
		// One hit and two hits each have a chance of one half.
		want := new(big.Rat).Add(p, new(big.Rat).Sub(big.NewRat(1, 1), new(big.Rat).Mul(miss, miss)))
		same(t, "shell "+who, got, want.Quo(want, big.NewRat(2, 1)))
	}
	shield := chance(t, ask(t, "direct-he weapon=none he=d6 hit=yes floors=4 floors.1.unit=pak-40"), "casualty")
	same(t, "gun shield", shield, chance(t, ask(t, "direct-he weapon=none he=d6 hit=yes floors=4 floors.1.artillery=yes"), "casualty"))
}

// The chance of no hit by six rifles at long range and a machine gun is the product of all misses.
func TestVolley(t *testing.T) {
	q := ask(t, "shoot-at weapons=rifle,lmg-german weapons.1.count=6 distance=14")
	miss := big.NewRat(1, 1)
	for range 6 {
		miss.Mul(miss, frac("35/36"))
	}
	for range 5 {
		miss.Mul(miss, frac("17/18"))
	}
	same(t, "casualty", chance(t, q, "casualty"), new(big.Rat).Sub(big.NewRat(1, 1), miss))
	// One rifle fires at a squad that cannot break: it hits on 5+ and damages on 6.
	q = ask(t, "shoot-at weapons=rifle weapons.1.count=1 distance=12 men=8")
	same(t, "men", mean(t, q, "casualties"), frac("1/18"))
	same(t, "pins", mean(t, q, "pins"), frac("1/3"))
}

// Indirect fire needs a 6, and a better number each turn. Cover does not count.
func TestRanging(t *testing.T) {
	for words, want := range map[string]string{
		"":                                "1/6",
		"earlier-shots=1":                 "1/3",
		"earlier-shots=2":                 "1/2",
		"earlier-shots=3":                 "2/3",
		"earlier-shots=4":                 "5/6",
		"earlier-shots=9":                 "5/6",
		"ranged-in=yes":                   "5/6",
		"ranged-in=yes target-moved=yes":  "1/6",
		"earlier-shots=4 reacts=down":     "5/6",
		"structure=bunker ranged-in=yes":  "5/6",
		"earlier-shots=2 floors=0,0,2":    "1/2",
		"earlier-shots=2 sight=spotter":   "1/2",
		"he=d2 weapon=none distance=1":    "1/6",
		"weapon=heavy-howitzer storeys=6": "1/6",
	} {
		same(t, words, chance(t, ask(t, "shell "+words), "hit"), frac(want))
	}
	for _, event := range []string{"building-destroyed", "casualty", "unit-destroyed"} {
		q := ask(t, "shell structure=bunker storeys=1 floors=8 weapon=heavy-howitzer hit=yes")
		same(t, "bunker "+event, chance(t, q, event), new(big.Rat))
	}
}

// A flamethrower gives a squad two, three or four pins and a morale check, whatever the damage. A
// D6 cannot kill all eight men.
func TestFlames(t *testing.T) {
	q := ask(t, "flame floors=8")
	// Regulars hold on 7, 6, 5 and less: 21, 15 and 10 of 36.
	same(t, "breaks", chance(t, q, "unit-destroyed"), new(big.Rat).Sub(big.NewRat(1, 1), frac("46/108")))
	same(t, "burns", chance(t, q, "building-burns"), frac("1/2"))
	same(t, "team's fuel", chance(t, q, "fuel-out"), frac("1/3"))
	same(t, "leaves", chance(t, q, "abandoned"), frac("23/108"))
	same(t, "vehicle's fuel", chance(t, ask(t, "flame weapon=flamethrower-vehicle distance=12"), "fuel-out"), frac("1/6"))
	got := plays(t, "flame floors=8,6,0 storeys=3 floors.3.unit=us-57mm-gun", "4 | 6 2 1 5 | 3 | 1 | 3 2 | 2 | 4").(konflikt47.Burnt)
	want := konflikt47.Burnt{Burning: true, Empty: true, OccupantResults: konflikt47.OccupantResults{Floors: [6]konflikt47.UnitResult{
		{Fate: konflikt47.Abandons, Lost: 3, Pins: 2, Die: konflikt47.DownDie},
		{Fate: konflikt47.Abandons, Die: konflikt47.DownDie},
		{Fate: konflikt47.Destroyed, Lost: 3},
	}}}
	if got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// The order test rolls two dice against morale less pins. Double ones always pass, eleven and
// twelve never pass, and a double six is panic.
func TestOrders(t *testing.T) {
	ways := func(most int64) *big.Rat { // of 36, two dice that show no more
		n := int64(0)
		for a := int64(1); a <= 6; a++ {
			for b := int64(1); b <= 6; b++ {
				if a+b <= max(2, min(10, most)) {
					n++
				}
			}
		}
		return big.NewRat(n, 36)
	}
	for quality, morale := range map[string]int64{"inexperienced": 8, "regular": 9, "veteran": 10} {
		for pins := int64(1); pins < morale; pins++ {
			for officer := int64(0); officer <= 4; officer++ {
				q := ask(t, fmt.Sprintf("order quality=%s pins=%d officer=%d enemy-in-sight=yes friend-in-danger=yes", quality, pins, officer))
				same(t, q.String(), chance(t, q, "obeys"), ways(morale-pins+officer))
				same(t, q.String(), chance(t, q, "fires-at-friends"), frac("1/108"))
				same(t, q.String(), chance(t, q, "runs-away"), frac("2/108"))
			}
		}
	}
	same(t, "no pins, no test", chance(t, ask(t, "order pins=0"), "obeys"), big.NewRat(1, 1))
	same(t, "guns do not run", chance(t, ask(t, "order unit=pak-40 deployed=yes pins=2 enemy-in-sight=yes"), "runs-away"), new(big.Rat))
	if got := plays(t, "order order=rally pins=5", "2 2 | 6").(konflikt47.Ordered); got.Pins != 0 || got.Answer != konflikt47.Obeys {
		t.Errorf("%+v", got)
	}
	if got := plays(t, "order order=run pins=1 enemy-in-sight=yes", "6 6 | 3").(konflikt47.Ordered); got.Answer != konflikt47.RunsAway || got.Pins != 1 {
		t.Errorf("%+v", got)
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
	if want := (konflikt47.AssaultOutcome{Result: konflikt47.DefendersWin, Defenders: 3, DDie: konflikt47.FireDie}); got != want {
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

// TestGunsInside checks guns that are set up inside.
func TestGunsInside(t *testing.T) {
	if got := plays(t, "deploy unit=pak-40 opening=window", "").(konflikt47.SetUpOutcome); got.Moves || got.Orders != 4 || got.Arc != 90 {
		t.Errorf("%+v", got)
	}
}

// Plunging fire adds one point from above, within twelve inches, for heavy weapons against armour.
// It does not add to the point of indirect fire.
func TestPlungingFireOnTheTable(t *testing.T) {
	const schreck = "shoot-from unit=anti-tank-team weapons=panzerschreck weapons.1.opening=window targets=0 targets.1.unit=tiger targets.1.distance="
	for _, c := range []struct {
		words, faces string
		want         konflikt47.After
	}{
		// 3 and 6 and the top: exactly 10, superficial damage, a stunned crew.
		{schreck + "12 floor=1", "4 | 3 | 4", konflikt47.After{UnitResult: konflikt47.UnitResult{Pins: 2, Die: konflikt47.DownDie}}},
		{schreck + "12 floor=0", "4 | 3", konflikt47.After{UnitResult: konflikt47.UnitResult{Pins: 1}}},
		// Beyond twelve inches the range is long as well: 5+ to hit, but a shaped
		// charge loses no penetration.
		{schreck + "13 floor=1", "5 | 3", konflikt47.After{UnitResult: konflikt47.UnitResult{Pins: 1}}},
		// Three over the damage value: massive, two results.
		{schreck + "12 floor=1", "4 | 6 | 2 | 2", konflikt47.After{UnitResult: konflikt47.UnitResult{Fate: konflikt47.Destroyed}}},
		{schreck + "12 floor=1", "4 | 6 | 1 | 2", konflikt47.After{UnitResult: konflikt47.UnitResult{Pins: 3, Die: konflikt47.DownDie}, Stuck: true}},
	} {
		if got := plays(t, c.words, c.faces).(konflikt47.Fired).Targets[0]; got != c.want {
			t.Errorf("%s with %s: %+v, want %+v", c.words, c.faces, got, c.want)
		}
	}
	const grenade = "shoot-from weapons=rifle-grenade weapons.1.opening=window weapons.1.shells=yes targets=0 targets.1.unit=m3-half-track targets.1.distance=8 floor="
	same(t, "plunging.once", chance(t, ask(t, grenade+"1"), "first-destroyed"), chance(t, ask(t, grenade+"0"), "first-destroyed"))
	// By default a walker has no weaker side.
	const thor = "shoot-from weapons=bazooka weapons.1.opening=window targets=0 targets.1.unit=thor targets.1.distance=10 floor="
	below := chance(t, ask(t, thor+"0"), "first-destroyed")
	same(t, "walker", chance(t, ask(t, thor+"1"), "first-destroyed"), below)
	if above := chance(t, ask(t, thor+"1", ruling("walker-plunging", "yes")), "first-destroyed"); above.Cmp(below) <= 0 {
		t.Errorf("with walker-plunging=yes %v, without %v", above, below)
	}
}

// Flames from a window cause automatic hits, pins and a morale check, and the team tests its fuel.
func TestFlamesFromAWindow(t *testing.T) {
	q := ask(t, "shoot-from weapons=flamethrower weapons.1.opening=window targets=8 targets.1.distance=5 targets.1.cover=hard")
	same(t, "breaks", chance(t, q, "first-destroyed"), frac("62/108"))
	same(t, "fuel", chance(t, q, "fuel-out"), frac("1/3"))
}

// Flames hit vehicles automatically, with a pin and a morale check whatever the damage.
func TestFlamesAtVehicles(t *testing.T) {
	// D6 and 2 never come to 9: only the check, two dice over 9 less the pin.
	words := "shoot-from weapons=flamethrower weapons.1.opening=window targets=0 targets.1.distance=3 targets.1."
	same(t, "Panzer IV", chance(t, ask(t, words+"unit=panzer-iv"), "first-destroyed"), frac("5/18"))
	// Any of D6 hits that comes to 6 destroys a soft-skin: none does with 1/2 a hit,
	// on the average (1/2+1/4+1/8+1/16+1/32+1/64)/6 = 21/128; then the check, 13/18.
	same(t, "soft-skin", chance(t, ask(t, words+"damage-value=6"), "first-destroyed"), frac("677/768"))
}

// TestHostRules compares chances of the rest of the game with chances computed by hand.
func TestHostRules(t *testing.T) {
	for _, x := range []struct {
		words, event string
		n, d         int64
	}{
		// A morale check alone kills nobody. Two dice against 9 less two pins fail with 15/36.
		{"morale men=1 lost=0 due=yes", "unit-destroyed", 15, 36},
		{"morale men=2 lost=0 due=yes", "unit-destroyed", 15, 36},
		// The last man of a machine gun team subtracts one: 9, an officer, the last man, two pins.
		{"morale unit=mmg-team lost=2 officer=1", "unit-destroyed", 15, 36},
	} {
		if p := chance(t, ask(t, x.words), x.event); p.Cmp(big.NewRat(x.n, x.d)) != 0 {
			t.Errorf("%s: %s %v, want %d/%d", x.words, x.event, p, x.n, x.d)
		}
	}
	// A Tiger with eight pins that survives driving into a building has nine. They reach its morale
	// and destroy it, as any unit.
	if p := chance(t, ask(t, "ram unit=tiger pins=8 ordered=yes"), "vehicle-knocked-out"); p.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("a Tiger with eight pins: knocked out with %v", p)
	}
	if p := chance(t, ask(t, "ram unit=tiger pins=8 ordered=yes", rule.Setting{Path: "rulings.pinned-out", Value: "no"}), "vehicle-knocked-out"); p.Cmp(big.NewRat(1, 2)) >= 0 {
		t.Errorf("without that rule: knocked out with %v", p)
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
