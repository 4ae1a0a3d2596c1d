package match

import (
	"loophole/dice"
	"loophole/rule"
)

// ExplainedEntries lists the entries from a number on with everything that took effect in them. The record
// keeps neither facts nor rows of tables, because they follow from the house rules. ExplainedEntries finds
// them by playing each action again with its answers.
func (m *Match) ExplainedEntries(from int) []Entry {
	var list []Entry
	for i := from; i < len(m.Entries); i++ {
		list = append(list, m.Entries[i])
		if m.Entries[i].Kind != Acted {
			continue
		}
		to := i + 1
		for to < len(m.Entries) && m.Entries[to].Kind == Ruled {
			to++
		}
		list = append(list, m.explainedAction(i, m.Entries[i+1:to])...)
		i = to - 1
	}
	return list
}

// explainedAction returns the entries of the rules in the action that begins with an entry.
func (m *Match) explainedAction(at int, kept []Entry) []Entry {
	x, ok := m.actionAt(at)
	if !ok {
		return kept
	}
	rules := make([]rule.Entry, 0, len(kept))
	for _, e := range kept {
		rules = append(rules, e.Rule)
	}
	var rec rule.Record
	script := dice.NewScript(rules)
	script.AnyWords = true // The match may have begun under an earlier version.
	// An unfinished action ends at its question.
	m.Instance.Play(x.Before, x.Action, script, &rec)
	list := make([]Entry, 0, len(rec.Entries))
	for i, e := range rec.Entries {
		if e.Kind != rule.RulingUsed && !appliesLookup(rec.Entries, i) {
			list = append(list, Entry{Kind: Ruled, Rule: e})
		}
	}
	return list
}

// appliesLookup reports whether entry i is a lookup whose value the next entry applies: the same value
// under the same clause.
func appliesLookup(list []rule.Entry, i int) bool {
	if i+1 == len(list) || list[i].Kind != rule.FactUsed && list[i].Kind != rule.TableUsed {
		return false
	}
	e, next := list[i], list[i+1]
	return next.Kind == rule.Applied && next.Cite == e.Cite && next.Value == e.Value
}

// actionAt returns the action that begins with an entry.
func (m *Match) actionAt(at int) (PlayedAction, bool) {
	for i := len(m.playedActions) - 1; i >= 0; i-- {
		if m.playedActions[i].From == at {
			return m.playedActions[i], true
		}
	}
	x, open := m.PendingRange()
	return x, open && x.From == at
}
