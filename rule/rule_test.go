package rule_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
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
		Events:    []rule.Event[outcome]{{Name: "hit", Gist: "at least one hit", Holds: func(o outcome) bool { return o.Hits > 0 }}},
		Measures:  []rule.Measure[outcome]{{Name: "hits", Unit: "hits", Of: func(o outcome) int { return o.Hits }}},
		Questions: 2,
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

// TestAnswers: a test whose reason is a question has the answer yes or no, so that no burning house
// has "passed".
func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		pool rule.Pool
		why  string
		face uint8
		want string
	}{
		{rule.TestPool(rule.D6, rule.AtLeast(4)), "does the building catch fire?", 4, "does the building catch fire?: D6 4+ → 4 = yes [fire]"},
		{rule.TestPool(rule.D6, rule.AtLeast(4)), "does the building catch fire?", 3, "does the building catch fire?: D6 4+ → 3 = no [fire]"},
		{rule.TestPool(rule.D6, rule.AtLeast(4)), "morale", 4, "morale: D6 4+ → 4 = passed [fire]"},
		{rule.CountPool(1, rule.D6, rule.AtLeast(4)), "how many burn?", 4, "how many burn?: D6 count 4+ → 4 = 1 success [fire]"},
	} {
		e := rule.Entry{Kind: rule.Rolled, Cite: "fire", Text: c.why, Pool: c.pool, Faces: []uint8{c.face}, Value: c.pool.Evaluate([]uint8{c.face})}
		if got := e.String(); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
}

func TestSituationRoundTrip(t *testing.T) {
	for _, words := range []string{
		"", "count=7 mode=fancy", "cells=3,4 cells.2.elite=yes cells.2.unit=tank", "size=9 elite=on unit=squad", "cells.3.size=2", "scars=0,2", "scars.3=4 scars.1=1", "cells.2.elite=yes cells=3,4", "cells.1=3 cells=3,4 cells=3,4",
	} {
		q, err := ask(t, nil, strings.Fields(words)...)
		if err != nil {
			t.Fatal(words, err)
		}
		p := q.Procedure
		again, err := p.NewQuestion(nil, q.Settings())
		if err != nil || !slices.Equal(again.Settings(), q.Settings()) {
			t.Errorf("%q: settings %v became %v (%v)", words, q.Settings(), again.Settings(), err)
		}
		short, err := ask(t, nil, strings.Fields(q.Words())...)
		if err != nil || !slices.Equal(short.Settings(), q.Settings()) {
			t.Errorf("%q: words %q became %q (%v)", words, q.Words(), short.Words(), err)
		}
		if _, err := json.Marshal(q.Situation()); err != nil {
			t.Error(err)
		}
	}
}

func TestSituationFaults(t *testing.T) {
	for words, want := range map[string]string{
		"cuont=3":                    "did you mean count",
		"count=41":                   "out of range: 0 to 40 dice",
		"count=two":                  "not a whole number",
		"count=99999999999999999999": "not a whole number",
		"mode=fancyy":                `unknown value "fancyy"; did you mean fancy?`,
		"elite=maybe":                "neither yes nor no",
		"unit=tonk":                  "did you mean tank",
		"cells=1,2,3,4":              "room for 3",
		"cells=10":                   "out of range: 0 to 9",
		"cells.4.size=1":             "unknown key",
		"size=1 cuont=1 mode=x":      "cuont",
		"count=3 count=4":            "count is given twice, as 3 and as 4",
		"elite=yes elite=off":        "elite is given twice, as yes and as off",
		"cells=3,4 cells=3":          "cells is given twice, as 3,4 and as 3",
		"cells.2=5 cells=3,4":        "cells.2.size is given twice, as 4 and as 5",
		"cells.2=5 cells.2.size=4":   "cells.2.size is given twice, as 5 and as 4",
		"cells=3 cells.2.elite=yes":  "cells.2.elite: cells has no member 2: give the list with it, as cells=3,1",
		"cells.2.elite=yes cells=3":  "cells.2.elite: cells has no member 2: give the list with it, as cells=3,1",
		"cells=3 cells.2=4":          "cells.2: cells has no member 2: give the list with it, as cells=3,4",
		"cells= cells.1=4":           "cells.1: cells has no member 1: give the list with it, as cells=4",
		"cells=3 cells.3.elite=yes":  "cells.3.elite: cells has no member 3: give the list with it, as cells=3,1,1",
	} {
		_, err := ask(t, nil, strings.Fields(words)...)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", words, err, want)
		}
	}
	p, _ := rules.Procedure("volley")
	_, err := p.NewQuestion(nil, []rule.Setting{{Path: "cuont", Value: "1", Place: "a.yaml:3:5"}, {Path: "mode", Value: "x", Place: "a.yaml:4:7"}})
	if err == nil || !strings.Contains(err.Error(), "a.yaml:3:5: unknown key") || !strings.Contains(err.Error(), "a.yaml:4:7: mode") {
		t.Error(err)
	}
}

func TestHouse(t *testing.T) {
	h, err := rules.House([]rule.Setting{{Path: "facts.target", Value: "5"}, {Path: "rulings.reroll", Value: "yes"}, {Path: "tables.units.tank.bonus", Value: "2"}})
	if err != nil {
		t.Fatal(err)
	}
	q, err := ask(t, h, "unit=tank")
	if err != nil {
		t.Fatal(err)
	}
	g := &given{faces: [][]uint8{{5, 4, 1, 6}, {4, 3}}}
	var rec rule.Record
	got, err := q.Play(g, &rec)
	if err != nil || got != any(outcome{3}) || len(g.faces) != 0 {
		t.Error(got, err, g.asked)
	}
	if !slices.Equal(g.asked, []string{"4D6 count 5+", "2D6 count 4+"}) {
		t.Error(g.asked)
	}
	for _, e := range rec.Entries {
		if (e.Kind == rule.FactUsed || e.Kind == rule.TableUsed || e.Kind == rule.RulingUsed) && !e.Overridden {
			t.Errorf("the entry %v is not marked as overridden", e)
		}
	}
	if h.Hash() == rules.Published().Hash() || rules.Published().Hash() != "published" {
		t.Error(h.Hash())
	}
	for path, want := range map[string]string{
		"facts.tarte": "did you mean target", "facts.target=9": "out of range: 2 to 6", "rulings.reroll=perhaps": "unknown reading",
		"rulings.rerol=no": "did you mean reroll", "tables.units.tank.bonus=6": "out of range", "tables.units.tonk.bonus=1": "did you mean tank",
		"tables.unit.tank.bonus=1": "did you mean units", "tables.units.tank.bones=1": "did you mean bonus", "tables.units=1": "TABLE.ROW.COLUMN", "tebles.x=1": "unknown section",
	} {
		k, v, _ := strings.Cut(path, "=")
		if _, err := rules.House([]rule.Setting{{Path: k, Value: v, Place: "h.yaml:1:1"}}); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "h.yaml:1:1: ") {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
}

func TestStrict(t *testing.T) {
	h := rules.Published()
	h.Strict = true
	q, _ := ask(t, h)
	var missing *rule.MissingFactError
	if _, err := q.Play(&given{faces: [][]uint8{{1, 1}}}, nil); !errors.As(err, &missing) || missing.Name != "facts.target" {
		t.Error(err)
	}
	h, _ = rules.House([]rule.Setting{{Path: "facts.target", Value: "4"}})
	h.Strict = true
	q, _ = ask(t, h)
	if _, err := q.Play(&given{faces: [][]uint8{{1, 1}}}, nil); err != nil {
		t.Error(err)
	}
}

func TestLegal(t *testing.T) {
	q, _ := ask(t, nil, "count=0", "elite=yes")
	var refused rule.IllegalError
	if err := q.Legal(nil); !errors.As(err, &refused) || len(refused) != 2 || refused[1].Cite != "a.unit" {
		t.Error(err)
	}
	q, _ = ask(t, nil)
	if err := q.Legal(nil); err != nil {
		t.Error(err)
	}
	if err := rule.CheckLegal(func(u *rule.Umpire) { u.Sum(1, rule.D6, "x", "y") }, nil, nil); err == nil {
		t.Error("a check of legality rolled dice")
	}
}

func TestUnanswered(t *testing.T) {
	q, _ := ask(t, nil)
	var u *rule.UnansweredError
	_, err := q.Play(&given{}, nil)
	if !errors.As(err, &u) || !errors.Is(err, rule.ErrUnanswered) || u.Roll.Why != "to hit" || u.Roll.Pool.String() != "2D6 count 4+" {
		t.Error(err)
	}
	got, err := rule.Play(func(u *rule.Umpire) int {
		return u.Choose("attacker", "x", "which", "a", "b")*10 + u.Choose("attacker", "x", "only", "a")
	}, &given{}, nil)
	if got != 10 || err != nil {
		t.Error(got, err)
	}
}

func TestListElementsMayBeZero(t *testing.T) {
	type item struct {
		Size uint8 `key:"size" min:"1" max:"9" doc:"how large"`
	}
	type list struct {
		Items [2]item `key:"items" doc:"items"`
	}
	defer func() {
		if x, _ := recover().(string); !strings.Contains(x, "items.1.size") {
			t.Error(x)
		}
	}()
	spec := rule.Spec[list, outcome]{Name: "x", Play: func(*rule.Umpire, *list) outcome { return outcome{} }}
	rule.MustRuleset(rule.Ruleset{ID: "bad", Procedures: []*rule.Procedure{spec.Procedure()}}, "")
}

// TestPanicsPass proves that Play catches no panic but its own.
func TestPanicsPass(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Play has recovered a panic")
		}
	}()
	_, _ = rule.Play(func(*rule.Umpire) int { panic("ours") }, &given{}, nil)
}

func TestNoDiceAreNoQuestion(t *testing.T) {
	g := &given{}
	n, err := rule.Play(func(u *rule.Umpire) int {
		return u.Count(0, rule.D6, rule.AtLeast(2), "x", "y") + u.Sum(-3, rule.D6, "x", "y") +
			int(u.Tally(0, rule.D6, rule.Cuts(1), "x", "y")) + u.Highest(0, 1, rule.D6, "x", "y") + u.Lowest(2, 0, rule.D6, "x", "y")
	}, g, nil)
	if n != 0 || err != nil || len(g.asked) > 0 {
		t.Error(n, err, g.asked)
	}
}

func TestLedger(t *testing.T) {
	for text, want := range map[string]string{
		"a | rule | p1":                       "line 1: want id",
		"a | rool | p1 | x":                   "unknown status",
		"a | rule | p1 | x\na | rule | p | y": "line 2: clause \"a\" is listed twice",
		" | rule | p1 | x":                    "needs an id",
	} {
		if _, err := rule.ParseLedger(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	l, err := rule.ParseLedger("# c\n## One\n\na.b | narrative | p1 | text with | a bar\n")
	if err != nil {
		t.Fatal(err)
	}
	s, ok := l.Find("a.b")
	if !ok || s.Section != "One" || s.Gist != "text with | a bar" || s.Status.IsOperative() {
		t.Errorf("%+v", s)
	}
}

func TestNearest(t *testing.T) {
	if n := rule.ClosestNames("a", []string{"crossroads", "arnhem", "row"}); !slices.Equal(n, []string{"arnhem"}) {
		t.Errorf("a letter: %v", n)
	}
	names := []string{"level", "lead", "hexes", "squads"}
	for word, want := range map[string]string{"levle": "level", "sqads": "squads", "hex": "hexes", "zzz": ""} {
		got := ""
		if n := rule.ClosestNames(word, names); len(n) > 0 {
			got = n[0]
		}
		if got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
	rule.ClosestNames(strings.Repeat("x", 1<<20), names) // a very long word must not be slow
}

func FuzzSituation(f *testing.F) {
	f.Add("count=3 mode=fancy cells=1,2")
	f.Add("cells.1.unit=tank size=2")
	f.Fuzz(func(t *testing.T, words string) {
		s, err := rule.ParseWords(strings.Fields(words))
		if err != nil {
			return
		}
		p, _ := rules.Procedure("volley")
		q, err := p.NewQuestion(nil, s)
		if err != nil {
			return
		}
		again, err := p.NewQuestion(nil, q.Settings())
		if err != nil || !slices.Equal(q.Settings(), again.Settings()) {
			t.Fatal(q.Settings(), err)
		}
	})
}

func FuzzHouse(f *testing.F) {
	f.Add("facts.target", "3")
	f.Add("rulings.reroll", "yes")
	f.Add("tables.units.tank.bonus", "2")
	f.Fuzz(func(t *testing.T, path, value string) {
		h, err := rules.House([]rule.Setting{{Path: path, Value: value}})
		if err != nil {
			return
		}
		again, err := rules.House(h.Overrides())
		if err != nil || again.Hash() != h.Hash() {
			t.Fatal(h.Overrides(), err)
		}
	})
}

func FuzzLedger(f *testing.F) {
	f.Add("## A\na | rule | p1 | gist\n")
	f.Fuzz(func(t *testing.T, text string) {
		if l, err := rule.ParseLedger(text); err == nil {
			for _, s := range l.Statements {
				if _, ok := l.Find(s.ID); !ok {
					t.Fatal(s)
				}
			}
		}
	})
}

// asking stores the decisions it is asked for, and chooses the second option of a number of them.
type asking struct {
	asked   []string
	answers int
}

func (a *asking) Roll(rule.Roll) (int, []uint8, error) { return 0, nil, rule.ErrUnanswered }

func (a *asking) Choose(c rule.Choice) (int, error) {
	a.asked = append(a.asked, string(c.By)+": "+strings.Join(c.Options, ", "))
	if a.answers--; a.answers < 0 {
		return 0, rule.ErrUnanswered
	}
	return 1, nil
}

// TestCall: the options of a role have a game's names during the part, and their own words
// afterwards, even after an unanswered question.
func TestCall(t *testing.T) {
	src, rec := &asking{answers: 2}, &rule.Record{}
	u := rule.NewUmpire(src, rec)
	choose := func() { u.Choose("defender", "x", "whom?", "group 1", "group 2", "nobody") }
	words := []string{"group 1", "group 2"}
	ask := func() {
		u.WithRoles([2]rule.Side{"attacker", "defender"}, [2]rule.Side{"Red", "Blue"}, func() {
			u.WithOptionNames("defender", words, []string{"cooks", "clerks"}, func() {
				u.WithOptionNames("attacker", words, []string{"guards", "scouts"}, choose)
			})
			choose()
		})
	}
	if err := rule.Catch(ask); err != nil {
		t.Fatal(err)
	}
	if e := rec.Entries[0]; e.Options[e.Value] != "clerks" {
		t.Errorf("the entry is %v", e)
	}
	if err := rule.Catch(ask); !errors.Is(err, rule.ErrUnanswered) {
		t.Errorf("without an answer the error is %v", err)
	}
	src.answers = 1
	choose()
	named, plain := "cooks, clerks, nobody", "group 1, group 2, nobody"
	var options []string
	for _, a := range src.asked {
		_, o, _ := strings.Cut(a, ": ")
		options = append(options, o)
	}
	if !slices.Equal(options, []string{named, plain, named, plain}) || !strings.HasPrefix(src.asked[0], "Blue: ") {
		t.Errorf("%q", src.asked)
	}
}

// TestPreparedIsBounded: an umpire does not keep the values for every new situation.
func TestPreparedIsBounded(t *testing.T) {
	worked := 0
	p := &rule.Precomputed[int, int]{Compute: func(_ *rule.Umpire, s *int) int { worked++; return *s + 1 }}
	u := rule.NewUmpire(nil, nil)
	first := -1
	for i := range 1000 {
		s := i
		if got := *p.For(u, &s); got != i+1 {
			t.Fatal(i, got)
		}
		p.For(u, &first)
	}
	if worked < 1001 || worked > 1000+1000/60+2 {
		t.Errorf("computed %d times for 1001 situations", worked)
	}
	if n := testing.AllocsPerRun(100, func() { p.For(u, &first) }); n != 0 {
		t.Errorf("a lookup allocates %v times", n)
	}
}

// rolls stores the rolls that it is asked for.
type rolls []rule.Roll

func (s *rolls) Roll(r rule.Roll) (int, []uint8, error) {
	*s = append(*s, r)
	return 1, []uint8{1}, nil
}

func (s *rolls) Choose(rule.Choice) (int, error) { return 0, nil }

// TestBy: a roll belongs to the side of By, or to its seat if the role has one. The next roll
// belongs to no side again, even after a roll of no dice. Within Hand, all other rolls belong to
// the side of the part.
func TestBy(t *testing.T) {
	var asked rolls
	rec := &rule.Record{}
	_, err := rule.Play(func(u *rule.Umpire) int {
		u.WithRoles([2]rule.Side{"attacker", "defender"}, [2]rule.Side{"Red", "Blue"}, func() {
			u.By("defender").Sum(1, rule.D6, "a.b", "the save")
			u.Sum(1, rule.D6, "a.b", "the shot")
			u.By("defender").Count(0, rule.D6, rule.AtLeast(4), "a.b", "no dice")
			u.Sum(1, rule.D6, "a.b", "another shot")
			u.By("Red").Test(rule.D6, rule.AtLeast(4), "a.b", "by seat")
			u.Hand([2]rule.Side{"shooter", "target"}, [2]rule.Side{"Blue", "Red"}, func() {
				u.Sum(1, rule.D6, "a.b", "the shot in return")
				u.Sum(1, rule.D6, "a.b", "and its damage")
				u.By("target").Sum(1, rule.D6, "a.b", "the save")
				u.By("target").Count(0, rule.D6, rule.AtLeast(4), "a.b", "no dice")
				u.Sum(1, rule.D6, "a.b", "still theirs")
			})
			u.Sum(1, rule.D6, "a.b", "nobody's again")
		})
		return 0
	}, &asked, rec)
	if err != nil {
		t.Fatal(err)
	}
	var by []rule.Side
	for _, r := range asked {
		by = append(by, r.By)
	}
	if want := []rule.Side{"Blue", "", "", "Red", "Blue", "Blue", "Red", "Blue", ""}; !slices.Equal(by, want) {
		t.Errorf("asked of %q, want %q", by, want)
	}
	if s := rec.Entries[0].String(); s != "the save: the Blue side rolls D6 → 1 = 1 [a.b]" {
		t.Error(s)
	}
}

func TestTitleOfAClause(t *testing.T) {
	for _, c := range [][3]string{ // the section, the place, and the title
		{"Shells against buildings", "shells 5, 6", "Shells against buildings, 5, 6"},
		{"Fires", "Fires 4 s1", "Fires, 4 s1"},
		{"Step 3: the result", "step 3 example", "Step 3: the result, example"},
		{"Assault", "Assault", "Assault"},
		{"Melee: the outcome", "bullet 3", "Melee: the outcome, bullet 3"},
		{"From the rest of the game", "–", "From the rest of the game"},
	} {
		if got := (rule.Statement{Section: c[0], Where: c[1]}).Title(); got != c[2] {
			t.Errorf("%q in %q is called %q, want %q", c[1], c[0], got, c[2])
		}
	}
}
