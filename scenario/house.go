package scenario

import (
	"io"
	"slices"
	"strings"

	"loophole/internal/usertext"
	"loophole/rule"
)

var sections = []string{"facts", "rulings", "tables"}

// ReadHouseRules reads a house file: the rulebook that it is for, and its settings, for
// [rule.Ruleset.House], with their places. The name is for errors only.
func ReadHouseRules(name string, r io.Reader) (ruleset string, settings []rule.Setting, err error) {
	f, err := read(name, r)
	if err != nil {
		return "", nil, err
	}
	n, err := f.parse()
	if err != nil {
		return "", nil, err
	}
	if ruleset, err = f.take(n, "ruleset"); err != nil {
		return "", nil, err
	}
	if ruleset == "" {
		return "", nil, f.fault(n.place, "a house file says which rulebook it is for: ruleset: NAME")
	}
	out := newFlattener(f)
	for _, k := range n.keys {
		if err := out.section(k); err != nil {
			return "", nil, err
		}
	}
	return ruleset, out.out, nil
}

// section writes the settings of one part of a house file, or of a single
// value whose name begins with its part: "facts.defence.block: 4".
func (f *flattener) section(k key) error {
	part, _, dotted := strings.Cut(k.name, ".")
	if !slices.Contains(sections, part) {
		return f.fault(k.place, "unknown section %q%s", usertext.Truncate(part), rule.Suggest(part, append([]string{"ruleset"}, sections...)))
	}
	if k.value.kind != table && !dotted {
		return f.fault(k.place, "%s holds keys with values, not %s", k.name, kindNames[k.value.kind])
	}
	if p, ok := listed(k.value); ok {
		return f.fault(p, "a house file has no lists")
	}
	return f.table("", &node{keys: []key{k}})
}

// listed returns the place of the first list in a tree.
func listed(n *node) (place, bool) {
	if n.kind == list {
		return n.place, true
	}
	for _, k := range n.keys {
		if p, ok := listed(k.value); ok {
			return p, true
		}
	}
	return place{}, false
}
