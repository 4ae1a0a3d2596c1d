package casebook

import (
	"fmt"
	"slices"

	"loophole/game"
	"loophole/rule"
)

// A Report holds the results of playing a whole casebook.
type Report struct {
	Results []*Result
	// Effective lists, for each effective clause, the cases that show it.
	Effective map[rule.Clause][]string
}

// Failed returns the number of cases with a fault.
func (r *Report) Failed() (n int) {
	for _, x := range r.Results {
		if len(x.Faults) > 0 {
			n++
		}
	}
	return n
}

// Run plays every case of the book. A clause is effective if a case plays it, a twin of that case
// lacks it or differs in it, both hold, and they contradict each other in a fact.
func (b *Book) Run(g *game.Game) *Report {
	report := &Report{Effective: map[rule.Clause][]string{}}
	held := map[*Case]bool{}
	for _, c := range b.Cases {
		r := b.Play(g, c)
		report.Results = append(report.Results, r)
		held[c] = len(r.Faults) == 0
	}
	for i, c := range b.Cases {
		model := b.Find(c.Twin)
		if c.Twin == "" || model == nil {
			continue
		}
		if !model.Contradicts(c) {
			r := report.Results[i]
			r.Faults = append(r.Faults, fmt.Sprintf("%s: %s: no fact contradicts one of its twin %q: state the same piece, event or chance with another value", c.place(c.Line), c.Name, c.Twin))
			continue
		}
		if !held[c] || !held[model] {
			continue
		}
		for _, x := range append(slices.Clone(c.Lacks), c.Differs...) {
			if !slices.Contains(report.Effective[x], model.Name) {
				report.Effective[x] = append(report.Effective[x], model.Name)
			}
		}
	}
	return report
}

// Wanted lists the clauses that a casebook has to show: the operative ones of the chapter. A
// casebook may show other clauses too.
func Wanted(rules *rule.Ruleset) (list []rule.Statement) {
	for _, s := range rules.Ledger.Statements {
		if s.OfChapter() && s.Status.IsOperative() {
			list = append(list, s)
		}
	}
	return list
}
