// Package rulesets lists the rulesets that the program plays, one folder each. A new ruleset is
// one folder and one line here.
package rulesets

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"loophole/game"
	"loophole/rule"
	"loophole/rulesets/d20skirmish"
	"loophole/rulesets/konflikt47"
	"loophole/rulesets/lasergrenadiers"
	"loophole/rulesets/oldworld"
	"loophole/rulesets/tideofiron"
)

// Games lists the games of the rulesets, sorted by identifier.
var Games = []*game.Game{
	d20skirmish.Game,
	konflikt47.Game,
	lasergrenadiers.Game,
	oldworld.Game,
	tideofiron.Game,
}

// withoutGame lists rulesets that have no game.
var withoutGame = []*rule.Ruleset{}

// All lists the rulesets, with and without a game, sorted by identifier.
var All = rulesOf(Games)

func rulesOf(games []*game.Game) []*rule.Ruleset {
	all := slices.Clone(withoutGame)
	for _, g := range games {
		all = append(all, g.Rules)
	}
	slices.SortFunc(all, byID)
	return all
}

func byID(a, b *rule.Ruleset) int { return strings.Compare(a.ID, b.ID) }

// Find returns a ruleset by its identifier. The error suggests near names.
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

// Game returns the game of a ruleset by its identifier. The error suggests near names.
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

// Add adds a ruleset of another module, with its game and the files of its casebook (*.txt);
// either may be nil. Call it before any other function, such as at the beginning of main. Add its
// scenarios with scenario.Add. It panics if the identifier is already in use.
func Add(r *rule.Ruleset, g *game.Game, cases fs.FS) {
	if _, err := Find(r.ID); err == nil {
		panic(fmt.Sprintf("rulesets: there are two rulebooks %q", r.ID))
	}
	All = append(All, r)
	slices.SortFunc(All, byID)
	if g != nil {
		Games = append(Games, g)
		slices.SortFunc(Games, func(a, b *game.Game) int { return byID(a.Rules, b.Rules) })
	}
	if cases != nil {
		added[r.ID] = cases
	}
}

// added holds the casebooks of added rulesets.
var added = map[string]fs.FS{}

// Cases returns the files of a ruleset's casebook. The folder is empty for a ruleset without one.
func Cases(id string) fs.FS {
	if files := added[id]; files != nil {
		return files
	}
	files, err := fs.Sub(casebooks(), id+"/casebook")
	if err != nil {
		panic(fmt.Sprintf("rulesets: %v", err)) // an identifier is the name of a folder
	}
	return files
}
