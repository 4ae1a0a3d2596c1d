// Scenarios writes the scenario files that come with the program from the
// set-ups of the rulebooks' games.
//
//	go run ./tools/scenarios scenario/bundled
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"loophole/game"
	"loophole/rulesets"
	"loophole/scenario"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: scenarios FOLDER")
		os.Exit(2)
	}
	for _, g := range rulesets.Games {
		if err := write(g, filepath.Join(os.Args[1], g.Rules.ID)); err != nil {
			fmt.Fprintln(os.Stderr, "scenarios:", err)
			os.Exit(1)
		}
	}
}

// write writes a file for each scenario of a game.
func write(g *game.Game, folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	for _, t := range g.Scenarios {
		f, err := g.Begin(t.Name, nil)
		if err != nil {
			return err
		}
		b := &scenario.Battle{Ruleset: g.Rules.ID, Name: t.Name, Gist: t.Gist}
		text, err := b.Print(f.Setup, g.Rules)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, t.Name+".yaml"), []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}
