package cli

import (
	"fmt"
	"strconv"
	"strings"

	"loophole/internal/format"
	"loophole/record"
	"loophole/rule"
)

// A transcript prints a play while it happens: a line for each step, then the outcome and the
// events that happened.
type transcript struct {
	*checkedQuestion
	page    *format.Page
	quiet   bool
	echoed  bool // the terminal shows answers already
	entries []rule.Entry
}

// start prints the question and who rolls.
func (t *transcript) start(d record.DiceOrigin) {
	if t.quiet {
		return
	}
	title(t.page, t.checkedQuestion)
	t.page.Gap()
	t.page.Head("%s", originText(d))
	t.page.Flush()
}

// originText describes who rolls.
func originText(d record.DiceOrigin) string {
	switch {
	case d.Kind == "typed":
		return "Dice: typed"
	case d.Seed != "":
		return fmt.Sprintf("Dice: the program's, seed %s, generator %s", d.Seed, d.Generator)
	}
	return "Dice: the program's"
}

// entry prints a step. It flushes the page, so the step is visible before the next question.
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
		t.page.Numbered(len(t.entries), s, t.page.Strong)
	} else {
		t.page.Numbered(len(t.entries), s, nil)
	}
	t.page.Flush()
}

// end prints the outcome and the events.
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

// outcomeRows adds a row for a key of an outcome, or a row for each element of a list.
func outcomeRows(rows *format.Columns, k rule.Key, tree map[string]any) {
	if k.Kind == "list" {
		return
	}
	add := func(path string, value any) { rows.Add(path, show(value), unit(show(value), k.Unit)) }
	list, field, in := strings.Cut(k.Path, ".N")
	if !in {
		add(k.Path, valueAt(tree, k.Path))
		return
	}
	elements, _ := valueAt(tree, list).([]any)
	for i, e := range elements {
		path := list + "." + strconv.Itoa(i+1) + field
		if field = strings.TrimPrefix(field, "."); field == "" {
			add(path, e)
			continue
		}
		if m, ok := e.(map[string]any); ok && len(m) > 0 {
			add(path, valueAt(m, field))
		}
	}
}

// valueAt returns the value at a dotted path of nested maps, or nil.
func valueAt(tree any, path string) any {
	for _, name := range strings.Split(path, ".") {
		m, _ := tree.(map[string]any)
		tree = m[name]
	}
	return tree
}

// show returns a value as text, and booleans as yes or no.
func show(v any) string {
	switch v {
	case true:
		return "yes"
	case false:
		return "no"
	}
	return fmt.Sprint(v)
}

// playedJSON is a play, as JSON.
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

// json converts the play to JSON.
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
