package game

import (
	"fmt"
	"slices"

	"loophole/rule"
)

// Find is the place of a name in a list of names of something: of a "place". The error
// suggests a near name.
func Find(noun string, names []string, name string) (int, error) {
	if i := slices.Index(names, name); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("there is no %s %q%s", noun, name, rule.Suggest(name, names))
}
