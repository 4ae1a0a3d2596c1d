package rule_test

import (
	"slices"
	"testing"

	"loophole/rule"
)

// given answers with prepared faces, and stores the questions.
type given struct {
	faces [][]uint8
	asked []string
}

func (g *given) Roll(r rule.Roll) (int, []uint8, error) {
	g.asked = append(g.asked, r.Pool.String())
	if len(g.faces) == 0 {
		return 0, nil, rule.ErrUnanswered
	}
	f := g.faces[0]
	g.faces = g.faces[1:]
	return r.Pool.Evaluate(f), f, nil
}

func (g *given) Choose(rule.Choice) (int, error) { return 1, nil }

func TestReading(t *testing.T) {
	for _, c := range []struct {
		r     rule.Target
		die   rule.Die
		holds []int
		text  string
	}{
		{rule.AtLeast(5), rule.D6, []int{5, 6}, "5+"},
		{rule.AtLeast(-3), rule.D3, []int{1, 2, 3}, "1+"},
		{rule.AtLeast(7), rule.D6, nil, "7+"},
		{rule.AtMost(2), rule.D6, []int{1, 2}, "2-"},
		{rule.AtMost(0), rule.D6, nil, "never"},
		{rule.AtMost(400), rule.D3, []int{1, 2, 3}, "1+"},
		{rule.Exactly(6), rule.D6, []int{6}, "=6"},
		{rule.Between(2, 4), rule.D6, []int{2, 3, 4}, "2..4"},
		{rule.Between(4, 2), rule.D6, nil, "never"},
		{rule.Target{}, rule.D6, nil, "never"},
	} {
		var holds []int
		for f := 1; f <= int(c.die); f++ {
			if c.r.Hits(f) {
				holds = append(holds, f)
			}
		}
		if !slices.Equal(holds, c.holds) || c.r.Faces(c.die) != len(holds) || c.r.String() != c.text {
			t.Errorf("%v on %v: %v, %d, %q", c.r, c.die, holds, c.r.Faces(c.die), c.r)
		}
	}
}

func TestPool(t *testing.T) {
	for _, c := range []struct {
		p     rule.Pool
		text  string
		faces []uint8
		value int
		read  string
	}{
		{rule.CountPool(4, rule.D6, rule.AtLeast(5)), "4D6 count 5+", []uint8{5, 1, 6, 4}, 2, "2 successes"},
		{rule.CountPool(1, rule.D6, rule.AtLeast(5)), "D6 count 5+", []uint8{5}, 1, "1 success"},
		{rule.SumPool(3, rule.D6), "3D6 sum", []uint8{1, 2, 3}, 6, "6"},
		{rule.SumPool(1, rule.D100), "D100", []uint8{77}, 77, "77"},
		{rule.TestPool(rule.D20, rule.AtMost(12)), "D20 12-", []uint8{12}, 1, "passed"},
		{rule.TestPool(rule.D20, rule.AtMost(12)), "D20 12-", []uint8{13}, 0, "failed"},
		{rule.KeepPool(rule.Highest, 3, 2, rule.D6), "3D6 highest 2", []uint8{4, 1, 6}, 10, "10"},
		{rule.KeepPool(rule.Lowest, 2, 1, rule.D6), "2D6 lowest 1", []uint8{4, 4}, 4, "4"},
	} {
		if err := c.p.Validate(); err != nil {
			t.Error(err)
		}
		if v := c.p.Evaluate(c.faces); v != c.value || c.p.String() != c.text || c.p.Describe(v) != c.read {
			t.Errorf("%v of %v: %d, %q", c.p, c.faces, v, c.p.Describe(v))
		}
	}
	tally := rule.TallyPool(5, rule.D6, rule.Cuts(1, 5))
	n := rule.Counts(tally.Evaluate([]uint8{1, 6, 6, 3, 1}))
	if n.In(0) != 2 || n.In(1) != 1 || n.In(2) != 2 || n.In(3) != 0 || tally.String() != "5D6 tally 1/5" {
		t.Error(n, tally)
	}
	// One number for each band, even if the first has no face.
	if read := tally.Describe(int(n)); read != "2/1/2 by band" {
		t.Error(read)
	}
	if p := rule.TallyPool(1, rule.D6, rule.Cuts(0, 3, 5)); p.String() != "D6 tally 0/3/5" || p.Describe(p.Evaluate([]uint8{4})) != "0/0/1/0 by band" {
		t.Error(p, p.Describe(p.Evaluate([]uint8{4})))
	}
	for _, p := range []rule.Pool{0, rule.SumPool(3, 7), rule.SumPool(0, rule.D6), rule.KeepPool(rule.Highest, 2, 3, rule.D6), rule.TallyPool(70_000, rule.D6, rule.Cuts(1))} {
		if p.Validate() == nil {
			t.Errorf("no error for %v", p)
		}
	}
}

type cell struct {
	Size  uint8    `key:"size" unit:"dice" min:"0" max:"9" doc:"how large"`
	Elite bool     `key:"elite" doc:"is it elite"`
	Unit  rule.Ref `key:"unit" table:"units" doc:"which unit"`
}

type situation struct {
	Mode  mode    `key:"mode" doc:"which way"`
	Count int     `key:"count" unit:"dice" min:"0" max:"40" doc:"dice to roll"`
	Cells [3]cell `key:"cells" doc:"parts"`
	Scars [3]int  `key:"scars" min:"0" max:"9" doc:"plain numbers"`
	cell
}

type mode uint8

func (mode) Names() []string { return []string{"plain", "fancy"} }

type outcome struct {
	Hits int `key:"hits" doc:"hits"`
}

var (
	target  = rule.Fact{Name: "target", Cite: "a.hit", Text: "hits on", Value: 4, Min: 2, Max: 6, Confidence: rule.Guess}
	reroll  = rule.Ruling{Name: "reroll", Cite: "a.again", Question: "Are misses rolled again?", Readings: []rule.Reading{{"no", "no"}, {"yes", "yes"}}}
	table   = rule.Table{Name: "units", Columns: []rule.Column{{Name: "bonus", Text: "bonus", Max: 5}}, Rows: []rule.Row{{"squad", "squad", "a.unit", rule.Sure, []int{1}}, {"tank", "tank", "a.unit", rule.Likely, []int{3}}}}
	volleys = rule.Spec[situation, outcome]{
		Name: "volley", Gist: "dice are rolled", Default: situation{Count: 2, cell: cell{Size: 1}},
		Legal: func(u *rule.Umpire, s *situation) {
			u.Require(s.Count > 0, "a.hit", "no dice")
			u.Require(!s.Elite || s.Unit != 0, "a.unit", "no unit to be elite")
		},
		Play: func(u *rule.Umpire, s *situation) outcome {
			n := s.Count + u.Cell(&table, s.Unit, 0) + u.If(s.Elite, 1, "a.unit", "elite")
			hits := u.Count(n, rule.D6, rule.AtLeast(u.Fact(&target)), "a.hit", "to hit")
			if u.Ruling(&reroll) == 1 {
				hits += u.Count(n-hits, rule.D6, rule.AtLeast(4), "a.again", "again")
			}
			return outcome{hits}
		},
		Events:       []rule.Event[outcome]{{Name: "hit", Gist: "at least one hit", Holds: func(o outcome) bool { return o.Hits > 0 }}},
		Measures:     []rule.Measure[outcome]{{Name: "hits", Unit: "hits", Of: func(o outcome) int { return o.Hits }}},
		MaxQuestions: 2,
	}
	rules = rule.MustRuleset(rule.Ruleset{
		ID: "mini", Procedures: []*rule.Procedure{volleys.Procedure()},
		Facts: []*rule.Fact{&target}, Rulings: []*rule.Ruling{&reroll}, Tables: []*rule.Table{&table},
	}, "## A\na.hit | host | 1 | dice hit\na.again | ruling | 1 | dice again\na.unit | table | 2 | units\n")
)

func ask(t *testing.T, h *rule.HouseRules, words ...string) (*rule.Question, error) {
	t.Helper()
	p, err := rules.Procedure("volley")
	if err != nil {
		t.Fatal(err)
	}
	s, err := rule.ParseWords(words)
	if err != nil {
		t.Fatal(err)
	}
	return p.NewQuestion(h, s)
}
