package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"loophole/game"
	"loophole/internal/format"
	"loophole/rule"
	"loophole/rulesets"
)

// rulesetJSON is what the list of rulebooks says about one.
type rulesetJSON struct {
	ID         string         `json:"ruleset"`
	Title      string         `json:"title"`
	Chapter    string         `json:"chapter"`
	Hash       string         `json:"hash"`
	Clauses    int            `json:"clauses"`
	Chapters   int            `json:"ofChapter"` // clauses that the chapter states and that bite
	Effective  int            `json:"effective"` // of these, those whose effect a case shows
	Statuses   map[string]int `json:"statuses"`
	Procedures []string       `json:"procedures"`
	Rulings    int            `json:"rulings"`
	Facts      int            `json:"facts"`
	Tables     int            `json:"tables"`
}

func shelve(r *rule.Ruleset) rulesetJSON {
	s := rulesetJSON{
		ID: r.ID, Title: r.Title, Chapter: r.Chapter, Hash: r.Hash(), Clauses: len(r.Ledger.Statements),
		Statuses: map[string]int{}, Procedures: procedures(r), Rulings: len(r.Rulings), Facts: len(r.Facts), Tables: len(r.Tables),
	}
	n := r.Coverage()
	s.Chapters, s.Effective = n.Chapter, n.Effective
	for _, x := range r.Ledger.Statements {
		s.Statuses[string(x.Status)]++
	}
	return s
}

func (c *console) rulesetsCommand() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:               "rulesets [RULESET]",
		Short:             "List the rulebooks, or describe one and what its game leaves out",
		Args:              upTo(1),
		ValidArgsFunction: completeRuleset,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				g, err := rulesets.Game(args[0])
				if err != nil {
					return err
				}
				return c.rulebook(g, asJSON)
			}
			list := []rulesetJSON{}
			for _, r := range rulesets.All {
				list = append(list, shelve(r))
			}
			if asJSON {
				return c.json(list)
			}
			return c.listRulesets(list)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

func (c *console) listRulesets(list []rulesetJSON) error {
	p := c.page()
	rows := format.Columns{Paint: map[int]string{0: "strong"}}
	for _, s := range list {
		rows.Add(s.ID, s.Title+", "+s.Chapter)
		played := s.Clauses - s.Statuses[string(rule.StatusNarrative)]
		rows.Add("", fmt.Sprintf("%s, %d of them in play; %s; %s; %s", format.Counted(s.Clauses, "clauses"), played,
			format.Counted(s.Rulings, "rulings"), format.Counted(s.Facts, "facts"), format.Counted(s.Tables, "tables")))
		rows.Add("", fmt.Sprintf("of the %d clauses that the chapter itself states and that bite, cases show the effect of %d", s.Chapters, s.Effective))
		rows.Add("", "procedures: "+strings.Join(s.Procedures, ", "))
	}
	p.Columns(&rows)
	p.Gap()
	p.Line("loophole rulesets RULESET says what its game plays, and what it leaves out.")
	p.Line("loophole explain RULESET says what each procedure needs.")
	return p.Flush()
}

// A rulebookOf is one rulebook with its game, as JSON.
type rulebookOf struct {
	rulesetJSON
	Game      string   `json:"game"`
	LeavesOut []string `json:"leavesOut"`
	Scenarios []string `json:"scenarios"`
}

// rulebook says what the game of a rulebook plays, and what it leaves out.
func (c *console) rulebook(g *game.Game, asJSON bool) error {
	x := rulebookOf{shelve(g.Rules), g.Gist, append([]string{}, g.LeavesOut...), scenarioNames(g.Rules.ID)}
	if asJSON {
		return c.json(x)
	}
	p := c.page()
	p.Head("%s, %s", x.Title, x.Chapter)
	p.Text(2, x.Game)
	p.Text(2, fmt.Sprintf("The chapter states %d clauses that bite; cases show the effect of %d of them (loophole cases %s).", x.Chapters, x.Effective, x.ID))
	p.Gap()
	p.Head("What the game leaves out")
	for _, s := range x.LeavesOut {
		p.Text(2, s)
	}
	if len(x.LeavesOut) == 0 {
		p.Text(2, "nothing that it knows of")
	}
	p.Gap()
	p.Line("scenarios: %s", strings.Join(x.Scenarios, ", "))
	p.Line("procedures: %s", strings.Join(x.Procedures, ", "))
	return p.Flush()
}
