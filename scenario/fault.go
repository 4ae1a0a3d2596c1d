package scenario

import (
	"slices"
	"strconv"
	"strings"

	"loophole/game"
	"loophole/internal/usertext"
)

// misfit adds the faults of what a setup means to those of its form, each at the
// line and column of the value that it is about. Where values could not be read,
// what follows from their being left out is not the writer's fault: then only
// faults of values that stand in the file, and could be read, are told.
func (d *filler) misfit(err error, setup *node) {
	formless := len(d.faults) > 0
	for _, f := range game.Faults(err) {
		at, whole := setup.find(f.Path)
		if f.Name != "" {
			if n := setup.named(f.Name); n != nil {
				at, whole = n, true
			}
		}
		if formless && (!whole || f.Path == "" || d.touches(f.Path)) {
			continue
		}
		where := "setup"
		if f.Path != "" {
			where += "." + f.Path
		}
		d.wrong(at.place, "%s: %s", where, f.Text)
	}
}

// touches reports whether a value that could not be read is the value of a path,
// a part of it, or around it.
func (d *filler) touches(path string) bool {
	path = "setup." + path + "."
	return slices.ContainsFunc(d.unread, func(p string) bool {
		p += "."
		return strings.HasPrefix(p, path) || strings.HasPrefix(path, p)
	})
}

// find goes along a path as far as the file goes. It reports whether that is
// the whole of it.
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

// child is the value of a key or an element of a list, from 1.
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

// named is the last value of a key called name that has a text, or nil.
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

// names refuses names in a list that stand twice, and those that are words of
// the game's language of actions, which nobody could tell apart from them.
func (d *filler) names(path string, n *node, words []string) {
	seen := map[string]place{}
	for i, item := range n.items {
		name := item.child("name")
		if name == nil || name.kind != text || name.text == "" {
			continue
		}
		at := path + "." + strconv.Itoa(i+1) + ".name"
		if first, twice := seen[name.text]; twice {
			d.bad(at, name.place, "the name %q stands twice; first at line %d, column %d", usertext.Truncate(name.text), first.line, first.col)
		}
		if slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(w, name.text) }) {
			d.bad(at, name.place, "%q is a word of the actions of this game: give another name", usertext.Truncate(name.text))
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
