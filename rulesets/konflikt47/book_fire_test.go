package konflikt47_test

import (
	"fmt"
	"math/big"
	"testing"

	"loophole/rulesets/konflikt47"
)

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
	got := plays(t, "shell weapon=light-mortar distance=20 storeys=4 floors=4,5", "6 | 3 | 2 | 4 | 2 | 6 1 | 2").(konflikt47.ShellOutcome)
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
	got := plays(t, "direct-he weapon=medium-howitzer hit=yes floors=8,0,5 storeys=3 roof=2", "6 6").(konflikt47.ShellOutcome)
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
	got := plays(t, "flame floors=8,6,0 storeys=3 floors.3.unit=us-57mm-gun", "4 | 6 2 1 5 | 3 | 1 | 3 2 | 2 | 4").(konflikt47.FlameOutcome)
	want := konflikt47.FlameOutcome{Burning: true, Empty: true, OccupantResults: konflikt47.OccupantResults{Floors: [6]konflikt47.UnitResult{
		{Fate: konflikt47.Abandons, Lost: 3, Pins: 2, Die: konflikt47.DownDie},
		{Fate: konflikt47.Abandons, Die: konflikt47.DownDie},
		{Fate: konflikt47.Destroyed, Lost: 3},
	}}}
	if got != want {
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
		want         konflikt47.TargetResult
	}{
		// 3 and 6 and the top: exactly 10, superficial damage, a stunned crew.
		{schreck + "12 floor=1", "4 | 3 | 4", konflikt47.TargetResult{UnitResult: konflikt47.UnitResult{Pins: 2, Die: konflikt47.DownDie}}},
		{schreck + "12 floor=0", "4 | 3", konflikt47.TargetResult{UnitResult: konflikt47.UnitResult{Pins: 1}}},
		// Beyond twelve inches the range is long as well: 5+ to hit, but a shaped
		// charge loses no penetration.
		{schreck + "13 floor=1", "5 | 3", konflikt47.TargetResult{UnitResult: konflikt47.UnitResult{Pins: 1}}},
		// Three over the damage value: massive, two results.
		{schreck + "12 floor=1", "4 | 6 | 2 | 2", konflikt47.TargetResult{UnitResult: konflikt47.UnitResult{Fate: konflikt47.Destroyed}}},
		{schreck + "12 floor=1", "4 | 6 | 1 | 2", konflikt47.TargetResult{UnitResult: konflikt47.UnitResult{Pins: 3, Die: konflikt47.DownDie}, Stuck: true}},
	} {
		if got := plays(t, c.words, c.faces).(konflikt47.ShootFromOutcome).Targets[0]; got != c.want {
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

// Down is −1 to hit for infantry and artillery, and nothing for a vehicle: a rifle hits infantry at 3+ or, if it is
// down, at 4+, and kills a regular at 4+; the gun of a tiger hits a tank at 3+ in any case.
func TestDownVehicles(t *testing.T) {
	rifle := "shoot-from outside=yes men=1 weapons=rifle targets=10 targets.1.distance=12"
	same(t, "infantry", chance(t, ask(t, rifle), "casualty"), frac("1/3"))
	same(t, "infantry that is down", chance(t, ask(t, rifle+" targets.1.die=down"), "casualty"), frac("1/4"))
	tiger := "shoot-from outside=yes unit=tiger weapons=super-heavy-at-gun targets=0 targets.1.unit=sherman targets.1.distance=12"
	same(t, "a tank that is down", chance(t, ask(t, tiger+" targets.1.die=down"), "first-destroyed"), chance(t, ask(t, tiger), "first-destroyed"))
}

// Each flamethrower of a light vehicle has 2D6−1 hits: two have 4D6−2, here 10−2, and each 2 kills a
// regular.
func TestTwoLightFlamethrowers(t *testing.T) {
	const words = "shoot-from outside=yes unit=spinne weapons=flamethrower-light weapons.1.count=2 targets=20 targets.1.distance=5"
	got := plays(t, words, "6 2 1 1 | 2 2 2 2 2 2 2 2 | 1 | 3 2 | 4 4").(konflikt47.ShootFromOutcome)
	if want := (konflikt47.TargetResult{UnitResult: konflikt47.UnitResult{Lost: 8, Pins: 2}}); got.Targets[0] != want {
		t.Errorf("%+v, want %+v", got.Targets[0], want)
	}
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
