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

// rulesetJSON describes a rulebook in the list of rulebooks, as JSON.
type rulesetJSON struct {
	ID         string         `json:"ruleset"`
	Title      string         `json:"title"`
	Chapter    string         `json:"chapter"`
	Hash       string         `json:"hash"`
	Clauses    int            `json:"clauses"`
	Chapters   int            `json:"ofChapter"` // operative clauses of the chapter
	Effective  int            `json:"effective"` // those of them whose effect a case shows
	Statuses   map[string]int `json:"statuses"`
	Procedures []string       `json:"procedures"`
	Rulings    int            `json:"rulings"`
	Facts      int            `json:"facts"`
	Tables     int            `json:"tables"`
}

// rulesetJSONOf describes a rulebook.
func rulesetJSONOf(r *rule.Ruleset) rulesetJSON {
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
		Short:             "List the rulebooks, or describe one and its game",
		Args:              upTo(1),
		ValidArgsFunction: completeRuleset,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				r, err := rulesets.Find(args[0])
				if err != nil {
					return err
				}
				g, _ := rulesets.Game(r.ID) // nil for a rulebook without a game
				return c.rulebook(r, g, asJSON)
			}
			list := []rulesetJSON{}
			for _, r := range rulesets.All {
				list = append(list, rulesetJSONOf(r))
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

// listRulesets prints the rulebooks with their counts and procedures.
func (c *console) listRulesets(list []rulesetJSON) error {
	p := c.page()
	rows := format.Columns{Paint: map[int]string{0: "strong"}}
	for _, s := range list {
		rows.Add(s.ID, s.Title+", "+s.Chapter)
		played := s.Clauses - s.Statuses[string(rule.StatusNarrative)]
		rows.Add("", fmt.Sprintf("%s, %d of them in play; %s; %s; %s", format.Counted(s.Clauses, "clauses"), played,
			format.Counted(s.Rulings, "rulings"), format.Counted(s.Facts, "facts"), format.Counted(s.Tables, "tables")))
		rows.Add("", fmt.Sprintf("cases show the effect of %[2]d of the %[1]d operative clauses of the chapter", s.Chapters, s.Effective))
		rows.Add("", "procedures: "+strings.Join(s.Procedures, ", "))
	}
	p.Columns(&rows)
	p.Gap()
	p.Line("%s", "For the game of one, and what it leaves out: "+program+" rulesets RULESET")
	p.Line("%s", "For the inputs of its procedures: "+program+" explain RULESET")
	return p.Flush()
}

// A rulebookJSON is a rulebook with its game, as JSON.
type rulebookJSON struct {
	rulesetJSON
	Game      string   `json:"game"`
	LeavesOut []string `json:"leavesOut"`
	Scenarios []string `json:"scenarios"`
}

// rulebook describes a rulebook and its game, which may be nil.
func (c *console) rulebook(r *rule.Ruleset, g *game.Game, asJSON bool) error {
	x := rulebookJSON{rulesetJSONOf(r), "", []string{}, append([]string{}, scenarioNames(r.ID)...)}
	if g != nil {
		x.Game, x.LeavesOut = g.Gist, append(x.LeavesOut, g.LeavesOut...)
	}
	if asJSON {
		return c.json(x)
	}
	p := c.page()
	p.Head("%s, %s", x.Title, x.Chapter)
	if g != nil {
		p.Text(2, x.Game)
	}
	p.Text(2, fmt.Sprintf("The chapter has %d operative clauses; cases show the effect of %d of them ("+program+" cases %s).", x.Chapters, x.Effective, x.ID))
	p.Gap()
	p.Head("What the game leaves out")
	for _, s := range x.LeavesOut {
		p.Text(2, s)
	}
	switch {
	case g == nil:
		p.Text(2, "This rulebook has no game yet.")
	case len(x.LeavesOut) == 0:
		p.Text(2, "Nothing is known to be left out.")
	}
	p.Gap()
	if g != nil {
		p.Text(0, "scenarios: "+strings.Join(x.Scenarios, ", "))
	}
	p.Text(0, "procedures: "+strings.Join(x.Procedures, ", "))
	return p.Flush()
}
