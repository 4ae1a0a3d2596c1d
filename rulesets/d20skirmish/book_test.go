package d20skirmish_test

import (
	"math/big"
	"testing"

	"loophole/dice"
	"loophole/odds"
	"loophole/rule"
	"loophole/rulesets/d20skirmish"
	"loophole/rulestest"
)

var book = rulestest.Checker{Rules: d20skirmish.Rules}

// ask parses a question.
func ask(t testing.TB, words string) *rule.Question {
	t.Helper()
	return book.Ask(t, words)
}

func answer(t testing.TB, words string) *odds.Answer {
	t.Helper()
	return rulestest.Answer(t, ask(t, words))
}

func event(t testing.TB, a *odds.Answer, name string) *big.Rat {
	t.Helper()
	return rulestest.Event(t, a, name)
}

func mean(t testing.TB, a *odds.Answer, name string) *big.Rat {
	t.Helper()
	return rulestest.Mean(t, a, name)
}

// plays are situations with their dice, attackers before defenders, and their outcomes. No dice may
// be left over.
var plays = []struct {
	name, words, faces string
	want               any
}{
	{"a stunned occupant", "grenade defenders=1", "12", hurt(1, d20skirmish.ElementOutcome{Suppressed: true, Skills: -6, Morale: 10})},
	{"an occupant out", "grenade defenders=1", "13", hurt(0, d20skirmish.ElementOutcome{Lost: 1, Pinned: true, Morale: 8})},
	{"one stunned, one out", "grenade defenders=2", "12 13", hurt(1, d20skirmish.ElementOutcome{Lost: 1, Suppressed: true, Pinned: true, Skills: -6, Morale: 8})},
	{
		"two elements", "grenade defenders=2,1 defenders.2.element=b", "9 5 14",
		hurt(2, d20skirmish.ElementOutcome{Lost: 1, Suppressed: true, Pinned: true, Skills: -6, Morale: 8}, d20skirmish.ElementOutcome{Suppressed: true, Skills: -6, Morale: 10}),
	},
	{"half an element", "grenade defenders=2 elsewhere=2", "3 4", hurt(2, d20skirmish.ElementOutcome{Suppressed: true, Skills: -6, Morale: 10})},
	{
		"every cell of the chart", "grenade defenders=2 | tables.grenade.stunned.morale=-5 tables.grenade.ineffective.skills=-20", "12 13",
		hurt(1, d20skirmish.ElementOutcome{Lost: 1, Suppressed: true, Pinned: true, Skills: -20, Morale: 10 - 5 - 2}),
	},
	{
		"stunned costs morale", "grenade defenders=1 | tables.grenade.stunned.morale=-5", "12",
		hurt(1, d20skirmish.ElementOutcome{Suppressed: true, Skills: -6, Morale: 10 - 5}),
	},
	{
		"a casualty suppresses", "grenade defenders=2 | tables.grenade.stunned.from=5 tables.grenade.ineffective.skills=-20", "4 13",
		hurt(1, d20skirmish.ElementOutcome{Lost: 1, Suppressed: true, Pinned: true, Skills: -20, Morale: 8}),
	},
	{"A succeeds", "round attackers=1 defenders=1", "10 11", clash(d20skirmish.Attackers, 0, 1, 1, 0)},
	{"B succeeds", "round attackers=1 defenders=1", "11 10", clash(d20skirmish.Defenders, 1, 0, 0, 1)},
	{"both succeed", "round attackers=1 defenders=1", "9 10", clash(d20skirmish.Deadlock, 0, 0, 1, 1)},
	{"both miss", "round attackers=1 defenders=1", "15 16", clash(d20skirmish.BothMiss, 0, 0, 1, 1)},
	{"A and C succeed, and B", "round attackers=2 defenders=1", "9 14 7", clash(d20skirmish.Attackers, 0, 1, 2, 0)},
	{"outnumbered deadlock", "round attackers=2 defenders=1", "9 15 7", clash(d20skirmish.OutnumberedDeadlock, 1, 1, 1, 0)},
	{"B alone succeeds", "round attackers=2 defenders=1", "15 16 10", clash(d20skirmish.Defenders, 1, 0, 1, 1)},
	{"deadlock with a 1", "round attackers=1 defenders=1", "1 5", clash(d20skirmish.Deadlock, 0, 1, 1, 0)},
	{"won with a 1", "round attackers=2 defenders=2", "1 7 18 19", clash(d20skirmish.Attackers, 0, 2, 2, 0)},
	{"lost with a 1", "round attackers=2 defenders=1", "5 6 1", clash(d20skirmish.Attackers, 1, 1, 1, 0)},
	{"three to none", "round attackers=3 defenders=3", "4 5 6 18 19 20", clash(d20skirmish.Attackers, 0, 1, 3, 2)},
	{"by margin", "round attackers=3 defenders=3 | rulings.killed=margin", "4 5 6 18 19 20", clash(d20skirmish.Attackers, 0, 3, 3, 0)},
	{"beyond success", "round attackers=1 defenders=1 defenders.1.skill=3 defenders.1.suppressed=yes", "18 1", clash(d20skirmish.BothMiss, 1, 0, 0, 1)},
	{"cover", "round attackers=1 defenders=1 cover=heavy", "10 11", clash(d20skirmish.Attackers, 0, 1, 1, 0)},
	{"helmet", "round attackers=1 defenders=1 defenders-helmet=6", "10 11 6", clash(d20skirmish.Attackers, 0, 0, 1, 1)},
	{"no charge later", "melee attackers=1 attackers.1.charging=yes defenders=1", "15 16 14 10", d20skirmish.MeleeOutcome{Fate: d20skirmish.Held, AttackersLost: 1}},
	{
		"from the grenade to the finish", "assault rooms=2 rooms.1.attackers.1.charging=yes rooms.1.attackers.1.smg=1 rooms.1.defenders=2", "8 15 18 19 5",
		d20skirmish.AssaultOutcome{Taken: 1, DefendersLost: 2, Pinned: 1, MoraleChange: d20skirmish.MoraleChange{DefendersMorale: -2}, Grenades: 5},
	},
}

func hurt(left uint8, elements ...d20skirmish.ElementOutcome) (b d20skirmish.GrenadeOutcome) {
	b.Left = left
	copy(b.Elements[:], elements)
	return b
}

func clash(r d20skirmish.Result, attLost, defLost, att, def uint8) d20skirmish.RoundOutcome {
	return d20skirmish.RoundOutcome{
		Result: r, AttackersLost: attLost, DefendersLost: defLost,
		AttackersLeft: att, DefendersLeft: def, Fighting: att > 0 && def > 0,
	}
}

func TestPlays(t *testing.T) {
	for _, p := range plays {
		q := ask(t, p.words)
		if err := q.Legal(nil); err != nil {
			t.Errorf("%s: %v", p.name, err)
			continue
		}
		tray := dice.MustTray(p.faces)
		have, err := q.Play(tray, nil)
		if err != nil || have != p.want {
			t.Errorf("%s: %+v, %v; want %+v", p.name, have, err, p.want)
		}
		if err := tray.CheckAllUsed(); err != nil {
			t.Errorf("%s: %v", p.name, err)
		}
	}
}

// TestTargets checks the numbers that each side must roll, as the record states them.
func TestTargets(t *testing.T) {
	for _, x := range []struct {
		words    string
		att, def int
	}{
		{"round attackers=2 attackers.1.hesitant=yes defenders=3 defenders.1.smg=2 defenders.1.moving=yes", 8, 10 - 4 + 8 + 4},
		{"round attackers=2 attackers.1.charging=yes attackers.1.smg=1 defenders=1 defenders.1.suppressed=yes", 10 + 4 + 4 + 4, 10 - 6},
		{"round attackers=2 attackers.1.charging=yes attackers.1.smg=1 defenders=1 defenders.1.suppressed=yes resumed=yes", 10 + 4 + 4, 10 - 6},
		{"round attackers=2 defenders=2 defenders.1.moving=yes | rulings.moving-target=attacker", 6, 10},
		{"round attackers=2 defenders=2 defenders.1.suppressed=yes defenders.1.skill=14 | rulings.suppression-chart=both", 10, 2},
		{"round attackers=3 defenders=2 | rulings.outnumbering=both", 10 + 4 + 4, 10},
		{"round attackers=2 defenders=3 | rulings.outnumbering=active-only", 10, 10},
		{"round attackers=5 defenders=2 contact=3", 14, 10},
		{"round attackers=5 defenders=2 contact=3 | rulings.outnumbering-count=room", 22, 10},
	} {
		rec := &rule.Record{}
		if _, err := ask(t, x.words).Play(dice.NewRandom(1), rec); err != nil {
			t.Error(err)
		}
		first, last := 0, 0
		for _, e := range rec.Entries {
			if e.Text == "succeeds on this or less" {
				if first == 0 {
					first = e.Value
				}
				last = e.Value
			}
		}
		if first != x.att || last != x.def {
			t.Errorf("%s: attackers %d, defenders %d; want %d, %d", x.words, first, last, x.att, x.def)
		}
	}
}

// TestGrenadeChances compares the chances of a grenade with those of the chart on one D20.
func TestGrenadeChances(t *testing.T) {
	a := answer(t, "grenade defenders=1")
	for name, want := range map[string]string{"element-suppressed": "3/5", "casualty": "2/5", "element-pinned": "2/5", "room-empty": "2/5"} {
		if p := event(t, a, name); p.RatString() != want {
			t.Errorf("%s: %v, want %s", name, p, want)
		}
	}
}

// TestGrenadeHouses: every cell of the chart counts in the row that was rolled. One of two occupants
// is a casualty, and the other out of reach of the chart, with 2 * 8/20 * 12/20. An occupant costs 5
// points of morale with 12/20 and 2 with 8/20.
func TestGrenadeHouses(t *testing.T) {
	const house = " | tables.grenade.stunned.from=13 tables.grenade.ineffective.skills=-20"
	if p := event(t, answer(t, "grenade defenders=2"+house), "element-suppressed"); p.RatString() != "12/25" {
		t.Errorf("the element is suppressed with %v, want 12/25", p)
	}
	for words, want := range map[string]string{"assault": "-8/5", "assault | tables.grenade.stunned.morale=-5": "-38/5"} {
		if m := mean(t, answer(t, words), "defenders-morale"); m.RatString() != want {
			t.Errorf("%s: the defenders' morale changes by %v, want %s", words, m.RatString(), want)
		}
	}
}

// TestManyCasualties: house rules may allow far more casualties than the thirty characters of each
// side. Helmets of one side never change the losses of the other.
func TestManyCasualties(t *testing.T) {
	const words = "round attackers=10,10,10 defenders=10,10,10 " +
		"attackers.1.skill=1 attackers.2.skill=1 attackers.3.skill=1 defenders.1.skill=19 defenders.2.skill=19 defenders.3.skill=19"
	const house = " | rulings.killed=margin tables.outcome.defender.attackers=18 tables.outcome.defender.ones=0"
	bare, worn := answer(t, words+house), answer(t, words+" attackers-helmet=1"+house)
	for _, m := range []string{"defenders-lost", "attackers-lost"} {
		if got, want := mean(t, worn, m), mean(t, bare, m); m == "defenders-lost" && got.Cmp(want) != 0 || got.Cmp(want) > 0 {
			t.Errorf("%s: %v with helmets of the attackers, %v without", m, got.RatString(), want.RatString())
		}
	}
	if lost := mean(t, worn, "attackers-lost"); lost.Cmp(big.NewRat(29, 1)) < 0 {
		t.Errorf("%v attackers fall, want nearly all", lost.RatString())
	}
}
