// Command puzzles finds puzzles. Package puzzle embeds them as an archive, which is beside the folder.
//
//	go run ./tools/puzzles FOLDER [RULESET...]
//
// It plays games of bundled and small scenarios, solves positions from late in them, and keeps ten
// positions of each ruleset in which one action is clearly best. It does not change a file whose
// puzzles are all valid under the current rules. Otherwise it keeps the valid puzzles, and those whose
// positions are puzzles under the changed rules too. With a RULESET it finds all puzzles of that ruleset
// anew: the same rules then give the same puzzles. That takes some minutes.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"loophole/game"
	"loophole/internal/pack"
	"loophole/puzzle"
	"loophole/rulesets"
	"loophole/scenario"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./tools/puzzles FOLDER [RULESET...]")
		os.Exit(2)
	}
	if err := generate(context.Background(), os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "puzzles:", err)
		os.Exit(1)
	}
}

// generate writes the files of puzzles that are out of date, and packs the folder.
func generate(ctx context.Context, folder string, only []string) error {
	for _, g := range rulesets.Games {
		id := g.Rules.ID
		if len(only) > 0 && !slices.Contains(only, id) {
			continue
		}
		name := filepath.Join(folder, id+".json")
		if len(only) == 0 && fits(name, g) {
			continue
		}
		var old []*puzzle.Puzzle
		if len(only) == 0 {
			old = read(name)
		}
		list, err := search(ctx, g, old)
		if err != nil {
			return err
		}
		data, err := json.MarshalIndent(list, "", "\t")
		if err == nil {
			err = os.WriteFile(name, append(data, '\n'), 0o644)
		}
		if err != nil {
			return err
		}
		fmt.Printf("%s: %d puzzles\n", id, len(list))
	}
	return pack.Folder(folder)
}

// read returns the puzzles of a file, or none if it cannot be read.
func read(name string) (list []*puzzle.Puzzle) {
	data, err := os.ReadFile(name)
	if err != nil || json.Unmarshal(data, &list) != nil {
		return nil
	}
	return list
}

// fits reports whether the puzzles of a file were made under the current rules.
func fits(name string, g *game.Game) bool {
	list := read(name)
	return len(list) > 0 && !slices.ContainsFunc(list, func(p *puzzle.Puzzle) bool {
		b, err := p.Source()
		if err != nil {
			return true
		}
		f, err := scenario.NewInstance(g, b, nil)
		if err != nil {
			return true
		}
		key, err := puzzle.Key(f)
		return err != nil || key != p.Key
	})
}

// A source is a scenario whose games are searched.
type source struct {
	instance *game.Instance
	key      string
	title    string
	found    int
	whole    []game.Position // of the last game that began at the start
	pool     []*candidate
}

// search keeps the old puzzles that are still puzzles. Then it plays one game of each scenario, all at
// the same time, and more games until there are enough puzzles.
func search(ctx context.Context, g *game.Game, old []*puzzle.Puzzle) ([]*puzzle.Puzzle, error) {
	sources, err := sourcesOf(g)
	if err != nil {
		return nil, err
	}
	set := &selection{budget: budgetOf(g.Rules.ID)}
	if err := set.keep(ctx, sources, old); err != nil {
		return nil, err
	}
	for number := 0; number < set.games && !set.full(); number++ {
		found, errs := make([][]*candidate, len(sources)), make([]error, len(sources))
		doubted := set.doubted && set.plain() >= set.budget.plain
		var all sync.WaitGroup
		for i, s := range sources {
			if s.found < mostOfScenario {
				all.Go(func() {
					positions, err := s.play(number, set.budget)
					if err == nil {
						found[i], err = s.candidates(ctx, positions, set.budget, doubted)
					}
					errs[i] = err
				})
			}
		}
		all.Wait()
		if err := errors.Join(errs...); err != nil {
			return nil, err
		}
		for i, s := range sources {
			if set.pool {
				s.keep(found[i])
			} else if err := s.choose(ctx, found[i], set); err != nil {
				return nil, err
			}
		}
	}
	// Each scenario in turn adds one puzzle.
	for range mostOfScenario {
		for _, s := range sources {
			slices.SortStableFunc(s.pool, ranked)
			if err := s.choose(ctx, s.pool, set); err != nil {
				return nil, err
			}
		}
	}
	return set.puzzles(g.Rules.ID), nil
}

// mostPooled bounds the candidates that a scenario keeps.
const mostPooled = 200

// keep adds candidates to the pool, unless their positions are in it, and drops the worst ones.
func (s *source) keep(list []*candidate) {
	for _, c := range list {
		if !slices.ContainsFunc(s.pool, func(x *candidate) bool { return x.Position == c.Position }) {
			s.pool = append(s.pool, c)
		}
	}
	if len(s.pool) > mostPooled {
		slices.SortStableFunc(s.pool, ranked)
		s.pool = s.pool[:mostPooled/2]
	}
}

// sourcesOf sets up the bundled scenarios of a ruleset.
func sourcesOf(g *game.Game) (list []*source, _ error) {
	for _, b := range puzzle.Scenarios(g.Rules.ID) {
		f, err := scenario.NewInstance(g, b, nil)
		if err != nil {
			return nil, err
		}
		key, err := puzzle.Key(f)
		if err != nil {
			return nil, err
		}
		list = append(list, &source{instance: f, key: key, title: b.Title})
	}
	return list, nil
}

// choose adds the first candidate of a list that the selection takes.
func (s *source) choose(ctx context.Context, list []*candidate, set *selection) error {
	for _, c := range list {
		if set.full() || s.found == mostOfScenario || set.has(c) || !set.takes(c) {
			continue
		}
		if err := s.explain(ctx, c, set.plays); err != nil {
			return err
		}
		s.found++
		set.add(c)
		fmt.Fprintf(os.Stderr, "%s: %.1f %% before %.1f %%, %d actions, cautious %v, %d positions\n",
			s.instance.Scenario, 100*c.Best(), 100*(c.Best()-c.Gap()), len(c.Actions), c.cautious, c.positions)
		return nil
	}
	return nil
}
