package cli

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"loophole/game"
	"loophole/internal/format"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/scenario"
	"loophole/sweep"
)

func (c *console) scenariosCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "scenarios [RULESET] [NAME]",
		Short: "List the bundled scenarios, or print one",
		Long: `List the bundled scenarios with their length in minutes, and how even they are between two
strong policies. With NAME, print the file of that scenario with its comments: a starting
point for a scenario of your own.`,
		Example: `  loophole scenarios tideofiron
  loophole scenarios tideofiron worked > mine.yaml`,
		Args:              upTo(2),
		ValidArgsFunction: completeScenario,
		RunE: func(_ *cobra.Command, args []string) error {
			known := append(ids(), scenarioNames()...)
			args = apart(args)
			switch {
			case len(args) == 0:
				return c.listScenarios(scenario.Bundled())
			case len(args) == 1 && slices.Contains(ids(), args[0]):
				return c.listScenarios(scenario.ForRuleset(args[0]))
			case len(args) == 1 && !slices.Contains(known, args[0]):
				return fmt.Errorf("unknown rulebook or scenario %q%s", args[0], rule.Suggest(args[0], known))
			}
			b, err := bundled(args)
			if err != nil {
				return err
			}
			_, err = io.WriteString(c.out, b.FileText())
			return err
		},
	}
}

// listScenarios prints scenarios under their rulebooks.
func (c *console) listScenarios(list []*scenario.Scenario) error {
	p := c.page()
	book := ""
	for _, b := range list {
		if b.Ruleset != book {
			book = b.Ruleset
			p.Head("%s", book)
		}
		p.Line("  %s: %s, %d minutes", b.Name, b.Title, b.Minutes)
		p.Text(6, b.Gist)
		if balance, err := balanceOf(b); err != nil {
			return internalError(err)
		} else if balance != "" {
			p.Text(6, balance)
		}
	}
	return p.Flush()
}

// balanceOf returns a text: how even a scenario is between two strong policies, and if it is not, how most
// games end. It is "" for a scenario that is not measured.
func balanceOf(b *scenario.Scenario) (string, error) {
	m := b.Measured()
	if m == nil || m.Strong == nil {
		return "", nil
	}
	g, err := rulesets.Game(b.Ruleset)
	if err != nil {
		return "", err
	}
	f, err := scenario.NewInstance(g, b, nil)
	if err != nil {
		return "", err
	}
	s, word := m.Strong, "Even"
	if !s.IsEven() {
		word = "Uneven"
	}
	share := math.Round(100 * min(1, max(0, s.Score)))
	text := fmt.Sprintf("%s between two %ss: without luck %s %.0f %%, %s %.0f %% (± %.0f), draws counting half.",
		word, s.Policy, f.Sides[0], share, f.Sides[1], 100-share, max(1, math.Round(100*s.Error)))
	if s.IsEven() {
		return text, nil
	}
	wins := "nobody wins"
	if s.Ending.Winner >= 0 {
		wins = f.Sides[s.Ending.Winner].WithVerb("win")
	}
	return fmt.Sprintf("%s %d of %d games: %s, because %s.", text, s.Ending.Games, s.Games, wins, s.Ending.Why), nil
}

func (c *console) schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema RULESET|sweep",
		Short: "Print the JSON Schema of scenario files or sweep files",
		Long: `Print the JSON Schema of the scenario files of a rulebook, or of sweep files, for editors
that complete and check YAML.`,
		Args: exactly("RULESET"),
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := sweep.Schema()
			if args[0] != "sweep" {
				g, unknown := rulesets.Game(args[0])
				if unknown != nil {
					return unknown
				}
				s, err = scenario.Schema(g.NewSetup(), g.Rules)
			}
			if err != nil {
				return internalError(err)
			}
			_, err = fmt.Fprintf(c.out, "%s\n", s)
			return err
		},
	}
}

func (c *console) validateCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "validate FILE ...",
		Short: "Check scenario files and locate every error",
		Long: `Check scenario files. For each valid file, print the size of both sides; for each error,
its line and column.`,
		Example: "  loophole validate my-street.yaml",
		Args:    atLeastOne("FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			var faults []error
			for _, name := range args {
				f, err := c.validated(name)
				if err != nil {
					faults = append(faults, err)
					continue
				}
				here, _ := f.CountModels(f.Start)
				fmt.Fprintf(c.out, "%s: %s %s is valid: %s with %s, %s with %d\n", name, f.Game.Rules.ID, f.Scenario, f.Sides[0], format.Counted(here[0], "models"), f.Sides[1], here[1])
			}
			return errors.Join(faults...)
		},
	}
}

// validated reads a scenario file and sets it up.
func (c *console) validated(name string) (*game.Instance, error) {
	r, shown, err := c.open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	b, err := scenario.Read(shown, r)
	if err != nil {
		return nil, err
	}
	return c.setUp(b, &gameFlags{})
}

// completeScenario completes rulebooks and scenarios.
func completeScenario(_ *cobra.Command, args []string, part string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, b := range scenario.Bundled() {
		switch {
		case len(args) == 0:
			names = append(names, b.Name+"\t"+b.Gist, b.Ruleset)
		case len(args) == 1 && b.Ruleset == args[0]:
			names = append(names, b.Name+"\t"+b.Gist)
		}
	}
	var fitting []string
	seen := map[string]bool{}
	for _, n := range names {
		if strings.HasPrefix(n, part) && !seen[n] {
			seen[n] = true
			fitting = append(fitting, n)
		}
	}
	return fitting, cobra.ShellCompDirectiveDefault
}
