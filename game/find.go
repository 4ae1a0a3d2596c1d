package game

import (
	"fmt"
	"slices"

	"loophole/rule"
)

// Find returns the place of a name in a list of names of a kind, such as "place". The error
// suggests near names.
func Find(noun string, names []string, name string) (int, error) {
	if i := slices.Index(names, name); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("there is no %s %q%s", noun, name, rule.Suggest(name, names))
}
