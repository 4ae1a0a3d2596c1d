package rulestest

import (
	"fmt"
	"slices"
	"strings"

	"loophole/rule"
)

// checkLedger holds the ledger against what was seen: every clause that bites
// takes effect somewhere, and no clause is cited that does not exist.
func (k *kit) checkLedger(t reporter) {
	for i, e := range k.explore() {
		k.checkCited(t, k.situations[i], e)
	}
	silent := k.silent()
	for len(silent) > 0 && k.deepen() {
		silent = k.silent()
	}
	for _, v := range k.exploreVariants() {
		if v.fault != nil {
			t.Errorf("%v, with %s=%s: %v", k.situations[v.situation], v.ruling.Name, v.reading, v.fault)
		}
		k.checkCited(t, k.situations[v.situation], v.exploration)
	}
	var lines []string
	for _, s := range silent {
		lines = append(lines, fmt.Sprintf("%s (%s, %s): %s", s.ID, s.Status, s.Where, s.Gist))
	}
	bite := len(k.biting())
	if len(silent) > 0 {
		t.Errorf("%d of %d clauses that bite take effect nowhere: cite each where the code follows it, and write a case in which it does\n  %s",
			len(silent), bite, strings.Join(lines, "\n  "))
	}
	t.Logf("%d of %d clauses bite; %d of them take effect, in %d situations and %d readings of them",
		bite, len(k.rules.Ledger.Statements), bite-len(silent), len(k.situations), len(k.variants))
}

// checkCited looks for citations that the ledger does not know.
func (k *kit) checkCited(t reporter, s *situation, e *exploration) {
	for x := range e.seen {
		if _, ok := k.rules.Ledger.Find(x.cite); ok || k.unknown[x.cite] {
			continue
		}
		k.unknown[x.cite] = true
		if x.cite == "" {
			t.Errorf("%q cites no clause, in %v: every question, amount, note and refusal cites one", x.text+x.name, s)
		} else {
			t.Errorf("%q cites %q, which is not in the ledger, in %v: correct it, or add the clause", x.text+x.name, x.cite, s)
		}
	}
}

// silent lists the clauses that bite and were not seen so far.
func (k *kit) silent() []rule.Statement {
	fired := map[rule.Clause]bool{}
	for _, e := range k.everything() {
		for x := range e.seen {
			fired[x.cite] = true
		}
	}
	return slices.DeleteFunc(k.biting(), func(s rule.Statement) bool { return fired[s.ID] })
}

// biting lists the clauses that must be seen to take effect.
func (k *kit) biting() []rule.Statement {
	return slices.DeleteFunc(slices.Clone(k.rules.Ledger.Statements), func(s rule.Statement) bool { return !s.Status.Bites() })
}

// everything lists the explorations of all situations and variants.
func (k *kit) everything() []*exploration {
	all := append([]*exploration(nil), k.explore()...)
	for _, v := range k.exploreVariants() {
		all = append(all, v.exploration)
	}
	return all
}
