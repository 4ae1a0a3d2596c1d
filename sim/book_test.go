package sim

import (
	"testing"

	"loophole/rule"
)

// A small rulebook for the tests of this package.

type volley struct {
	Dice   int      `key:"dice" min:"0" max:"99" doc:"attack dice"`
	Cover  int      `key:"cover" min:"0" max:"99" doc:"cover dice"`
	Target int      `key:"target" min:"2" max:"6" doc:"target number of both"`
	Floors rule.Ref `key:"floors" table:"floors" doc:"where the target is"`
}

type outcome struct {
	Net  int  `key:"net" unit:"hits"`
	Nine bool `key:"nine"`
}

var (
	nerve  = &rule.Fact{Name: "nerve", Cite: "t.nerve", Text: "nerve", Value: 7, Min: 1, Max: 20, Confidence: rule.Guess}
	floors = &rule.Table{Name: "floors", Columns: []rule.Column{{Name: "bonus"}}, Rows: []rule.Row{{Name: "cellar", Cite: "t.hit", Cells: []int{3}}}}
)

var volleys = rule.Spec[volley, outcome]{
	Name: "volley", Gist: "a volley at men in cover",
	Default: volley{Dice: 19, Cover: 3, Target: 5},
	Play: func(u *rule.Umpire, v *volley) outcome {
		hits := u.Count(v.Dice, rule.D6, rule.AtLeast(v.Target), "t.hit", "to hit")
		saved := u.Count(v.Cover+u.Cell(floors, v.Floors, 0), rule.D6, rule.AtLeast(v.Target), "t.save", "cover")
		net := max(0, hits-saved)
		return outcome{net, net >= 9}
	},
	Events: []rule.Event[outcome]{
		{Name: "nine", Gist: "nine or more hits", Holds: func(t outcome) bool { return t.Nine }},
		{Name: "none", Gist: "no hit", Holds: func(t outcome) bool { return t.Net == 0 }},
		{Name: "some", Gist: "any number of hits", Holds: func(outcome) bool { return true }},
	},
	Measures:     []rule.Measure[outcome]{{Name: "net", Unit: "hits", Of: func(t outcome) int { return t.Net }}},
	MaxQuestions: 2,
}.Procedure()

// duels ends when a test is passed. With a target above 6 it never ends.
var duels = rule.Spec[volley, outcome]{
	Name: "duel", Gist: "a duel to the finish", Default: volley{Target: 6},
	Play: func(u *rule.Umpire, v *volley) outcome {
		n := 0
		for !u.Test(rule.D6, rule.AtLeast(v.Target+v.Dice), "t.hit", "struck?") {
			n += u.Choose("defender", "t.nerve", "give way?", "stand", "give way")
		}
		return outcome{Net: n}
	},
	Measures: []rule.Measure[outcome]{{Name: "net", Unit: "steps", Of: func(t outcome) int { return t.Net }}},
}.Procedure()

var nerves = rule.Spec[volley, outcome]{
	Name: "nerve", Gist: "a test of nerve",
	Play: func(u *rule.Umpire, _ *volley) outcome { return outcome{Net: u.Fact(nerve)} },
}.Procedure()

var book = rule.MustRuleset(rule.Ruleset{
	ID: "test", Facts: []*rule.Fact{nerve}, Tables: []*rule.Table{floors},
	Procedures: []*rule.Procedure{volleys, duels, nerves},
}, "t.hit | rule | 1 | dice hit\nt.save | rule | 2 | dice save\nt.nerve | host | 3 | how brave men are")

// ask returns a question with words over the defaults of a procedure.
func ask(t testing.TB, p *rule.Procedure, words ...string) *rule.Question {
	t.Helper()
	settings, err := rule.ParseWords(words)
	if err != nil {
		t.Fatal(err)
	}
	q, err := p.NewQuestion(book.Published(), settings)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// attack is the volley without a ruleset.
func attack(u *rule.Umpire) int {
	hits := u.Count(19, rule.D6, rule.AtLeast(5), "t.hit", "to hit")
	return max(0, hits-u.Count(3, rule.D6, rule.AtLeast(5), "t.save", "cover"))
}
