package scenario

import (
	"fmt"
	"strings"

	"loophole/internal/usertext"
	"loophole/rule"
)

// A node is a value of a file: a text, a list, or keys with values.
type node struct {
	place
	kind  kind
	text  string
	items []*node
	keys  []key
}

type kind uint8

const (
	text kind = iota
	list
	table
)

var kindNames = [...]string{text: "a value", list: "a list", table: "keys with values"}

type key struct {
	place
	name  string
	value *node
}

// parse reads the file as a table of keys.
func (f *file) parse() (*node, error) {
	if strings.TrimSpace(f.text) == "" {
		return nil, f.fault(place{1, 1}, "the file is empty")
	}
	n, err := f.tree()
	if err != nil {
		return nil, err
	}
	if n.kind != table {
		return nil, f.fault(n.place, "the file must hold keys with values (key: value), not %s", kindNames[n.kind])
	}
	return n, nil
}

// tree reads a file whose name ends in .json as JSON, and so another file that begins with a brace, unless
// only YAML can read it.
func (f *file) tree() (*node, error) {
	named := strings.HasSuffix(strings.ToLower(f.name), ".json")
	if named || strings.HasPrefix(strings.TrimSpace(f.text), "{") && f.isJSON() {
		return f.json()
	}
	return f.yaml()
}

// takeText removes a key with a plain value from a table. It returns the text and the place of the
// key, or two zero values.
func (f *file) takeText(n *node, name string) (string, place, error) {
	value, at := "", place{}
	for i := 0; i < len(n.keys); i++ {
		k := n.keys[i]
		if k.name != name {
			continue
		}
		if at != (place{}) {
			return "", k.place, f.duplicate(k, at)
		}
		if k.value.kind != text {
			return "", k.place, f.fault(k.place, "%s must be a name, not %s", name, kindNames[k.value.kind])
		}
		value, at = k.value.text, k.place
		n.keys = append(n.keys[:i], n.keys[i+1:]...)
		i--
	}
	return value, at, nil
}

// duplicate returns the error of a key that a table holds already.
func (f *file) duplicate(k key, first place) error {
	return f.fault(k.place, "duplicate key %q: first set at line %d, column %d", usertext.Truncate(k.name), first.line, first.col)
}

// A flattener turns a tree into settings and rejects duplicate paths.
type flattener struct {
	*file
	out   []rule.Setting
	paths map[string]place
}

func newFlattener(f *file) *flattener {
	return &flattener{file: f, paths: map[string]place{}}
}

// put adds one setting. A duplicate path is an error.
func (f *flattener) put(path string, p place, s rule.Setting) error {
	if len(path) > maxPath {
		return f.fault(p, "the key %q is longer than %d bytes", usertext.Truncate(path), maxPath)
	}
	if first, twice := f.paths[path]; twice {
		return f.fault(p, "duplicate key %q: first set at line %d, column %d", usertext.Truncate(path), first.line, first.col)
	}
	f.paths[path] = p
	s.Path, s.Place = path, f.at(p)
	f.out = append(f.out, s)
	return nil
}

// flatten adds the settings of a node. Their places are those of the keys, so that errors point
// at the key.
func (f *flattener) flatten(path string, p place, n *node) error {
	switch n.kind {
	case text:
		return f.put(path, p, rule.Setting{Value: n.text})
	case list:
		if err := f.put(path, p, rule.Setting{Many: len(n.items)}); err != nil {
			return err
		}
		for i, item := range n.items {
			if err := f.flatten(fmt.Sprintf("%s.%d", path, i+1), item.place, item); err != nil {
				return err
			}
		}
		return nil
	}
	return f.table(path, n)
}

// table adds the settings of the keys of a node.
func (f *flattener) table(path string, n *node) error {
	for _, k := range n.keys {
		if strings.Trim(k.name, ". ") != k.name || k.name == "" || strings.Contains(k.name, "..") {
			return f.fault(k.place, "invalid key %q", usertext.Truncate(k.name))
		}
		name := k.name
		if path != "" {
			name = path + "." + k.name
		}
		if err := f.flatten(name, k.place, k.value); err != nil {
			return err
		}
	}
	return nil
}
