package rule_test

import (
	"slices"
	"testing"

	"loophole/rule"
)

// TestHash: a hash of rules covers what they are, and not how they are worded.
func TestHash(t *testing.T) {
	type change = func(*rule.Ledger, *rule.Fact, *rule.Ruling, *rule.Table)
	hash := func(alter change) string {
		l := rule.Ledger{Statements: slices.Clone(rules.Ledger.Statements)}
		f, x, tab := target, reroll, table
		x.Readings = slices.Clone(x.Readings)
		tab.Rows = slices.Clone(tab.Rows)
		tab.Rows[0].Cells = slices.Clone(tab.Rows[0].Cells)
		alter(&l, &f, &x, &tab)
		r := rule.Ruleset{Ledger: &l, Facts: []*rule.Fact{&f}, Rulings: []*rule.Ruling{&x}, Tables: []*rule.Table{&tab}}
		return r.Hash()
	}
	same := hash(func(*rule.Ledger, *rule.Fact, *rule.Ruling, *rule.Table) {})
	if same != rules.Hash() {
		t.Errorf("a copy has the hash %s, the rules have %s", same, rules.Hash())
	}
	for what, alter := range map[string]change{
		"the gist of a clause":        func(l *rule.Ledger, _ *rule.Fact, _ *rule.Ruling, _ *rule.Table) { l.Statements[0].Gist = "other" },
		"the text of a fact":          func(_ *rule.Ledger, f *rule.Fact, _ *rule.Ruling, _ *rule.Table) { f.Text = "other" },
		"the question of a ruling":    func(_ *rule.Ledger, _ *rule.Fact, x *rule.Ruling, _ *rule.Table) { x.Question = "other" },
		"the gist of a reading":       func(_ *rule.Ledger, _ *rule.Fact, x *rule.Ruling, _ *rule.Table) { x.Readings[1].Gist = "other" },
		"the text of a row":           func(_ *rule.Ledger, _ *rule.Fact, _ *rule.Ruling, tab *rule.Table) { tab.Rows[0].Text = "other" },
		"the place of a clause there": func(l *rule.Ledger, _ *rule.Fact, _ *rule.Ruling, _ *rule.Table) { l.Statements[0].Where = "other" },
	} {
		if hash(alter) != same {
			t.Errorf("another wording of %s is another hash", what)
		}
	}
	seen := map[string]string{same: "the rules themselves"}
	for what, alter := range map[string]change{
		"another clause": func(l *rule.Ledger, _ *rule.Fact, _ *rule.Ruling, _ *rule.Table) { l.Statements[0].ID = "a.miss" },
		"another status": func(l *rule.Ledger, _ *rule.Fact, _ *rule.Ruling, _ *rule.Table) {
			l.Statements[0].Status = rule.StatusOption
		},
		"another fact":               func(_ *rule.Ledger, f *rule.Fact, _ *rule.Ruling, _ *rule.Table) { f.Value = 5 },
		"the readings the other way": func(_ *rule.Ledger, _ *rule.Fact, x *rule.Ruling, _ *rule.Table) { slices.Reverse(x.Readings) },
		"a reading more": func(_ *rule.Ledger, _ *rule.Fact, x *rule.Ruling, _ *rule.Table) {
			x.Readings = append(x.Readings, rule.Reading{Name: "once"})
		},
		"another number in a table":     func(_ *rule.Ledger, _ *rule.Fact, _ *rule.Ruling, tab *rule.Table) { tab.Rows[0].Cells[0] = 2 },
		"another clause behind the row": func(_ *rule.Ledger, _ *rule.Fact, _ *rule.Ruling, tab *rule.Table) { tab.Rows[0].Cite = "a.hit" },
	} {
		h := hash(alter)
		if was, ok := seen[h]; ok {
			t.Errorf("%s has the hash of %s", what, was)
		}
		seen[h] = what
	}
}
