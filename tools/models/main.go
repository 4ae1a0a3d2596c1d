// Command models fits the models of the bundled scenarios. Package winprob embeds them as an archive, which
// is beside the folder.
//
//	go run ./tools/models FOLDER [SCENARIO...]
//
// It leaves a model that is valid under the current rules as it is. Fitting all models takes some
// minutes.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"loophole/internal/pack"
	"loophole/rulesets"
	"loophole/scenario"
	"loophole/winprob"
)

// optionsFor returns the options of the bundled models. If pieces are hidden, each position counts
// twice, once as each side knows it.
func optionsFor(hidden bool) winprob.Options {
	if hidden {
		return winprob.Options{Games: 250, Generations: 4}
	}
	return winprob.Options{Games: 1500, Generations: 4}
}

func main() {
	if len(os.Args) < 2 || strings.HasPrefix(os.Args[1], "-") {
		fmt.Fprintln(os.Stderr, "usage: go run ./tools/models FOLDER [SCENARIO...]")
		os.Exit(2)
	}
	if err := fit(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "models:", err)
		os.Exit(1)
	}
}

// fit fits the models that are missing or were fitted under other rules.
func fit(folder string, only []string) error {
	for _, g := range rulesets.Games {
		for _, b := range scenario.ForRuleset(g.Rules.ID) {
			if len(only) > 0 && !slices.Contains(only, b.Name) {
				continue
			}
			f, err := scenario.NewInstance(g, b, nil)
			if err != nil {
				return err
			}
			key, err := winprob.Key(f)
			if err != nil {
				return err
			}
			name := filepath.Join(folder, winprob.BundledFile(g.Rules.ID, b.Name))
			var have struct{ Key string }
			if data, err := os.ReadFile(name); err == nil && json.Unmarshal(data, &have) == nil && have.Key == key {
				continue
			}
			began := time.Now()
			m, err := winprob.Fit(context.Background(), f, optionsFor(f.HasHiddenInfo()))
			if err != nil {
				return err
			}
			data, err := m.Encode(key)
			if err == nil {
				err = os.WriteFile(name, append(data, '\n'), 0o644)
			}
			if err != nil {
				return err
			}
			q := m.Quality
			fmt.Printf("%s %s: Brier %.3f (constant %.3f), %.0f s\n", g.Rules.ID, b.Name, q.Brier, q.Constant, time.Since(began).Seconds())
		}
	}
	return pack.Folder(folder)
}
