package rulestest

import (
	"fmt"
	"strings"

	"loophole/rule"
)

// checkLedger compares the ledger with the clauses that took effect. Every operative clause takes
// effect somewhere, and every cited clause exists.
func (k *kit) checkLedger(t reporter) {
	fired := map[rule.Clause]bool{}
	unknown := map[rule.Clause]bool{}
	look := func(s *situation, e *exploration) {
		for x := range e.seen {
			fired[x.cite] = true
			if _, ok := k.rules.Ledger.Find(x.cite); ok || unknown[x.cite] {
				continue
			}
			unknown[x.cite] = true
			if x.cite == "" {
				t.Errorf("%q cites no clause, in %v: every question, amount, note and violation cites one", strings.TrimSpace(x.text+" "+x.name), s)
			} else {
				t.Errorf("%q cites %q, which is not in the ledger, in %v: correct it, or add the clause", strings.TrimSpace(x.text+" "+x.name), x.cite, s)
			}
		}
	}
	for i, e := range k.explore() {
		look(k.situations[i], e)
	}
	for _, v := range k.exploreVariants() {
		if v.fault != nil {
			t.Errorf("%v, with %s=%s: %v", k.situations[v.situation], v.ruling.Name, v.reading, v.fault)
			continue
		}
		look(k.situations[v.situation], v.exploration)
	}
	for c := range k.playedGames().fired {
		fired[c] = true
		if _, ok := k.rules.Ledger.Find(c); !ok {
			t.Errorf("games cite %q, which is not in the ledger: correct it, or add the clause", c)
		}
	}
	k.reportSilent(t, fired)
}

// reportSilent lists the operative clauses that never took effect.
func (k *kit) reportSilent(t reporter, fired map[rule.Clause]bool) {
	var silent []string
	operative := 0
	for _, s := range k.rules.Ledger.Statements {
		if !s.Status.IsOperative() {
			continue
		}
		if operative++; !fired[s.ID] {
			silent = append(silent, fmt.Sprintf("%s (%s, %s): %s", s.ID, s.Status, s.Where, s.Gist))
		}
	}
	if len(silent) > 0 {
		t.Errorf("%d of %d operative clauses take effect nowhere: cite each where the code follows it, and %s\n  %s",
			len(silent), operative, k.reachIt(), strings.Join(silent, "\n  "))
	}
	t.Logf("%d of %d clauses are operative; %d of them take effect, in %d situations and %d readings of them",
		operative, len(k.rules.Ledger.Statements), operative-len(silent), len(k.situations), len(k.variants))
}

// reachIt says how a clause takes effect in this check. Cases of the casebook do not count here.
func (k *kit) reachIt() string {
	of := "write a situation in testdata/cases.txt in which it is used"
	if k.game != nil {
		of += fmt.Sprintf(", or a scenario in which one of %d random games gets there (a case of the casebook does not count here)", watchedGames)
	}
	return of
}
