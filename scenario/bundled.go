package scenario

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"sync"

	"loophole/game"
	"loophole/rule"
)

// bundled holds the scenarios that come with the program, a folder for each
// rulebook.
//
//go:embed bundled
var bundled embed.FS

// Bundled lists the scenarios that come with the program, by rulebook and name.
// They must not be written.
var Bundled = sync.OnceValue(func() []*Battle {
	var list []*Battle
	err := fs.WalkDir(bundled, "bundled", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || path.Ext(name) != ".yaml" {
			return err
		}
		f, err := bundled.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		b, err := ReadBattle(name, f)
		if err == nil {
			list = append(list, b)
		}
		return err
	})
	if err != nil {
		panic(fmt.Sprintf("scenario: %v", err)) // A fault of the program; a test reads them all.
	}
	return list
})

// Of lists the scenarios of one rulebook that come with the program, by name.
// A rulebook that has none is an empty list.
func Of(ruleset string) []*Battle {
	var list []*Battle
	for _, b := range Bundled() {
		if b.Ruleset == ruleset {
			list = append(list, b)
		}
	}
	return list
}

// Find returns a scenario that comes with the program. The error suggests near
// names.
func Find(ruleset, name string) (*Battle, error) {
	var names []string
	for _, b := range Of(ruleset) {
		if b.Name == name {
			return b, nil
		}
		names = append(names, b.Name)
	}
	return nil, fmt.Errorf("scenario: %s: unknown scenario %q%s", ruleset, name, rule.Suggest(name, names))
}

// Named sets a scenario up that comes with the program. A nil house is as in
// [Begin]. The error suggests near names.
func Named(g *game.Game, name string, h *rule.House) (*game.Fight, error) {
	b, err := Find(g.Rules.ID, name)
	if err != nil {
		return nil, err
	}
	return Begin(g, b, h)
}

// Begin sets a scenario up. A nil house is the published book with the house
// rules of the scenario. The error says of every fault where it stands: of those
// of form, of names, and of what the setup means.
func Begin(g *game.Game, b *Battle, h *rule.House) (*game.Fight, error) {
	if h == nil {
		var err error
		if h, err = g.Rules.House(b.House); err != nil {
			return nil, err
		}
	}
	setup := g.Setup()
	d := &filler{file: b.file, rules: g.Rules}
	d.fill("setup", setup, b.setup)
	d.names("setup", b.setup, g.Words())
	f, err := g.BeginWith(b.Name, setup, h)
	var missing *rule.MissingFact
	if errors.As(err, &missing) && len(d.faults) == 0 {
		return nil, fmt.Errorf("%s: %w", b.Place(), err)
	}
	d.misfit(err, b.setup)
	if err := d.err(); err != nil {
		return nil, err
	}
	return f, nil
}
