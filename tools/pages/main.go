// Pages writes the pages that are made from the code: the ledger of each
// rulebook, the rulings with what they do to the odds, and the table of
// coverage in the README.
//
//	go run ./tools/pages docs README.md
package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"loophole/casebook"
	"loophole/odds"
	"loophole/rule"
	"loophole/rulesets"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: pages FOLDER README")
		os.Exit(2)
	}
	err := write(os.Args[1])
	if err == nil {
		err = cover(os.Args[2])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "pages:", err)
		os.Exit(1)
	}
}

func write(dir string) error {
	if err := os.MkdirAll(filepath.Join(dir, "ledger"), 0o777); err != nil {
		return err
	}
	for _, r := range rulesets.All {
		if err := os.WriteFile(filepath.Join(dir, "ledger", r.ID+".md"), ledger(r), 0o666); err != nil {
			return err
		}
	}
	page, err := rulings()
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "rulings.md"), page, 0o666)
}

// shelf is every rulebook that the program plays, in the order of the README.
var shelf = []struct{ id, title, chapter string }{
	{"konflikt47", "Konflikt '47", "buildings"},
	{"lasergrenadiers", "LaserGrenadiers", "fortifications and buildings"},
	{"d20skirmish", "a d20 WWII skirmish game", "assaulting buildings"},
	{"oldworld", "Warhammer: the Old World", "buildings"},
	{"tideofiron", "Tide of Iron: Stalingrad", "destructible buildings"},
}

// The marks between which the README's table stands.
const (
	coverageBegins = "<!-- coverage -->\n"
	coverageEnds   = "<!-- /coverage -->\n"
)

// cover rewrites the table of coverage in the README.
func cover(readme string) error {
	text, err := os.ReadFile(readme)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(text), coverageBegins)
	_, after, ends := strings.Cut(rest, coverageEnds)
	if !ok || !ends {
		return fmt.Errorf("%s has no table of coverage between its marks", readme)
	}
	var b strings.Builder
	b.WriteString(before + coverageBegins)
	b.WriteString("| rulebook | chapter | clauses of the chapter that bite | of them effective | cases | procedures | rulings and options |\n|---|---|---|---|---|---|---|\n")
	for _, s := range shelf {
		r, err := rulesets.Find(s.id)
		if err != nil {
			return err
		}
		cases, err := casebook.Read(r, rulesets.Cases(r.ID))
		if err != nil {
			return err
		}
		n := r.Coverage()
		fmt.Fprintf(&b, "| %s (`%s`) | %s | %d | %d | %d | %d | %d |\n", s.title, s.id, s.chapter, n.Chapter, n.Effective, len(cases.Cases), len(r.Procedures), len(r.Rulings))
	}
	b.WriteString(coverageEnds + after)
	return os.WriteFile(readme, []byte(b.String()), 0o666)
}

const made = "<!-- Made by `make generate`; do not edit. -->\n\n"

// ledger is one rulebook's clauses in book order.
func ledger(r *rule.Ruleset) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s# %s: %s\n\n", made, r.Title, r.Chapter)
	count := map[rule.Status]int{}
	for _, s := range r.Ledger.Statements {
		count[s.Status]++
	}
	fmt.Fprintf(&b, "%d clauses:", len(r.Ledger.Statements))
	for _, s := range []rule.Status{
		rule.StatusRule, rule.StatusTable, rule.StatusOption, rule.StatusChoice,
		rule.StatusJudgement, rule.StatusHost, rule.StatusRuling, rule.StatusNarrative,
	} {
		if count[s] > 0 {
			fmt.Fprintf(&b, " %d %s,", count[s], s)
		}
	}
	b.Truncate(b.Len() - 1)
	n := r.Coverage()
	fmt.Fprintf(&b, ".\n\nThe chapter itself states %d clauses that bite; cases show the effect of %d of them: a\nposition, a refusal or a number is otherwise without the clause. To be cited is less.\n", n.Chapter, n.Effective)
	section := ""
	for _, s := range r.Ledger.Statements {
		if s.Section != section {
			section = s.Section
			fmt.Fprintf(&b, "\n## %s\n\n| clause | status | where | gist | effective in | cited by | cited in | named by |\n|---|---|---|---|---|---|---|---|\n", section)
		}
		e := r.EvidenceFor(s.ID)
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s | %s | %s |\n", s.ID, s.Status, cell(s.Where), cell(s.Gist),
			cell(strings.Join(e.Cases, "; ")), strings.Join(e.Code, ", "), firing(e), strings.Join(e.Tests, ", "))
	}
	return b.Bytes()
}

// firing counts the situations of the conformance kit in which a clause took
// effect, and the games, where there are any.
func firing(e rule.Evidence) string {
	var parts []string
	if e.Situations > 0 {
		parts = append(parts, strconv.Itoa(e.Situations))
	}
	if e.GamesApplied > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d games", e.GamesApplied, e.GamesPlayed))
	}
	return strings.Join(parts, ", ")
}

// cell makes a text fit for a cell of a Markdown table.
func cell(s string) string { return strings.ReplaceAll(s, "|", "\\|") }

// rulings is every ruling of every rulebook with its price.
func rulings() ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s# Rulings\n\nWhere a rulebook can be read two ways, both readings are played and one is the\ndefault. `--ruling NAME=READING` or a house file switches. Below each ruling is\nwhat the switch does to the exact odds of a stated situation.\n", made)
	for _, r := range rulesets.All {
		fmt.Fprintf(&b, "\n## %s\n", r.Title)
		for _, x := range r.Rulings {
			price, err := odds.PriceRuling(context.Background(), r, x)
			if err != nil {
				return nil, fmt.Errorf("%s %s: %w", r.ID, x.Name, err)
			}
			ruling(&b, x, price)
		}
	}
	return b.Bytes(), nil
}

func ruling(b *bytes.Buffer, x *rule.Ruling, price *odds.ReadingComparison) {
	fmt.Fprintf(b, "\n### %s\n\n%s (`%s`)\n\n", x.Name, x.Question, x.Cite)
	for i, y := range x.Readings {
		mark := ""
		if i == 0 {
			mark = " (default)"
		}
		fmt.Fprintf(b, "- **%s**%s: %s\n", y.Name, mark, y.Gist)
	}
	if price.Question == nil {
		b.WriteString("\nNone of the examples is decided by it.\n")
		return
	}
	last := ""
	if price.Last {
		last = ", while players take their last option"
	}
	fmt.Fprintf(b, "\n`%s`%s\n\n| event or mean |", price.Question, last)
	for _, y := range x.Readings {
		fmt.Fprintf(b, " %s |", y.Name)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(x.Readings)) + "\n")
	for e, title := range price.Question.Procedure.Events {
		if price.EventDiffers(e) {
			row(b, title.Name, price, func(of odds.ReadingOdds) string { return fmt.Sprintf("%.4f %%", 100*of.Chances[e].Float) })
		}
	}
	for m, title := range price.Question.Procedure.Measures {
		if price.MeanDiffers(m) {
			row(b, title.Name+", mean", price, func(of odds.ReadingOdds) string { return fmt.Sprintf("%.4f", of.Means[m].Float) })
		}
	}
}

func row(b *bytes.Buffer, name string, price *odds.ReadingComparison, text func(odds.ReadingOdds) string) {
	fmt.Fprintf(b, "| %s |", name)
	for _, of := range price.Readings {
		if of.Refused != nil {
			b.WriteString(" not allowed |")
			continue
		}
		fmt.Fprintf(b, " %s |", text(of))
	}
	b.WriteString("\n")
}
