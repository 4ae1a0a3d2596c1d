package scenario

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"loophole/internal/usertext"
	"loophole/rule"
)

var sections = []string{"facts", "rulings", "tables"}

// ReadHouseRules reads a house file. It returns its ruleset and its settings with their places,
// for [rule.Ruleset.House]. The name is used in errors only.
func ReadHouseRules(name string, r io.Reader) (ruleset string, settings []rule.Setting, err error) {
	f, err := read(name, r)
	if err != nil {
		return "", nil, err
	}
	n, err := f.parse()
	if err != nil {
		return "", nil, err
	}
	ruleset, at, err := f.takeText(n, "ruleset")
	if err != nil {
		return "", nil, err
	}
	if ruleset == "" {
		return "", nil, f.fault(cmp.Or(at, n.place), "the rulebook is missing: add ruleset: NAME")
	}
	out := newFlattener(f)
	for _, k := range n.keys {
		if err := out.section(k); err != nil {
			return "", nil, err
		}
	}
	return ruleset, out.out, nil
}

// section adds the settings of one section of a house file, or of one value whose key begins
// with its section: "facts.defence.block: 4".
func (f *flattener) section(k key) error {
	part, _, dotted := strings.Cut(k.name, ".")
	if !slices.Contains(sections, part) {
		return f.fault(k.place, "unknown section %q%s", usertext.Truncate(part), rule.Suggest(part, append([]string{"ruleset"}, sections...)))
	}
	if k.value.kind != table && !dotted {
		return f.fault(k.place, "%s must hold keys with values, not %s", k.name, kindNames[k.value.kind])
	}
	if p, ok := findList(k.value); ok {
		return f.fault(p, "a house file cannot contain lists")
	}
	return f.table("", &node{keys: []key{k}})
}

// findList returns the place of the first list in a tree.
func findList(n *node) (place, bool) {
	if n.kind == list {
		return n.place, true
	}
	for _, k := range n.keys {
		if p, ok := findList(k.value); ok {
			return p, true
		}
	}
	return place{}, false
}
