package cli

import (
	"cmp"
	"context"
	"fmt"
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

// gameFlags is what the flags say about a game.
type gameFlags struct {
	questionFlags
	policies []string
	seed     string
}

// flags adds the flags of a game to a command.
func (f *gameFlags) flags(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.BoolVar(&f.strict, "strict", false, "refuse values that are not published with certainty")
	f.houseFlags(cmd)
	fl.StringArrayVarP(&f.policies, "policy", "p", nil, "let the program play a side: `SIDE=POLICY`, or POLICY for both")
	fl.StringVar(&f.seed, "seed", "", "the seed of the program's dice and decisions, a whole `NUMBER`")
	cmd.RegisterFlagCompletionFunc("policy", cobra.FixedCompletions(policyNames(), cobra.ShellCompDirectiveNoFileComp))
}

func policyNames() []string {
	var names []string
	for _, p := range policy.Names() {
		names = append(names, p.Name)
	}
	return names
}

// newInstance finds the scenario that is named, one that comes with the program or a
// file, and sets it up.
func (c *console) newInstance(args []string, f *gameFlags) (*game.Instance, error) {
	b, err := c.scenarioOf(args)
	if err != nil {
		return nil, err
	}
	return c.setUp(b, f)
}

// scenarioOf finds the scenario that is named. A file says itself which rulebook
// it is for; if that is typed as well, both must agree.
func (c *console) scenarioOf(args []string) (*scenario.Scenario, error) {
	name := args[len(args)-1]
	if !strings.HasSuffix(name, ".yaml") && !strings.HasSuffix(name, ".yml") && !strings.HasSuffix(name, ".json") && !strings.ContainsRune(name, filepath.Separator) {
		return bundled(args)
	}
	r, shown, err := c.open(name)
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

// bundled finds the scenario that comes with the program and is named, with its
// rulebook before it or alone.
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
	return nil, fmt.Errorf("%s is a scenario of %s: name the rulebook before it", found.Name, strings.Join(books, " and of "))
}

// scenarioNames lists the scenarios of all rulebooks, or of those that are
// named, each name once.
func scenarioNames(books ...string) []string {
	var names []string
	for _, b := range scenario.Bundled() {
		if (len(books) == 0 || slices.Contains(books, b.Ruleset)) && !slices.Contains(names, b.Name) {
			names = append(names, b.Name)
		}
	}
	return names
}

func unknownScenario(args []string) error {
	names := scenarioNames(args[:len(args)-1]...)
	if len(args) > 1 {
		if _, err := rulesets.Find(args[0]); err != nil {
			return err
		}
	}
	name := args[len(args)-1]
	if _, err := os.Stat(name); err == nil {
		return fmt.Errorf("unknown scenario %q; a scenario file is named with its ending, as %s.yaml", name, name)
	}
	return fmt.Errorf("unknown scenario %q%s\nsee: loophole scenarios", name, rule.Suggest(name, names))
}

// setUp sets a scenario up under the house of the flags, whose values come
// after those of the scenario.
func (c *console) setUp(b *scenario.Scenario, f *gameFlags) (*game.Instance, error) {
	g, err := rulesets.Game(b.Ruleset)
	if err != nil {
		return nil, err
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
		if err := settled(g, b, h); err != nil {
			return nil, err
		}
	}
	h.Strict = f.strict
	return scenario.NewInstance(g, b, h)
}

// settled refuses a game that leans on labelled defaults, and names all that a
// survey of it came upon.
func settled(g *game.Game, b *scenario.Scenario, h *rule.HouseRules) error {
	list, err := policy.FindDefaults(context.Background(), h, func(h *rule.HouseRules) (*game.Instance, error) { return scenario.NewInstance(g, b, h) })
	if err != nil || len(list) == 0 {
		return err
	}
	values := make([]wire.Assumption, len(list))
	for i, m := range list {
		values[i] = wire.Assumption{Name: m.Name, Value: m.Default, Text: m.Text, Confidence: m.Confidence.String(), Clause: m.Cite}
	}
	return lacking(values)
}

// playedByPolicy reads --policy: the name of each side's policy, or "". A side
// is given one policy; one for both comes first, and a side's own after it.
func playedByPolicy(fight *game.Instance, given []string) (names [2]string, err error) {
	both, own := "", [2]string{}
	for _, text := range given {
		side, name, ok := strings.Cut(text, "=")
		place := &both
		if ok {
			if place, err = ofSide(fight, &own, side); err != nil {
				return names, fmt.Errorf("--policy %s: %w", text, err)
			}
		} else {
			name = text
		}
		if _, err := policy.New(name); err != nil {
			return names, err
		}
		if *place != "" {
			return names, fmt.Errorf("--policy %s: %s was given already; for a policy of each side give %s=POLICY and %s=POLICY", text, *place, fight.Sides[0], fight.Sides[1])
		}
		*place = name
	}
	for i := range names {
		names[i] = cmp.Or(own[i], both)
	}
	return names, nil
}

// ofSide is the place of a side among what was given.
func ofSide(fight *game.Instance, own *[2]string, side string) (*string, error) {
	for i, s := range fight.Sides {
		if strings.EqualFold(string(s), side) {
			return &own[i], nil
		}
	}
	return nil, fmt.Errorf("unknown side %q%s", side, rule.Suggest(side, []string{string(fight.Sides[0]), string(fight.Sides[1])}))
}
