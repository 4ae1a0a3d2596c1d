package cli

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"loophole/casebook"
	"loophole/game"
	"loophole/internal/format"
	"loophole/internal/usertext"
	"loophole/rule"
	"loophole/rulesets"
)

const casesHelp = `Print the cases of a rulebook, which people wrote from the book. Each is a small
set-up with typed actions and given dice, and the facts that must be true afterwards.
CLAUSE selects the cases that show a clause or its absence, and the clauses below it:
need selects need.hits.

--run plays the cases and reports every fact that is false. FILE.txt replaces the
bundled casebook with cases of your own. docs/casebook.md describes the format.`

func (c *console) casesCommand() *cobra.Command {
	asJSON, run := false, false
	cmd := &cobra.Command{
		Use:               "cases RULESET [CLAUSE …|FILE.txt …]",
		Short:             "Print or run the cases written from the book",
		Long:              casesHelp,
		Args:              atLeastOne("RULESET"),
		ValidArgsFunction: completeClause,
		RunE: func(_ *cobra.Command, args []string) error {
			g, err := casebookGame(args[0])
			if err != nil {
				return err
			}
			b, cases, err := c.casesOf(g, args[1:])
			switch {
			case err != nil:
				return err
			case run:
				return c.runCases(g, b, cases, asJSON)
			case asJSON:
				w, err := b.Write(cases)
				if err != nil {
					return err
				}
				return c.json(w)
			}
			return c.printCases(args[0], b, cases)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	cmd.Flags().BoolVar(&run, "run", false, "play the cases and report every false fact")
	return cmd
}

// casebookGame returns the game on which the cases of a rulebook are played.
func casebookGame(id string) (*game.Game, error) {
	if _, err := rulesets.Find(id); err != nil {
		return nil, err
	}
	g, err := rulesets.Game(id)
	if err != nil {
		return nil, fmt.Errorf("%s has no game yet, and cases are played on one", id)
	}
	return g, nil
}

// casesOf reads the named files, or else the bundled casebook of the rulebook, and selects the
// cases of the named clauses.
func (c *console) casesOf(g *game.Game, named []string) (*casebook.Book, []*casebook.Case, error) {
	var clauses []string
	own := &casebook.Book{Ruleset: g.Rules.ID, Setups: map[string]string{}}
	files := 0
	for _, name := range named {
		if !strings.HasSuffix(name, ".txt") && name != "-" {
			clauses = append(clauses, name)
			continue
		}
		files++
		in, shown, err := c.open(name)
		if err != nil {
			return nil, nil, err
		}
		text, err := io.ReadAll(io.LimitReader(in, 2<<20))
		in.Close()
		if err == nil {
			err = own.Add(g.Rules, filepath.Base(shown), usertext.Shown(string(text)))
		}
		if err != nil {
			return nil, nil, err
		}
	}
	b, err := own, own.CheckTwins()
	if files == 0 {
		if b, err = casebook.Read(g.Rules, rulesets.Cases(g.Rules.ID)); err == nil && len(b.Cases) == 0 {
			err = noCases(g.Rules.ID)
		}
	}
	if err != nil || len(clauses) == 0 {
		return b, b.All(), err
	}
	list, err := selectClauses(g.Rules, clauses, "")
	if err != nil {
		return nil, nil, err
	}
	var cases []*casebook.Case
	for _, x := range b.Cases {
		if slices.ContainsFunc(list, func(s rule.Statement) bool { return slices.Contains(b.Naming(s.ID), x) }) {
			cases = append(cases, x)
		}
	}
	return b, cases, nil
}

// noCases returns the error of a program that has no case of a rulebook.
func noCases(id string) error {
	return fmt.Errorf("this program has no case of %s: write cases into rulesets/%s/casebook and run go generate -run tools/pack ./... "+
		"in the top folder of the repository; the program of another module passes them to rulesets.Add", id, id)
}

// printCases prints the cases as their files have them.
func (c *console) printCases(id string, b *casebook.Book, cases []*casebook.Case) error {
	p := c.page()
	setups := map[string]bool{}
	for i, x := range cases {
		if i > 0 {
			p.Gap()
		}
		if x.Setup != "" && !x.Bundled && !setups[x.Setup] {
			setups[x.Setup] = true
			p.Line("%s", p.Faint("# "+x.Setup[:strings.IndexByte(x.Setup, '/')]))
			p.Line("setup %s", x.Setup[strings.IndexByte(x.Setup, '/')+1:])
			p.Line("%s", strings.TrimRight(b.Setups[x.Setup], "\n"))
			p.Gap()
		}
		for _, line := range x.Lines() {
			p.Line("%s", line)
		}
	}
	if len(cases) == 0 {
		p.Line("no case of %s names these clauses", id)
	}
	return p.Flush()
}

// errCases ends a run in which a fact is false.
var errCases = errors.New("some cases fail")

// A caseRun is the result of running cases, as JSON.
type caseRun struct {
	Ruleset   string                   `json:"ruleset"`
	Cases     int                      `json:"cases"`
	Failed    int                      `json:"failed"`
	Faults    []string                 `json:"faults"`
	Effective map[rule.Clause][]string `json:"effective"`
	Missing   []rule.Clause            `json:"missing"`
}

// runCases plays the cases, reports each false fact, and counts the clauses whose effect the
// cases show.
func (c *console) runCases(g *game.Game, b *casebook.Book, cases []*casebook.Case, asJSON bool) error {
	report := b.Run(g)
	x := caseRun{Ruleset: g.Rules.ID, Faults: []string{}, Effective: shownBy(report.Effective, cases), Missing: []rule.Clause{}}
	for _, r := range report.Results {
		if !slices.Contains(cases, r.Case) {
			continue
		}
		x.Cases++
		if len(r.Faults) > 0 {
			x.Failed++
			x.Faults = append(x.Faults, r.Faults...)
		}
	}
	wanted := casebook.Wanted(g.Rules)
	for _, s := range wanted {
		if x.Effective[s.ID] == nil {
			x.Missing = append(x.Missing, s.ID)
		}
	}
	if asJSON {
		if err := c.json(x); err != nil {
			return err
		}
	} else if err := c.showCaseRun(&x, len(wanted)); err != nil {
		return err
	}
	if x.Failed > 0 {
		return invalid(errCases)
	}
	return nil
}

// shownBy keeps of the clauses that a casebook shows those that the given cases show.
func shownBy(effective map[rule.Clause][]string, cases []*casebook.Case) map[rule.Clause][]string {
	names := map[string]bool{}
	for _, x := range cases {
		names[x.Name] = true
	}
	shown := map[rule.Clause][]string{}
	for id, list := range effective {
		if slices.ContainsFunc(list, func(name string) bool { return names[name] }) {
			shown[id] = list
		}
	}
	return shown
}

// showCaseRun prints the false facts, then the counts.
func (c *console) showCaseRun(x *caseRun, wanted int) error {
	p := c.page()
	for _, f := range x.Faults {
		p.Line("%s", f)
	}
	result := "all pass"
	if x.Failed > 0 {
		result = rule.Counted("%d {fails|fail}", x.Failed)
	}
	p.Line("%s of %s: %s; they show %d of %d operative clauses",
		format.Counted(x.Cases, "cases"), x.Ruleset, result, wanted-len(x.Missing), wanted)
	// A selection of cases, or a file of the user's, is not expected to show every clause.
	if few := len(x.Missing) > wanted/2; len(x.Missing) > 0 && !few {
		p.Text(2, fmt.Sprintf("not shown by any case: %v", strings.Trim(fmt.Sprint(x.Missing), "[]")))
	}
	return p.Flush()
}
