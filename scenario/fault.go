package scenario

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"loophole/game"
	"loophole/internal/usertext"
)

// addSetupErrors adds the errors of the set-up as a whole, each with the place of its value. A
// value that could not be read is missing in the set-up and may cause further errors. After
// errors of form, it therefore adds only errors of values that are in the file and could be read, and that
// follow from no other value that could not.
func (d *decoder) addSetupErrors(err error, setup *node) {
	malformed := len(d.faults) > 0
	for _, f := range game.Faults(err) {
		at, whole := d.setupAt(setup, f.Path)
		if f.Name != "" {
			if n := setup.named(f.Name); n != nil {
				at, whole = n.place, true
			}
		}
		if malformed && (!whole || f.Path == "" || d.touches(f.Path) || slices.ContainsFunc(f.Needs, d.touches)) {
			continue
		}
		where := "setup"
		if f.Path != "" {
			where += "." + f.Path
		}
		d.addError(at, "%s: %s", where, f.Text)
	}
}

// touches reports whether a value at the path, a part of it, or a value around it could not be
// read.
func (d *decoder) touches(path string) bool {
	path = "setup." + path + "."
	return slices.ContainsFunc(d.unreadable, func(p string) bool {
		p += "."
		return strings.HasPrefix(p, path) || strings.HasPrefix(path, p)
	})
}

// setupAt returns the place of the value at a path in the set-up, and true. If the file does not have
// the value, it returns the place of the key or element that should have it, and false.
func (d *decoder) setupAt(n *node, path string) (at place, whole bool) {
	lacks := cmp.Or(d.setupKey, n.place)
	for path != "" {
		name, rest, _ := strings.Cut(path, ".")
		next := n.child(name)
		if next == nil {
			return lacks, false
		}
		lacks = next.place
		for _, k := range n.keys {
			if k.value == next {
				lacks = k.place
			}
		}
		n, path = next, rest
	}
	return n.place, true
}

// find follows a path as far as the file has it, and reports whether that is all of it.
func (n *node) find(path string) (at *node, whole bool) {
	for path != "" {
		name, rest, _ := strings.Cut(path, ".")
		next := n.child(name)
		if next == nil {
			return n, false
		}
		n, path = next, rest
	}
	return n, true
}

// child returns the value of a key, or an element of a list by its number from 1.
func (n *node) child(name string) *node {
	if i, err := strconv.Atoi(name); err == nil {
		if i < 1 || i > len(n.items) {
			return nil
		}
		return n.items[i-1]
	}
	for _, k := range n.keys {
		if k.name == name {
			return k.value
		}
	}
	return nil
}

// named returns the last value of a key called name with this text, or nil.
func (n *node) named(text string) (found *node) {
	for _, k := range n.keys {
		if k.name == "name" && k.value.text == text {
			found = k.value
		}
		if x := k.value.named(text); x != nil {
			found = x
		}
	}
	for _, item := range n.items {
		if x := item.named(text); x != nil {
			found = x
		}
	}
	return found
}

// names rejects duplicate names in a list, and names that are reserved words of the game's
// actions.
func (d *decoder) names(path string, n *node, words []string) {
	seen := map[string]place{}
	for i, item := range n.items {
		name := item.child("name")
		if name == nil || name.kind != text || name.text == "" {
			continue
		}
		at := path + "." + strconv.Itoa(i+1) + ".name"
		if first, twice := seen[name.text]; twice {
			d.valueError(at, name.place, "duplicate name %q: first used at line %d, column %d", usertext.Truncate(name.text), first.line, first.col)
		}
		if slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(w, name.text) }) {
			d.valueError(at, name.place, "%q is a reserved word of this game's actions: use another name", usertext.Truncate(name.text))
		}
		seen[name.text] = name.place
	}
	for _, k := range n.keys {
		d.names(path+"."+k.name, k.value, words)
	}
	for i, item := range n.items {
		d.names(path+"."+strconv.Itoa(i+1), item, words)
	}
}
