package scenario

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"loophole/internal/fieldtags"
)

// otherRuleset returns an error if the set-up is for another rulebook than the file says: it has several
// keys at the top that the rulebook does not know, and the bundled scenarios of another one have them all.
func (b *Scenario) otherRuleset(setup any) error {
	known := map[string]bool{}
	eachField(reflect.ValueOf(setup).Elem(), func(x fieldtags.Field) { known[x.Key] = true })
	var odd []string
	for _, k := range b.setup.keys {
		if !known[k.name] && !slices.Contains(odd, k.name) {
			odd = append(odd, k.name)
		}
	}
	if len(odd) < 2 {
		return nil
	}
	keys := map[string]map[string]bool{}
	for _, other := range Bundled() {
		if keys[other.Ruleset] == nil {
			keys[other.Ruleset] = map[string]bool{}
		}
		for _, k := range other.setup.keys {
			keys[other.Ruleset][k.name] = true
		}
	}
	for _, id := range slices.Sorted(maps.Keys(keys)) {
		if id != b.Ruleset && !slices.ContainsFunc(odd, func(key string) bool { return !keys[id][key] }) {
			list := strings.Join(odd[:len(odd)-1], ", ") + " and " + odd[len(odd)-1]
			return b.file.fault(b.rulesetAt, "the set-up has %s, which are keys of %s and not of %s: is ruleset: %s right?", list, id, b.Ruleset, b.Ruleset)
		}
	}
	return nil
}
