package oldworld

import (
	"fmt"

	"loophole/rule"
)

// A spellRow is a row of spells. What does not apply to the spell is left out.
type spellRow struct {
	value    int // casting value
	reach    int // range in inches, 0 for the caster
	kind     int // otherSpell to combatSpell
	dice     int // D6s of hits by a missile
	strength int // of a hit
	ap       int // Armour Piercing
}

// columns returns the cells of the row in the order of the columns of the table.
func (r spellRow) columns() []int {
	return []int{r.value, r.reach, r.kind, r.dice, r.strength, r.ap}
}

// spells is the table of the lore of battle magic.
var spells = rule.Table{
	Name: "spells",
	Text: "battle magic",
	Columns: []rule.Column{
		{Name: "value", Text: "casting value", Max: 20},
		{Name: "range", Text: "range in inches, 0 for the caster", Max: 60},
		{Name: "kind", Text: "0 other, 1 magic missile, 2 template, 3 panic, 4 for wizards in combat", Max: 4},
		{Name: "dice", Text: "D6s of hits by a missile", Max: 9},
		{Name: "strength", Text: "Strength of a hit", Max: 10},
		{Name: "ap", Text: "Armour Piercing", Max: 5},
	},
	Rows: []rule.Row{
		{"fireball", "Fireball", "host.spells", rule.Sure, spellRow{value: 8, reach: 24, kind: missileSpell, dice: 2, strength: 4}.columns()},
		{"arrow-attraction", "Curse of Arrow Attraction", "host.spells", rule.Sure, spellRow{value: 7, reach: 21}.columns()},
		{"pillar-of-fire", "Pillar of Fire", "host.spells", rule.Sure, spellRow{value: 9, reach: 12, kind: templateSpell, strength: 3, ap: 2}.columns()},
		{"arcane-urgency", "Arcane Urgency", "host.spells", rule.Sure, spellRow{value: 9, reach: 15}.columns()},
		{"oaken-shield", "Oaken Shield", "host.spells", rule.Sure, spellRow{value: 7}.columns()},
		{"cowardly-flight", "Curse of Cowardly Flight", "host.spells", rule.Sure, spellRow{value: 8, reach: 15, kind: panicSpell}.columns()},
		{"hammerhand", "Hammerhand", "host.spells", rule.Sure, spellRow{value: 7, kind: combatSpell}.columns()},
	},
}

// The columns of spells.
const (
	spellValue = iota
	spellRange
	spellKind
	spellDice
	spellStrength
	spellAP
)

// The kinds of spells.
const (
	otherSpell = iota
	missileSpell
	templateSpell
	panicSpell
	combatSpell
)

// A miscastRow is a row of miscasts. What does not apply to the miscast is left out.
type miscastRow struct {
	most     int  // highest total of 2D6
	strength int  // of the blast
	ap       int  // its Armour Piercing
	template int  // inches across of a template on the wizard
	works    bool // the spell works all the same
}

// columns returns the cells of the row in the order of the columns of the table.
func (r miscastRow) columns() []int {
	return []int{r.most, r.strength, r.ap, r.template, rule.YesCell(r.works)}
}

// miscasts is the table of miscasts, for a casting roll of double 1, by 2D6.
var miscasts = rule.Table{
	Name: "miscasts",
	Text: "miscasts by 2D6",
	Columns: []rule.Column{
		{Name: "most", Text: "highest total", Min: 2, Max: 12},
		{Name: "strength", Text: "Strength of the blast, 0 for none", Max: 10},
		{Name: "ap", Text: "its Armour Piercing", Max: 5},
		{Name: "template", Text: "inches across of a template on the wizard, 0 for none", Max: 8},
		{Name: "works", Text: "the spell works all the same (1 yes)", Max: 1},
	},
	Rows: []rule.Row{
		{"cascade", "a great blast", "host.miscast", rule.Sure, miscastRow{most: 4, strength: 10, ap: 4, template: 5}.columns()},
		{"blast", "a blast", "host.miscast", rule.Sure, miscastRow{most: 6, strength: 6, ap: 2, template: 3}.columns()},
		{"backlash", "the wizard is hit", "host.miscast", rule.Sure, miscastRow{most: 7, strength: 4, ap: 1}.columns()},
		{"drained", "cast all the same, and no more this turn", "host.miscast", rule.Sure, miscastRow{most: 12, works: true}.columns()},
	},
}

// The columns of miscasts.
const (
	miscastMost = iota
	miscastStrength
	miscastAP
	miscastTemplate
	miscastWorks
)

// level returns the wizard's level.
func (s *Cast) level(u *rule.Umpire) int {
	if s.Level > 0 {
		return int(s.Level)
	}
	return max(u.Cell(&units, s.Caster.Character, unitLevel), u.Cell(&units, s.Caster.Unit, unitLevel))
}

// power is the number that a wizard's level adds to casting and dispel rolls.
func (s *Cast) power(u *rule.Umpire, level int) int {
	if u.Ruling(&levels) == levelsHalf {
		return u.Apply((level+1)/2, "host.level", "added for half the wizard's level")
	}
	return u.Apply(level, "host.level", "added for the wizard's level")
}

// A casting is the number added to a casting roll, and the casting value of the spell.
type casting struct{ level, value int8 }

// A castingResult is the result of a casting roll. If the spell works and can be dispelled, total is
// the number that a dispel roll has to beat; otherwise it is 0.
type castingResult struct {
	result CastResult
	total  int
}

// cast is a casting roll: 2D6 and the addition against the casting value. A double 6 always works, a
// double 1 is a miscast.
func (c casting) cast(u *rule.Umpire) castingResult {
	why := u.Text("casting roll", func() string {
		return fmt.Sprintf("casting roll: %d or more casts the spell", min(max(int(c.value-c.level), 3), 12))
	})
	roll := u.Sum(2, rule.D6, "host.cast", why)
	switch {
	case roll == 2:
		return castingResult{result: Miscast}
	case roll == 12:
		return castingResult{result: Worked}
	case roll+int(c.level) < int(c.value):
		return castingResult{result: FailedToCast}
	}
	return castingResult{Worked, roll + int(c.level)}
}

// A dispel is the number added to a dispel roll, and the total to beat.
type dispel struct{ plus, beat int8 }

// attempt is a dispel roll: 2D6 and the addition, which must exceed the casting total. A double 6 always
// dispels.
func (d dispel) attempt(u *rule.Umpire) castingResult {
	why := u.Text("dispel roll", func() string {
		return fmt.Sprintf("dispel roll: %d or more dispels", min(max(int(d.beat-d.plus)+1, 2), 12))
	})
	roll := u.By(struck).Sum(2, rule.D6, "host.dispel", why)
	if roll == 12 || roll+int(d.plus) > int(d.beat) {
		return castingResult{result: Dispelled}
	}
	return castingResult{result: Worked}
}

// A contestedCasting is a casting that somebody may try to dispel.
type contestedCasting struct {
	casting
	dispelled bool // somebody tries
	plus      int8 // added to the dispel roll
}

// castAndDispel is the casting roll and the dispel roll.
func (c contestedCasting) castAndDispel(u *rule.Umpire) castingResult {
	cast := c.cast(u)
	switch {
	case cast.total == 0:
		return cast
	case !c.dispelled:
		return castingResult{result: Worked}
	}
	return dispel{c.plus, int8(cast.total)}.attempt(u)
}

// The rolls as subrolls.
var (
	castingRoll          = rule.NewResultSubroll("casting roll", func(u *rule.Umpire, c casting) castingResult { return c.cast(u) })
	dispelRoll           = rule.NewResultSubroll("dispel roll", func(u *rule.Umpire, d dispel) castingResult { return d.attempt(u) })
	contestedCastingRoll = rule.NewResultSubroll("casting", func(u *rule.Umpire, c contestedCasting) castingResult { return c.castAndDispel(u) })
)
