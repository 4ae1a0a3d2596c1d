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

// casebookReport plays the casebook, once.
func (k *kit) casebookReport() (*casebook.Report, error) {
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
	report, err := k.casebookReport()
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	failed := map[rule.Clause][]string{}
	for _, r := range report.Results {
		if len(r.Faults) == 0 {
			continue
		}
		for _, x := range slices.Concat(r.Case.Plays, r.Case.Lacks, r.Case.Differs) {
			failed[x] = append(failed[x], r.Case.Name)
		}
		t.Errorf("%s\n  %s", strings.Join(r.Faults, "\n"), purpose(r.Case))
	}
	var idle, broken []string
	wanted := casebook.Wanted(k.rules)
	for _, s := range wanted {
		switch {
		case report.Effective[s.ID] != nil || k.excused("unplayed", string(s.ID)):
		case failed[s.ID] != nil:
			broken = append(broken, fmt.Sprintf("%s: %s", s.ID, strings.Join(failed[s.ID], "; ")))
		default:
			idle = append(idle, fmt.Sprintf("%s (%s, %s): %s", s.ID, s.Status, s.Where, s.Gist))
		}
	}
	if len(broken) > 0 {
		t.Errorf("%d of the %d operative clauses of the chapter are effective in no case, because cases fail:\n  %s",
			len(broken), len(wanted), strings.Join(broken, "\n  "))
	}
	if len(idle) > 0 {
		t.Errorf("%d of the %d operative clauses of the chapter are effective in no case: write a case that plays each, and its twin\n  %s",
			len(idle), len(wanted), strings.Join(idle, "\n  "))
	}
	t.Logf("%d cases; %d of the %d operative clauses of the chapter are effective in them, or are excused", len(report.Results), len(wanted)-len(idle)-len(broken), len(wanted))
}

// purpose says what a case is to show, for the report of one that fails.
func purpose(c *casebook.Case) string {
	var words []string
	for _, x := range []struct {
		verb    string
		clauses []rule.Clause
	}{{"plays", c.Plays}, {"lacks", c.Lacks}, {"differs by", c.Differs}} {
		for _, id := range x.clauses {
			words = append(words, x.verb+" "+string(id))
		}
	}
	return fmt.Sprintf("the case %q %s, because %s", c.Name, strings.Join(words, ", "), strings.Join(c.Because, " "))
}

// effective lists the cases that show a clause, for its evidence.
func (k *kit) effective(c rule.Clause) []string {
	if k.game == nil {
		return nil
	}
	report, err := k.casebookReport()
	if err != nil {
		return nil
	}
	return slices.Sorted(slices.Values(report.Effective[c]))
}
