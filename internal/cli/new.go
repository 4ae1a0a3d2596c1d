package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"loophole/internal/skeleton"
	"loophole/rulesets"
)

// newCommand returns the command new, with its only subcommand.
func (c *console) newCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "new",
		Short: "Write the beginning of a rulebook of your own",
		Args:  checkCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return errors.New("new: say what to write: " + program + " new rulebook NAME")
		},
	}
	cmd.AddCommand(c.newRulebookCommand())
	return cmd
}

func (c *console) newRulebookCommand() *cobra.Command {
	var title, folder string
	var withGame bool
	cmd := &cobra.Command{
		Use:   "rulebook NAME",
		Short: "Write a small rulebook that passes the conformance kit",
		Long: `Write a small rulebook as a starting point: one procedure, one fact, one ruling, five
clauses, and the tests that check them against each other. With --game it has two
procedures, seventeen clauses and a game on a map: two sides with squads, one house, three kinds
of actions, a scenario and a casebook. All tests pass. Replace the parts with those of your own chapter, as
docs/adding-a-ruleset.md describes.

In a checkout of loophole the rulebook is a package, and its scenario goes to
scenario/bundled. Elsewhere it is a module with its own program: loophole with this
rulebook added.`,
		Example: "  loophole new rulebook mybook --title \"My Book\"\n  loophole new rulebook mybook --game",
		Args:    exactly("NAME"),
		RunE: func(_ *cobra.Command, args []string) error {
			name := args[0]
			if _, err := rulesets.Find(name); err == nil {
				return fmt.Errorf("new rulebook: the rulebook %q exists already; choose another name", name)
			}
			if folder == "" {
				folder = name
			}
			if title == "" {
				title = name
			}
			w, err := skeleton.Write(skeleton.Rulebook{Name: name, Title: title, Folder: folder, Game: withGame})
			if err != nil {
				return fmt.Errorf("new rulebook: %w", err)
			}
			return c.tellRulebook(name, folder, withGame, w)
		},
	}
	cmd.Flags().StringVar(&title, "title", "", "the `TITLE` to print (default NAME)")
	cmd.Flags().BoolVar(&withGame, "game", false, "add a small game")
	cmd.Flags().StringVar(&folder, "folder", "", "create this `FOLDER` (default NAME in the current folder)")
	return cmd
}

// tellRulebook lists the written files and the next steps.
func (c *console) tellRulebook(name, folder string, withGame bool, w *skeleton.Written) error {
	p := c.page()
	slices.Sort(w.Files)
	p.Line("Files in %s:", folder)
	for _, f := range w.Files {
		p.Line("  %s", f)
	}
	p.Gap()
	p.Line("Next steps:")
	p.Line("  cd %s", filepath.ToSlash(folder))
	if w.Tidy {
		p.Line("  go mod tidy            get the modules that it needs")
	}
	if w.Inside && withGame {
		p.Line("  go generate -run tools/pack ../../...")
		p.Line("                         pack scenarios and casebooks, after each change of one")
	}
	p.Line("  go test .              run the conformance kit; -update writes its expected results")
	switch {
	case w.Inside && withGame:
		p.Line("  Add %s.Game to Games in rulesets/all.go, and the scenario to the list in docs/scenarios.md.", name)
	case w.Inside:
		p.Line("  Add %s.Rules to withoutGame in rulesets/all.go.", name)
	default:
		p.Line("  go run ./cmd/%s odds %s shoot men=5", name, name)
		if withGame {
			p.Line("  go run ./cmd/%s play %s house", name, name)
		}
	}
	return p.Flush()
}
