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
		return nil, f.fault(n.place, "want keys with values (key: value), not %s", kindNames[n.kind])
	}
	return n, nil
}

// tree takes what begins with a brace for JSON, unless it is a YAML mapping
// that JSON cannot read.
func (f *file) tree() (*node, error) {
	named := strings.HasSuffix(strings.ToLower(f.name), ".json")
	if named || strings.HasPrefix(strings.TrimSpace(f.text), "{") && f.isJSON() {
		return f.json()
	}
	return f.yaml()
}

// take removes a key with a plain value from a table: its text, or "".
func (f *file) take(n *node, name string) (string, error) {
	value := ""
	for i := 0; i < len(n.keys); i++ {
		k := n.keys[i]
		if k.name != name {
			continue
		}
		if k.value.kind != text {
			return "", f.fault(k.place, "%s is a name, not %s", name, kindNames[k.value.kind])
		}
		if value != "" {
			return "", f.fault(k.place, "%s stands twice", name)
		}
		value = k.value.text
		n.keys = append(n.keys[:i], n.keys[i+1:]...)
		i--
	}
	return value, nil
}

// A flattener turns a tree into settings. It knows every path it has met.
type flattener struct {
	*file
	out   []rule.Setting
	paths map[string]place
}

func newFlattener(f *file) *flattener {
	return &flattener{file: f, paths: map[string]place{}}
}

// put writes one setting. A path that stands twice is an error.
func (f *flattener) put(path string, p place, s rule.Setting) error {
	if len(path) > maxPath {
		return f.fault(p, "%q is too long for a key", usertext.Truncate(path))
	}
	if first, twice := f.paths[path]; twice {
		return f.fault(p, "%q stands twice; first at line %d, column %d", usertext.Truncate(path), first.line, first.col)
	}
	f.paths[path] = p
	s.Path, s.Place = path, f.at(p)
	f.out = append(f.out, s)
	return nil
}

// flatten writes the settings of a node. Places are those of keys, so that an
// error points at the name that it is about.
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

// table writes the settings of the keys of a node.
func (f *flattener) table(path string, n *node) error {
	for _, k := range n.keys {
		if strings.Trim(k.name, ". ") != k.name || k.name == "" || strings.Contains(k.name, "..") {
			return f.fault(k.place, "%q is not a key", usertext.Truncate(k.name))
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
