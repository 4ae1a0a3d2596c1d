package scenario

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"loophole/game"
	"loophole/rule"
)

// bundled holds the scenarios that come with the program, a folder for each
// rulebook.
//
//go:embed bundled
var bundled embed.FS

// others are folders of scenarios of rulebooks from elsewhere.
var others []fs.FS

// Add has the scenarios of a folder (*.yaml, at any depth) come with the program, too: for
// a rulebook from elsewhere. It is called before anything is asked, as at the beginning of
// main.
func Add(files fs.FS) { others = append(others, files) }

// Bundled lists the scenarios that come with the program, by rulebook and name.
// They must not be written.
var Bundled = sync.OnceValue(func() []*Scenario {
	list := readAll(bundled)
	for _, files := range others {
		list = append(list, readAll(files)...)
	}
	slices.SortStableFunc(list, func(a, b *Scenario) int {
		return cmp.Or(strings.Compare(a.Ruleset, b.Ruleset), strings.Compare(a.Name, b.Name))
	})
	return list
})

// readAll reads the scenarios of a folder.
func readAll(files fs.FS) []*Scenario {
	var list []*Scenario
	err := fs.WalkDir(files, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || path.Ext(name) != ".yaml" {
			return err
		}
		f, err := files.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		b, err := Read(name, f)
		if err == nil {
			list = append(list, b)
		}
		return err
	})
	if err != nil {
		panic(fmt.Sprintf("scenario: %v", err)) // A fault of the program; a test reads them all.
	}
	return list
}

// ForRuleset lists the scenarios of one rulebook that come with the program, by name.
// A rulebook that has none is an empty list.
func ForRuleset(ruleset string) []*Scenario {
	var list []*Scenario
	for _, b := range Bundled() {
		if b.Ruleset == ruleset {
			list = append(list, b)
		}
	}
	return list
}

// Find returns a scenario that comes with the program. The error suggests near
// names.
func Find(ruleset, name string) (*Scenario, error) {
	var names []string
	for _, b := range ForRuleset(ruleset) {
		if b.Name == name {
			return b, nil
		}
		names = append(names, b.Name)
	}
	return nil, fmt.Errorf("scenario: %s: unknown scenario %q%s", ruleset, name, rule.Suggest(name, names))
}

// Open sets a scenario up that comes with the program. A nil house is as in
// [NewInstance]. The error suggests near names.
func Open(g *game.Game, name string, h *rule.HouseRules) (*game.Instance, error) {
	b, err := Find(g.Rules.ID, name)
	if err != nil {
		return nil, err
	}
	return NewInstance(g, b, h)
}

// NewInstance sets a scenario up. A nil house is the published book with the house
// rules of the scenario. The error says of every fault where it stands: of those
// of form, of names, and of what the setup means.
func NewInstance(g *game.Game, b *Scenario, h *rule.HouseRules) (*game.Instance, error) {
	if h == nil {
		var err error
		if h, err = g.Rules.House(b.House); err != nil {
			return nil, err
		}
	}
	setup := g.NewSetup()
	d := &filler{file: b.file, rules: g.Rules}
	d.fill("setup", setup, b.setup)
	d.names("setup", b.setup, g.ReservedWords())
	f, err := g.NewInstance(b.Name, setup, h)
	var missing *rule.MissingFactError
	if errors.As(err, &missing) && len(d.faults) == 0 {
		return nil, fmt.Errorf("%s: %w", b.SetupPath(), err)
	}
	d.misfit(err, b.setup)
	if err := d.err(); err != nil {
		return nil, err
	}
	return f, nil
}
