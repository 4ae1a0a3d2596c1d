package tideofiron

import "loophole/rule"

// levelTable is the table of the chapter, by the level of a building hex.
var levelTable = rule.Table{
	Name: "levels",
	Text: "by the level of the building hex",
	Columns: []rule.Column{
		{Name: "token", Text: "movement token after a collapse", Max: 9},
	},
	Rows: []rule.Row{
		{"level-0", "level 0 (ground floor only)", "overlay.token", rule.Sure, []int{1}},
		{"level-1", "level 1 (two floors)", "overlay.token", rule.Sure, []int{2}},
		{"level-2", "level 2 (three floors)", "overlay.token", rule.Sure, []int{3}},
	},
}
