// Package rulesets is the shelf: every rulebook that the program plays, one
// folder each. A new rulebook is one folder and one line here.
package rulesets

import (
	"embed"
	"fmt"
	"io/fs"

	"loophole/game"
	"loophole/rule"
	"loophole/rulesets/d20skirmish"
	"loophole/rulesets/konflikt47"
	"loophole/rulesets/lasergrenadiers"
	"loophole/rulesets/oldworld"
	"loophole/rulesets/tideofiron"
)

// All lists the rulebooks in alphabetical order of their identifiers.
var All = []*rule.Ruleset{
	d20skirmish.Rules,
	konflikt47.Rules,
	lasergrenadiers.Rules,
	oldworld.Rules,
	tideofiron.Rules,
}

// Find returns a rulebook by its identifier. The error suggests near names.
func Find(id string) (*rule.Ruleset, error) {
	var ids []string
	for _, r := range All {
		if r.ID == id {
			return r, nil
		}
		ids = append(ids, r.ID)
	}
	return nil, fmt.Errorf("unknown rulebook %q%s", id, rule.Suggest(id, ids))
}

// Games lists the rulebooks' games, in the order of the shelf.
var Games = []*game.Game{
	d20skirmish.Game,
	konflikt47.Game,
	lasergrenadiers.Game,
	oldworld.Game,
	tideofiron.Game,
}

// Game returns the game of a rulebook by its identifier. The error suggests
// near names.
func Game(id string) (*game.Game, error) {
	var ids []string
	for _, g := range Games {
		if g.Rules.ID == id {
			return g, nil
		}
		ids = append(ids, g.Rules.ID)
	}
	return nil, fmt.Errorf("there is no game of a rulebook %q%s", id, rule.Suggest(id, ids))
}

//go:embed */casebook/*.txt
var casebooks embed.FS

// Cases returns the files of a rulebook's casebook. A rulebook that has none is an
// empty folder.
func Cases(id string) fs.FS {
	files, err := fs.Sub(casebooks, id+"/casebook")
	if err != nil {
		panic(fmt.Sprintf("rulesets: %v", err)) // An identifier is a folder's name.
	}
	return files
}
