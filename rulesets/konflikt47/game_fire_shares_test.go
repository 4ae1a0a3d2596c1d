package konflikt47

import (
	"testing"

	"loophole/rule"
)

// TestWeaponsChosen: where few models have room to fire, the weapons that do most fire first, by
// the values of the rulebook and of the house rules.
func TestWeaponsChosen(t *testing.T) {
	// Four assault rifles, with two shots and a range of 18, and four rifles, with one shot and a
	// range of 24, are ten inches from a squad: long range for the assault rifles alone.
	for _, c := range []struct {
		name, from, target string
		house              []rule.Setting
		want               string
	}{
		// By the door two models have room. Of the shots of an assault rifle, those that roll 4 and
		// more hit: 2 × 3/6. Of those of a rifle, 3 and more: 4/6.
		{"in the open", "house/ground", "target", nil, "assault-rifle"},
		// Long range takes 3: 6 and more hit, 2 × 1/6 against 4/6.
		{"a harder long range", "house/ground", "target", []rule.Setting{{Path: "tables.modifiers.long-range.value", Value: "-3"}}, "rifle"},
		// In a building, 5 and 6 hit: 2 × 1/6 against 2/6. The last of equals fires first.
		{"in a building", "lawn", "garrison", nil, "rifle"},
		// As in the open, for the assault rifles 4 and more: 2 × 3/6 against 4/6.
		{"without cover", "lawn", "garrison", []rule.Setting{{Path: "tables.modifiers.building.value", Value: "0"}}, "assault-rifle"},
		// In a bunker, both need more than 6, a 6 and then another 6: 2 × 1/36 against 1/36.
		{"in a bunker", "range", "crew", nil, "assault-rifle"},
	} {
		h, err := Rules.House(c.house)
		if err != nil {
			t.Fatal(err)
		}
		s := yard()
		s.Spots = append(s.Spots, at("range", 12, 9, OpenGround))
		s.Units[0].Arms = []SetupArm{with("assault-rifle", 4), with("rifle", 4)}
		s.Units[4].At = "house/ground"
		if c.from == "house/ground" {
			s.Units[4].At = "house/first"
		}
		f, p, err := start(h, &s)
		if err != nil {
			t.Fatal(err)
		}
		if c.from == "lawn" {
			put(t, f, &p, "target", "corner")
		}
		put(t, f, &p, "squad", c.from)
		i, j := unitNamed(t, f, "squad"), unitNamed(t, f, c.target)
		fire := f.shotAt(&p, i, j, Fire)
		x := f.shareWeapons(rule.NewChecker(h), &p, &fire)
		if x.count == 0 {
			t.Fatalf("%s: nobody fires", c.name)
		}
		if far := x.shares[0].distance.Inches(); far < 10 || far > 12 {
			t.Errorf("%s: %d inches", c.name, far)
		}
		if got := weapons.RowName(f.units[i].arms[x.shares[0].kind].weapon); got != c.want {
			t.Errorf("%s: the first to fire are of the kind %s, want %s", c.name, got, c.want)
		}
	}
}

// TestPlungingRange: only fire from an upper floor at armour strikes its top, so that near is
// better than far.
func TestPlungingRange(t *testing.T) {
	_, f, p := fight(t, yard(), 1)
	for _, c := range []struct {
		from, target string
		want         bool
	}{
		{"house/first", "tiger", true}, {"house/ground", "tiger", false}, {"house/first", "squad", false}, {"lawn", "tiger", false},
	} {
		q := p
		put(t, f, &q, "garrison", c.from)
		fire := f.shotAt(&q, unitNamed(t, f, "garrison"), unitNamed(t, f, c.target), Fire)
		if got := f.strikesTop(rule.NewChecker(f.house), &q, &fire); got != c.want {
			t.Errorf("from %s at the %s: %v", c.from, c.target, got)
		}
	}
}
