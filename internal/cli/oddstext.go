package cli

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"loophole/internal/format"
	"loophole/internal/wire"
	"loophole/odds"
	"loophole/rule"
)

// show writes an exact answer as a player reads it.
func (c *console) show(x *exact) error {
	p := c.page()
	title(p, x.checkedQuestion)
	x.from(p)
	short := x.chances(p)
	for m := range x.Procedure.Measures {
		x.measure(p, m)
	}
	x.expected(p)
	x.byRound(p)
	account(p, x.answer.Account)
	assumptions(p, wire.Assumptions(x.answer.Account, x.Check))
	readings(p, x.checkedQuestion, x.answer.Account)
	housed(p, x.House)
	x.method(p, short)
	return p.Flush()
}

// title writes what is asked: the rulebook, the procedure and what the
// situation has that is not usual.
func title(p *format.Page, q *checkedQuestion) {
	p.Head("%s, %s", q.House.Rules().Title, q.House.Rules().Chapter)
	p.Text(0, q.Procedure.Name+": "+q.Procedure.Gist)
	keys := map[string]rule.Key{}
	for _, k := range q.Procedure.Keys() {
		keys[k.Path] = k
	}
	rows := format.Columns{Paint: map[int]string{2: "faint"}}
	for _, w := range strings.Fields(q.Words()) {
		path, value, _ := strings.Cut(w, "=")
		k := keyOf(keys, q.Procedure, path)
		if value == "" {
			value = "none"
		}
		if k.Kind == "integer" {
			value = strings.TrimSpace(value + " " + unit(value, k.Unit))
		}
		rows.Add(path, value, k.Doc)
	}
	p.Columns(&rows)
}

// from writes where the question was taken up.
func (x *exact) from(p *format.Page) {
	s := x.answer.From
	if s == nil {
		return
	}
	p.Gap()
	p.Head("From the beginning of a %s in which it stands so", s.Mark)
	rows := format.Columns{Paint: map[int]string{2: "faint"}}
	for i, k := range s.Keys {
		value := s.Values[i]
		if k.Kind == "integer" {
			value = strings.TrimSpace(value + " " + unit(value, k.Unit))
		}
		rows.Add(k.Path, value, k.Doc)
	}
	p.Columns(&rows)
}

// unit agrees with a value as it is written.
func unit(value, plural string) string {
	n, _ := strconv.ParseInt(value, 10, 64)
	return format.Noun(n, plural)
}

// keyOf finds the key that a word sets: by its path, by that of its first
// field, or as an element of a list.
func keyOf(keys map[string]rule.Key, proc *rule.Procedure, path string) rule.Key {
	if k, ok := keys[path]; ok {
		return k
	}
	parts := strings.Split(path, ".")
	for i, part := range parts {
		if _, err := strconv.Atoi(part); err == nil {
			parts[i] = "N"
		}
	}
	path = strings.Join(parts, ".")
	for _, k := range proc.Keys() {
		if k.Path == path || strings.HasPrefix(k.Path, path+".") {
			return k
		}
	}
	return rule.Key{}
}

// chances writes the named events. It reports whether a fraction was
// shortened.
func (x *exact) chances(p *format.Page) bool {
	if len(x.picked) == 0 {
		return false
	}
	p.Gap()
	p.Head("Chances")
	rows := format.Columns{Right: []int{1}, Paint: map[int]string{0: "strong"}}
	short := false
	for _, e := range x.picked {
		t, ch := x.Procedure.Events[e], x.answer.Events[e]
		row := []string{t.Name, format.Percent(ch.Float, ch.Exact)}
		if ch.Exact != nil {
			text, cut := format.Fraction(ch.Exact)
			row = append(row, text)
			short = short || cut
		}
		rows.Add(append(row, t.Gist)...)
	}
	p.Columns(&rows)
	return short
}

// measure writes the distribution of a measure.
func (x *exact) measure(p *format.Page, m int) {
	n := x.answer.Measures[m]
	t := x.Procedure.Measures[m]
	p.Gap()
	p.Head("%s, %s", t.Name, t.Gist)
	distribution(p, n)
}

// distribution writes what can be said of a number, and its chart.
func distribution(p *format.Page, n *odds.IntDist) {
	if len(n.Values) == 1 {
		p.Line("  always %d", n.Values[0])
		return
	}
	p.Text(2, fmt.Sprintf("mean %s, standard deviation %s, median %d, most likely %d; 90 %% of the time %d to %d",
		format.Number(n.Mean().Float), format.Number(n.SD()), n.Median(), n.Mode(), n.Quantile(5, 100), n.Quantile(95, 100)))
	p.Chart(bars(n))
}

func bars(n *odds.IntDist) []format.Bar {
	var out []format.Bar
	for i, v := range n.Values {
		out = append(out, format.Bar{Value: v, Chance: n.Chances[i].Float, Exact: n.Chances[i].Exact})
	}
	return out
}

// expected writes how often stage marks are passed: "expected rounds: 4.33".
func (x *exact) expected(p *format.Page) {
	for i, name := range slices.Sorted(maps.Keys(x.answer.Visits)) {
		if i == 0 {
			p.Gap()
		}
		here := ""
		if x.answer.From != nil {
			here = " from here"
		}
		p.Line("expected %s%s: %s", several(name), here, format.Number(x.answer.Visits[name].Float))
	}
}

// byRound writes how likely each event is by the end of each round, as many
// rounds beside each other as the page has room for.
func (x *exact) byRound(p *format.Page) {
	names := 0
	for _, e := range x.picked {
		names = max(names, len(x.Procedure.Events[e].Name))
	}
	room := max(1, (p.Width()-names-2)/8)
	for _, r := range x.within {
		if len(x.picked) == 0 {
			return
		}
		p.Gap()
		p.Head("Within so many %s", several(r.Mark))
		n := len(r.Chances[0])
		first := 0
		if x.nothing(r) {
			first = 1
		}
		for ; first < n; first += room {
			x.roundsFrom(p, r, first, min(first+room, n))
		}
	}
}

// nothing reports whether no event can have come about before the first round.
func (x *exact) nothing(r odds.RoundSeries) bool {
	return !slices.ContainsFunc(r.Chances, func(list []odds.Chance) bool { return list[0].Float > 0 })
}

func (x *exact) roundsFrom(p *format.Page, r odds.RoundSeries, first, last int) {
	rows := format.Columns{Paint: map[int]string{0: "strong"}}
	head := []string{""}
	for k := first; k < last; k++ {
		head = append(head, strconv.Itoa(k))
		rows.Right = append(rows.Right, k-first+1)
	}
	rows.Add(head...)
	for i, e := range x.picked {
		row := []string{x.Procedure.Events[e].Name}
		for k := first; k < last; k++ {
			c := r.Chances[i][k]
			row = append(row, format.Percent(c.Float, c.Exact))
		}
		rows.Add(row...)
	}
	p.Columns(&rows)
}

// several is the plural of a mark.
func several(name string) string {
	if strings.HasSuffix(name, "s") {
		return name
	}
	return name + "s"
}

// account writes how the dice, target numbers and modifiers come about, then
// the dice and what may follow from them.
func account(p *format.Page, steps []odds.ExplanationLine) {
	first := slices.IndexFunc(steps, func(s odds.ExplanationLine) bool { return s.Kind == rule.Rolled || s.Kind == rule.Chosen })
	if first < 0 {
		first = len(steps)
	}
	accountPart(p, "How it comes about", steps[:first], []int{0})
	accountPart(p, "What is rolled, and what may follow", steps[first:], nil)
}

func accountPart(p *format.Page, head string, steps []odds.ExplanationLine, right []int) {
	rows := format.Columns{Right: right, Paint: map[int]string{0: "strong"}}
	for i, s := range steps {
		if s.Kind != rule.RulingUsed && !repeated(steps, i) {
			rows.Add(amount(s), fmt.Sprintf("%s [%s]", s.Text, s.Clause))
		}
	}
	if rows.Len() == 0 {
		return
	}
	p.Gap()
	p.Head("%s", head)
	p.Columns(&rows)
}

// repeated reports whether the next step brings in the fact that this one
// looks up: the same amount under the same clause.
func repeated(steps []odds.ExplanationLine, i int) bool {
	if i+1 == len(steps) || steps[i].Kind != rule.FactUsed {
		return false
	}
	s, next := steps[i], steps[i+1]
	return next.Kind == rule.Applied && next.Clause == s.Clause && next.Low == s.Low && next.High == s.High
}

// amount is what a step of an account brings in.
func amount(s odds.ExplanationLine) string {
	switch s.Kind {
	case rule.Noted:
		return ""
	case rule.Rolled:
		return wire.Pools(s.Pools)
	case rule.Chosen:
		return wire.FirstOption
	}
	if s.Low != s.High {
		return fmt.Sprintf("%d to %d", s.Low, s.High)
	}
	return strconv.Itoa(s.Low)
}

// assumptions writes the labelled defaults that the answer leans on.
func assumptions(p *format.Page, list []wire.Assumption) {
	if len(list) == 0 {
		return
	}
	p.Gap()
	p.Head("Assumed, because it is not published with certainty")
	rows := format.Columns{Right: []int{0}, Paint: map[int]string{1: "warn"}}
	for _, a := range list {
		rows.Add(strconv.Itoa(a.Value), a.Confidence, fmt.Sprintf("%s [%s]  %s", a.Text, a.Clause, a.Name))
	}
	p.Columns(&rows)
	p.Text(2, fmt.Sprintf("If you know better: --set %s=N, or a house file. --strict refuses to assume.", list[0].Name))
}

// readings writes the rulings that were followed.
func readings(p *format.Page, q *checkedQuestion, steps []odds.ExplanationLine) {
	list := wire.RulingsUsed(q.House.Rules(), steps, q.Check)
	if len(list) == 0 {
		return
	}
	p.Gap()
	p.Head("Rulings followed")
	rows := format.Columns{}
	for _, s := range list {
		name := strings.TrimPrefix(s.Name, "rulings.")
		how := "default"
		if s.Given {
			how = "given"
		}
		rows.Add(name+"="+s.Text, how, fmt.Sprintf("%s [%s]", wire.RulingQuestion(q.House.Rules(), name), s.Clause))
	}
	p.Columns(&rows)
}

// housed writes what the house plays differently.
func housed(p *format.Page, h *rule.HouseRules) {
	given := h.Overrides()
	if len(given) == 0 {
		return
	}
	p.Gap()
	p.Head("House %s", h.Hash())
	rows := format.Columns{}
	for _, s := range given {
		rows.Add(s.Path, s.Value)
	}
	p.Columns(&rows)
}

// method says how the answer was found, where it is not plain fractions in
// full.
func (x *exact) method(p *format.Page, short bool) {
	switch {
	case x.floats:
		p.Gap()
		p.Line("computed with float64; without --floats the answer is exact")
	case short:
		p.Gap()
		p.Line("… stands for digits of a long fraction; --json writes all of them.")
	}
}
