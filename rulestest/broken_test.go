package rulestest

import (
	"strings"
	"testing"

	"loophole/rule"
)

// broken lists faults of a ruleset, each with the check that must notice it and a part of its
// message.
var broken = []struct {
	name, check, says string
	breaks            func(*mini)
}{
	// Legality.
	{"refused where it should be allowed", "cases", "should be legal", func(m *mini) { m.cases = "volley dice=0" }},
	{"allowed where it should be refused", "cases", "should be forbidden by [shoot.none], but it is legal", func(m *mini) { m.cases = "volley dice=1 => refused shoot.none" }},
	{"refused by another clause", "cases", "should be forbidden by [shoot.hit], but", func(m *mini) { m.cases = "volley dice=0 => refused shoot.hit" }},
	{"the same case twice", "cases", "is the same as cases.txt:1", func(m *mini) { m.cases = "volley dice=3\nvolley dice=3 mood=calm" }},
	{"a case that is an example", "cases", `is the same as example "plain"`, func(m *mini) { m.cases = "volley" }},
	{"an example that is refused", "cases", "should be legal", func(m *mini) { m.volley.Examples[0].Settings = "dice=0" }},
	{"legality that rolls dice", "cases", "the check of legality failed", func(m *mini) {
		m.volley.Legal = func(u *rule.Umpire, s *volley) { u.Sum(1, rule.D6, "shoot.none", "is it lawful?") }
	}},
	{"a procedure that panics", "cases", "it panicked: runtime error: integer divide by zero", func(m *mini) {
		m.playing(func(u *rule.Umpire, s *volley, r struck) struck { r.Hits /= r.Hits; return r })
	}},
	{"a fight that cannot end", "cases", "never ends", func(m *mini) {
		m.fight.Play = func(u *rule.Umpire, s *fight) fight {
			for n := 0; ; n++ {
				if !rule.Checkpoint(u, "round", &fight{}) {
					return fight{}
				}
				u.Sum(1, rule.D6, "fight.on", "the first side strikes")
			}
		}
	}},

	// Questions by name, and their phrases.
	{"a topic that asks nothing", "topics", `topic "idle" needs a name, a title, a gist`, func(m *mini) {
		m.topics = []rule.Topic{{Name: "idle", Title: "Idle", Gist: "nothing"}}
	}},
	{"a topic of a procedure that is not there", "topics", `topic "ambush": `, func(m *mini) { m.asks(rule.Ask{Procedure: "lurk"}) }},
	{"a topic with a word that is none", "topics", `topic "ambush": `, func(m *mini) { m.asks(rule.Ask{Procedure: "volley", Words: "dise=2"}) }},
	{"a topic that aims at nothing", "topics", `Aim "miss" is no event of volley`, func(m *mini) { m.asks(rule.Ask{Procedure: "volley", Aim: "miss"}) }},
	{"a phrase with a key that is not there", "topics", `phrase of volley: there is no key "dise"`, func(m *mini) {
		m.phrases = map[string]rule.Phrase{"volley": {Says: "{dise} men shoot"}}
	}},
	{"a phrase of a measure that is not there", "topics", `Own "wounds" is no measure of volley`, func(m *mini) {
		m.phrases = map[string]rule.Phrase{"volley": {Says: "{dice} men shoot", Own: "wounds"}}
	}},

	// Texts.
	{"a procedure without a gist", "docs", "procedure volley has no gist", func(m *mini) { m.volley.Gist = " " }},
	{"an event without a gist", "docs", "event hit has no gist", func(m *mini) { m.volley.Events[0].Gist = "" }},
	{"a measure without a unit", "docs", "measure hits has no unit", func(m *mini) { m.volley.Measures[0].Unit = "" }},
	{"an example without a gist", "docs", "example plain has no gist", func(m *mini) { m.volley.Examples[0].Gist = "" }},
	{"examples of the same name", "docs", `duplicate example of volley "plain"`, func(m *mini) { m.volley.Examples[1].Name = "plain" }},
	{"no examples", "docs", "volley has no examples", func(m *mini) { m.volley.Examples = nil }},
	{"no events", "docs", "volley has no events", func(m *mini) { m.volley.Events = nil }},
	{"a name that cannot be typed", "docs", `procedure "volley!"`, func(m *mini) { m.volley.Name, m.saves.Example, m.cases = "volley!", "", "" }},
	{"a key without a doc", "docs", "key of silent dice has no doc", func(m *mini) {
		type silent struct {
			Dice uint8 `key:"dice"`
		}
		m.extra = append(m.extra, procedure("silent", silent{}, nil, func(silent) struck { return struck{} }))
	}},
	{"a key without a tag", "docs", `key of bare men: no tag states the key`, func(m *mini) {
		type bare struct {
			Men uint8 `doc:"who shoots"`
		}
		m.extra = append(m.extra, procedure("bare", bare{}, nil, func(bare) struck { return struck{} }))
	}},
	{"a default that is refused", "cases", "the default situation of volley is illegal", func(m *mini) { m.volley.Default.Dice = 0 }},
	{"a fact that is not listed", "cases", `the rules use the fact "heat", which the ruleset does not list: add it to Facts`, func(m *mini) {
		heat := rule.Fact{Name: "heat", Value: 1, Max: 6}
		m.volley.Legal = func(u *rule.Umpire, s *volley) {
			m.legal(u, s)
			u.Require(u.Fact(&heat) > 0, "shoot.none", "it is cold")
		}
	}},
	{"an excuse for a default that is legal", "cases", "nothing needs the excuse for volley", func(m *mini) { m.cases += "\nnodefault volley: nobody shoots by himself" }},
	{"a key that stands twice", "docs", `duplicate key of double "dice"`, func(m *mini) { m.doubled() }},
	{"values of the same name", "docs", `duplicate value of key of slow speed "slow"`, func(m *mini) {
		type slow struct {
			Speed speed `key:"speed" doc:"how fast"`
		}
		m.extra = append(m.extra, procedure("slow", slow{}, nil, func(slow) struck { return struck{} }))
	}},
	{"a range that the type does not hold", "keys", "wide: dice=300: it became 44", func(m *mini) {
		type wide struct {
			Dice uint8 `key:"dice" max:"300" doc:"who shoots"`
		}
		m.extra = append(m.extra, procedure("wide", wide{}, nil, func(wide) struck { return struck{} }))
	}},
	{"a key that is another mistyped", "keys", `the mistyped key "dicee" is accepted`, func(m *mini) {
		type near struct {
			Dice  uint8 `key:"dice" doc:"who shoots"`
			Dicee uint8 `key:"dicee" doc:"who shoots too"`
		}
		m.extra = append(m.extra, procedure("near", near{}, nil, func(near) struck { return struck{} }))
	}},
	{"a default that has no name", "round-trip", "it does not come back from its Settings", func(m *mini) { m.volley.Default.Mood = 5 }},
	{"a situation with one key for two things", "round-trip", "it does not come back from its Settings: dice is given twice", func(m *mini) { m.doubled() }},
	{"outcomes that look alike", "round-trip", "are both written", func(m *mini) {
		m.extra = append(m.extra, procedure("alike", volley{}, coin, func(heads bool) alike { return alike{No: heads} }))
	}},
	{"a fact without a text", "docs", "fact target has no text", func(m *mini) { m.target.Text = "" }},
	{"a fact without a clause", "docs", "fact target cites no clause", func(m *mini) { m.target.Cite = "" }},
	{"a ruling without a question", "docs", "ruling saves has no question", func(m *mini) { m.saves.Question = "" }},
	{"a reading without a gist", "docs", "reading yes has no gist", func(m *mini) { m.saves.Readings[1].Gist = "" }},
	{"readings of the same name", "docs", `duplicate reading of saves "no"`, func(m *mini) { m.saves.Readings[1].Name = "no" }},
	{"a ruling without a clause", "docs", "ruling saves cites no clause", func(m *mini) { m.saves.Cite = "" }},
	{"a row without a text", "docs", "row bow has no text", func(m *mini) { m.weapons.Rows[0].Text = "" }},
	{"a row without a clause", "docs", "row bow cites no clause", func(m *mini) { m.weapons.Rows[0].Cite = "" }},
	{"a column without a text", "docs", "column bonus has no text", func(m *mini) { m.weapons.Columns[0].Text = "" }},

	// The ledger.
	{"a clause that fires nowhere", "ledger", "shoot.never (rule, p9): nobody does this", func(m *mini) { m.clauses += "\nshoot.never | rule | p9 | nobody does this" }},
	{"an unknown clause", "ledger", `cites "shoot.hti", which is not in the ledger`, func(m *mini) {
		m.playing(func(u *rule.Umpire, s *volley, r struck) struck { u.Note("shoot.hti", "a slip of the pen"); return r })
	}},
	{"an unknown clause under another reading", "ledger", `cites "shoot.svae"`, func(m *mini) {
		m.playing(func(u *rule.Umpire, s *volley, r struck) struck {
			if s.Mood == 1 && u.Ruling(&m.saves) == 1 {
				u.Note("shoot.svae", "a slip of the pen")
			}
			return r
		})
	}},
	{"a reading under which the procedure panics", "ledger", "with saves=yes: it panicked: saved", func(m *mini) {
		m.playing(func(u *rule.Umpire, s *volley, r struck) struck {
			if s.Mood == 1 && u.Ruling(&m.saves) == 1 {
				panic("saved")
			}
			return r
		})
	}},
	{"an unknown clause in a refusal", "ledger", `cites "shoot.nnoe"`, func(m *mini) {
		m.cases, m.volley.Legal = "volley dice=0 => refused shoot.none", func(u *rule.Umpire, s *volley) { u.Require(s.Dice > 0, "shoot.nnoe", "nobody shoots") }
	}},
	{"a fact without a clause in play", "ledger", `"hits on this or more facts.target" cites no clause`, func(m *mini) { m.target.Cite = "" }},
	{"a question without a clause", "ledger", `"is it well?" cites no clause`, func(m *mini) {
		m.playing(func(u *rule.Umpire, s *volley, r struck) struck {
			u.Test(rule.D6, rule.AtLeast(2), "", "is it well?")
			return r
		})
	}},
	{"code that is never reached", "citations", `"nobody shoots" [shoot.none] is never reached`, func(m *mini) { m.cases = "" }},
	{"code that cites an unknown clause", "citations", `unknown clause "shoot.wall"`, func(m *mini) {
		m.clauses = strings.Replace(m.clauses, "shoot.wall ", "shoot.brick", 1)
	}},
	{"an excuse for code that is reached", "citations", "nothing needs the excuse", func(m *mini) { m.cases += "\nunreached mini.go/shoot.none: for no reason" }},

	// Purity.
	{"a round that nobody can name", "states", "state of fight b has no doc", (*mini).bare},
	{"state outside the procedure", "pure", "the same dice played again: the outcome was", func(m *mini) {
		n := uint8(0)
		m.playing(func(u *rule.Umpire, s *volley, r struck) struck { n++; r.Hits += n % 7; return r })
	}},
	{"other questions each time", "pure", "the same dice played again: question 1 was", func(m *mini) {
		play, n := m.volley.Play, 0
		m.volley.Play = func(u *rule.Umpire, s *volley) struck {
			if n++; n > 150 {
				u.Test(rule.D6, rule.AtLeast(n%5), "shoot.hit", "by chance?")
			}
			return play(u, s)
		}
	}},
	{"the order of a map", "pure", "the same dice played again: entry", func(m *mini) {
		notes := map[rule.Clause]string{"shoot.hit": "a", "shoot.run": "b", "shoot.dice": "c", "shoot.wall": "d"}
		m.playing(func(u *rule.Umpire, s *volley, r struck) struck {
			for c, text := range notes {
				u.Note(c, text)
			}
			return r
		})
	}},
	{"a situation that is written", "pure", "or a situation that is written", func(m *mini) {
		m.playing(func(u *rule.Umpire, s *volley, r struck) struck { s.Dice = 2; return r })
	}},
	{"a record that matters", "pure", "without a record: the outcome was", func(m *mini) {
		m.playing(func(u *rule.Umpire, s *volley, r struck) struck { r.Runs = r.Runs || u.Recording(); return r })
	}},
	{"prepared work that is written", "cases", "the procedure asked different questions", func(m *mini) {
		play := m.volley.Play
		m.volley.Play = func(u *rule.Umpire, s *volley) struck { *m.ready.For(u, s) += 1; return play(u, s) }
	}},
	{"prepared work that is written later", "cases", "the procedure asked different questions", func(m *mini) {
		m.playing(func(u *rule.Umpire, s *volley, r struck) struck { *m.ready.For(u, s) += 1; return r })
	}},
	{"a sub-roll that depends on the situation", "pure", "asked after other situations", func(m *mini) {
		height := 0
		lob := rule.Subroll[int]{Name: "a lob", Play: func(u *rule.Umpire, n int) int {
			return u.Count(n+height, rule.D6, rule.AtLeast(4), "shoot.dice", "a lob")
		}}
		m.playing(func(u *rule.Umpire, s *volley, r struck) struck {
			height = int(s.Walls[0].Height)
			r.Hits = uint8(lob.Roll(u, 1))
			return r
		})
	}},
	{"a situation that leaves something behind", "pure", "it plays differently after other situations", func(m *mini) {
		last := uint8(0)
		m.playing(func(u *rule.Umpire, s *volley, r struck) struck {
			if r.Hits += last; s.Weapon == 1 && s.Dice == 2 {
				last = 1 // the last case
			}
			return r
		})
	}},

	// Dice.
	{"a procedure that swallows a missing answer", "prefixes", "it ended with {0 false} instead of asking", func(m *mini) {
		play := m.volley.Play
		m.volley.Play = func(u *rule.Umpire, s *volley) (r struck) {
			defer func() { _ = recover() }()
			return play(u, s)
		}
	}},
	{"a situation that nobody thought of", "prefixes", "it panicked: thirteen", func(m *mini) {
		m.playing(func(u *rule.Umpire, s *volley, r struck) struck {
			if s.Walls[1].Burnt && s.Mood == 1 {
				panic("thirteen")
			}
			return r
		})
	}},
	{"faces that matter", "prefixes", "and without faces and record to", func(m *mini) {
		n := uint8(0)
		m.playing(func(u *rule.Umpire, s *volley, r struck) struck { n++; r.Hits += n % 7; return r })
	}},
	{"dice that nobody thought of", "extremes", "with all highest: it panicked: what luck", func(m *mini) {
		m.volley.MaxQuestions = 8
		m.playing(func(u *rule.Umpire, s *volley, r struck) struck {
			sum := 0
			for range 8 {
				sum += u.Sum(1, rule.D100, "shoot.dice", "many dice")
			}
			if sum == 800 {
				panic("what luck")
			}
			return r
		})
	}},
	{"a fight that is said to end", "extremes", "it asks more than 10000 questions and states at most 3", func(m *mini) { m.fight.MaxQuestions = 3 }},
	{"more questions than stated", "questions", "a path asks 3 questions, but volley states at most 2", func(m *mini) { m.volley.MaxQuestions = 2 }},
	{"questions without a bound", "questions", "passes no checkpoint, and there is no bound", func(m *mini) { m.volley.MaxQuestions = 0 }},

	// Chances.
	{"an event that is not sure of itself", "mass", "event hit has the chance", func(m *mini) {
		n := 0
		m.volley.Events[0].Holds = func(s struck) bool { n++; return n%5 > 1 }
	}},
	{"a measure that is not sure of itself", "mass", "measure hits has the mean", func(m *mini) {
		n := 0
		m.volley.Measures[0].Of = func(s struck) int { n++; return n % 5 }
	}},
	{"a checkpoint that leaves something out", "die-by-die", "counted by results it has", func(m *mini) { m.forgetful() }},
	{"nothing small enough", "die-by-die", "volley: no situation is small enough", func(m *mini) {
		m.volley.Examples[0].Settings, m.volley.Examples[1].Settings, m.saves.Example, m.cases = "dice=11", "dice=12", "volley dice=13 mood=angry", ""
	}},
	{"odds that trials do not meet", "trials", "but came in", func(m *mini) { m.forgetful() }},
	{"a record that cannot be replayed", "records", "found", func(m *mini) {
		n := uint8(0)
		m.playing(func(u *rule.Umpire, s *volley, r struck) struck { n++; r.Hits += n % 7; return r })
	}},

	// The house rules.
	{"a ruling that nobody follows", "rulings", "ruling odd: on changes no chance", func(m *mini) { m.oddRuling() }},
	{"a ruling that is followed to no effect", "rulings", "ruling odd: on changes no chance", func(m *mini) {
		m.oddRuling()
		m.playing(func(u *rule.Umpire, s *volley, r struck) struck { u.Ruling(&m.odd); return r })
	}},
	{"an example that its ruling does not decide", "rulings", "has the same result under every reading", func(m *mini) { m.saves.Example = "volley dice=4" }},
	{"a fact that nobody uses", "house", "facts.dead is never used", func(m *mini) { m.deadFact() }},
	{"a fact that changes nothing", "house", "facts.dead is looked up but changes nothing", func(m *mini) {
		m.deadFact()
		m.playing(func(u *rule.Umpire, s *volley, r struck) struck { u.Fact(&m.dead); return r })
	}},
	{"a fact that is too large", "house", "its range must fit in 32 bits", func(m *mini) { m.deadFact(); m.dead.Max = 1 << 40 }},
	{"a fact whose value upsets the procedure", "house", "it panicked", func(m *mini) {
		m.deadFact()
		m.playing(func(u *rule.Umpire, s *volley, r struck) struck { r.Hits /= uint8(4 - u.Fact(&m.dead)); return r })
	}},
	{"a fact whose end upsets the procedure", "house", "with facts.dead=6 and all ones: it panicked", func(m *mini) {
		m.deadFact()
		m.playing(func(u *rule.Umpire, s *volley, r struck) struck { r.Hits /= uint8(6 - u.Fact(&m.dead)); return r })
	}},
	{"a cell outside its column's range", "house", "tables.weapons.bow.bonus=7 is rejected", func(m *mini) { m.weapons.Rows[0].Cells[0] = 7 }},
	{"a row that nobody uses", "house", "row tables.weapons.sling is never used", func(m *mini) {
		m.weapons.Rows = append(m.weapons.Rows, rule.Row{Name: "sling", Text: "sling", Cite: "shoot.table", Cells: []int{1}})
	}},
	{"a column that nobody uses", "house", "column tables.weapons.*.weight is never used", func(m *mini) {
		m.weapons.Columns = append(m.weapons.Columns, rule.Column{Name: "weight", Text: "pounds"})
		m.weapons.Rows[0].Cells = append(m.weapons.Rows[0].Cells, 3)
	}},
	{"an excuse for what is used", "house", "nothing needs the excuse for facts.target", func(m *mini) { m.cases += "\nunused facts.target: for no reason" }},
	{"an unsure cell that is not noted", "house", "tables.weapons.bow.weight is not sure and decides", func(m *mini) {
		m.weapons.Columns = append(m.weapons.Columns, rule.Column{Name: "weight", Text: "pounds"})
		m.weapons.Rows[0].Cells = append(m.weapons.Rows[0].Cells, 3)
		m.playing(func(u *rule.Umpire, s *volley, r struck) struck {
			r.Hits += uint8(u.LookupCell(&m.weapons, s.Weapon, 1))
			return r
		})
	}},
	{"a default that a strict house does not see", "strict", "strict house rules accept it, but it uses facts.dead", func(m *mini) {
		m.deadFact()
		m.target.Confidence, m.weapons.Rows[0].Confidence = rule.Sure, rule.Sure
		m.playing(func(u *rule.Umpire, s *volley, r struck) struck {
			if u.Recording() {
				u.Fact(&m.dead)
			}
			return r
		})
	}},
	{"a default that the explanation does not show", "strict", "but its explanation shows no labelled default", func(m *mini) {
		m.deadFact()
		m.target.Confidence, m.weapons.Rows[0].Confidence = rule.Sure, rule.Sure
		m.playing(func(u *rule.Umpire, s *volley, r struck) struck {
			if !u.Recording() {
				u.Fact(&m.dead)
			}
			return r
		})
	}},

	// The goldens.
	{"odds that have changed", "odds", "- runs 5", func(m *mini) {
		m.volley.Play = func(u *rule.Umpire, s *volley) struck { return struck{} }
	}},
	{"changed odds, whose clauses are named", "odds", "  clauses: shoot.aim, shoot.dice, shoot.hit, shoot.run, shoot.table", func(m *mini) { m.weapons.Rows[0].Cells[0]++ }},
	{"an example whose odds are not pinned", "odds", "+ $ volley dice=5", func(m *mini) { m.volley.Examples[1].Settings = "dice=5" }},
	{"a play that has changed", "playthroughs", "+ all is well [shoot.run]", func(m *mini) {
		m.playing(func(u *rule.Umpire, s *volley, r struck) struck { u.Note("shoot.run", "all is well"); return r })
	}},
	{"a play with dice left over", "playthroughs", "not used", func(m *mini) {
		m.volley.Play = func(u *rule.Umpire, s *volley) struck { return struck{} }
	}},
	{"a play with too few dice", "playthroughs", "or the number of an option, as line ", func(m *mini) {
		m.playing(func(u *rule.Umpire, s *volley, r struck) struck {
			u.Sum(1, rule.D6, "shoot.run", "once more")
			return r
		})
	}},
	{"evidence that has changed", "evidence", "+ shoot.dice | mini.go miniClauses, mini.go hitThenSave, mini.go shoot | 8 |", func(m *mini) {
		m.cases += "\nvolley dice=7\n"
	}},
	{"a clause that no code names", "evidence", "shoot.unsaid is operative, and no code names it", func(m *mini) {
		m.clauses += "\nshoot.unsaid | rule | p9 | nobody says so\n"
	}},
	{"an example without a play", "playthroughs", "has no playthrough", func(m *mini) { m.volley.Examples[1].Settings = "dice=5" }},
}

// procedure makes a procedure of any types, whose outcome may depend on a roll.
func procedure[S, R, T comparable](name string, usual S, roll func(*rule.Umpire) T, outcome func(T) R) *rule.Procedure {
	return rule.Spec[S, R]{
		Name: name, Gist: "for a test", Default: usual, MaxQuestions: 1,
		Play: func(u *rule.Umpire, s *S) R {
			var x T
			if roll != nil {
				x = roll(u)
			}
			return outcome(x)
		},
		Examples: []rule.Example{{Name: "usual", Gist: "the usual"}},
	}.Procedure()
}

func coin(u *rule.Umpire) bool { return u.Test(rule.D2, rule.AtLeast(2), "shoot.hit", "heads?") }

type speed uint8

func (speed) Names() []string { return []string{"slow", "slow"} }

type alike struct {
	No  bool `key:"no" doc:"no"`
	Yes bool `key:"no" doc:"not no"`
}

type double struct {
	Dice uint8 `key:"dice" doc:"who shoots"`
	More uint8 `key:"dice" doc:"who else shoots"`
}

func (m *mini) doubled() {
	m.extra = append(m.extra, procedure("double", double{1, 2}, nil, func(double) struck { return struck{} }))
}

// playing changes the outcome of a volley by a function that receives the umpire.
func (m *mini) playing(after func(*rule.Umpire, *volley, struck) struck) {
	play := m.volley.Play
	m.volley.Play = func(u *rule.Umpire, s *volley) struck { return after(u, s, play(u, s)) }
}

// bare adds rounds whose states have no docs.
func (m *mini) bare() {
	type bare struct{ A, B int8 }
	m.fight.Play = func(u *rule.Umpire, s *fight) fight {
		f := bare(*s)
		for f.A > 0 && f.B > 0 {
			if !rule.Checkpoint(u, "round", &f) {
				return fight{}
			}
			f.A -= int8(u.Count(1, rule.D6, rule.AtLeast(4), "fight.on", "the first side strikes"))
			f.B -= int8(u.Count(1, rule.D6, rule.AtLeast(5), "fight.on", "the second side strikes"))
		}
		return fight(f)
	}
}

// forgetful merges rounds that differ in values which the rest of the fight depends on.
func (m *mini) forgetful() {
	m.fight.Play = func(u *rule.Umpire, s *fight) fight {
		f := fight{3, 3}
		for round := 1; f.A > 0 && f.B > 0; round++ {
			if !rule.Checkpoint(u, "round", &f) {
				return fight{}
			}
			f.A -= int8(u.Count(1, rule.D6, rule.AtMost(round), "fight.on", "the first side tires"))
			f.B -= int8(u.Count(1, rule.D6, rule.AtMost(4), "fight.on", "the second side tires"))
		}
		return f
	}
}

func (m *mini) deadFact() {
	m.dead = rule.Fact{Name: "dead", Cite: "shoot.hit", Text: "a number", Value: 3, Min: 1, Max: 6, Confidence: rule.Guess}
}

func (m *mini) oddRuling() {
	m.odd = rule.Ruling{Name: "odd", Cite: "shoot.save", Question: "Is it odd?", Readings: []rule.Reading{{Name: "off", Gist: "no"}, {Name: "on", Gist: "yes"}}}
}

func TestBroken(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	caught := map[string]bool{}
	for _, b := range broken {
		t.Run(b.name, func(t *testing.T) {
			m := newMini()
			b.breaks(m)
			found := strings.Join(faults(t, m, b.check), "\n")
			if !strings.Contains(found, b.says) {
				t.Errorf("%s said:\n%s\nwant: %s", b.check, found, b.says)
			}
			caught[b.check] = true
		})
	}
	for _, c := range checks {
		if !caught[c.name] {
			t.Errorf("nothing shows that the check %q can fail", c.name)
		}
	}
}
