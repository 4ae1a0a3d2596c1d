package oldworld

import (
	"fmt"

	"loophole/rule"
)

// Fate is the state of a unit at the end of a round of combat.
type Fate uint8

const (
	FightsOn   Fate = iota // locked in combat: a draw, or the enemy holds
	Holds                  // an occupying unit that has lost and holds
	GaveGround             // moved back 2"
	FellBack               // fell back in good order and rallied
	Broke                  // flees
	Destroyed              // broke inside, or was caught
	WipedOut               // no model is left
	Free                   // has no enemy left
)

func (Fate) Names() []string {
	return []string{"fights-on", "holds", "gave-ground", "fell-back", "broke", "destroyed", "wiped-out", "free"}
}

// Break is the situation of "Nowhere to run": a unit that has lost a round of combat takes its
// Break test.
type Break struct {
	Troops
	Outside       bool  `key:"outside" doc:"the unit fights from outside the building"`
	Margin        uint8 `key:"margin" unit:"points" min:"1" max:"30" doc:"points by which the unit has lost"`
	EnemyStrength uint8 `key:"enemy-strength" unit:"Unit Strength" min:"0" max:"200" doc:"total Unit Strength of the winners"`
	EnemyTerror   bool  `key:"enemy-terror" doc:"the winners cause terror"`
}

// BreakOutcome is the outcome of Break.
type BreakOutcome struct {
	Fate Fate `key:"fate" doc:"what the unit does"`
}

var breakSpec = rule.Spec[Break, BreakOutcome]{
	Name:    "break",
	Gist:    "a unit that has lost a round of combat in or at a building takes its Break test",
	Default: Break{Troops: Troops{Unit: units.Ref("state-troops"), Models: 10}, Margin: 2, EnemyStrength: 21},
	Legal: func(u *rule.Umpire, s *Break) {
		if legalUnit(u, &s.Troops) && !s.Outside {
			legalOccupier(u, &s.Troops)
		}
	},
	Play: func(u *rule.Umpire, s *Break) BreakOutcome {
		loser := s.loser(u, !s.Outside, s.EnemyTerror)
		fate, _ := loser.breakTest(u, int(s.Margin), overwhelmed(u, int(s.EnemyStrength), s.strength(u, int(s.Models))))
		return BreakOutcome{fate}
	},
	MaxQuestions: 2,
	Events: []rule.Event[BreakOutcome]{
		{Name: "destroyed", Gist: "a unit inside breaks and is destroyed", Holds: func(b BreakOutcome) bool { return b.Fate == Destroyed }},
		{Name: "holds", Gist: "a unit inside holds and the combat goes on", Holds: func(b BreakOutcome) bool { return b.Fate == Holds }},
		{Name: "broke", Gist: "a unit outside breaks and flees", Holds: func(b BreakOutcome) bool { return b.Fate == Broke }},
		{Name: "fell-back", Gist: "a unit outside falls back in good order", Holds: func(b BreakOutcome) bool { return b.Fate == FellBack }},
		{Name: "gave-ground", Gist: "a unit outside gives ground", Holds: func(b BreakOutcome) bool { return b.Fate == GaveGround }},
	},
	Examples: []rule.Example{
		{Name: "held", Settings: "margin=3 enemy-strength=15", Gist: "ten State Troops inside lose by three to fifteen enemies"},
		{Name: "overwhelmed", Settings: "margin=3 enemy-strength=21", Gist: "ten State Troops against more than twice their Unit Strength"},
		{Name: "outside", Settings: "outside=yes unit=orc-mob models=15 margin=2 enemy-strength=10", Gist: "Orcs outside the building have lost"},
		{Name: "stubborn", Settings: "unit=greatswords margin=5 enemy-strength=40", Gist: "Greatswords are stubborn: in their first test they hold"},
		{Name: "terror", Settings: "enemy-terror=yes", Gist: "ten State Troops have lost to an enemy that causes terror"},
	},
}

// A loser is a unit that has lost a round of combat, with all that its Break test depends on.
type loser struct {
	leadership leadership
	spirit     Psychology
	tested     bool // it has used its stubbornness
	inside     bool
	side       rule.Side
	name       string
}

// loser returns the unit as the loser of a round, inside a building or not. terror is true if the
// enemy causes terror.
func (t *Troops) loser(u *rule.Umpire, inside, terror bool) loser {
	loser := loser{leadership: t.leadership(u), spirit: t.Spirit, tested: t.Tested, inside: inside, side: attackingSide}
	if inside {
		loser.side = defendingSide
	}
	if loser.spirit == Usual && hasTrait(u, &units, t.Unit, unitStubborn) {
		loser.spirit = Stubborn
	}
	if terror {
		loser.leadership.ld -= uint8(min(int(loser.leadership.ld), u.Apply(u.Fact(&terrorPenalty), "host.terror", "Leadership lost to terror")))
	}
	return loser
}

// withName returns the loser with its side and its name.
func (l *loser) withName(side rule.Side, name string) loser {
	named := *l
	named.side, named.name = side, name
	return named
}

// breakTest takes the Break test of a unit that has lost by margin points. It returns the fate, and
// whether the unit has used its stubbornness. An unbreakable unit gives ground, and a stubborn one
// may fall back instead of testing.
func (l *loser) breakTest(u *rule.Umpire, margin int, overwhelmed bool) (Fate, bool) {
	switch {
	case l.spirit == Unbreakable:
		u.Note("host.stubborn", "an unbreakable unit gives ground")
		return l.fate(u, givesGround), l.tested
	case l.spirit == Stubborn && (!l.tested || u.Ruling(&stubbornness) == stubbornnessAlways):
		if l.inside || u.Choose(l.side, "host.stubborn", withSubject(l.name, "fall back in good order instead of a Break test?"), "fall back in good order", "test") == 0 {
			u.Note("host.stubborn", "a stubborn unit falls back instead of testing")
			return l.fate(u, fallsBack), true
		}
	}
	over := overwhelmed && (!l.inside || u.Ruling(&overwhelm) == overwhelmBreaks)
	if over {
		u.Note("host.overwhelm", "the unit is overwhelmed: it breaks if the test says fall back")
	}
	test := breakTest{l.leadership.ld, margin, l.inside, over, l.leadership.reroll}
	return l.fate(u, l.roll(u, test)), l.tested
}

// A breakTest is all that decides the result of a Break test besides the dice.
type breakTest struct {
	ld          uint8
	margin      int  // points by which the combat is lost
	inside      bool // an occupying unit
	overwhelmed bool // falling back counts as breaking
	reroll      bool // a unit that breaks rolls again
}

// A breakResult is the result of a Break test.
type breakResult uint8

const (
	givesGround breakResult = iota
	fallsBack
	breaks
)

// breakTestRoll is a Break test.
var breakTestRoll = rule.NewResultSubroll("Break test", func(u *rule.Umpire, test breakTest) breakResult {
	result := test.roll(u, "host.break", "Break test")
	if result == breaks && test.reroll {
		result = test.roll(u, "host.standard-bearer", "Break test, second roll")
	}
	return result
})

// roll rolls 2D6 once.
func (test breakTest) roll(u *rule.Umpire, cite rule.Clause, why string) breakResult {
	return test.result(u.By(struck).Sum(2, rule.D6, cite, u.Text(why, func() string { return why + ": " + test.words() })))
}

// result returns the result of a natural roll. A unit breaks if the roll is above its Leadership. It
// falls back if the roll plus the margin is above it, which counts as a break if the unit is
// overwhelmed. On a natural 2, or any other roll, it gives ground.
func (test breakTest) result(roll int) breakResult {
	ld := int(test.ld)
	switch {
	case roll == 2 || roll+test.margin <= ld:
		return givesGround
	case roll > ld || test.overwhelmed:
		return breaks
	}
	return fallsBack
}

// fate returns the fate for the result of a Break test. An occupying unit does not give ground or
// fall back: it holds. If it breaks, it is destroyed.
func (l *loser) fate(u *rule.Umpire, result breakResult) Fate {
	switch {
	case l.inside && result == breaks:
		u.Note("broken.destroyed", "the unit breaks inside the building, is trapped and destroyed")
		return Destroyed
	case l.inside:
		u.Note("hold.no-ground", "an occupying unit does not give ground")
		u.Note("hold.no-fall-back", "an occupying unit does not fall back in good order")
		u.Note("hold.holds", "the occupying unit holds, and the combat goes on")
		return Holds
	case result == breaks:
		return Broke
	case result == fallsBack:
		return FellBack
	}
	u.Note("host.give-ground", "the unit gives ground")
	return GaveGround
}

// overwhelmed reports whether the winner's Unit Strength is more than twice the loser's.
func overwhelmed(u *rule.Umpire, winner, loser int) bool {
	return winner > u.Fact(&overwhelmMultiple)*loser
}

// words returns the totals that decide a Break test, in words.
func (test breakTest) words() string {
	ld, ground := max(int(test.ld), 2), max(int(test.ld)-test.margin, 2)
	switch {
	case test.inside && test.overwhelmed:
		return fmt.Sprintf("holds on %d or less", ground)
	case test.inside:
		return fmt.Sprintf("holds on %d or less", ld)
	case test.overwhelmed:
		return fmt.Sprintf("gives ground on %d or less, else breaks", ground)
	}
	return fmt.Sprintf("gives ground on %d or less, falls back on %d or less, else breaks", ground, ld)
}
