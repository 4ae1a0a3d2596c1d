package rulestest

import (
	"fmt"
	"regexp"
	"strings"

	"loophole/rule"
)

// word matches the names of a ruleset that can be typed.
var word = regexp.MustCompile(`^[a-z0-9]+([-.][a-z0-9]+)*$`)

// checkDocs finds missing texts and bad names: names that cannot be typed, keys without a
// meaning, events without a gist, duplicate examples.
func (k *kit) checkDocs(t reporter) {
	d := &docs{reporter: t, seen: map[string]bool{}}
	d.say("the rulebook", "a title", k.rules.Title)
	d.say("the rulebook", "a chapter", k.rules.Chapter)
	for _, p := range k.rules.Procedures {
		d.procedure(p)
	}
	for _, f := range k.rules.Facts {
		d.name("fact", f.Name)
		d.say("fact "+f.Name, "a text", f.Text)
		if f.Cite == "" {
			t.Errorf("fact %s cites no clause", f.Name)
		}
	}
	for _, r := range k.rules.Rulings {
		d.ruling(r)
	}
	for _, x := range k.rules.Tables {
		d.table(x)
	}
}

type docs struct {
	reporter
	seen map[string]bool
}

func (d *docs) say(what, wanted, text string) {
	if strings.TrimSpace(text) == "" {
		d.Errorf("%s has no %s: say it in one line", what, strings.TrimPrefix(strings.TrimPrefix(wanted, "a "), "an "))
	}
}

func (d *docs) name(kind, name string) {
	if !word.MatchString(name) {
		d.Errorf("%s %q: a name is lower-case words joined by hyphens or dots", kind, name)
	}
	if d.seen[kind+" "+name] {
		d.Errorf("duplicate %s %q: use another name", kind, name)
	}
	d.seen[kind+" "+name] = true
}

func (d *docs) procedure(p *rule.Procedure) {
	d.name("procedure", p.Name)
	d.say("procedure "+p.Name, "a gist", p.Gist)
	d.keys("key of "+p.Name, p.Keys())
	d.keys("outcome of "+p.Name, p.OutcomeKeys())
	for _, e := range p.Events {
		d.name("event of "+p.Name, e.Name)
		d.say(fmt.Sprintf("%s: event %s", p.Name, e.Name), "a gist", e.Gist)
	}
	for _, m := range p.Measures {
		d.name("measure of "+p.Name, m.Name)
		d.say(fmt.Sprintf("%s: measure %s", p.Name, m.Name), "a unit", m.Gist)
	}
	if len(p.Events) == 0 {
		d.Errorf("%s has no events: name what players want the chance of", p.Name)
	}
	if len(p.Examples) == 0 {
		d.Errorf("%s has no examples: show a situation worth trying", p.Name)
	}
	for _, e := range p.Examples {
		d.name("example of "+p.Name, e.Name)
		d.say(fmt.Sprintf("%s: example %s", p.Name, e.Name), "a gist", e.Gist)
	}
}

func (d *docs) keys(kind string, keys []rule.Key) {
	for _, key := range keys {
		name := strings.ReplaceAll(key.Path, ".N.", ".1.")
		d.name(kind, name)
		d.say(kind+" "+key.Path, "a doc", key.Doc)
		if key.Derived {
			d.Errorf("%s %s: no tag states the key, so that the name of a field in Go becomes the word of players: add key:%q", kind, key.Path, key.Path[strings.LastIndexByte(key.Path, '.')+1:])
		}
		for _, v := range key.Values {
			d.name("value of "+kind+" "+key.Path, v)
		}
	}
}

func (d *docs) ruling(r *rule.Ruling) {
	d.name("ruling", r.Name)
	d.say("ruling "+r.Name, "a question", r.Question)
	if r.Cite == "" {
		d.Errorf("ruling %s cites no clause", r.Name)
	}
	for _, reading := range r.Readings {
		d.name("reading of "+r.Name, reading.Name)
		d.say(fmt.Sprintf("ruling %s: reading %s", r.Name, reading.Name), "a gist", reading.Gist)
	}
}

func (d *docs) table(x *rule.Table) {
	d.name("table", x.Name)
	d.say("table "+x.Name, "a text", x.Text)
	for _, c := range x.Columns {
		d.name("column of "+x.Name, c.Name)
		d.say(fmt.Sprintf("table %s: column %s", x.Name, c.Name), "a text", c.Text)
	}
	for _, row := range x.Rows {
		d.name("row of "+x.Name, row.Name)
		d.say(fmt.Sprintf("table %s: row %s", x.Name, row.Name), "a text", row.Text)
		if row.Cite == "" {
			d.Errorf("table %s: row %s cites no clause", x.Name, row.Name)
		}
	}
}
