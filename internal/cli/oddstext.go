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

// show prints an exact answer.
func (c *console) show(x *exactAnswer) error {
	p := c.page()
	title(p, x.checkedQuestion)
	x.from(p)
	short := x.chances(p)
	for m := range x.Procedure.Measures {
		x.measure(p, m)
	}
	x.expected(p)
	x.byRound(p)
	explanation(p, x.answer.Explanation)
	assumptions(p, wire.Assumptions(x.answer.Explanation, x.Check))
	readings(p, x.checkedQuestion, x.answer.Explanation)
	houseRules(p, x.House)
	x.method(p, short)
	return p.Flush()
}

// title prints the question: rulebook, procedure, and the keys of the situation that differ from
// their defaults.
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

// from prints the state at which the answer begins, if --from gave one.
func (x *exactAnswer) from(p *format.Page) {
	s := x.answer.From
	if s == nil {
		return
	}
	p.Gap()
	p.Head("At the beginning of a %s in this state", s.Checkpoint)
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

// unit returns the singular or plural of a unit for a value.
func unit(value, plural string) string {
	n, _ := strconv.ParseInt(value, 10, 64)
	return format.Noun(n, plural)
}

// keyOf returns the key that an argument sets. The path may be that of a key, of a struct whose
// first field it is, or of an element of a list.
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

// chances prints the chances of the selected events. It reports whether a fraction was shortened.
func (x *exactAnswer) chances(p *format.Page) bool {
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

// measure prints the distribution of a measure.
func (x *exactAnswer) measure(p *format.Page, m int) {
	n := x.answer.Measures[m]
	t := x.Procedure.Measures[m]
	p.Gap()
	if t.Name == t.Gist {
		p.Head("%s", t.Name)
	} else {
		p.Head("%s, %s", t.Name, t.Gist)
	}
	distribution(p, n)
}

// distribution prints the statistics of a distribution and its chart.
func distribution(p *format.Page, n *odds.IntDist) {
	if len(n.Values) == 1 {
		p.Line("  always %d", n.Values[0])
		return
	}
	p.Text(2, fmt.Sprintf("mean %s, standard deviation %s, median %d, %s; 90 %% of the time %d to %d",
		format.Number(n.Mean().Float), format.Number(n.SD()), n.Median(), mostLikely(n), n.Quantile(5, 100), n.Quantile(95, 100)))
	p.Chart(bars(n))
}

// mostLikely says which values are the most likely: "most likely 7", or those of equal chance.
func mostLikely(n *odds.IntDist) string {
	mode := n.Mode()
	top := n.Exactly(mode)
	all := n.Values
	var equal []int
	for i, c := range n.Chances {
		if c.Exact != nil && c.Exact.Cmp(top.Exact) == 0 || c.Exact == nil && c.Float == top.Float {
			equal = append(equal, all[i])
		}
	}
	switch n := len(equal); {
	case n == len(all):
		return "all equally likely"
	case n > 4:
		return fmt.Sprintf("%d values most likely, from %d", n, mode)
	}
	text := strconv.Itoa(mode)
	for i, v := range equal[1:] {
		if i == len(equal)-2 {
			text += " and "
		} else {
			text += ", "
		}
		text += strconv.Itoa(v)
	}
	return "most likely " + text
}

// bars returns the bars of the chart of a distribution.
func bars(n *odds.IntDist) []format.Bar {
	var out []format.Bar
	for i, v := range n.Values {
		out = append(out, format.Bar{Value: v, Chance: n.Chances[i].Float, Exact: n.Chances[i].Exact})
	}
	return out
}

// expected prints how often each checkpoint is passed: "expected rounds: 4.33".
func (x *exactAnswer) expected(p *format.Page) {
	for i, name := range slices.Sorted(maps.Keys(x.answer.Visits)) {
		if i == 0 {
			p.Gap()
		}
		here := ""
		if x.answer.From != nil {
			here = " from this state"
		}
		p.Line("expected %s%s: %s", plural(name), here, format.Number(x.answer.Visits[name].Float))
	}
}

// byRound prints the chance of each event by the end of each round, in as many columns as the
// page has room for.
func (x *exactAnswer) byRound(p *format.Page) {
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
		p.Head("Chances by the end of each %s", r.Checkpoint)
		n := len(r.Chances[0])
		first := 0
		if x.impossibleBefore(r) {
			first = 1
		}
		for ; first < n; first += room {
			x.roundsFrom(p, r, first, min(first+room, n))
		}
	}
}

// impossibleBefore reports whether no event can happen before the first round.
func (x *exactAnswer) impossibleBefore(r odds.RoundSeries) bool {
	return !slices.ContainsFunc(r.Chances, func(list []odds.Chance) bool { return list[0].Float > 0 })
}

// roundsFrom prints the columns of some rounds.
func (x *exactAnswer) roundsFrom(p *format.Page, r odds.RoundSeries, first, last int) {
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

// plural returns the plural of the name of a checkpoint.
func plural(name string) string {
	if strings.HasSuffix(name, "s") {
		return name
	}
	return name + "s"
}

// explanation prints the explanation of an answer: dice, target numbers and modifiers, then the rolls
// and their possible consequences.
func explanation(p *format.Page, steps []odds.ExplanationLine) {
	first := slices.IndexFunc(steps, func(s odds.ExplanationLine) bool { return s.Kind == rule.Rolled || s.Kind == rule.Chosen })
	if first < 0 {
		first = len(steps)
	}
	accountPart(p, "Explanation", steps[:first], []int{0})
	accountPart(p, "Rolls and possible consequences", steps[first:], nil)
}

// accountPart prints some lines of an explanation under a heading, if there are any.
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

// repeated reports whether the next line applies the fact that this line looks up: it has the
// same amount and clause.
func repeated(steps []odds.ExplanationLine, i int) bool {
	if i+1 == len(steps) || steps[i].Kind != rule.FactUsed {
		return false
	}
	s, next := steps[i], steps[i+1]
	return next.Kind == rule.Applied && next.Clause == s.Clause && next.Low == s.Low && next.High == s.High
}

// amount returns the number, dice or option of a line of an explanation.
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

// assumptions prints the uncertain defaults that the answer uses.
func assumptions(p *format.Page, list []wire.Assumption) {
	if len(list) == 0 {
		return
	}
	p.Gap()
	p.Head("Assumptions (not published with certainty)")
	rows := format.Columns{Right: []int{0}, Paint: map[int]string{1: "warn"}}
	for _, a := range list {
		rows.Add(strconv.Itoa(a.Value), a.Confidence, fmt.Sprintf("%s [%s]  %s", a.Text, a.Clause, a.Name))
	}
	p.Columns(&rows)
	p.Text(2, fmt.Sprintf("To change one: --set %s=N, or a house rules file. --strict makes assumptions an error.", list[0].Name))
}

// readings prints the rulings that the answer uses.
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

// houseRules prints the house rules that differ from the defaults.
func houseRules(p *format.Page, h *rule.HouseRules) {
	given := h.Overrides()
	if len(given) == 0 {
		return
	}
	p.Gap()
	p.Head("House rules %s", h.Hash())
	rows := format.Columns{}
	for _, s := range given {
		rows.Add(s.Path, s.Value)
	}
	p.Columns(&rows)
}

// method prints a note if the answer is not exact or its fractions are shortened.
func (x *exactAnswer) method(p *format.Page, short bool) {
	switch {
	case x.floats:
		p.Gap()
		p.Line("Computed with float64. Without --floats the answer is exact.")
	case short:
		p.Gap()
		p.Line("… replaces digits of a long fraction; --json writes all of them.")
	}
}
