package rulestest

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"loophole/game"
	"loophole/rule"
	"loophole/scenario"
	"loophole/scene"
)

// nim is a game that passes every check: the sides take men from heaps, and a die decides whether
// one more deserts. The tests break one rule after the other and expect the kit to notice.
type nim struct {
	Side  uint8
	Heaps [2]uint8 `max:"8"`
	Gone  uint8
	Spy   uint8 // in a game with a secret: its heap, from 1, or caught
}

type nimSetup struct {
	Men int `key:"men" doc:"in each heap" min:"1" max:"8"`
}

// fiveMen is the scenario of the game.
const fiveMen = `
format: 1
ruleset: nim
name: five
gist: five men in each heap
setup: {men: 5}
`

type nimField struct {
	names []string
	men   int // in each heap at the start
}

type nimSpec = game.Spec[nimSetup, nimField, nim]

const nimClauses = `
## Taking
nim.take   | rule   | p1 | one or two men are taken from a heap
nim.desert | rule   | p2 | on a one another man deserts
nim.owner  | choice | p2 | the other side says from which heap
nim.win    | rule   | p3 | who takes the last man wins
nim.tale   | narrative | p3 | it is an old game
`

var nimRules = rule.MustRuleset(rule.Ruleset{ID: "nim", Title: "Nim", Chapter: "all of it"}, nimClauses)

func newNim() *nimSpec {
	heaps := &game.Domain[nimField]{Name: "heap", Names: func(f *nimField) []string { return f.names }}
	men := &game.Domain[nimField]{Name: "men", Low: 0, High: 3}
	return &nimSpec{
		Rules: nimRules, Gist: "men are taken from heaps",
		Init: func(_ *rule.HouseRules, s *nimSetup) (*nimField, nim, error) {
			return &nimField{[]string{"left", "right"}, s.Men}, nim{Heaps: [2]uint8{uint8(s.Men), uint8(s.Men)}}, nil
		},
		Sides: func(*nimField) [2]rule.Side { return [2]rule.Side{"white", "black"} },
		Status: func(_ *nimField, p *nim) game.Status {
			return game.Status{Side: int(p.Side), Round: 1, Over: p.Heaps == [2]uint8{}, Winner: 1 - int(p.Side), Why: "no man is left", Cite: "nim.win"}
		},
		Validate: func(f *nimField, p *nim) error {
			if int(p.Heaps[0]+p.Heaps[1]+p.Gone) != 2*f.men {
				return errors.New("there are not ten men")
			}
			return nil
		},
		CountModels: func(_ *nimField, p *nim) (here, lost [2]int) {
			return [2]int{int(p.Heaps[0]), int(p.Heaps[1])}, [2]int{5 - int(p.Heaps[0]), 5 - int(p.Heaps[1])}
		},
		Evaluate: func(_ *nimField, p *nim, side int) game.Evaluation { return game.Evaluation{Own: int(p.Heaps[side])} },
		Text:     func(_ *nimField, p *nim) string { return strings.Repeat("i", int(p.Heaps[0])) + "|" },
		Scene: func(f *nimField, p *nim) scene.Scene {
			var s scene.Scene
			square := []scene.Point{{X: 0, Y: 0}, {X: 1000, Y: 0}, {X: 1000, Y: 1000}, {X: 0, Y: 1000}}
			for h, n := range p.Heaps {
				x := scene.Structure{Name: f.names[h], Outline: square, Standing: true, Floors: []scene.Floor{{Name: "ground", Places: []string{f.names[h]}}}}
				if n > 0 {
					x.Floors[0].Pieces = []scene.Piece{{Name: f.names[h], Side: h, Strength: int(n), Where: f.names[h]}}
				}
				s.Structures = append(s.Structures, x)
			}
			return s
		},
		Events: []game.Event[nimField, nim]{{Name: "deserted", Gist: "a man deserts", Holds: func(_ *nimField, before, after *nim, a game.Args) bool {
			return int(after.Gone-before.Gone) > int(a[0])
		}}},
		Wording: game.Wording{
			ActionTypes: map[string]game.ActionWording{"take": {Order: "Take {0} from {1>}", Past: "{0} were taken from {1}", Some: "deserted"}},
			Events:      map[string]game.EventWording{"deserted": {Past: "a man deserts", Short: "deserted"}},
		},
		ActionTypes: []game.ActionType[nimField, nim]{{
			Name: "take", Gist: "take one or two men", Group: "taking", Events: []string{"deserted"},
			Params: []game.Param[nimField]{{Domain: men}, {Domain: heaps, Word: "from"}},
			PseudoLegal: func(_ *nimField, p *nim, out []game.Args) []game.Args {
				for h := range p.Heaps {
					out = append(out, game.Args{1, int16(h)}, game.Args{2, int16(h)})
				}
				return out
			},
			Legal: func(u *rule.Umpire, _ *nimField, p *nim, a game.Args) {
				u.Requiref(a[0] == 1 || a[0] == 2, "nim.take", "one or two men, not %d", int(a[0]))
				u.Requiref(int(p.Heaps[a[1]]) >= int(a[0]), "nim.take", "there are %d men", int(p.Heaps[a[1]]))
			},
			Apply: takeMen, FireLine: func(f *nimField, p *nim, a game.Args) (piece, target string) {
				return f.names[taker(p)], f.names[a[1]] + "-heap"
			},
		}},
		SightLines: func(f *nimField, p *nim, piece string) (list []scene.Line) {
			for h, name := range f.names {
				list = append(list, scene.Line{Piece: piece, Target: name + "-heap", Clear: p.Heaps[h] > 0, Length: 1000, Text: "at arm's length", Clauses: []string{"nim.take"}})
			}
			return list
		},
	}
}

// taker returns the first heap with men in it.
func taker(p *nim) int {
	if p.Heaps[0] > 0 {
		return 0
	}
	return 1
}

func takeMen(u *rule.Umpire, f *nimField, p *nim, a game.Args) {
	p.Heaps[a[1]] -= uint8(a[0])
	p.Gone += uint8(a[0])
	other := 1 - p.Side
	if p.Heaps[0]+p.Heaps[1] > 0 && u.Test(rule.D6, rule.Exactly(1), "nim.desert", "does one desert?") {
		h := 0
		if p.Heaps[0] > 0 && p.Heaps[1] > 0 {
			h = u.Choose([]rule.Side{"white", "black"}[other], "nim.owner", "from which heap", f.names...)
		} else if p.Heaps[0] == 0 {
			h = 1
		}
		p.Heaps[h]--
		p.Gone++
	}
	p.Side = other
	if p.Heaps == [2]uint8{} {
		u.Note("nim.win", "no man is left")
	}
}

// afterwards adds an effect to taking men.
func afterwards(s *nimSpec, more func(*rule.Umpire, *nim)) {
	s.ActionTypes[0].Apply = func(u *rule.Umpire, f *nimField, p *nim, a game.Args) {
		takeMen(u, f, p, a)
		more(u, p)
	}
}

// alteredLines changes every line.
func alteredLines(s *nimSpec, change func(*scene.Line)) {
	whole := s.SightLines
	s.SightLines = func(f *nimField, p *nim, piece string) []scene.Line {
		list := whole(f, p, piece)
		for i := range list {
			change(&list[i])
		}
		return list
	}
}

func openGame(t *testing.T, s *nimSpec, scenarios ...string) *kit {
	t.Helper()
	all := []*scenario.Scenario{}
	for _, text := range scenarios {
		b, err := scenario.Read("nim.yaml", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, b)
	}
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "testdata"), 0o777); err != nil {
		t.Fatal(err)
	}
	k, err := open(nimRules, Options{Dir: dir, Game: s.Game(), Scenarios: all})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestGoodGame(t *testing.T) {
	k := openGame(t, newNim(), fiveMen)
	for _, c := range gameChecks {
		h := &heard{}
		c.check(k, h)
		if c.name == "casebook" { // this game has no casebook, which is a fault
			if len(h.faults) != 1 || !strings.Contains(h.faults[0], "effective in no case") {
				t.Errorf("a game without a casebook: %q", h.faults)
			}
			continue
		}
		for _, f := range h.faults {
			t.Errorf("%s: %s", c.name, f)
		}
	}
	if p := k.playedGames(); p.games != watchedGames || p.fired["nim.take"] == 0 || p.fired["nim.take"] > p.games {
		t.Errorf("%d games were watched, and nim.take took effect in %d", p.games, p.fired["nim.take"])
	}
}

// TestWordsAlone: a game without pictures, and without shooting, passes.
func TestWordsAlone(t *testing.T) {
	s := newNim()
	s.Scene, s.SightLines, s.ActionTypes[0].FireLine = nil, nil, nil
	k := openGame(t, s, fiveMen)
	for name, check := range map[string]func(*kit, reporter){"scenes": (*kit).checkScenes, "lines": (*kit).checkLines, "secrets": (*kit).checkSecrets} {
		h := &heard{}
		check(k, h)
		for _, f := range h.faults {
			t.Errorf("%s: %s", name, f)
		}
	}
}

// TestClearLines: a game in which nothing blocks a line passes.
func TestClearLines(t *testing.T) {
	s := newNim()
	lines := s.SightLines
	s.SightLines = func(f *nimField, p *nim, piece string) (clear []scene.Line) {
		for _, l := range lines(f, p, piece) {
			if l.Clear {
				clear = append(clear, l)
			}
		}
		return clear
	}
	h := &heard{}
	openGame(t, s, fiveMen).checkLines(h)
	for _, f := range h.faults {
		t.Error(f)
	}
}

// calls is the state of an impure game.
var calls atomic.Int32

var brokenGames = []struct {
	name, check, says string
	breaks            func(*nimSpec)
}{
	{"a legal action that is not listed", "games", `"take 2 from left" is legal, but PseudoLegal of take does not list it`, func(s *nimSpec) {
		s.ActionTypes[0].PseudoLegal = func(_ *nimField, p *nim, out []game.Args) []game.Args {
			return append(out, game.Args{1, 0}, game.Args{1, 1}, game.Args{2, 1})
		}
	}},
	{"an action that is listed twice", "games", "is listed twice", func(s *nimSpec) {
		once := s.ActionTypes[0].PseudoLegal
		s.ActionTypes[0].PseudoLegal = func(f *nimField, p *nim, out []game.Args) []game.Args { return once(f, p, once(f, p, out)) }
	}},
	{"a refusal by an unknown clause", "games", `is refused by "nim.tkae"`, func(s *nimSpec) {
		s.ActionTypes[0].Legal = func(u *rule.Umpire, _ *nimField, p *nim, a game.Args) {
			u.Require(a[0] > 0 && a[0] < 3 && p.Heaps[a[1]] >= uint8(a[0]), "nim.tkae", "not so")
		}
	}},
	{"a check that says something else when asked why", "games", "is listed, and refused", func(s *nimSpec) {
		honest := s.ActionTypes[0].Legal
		s.ActionTypes[0].Legal = func(u *rule.Umpire, f *nimField, p *nim, a game.Args) {
			honest(u, f, p, a)
			// A checker builds no reasons; an umpire that explains does.
			u.Forbid("nim.take", "no")
			if u.Allowed() {
				u.Forbid("nim.take", "no")
			}
		}
	}},
	{"an action that writes to the battlefield", "battlefield", "five: Apply of take changes the battlefield, which all positions share: names.1 was left, and is gone", func(s *nimSpec) {
		s.ActionTypes[0].Apply = func(u *rule.Umpire, f *nimField, p *nim, a game.Args) {
			takeMen(u, f, p, a)
			f.names[0] = "gone"
		}
	}},
	{"an event of an argument that is not there", "games", "the event deserted reads an argument that the action type take does not have", func(s *nimSpec) {
		s.Events[0].Holds = func(_ *nimField, _, _ *nim, a game.Args) bool { return a[2] > 0 }
	}},
	{"a set-up beyond the position", "scenarios", "the set-up allows men to be 8, and the position does not: heaps.1: 9 is out of range", func(s *nimSpec) {
		s.Init = func(_ *rule.HouseRules, x *nimSetup) (*nimField, nim, error) {
			men := uint8(x.Men + x.Men/8) // eight are nine
			return &nimField{[]string{"left", "right"}, int(men)}, nim{Heaps: [2]uint8{men, men}}, nil
		}
	}},
	{"a set-up below the position", "scenarios", "the set-up allows men to be 1, and the position does not: there are not ten men", func(s *nimSpec) {
		s.Init = func(_ *rule.HouseRules, x *nimSetup) (*nimField, nim, error) {
			men := uint8(max(2, x.Men)) // one is two
			return &nimField{[]string{"left", "right"}, x.Men}, nim{Heaps: [2]uint8{men, men}}, nil
		}
	}},
	{"a situation outside of its tags", "games", "an action passes a situation to desert that the tags of its fields do not allow: men: 200 is out of range: 0 to 9", func(s *nimSpec) {
		type deserters struct {
			Men uint8 `key:"men" max:"9" doc:"who may desert"`
		}
		rules := *s.Rules
		rules.Procedures = []*rule.Procedure{rule.Spec[deserters, int8]{Name: "desert", Play: func(*rule.Umpire, *deserters) int8 { return 0 }}.Procedure()}
		s.Rules = &rules
		afterwards(s, func(u *rule.Umpire, _ *nim) { rule.Traced(u, &deserters{200}) })
	}},
	{"a reason that is no sentence", "games", `"no man is left, and heaps decide decide the game", with "decide" twice`, func(s *nimSpec) {
		plain := s.Status
		s.Status = func(f *nimField, p *nim) game.Status {
			x := plain(f, p)
			x.Why = "no man is left: heaps decide"
			return x
		}
	}},
	{"men who vanish", "games", "none may come or go", func(s *nimSpec) {
		s.CountModels = func(_ *nimField, p *nim) (here, lost [2]int) { return [2]int{int(p.Heaps[0])}, lost }
	}},
	{"a picture without those who are there", "scenes", "it shows [0 5] models instead of [5 5]", func(s *nimSpec) {
		whole := s.Scene
		s.Scene = func(f *nimField, p *nim) scene.Scene {
			x := whole(f, p)
			x.Structures[0].Floors[0].Pieces = nil
			return x
		}
	}},
	{"secrets without a picture", "scenes", "the game has secrets and no Scene", func(s *nimSpec) {
		withSpy(s)
		s.Scene = nil
	}},
	{"a shot along a line that is blocked", "lines", `is legal, and its line is blocked: at arm's length`, func(s *nimSpec) {
		alteredLines(s, func(l *scene.Line) { l.Clear = false })
	}},
	{"a shot along no line", "lines", "is legal, and there is no line from left to left-heap", func(s *nimSpec) {
		alteredLines(s, func(l *scene.Line) { l.Target += "s" })
	}},
	{"a blocked line that cites another clause", "lines", "but the line is blocked by [nim.desert]", func(s *nimSpec) {
		alteredLines(s, func(l *scene.Line) { l.Clauses[0] = "nim.desert" })
	}},
	{"a line that cites no clause of the ledger", "lines", `cites "nim.tkae", which is not in the ledger`, func(s *nimSpec) {
		alteredLines(s, func(l *scene.Line) { l.Clauses[0] = "nim.tkae" })
	}},
	{"a line without words", "lines", "has no target of its own, no words", func(s *nimSpec) {
		alteredLines(s, func(l *scene.Line) { l.Text = "" })
	}},
	{"lines with a memory", "lines", "and another time", func(s *nimSpec) {
		alteredLines(s, func(l *scene.Line) { l.Length = int(calls.Add(1)) })
	}},
	{"lines of nobody who shoots", "lines", "0 legal shots and 0 illegal ones", func(s *nimSpec) { s.ActionTypes[0].FireLine = nil }},
	{"a view that lets a secret through", "secrets", "side 0 can tell positions apart that differ only in what is hidden from it", func(s *nimSpec) {
		hideSpy(s, func(p nim, v *nim, _ int) {
			switch {
			case v.Spy == 0 && p.Spy < caught:
				v.Spy = caught + p.Spy
			case v.Spy == 0:
				v.Spy = p.Spy
			}
		})
	}},
	{"a view that lies", "secrets", `side 0 is shown spy at "right", and it is at "left"`, func(s *nimSpec) {
		hideSpy(s, func(p nim, v *nim, _ int) {
			if v.Spy == 0 {
				v.Spy = 3 - p.Spy
			}
		})
	}},
	{"a view that hides one's own", "secrets", "side 1 is not shown its own spy", func(s *nimSpec) {
		hideSpy(s, func(_ nim, v *nim, side int) { v.Spy *= uint8(1 - side) })
	}},
	{"a view of a view", "secrets", "the view of its view is another", func(s *nimSpec) {
		hideSpy(s, func(_ nim, v *nim, _ int) { v.Gone ^= 64 })
	}},
	{"a secret that comes to light unsaid", "secrets", `brings "spy" to light, but its statement that it reveals a secret is false`, func(s *nimSpec) {
		withSpy(s)
		s.Reveals = nil
	}},
	{"no secret that is said to come to light", "secrets", `brings "" to light, but its statement that it reveals a secret is true`, func(s *nimSpec) {
		withSpy(s)
		s.Reveals = func(*nimField, *nim, *nim) bool { return true }
	}},
	{"an action that the view does not allow", "secrets", "is legal, and not in the view of the side that acts", func(s *nimSpec) {
		withSpy(s)
		honest := s.ActionTypes[0].Legal
		s.ActionTypes[0].Legal = func(u *rule.Umpire, f *nimField, p *nim, a game.Args) {
			honest(u, f, p, a)
			u.Require(p.Spy > 0 || a[0] == 1, "nim.take", "who knows")
		}
	}},
	{"a draw that changes what is known", "secrets", "what is drawn for its view has another view", func(s *nimSpec) {
		withSpy(s)
		s.Sample = func(_ *nimField, p nim, _ int, _ func(int) int) nim { p.Side ^= 1; return p }
	}},
	{"a draw of what cannot be", "secrets", "what is drawn for its view is impossible", func(s *nimSpec) {
		withSpy(s)
		s.Sample = func(_ *nimField, p nim, _ int, _ func(int) int) nim { p.Gone++; return p }
	}},
	{"secrets that are none", "secrets", "0 pieces were hidden", func(s *nimSpec) {
		s.View = func(_ *nimField, p nim, _ int) nim { return p }
	}},
	{"hidden pieces without lines of their own", "secrets", "begin the line of each piece with its name", func(s *nimSpec) {
		withSpy(s)
		s.Text = func(*nimField, *nim) string { return "two heaps" }
	}},
	{"a citation that nothing reaches", "ledger", "or a scenario in which one of 1200 random games gets there", func(s *nimSpec) {
		s.ActionTypes[0].Apply = func(_ *rule.Umpire, _ *nimField, p *nim, a game.Args) {
			p.Heaps[a[1]] -= uint8(a[0])
			p.Gone += uint8(a[0])
			p.Side = 1 - p.Side
		}
	}},
	{"a decision of somebody who does not play", "games", `"red" is asked "whose turn", and plays no side`, func(s *nimSpec) {
		afterwards(s, func(u *rule.Umpire, _ *nim) { u.Choose("red", "nim.owner", "whose turn", "mine", "yours") })
	}},
	{"an impossible position", "games", "the position is impossible: there are not ten men", func(s *nimSpec) {
		afterwards(s, func(_ *rule.Umpire, p *nim) { p.Gone++ })
	}},
	{"no way to go on", "games", "no action is legal, but the game is not over", func(s *nimSpec) {
		s.Status = func(_ *nimField, p *nim) game.Status { return game.Status{Side: int(p.Side)} }
	}},
	{"legal actions after the end", "games", `the game is over, and "take`, func(s *nimSpec) {
		s.Status = func(_ *nimField, p *nim) game.Status { return game.Status{Side: int(p.Side), Over: p.Gone > 4} }
	}},
	{"a game without end", "games", "the game does not end in", func(s *nimSpec) {
		afterwards(s, func(_ *rule.Umpire, p *nim) { p.Heaps, p.Gone = [2]uint8{5, 5}, 0 })
	}},
	{"a deed that panics", "games", "it panicked: runtime error: index out of range", func(s *nimSpec) {
		afterwards(s, func(_ *rule.Umpire, p *nim) { p.Heaps[p.Gone/9*2]++; p.Heaps[0]-- })
	}},
	{"a deed with a memory", "games", "leads to different positions on the same dice", func(s *nimSpec) {
		s.Validate = func(*nimField, *nim) error { return nil }
		s.CountModels = func(*nimField, *nim) (a, b [2]int) { return a, b }
		afterwards(s, func(_ *rule.Umpire, p *nim) { p.Gone = uint8(calls.Add(1)) })
	}},
	{"a position without words", "games", "the text of the position", func(s *nimSpec) {
		s.Text = func(*nimField, *nim) string { return "" }
	}},
	{"a match that cannot be played again", "matches", "match 0 of five: record: line", func(s *nimSpec) {
		s.Validate = func(*nimField, *nim) error { return nil }
		afterwards(s, func(_ *rule.Umpire, p *nim) { p.Gone = uint8(calls.Add(1)) })
	}},
	{"a piece that stands on a floor of another name", "scenes", "left is at \"left\", which is not a name of its floor ground of left: []: name the floor with Scene.PutPlace", func(s *nimSpec) {
		whole := s.Scene
		s.Scene = func(f *nimField, p *nim) scene.Scene {
			x := whole(f, p)
			x.Structures[0].Floors[0].Places = nil
			return x
		}
	}},
	{"an event with a memory", "game-odds", "the chance of deserted is shown as", func(s *nimSpec) {
		s.Events[0].Holds = func(*nimField, *nim, *nim, game.Args) bool { return calls.Add(1)%3 == 0 }
	}},
	{"an action type without a sentence", "wording", "action type take has no order", func(s *nimSpec) { s.Wording.ActionTypes = nil }},
	{"an event without a past", "wording", "event deserted has no past", func(s *nimSpec) { s.Wording.Events = nil }},
	{"a sentence that two actions share", "wording", "are both said as", func(s *nimSpec) {
		s.Wording.ActionTypes["take"] = game.ActionWording{Order: "Take men from {1>}", Past: "{0} were taken from {1}"}
	}},
	{"a sentence with a name in it", "wording", "is no word", func(s *nimSpec) {
		s.Wording.Names = map[string]string{"left": "the left-heap"}
	}},
	{"an action type without a gist", "game-docs", "action type take has no gist", func(s *nimSpec) { s.ActionTypes[0].Gist = "" }},
	{"an action type without a group", "game-docs", "action type take has no group", func(s *nimSpec) { s.ActionTypes[0].Group = "" }},
	{"an event that no action type declares", "game-docs", "no action type declares the event deserted", func(s *nimSpec) { s.ActionTypes[0].Events = nil }},
	{"a clause that never takes effect", "played", "nim.desert (rule, p2)", func(s *nimSpec) {
		s.ActionTypes[0].Apply = func(_ *rule.Umpire, _ *nimField, p *nim, a game.Args) {
			p.Heaps[a[1]] -= uint8(a[0])
			p.Gone += uint8(a[0])
			p.Side = 1 - p.Side
		}
	}},
}

// TestBrokenGames proves that each check can fail.
func TestBrokenGames(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, b := range brokenGames {
		t.Run(b.name, func(t *testing.T) {
			s := newNim()
			b.breaks(s)
			k := openGame(t, s, fiveMen)
			expectFault(t, k, b.check, b.says)
		})
	}
}

// TestBrokenScenarios: a game needs scenarios, and a scenario needs a gist.
func TestBrokenScenarios(t *testing.T) {
	expectFault(t, openGame(t, newNim()), "games", "the game has no scenarios")
	expectFault(t, openGame(t, newNim()), "switches", "the game has no scenarios")
	expectFault(t, openGame(t, newNim(), strings.Replace(fiveMen, "gist: five men in each heap", "", 1)), "game-docs", "scenario five has no gist")
	expectFault(t, openGame(t, newNim(), strings.Replace(fiveMen, "men: 5", "men: 10", 1)), "games", "nim.yaml:6:14: setup.men: 10 is out of range")
}

// expectFault runs one check of a game, which must report a fault.
func expectFault(t *testing.T, k *kit, check, says string) {
	t.Helper()
	h := &heard{}
	for _, c := range k.checks() {
		if c.name == check {
			c.check(k, h)
		}
	}
	if !slices.ContainsFunc(h.faults, func(f string) bool { return strings.Contains(f, says) }) {
		t.Errorf("%s does not say %q; it says\n%s", check, says, strings.Join(h.faults, "\n"))
	}
}

// TestMarksInActions: a checkpoint in a procedure that an action plays does not merge positions
// that differ in values which the checkpoint's state does not hold.
func TestMarksInActions(t *testing.T) {
	s := newNim()
	s.ActionTypes[0].Apply = func(u *rule.Umpire, f *nimField, p *nim, a game.Args) {
		takeMen(u, f, p, a)
		for k := int8(0); k < 2 && rule.Checkpoint(u, "coin", &k); k++ {
			if u.Test(rule.D6, rule.AtLeast(4), "nim.desert", "does another turn round?") && p.Gone < 10 {
				p.Side ^= 1
			}
		}
	}
	k := openGame(t, s, fiveMen)
	h := &heard{}
	k.checkGameOdds(h)
	for _, f := range h.faults {
		t.Error(f)
	}
}
