package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"loophole/game"
	"loophole/internal/wire"
	"loophole/policy"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/scenario"
)

// gameFlags are the flags of commands that set up a game.
type gameFlags struct {
	questionFlags
	policies []string
	seed     string
}

// flags adds the flags of a game to a command.
func (f *gameFlags) flags(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.BoolVar(&f.strict, "strict", false, "reject values that are not published with certainty")
	f.houseFlags(cmd)
	fl.StringArrayVarP(&f.policies, "policy", "p", nil, "let the program play a side: `SIDE=POLICY`, or POLICY for both")
	fl.StringVar(&f.seed, "seed", "", "the seed of the dice and decisions of the program, a whole `NUMBER`")
	cmd.RegisterFlagCompletionFunc("policy", cobra.FixedCompletions(policyNames(), cobra.ShellCompDirectiveNoFileComp))
}

// policyNames returns the names of all policies.
func policyNames() []string {
	var names []string
	for _, p := range policy.Names() {
		names = append(names, p.Name)
	}
	return names
}

// newInstance sets up the scenario that the arguments name: a bundled one or a file.
func (c *console) newInstance(args []string, f *gameFlags) (*game.Instance, error) {
	b, err := c.scenarioOf(args)
	if err != nil {
		return nil, err
	}
	return c.setUp(b, f)
}

// scenarioOf returns the scenario that the arguments name. A file names its rulebook; a rulebook
// that is typed as well must be the same. A single argument may be RULESET/SCENARIO, unless there is
// such a file.
func (c *console) scenarioOf(args []string) (*scenario.Scenario, error) {
	name := args[len(args)-1]
	if !strings.HasSuffix(name, ".yaml") && !strings.HasSuffix(name, ".yml") && !strings.HasSuffix(name, ".json") && !strings.ContainsRune(name, filepath.Separator) {
		return bundled(args)
	}
	r, shown, err := c.open(name)
	if two := apart(args); len(two) > len(args) && errors.Is(err, fs.ErrNotExist) {
		return bundled(two)
	}
	if err != nil {
		return nil, err
	}
	defer r.Close()
	b, err := scenario.Read(shown, r)
	if err == nil && len(args) > 1 && args[0] != b.Ruleset {
		return nil, fmt.Errorf("%s is a scenario of %s, not of %s; leave out %s", name, b.Ruleset, args[0], args[0])
	}
	return b, err
}

// apart splits a single argument RULESET/SCENARIO into two.
func apart(args []string) []string {
	if len(args) == 1 {
		if book, name, ok := strings.Cut(args[0], "/"); ok && slices.Contains(ids(), book) {
			return []string{book, name}
		}
	}
	return args
}

// bundled returns the bundled scenario that the arguments name, with or without its rulebook.
func bundled(args []string) (*scenario.Scenario, error) {
	var found *scenario.Scenario
	var books []string
	for _, b := range scenario.Bundled() {
		if b.Name == args[len(args)-1] && (len(args) == 1 || b.Ruleset == args[0]) {
			found, books = b, append(books, b.Ruleset)
		}
	}
	switch len(books) {
	case 0:
		return nil, unknownScenario(args)
	case 1:
		return found, nil
	}
	return nil, fmt.Errorf("%s is a scenario of %s: put the rulebook before it, as in %s %[1]s, and in a flag %[3]s/%[1]s", found.Name, strings.Join(books, " and of "), books[0])
}

// scenarioNames lists the bundled scenarios of the named rulebooks, or of all. Each name is
// listed once.
func scenarioNames(books ...string) []string {
	var names []string
	for _, b := range scenario.Bundled() {
		if (len(books) == 0 || slices.Contains(books, b.Ruleset)) && !slices.Contains(names, b.Name) {
			names = append(names, b.Name)
		}
	}
	return names
}

// unknownScenario returns the error for a name that is no bundled scenario.
func unknownScenario(args []string) error {
	names := scenarioNames(args[:len(args)-1]...)
	if len(args) > 1 {
		if _, err := rulesets.Find(args[0]); err != nil {
			return err
		}
	}
	name := args[len(args)-1]
	if _, err := rulesets.Find(name); err == nil && len(args) == 1 {
		return fmt.Errorf("SCENARIO is missing: name one of %s: %s", name, strings.Join(scenarioNames(name), ", "))
	}
	if _, err := os.Stat(name); err == nil {
		return fmt.Errorf("unknown scenario %q; if it is a file, its name must end in .yaml, .yml or .json, such as %s.yaml", name, name)
	}
	return fmt.Errorf("unknown scenario %q%s\nsee: "+program+" scenarios", name, rule.Suggest(name, names))
}

// setUp sets up a scenario under its house rules and those of the flags, which win.
func (c *console) setUp(b *scenario.Scenario, f *gameFlags) (*game.Instance, error) {
	g, err := rulesets.Game(b.Ruleset)
	if err != nil {
		return nil, b.ErrorAtRuleset(err)
	}
	given, err := c.settings(g.Rules, &f.questionFlags)
	if err != nil {
		return nil, err
	}
	h, err := g.Rules.House(append([][]rule.Setting{b.House}, given...)...)
	if err != nil {
		return nil, err
	}
	if f.strict {
		if err := checkStrict(g, b, h); err != nil {
			return nil, err
		}
	}
	h.Strict = f.strict
	return scenario.NewInstance(g, b, h)
}

// checkStrict returns an error that lists the uncertain defaults which the game uses, as far as
// policy.FindDefaults finds them, or nil.
func checkStrict(g *game.Game, b *scenario.Scenario, h *rule.HouseRules) error {
	list, err := policy.FindDefaults(context.Background(), h, func(h *rule.HouseRules) (*game.Instance, error) { return scenario.NewInstance(g, b, h) })
	if err != nil || len(list) == 0 {
		return err
	}
	values := make([]wire.Assumption, len(list))
	for i, m := range list {
		values[i] = wire.Assumption{Name: m.Name, Value: m.Default, Text: m.Text, Confidence: m.Confidence.String(), Clause: m.Cite}
	}
	return strictError(values)
}

// playedByPolicy reads --policy and returns the policy of each side, or "". SIDE=POLICY wins over
// POLICY. A second value for the same side, or for both, is an error. others are allowed beside the names of policies.
func playedByPolicy(instance *game.Instance, given []string, others ...string) (names [2]string, err error) {
	both, own := "", [2]string{}
	for _, text := range given {
		side, name, ok := strings.Cut(text, "=")
		place := &both
		if ok {
			if place, err = entryOfSide(instance, &own, side); err != nil {
				return names, fmt.Errorf("--policy %s: %w", text, err)
			}
		} else {
			name = text
		}
		if _, err := policy.New(name); err != nil && !slices.Contains(others, name) {
			return names, err
		}
		if *place != "" {
			return names, fmt.Errorf("--policy %s: %s was given already; for one policy each, give %s=POLICY and %s=POLICY", text, *place, instance.Sides[0], instance.Sides[1])
		}
		*place = name
	}
	for i := range names {
		names[i] = cmp.Or(own[i], both)
	}
	return names, nil
}

// entryOfSide returns the element for a side, by its name.
func entryOfSide(instance *game.Instance, own *[2]string, side string) (*string, error) {
	for i, s := range instance.Sides {
		if strings.EqualFold(string(s), side) {
			return &own[i], nil
		}
	}
	return nil, fmt.Errorf("unknown side %q%s", side, rule.Suggest(side, []string{string(instance.Sides[0]), string(instance.Sides[1])}))
}
