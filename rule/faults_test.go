package rule_test

import (
	"fmt"
	"strings"
	"testing"

	"loophole/rule"
)

type cover struct {
	Wall rule.Ref `key:"wall" table:"cover" doc:"between them"`
}

type walled struct {
	Wall rule.Ref `key:"wall" table:"covers" min:"1" doc:"between them"`
}

type rows struct {
	Rows [2]struct {
		Men uint8 `key:"men"`
	} `key:"rows" max:"3"`
}

type vague struct {
	Men uint8 `key:"men" max:"three"`
}

type misspelt struct {
	Men uint8 `key:"men" unitt:"men"`
}

type misplaced struct {
	Men uint8 `key:"men" of:"sides"`
}

// procedureOf returns a procedure with the zero situation of a type.
func procedureOf[S comparable](play func(*rule.Umpire) int) *rule.Procedure {
	return rule.Spec[S, int8]{Name: "shoot", MaxQuestions: 1, Play: func(u *rule.Umpire, _ *S) int8 { return int8(play(u)) }}.Procedure()
}

// panicked returns what a function panics with.
func panicked(f func()) (said string) {
	defer func() { said = fmt.Sprint(recover()) }()
	f()
	return ""
}

// TestFaultyTags: a tag that names nothing, or would not be heeded, stops the program with its place.
func TestFaultyTags(t *testing.T) {
	covers := &rule.Table{Name: "covers", Columns: []rule.Column{{Name: "bonus"}}, Rows: []rule.Row{{Name: "wall", Cells: []int{1}}}}
	for _, c := range []struct {
		p      *rule.Procedure
		tables []*rule.Table
		want   string
	}{
		{procedureOf[cover](nil), []*rule.Table{covers}, `farm: shoot: key wall: there is no table "cover"; did you mean covers? List it in Tables`},
		{procedureOf[cover](nil), nil, `farm: shoot: key wall: there is no table "cover"; there are none. List it in Tables`},
		{procedureOf[walled](nil), []*rule.Table{covers}, `farm: shoot: key wall: min:"1" excludes none, and none is its value in Default`},
		{procedureOf[rows](nil), nil, `farm: shoot: key rows: min and max bound numbers`},
		{procedureOf[vague](nil), nil, `farm: shoot: key men: max:"three" is no whole number`},
		{procedureOf[misspelt](nil), nil, `farm: shoot: key men: nothing reads the tag unitt in a situation: the tags there are key, doc, unit, `},
		{procedureOf[misplaced](nil), nil, `farm: shoot: key men: nothing reads the tag of in a situation`},
	} {
		said := panicked(func() {
			_, err := rule.MustRuleset(rule.Ruleset{ID: "farm", Procedures: []*rule.Procedure{c.p}, Tables: c.tables}, "").Ask("shoot")
			t.Errorf("%s: a question can be asked, with error %v", c.want, err)
		})
		if !strings.Contains(said, c.want) {
			t.Errorf("%s; want %s", said, c.want)
		}
	}
}

// TestUnlisted: a fact, a ruling or a table that the ruleset does not list is a fault, and never the value of another one.
func TestUnlisted(t *testing.T) {
	listed, hit := rule.Fact{Name: "listed", Max: 9, Value: 3}, rule.Fact{Name: "to-hit", Max: 9, Value: 4}
	saves := rule.Ruling{Name: "saves", Readings: []rule.Reading{{Name: "yes"}, {Name: "no"}}}
	covers := rule.Table{Name: "covers", Columns: []rule.Column{{Name: "bonus"}}, Rows: []rule.Row{{Name: "wall", Cells: []int{1}}}}
	for want, play := range map[string]func(u *rule.Umpire) int{
		`the rules use the fact "to-hit", which the ruleset does not list: add it to Facts`:    func(u *rule.Umpire) int { return u.Fact(&hit) },
		`the rules use the ruling "saves", which the ruleset does not list: add it to Rulings`: func(u *rule.Umpire) int { return u.Ruling(&saves) },
		`the rules use the table "covers", which the ruleset does not list: add it to Tables`:  func(u *rule.Umpire) int { return u.Cell(&covers, 1, 0) },
	} {
		r := rule.MustRuleset(rule.Ruleset{ID: "farm", Facts: []*rule.Fact{&listed}, Procedures: []*rule.Procedure{procedureOf[struct{ Men uint8 }](play)}}, "")
		q, err := r.Ask("shoot")
		if err != nil {
			t.Fatal(err)
		}
		if said := panicked(func() { _, _ = q.Play(nil, &rule.Record{}) }); said != want {
			t.Errorf("%s; want %s", said, want)
		}
		if said := panicked(func() { _, _ = q.Play(nil, nil) }); said != want {
			t.Errorf("without a record: %s; want %s", said, want)
		}
	}
}

// TestNoNames: a suggestion from no names says that there are none.
func TestNoNames(t *testing.T) {
	if got := rule.Suggest("house", []string{"", "farm", ""}); got != "; there are farm" {
		t.Errorf("names that are empty are listed: %q", got)
	}
	if got := rule.Suggest("house", nil); got != "; there are none" {
		t.Error(got)
	}
}

// TestPhrases: the fault of a phrase names the word at fault.
func TestPhrases(t *testing.T) {
	spec := rule.Spec[struct {
		Men   uint8    `key:"men"`
		Squad [2]uint8 `key:"squads"`
	}, int8]{
		Name: "shoot", Events: []rule.Event[int8]{{Name: "hit", Holds: func(int8) bool { return false }}},
	}
	for _, c := range []struct {
		phrase rule.Phrase
		want   string
	}{
		{rule.Phrase{Says: "{man|# men|nobody} shoot"}, `there is no key "man"; did you mean men?`},
		{rule.Phrase{Says: "{men shoot"}, `"{men shoot" has no closing brace`},
		{rule.Phrase{Says: "{men|# {squads}|nobody} shoot"}, `"{men|# {squads}" has a { within its braces`},
		{rule.Phrase{Says: "{squads|#|two|none|some} shoot"}, `has 4 texts: a list has at most three`},
		{rule.Phrase{Says: "{men|#|a few|nobody} shoot"}, `has 3 texts: a value has at most two`},
		{rule.Phrase{Says: "[{men} shoot"}, `"[{men} shoot" has no closing bracket`},
		{rule.Phrase{Says: "{men}] shoot"}, `has a ] too many`},
		{rule.Phrase{Says: "[{men}[ shoot]]"}, `has a [ too many`},
		{rule.Phrase{Says: "{men}} shoot|fire"}, `has a } too many`},
		{rule.Phrase{Says: "{squads|# <at} shoot"}, `has a < without a >`},
		{rule.Phrase{Says: "{squads|# <at>} shoot"}, `the members of "squads" have no key "at"`},
		{rule.Phrase{Aim: "hits"}, `Aim "hits" is no event of shoot; did you mean hit?`},
		{rule.Phrase{Own: "lost"}, `Own "lost" is no measure of shoot; there are none`},
	} {
		r := rule.MustRuleset(rule.Ruleset{ID: "farm", Procedures: []*rule.Procedure{spec.Procedure()}, Phrases: map[string]rule.Phrase{"shoot": c.phrase}}, "")
		if err := r.TopicFaults(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v; want %s", err, c.want)
		}
	}
}

// TestLedgerFaults: a fault of the ledger shows the line, or lists the statuses.
func TestLedgerFaults(t *testing.T) {
	for text, want := range map[string]string{
		"a | rule | p1":          `ledger line 1: "a | rule | p1" is not id | status | where | gist`,
		"a | rules | p1 | gist":  `unknown status "rules"; did you mean rule, ruling?`,
		"a | zzzzzz | p1 | gist": `unknown status "zzzzzz"; there are choice, host, judgement, narrative, option, rule, ruling, table`,
	} {
		if _, err := rule.ParseLedger(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %s", err, want)
		}
	}
}

// TestNoneExcluded: min:"1" on a row of a table excludes none for readers, and from the values that they
// list.
func TestNoneExcluded(t *testing.T) {
	covers := &rule.Table{Name: "covers", Columns: []rule.Column{{Name: "bonus"}}, Rows: []rule.Row{{"fence", "a fence", "a.wall", rule.Sure, []int{1}}, {"wall", "a wall", "a.wall", rule.Sure, []int{2}}}}
	p := rule.Spec[walled, int8]{
		Name: "shoot", MaxQuestions: 1, Default: walled{Wall: 2},
		Play: func(_ *rule.Umpire, s *walled) int8 { return int8(s.Wall) },
	}.Procedure()
	rule.MustRuleset(rule.Ruleset{ID: "farm", Title: "Farm", Procedures: []*rule.Procedure{p}, Tables: []*rule.Table{covers}}, "## Walls\na.wall | table | p1 | walls\n")
	k := p.Keys()[0]
	if fmt.Sprintln(k.Values, k.Texts, k.Min, k.Max, k.Default) != "[fence wall] [a fence a wall] 1 2 wall\n" {
		t.Errorf("the key is %+v", k)
	}
	for word, want := range map[string]string{"fence": "", "wall": "", "none": `wall: unknown value "none"; there are fence, wall`, "0": "unknown value"} {
		q, err := p.NewQuestion(nil, []rule.Setting{{Path: "wall", Value: word}})
		if want == "" && (err != nil || q.Settings()[0].Value != word) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("wall=%s: %v; want %q", word, err, want)
		}
	}
}
