package rulestest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"loophole/casebook"
	"loophole/rule"
)

// casebook reads the casebook, once.
func (k *kit) casebook() (*casebook.Book, error) {
	k.opened.Do(func() {
		k.cases, k.casesFault = casebook.Read(k.rules, os.DirFS(filepath.Join(k.dir, "casebook")))
	})
	return k.cases, k.casesFault
}

// shown plays the casebook, once.
func (k *kit) shown() (*casebook.Report, error) {
	b, err := k.casebook()
	if err != nil {
		return nil, err
	}
	k.ran.Do(func() { k.report = b.Run(k.game) })
	return k.report, nil
}

// checkCasebook plays every case, and lists the operative clauses of the chapter that are
// effective in none. No flag rewrites a casebook. A clause that is excused from being played in
// games is excused here too.
func (k *kit) checkCasebook(t reporter) {
	report, err := k.shown()
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	for _, r := range report.Results {
		for _, f := range r.Faults {
			t.Errorf("%s", f)
		}
	}
	var idle []string
	wanted := casebook.Wanted(k.rules)
	for _, s := range wanted {
		if report.Effective[s.ID] == nil && !k.excused("unplayed", string(s.ID)) {
			idle = append(idle, fmt.Sprintf("%s (%s, %s): %s", s.ID, s.Status, s.Where, s.Gist))
		}
	}
	if len(idle) > 0 {
		t.Errorf("%d of the %d operative clauses of the chapter are effective in no case: write a case that plays each, and its twin\n  %s",
			len(idle), len(wanted), strings.Join(idle, "\n  "))
	}
	t.Logf("%d cases; %d of the %d operative clauses of the chapter are effective in them, or are excused", len(report.Results), len(wanted)-len(idle), len(wanted))
}

// effective lists the cases that show a clause, for its evidence.
func (k *kit) effective(c rule.Clause) []string {
	if k.game == nil {
		return nil
	}
	report, err := k.shown()
	if err != nil {
		return nil
	}
	return slices.Sorted(slices.Values(report.Effective[c]))
}
