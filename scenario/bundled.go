package scenario

import (
	"cmp"
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

// all holds the scenarios of [Add], and with the bundled ones once those are read.
var all struct {
	sync.Mutex
	added, list []*Scenario
}

// Add adds the scenarios of a folder (*.yaml, at any depth) to [Bundled], for a ruleset of
// another module. Call it at the beginning of main: whoever has called Bundled before does not see
// them. It panics if it cannot read a file, and names the file and the place in it.
func Add(files fs.FS) {
	more := mustReadAll(files)
	all.Lock()
	defer all.Unlock()
	all.added, all.list = append(all.added, more...), nil
}

// Bundled lists the bundled and added scenarios, sorted by ruleset and name. The caller must not
// change them.
//
//go:generate go run ../tools/pack bundled
func Bundled() []*Scenario {
	all.Lock()
	defer all.Unlock()
	if all.list == nil {
		all.list = append(mustReadAll(bundled()), all.added...)
		slices.SortStableFunc(all.list, func(a, b *Scenario) int {
			return cmp.Or(strings.Compare(a.Ruleset, b.Ruleset), strings.Compare(a.Name, b.Name))
		})
	}
	return all.list
}

// mustReadAll is [ReadAll] for files that a program embeds, which a test of it reads.
func mustReadAll(files fs.FS) []*Scenario {
	list, err := ReadAll(files)
	if err != nil {
		panic(fmt.Sprintf("scenario: %v", err))
	}
	return list
}

// ReadAll reads the scenarios of a folder (*.yaml, at any depth). The error names the file and the
// place in it.
func ReadAll(files fs.FS) ([]*Scenario, error) {
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
	return list, err
}

// ForRuleset lists the bundled scenarios of one ruleset, sorted by name. The list may be empty.
func ForRuleset(ruleset string) []*Scenario {
	var list []*Scenario
	for _, b := range Bundled() {
		if b.Ruleset == ruleset {
			list = append(list, b)
		}
	}
	return list
}

// Find returns a bundled scenario. The error suggests similar names.
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

// Open sets up a bundled scenario as [NewInstance] does. The error suggests similar names.
func Open(g *game.Game, name string, h *rule.HouseRules) (*game.Instance, error) {
	b, err := Find(g.Rules.ID, name)
	if err != nil {
		return nil, err
	}
	return NewInstance(g, b, h)
}

// NewInstance sets up a scenario. Nil house rules are the published rules with the house rules of
// the scenario. The error lists all faults with their places: errors of form, of names, and of
// the set-up as a whole.
func NewInstance(g *game.Game, b *Scenario, h *rule.HouseRules) (*game.Instance, error) {
	if h == nil {
		var err error
		if h, err = g.Rules.House(b.House); err != nil {
			return nil, err
		}
	}
	setup := g.NewSetup()
	d := &decoder{file: b.file, rules: g.Rules}
	d.fill("setup", setup, b.setup)
	d.names("setup", b.setup, g.ReservedWords())
	f, err := g.NewInstance(b.Name, setup, h)
	var missing *rule.MissingFactError
	if errors.As(err, &missing) && len(d.faults) == 0 {
		return nil, fmt.Errorf("%s: %w", b.SetupPath(), err)
	}
	d.addSetupErrors(err, b.setup)
	if err := d.err(); err != nil {
		return nil, err
	}
	return f, nil
}
