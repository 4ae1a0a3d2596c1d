package server

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"loophole/internal/usertext"
	"loophole/internal/wire"
	"loophole/odds"
	"loophole/rule"
)

type compareInput struct {
	CacheCondition
	Ask []string `query:"ask,explode" required:"true" minItems:"2" maxItems:"4" doc:"a question: RULESET/PROCEDURE?set=…&ruling=…, with label= for its name and aim= for the desired event; two to four of them"`
}

// Comparison is two to four questions side by side.
type Comparison struct {
	Questions []Compared `json:"questions"`
	Rows      []Beside   `json:"rows" doc:"the comparable values: first the aims, then the losses"`
	Verdict   string     `json:"verdict" doc:"the conclusion, in a sentence or two"`
}

// Compared is one question of a comparison.
type Compared struct {
	Ruleset   string `json:"ruleset"`
	Procedure string `json:"procedure"`
	Label     string `json:"label"`
	Aim       string `json:"aim" doc:"the desired event"`
}

// Beside is one event or measure of all the questions.
type Beside struct {
	Kind  string `json:"kind" enum:"event,measure"`
	Role  string `json:"role,omitempty" enum:"aim,theirs,own,theirs-left,own-left" doc:"the desired event; the losses or the strength left of the other side and of the asking side"`
	Title string `json:"title"`
	Unit  string `json:"unit,omitempty" doc:"of a measure"`
	Cells []Cell `json:"cells" doc:"one for each question"`
}

// Cell is a chance, or the expected value of a measure.
type Cell struct {
	Name  string  `json:"name,omitempty" doc:"the event or measure of this question; left out if it has none"`
	Title string  `json:"title,omitempty"`
	P     string  `json:"p,omitempty" doc:"the chance, or the mean, as a fraction"`
	Float float64 `json:"float"`
	// More is left out for the first question, and if either value is missing.
	More *wire.Probability `json:"more,omitempty" doc:"the difference to the first question"`
}

type compareOutput struct {
	Cacheable
	Body Comparison
}

// A comparedQuestion is a question of a comparison with its answer.
type comparedQuestion struct {
	Compared
	in     *QuestionInput
	q      *wire.CheckedQuestion
	answer *odds.Answer
}

// compare answers several questions and shows their differences.
func (s *Server) compare(ctx context.Context, in *compareInput) (*compareOutput, error) {
	list, err := s.comparedQuestions(ctx, in.Ask)
	if err != nil {
		return nil, err
	}
	out := &compareOutput{Cacheable: s.comparisonHeaders(list, in.Ask)}
	if matches(in.IfNoneMatch, out.ETag) {
		return out, notModified(out.ETag)
	}
	leave, err := s.bench.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	for i, b := range list {
		k, err := s.solveAndCache(ctx, b.in, b.q)
		if err != nil {
			return nil, s.engineProblem(ctx, b.in.allMissing(ctx, err))
		}
		list[i].answer = k.solver.Answer
		s.oddsCache.recount(k)
	}
	out.Body = compared(list)
	return out, nil
}

// comparedQuestions reads the questions.
func (s *Server) comparedQuestions(ctx context.Context, asked []string) ([]*comparedQuestion, error) {
	var list []*comparedQuestion
	for i, text := range asked {
		b, err := readComparedQuestion(text)
		if err == nil {
			b.q, err = b.in.question()
		}
		if err != nil {
			return nil, s.engineProblem(ctx, err)
		}
		x := b.q.Procedure.Phrase()
		if b.Aim == "" {
			b.Aim = x.Aim
		}
		if !slices.ContainsFunc(b.q.Procedure.Events, func(t rule.Label) bool { return t.Name == b.Aim }) {
			return nil, invalidParameter("ask", fmt.Errorf("%s: unknown event %q", b.Procedure, usertext.Truncate(b.Aim)))
		}
		if b.Label == "" {
			b.Label = [...]string{"the first", "the second", "the third", "the fourth"}[i]
		}
		list = append(list, b)
	}
	return list, nil
}

// comparedFlag reads true or false within a compared question; false if it is left out.
func comparedFlag(q url.Values, name string) (bool, error) {
	text := q.Get(name)
	if text == "" {
		return false, nil
	}
	v, err := strconv.ParseBool(text)
	if err != nil {
		return false, invalidParameter("ask", fmt.Errorf("%s must be true or false, not %q", name, usertext.Truncate(text)))
	}
	return v, nil
}

// readComparedQuestion reads RULESET/PROCEDURE?….
func readComparedQuestion(text string) (*comparedQuestion, error) {
	path, query, _ := strings.Cut(text, "?")
	ruleset, procedure, _ := strings.Cut(path, "/")
	q, err := url.ParseQuery(query)
	if err != nil {
		return nil, invalidParameter("ask", err)
	}
	for name := range q {
		if !slices.Contains([]string{"set", "ruling", "house", "example", "strict", "floats", "label", "aim"}, name) {
			return nil, invalidParameter("ask", fmt.Errorf("%q is no part of a question", usertext.Truncate(name)))
		}
	}
	for _, name := range []string{"example", "strict", "floats", "label", "aim"} {
		given := q[name]
		if n := slices.IndexFunc(given, func(v string) bool { return v != given[0] }); n > 0 {
			return nil, invalidParameter("ask", errors.New(usertext.GivenTwice(name, given[0], given[n])))
		}
	}
	for _, m := range []string{"set", "ruling", "house"} {
		if len(q[m]) > 300 {
			return nil, invalidParameter("ask", fmt.Errorf("more than 300 of %s", m))
		}
	}
	in := &QuestionInput{Set: q["set"], Ruling: q["ruling"], House: q["house"], Example: q.Get("example")}
	if in.Strict, err = comparedFlag(q, "strict"); err != nil {
		return nil, err
	}
	if in.Floats, err = comparedFlag(q, "floats"); err != nil {
		return nil, err
	}
	in.Ruleset, in.Procedure = ruleset, procedure
	label := q.Get("label")
	if r := []rune(label); len(r) > 60 {
		label = string(r[:60])
	}
	return &comparedQuestion{Compared: Compared{Ruleset: ruleset, Procedure: procedure, Label: label, Aim: q.Get("aim")}, in: in}, nil
}

// comparisonHeaders returns the cache headers of a comparison, which depends on its questions only.
func (s *Server) comparisonHeaders(list []*comparedQuestion, asked []string) Cacheable {
	var tags []string
	for _, b := range list {
		tags = append(tags, s.questionHeaders(b.in, b.q, "compare").ETag)
	}
	return s.questionHeaders(list[0].in, list[0].q, fmt.Sprintf("compare|%q|%q", tags, asked))
}

// compared arranges answers side by side.
func compared(list []*comparedQuestion) Comparison {
	c := Comparison{Questions: []Compared{}, Rows: []Beside{}}
	for _, b := range list {
		c.Questions = append(c.Questions, b.Compared)
	}
	phrase := func(b *comparedQuestion) rule.Phrase { return b.q.Procedure.Phrase() }
	c.add("event", "aim", "what it is after", list, func(b *comparedQuestion) string { return b.Aim })
	for _, left := range []bool{false, true} {
		role, theirs, own := "", "the other side loses, on average", "the asking side loses, on average"
		if left {
			role, theirs, own = "-left", "the other side has left, on average", "the asking side has left, on average"
		}
		c.add("measure", "theirs"+role, theirs, list, func(b *comparedQuestion) string { return nameIf(phrase(b).Left == left, phrase(b).Theirs) })
		c.add("measure", "own"+role, own, list, func(b *comparedQuestion) string { return nameIf(phrase(b).Left == left, phrase(b).Own) })
	}
	met := map[string]bool{}
	for _, kind := range []string{"event", "measure"} {
		for _, b := range list {
			for _, t := range b.titles(kind) {
				if met[kind+t.Name] {
					continue
				}
				met[kind+t.Name] = true
				if !c.has(kind, t.Name, len(list)) {
					c.add(kind, "", t.Gist, list, func(b *comparedQuestion) string { return t.Name })
				}
			}
		}
	}
	c.Verdict = c.verdict()
	return c
}

func (b *comparedQuestion) titles(kind string) []rule.Label {
	if kind == "event" {
		return b.q.Procedure.Events
	}
	return b.q.Procedure.Measures
}

// nameIf returns name if so, and otherwise "".
func nameIf(so bool, name string) string {
	if so {
		return name
	}
	return ""
}

// has reports whether a row holds an event or measure of all the questions already.
func (c *Comparison) has(kind, name string, many int) bool {
	return slices.ContainsFunc(c.Rows, func(r Beside) bool {
		n := 0
		for _, x := range r.Cells {
			if r.Kind == kind && x.Name == name {
				n++
			}
		}
		return n == many
	})
}

// add adds a row, unless no question has the event or measure, or it never happens. Differences
// are to the first question.
func (c *Comparison) add(kind, role, title string, list []*comparedQuestion, name func(*comparedQuestion) string) {
	row := Beside{Kind: kind, Role: role, Title: title, Cells: []Cell{}}
	var titles []string
	found := false
	var first *odds.Chance
	for i, b := range list {
		cell, x := b.cell(kind, name(b))
		if x != nil {
			found = found || kind == "measure" || x.Float > 0
			if !slices.Contains(titles, cell.Title) {
				titles = append(titles, cell.Title)
			}
			if i == 0 {
				first = x
			} else if first != nil {
				cell.More = difference(*first, *x)
			}
		}
		row.Cells = append(row.Cells, cell)
	}
	if !found {
		return
	}
	if len(titles) == 1 {
		switch {
		case kind == "event":
			row.Title = titles[0]
		case role == "":
			row.Title, row.Unit = strings.ReplaceAll(name(list[0]), "-", " ")+", on average", titles[0]
		default:
			row.Unit = titles[0]
		}
	}
	c.Rows = append(c.Rows, row)
}

// cell returns an event or measure of one question, or an empty cell.
func (b *comparedQuestion) cell(kind, name string) (Cell, *odds.Chance) {
	for i, t := range b.titles(kind) {
		if t.Name != name {
			continue
		}
		var x odds.Chance
		if kind == "event" {
			x = b.answer.Events[i]
		} else {
			x = b.answer.Measures[i].Mean()
		}
		return Cell{Name: name, Title: t.Gist, P: wire.Fraction(x), Float: x.Float}, &x
	}
	return Cell{}, nil
}

// difference returns b − a.
func difference(a, b odds.Chance) *wire.Probability {
	if a.Exact == nil || b.Exact == nil {
		return &wire.Probability{Float: b.Float - a.Float}
	}
	d := new(big.Rat).Sub(b.Exact, a.Exact)
	f, _ := d.Float64()
	return &wire.Probability{P: d.String(), Float: f}
}
