package cli

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"loophole/internal/format"
	"loophole/rule"
	"loophole/rulesets"
)

// factsName is the name of the table of facts.
const factsName = "facts"

func (c *console) tablesCommand() *cobra.Command {
	var a questionFlags
	cmd := &cobra.Command{
		Use:   "tables RULESET [TABLE]",
		Short: "Print the tables and facts, with your house rules",
		Long: `Print the published tables of a rulebook and the facts that its chapter needs, each row
with its clause and, if it is uncertain, its confidence. With --house or --set, print
the values of the house rules, marked with *.`,
		Args:              argRange(1, 2, "RULESET"),
		ValidArgsFunction: completeTable,
		RunE: func(_ *cobra.Command, args []string) error {
			rules, err := rulesets.Find(args[0])
			if err != nil {
				return err
			}
			house, err := c.houseRules(rules, &a)
			if err != nil {
				return err
			}
			return c.tables(rules, house, args[1:])
		},
	}
	a.houseFlags(cmd)
	registerHouse(cmd)
	return cmd
}

// tableNames lists the tables of a rulebook, its facts last.
func tableNames(rules *rule.Ruleset) []string {
	var names []string
	for _, t := range rules.Tables {
		names = append(names, t.Name)
	}
	return append(names, factsName)
}

// tables prints the named table, or all tables and the facts.
func (c *console) tables(rules *rule.Ruleset, house *rule.HouseRules, names []string) error {
	if len(names) == 0 {
		names = tableNames(rules)
	} else if index(tableNames(rules), names[0]) < 0 {
		return fmt.Errorf("%s: unknown table %q%s", rules.ID, names[0], rule.Suggest(names[0], tableNames(rules)))
	}
	t := tablePrinter{page: c.page(), rules: rules, house: house, umpire: rule.NewUmpire(nil, nil).WithHouseRules(house), given: map[string]bool{}}
	for _, s := range house.Overrides() {
		t.given[s.Path] = true
	}
	for i, n := range names {
		if i > 0 {
			t.page.Gap()
		}
		t.print(n)
	}
	if len(t.given) > 0 {
		t.page.Gap()
		t.page.Line("* set by the house rules %s", house.Hash())
	}
	return t.page.Flush()
}

// A tablePrinter prints tables with the values of house rules.
type tablePrinter struct {
	page   *format.Page
	rules  *rule.Ruleset
	house  *rule.HouseRules
	umpire *rule.Umpire
	given  map[string]bool
}

// print prints a table by its name, or the facts.
func (t *tablePrinter) print(name string) {
	for _, x := range t.rules.Tables {
		if x.Name == name {
			t.table(x)
			return
		}
	}
	t.facts()
}

// value returns a value, marked if the house rules set it.
func (t *tablePrinter) value(path string, v int) string {
	if t.given[path] {
		return strconv.Itoa(v) + "*"
	}
	return strconv.Itoa(v)
}

// table prints a table with the legend of its columns.
func (t *tablePrinter) table(x *rule.Table) {
	t.page.Head("%s: %s", x.Name, x.Text)
	rows := format.Columns{Whole: true}
	heads := []string{"row", ""}
	for i := range x.Columns {
		heads = append(heads, "("+strconv.Itoa(i+1)+")")
		rows.Right = append(rows.Right, i+2)
	}
	rows.Add(append(heads, "", "clause")...)
	for i, r := range x.Rows {
		cells := []string{r.Name, r.Text}
		for j, c := range x.Columns {
			v := t.umpire.LookupCell(x, rule.Ref(i+1), j)
			cells = append(cells, t.value("tables."+x.Name+"."+r.Name+"."+c.Name, v))
		}
		rows.Add(append(cells, confidenceText(r.Confidence), "["+string(r.Cite)+"]")...)
	}
	t.page.Columns(&rows)
	var legend format.Columns
	for i, c := range x.Columns {
		legend.Add("("+strconv.Itoa(i+1)+")", c.Name, c.Text)
	}
	t.page.Columns(&legend)
}

// facts prints the facts as a table.
func (t *tablePrinter) facts() {
	t.page.Head("%s: numbers of the chapter and of the rest of the game", factsName)
	rows := format.Columns{Right: []int{1}}
	for _, f := range t.rules.Facts {
		v := t.umpire.Fact(f)
		rows.Add(f.Name, t.value("facts."+f.Name, v), fmt.Sprintf("%d–%d", f.Min, f.Max), confidenceText(f.Confidence), fmt.Sprintf("%s [%s]", f.Text, f.Cite))
	}
	t.page.Columns(&rows)
}

// confidenceText returns the confidence of an uncertain value, or "".
func confidenceText(c rule.Confidence) string {
	if c == rule.Sure {
		return ""
	}
	return c.String()
}
