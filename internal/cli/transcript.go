package cli

import (
	"fmt"
	"strconv"
	"strings"

	"loophole/internal/format"
	"loophole/record"
	"loophole/rule"
)

// A transcript shows a play as it goes on: one line for each step, then the
// outcome and which of the named events happened.
type transcript struct {
	*checkedQuestion
	page    *format.Page
	quiet   bool
	echoed  bool // answers are shown by who asks for them
	entries []rule.Entry
}

// start writes what is played, and who rolls.
func (t *transcript) start(d record.DiceOrigin) {
	if t.quiet {
		return
	}
	title(t.page, t.checkedQuestion)
	t.page.Gap()
	t.page.Head("%s", rolls(d))
	t.page.Flush()
}

// rolls says who rolls.
func rolls(d record.DiceOrigin) string {
	switch {
	case d.Kind == "typed":
		return "Played with dice on the table"
	case d.Seed != "":
		return fmt.Sprintf("Played with the program's dice, seed %s, generator %s", d.Seed, d.Generator)
	}
	return "Played with the program's dice"
}

// entry writes one step. Each is on the page before the next question is
// asked.
func (t *transcript) entry(e rule.Entry) {
	t.entries = append(t.entries, e)
	if t.quiet || e.Kind == rule.Finished {
		return
	}
	s := e.String()
	if e.Kind == rule.Rolled || e.Kind == rule.Chosen {
		if t.echoed {
			return
		}
		s = t.page.Strong(s)
	}
	t.page.Line("%3d  %s", len(t.entries), s)
	t.page.Flush()
}

// end writes the outcome.
func (t *transcript) end(outcome any) {
	t.page.Gap()
	t.page.Head("Outcome")
	rows := format.Columns{Paint: map[int]string{2: "faint"}}
	tree := t.Procedure.OutcomeMap(outcome)
	for _, k := range t.Procedure.OutcomeKeys() {
		outcomeRows(&rows, k, tree)
	}
	t.page.Columns(&rows)
	t.page.Gap()
	t.page.Head("Events")
	var happened format.Columns
	for i, e := range t.Procedure.Events {
		word := "no"
		if t.Procedure.Holds(i, outcome) {
			word = t.page.Good("yes")
		}
		happened.Add(e.Name, word, e.Gist)
	}
	t.page.Columns(&happened)
}

// outcomeRows adds a row for a key of an outcome, or one for each element of a
// list.
func outcomeRows(rows *format.Columns, k rule.Key, tree map[string]any) {
	if k.Kind == "list" {
		return
	}
	add := func(path string, value any) { rows.Add(path, show(value), unit(show(value), k.Unit)) }
	list, field, in := strings.Cut(k.Path, ".N")
	if !in {
		add(k.Path, at(tree, k.Path))
		return
	}
	elements, _ := at(tree, list).([]any)
	for i, e := range elements {
		path := list + "." + strconv.Itoa(i+1) + field
		if field = strings.TrimPrefix(field, "."); field == "" {
			add(path, e)
			continue
		}
		if m, ok := e.(map[string]any); ok && len(m) > 0 {
			add(path, at(m, field))
		}
	}
}

// at follows a path into a tree.
func at(tree any, path string) any {
	for _, name := range strings.Split(path, ".") {
		m, _ := tree.(map[string]any)
		tree = m[name]
	}
	return tree
}

func show(v any) string {
	switch v {
	case true:
		return "yes"
	case false:
		return "no"
	}
	return fmt.Sprint(v)
}

// playedJSON is a play as JSON.
type playedJSON struct {
	Ruleset   string            `json:"ruleset"`
	Procedure string            `json:"procedure"`
	Situation map[string]any    `json:"situation"`
	Dice      record.DiceOrigin `json:"dice"`
	House     string            `json:"house"`
	Entries   []rule.Entry      `json:"entries"`
	Outcome   map[string]any    `json:"outcome"`
	Events    map[string]bool   `json:"events"`
	Measures  map[string]int    `json:"measures"`
}

func (t *transcript) json(outcome any, d record.DiceOrigin) playedJSON {
	j := playedJSON{
		Ruleset: t.House.Rules().ID, Procedure: t.Procedure.Name, Situation: t.Situation(), Dice: d, House: t.House.Hash(),
		Entries: t.entries, Outcome: t.Procedure.OutcomeMap(outcome), Events: map[string]bool{}, Measures: map[string]int{},
	}
	for i, e := range t.Procedure.Events {
		j.Events[e.Name] = t.Procedure.Holds(i, outcome)
	}
	for i, m := range t.Procedure.Measures {
		j.Measures[m.Name] = t.Procedure.Measure(i, outcome)
	}
	return j
}
