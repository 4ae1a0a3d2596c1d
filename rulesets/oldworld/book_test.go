package oldworld_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/odds"
	"loophole/rule"
	"loophole/rulesets/oldworld"
	"loophole/rulestest"
)

var book = rulestest.Checker{Rules: oldworld.Rules}

// ask parses a question. The settings of the house rules are separate.
func ask(t testing.TB, words string, house ...string) *rule.Question {
	t.Helper()
	return book.Ask(t, words+" | "+strings.Join(house, " "))
}

func answer(t testing.TB, words string, house ...string) *odds.Answer {
	t.Helper()
	return rulestest.Answer(t, ask(t, words, house...))
}

func event(t testing.TB, a *odds.Answer, name string) *big.Rat {
	t.Helper()
	return rulestest.Event(t, a, name)
}

func measure(t testing.TB, a *odds.Answer, name string) *odds.IntDist {
	t.Helper()
	return rulestest.Measure(t, a, name)
}

// TestOccupancy checks which units may enter which buildings, and when.
func TestOccupancy(t *testing.T) {
	for _, x := range []struct {
		words string
		no    rule.Clause // that refuses it, or none
	}{
		{"enter unit=state-troops models=20", ""},
		{"enter unit=state-troops models=21", "who.strength"},
		{"enter unit=stone-trolls models=6", ""},
		{"enter unit=stone-trolls models=7", "who.strength"},
		{"enter unit=elven-archers models=19 hero=captain", ""},
		{"enter unit=elven-archers models=20 hero=captain", "who.strength"},
		{"enter unit=knights models=5", "who.infantry"},
		{"enter widest=39", "widest"},
		{"enter widest=40", ""},
		{"enter state=fleeing", "host.busy"},
		{"enter state=charged", "host.busy"},
		{"enter state=engaged", "host.busy"},
		{"enter state=rallied", ""},
		{"enter phase=shooting", "enter.phase"},
		{"enter enemy-turn=yes", "host.turn"},
		{"enter enemy-at=1", "silent.entry"},
		{"enter enemy-at=2", ""},
		{"leave", ""},
		{"leave entered=yes", "leave.ends"},
		{"leave onwards=1", "leave.ends"},
		{"leave by=charge", "leave.no-charge"},
		{"leave state=fleeing", "leave.fleeing"},
		{"charge by=garrison", "leave.no-charge"},
	} {
		err := ask(t, x.words).Legal(nil)
		var no rule.IllegalError
		switch {
		case x.no == "" && err != nil:
			t.Errorf("%s: %v", x.words, err)
		case x.no != "" && (!errors.As(err, &no) || no[0].Cite != x.no):
			t.Errorf("%s: %v; want a violation of %s", x.words, err, x.no)
		}
	}
	if err := ask(t, "enter inside=enemy").Legal(nil); err == nil {
		t.Error("a unit may not go in with the enemy")
	}
}

// TestHalf checks how many models inside may shoot.
func TestHalf(t *testing.T) {
	for _, x := range []struct{ models, up, down int }{{1, 1, 0}, {9, 5, 4}, {10, 5, 5}, {15, 8, 7}, {20, 10, 10}} {
		words := fmt.Sprintf("enter models=%d", x.models)
		up, down := answer(t, words), answer(t, words, "rulings.half=down")
		if n := measure(t, up, "shooters").Mean().String(); n != strconv.Itoa(x.up) {
			t.Errorf("%d models: %s shoot, want %d", x.models, n, x.up)
		}
		if n := measure(t, down, "shooters").Mean().String(); n != strconv.Itoa(x.down) {
			t.Errorf("%d models, rounded down: %s shoot, want %d", x.models, n, x.down)
		}
	}
}

// binomial returns the chance of exactly k of n.
func binomial(n, k int, p *big.Rat) *big.Rat {
	r := new(big.Rat).SetInt(new(big.Int).Binomial(int64(n), int64(k)))
	q := new(big.Rat).Sub(big.NewRat(1, 1), p)
	for range k {
		r.Mul(r, p)
	}
	for range n - k {
		r.Mul(r, q)
	}
	return r
}

// holds compares the distribution of casualties with chances that were computed separately.
func holds(t *testing.T, words string, n *odds.IntDist, want []*big.Rat) {
	t.Helper()
	sum := new(big.Rat)
	for k, p := range want {
		if n.Exactly(k).Exact.Cmp(p) != 0 {
			t.Errorf("%s: %d casualties with %v, want %v", words, k, n.Exactly(k), p)
		}
		sum.Add(sum, p)
	}
	if sum.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("%s: the chances wanted add up to %v", words, sum)
	}
}

// TestArchers: ten of twenty Elven Archers shoot from a building at long range;
// each arrow kills an Orc with one chance in eight.
func TestArchers(t *testing.T) {
	const words = "shoot distance=20"
	n := measure(t, answer(t, words), "casualties")
	var want []*big.Rat
	for k := range 11 {
		want = append(want, binomial(10, k, big.NewRat(1, 8)))
	}
	holds(t, words, n, want)
	if n.Mean().String() != "5/4" {
		t.Error(n.Mean())
	}
}

// TestMortar: each of twenty State Troops inside is hit on 5+, wounded on 5+
// and saved by one face in six less.
func TestMortar(t *testing.T) {
	const words = "template engine=mortar"
	a := answer(t, words)
	n := measure(t, a, "casualties")
	var want []*big.Rat
	six := new(big.Rat)
	for k := range 21 {
		want = append(want, binomial(20, k, big.NewRat(1, 9)))
		if k >= 6 {
			six.Add(six, want[k])
		}
	}
	holds(t, words, n, want)
	if n.Mean().String() != "20/9" || n.AtLeast(6).Exact.Cmp(six) != 0 || six.FloatString(6) != "0.018376" {
		t.Error(n.Mean(), n.AtLeast(6), six.FloatString(6))
	}
	// A loss of more than a quarter leads to a Panic test on 7, if models are left. It fails with
	// 15/36.
	six.Sub(six, want[20])
	if failed := new(big.Rat).Mul(six, big.NewRat(15, 36)); event(t, a, "test-failed").Cmp(failed) != 0 {
		t.Errorf("the test fails with %v, want %v", event(t, a, "test-failed"), failed)
	}
}

func TestCannonball(t *testing.T) {
	const words = "cannon shot=lands"
	n := measure(t, answer(t, words), "casualties")
	holds(t, words, n, []*big.Rat{big.NewRat(532, 2187), big.NewRat(335, 729), big.NewRat(175, 729), big.NewRat(125, 2187)})
	if n.Mean().String() != "10/9" {
		t.Error(n.Mean())
	}
}

// play answers a question with given dice and returns the pools that were rolled. It fails if dice
// are left over.
func play(t *testing.T, words, faces string) (outcome any, rolled []string) {
	t.Helper()
	q, tray, rec := ask(t, words), dice.MustTray(faces), &rule.Record{}
	if err := q.Legal(nil); err != nil {
		t.Fatalf("%s: %v", words, err)
	}
	o, err := q.Play(tray, rec)
	if err != nil {
		t.Fatalf("%s: %v", words, err)
	}
	if err := tray.CheckAllUsed(); err != nil {
		t.Errorf("%s: %v", words, err)
	}
	for _, e := range rec.Entries {
		if e.Kind == rule.Rolled {
			rolled = append(rolled, e.Pool.String())
		}
	}
	return o, rolled
}

// TestBallStops: a ball that strikes before the building and bounces towards a
// unit behind it ends in the wall.
func TestBallStops(t *testing.T) {
	o, _ := play(t, "cannon shot=aimed short=4 depth=4 behind=orc-mob behind.models=20 gap=1 ranks=4", "1 | 5 | 1 | 6 | 1")
	ball := o.(oldworld.CannonOutcome)
	if ball.Fell != oldworld.OnBuilding || ball.Behind != 0 {
		t.Errorf("%+v", ball)
	}
}

// TestBreak: State Troops inside have Leadership 7. They break by the natural roll, whatever the
// margin. If they are outnumbered two to one, a fall back is a break too.
func TestBreak(t *testing.T) {
	for m, want := range []int64{21, 26, 30, 33, 35} {
		destroyed := func(strength int) *big.Rat {
			return event(t, answer(t, fmt.Sprintf("break models=10 margin=%d enemy-strength=%d", m+1, strength)), "destroyed")
		}
		if p := destroyed(20); p.Cmp(big.NewRat(15, 36)) != 0 {
			t.Errorf("lost by %d: destroyed with %v", m+1, p)
		}
		if p := destroyed(21); p.Cmp(big.NewRat(want, 36)) != 0 {
			t.Errorf("lost by %d and overwhelmed: destroyed with %v, want %d/36", m+1, p, want)
		}
	}
	for leadership, want := range map[int]int64{5: 26, 6: 21, 8: 10, 9: 6, 10: 3} {
		a := answer(t, fmt.Sprintf("break models=10 margin=3 enemy-strength=10 leadership=%d", leadership))
		if p := event(t, a, "destroyed"); p.Cmp(big.NewRat(want, 36)) != 0 {
			t.Errorf("Leadership %d: destroyed with %v, want %d/36", leadership, p, want)
		}
	}
}

func TestRally(t *testing.T) {
	for words, want := range map[string]int64{
		"rally garrison.models=15 garrison.started=15":                       21,
		"rally garrison.models=7 garrison.started=15":                        15,
		"rally garrison.models=3 garrison.started=15":                        1,
		"rally garrison.models=15 garrison.started=15 garrison.musician=yes": 26,
	} {
		if p := event(t, answer(t, words), "rallied"); p.Cmp(big.NewRat(want, 36)) != 0 {
			t.Errorf("%s: %v, want %d/36", words, p, want)
		}
	}
	for _, words := range []string{"shoot state=fleeing", "cast state=fleeing", "leave state=fleeing", "enter state=fleeing"} {
		if ask(t, words).Legal(nil) == nil {
			t.Errorf("%s is legal for a fleeing unit", words)
		}
	}
}

// TestStandAndShoot: half of fifteen crossbowmen inside shoot at a charge, with the penalty of one
// and without the one for long range.
func TestStandAndShoot(t *testing.T) {
	_, rolled := play(t, "charge reaction=stand-and-shoot distance=9", "1 1 1 1 1 1 1 1 | 6 6")
	if rolled[0] != "8D6 count 5+" {
		t.Errorf("they roll %v", rolled)
	}
}

func TestPanic(t *testing.T) {
	if ask(t, "panic lost=3").Legal(nil) == nil {
		t.Error("a quarter lost is not more than a quarter")
	}
	for words, fleeing := range map[string]int64{"panic lost=4": 0, "panic lost=6": 15, "panic lost=7": 15} {
		a := answer(t, words)
		if p := event(t, a, "fleeing"); p.Cmp(big.NewRat(fleeing, 36)) != 0 {
			t.Errorf("%s: fleeing with %v, want %d/36", words, p, fleeing)
		}
		for _, o := range a.Outcomes {
			s := o.Value.(oldworld.PanicOutcome)
			if s.Mood != oldworld.Calm && (s.Mood == oldworld.StaysInside) != (fleeing == 0) || s.Moved != (s.Mood == oldworld.StaysInside) {
				t.Errorf("%s: %+v", words, s)
			}
		}
		if p := event(t, a, "steady"); p.Cmp(big.NewRat(21, 36)) != 0 {
			t.Errorf("%s: steady with %v, want 21/36", words, p)
		}
	}
}

// TestCharts compares every cell of the two charts with a formula.
func TestCharts(t *testing.T) {
	for _, x := range oldworld.Rules.Tables {
		for i, row := range x.Rows {
			for j, have := range row.Cells {
				want := have
				switch a, d := i+1, j+1; x.Name {
				case "to-hit":
					want = map[bool]int{true: 3, false: 4}[a > d]
					if d > 2*a {
						want = 5
					} else if a > 2*d {
						want = 2
					}
				case "to-wound":
					want = min(max(4-(a-d), 2), 6)
					if d-a >= 6 {
						want = 7
					}
				}
				if have != want {
					t.Errorf("%s: %d against %d is %d, want %d", x.Name, i+1, j+1, have, want)
				}
			}
		}
	}
}

// TestHostRules compares chances of the rest of the game with chances computed by hand.
func TestHostRules(t *testing.T) {
	for _, x := range []struct {
		words, event string
		n, d         int64
	}{
		// Nobody walks in after the last turn of the game.
		{"siege attackers.models=5 garrison.models=2 attackers.spirit=unbreakable garrison.spirit=unbreakable charge=3 turns=1", "attackers-hold", 0, 1},
		{"siege attackers.models=5 garrison.models=2 attackers.spirit=unbreakable garrison.spirit=unbreakable charge=3 turns=2", "attackers-hold", 0, 1},
		// Leadership 7 passes 21 in 36; the standard helps with other tests only.
		{"enter models=15 distance=7 march=yes enemy=6 battle-standard=yes", "inside", 7, 12},
		{"leave by=follow-up enemy=gave-ground phase=combat garrison.battle-standard=yes", "stays", 7, 12},
		{"panic lost=4 garrison.battle-standard=yes", "steady", 119, 144},
		{"panic lost=4 garrison.standard-near=yes", "steady", 119, 144},
		// Ballistic Skill 10 needs 7 and more, and rolls again for those that miss:
		// 1/12 and 11/12 of 5/6; Strength 4 wounds on 3+.
		{"shoot shooters.bs=10 shooters.models=1 at=building from=open with=crossbow moved=moved target.models=20 target.toughness=3 target.save=7 distance=20", "casualty", 61, 108},
		// The charge continues while the captain lives.
		{"charge reaction=stand-and-shoot distance=8 attackers.models=1 attackers.hero=captain attackers.save=7 attackers.toughness=1 garrison.models=1", "contact", 3, 4},
		// A unit that is already in combat does not flee from terror.
		{"charge attackers.terror=yes garrison-state=engaged", "fleeing", 0, 1},
		{"charge attackers.terror=yes garrison-state=engaged", "run-down", 0, 1},
		// Each of eight pistols hits on 5+, wounds on 3+ and is not saved: no penalty
		// for long range.
		{"charge reaction=stand-and-shoot with=pistol distance=7 garrison.models=1 attackers.save=7 attackers.toughness=3", "casualty", 2, 9},
		// One of two Quarrellers stands and shoots without a penalty: 4+ to hit, 4+ to wound.
		{"charge reaction=stand-and-shoot distance=8 garrison=quarrellers garrison.models=2 with=crossbow attackers.save=7 attackers.toughness=4", "casualty", 1, 4},
	} {
		if p := event(t, answer(t, x.words), x.event); p.Cmp(big.NewRat(x.n, x.d)) != 0 {
			t.Errorf("%s: %s %v, want %d/%d", x.words, x.event, p, x.n, x.d)
		}
	}
	// House rules may help a shot, but a natural 1 misses: 2+ to hit. Of 36 rolls to wound and save,
	// 10 wound on a 4 or 5 and are not saved on 6, and 6 wound on a 6 and leave no save.
	helped := answer(t, "shoot from=open at=open shooters=empire-archers shooters.models=1 with=longbow distance=10 cover=partial target=night-goblins target.models=20", "tables.modifiers.partial-cover.amount=6")
	if p := event(t, helped, "casualty"); p.Cmp(big.NewRat(10, 27)) != 0 {
		t.Errorf("a shot with a bonus of 6: casualty %v, want 10/27", p)
	}
	for _, words := range []string{"cannon state=rallied", "template state=rallied", "template engine=fire-breath distance=4 moved=yes"} {
		if err := ask(t, words).Legal(nil); err != nil {
			t.Errorf("%s: %v", words, err)
		}
	}
}

// TestSiegeIsAssault: a siege of one turn is the assault that it begins with.
func TestSiegeIsAssault(t *testing.T) {
	siege := answer(t, "siege attackers.models=5 garrison.models=5 turns=1 charge=3")
	assault := answer(t, "assault attackers.models=5 garrison.models=5 charge=3")
	for _, name := range []string{"garrison-holds", "garrison-drawn-out", "garrison-destroyed", "garrison-wiped-out", "attackers-hold"} {
		if a, b := event(t, siege, name), event(t, assault, name); a.Cmp(b) != 0 {
			t.Errorf("%s: %v in the siege, %v in the assault", name, a, b)
		}
	}
}

// TestMiscast: in the open the hole of a template hits the wizard below it without a roll.
func TestMiscast(t *testing.T) {
	wounded := func(from string) *big.Rat {
		q := ask(t, "cast from="+from+" caster=master-mage caster.models=1 caster.hero=none dispel-level=0 spell=oaken-shield distance=0")
		a, err := odds.Solve(context.Background(), q, odds.Options{})
		if err != nil {
			t.Fatal(err)
		}
		sum := new(big.Rat)
		for _, o := range a.Outcomes {
			if m := o.Value.(oldworld.CastOutcome); m.Wizard > 0 {
				sum.Add(sum, o.Chance.Exact)
			}
		}
		return sum
	}
	if p := wounded("building"); p.Cmp(big.NewRat(49, 7776)) != 0 {
		t.Errorf("inside: %v", p)
	}
	if p := wounded("open"); p.Cmp(big.NewRat(11, 864)) != 0 {
		t.Errorf("in the open: %v", p)
	}
}
