package lasergrenadiers

import "loophole/rule"

// walls is the chapter's table of walls, fieldworks and materials.
var walls = rule.Table{
	Name:    "walls",
	Text:    "armour classes of walls and fieldworks",
	Columns: []rule.Column{{Name: "ac", Text: "armour class", Min: 1, Max: 12}},
	Rows: []rule.Row{
		{"brick", "brick", "ac.walls", rule.Sure, []int{6}},
		{"concrete", "concrete", "ac.walls", rule.Sure, []int{7}},
		{"reinforced-concrete", "reinforced concrete", "ac.walls", rule.Sure, []int{9}},
		{"earth", "earthen embankment", "ac.walls", rule.Sure, []int{7}},
		{"logs", "logs", "ac.walls", rule.Sure, []int{6}},
		{"sandbags", "sandbags", "ac.walls", rule.Sure, []int{4}},
		{"sheet-metal", "sheet metal", "ac.walls", rule.Sure, []int{3}},
		{"stone-light", "light stone masonry", "ac.walls", rule.Sure, []int{6}},
		{"stone-medium", "medium stone masonry", "ac.walls", rule.Sure, []int{7}},
		{"stone-heavy", "heavy stone masonry", "ac.walls", rule.Sure, []int{8}},
		{"stucco", "stucco", "ac.walls", rule.Sure, []int{3}},
		{"timber-light", "light timber", "ac.walls", rule.Sure, []int{3}},
		{"timber-medium", "medium timber", "ac.walls", rule.Sure, []int{4}},
		{"timber-heavy", "heavy timber", "ac.walls", rule.Sure, []int{5}},
	},
}

// roofs is the chapter's table of roofs.
var roofs = rule.Table{
	Name:    "roofs",
	Text:    "armour classes of roofs",
	Columns: []rule.Column{{Name: "ac", Text: "armour class", Min: 1, Max: 12}},
	Rows: []rule.Row{
		{"reinforced-concrete", "reinforced concrete under any surface", "ac.roofs", rule.Sure, []int{9}},
		{"metal-sheeting", "metal sheeting", "ac.roofs", rule.Sure, []int{4}},
		{"thatch", "thatch", "ac.roofs", rule.Sure, []int{1}},
		{"wood-and-shingle", "wood and shingle", "ac.roofs", rule.Sure, []int{3}},
		{"wood-and-tile", "wood and tile", "ac.roofs", rule.Sure, []int{4}},
	},
}

// Rows of walls and roofs that the code names.
var (
	wallBrick      = walls.Ref("brick")
	wallReinforced = walls.Ref("reinforced-concrete")
	wallEarth      = walls.Ref("earth")
	wallLogs       = walls.Ref("logs")
	wallSandbags   = walls.Ref("sandbags")
	wallSheet      = walls.Ref("sheet-metal")
	wallTimber     = walls.Ref("timber-light")
	roofReinforced = roofs.Ref("reinforced-concrete")
)
