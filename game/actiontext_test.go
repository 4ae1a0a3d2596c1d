package game

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"loophole/rule"
)

// toy is a game about stones: a side takes up to three from a heap, or paints
// some of the heaps. Whoever takes the last stone wins.
type toy struct {
	Side   uint8
	Heaps  [3]uint8
	Paint  uint8
	Broken bool
}

type table struct{ heaps []string }

var (
	heapDomain  = Domain[table]{Name: "heap", Names: func(t *table) []string { return t.heaps }}
	stoneDomain = Domain[table]{Name: "stones", Low: 1, High: 3}
)

const toyClauses = `
## Stones
take.some | rule | p1 | One to three stones are taken from a heap that has them.
take.last | rule | p2 | Who takes the last stone wins.
`

func toySpec() Spec[struct{ Stones int }, table, toy] {
	return Spec[struct{ Stones int }, table, toy]{
		Rules: rule.MustRuleset(rule.Ruleset{ID: "toy", Title: "Toy", Chapter: "all"}, toyClauses),
		Init: func(_ *rule.HouseRules, s *struct{ Stones int }) (*table, toy, error) {
			n := uint8(s.Stones)
			return &table{[]string{"left", "middle", "Right"}}, toy{Heaps: [3]uint8{n, n, n}}, nil
		},
		Sides: func(*table) [2]rule.Side { return [2]rule.Side{"white", "black"} },
		Status: func(_ *table, p *toy) Status {
			return Status{Side: int(p.Side), Over: p.Heaps == [3]uint8{}, Winner: 1 - int(p.Side), Round: 1}
		},
		Validate:    func(*table, *toy) error { return nil },
		CountModels: func(*table, *toy) (a, b [2]int) { return a, b },
		Evaluate:    func(*table, *toy, int) Evaluation { return Evaluation{} },
		Text:        func(*table, *toy) string { return "stones" },
		Events:      []Event[table, toy]{{Name: "empty", Gist: "a heap is empty", Holds: func(_ *table, _, after *toy, a Args) bool { return after.Heaps[a[1]] == 0 }}},
		ActionTypes: []ActionType[table, toy]{
			{
				Name: "take", Gist: "take stones", Group: "stones", Events: []string{"empty"},
				Params: []Param[table]{{Domain: &stoneDomain}, {Domain: &heapDomain, Word: "from"}},
				PseudoLegal: func(_ *table, p *toy, out []Args) []Args {
					for h, n := range p.Heaps {
						for k := range min(n, 3) {
							out = append(out, Args{int16(k + 1), int16(h)})
						}
					}
					return out
				},
				Legal: func(u *rule.Umpire, _ *table, p *toy, a Args) {
					u.Requiref(int(p.Heaps[a[1]]) >= int(a[0]), "take.some", "needs %d stones of %d", int(a[0]), int(p.Heaps[a[1]]))
				},
				Apply: func(u *rule.Umpire, _ *table, p *toy, a Args) {
					p.Heaps[a[1]] -= uint8(a[0])
					if u.Sum(1, rule.D6, "take.some", "does it break?") == 1 {
						p.Broken = true
					}
					p.Side = 1 - p.Side
				},
			},
			{
				Name: "paint", Gist: "paint heaps", Group: "paint",
				Params: []Param[table]{{Domain: &heapDomain, Set: true}, {Domain: &heapDomain, Word: "like", Optional: true}, {Domain: &stoneDomain, Optional: true}},
				PseudoLegal: func(_ *table, p *toy, out []Args) []Args {
					if p.Paint > 0 || p.Heaps == [3]uint8{} {
						return out
					}
					return append(out, Args{5, None, None}, Args{3, 2, 1})
				},
				Legal: func(u *rule.Umpire, _ *table, p *toy, a Args) {
					u.Require(a == Args{5, None, None} || a == Args{3, 2, 1}, "take.some", "not so")
				},
				Apply: func(_ *rule.Umpire, _ *table, p *toy, a Args) { p.Paint = uint8(a[0]) },
			},
		},
	}
}

func toyFight(t testing.TB) *Instance {
	f, err := toySpec().Game().NewInstance("small", &struct{ Stones int }{2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestLines(t *testing.T) {
	f := toyFight(t)
	for _, c := range []struct {
		text  string
		a     Action
		again string
	}{
		{"take 2 from Right", Action{0, Args{2, 2}}, ""},
		{"  TAKE 1   From right ", Action{0, Args{1, 2}}, "take 1 from Right"},
		{"paint left,Right", Action{1, Args{5, None, None}}, ""},
		{"paint Right,LEFT", Action{1, Args{5, None, None}}, "paint left,Right"},
		{"paint left,middle like Right 1", Action{1, Args{3, 2, 1}}, ""},
		{"paint left 3", Action{1, Args{1, None, 3}}, ""},
	} {
		a, err := f.ParseAction(c.text)
		if c.again == "" {
			c.again = c.text
		}
		if err != nil || a != c.a || f.FormatAction(a) != c.again {
			t.Errorf("%q is %v, %v, and prints as %q", c.text, a, err, f.FormatAction(a))
		}
	}
}

func TestFaultyLines(t *testing.T) {
	f := toyFight(t)
	for _, c := range []struct{ text, want string }{
		{"", "say what to do: take, paint"},
		{"tske 1 from left", `no action begins with "tske"; did you mean take?`},
		{"take", "take: STONES is missing: the form is take STONES from HEAP"},
		{"take 4 from left", `take: "4" is not a number of stones from 1 to 3`},
		{"take 01 from left", `"01" is not a number`},
		{"take 1 left", `take: "from" and HEAP are missing`},
		{"take 1 from", "take: HEAP is missing"},
		{"take 1 from rihgt", `take: unknown heap "rihgt"; did you mean Right?`},
		{"take 1 from left now", `take: unexpected "now": the form is take STONES from HEAP`},
		{"paint", "paint: HEAP is missing: the form is paint HEAP,… [like HEAP] [STONES]"},
		{"paint left,left", `the heap "left" is named twice`},
		{"paint left,", `unknown heap ""`},
		{"paint left like", "paint: HEAP is missing: the form is paint HEAP,… [like HEAP] [STONES]; HEAP is one of left, middle, Right"},
		{strings.Repeat("x", 2000), "an action of 2000 bytes; the most is 1024"},
	} {
		_, err := f.ParseAction(c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v; want %q", c.text[:min(30, len(c.text))], err, c.want)
		}
	}
}

func TestComplete(t *testing.T) {
	f := toyFight(t)
	for _, c := range []struct {
		line string
		want []string
	}{
		{"", []string{"take", "paint"}},
		{"t", []string{"take"}},
		{"take ", []string{"1", "2"}},
		{"take 1 fr", []string{"from"}},
		{"take 1 from ", []string{"left", "middle", "Right"}},
		{"take 1 from r", []string{"Right"}},
		{"paint left", []string{"left,Right", "left,middle"}},
		{"take 3 ", nil},
		{"take 1 from left ", nil},
	} {
		got, err := f.Complete(f.Start, c.line)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("after %q: %q, %v; want %q", c.line, got, err, c.want)
		}
	}
}

func TestRefusal(t *testing.T) {
	f := toyFight(t)
	a, _ := f.ParseAction("take 3 from left")
	refused, ok := f.WhyIllegal(f.Start, a).(rule.IllegalError)
	if !ok || len(refused) != 1 || refused[0].Error() != "needs 3 stones of 2 [take.some]" {
		t.Errorf("the error is %v", refused)
	}
	for _, a := range []Action{{Type: 9}, {Args: Args{0, 1}}, {Args: Args{1, 3}}, {Args: Args{1, 1, 1}}, {Type: 1, Args: Args{8, None, None}}, {Type: 1, Args: Args{0, None, None}}} {
		if err := f.WhyIllegal(f.Start, a); err == nil || !strings.HasPrefix(f.FormatAction(a), "action ") {
			t.Errorf("%v has no line, and is %q: %v", a, f.FormatAction(a), err)
		}
	}
}

// An action that stops at a question returns the position so far. Playing never changes the old
// position.
func TestPlay(t *testing.T) {
	f := toyFight(t)
	a, _ := f.ParseAction("take 2 from left")
	was := f.Start.Hash()
	midway, err := f.Play(f.Start, a, unanswered{}, nil)
	if err == nil || midway.Hash() == was || f.Start.Hash() != was {
		t.Errorf("it continued without an answer, or did nothing before the question: %v", err)
	}
	none, _ := f.ParseAction("take 3 from left")
	if p, err := f.Play(f.Start, none, unanswered{}, nil); err == nil || p.Hash() != was {
		t.Errorf("an illegal action has changed the position: %v", err)
	}
	p, err := f.Play(f.Start, a, always(1), nil)
	if err != nil || p.Hash() == was || f.Start.Hash() != was || !f.Holds(0, f.Start, p, a) {
		t.Errorf("taking is %v", err)
	}
	q, _ := f.Play(f.Start, a, always(2), nil)
	if q.Hash() == p.Hash() {
		t.Error("broken and whole are the same position")
	}
}

type unanswered struct{}

func (unanswered) Roll(rule.Roll) (int, []uint8, error) { return 0, nil, rule.ErrUnanswered }
func (unanswered) Choose(rule.Choice) (int, error)      { return 0, rule.ErrUnanswered }

type always uint8

func (d always) Roll(r rule.Roll) (int, []uint8, error) {
	return r.Pool.Evaluate([]uint8{uint8(d)}), []uint8{uint8(d)}, nil
}
func (always) Choose(rule.Choice) (int, error) { return 0, nil }

func TestDecode(t *testing.T) {
	f := toyFight(t)
	b := f.Start.Bytes()
	p, err := f.Decode(b)
	if err != nil || p.Hash() != f.Start.Hash() || len(b) != 6 {
		t.Fatalf("%d bytes: %v", len(b), err)
	}
	if _, err := f.Decode(b[1:]); err == nil {
		t.Error("no error for a position that is too short")
	}
	b[5] = 2 // a truth value that is neither
	if _, err := f.Decode(b); err == nil {
		t.Error("no error for a position in another form")
	}
}

// A faulty Spec panics when the program starts.
func TestFaultySpecs(t *testing.T) {
	for _, c := range []struct {
		want   string
		breaks func(*Spec[struct{ Stones int }, table, toy])
	}{
		{`action type "take" is listed twice`, func(s *Spec[struct{ Stones int }, table, toy]) { s.ActionTypes[1].Name = "take" }},
		{`there is no event "full"`, func(s *Spec[struct{ Stones int }, table, toy]) { s.ActionTypes[0].Events[0] = "full" }},
		{"needs a word before it", func(s *Spec[struct{ Stones int }, table, toy]) { s.ActionTypes[1].Params[1].Word = "" }},
	} {
		s := toySpec()
		c.breaks(&s)
		if err := s.fault(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v; want %q", err, c.want)
		}
	}
	bare := Spec[struct{ Stones int }, table, toy]{ActionTypes: []ActionType[table, toy]{{Name: "take"}}, Events: []Event[table, toy]{{Name: "full"}}}
	for _, want := range []string{"no Rules", "no Init", "no Status", "no Scene or Text", "action type take: PseudoLegal, Legal or Apply is missing", "event full: Holds is missing"} {
		if err := bare.missing(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %q", err, want)
		}
	}
	s := toySpec()
	s.Init = func(*rule.HouseRules, *struct{ Stones int }) (*table, toy, error) {
		return &table{[]string{"a b"}}, toy{}, nil
	}
	if _, err := s.Game().NewInstance("small", &struct{ Stones int }{2}, nil); err == nil || !strings.Contains(err.Error(), `"a b" is not a single word`) {
		t.Errorf("a name of two words: %v", err)
	}
	if _, err := toySpec().Game().NewInstance("small", &struct{ Sticks int }{2}, nil); err == nil || !strings.Contains(err.Error(), "is not its set-up") {
		t.Errorf("the set-up of another game: %v", err)
	}
}

// FuzzParse: every parsed action prints as a line that is parsed as the same action, and no line
// causes a panic.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"take 2 from Right", "paint left,middle like Right 1", "paint left 3", "take\x00", "paint ,,,", "ſake 1 from left"} {
		f.Add(s)
	}
	instance := toyFight(f)
	f.Fuzz(func(t *testing.T, text string) {
		a, err := instance.ParseAction(text)
		if err != nil {
			if utf8.ValidString(text) && !utf8.ValidString(err.Error()) {
				t.Errorf("%q: the text of the error is not UTF-8: %q", text, err)
			}
			return
		}
		b, err := instance.ParseAction(instance.FormatAction(a))
		if err != nil || a != b || instance.within(a) != nil {
			t.Errorf("%q is %v, prints as %q, and is read as %v: %v", text, a, instance.FormatAction(a), b, err)
		}
		instance.Complete(instance.Start, text)
	})
}
