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
	if got := plays(t, "order order=rally pins=5", "2 2 | 6").(konflikt47.OrderOutcome); got.Pins != 0 || got.Answer != konflikt47.Obeys {
		t.Errorf("%+v", got)
	}
	if got := plays(t, "order order=run pins=1 enemy-in-sight=yes", "6 6 | 3").(konflikt47.OrderOutcome); got.Answer != konflikt47.RunsAway || got.Pins != 1 {
		t.Errorf("%+v", got)
	}
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
