package oldworld

import (
	"fmt"
	"strconv"

	"loophole/rule"
)

// toHit is the close combat chart: a row for the attacker's Weapon Skill, a column for the
// target's.
var toHit = rule.Table{
	Name:    "to-hit",
	Text:    "a close combat attack hits on this or more, by Weapon Skill",
	Columns: against("Weapon Skill"),
	Rows: []rule.Row{
		{"ws-1", "Weapon Skill 1", "host.ws", rule.Sure, []int{4, 4, 5, 5, 5, 5, 5, 5, 5, 5}},
		{"ws-2", "Weapon Skill 2", "host.ws", rule.Sure, []int{3, 4, 4, 4, 5, 5, 5, 5, 5, 5}},
		{"ws-3", "Weapon Skill 3", "host.ws", rule.Sure, []int{2, 3, 4, 4, 4, 4, 5, 5, 5, 5}},
		{"ws-4", "Weapon Skill 4", "host.ws", rule.Sure, []int{2, 3, 3, 4, 4, 4, 4, 4, 5, 5}},
		{"ws-5", "Weapon Skill 5", "host.ws", rule.Sure, []int{2, 2, 3, 3, 4, 4, 4, 4, 4, 4}},
		{"ws-6", "Weapon Skill 6", "host.ws", rule.Sure, []int{2, 2, 3, 3, 3, 4, 4, 4, 4, 4}},
		{"ws-7", "Weapon Skill 7", "host.ws", rule.Sure, []int{2, 2, 2, 3, 3, 3, 4, 4, 4, 4}},
		{"ws-8", "Weapon Skill 8", "host.ws", rule.Sure, []int{2, 2, 2, 3, 3, 3, 3, 4, 4, 4}},
		{"ws-9", "Weapon Skill 9", "host.ws", rule.Sure, []int{2, 2, 2, 2, 3, 3, 3, 3, 4, 4}},
		{"ws-10", "Weapon Skill 10", "host.ws", rule.Sure, []int{2, 2, 2, 2, 3, 3, 3, 3, 3, 4}},
	},
}

// against returns the columns of a chart, for a characteristic of the target from 1 to 10.
func against(characteristic string) (columns []rule.Column) {
	for n := 1; n <= 10; n++ {
		columns = append(columns, rule.Column{Name: strconv.Itoa(n), Text: fmt.Sprintf("against %s %d", characteristic, n), Min: 2, Max: 7})
	}
	return columns
}

// toWound is the to-wound chart: a row for Strength, a column for Toughness. A cell of 7 cannot
// wound.
var toWound = rule.Table{
	Name:    "to-wound",
	Text:    "a hit wounds on this or more; 7 for never",
	Columns: against("Toughness"),
	Rows: []rule.Row{
		{"s-1", "Strength 1", "host.wound", rule.Sure, []int{4, 5, 6, 6, 6, 6, 7, 7, 7, 7}},
		{"s-2", "Strength 2", "host.wound", rule.Sure, []int{3, 4, 5, 6, 6, 6, 6, 7, 7, 7}},
		{"s-3", "Strength 3", "host.wound", rule.Sure, []int{2, 3, 4, 5, 6, 6, 6, 6, 7, 7}},
		{"s-4", "Strength 4", "host.wound", rule.Sure, []int{2, 2, 3, 4, 5, 6, 6, 6, 6, 7}},
		{"s-5", "Strength 5", "host.wound", rule.Sure, []int{2, 2, 2, 3, 4, 5, 6, 6, 6, 6}},
		{"s-6", "Strength 6", "host.wound", rule.Sure, []int{2, 2, 2, 2, 3, 4, 5, 6, 6, 6}},
		{"s-7", "Strength 7", "host.wound", rule.Sure, []int{2, 2, 2, 2, 2, 3, 4, 5, 6, 6}},
		{"s-8", "Strength 8", "host.wound", rule.Sure, []int{2, 2, 2, 2, 2, 2, 3, 4, 5, 6}},
		{"s-9", "Strength 9", "host.wound", rule.Sure, []int{2, 2, 2, 2, 2, 2, 2, 3, 4, 5}},
		{"s-10", "Strength 10", "host.wound", rule.Sure, []int{2, 2, 2, 2, 2, 2, 2, 2, 3, 4}},
	},
}

// ballistic is the shooting chart: a row for Ballistic Skill.
var ballistic = rule.Table{
	Name: "ballistic",
	Text: "a shot hits on this or more, by Ballistic Skill",
	Columns: []rule.Column{
		{Name: "hit", Text: "to hit", Min: 2, Max: 6},
		{Name: "again", Text: "a failed die is rolled again and hits on this; 0 for no second roll", Max: 6},
	},
	Rows: []rule.Row{
		{"bs-1", "Ballistic Skill 1", "host.bs", rule.Sure, []int{6, 0}},
		{"bs-2", "Ballistic Skill 2", "host.bs", rule.Sure, []int{5, 0}},
		{"bs-3", "Ballistic Skill 3", "host.bs", rule.Sure, []int{4, 0}},
		{"bs-4", "Ballistic Skill 4", "host.bs", rule.Sure, []int{3, 0}},
		{"bs-5", "Ballistic Skill 5", "host.bs", rule.Sure, []int{2, 0}},
		{"bs-6", "Ballistic Skill 6", "host.bs", rule.Sure, []int{2, 6}},
		{"bs-7", "Ballistic Skill 7", "host.bs", rule.Sure, []int{2, 5}},
		{"bs-8", "Ballistic Skill 8", "host.bs", rule.Sure, []int{2, 4}},
		{"bs-9", "Ballistic Skill 9", "host.bs", rule.Sure, []int{2, 3}},
		{"bs-10", "Ballistic Skill 10", "host.bs", rule.Sure, []int{2, 2}},
	},
}

// The columns of the shooting chart.
const (
	shotHit = iota
	shotReroll
)

// chartRow returns the row of a chart for a characteristic from 1 to 10.
func chartRow(value int) rule.Ref { return rule.Ref(min(max(value, 1), 10)) }

// modifiers is the table of to-hit modifiers of shooting. They are added to the roll.
var modifiers = rule.Table{
	Name:    "modifiers",
	Text:    "to hit with missiles",
	Columns: []rule.Column{{Name: "amount", Text: "added to the roll", Min: -6, Max: 6}},
	Rows: []rule.Row{
		{"moved", "the shooters moved", "host.modifiers", rule.Sure, []int{-1}},
		{"moved-ponderous", "the shooters moved with a ponderous weapon", "host.ponderous", rule.Sure, []int{-2}},
		{"long-range", "long range", "host.modifiers", rule.Sure, []int{-1}},
		{"stand-and-shoot", "standing to shoot", "host.modifiers", rule.Sure, []int{-1}},
		{"partial-cover", "partial cover", "host.modifiers", rule.Sure, []int{-1}},
		{"full-cover", "full cover", "host.modifiers", rule.Sure, []int{-2}},
		{"several-shots", "several shots a model", "host.modifiers", rule.Sure, []int{-1}},
		{"skirmishers", "skirmishing target", "host.modifiers", rule.Sure, []int{-1}},
	},
}

// Rows of modifiers.
var (
	rowMoved          = modifiers.Ref("moved")
	rowMovedPonderous = modifiers.Ref("moved-ponderous")
	rowLongRange      = modifiers.Ref("long-range")
	rowStand          = modifiers.Ref("stand-and-shoot")
	rowPartial        = modifiers.Ref("partial-cover")
	rowFull           = modifiers.Ref("full-cover")
	rowSeveral        = modifiers.Ref("several-shots")
	rowSkirmish       = modifiers.Ref("skirmishers")
)

// points is the table of combat result points.
var points = rule.Table{
	Name:    "points",
	Text:    "combat result",
	Columns: []rule.Column{{Name: "points", Text: "points", Max: 9}},
	Rows: []rule.Row{
		{"wound", "each wound", "host.result", rule.Sure, []int{1}},
		{"standard", "standard", "host.result", rule.Sure, []int{1}},
		{"battle-standard", "battle standard", "host.result", rule.Sure, []int{1}},
		{"massed", "massed infantry on the stronger side", "host.massed", rule.Sure, []int{1}},
		{"high-ground", "high ground", "silent.high", rule.Sure, []int{1}},
		{"musician", "musician, in a tie", "host.musician", rule.Sure, []int{1}},
		{"close-order", "close order of a unit in the open", "host.order", rule.Sure, []int{1}},
	},
}

// Rows of points.
var (
	rowWound          = points.Ref("wound")
	rowStandard       = points.Ref("standard")
	rowBattleStandard = points.Ref("battle-standard")
	rowMassed         = points.Ref("massed")
	rowHighGround     = points.Ref("high-ground")
	rowMusician       = points.Ref("musician")
	rowCloseOrder     = points.Ref("close-order")
)
