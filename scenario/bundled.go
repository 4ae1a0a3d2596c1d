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

// all holds the scenarios of [Add], the scenarios of the program that were read, by their files, and the
// whole list once [Bundled] has made it.
var all struct {
	sync.Mutex
	added, list []*Scenario
	read        map[string]*Scenario
}

// Add adds the scenarios of a folder (*.yaml, at any depth) to [Bundled], for a ruleset of
// another module. Call it at the beginning of main: whoever has called Bundled before does not see
// them. It panics if it cannot read a file, and names the file and the place in it.
func Add(files fs.FS) {
	more, err := ReadAll(files)
	if err != nil {
		panic(fmt.Sprintf("scenario: %v", err))
	}
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
		list, err := readAll(bundled(), readBundled)
		if err != nil {
			panic(fmt.Sprintf("scenario: %v", err)) // They are part of the program.
		}
		all.list = append(list, all.added...)
		slices.SortStableFunc(all.list, func(a, b *Scenario) int {
			return cmp.Or(strings.Compare(a.Ruleset, b.Ruleset), strings.Compare(a.Name, b.Name))
		})
	}
	return all.list
}

// readBundled reads a scenario of the program, and only once. The caller must have locked all.
func readBundled(file string) (*Scenario, error) {
	if b := all.read[file]; b != nil {
		return b, nil
	}
	b, err := readFile(bundled(), file)
	if err != nil {
		return nil, err
	}
	if all.read == nil {
		all.read = map[string]*Scenario{}
	}
	all.read[file] = b
	return b, nil
}

// ReadAll reads the scenarios of a folder (*.yaml, at any depth). The error names the file and the
// place in it.
func ReadAll(files fs.FS) ([]*Scenario, error) {
	return readAll(files, func(file string) (*Scenario, error) { return readFile(files, file) })
}

// readAll is [ReadAll] with a function that reads one file.
func readAll(files fs.FS, read func(file string) (*Scenario, error)) ([]*Scenario, error) {
	var list []*Scenario
	err := fs.WalkDir(files, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || path.Ext(name) != ".yaml" {
			return err
		}
		b, err := read(name)
		if err == nil {
			list = append(list, b)
		}
		return err
	})
	return list, err
}

func readFile(files fs.FS, name string) (*Scenario, error) {
	f, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(name, f)
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

// Find returns a bundled or added scenario. The error suggests similar names.
func Find(ruleset, name string) (*Scenario, error) {
	if b := findFile(ruleset, name); b != nil {
		return b, nil
	}
	var names []string
	for _, b := range ForRuleset(ruleset) {
		if b.Name == name {
			return b, nil
		}
		names = append(names, b.Name)
	}
	return nil, fmt.Errorf("scenario: %s: unknown scenario %q%s", ruleset, name, rule.Suggest(name, names))
}

// findFile returns the scenario in the file of its name, or nil. Reading all files would take far longer.
func findFile(ruleset, name string) *Scenario {
	all.Lock()
	defer all.Unlock()
	if file := path.Join(ruleset, name+".yaml"); fs.ValidPath(file) {
		if b, err := readBundled(file); err == nil && b.Ruleset == ruleset && b.Name == name {
			return b
		}
	}
	return nil
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
	d := &decoder{file: b.file, rules: g.Rules, setupKey: b.setupKey}
	d.fill("setup", setup, b.setup)
	d.names("setup", b.setup, g.ReservedWords())
	if len(d.faults) > 0 {
		if err := b.otherRuleset(setup); err != nil {
			return nil, err
		}
	}
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
