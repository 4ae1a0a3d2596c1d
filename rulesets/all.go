// Package rulesets is the shelf: every rulebook that the program plays, one
// folder each. A new rulebook is one folder and one line here.
package rulesets

import (
	"fmt"

	"loophole/rule"
	"loophole/rulesets/d20skirmish"
	"loophole/rulesets/konflikt47"
	"loophole/rulesets/lasergrenadiers"
	"loophole/rulesets/oldworld"
	"loophole/rulesets/tideofiron"
)

// All lists the rulebooks in alphabetical order of their identifiers.
var All = []*rule.Ruleset{
	d20skirmish.Rules,
	konflikt47.Rules,
	lasergrenadiers.Rules,
	oldworld.Rules,
	tideofiron.Rules,
}

// Find returns a rulebook by its identifier. The error suggests near names.
func Find(id string) (*rule.Ruleset, error) {
	var ids []string
	for _, r := range All {
		if r.ID == id {
			return r, nil
		}
		ids = append(ids, r.ID)
	}
	return nil, fmt.Errorf("unknown rulebook %q%s", id, rule.Suggest(id, ids))
}
