package scenario

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"loophole/internal/usertext"
	"loophole/rule"
)

// Format is the version of scenario files that this package reads and writes.
const Format = 1

// A Scenario is a scenario file: a game that can be set up and played. The game of the ruleset
// gives the set-up its meaning; see [NewInstance].
//
//	format: 1
//	ruleset: tideofiron
//	name: block                 # a word, as typed on the command line
//	title: The block
//	gist: hold two of four building hexes after six rounds
//	minutes: 40
//	source: where the place and the orders of battle come from
//	house: {rulings: {halving: before}}
//	setup:
//	  rounds: 6
//	  …
type Scenario struct {
	Ruleset string
	Name    string
	Title   string
	Gist    string
	Minutes int // that a game takes at a table, or 0
	Source  string
	House   []rule.Setting

	file     *file
	setup    *node
	setupKey place // of the key of the set-up

	rulesetAt place // of the key of the ruleset
}

// scenarioKeys are the keys of a scenario file.
var scenarioKeys = []string{"format", "ruleset", "name", "title", "gist", "minutes", "source", "house", "setup"}

// Read reads a scenario file. The name is used in errors only. Read reports errors outside the set-up.
// [NewInstance] reports those of the set-up.
func Read(name string, r io.Reader) (*Scenario, error) {
	f, err := read(name, r)
	if err != nil {
		return nil, err
	}
	n, err := f.parse()
	if err != nil {
		return nil, err
	}
	return f.scenario(n)
}

func (f *file) scenario(n *node) (*Scenario, error) {
	b := &Scenario{file: f}
	if err := f.format(n); err != nil {
		return nil, err
	}
	minutes := ""
	at := map[string]place{} // of the keys, or of the file for those that it lacks
	for _, x := range []struct {
		name string
		into *string
	}{{"ruleset", &b.Ruleset}, {"name", &b.Name}, {"title", &b.Title}, {"gist", &b.Gist}, {"minutes", &minutes}, {"source", &b.Source}} {
		s, p, err := f.takeText(n, x.name)
		if err != nil {
			return nil, err
		}
		*x.into, at[x.name] = s, cmp.Or(p, n.place)
	}
	seen := map[string]place{}
	for _, k := range n.keys {
		if first, twice := seen[k.name]; twice {
			return nil, f.duplicate(k, first)
		}
		seen[k.name] = k.place
		switch k.name {
		case "house":
			if k.value.kind != table {
				return nil, f.fault(k.place, "house must hold keys with values, not %s", kindNames[k.value.kind])
			}
			out := newFlattener(f)
			for _, part := range k.value.keys {
				if err := out.section(part); err != nil {
					return nil, err
				}
			}
			b.House = out.out
		case "setup":
			if k.value.kind != table {
				return nil, f.fault(k.place, "setup must hold keys with values, not %s", kindNames[k.value.kind])
			}
			b.setup, b.setupKey = k.value, k.place
		default:
			return nil, f.fault(k.place, "unknown key %q%s", usertext.Truncate(k.name), rule.Suggest(k.name, scenarioKeys))
		}
	}
	var err error
	if minutes != "" {
		if b.Minutes, err = strconv.Atoi(minutes); err != nil || b.Minutes < 1 || b.Minutes > 999 {
			return nil, f.fault(at["minutes"], "minutes: %q is not a number of minutes from 1 to 999", usertext.Truncate(minutes))
		}
	}
	b.rulesetAt = at["ruleset"]
	switch {
	case b.Ruleset == "":
		return nil, f.fault(at["ruleset"], "the rulebook is missing: add ruleset: NAME")
	case b.Name == "" || strings.ContainsAny(b.Name, " /\t"):
		return nil, f.fault(at["name"], "the name must be one word: name: WORD")
	case b.setup == nil:
		return nil, f.fault(n.place, "the setup is missing: add setup: and its keys")
	}
	return b, nil
}

// format checks the version first, since another version may differ in everything else.
func (f *file) format(n *node) error {
	i := slices.IndexFunc(n.keys, func(k key) bool { return k.name == "format" })
	if i < 0 {
		return f.fault(n.place, "the format is missing: add format: %d", Format)
	}
	k := n.keys[i]
	version, _, err := f.takeText(n, "format")
	if err != nil {
		return err
	}
	if version != strconv.Itoa(Format) {
		return f.fault(k.place, "unknown format %q: this program reads format: %d", usertext.Truncate(version), Format)
	}
	return nil
}

// Fill reads the set-up into a struct with tags; setup is a pointer to it. The error lists all
// faults, each with its place and a suggestion.
func (b *Scenario) Fill(setup any, rules *rule.Ruleset) error {
	d := &decoder{file: b.file, rules: rules}
	d.fill("setup", setup, b.setup)
	return d.err()
}

// Sets reports whether the set-up has a value at a path, such as "turns" or "units.1.at".
func (b *Scenario) Sets(path string) bool {
	_, whole := b.setup.find(path)
	return whole
}

// ErrorAtRuleset returns an error about the ruleset that the file names, with its place.
func (b *Scenario) ErrorAtRuleset(err error) error {
	return fmt.Errorf("%s: %w", b.file.at(b.rulesetAt), err)
}

// FileText returns the text of the file with its comments.
func (b *Scenario) FileText() string { return b.file.text }

// SetupPath returns the place of the set-up, for errors about all of it.
func (b *Scenario) SetupPath() string { return b.file.at(b.setup.place) }

// String returns the ruleset and the name.
func (b *Scenario) String() string { return fmt.Sprintf("%s %s", b.Ruleset, b.Name) }
