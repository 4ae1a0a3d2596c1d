package tideofiron_test

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/odds"
	"loophole/rule"
	"loophole/rulesets/tideofiron"
	"loophole/rulestest"
)

// The worked examples: the chapter's own, and what follows from its numbers,
// G-01 to G-29 (the numbering has gaps). What the engine says is compared with
// digits that were worked out elsewhere and, where dice are added up, with
// binomials that this file works out for itself.

var book = rulestest.Checker{Rules: tideofiron.Rules}

// ask puts a question of a procedure in words.
func ask(t testing.TB, procedure, words string, house ...rule.Setting) *rule.Question {
	t.Helper()
	return book.Ask(t, procedure+" "+words, house...)
}

func answer(t testing.TB, q *rule.Question) *odds.Answer {
	t.Helper()
	return rulestest.Answer(t, q)
}

func event(t testing.TB, a *odds.Answer, name string) *big.Rat {
	t.Helper()
	return rulestest.Event(t, a, name)
}

func measure(t testing.TB, a *odds.Answer, name string) *odds.IntDist {
	t.Helper()
	return rulestest.Measure(t, a, name)
}

// digits compares a fraction with a decimal number, to the digits of the latter.
func digits(t *testing.T, what string, got *big.Rat, want string) {
	t.Helper()
	_, after, _ := strings.Cut(want, ".")
	if s := got.FloatString(len(after)); s != want {
		t.Errorf("%s: %s (%s), want %s", what, s, got.RatString(), want)
	}
}

// successes returns the chances of 0 to n successes of n dice that each
// succeed on some of their six faces.
func successes(n, faces int64) []*big.Rat {
	p := make([]*big.Rat, n+1)
	all := new(big.Int).Exp(big.NewInt(6), big.NewInt(n), nil)
	for k := range p {
		ways := new(big.Int).Binomial(n, int64(k))
		ways.Mul(ways, new(big.Int).Exp(big.NewInt(faces), big.NewInt(int64(k)), nil))
		ways.Mul(ways, new(big.Int).Exp(big.NewInt(6-faces), big.NewInt(n-int64(k)), nil))
		p[k] = new(big.Rat).SetFrac(ways, all)
	}
	return p
}

// net returns the chances of 0 to n hits that are left after blocks.
func net(n, hits, defence, blocks int64) []*big.Rat {
	p := make([]*big.Rat, n+1)
	for i := range p {
		p[i] = new(big.Rat)
	}
	for h, a := range successes(n, hits) {
		for b, d := range successes(defence, blocks) {
			x := p[max(0, h-b)]
			x.Add(x, new(big.Rat).Mul(a, d))
		}
	}
	return p
}

func total(p []*big.Rat) *big.Rat {
	sum := new(big.Rat)
	for _, x := range p {
		sum.Add(sum, x)
	}
	return sum
}

func mean(p []*big.Rat) *big.Rat {
	sum := new(big.Rat)
	for i, x := range p {
		sum.Add(sum, new(big.Rat).Mul(x, big.NewRat(int64(i), 1)))
	}
	return sum
}

// same compares two fractions.
func same(t *testing.T, what string, got, want *big.Rat) {
	t.Helper()
	rulestest.Same(t, what, got, want)
}

const worked = "lead=sig-33b lead.distance=3 support=panzer-iii card=yes level=1 hexes=2 squads=4"

// G-01: from the units to nineteen dice, nine hits to destroy and five to
// weaken. G-02: the chance of nine.
func TestWorkedExample(t *testing.T) {
	a := answer(t, ask(t, "attack", worked))
	amounts := map[string]int{}
	for _, s := range a.Explanation {
		if s.Kind == rule.Applied || s.Kind == rule.TableUsed || s.Kind == rule.FactUsed {
			amounts[s.Text] = s.High
		}
	}
	for text, want := range map[string]int{
		"sIG 33b, firepower against vehicles": 8, "firepower that Stielgranate 42 adds against a building": 6,
		"half of the supporter's firepower and bonus, rounded up": 5, "attack dice": 19,
		"hits needed to destroy the hex": 9, "hits needed to weaken the hex": 5, "defence dice of a building hex": 3,
		"damage dice against each squad, for all floors together": 8,
	} {
		if amounts[text] != want {
			t.Errorf("%s: %d, want %d", text, amounts[text], want)
		}
	}
	same(t, "destroyed", event(t, a, "destroyed"), big.NewRat(90324443, 1162261467))
	digits(t, "destroyed", event(t, a, "destroyed"), "0.077714")
}

// G-02 to G-09: nineteen dice against three at each range.
func TestNineteenDice(t *testing.T) {
	for _, c := range []struct {
		reach                          string
		faces                          int64 // that hit
		destroyed, harmed, weakened, m string
	}{
		{"close", 3, "", "0.957811", "", "8.50002"},
		{"normal", 2, "0.077714", "0.640559", "0.562844", "5.33577"},
		{"long", 1, "0.000711856", "0.102099", "", "2.24114"},
	} {
		a := answer(t, ask(t, "attack", "dice=19 level=1 range="+c.reach))
		by := net(19, c.faces, 3, 2)
		same(t, c.reach+" destroyed", event(t, a, "destroyed"), total(by[9:]))
		same(t, c.reach+" weakened", event(t, a, "weakened"), total(by[5:9]))
		same(t, c.reach+" harmed", event(t, a, "harmed"), total(by[5:]))
		same(t, c.reach+" mean", measure(t, a, "net").Mean().Exact, mean(by))
		for want, got := range map[string]*big.Rat{
			c.destroyed: event(t, a, "destroyed"), c.harmed: event(t, a, "harmed"), c.weakened: event(t, a, "weakened"), c.m: measure(t, a, "net").Mean().Exact,
		} {
			if want != "" {
				digits(t, c.reach, got, want)
			}
		}
	}
	long := event(t, answer(t, ask(t, "attack", "dice=19 level=1 range=long")), "destroyed")
	same(t, "long", long, big.NewRat(975996664241, 1371059415023616))
}

// play answers a question with given dice. It fails if dice are left over.
func play(t *testing.T, q *rule.Question, faces string) tideofiron.AttackOutcome {
	t.Helper()
	if err := q.Legal(nil); err != nil {
		t.Fatal(q, err)
	}
	tray := dice.MustTray(faces)
	outcome, err := q.Play(tray, nil)
	if err == nil {
		err = tray.CheckAllUsed()
	}
	if err != nil {
		t.Fatalf("%v with %s: %v", q, faces, err)
	}
	return outcome.(tideofiron.AttackOutcome)
}

// G-11: nineteen dice on the table.
func TestNineteenDiceOnTheTable(t *testing.T) {
	for _, c := range []struct {
		faces string
		net   int8
		fate  tideofiron.Fate
	}{
		{"5x5 4x6 4x1 3x2 2x3 4 | 1 2 3", 9, tideofiron.Destroyed},
		{"5x5 4x6 4x1 3x2 2x3 4 | 1 5 3", 8, tideofiron.Weakened},
		{"4x5 4x6 4x1 3x2 2x3 2x4 | 5 6 5", 5, tideofiron.Weakened},
		{"3x5 4x6 4x1 3x2 2x3 3x4 | 6 6 6", 4, tideofiron.Unharmed},
	} {
		r := play(t, ask(t, "attack", "dice=19 level=1"), c.faces+"|")
		if r.Net != c.net || r.Fate != c.fate {
			t.Errorf("%s: net %d, %v; want %d, %v", c.faces, r.Net, r.Fate, c.net, c.fate)
		}
	}
}

// G-12 to G-17: other numbers of dice against a ground floor.
func TestGroundFloor(t *testing.T) {
	for _, c := range []struct {
		procedure, words    string
		n, faces            int64
		destroyed, weakened string
	}{
		{"area", "dice=8", 8, 2, "0.007011", "0.285780"},                                       // G-12
		{"attack", "dice=8", 8, 2, "0.007011", "0.285780"},                                     // G-12
		{"area", "crews=1 distance=5", 2, 2, "0", "0"},                                         // G-14
		{"attack", "lead.regulars=4 lead.anti-tank=yes lead.distance=1", 7, 3, "0.021991", ""}, // G-16
		{"attack", "lead.regulars=4 lead.anti-tank=yes lead.distance=3", 7, 2, "0.002235", "0.212315"},
		{"attack", "dice=7 range=close", 7, 3, "0.021991", "0.482060"},
		{"attack", "lead=panzer-iii lead.distance=3", 9, 2, "0.016467", "0.357251"}, // G-17
	} {
		a := answer(t, ask(t, c.procedure, c.words))
		by := append(net(c.n, c.faces, 3, 2), make([]*big.Rat, 9)...)
		for i := range by {
			if by[i] == nil {
				by[i] = new(big.Rat)
			}
		}
		same(t, c.words, event(t, a, "destroyed"), total(by[6:]))
		same(t, c.words, event(t, a, "weakened"), total(by[3:6]))
		digits(t, c.words, event(t, a, "destroyed"), c.destroyed)
		if c.weakened != "" {
			digits(t, c.words, event(t, a, "weakened"), c.weakened)
		}
	}
	// G-12: eight dice against a building that is weakened already.
	a := answer(t, ask(t, "area", "dice=8 weakened=yes"))
	same(t, "weakened before", event(t, a, "destroyed"), total(net(8, 2, 3, 2)[3:]))
	digits(t, "weakened before", event(t, a, "destroyed"), "0.292791")
	// G-14: a mortar harms no building.
	for _, level := range []string{"level=0", "level=1", "level=2", "level=0 weakened=yes"} {
		a := answer(t, ask(t, "area", "crews=1 distance=5 "+level))
		if event(t, a, "harmed").Sign() != 0 {
			t.Errorf("a mortar harms %s with %v", level, event(t, a, "harmed"))
		}
	}
}

// G-19: a squad of four under two floors.
func TestCollapse(t *testing.T) {
	a := answer(t, ask(t, "collapse", "level=1 squads=4"))
	lost := measure(t, a, "casualties")
	by := successes(8, 3)
	for k, want := range []*big.Rat{big.NewRat(1, 256), big.NewRat(1, 32), big.NewRat(7, 64), big.NewRat(7, 32), big.NewRat(163, 256)} {
		mine := by[k]
		if k == 4 {
			mine = total(by[4:])
			digits(t, "dead", lost.Exactly(4).Exact, "0.636719")
		}
		same(t, "figures lost", lost.Exactly(k).Exact, want)
		same(t, "figures lost, by binomials", mine, want)
	}
	digits(t, "mean", lost.Mean().Exact, "3.453125")
}

// G-21: eight dice against a squad on the top floor.
func TestSquadOnTheTopFloor(t *testing.T) {
	by := net(8, 2, 3, 2)
	a := answer(t, ask(t, "attack", "target=squad against=1 dice=8 level=1 squads=4 squads.1.floor=1"))
	hits := measure(t, a, "net")
	for k, want := range []string{"0.229775", "0.234653", "0.242781", "0.172602", "0.084811"} {
		same(t, "net hits", hits.Exactly(k).Exact, by[k])
		digits(t, "net hits", hits.Exactly(k).Exact, want)
	}
	same(t, "four or more", hits.AtLeast(4).Exact, total(by[4:]))
	digits(t, "four or more", hits.AtLeast(4).Exact, "0.120188")
	// The same squad under an area attack loses the same figures, whatever
	// becomes of the building, which three dice cannot harm.
	area := answer(t, ask(t, "area", "dice=8 building-dice=3 level=1 squads=4,4 squads.1.floor=0 squads.2.floor=1"))
	for k := range 5 {
		same(t, "figures lost", measure(t, area, "casualties").Exactly(k).Exact, measure(t, a, "casualties").Exactly(k).Exact)
	}
	if event(t, area, "harmed").Sign() != 0 {
		t.Error("three dice harmed a building of two floors")
	}
}

// G-22: a collapse on the table.
func TestCollapseOnTheTable(t *testing.T) {
	dead := play(t, ask(t, "collapse", "level=1 squads=4"), "1 4 5 2 6 3 3 4|")
	if s := dead.Squads[0]; s != (tideofiron.SquadOutcome{Lost: 4}) {
		t.Errorf("%+v", s)
	}
	pinned := play(t, ask(t, "collapse", "level=1 squads=4"), "1 1 2 2 3 3 4 5|")
	if s := pinned.Squads[0]; s.Lost != 2 || s.Condition != tideofiron.Pinned {
		t.Errorf("%+v", s)
	}
}

// G-24: a tank fires at the squad: nine dice at three hexes more, and the
// building is not touched.
func TestTankAtSquad(t *testing.T) {
	for distance, reach := range map[string]int64{"8": 2, "9": 1, "1": 3} {
		a := answer(t, ask(t, "attack", "target=squad against=1 lead=panzer-iii squads=4 lead.distance="+distance))
		same(t, "at "+distance, measure(t, a, "net").Mean().Exact, mean(net(9, reach, 3, 2)))
		if event(t, a, "harmed").Sign() != 0 {
			t.Error("the building was harmed")
		}
	}
}

// G-26: the ruins of a building of level 1 cost three to enter, those of level
// 2 four. Vehicles stay out. Nothing is left of the elevation.
func TestRuins(t *testing.T) {
	for words, cost := range map[string]int{"level=0": 2, "level=1": 3, "level=2": 4} {
		a := answer(t, ask(t, "enter", "hex=overlay points=4 "+words))
		if got := measure(t, a, "cost"); got.Exactly(cost).Exact.Cmp(big.NewRat(1, 1)) != 0 {
			t.Errorf("%s costs %v, want %d", words, got.Values, cost)
		}
		if e := a.Outcomes[0].Value.(tideofiron.EntryOutcome); e.Elevation != 0 {
			t.Errorf("%s: elevation %d", words, e.Elevation)
		}
		refused(t, ask(t, "enter", "vehicle=yes hex=overlay "+words), "overlay.vehicles")
	}
	r := play(t, ask(t, "attack", "dice=9 level=1 weakened=yes hexes=2"), "9x6 | 1 1 1|")
	if r.Left != (tideofiron.OverlayState{Hexes: 1, Token: 2}) {
		t.Errorf("%+v", r.Left)
	}
}

// G-27: an objective stays one after its building has fallen.
func TestObjective(t *testing.T) {
	r := play(t, ask(t, "attack", "dice=6 objective=yes tokens=3"), "6x6 | 1 1 1|")
	if r.Fate != tideofiron.Destroyed || !r.Left.Objective || r.Left.Tokens != 3 {
		t.Errorf("%+v", r)
	}
}

// G-29: a unit that has acted neither attacks nor supports. The player records the action, because
// the chapter does not cover the turn.
func TestFatigued(t *testing.T) {
	refused(t, ask(t, "attack", worked+" support.1.activation=fatigued"), "host.ready")
	refused(t, ask(t, "attack", worked+" lead.activation=fatigued"), "host.ready")
	refused(t, ask(t, "attack", worked+" action=fire-and-movement"), "host.actions")
}

func refused(t *testing.T, q *rule.Question, by rule.Clause) {
	t.Helper()
	var reasons rule.IllegalError
	if err := q.Legal(nil); !errors.As(err, &reasons) || reasons[0].Cite != by {
		t.Errorf("%v: %v, want a violation of %s", q, err, by)
	}
}

// TestHalving shows that only one reading of the example gives its nineteen.
func TestHalving(t *testing.T) {
	for reading, n := range map[string]int64{"after": 19, "before": 20} {
		a := answer(t, ask(t, "attack", worked, rule.Setting{Path: "rulings.halving", Value: reading}))
		same(t, reading, event(t, a, "destroyed"), total(net(n, 2, 3, 2)[9:]))
	}
}

// TestBothFall computes an attack that may bring the roof down by hand. The building falls or not,
// and eight dice are then rolled for each squad.
func TestBothFall(t *testing.T) {
	a := answer(t, ask(t, "attack", "dice=19 level=1 squads=4,2"))
	falls := total(net(19, 2, 3, 2)[9:])
	roof := successes(8, 3)
	same(t, "nobody is hurt", measure(t, a, "casualties").Exactly(0).Exact,
		new(big.Rat).Add(new(big.Rat).Sub(big.NewRat(1, 1), falls), new(big.Rat).Mul(falls, new(big.Rat).Mul(roof[0], roof[0]))))
	all := new(big.Rat).Mul(total(roof[4:]), total(roof[2:]))
	same(t, "all are dead", measure(t, a, "casualties").Exactly(6).Exact, all.Mul(all, falls))
}
