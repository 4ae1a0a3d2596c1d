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

const casesHelp = `Print the cases of a rulebook, which people wrote from the book: small set-ups,
typed actions, given dice, and the facts that must hold then. With clauses named,
those that show them or their absence; a clause stands for those below it too.

--run plays them and says which facts do not hold. Files named after the rulebook
are played in place of its own casebook, so that you can write cases yourself.
docs/casebook.md describes the form.`

func (c *console) casesCommand() *cobra.Command {
	asJSON, run := false, false
	cmd := &cobra.Command{
		Use:               "cases RULESET [CLAUSE …|FILE.txt …]",
		Short:             "Print or check the cases that were written from the book",
		Long:              casesHelp,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: completeClause,
		RunE: func(_ *cobra.Command, args []string) error {
			g, err := rulesets.Game(args[0])
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
	cmd.Flags().BoolVar(&run, "run", false, "play the cases, and say what does not hold")
	return cmd
}

// casesOf reads the casebook of a rulebook, or the files that are named, and picks
// the cases of the clauses that are named.
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
	b, err := own, own.Twins()
	if files == 0 {
		b, err = casebook.Read(g.Rules, rulesets.Cases(g.Rules.ID))
	}
	if err != nil || len(clauses) == 0 {
		return b, b.All(), err
	}
	list, err := chosen(g.Rules, clauses, "")
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

// printCases writes the cases as they stand in their files.
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
		p.Line("no case of %s names them", id)
	}
	return p.Flush()
}

// errCases ends a run in which facts do not hold.
var errCases = errors.New("some cases do not hold")

// A caseRun is what came of playing cases, as JSON.
type caseRun struct {
	Ruleset   string                   `json:"ruleset"`
	Cases     int                      `json:"cases"`
	Failed    int                      `json:"failed"`
	Faults    []string                 `json:"faults"`
	Effective map[rule.Clause][]string `json:"effective"`
	Missing   []rule.Clause            `json:"missing"`
}

// runCases plays cases, says what does not hold, and counts the clauses that are
// effective.
func (c *console) runCases(g *game.Game, b *casebook.Book, cases []*casebook.Case, asJSON bool) error {
	report := b.Run(g)
	x := caseRun{Ruleset: g.Rules.ID, Faults: []string{}, Effective: report.Effective, Missing: []rule.Clause{}}
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
		if report.Effective[s.ID] == nil {
			x.Missing = append(x.Missing, s.ID)
		}
	}
	if asJSON {
		if err := c.json(x); err != nil {
			return err
		}
	} else if err := c.tellCases(&x, len(wanted)); err != nil {
		return err
	}
	if x.Failed > 0 {
		return refused(errCases)
	}
	return nil
}

func (c *console) tellCases(x *caseRun, wanted int) error {
	p := c.page()
	for _, f := range x.Faults {
		p.Line("%s", f)
	}
	held := "all hold"
	if x.Failed > 0 {
		held = rule.Counted("%d {does|do} not hold", x.Failed)
	}
	few := len(x.Missing) > wanted/2 // It is a file of one's own, which shows what it is about.
	p.Line("%s of %s: %s; they show %d of the %d clauses of the chapter that bite",
		format.Counted(x.Cases, "cases"), x.Ruleset, held, wanted-len(x.Missing), wanted)
	if len(x.Missing) > 0 && !few {
		p.Text(2, fmt.Sprintf("without effect in any case: %v", strings.Trim(fmt.Sprint(x.Missing), "[]")))
	}
	return p.Flush()
}
