package record_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/record"
	"loophole/rule"
)

// siege is a ruleset for the tests, with every kind of content of a record.
const clauses = `
## Assault
assault.dice   | rule   | p.1 | each attacker brings the dice of its weapon
assault.target | host   | p.1 | the target number of an attack
assault.night  | rule   | p.2 | at night two dice fewer
assault.guns   | rule   | p.2 | guns on the walls fire back
assault.halve  | ruling | p.3 | how losses are halved
assault.way    | choice | p.3 | the attacker chooses a way in
assault.wounds | rule   | p.4 | ones hurt you, twelves and up wound
assault.best   | rule   | p.4 | scouts keep the best die
assault.stand  | rule   | p.5 | the defenders test whether they stand
assault.rout   | rule   | p.5 | who does not stand runs
assault.fire   | rule   | p.6 | fire spreads
`

type mood uint8

func (mood) Names() []string { return []string{"calm", "shaken", "broken"} }

type section struct {
	Guns   uint8 `key:"guns" min:"0" max:"20" doc:"guns on this section"`
	Burned bool  `key:"burned" doc:"whether it has burned down"`
}

type situation struct {
	Attackers int        `key:"attackers" min:"0" max:"5000" doc:"who attacks"`
	Weapon    rule.Ref   `key:"weapon" table:"weapons" doc:"what with"`
	Night     bool       `key:"night" doc:"whether it is night"`
	Mood      mood       `key:"mood" doc:"of the defenders"`
	Walls     [3]section `key:"walls" doc:"the walls"`
	Depths    [2]int     `key:"depths" min:"-5" max:"9" doc:"of the ditches"`
}

type result struct {
	Hits   int  `key:"hits"`
	Losses int  `key:"losses"`
	Fire   int  `key:"fire"`
	Held   bool `key:"held"`
}

var (
	target  = &rule.Fact{Name: "target", Cite: "assault.target", Text: "target number", Value: 4, Min: 2, Max: 6, Confidence: rule.Likely}
	halving = &rule.Ruling{Name: "halving", Cite: "assault.halve", Question: "how are losses halved?", Readings: []rule.Reading{{Name: "up"}, {Name: "down"}}}
	weapons = &rule.Table{
		Name: "weapons", Columns: []rule.Column{{Name: "dice", Text: "dice"}},
		Rows: []rule.Row{
			{Name: "rifles", Text: "rifles", Cite: "assault.dice", Cells: []int{1}},
			{Name: "guns", Text: "guns", Cite: "assault.dice", Cells: []int{2}},
		},
	}
	siege = rule.MustRuleset(rule.Ruleset{
		ID: "siege", Title: "Siege", Facts: []*rule.Fact{target}, Rulings: []*rule.Ruling{halving}, Tables: []*rule.Table{weapons},
		Procedures: []*rule.Procedure{assault.Procedure()},
	}, clauses)
	// other is a later edition of the ruleset.
	other = rule.MustRuleset(rule.Ruleset{
		ID: "siege", Title: "Siege", Procedures: []*rule.Procedure{rule.Spec[struct{}, result]{Name: "assault"}.Procedure()},
	}, clauses+"assault.late | rule | p.9 | too late\n")
)

var assault = rule.Spec[situation, result]{
	Name:    "assault",
	Default: situation{Attackers: 3, Weapon: 2, Walls: [3]section{{Guns: 2}}},
	Legal: func(u *rule.Umpire, s *situation) {
		u.Require(s.Attackers > 0, "assault.dice", "nobody attacks")
		u.Require(s.Weapon > 0, "assault.dice", "no weapon is named")
	},
	Play: storm,
}

func storm(u *rule.Umpire, s *situation) (r result) {
	n := s.Attackers * u.Cell(weapons, s.Weapon, 0)
	n += u.If(s.Night, -2, "assault.night", "it is night")
	r.Hits = u.Count(n, rule.D6, rule.AtLeast(u.Fact(target)), "assault.dice", "the attack")
	for i, w := range s.Walls {
		if !w.Burned {
			r.Losses += u.Count(int(w.Guns), rule.D6, rule.Between(3, 5), "assault.guns", fmt.Sprintf("guns on wall %d", i+1))
		}
	}
	r.Losses = (r.Losses + 1 - u.Ruling(halving)) / 2
	if u.Choose("attacker", "assault.way", "which way in?", "the gate", "the <postern> & stairs", "nowhere") == 2 {
		u.Note("assault.way", "nobody goes in")
		return r
	}
	t := u.Tally(3, rule.D20, rule.Cuts(1, 11), "assault.wounds", "wounds inside")
	r.Losses, r.Hits = r.Losses+t.In(0), r.Hits+t.In(2)
	r.Hits += u.Highest(2, 1, rule.D6, "assault.best", "scouts") - u.Lowest(3, 2, rule.D3, "assault.best", "watchmen")
	r.Fire = u.Sum(2, rule.D10, "assault.fire", "fire")
	r.Held = u.Test(rule.D20, rule.AtMost(14-4*int(s.Mood)), "assault.stand", "do they stand?")
	if !r.Held {
		u.Note("assault.rout", "they run")
	}
	return r
}

func shelf(id string) (*rule.Ruleset, error) {
	if id != "siege" {
		return nil, fmt.Errorf("unknown ruleset %q; there is siege", id)
	}
	return siege, nil
}

// question returns a question about an assault in words: "night=yes facts.target=5 strict".
func question(t testing.TB, words string) *rule.Question {
	t.Helper()
	house, situation, strict := []rule.Setting{}, []rule.Setting{}, false
	for _, w := range strings.Fields(words) {
		k, v, ok := strings.Cut(w, "=")
		switch {
		case !ok:
			strict = true
		case strings.HasPrefix(k, "facts.") || strings.HasPrefix(k, "rulings.") || strings.HasPrefix(k, "tables."):
			house = append(house, rule.Setting{Path: k, Value: v})
		default:
			situation = append(situation, rule.Setting{Path: k, Value: v})
		}
	}
	h, err := siege.House(house)
	must(t, err)
	h.Strict = strict
	q, err := siege.Procedures[0].NewQuestion(h, situation)
	must(t, err)
	return q
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// made returns the record of an assault.
func made(t testing.TB, words string, src rule.Source, d record.DiceOrigin) string {
	t.Helper()
	q := question(t, words)
	var b bytes.Buffer
	w, err := record.NewWriter(&b, record.NewHeader(q, "0.1.0", d))
	must(t, err)
	_, err = q.Play(src, &rule.Record{OnEntry: w.Entry})
	must(t, err)
	must(t, w.Err())
	return b.String()
}

// plain removes the origins of answers from a record, so that a replay has none either.
func plain(text string) string { return again(origins.ReplaceAllString(text, "")) }

var origins = regexp.MustCompile(`"from":"[a-z ]*",`)

// rolled is the record of an assault with the program's dice, plain.
func rolled(t testing.TB) string { return plain(rolledDice(t)) }

func rolledDice(t testing.TB) string {
	return made(t, "night=yes mood=shaken walls.3.guns=4 depths=0,-3 rulings.halving=down facts.target=5", dice.NewRandom(42), record.ProgramDice(42))
}

// typed is the record of an assault with the players' dice, plain.
func typed(t testing.TB) string { return plain(typedDice(t)) }

func typedDice(t testing.TB) string {
	tray := dice.MustTray("5 6 1 1 4 2 | 3 3 | gate | 1 19 12 | 2 6 | 1 3 3 | 7 0 | 15")
	s := made(t, "", tray, record.TypedDice())
	must(t, tray.CheckAllUsed())
	return s
}

// check reads and verifies a record.
func check(text string) (*record.Report, error) {
	f, err := record.Read(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	return record.Verify(f, shelf)
}

// lines splits a record into its lines, line breaks kept.
func lines(text string) []string { return strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n") }

// edition finds the later edition.
func edition(string) (*rule.Ruleset, error) { return other, nil }
