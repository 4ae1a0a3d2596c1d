package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"loophole/internal/usertext"
	"loophole/rule"
)

// With returns the scenario with some values of its set-up changed, each by its path: "turns=3",
// "units.guards.at=B1". A path names an element of a list by its name, or by its number from 1.
// The value "none" removes an element of a list. A key that does not exist is added, and so is an
// element whose value has the name that the path states. A value may be a list or keys in brackets,
// as in a file.
func (b *Scenario) With(changes []rule.Setting) (*Scenario, error) {
	if len(changes) == 0 {
		return b, nil
	}
	other := *b
	other.setup = b.setup.clone()
	for _, c := range changes {
		value, err := b.valueOf(c.Value)
		if err == nil {
			err = other.setup.change(strings.Split(c.Path, "."), value)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %s=%s: %w", b, usertext.Truncate(c.Path), usertext.Truncate(c.Value), err)
		}
	}
	return &other, nil
}

// valueOf reads a value as a YAML file would hold it, even if the scenario is a JSON file.
func (b *Scenario) valueOf(value string) (*node, error) {
	f := &file{name: b.file.name, text: "value: " + value}
	n, err := f.yaml()
	if err != nil {
		return nil, err
	}
	if len(n.keys) != 1 {
		return nil, errors.New("write the value on one line")
	}
	v := n.keys[0].value
	v.setPlace(b.setup.place)
	return v, nil
}

// setPlace gives a node and its parts a place in the file.
func (n *node) setPlace(p place) {
	n.place = p
	for _, x := range n.items {
		x.setPlace(p)
	}
	for i := range n.keys {
		n.keys[i].place = p
		n.keys[i].value.setPlace(p)
	}
}

// clone copies a node and its parts.
func (n *node) clone() *node {
	c := *n
	c.items, c.keys = nil, nil
	for _, x := range n.items {
		c.items = append(c.items, x.clone())
	}
	for _, k := range n.keys {
		k.value = k.value.clone()
		c.keys = append(c.keys, k)
	}
	return &c
}

// change sets the value at a path.
func (n *node) change(path []string, value *node) error {
	name, last := path[0], len(path) == 1
	switch n.kind {
	case table:
		i := slices.IndexFunc(n.keys, func(k key) bool { return k.name == name })
		switch {
		case last && i >= 0:
			n.keys[i].value = value
		case last:
			n.keys = append(n.keys, key{n.place, name, value})
		case i < 0:
			return fmt.Errorf("there is no %q%s", usertext.Truncate(name), rule.Suggest(name, n.names()))
		default:
			return n.keys[i].value.change(path[1:], value)
		}
		return nil
	case list:
		i := n.element(name)
		switch {
		case i < 0 && last && value.kind != text && value.elementName() == name:
			n.items = append(n.items, value)
		case i < 0:
			return fmt.Errorf("no element has the name or number %q%s", usertext.Truncate(name), rule.Suggest(name, n.names()))
		case last && value.kind == text && value.text == "none":
			n.items = slices.Delete(n.items, i, i+1)
		case last:
			n.items[i] = value
		default:
			return n.items[i].change(path[1:], value)
		}
		return nil
	}
	return fmt.Errorf("%q is in a plain value, which has no keys", usertext.Truncate(name))
}

// names lists the keys of a node, and the names of the elements of a list.
func (n *node) names() (list []string) {
	for _, k := range n.keys {
		list = append(list, k.name)
	}
	for _, x := range n.items {
		if name := x.elementName(); name != "" {
			list = append(list, name)
		}
	}
	return list
}

// element returns the index of an element by its name, or by its number from 1; -1 if there is
// none.
func (n *node) element(name string) int {
	if i := slices.IndexFunc(n.items, func(x *node) bool { return x.elementName() == name }); i >= 0 {
		return i
	}
	if i, err := strconv.Atoi(name); err == nil && i >= 1 && i <= len(n.items) {
		return i - 1
	}
	return -1
}

// elementName returns the text of the key name or section.
func (n *node) elementName() string {
	for _, want := range []string{"name", "section"} {
		for _, k := range n.keys {
			if k.name == want && k.value.kind == text {
				return k.value.text
			}
		}
	}
	return ""
}
