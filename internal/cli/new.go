package cli

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"loophole/internal/skeleton"
	"loophole/rulesets"
)

// newCommand writes the beginning of something that the program can be given.
func (c *console) newCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "new",
		Short: "Write the beginning of a rulebook of your own",
		Args:  checkCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return fmt.Errorf("say what to write: loophole new rulebook NAME")
		},
	}
	cmd.AddCommand(c.newRulebookCommand())
	return cmd
}

func (c *console) newRulebookCommand() *cobra.Command {
	var title, folder string
	cmd := &cobra.Command{
		Use:   "rulebook NAME",
		Short: "Write a small rulebook that passes the conformance kit",
		Long: `rulebook writes a small rulebook to begin with: one procedure, a fact, a ruling, the
ledger of clauses, and the tests that hold them against each other. They pass as they
are; put your own chapter in their place. docs/adding-a-ruleset.md has the way on.

In a checkout of loophole it is a package. Elsewhere it has a program of its own, which
is loophole with the rulebook on its shelf.`,
		Example: "  loophole new rulebook mybook --title \"My Book\"",
		Args:    exactly("NAME"),
		RunE: func(_ *cobra.Command, args []string) error {
			name := args[0]
			if _, err := rulesets.Find(name); err == nil {
				return fmt.Errorf("there is a rulebook %q already: take another name", name)
			}
			if folder == "" {
				folder = name
			}
			if title == "" {
				title = name
			}
			w, err := skeleton.Write(skeleton.Rulebook{Name: name, Title: title, Folder: folder})
			if err != nil {
				return fmt.Errorf("new rulebook: %w", err)
			}
			return c.tellRulebook(name, folder, w)
		},
	}
	cmd.Flags().StringVar(&title, "title", "", "its `TITLE`, as it is printed (default its name)")
	cmd.Flags().StringVar(&folder, "folder", "", "the `FOLDER` that is made (default its name, here)")
	return cmd
}

// tellRulebook says what was written, and how to go on.
func (c *console) tellRulebook(name, folder string, w *skeleton.Written) error {
	p := c.page()
	slices.Sort(w.Files)
	p.Line("Written in %s:", folder)
	for _, f := range w.Files {
		p.Line("  %s", f)
	}
	p.Gap()
	p.Line("Go on with:")
	p.Line("  cd %s", filepath.ToSlash(folder))
	if w.Tidy {
		p.Line("  go mod tidy            get what it needs")
	}
	p.Line("  go test .              the conformance kit; with -update it writes what follows")
	if w.Inside {
		p.Line("and a line in rulesets/all.go: %s.Rules among those without a game.", name)
	} else {
		p.Line("  go run ./cmd/%s odds %s shoot men=5", name, name)
	}
	return p.Flush()
}
