package game

import (
	"fmt"
	"slices"

	"loophole/rule"
)

// Find returns the index of a name in a list. The noun, such as "place", says what is listed. The error
// suggests near names.
func Find(noun string, names []string, name string) (int, error) {
	if i := slices.Index(names, name); i >= 0 {
		return i, nil
	}
	if i := slices.Index(names, ""); i >= 0 {
		return 0, fmt.Errorf("there is no %s %q: %s %d has no name: give it one", noun, name, noun, i+1)
	}
	return 0, fmt.Errorf("there is no %s %q%s", noun, name, rule.Suggest(name, names))
}
