package rulestest

import (
	"slices"

	"loophole/rule"
)

// mini is a ruleset without faults. The tests break one rule after the other and expect the kit
// to notice. The kit reads this file as the code of the ruleset.
type mini struct {
	clauses string
	cases   string

	target, morale, dead rule.Fact
	saves, odd           rule.Ruling
	weapons              rule.Table
	volley               rule.Spec[volley, struck]
	fight                rule.Spec[fight, fight]

	extra   []*rule.Procedure
	topics  []rule.Topic
	phrases map[string]rule.Phrase
	ready   rule.Precomputed[volley, int]
	save    rule.Subroll[int]
}

type mood uint8

func (mood) Names() []string { return []string{"calm", "angry"} }

type wall struct {
	Height uint8 `key:"height" unit:"feet" max:"9" doc:"how high it is"`
	Burnt  bool  `key:"burnt" doc:"it has burnt down"`
}

type volley struct {
	Dice   uint8    `key:"dice" unit:"dice" max:"20" doc:"who shoots"`
	Weapon rule.Ref `key:"weapon" table:"weapons" doc:"what with"`
	Mood   mood     `key:"mood" doc:"of those who are shot at"`
	Walls  [2]wall  `key:"walls" doc:"between them"`
}

type struck struct {
	Hits uint8 `key:"hits" unit:"hits" doc:"hits that were not saved"`
	Runs bool  `key:"runs" doc:"they run"`
}

type fight struct {
	A int8 `key:"a" unit:"men" min:"0" max:"9" doc:"men on one side"`
	B int8 `key:"b" unit:"men" min:"0" max:"9" doc:"men on the other"`
}

const miniClauses = `
## Shooting
shoot.dice  | rule      | p1 | every man rolls a die
shoot.hit   | host      | p1 | the target number
shoot.wall  | rule      | p2 | a wall takes a die away
shoot.none  | rule      | p2 | nobody cannot shoot
shoot.table | table     | p2 | weapons
shoot.aim   | choice    | p3 | one may aim high
shoot.save  | ruling    | p3 | whether the angry save
shoot.run   | rule      | p4 | who is hit may run
shoot.story | narrative | p4 | it was a dark night
## Fighting
fight.on    | rule      | p5 | they fight to the end
`

const miniCases = `
# Cases of the mini rulebook.
volley dice=0 => refused shoot.none
volley dice=3 walls=1 => odds
volley dice=2 mood=angry weapon=bow
fight a=1 b=2   # an unfair one
`

// newMini returns the ruleset with its own copies of all parts, so that tests may break them.
func newMini() *mini {
	m := &mini{
		clauses: miniClauses, cases: miniCases,
		target:  rule.Fact{Name: "target", Cite: "shoot.hit", Text: "hits on this or more", Value: 4, Min: 2, Max: 6, Confidence: rule.Guess},
		morale:  rule.Fact{Name: "morale", Cite: "shoot.run", Text: "runs on this or less", Value: 2, Min: 1, Max: 6},
		saves:   rule.Ruling{Name: "saves", Cite: "shoot.save", Question: "Do the angry save?", Readings: []rule.Reading{{Name: "no", Gist: "no"}, {Name: "yes", Gist: "yes"}}, Example: "volley mood=angry dice=1"},
		weapons: rule.Table{Name: "weapons", Text: "weapons", Columns: []rule.Column{{Name: "bonus", Text: "dice more", Max: 5}}, Rows: []rule.Row{{Name: "bow", Text: "bow", Cite: "shoot.table", Confidence: rule.Likely, Cells: []int{1}}}},
	}
	m.ready.Compute = m.dice
	m.save = rule.Subroll[int]{Name: "hit, then save", Play: m.hitThenSave}
	m.volley = rule.Spec[volley, struck]{
		Name: "volley", Gist: "men shoot", Default: volley{Dice: 2}, Legal: m.legal, Play: m.shoot, MaxQuestions: 4,
		Events:   []rule.Event[struck]{{Name: "hit", Gist: "somebody is hit", Holds: func(s struck) bool { return s.Hits > 0 }}},
		Measures: []rule.Measure[struck]{{Name: "hits", Unit: "hits", Of: func(s struck) int { return int(s.Hits) }}},
		Examples: []rule.Example{{Name: "plain", Settings: "dice=2", Gist: "two men shoot"}, {Name: "bows", Settings: "dice=1 weapon=bow", Gist: "an archer shoots"}},
	}
	m.fight = rule.Spec[fight, fight]{
		Name: "fight", Gist: "men fight to the end", Default: fight{1, 1}, Play: m.brawl,
		Events:   []rule.Event[fight]{{Name: "a-stands", Gist: "somebody of the first side stands", Holds: func(f fight) bool { return f.A > 0 }}},
		Examples: []rule.Example{{Name: "duel", Settings: "a=1 b=1", Gist: "one against one"}},
	}
	return m
}

// asks adds a topic to the ruleset.
func (m *mini) asks(a rule.Ask) {
	m.topics = []rule.Topic{{Name: "ambush", Title: "An ambush?", Gist: "who shoots first", Asks: []rule.Ask{a}}}
}

func (m *mini) rules() *rule.Ruleset {
	r := rule.Ruleset{
		ID: "mini", Title: "Mini", Chapter: "all of it", Facts: []*rule.Fact{&m.target, &m.morale}, Rulings: []*rule.Ruling{&m.saves}, Tables: []*rule.Table{&m.weapons},
		Procedures: []*rule.Procedure{m.volley.Procedure(), m.fight.Procedure()},
	}
	r.Procedures, r.Topics, r.Phrases = append(r.Procedures, m.extra...), m.topics, m.phrases
	if m.dead.Name != "" {
		r.Facts = append(r.Facts, &m.dead)
	}
	if m.odd.Name != "" {
		r.Rulings = append(r.Rulings, &m.odd)
	}
	m.weapons.Rows, m.weapons.Columns = slices.Clip(m.weapons.Rows), slices.Clip(m.weapons.Columns)
	return rule.MustRuleset(r, m.clauses)
}

func (m *mini) legal(u *rule.Umpire, s *volley) {
	u.Require(s.Dice > 0, "shoot.none", "nobody shoots")
}

func (m *mini) dice(u *rule.Umpire, s *volley) int {
	return int(s.Dice) + u.Cell(&m.weapons, s.Weapon, 0) + u.If(s.Walls[0].Height > 0, -1, "shoot.wall", "a wall stands between them")
}

func (m *mini) hitThenSave(u *rule.Umpire, dice int) int {
	hits := u.Count(dice, rule.D6, rule.AtLeast(u.Fact(&m.target)), "shoot.dice", "to hit")
	return hits - u.Count(hits, rule.D6, rule.AtLeast(5), "shoot.save", "to save")
}

func (m *mini) shoot(u *rule.Umpire, s *volley) (r struck) {
	dice := *m.ready.For(u, s)
	switch {
	case s.Mood == 1 && u.Ruling(&m.saves) == 1:
		r.Hits = uint8(m.save.Roll(u, dice))
	case u.Choose("attacker", "shoot.aim", "aim", "low", "high") == 1:
		r.Hits = uint8(2 * u.Count(dice, rule.D6, rule.Exactly(6), "shoot.aim", "to hit, aiming high"))
	default:
		r.Hits = uint8(u.Count(dice, rule.D6, rule.AtLeast(u.Fact(&m.target)), "shoot.dice", "to hit"))
	}
	if r.Hits > 0 {
		r.Runs = u.Test(rule.D6, rule.AtMost(u.Fact(&m.morale)), "shoot.run", "do they run?")
	}
	return r
}

func (m *mini) brawl(u *rule.Umpire, s *fight) fight {
	f := *s
	for f.A > 0 && f.B > 0 {
		if !rule.Checkpoint(u, "round", &f) {
			return fight{}
		}
		a := u.Count(int(f.A), rule.D6, rule.AtLeast(4), "fight.on", "the first side strikes")
		b := u.Count(int(f.B), rule.D6, rule.AtLeast(5), "fight.on", "the second side strikes")
		f.A, f.B = f.A-min(f.A, int8(b)), f.B-min(f.B, int8(a))
	}
	return f
}
