package puzzle

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"loophole/rulesets"
)

// Bundled lists the bundled puzzles: those of one ruleset after the other, in the order of
// [rulesets.Games], each by number. The caller must not change them.
var Bundled = sync.OnceValue(func() []*Puzzle {
	var list []*Puzzle
	for _, g := range rulesets.Games {
		data, err := fs.ReadFile(bundled(), g.Rules.ID+".json")
		if err != nil {
			continue // a ruleset of another module has no puzzles
		}
		var puzzles []*Puzzle
		if err := json.Unmarshal(data, &puzzles); err != nil {
			panic(fmt.Sprintf("puzzle: bundled/%s.json: %v", g.Rules.ID, err))
		}
		list = append(list, puzzles...)
	}
	return list
})

// ForRuleset lists the bundled puzzles of a ruleset by number. The list may be empty.
func ForRuleset(ruleset string) []*Puzzle {
	return slices.DeleteFunc(slices.Clone(Bundled()), func(p *Puzzle) bool { return p.Ruleset != ruleset })
}

// Find returns a bundled puzzle by its id, in letters of either case. The error says which ids
// there are.
func Find(id string) (*Puzzle, error) {
	var ranges []string
	for _, p := range Bundled() {
		if strings.EqualFold(p.ID, id) {
			return p, nil
		}
	}
	for _, g := range rulesets.Games {
		if n := len(ForRuleset(g.Rules.ID)); n > 0 {
			ranges = append(ranges, fmt.Sprintf("%s-1 to %s-%d", g.Rules.ID, g.Rules.ID, n))
		}
	}
	return nil, fmt.Errorf("puzzle: no puzzle %q: the puzzles are %s", id, strings.Join(ranges, ", "))
}
