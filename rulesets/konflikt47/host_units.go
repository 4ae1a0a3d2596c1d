package konflikt47

import "loophole/rule"

// units is the table of units by name. Of several qualities of a unit it has the regular one.
var units = rule.Table{
	Name: "units",
	Text: "a unit's type, size and protection",
	Columns: []rule.Column{
		{Name: "class", Text: "0 infantry, 1 artillery, 2 mounted, 3 other vehicle, 4 tank, 5 walker", Max: 5},
		{Name: "quality", Text: "1 inexperienced, 2 regular, 3 veteran", Min: 1, Max: 3},
		{Name: "men", Text: "models at full strength", Max: 20},
		{Name: "damage-value", Text: "damage value of a vehicle", Max: 12},
		{Name: "advance", Text: "inches on an Advance, half of a Run", Max: 12},
		{Name: "fists", Text: "fists of a walker", Max: 4},
		{Name: "shield", Text: "gun shield (1 yes)", Max: 1},
		{Name: "team", Text: "weapon team (1 yes)", Max: 1},
		{Name: "resilient", Text: "resilient (1 yes)", Max: 1},
		{Name: "tough", Text: "1 tough, 2 a vehicle tough in front only", Max: 2},
		{Name: "fanatics", Text: "fanatics (1 yes)", Max: 1},
		{Name: "assault", Text: "every model has an assault weapon (1 yes)", Max: 1},
		{Name: "exposed", Text: "1 open-topped, 2 carries a flamethrower", Max: 2},
		{Name: "fixed", Text: "infantry with a fixed weapon (1 yes)", Max: 1},
	},
	Rows: []rule.Row{
		{"wehrmacht-infantry", "Wehrmacht infantry", "host.units", rule.Sure, []int{0, 2, 8, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"wehrmacht-heavy-infantry", "Wehrmacht heavy infantry", "host.units", rule.Sure, []int{0, 3, 8, 0, 4, 0, 0, 0, 1, 0, 0, 1, 0, 0}},
		{"shocktroopers", "Waffen-SS shocktroopers", "host.units", rule.Sure, []int{0, 2, 10, 0, 6, 0, 0, 0, 0, 1, 1, 1, 0, 0}},
		{"sturmpioniere", "Sturmpioniere", "host.units", rule.Sure, []int{0, 3, 10, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"us-infantry", "US infantry", "host.units", rule.Sure, []int{0, 2, 12, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"us-airborne", "US airborne or Rangers", "host.units", rule.Sure, []int{0, 3, 12, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"us-heavy-infantry", "US heavy infantry", "host.units", rule.Sure, []int{0, 3, 10, 0, 6, 0, 0, 0, 1, 0, 0, 1, 0, 0}},
		{"cavalry", "mounted cavalry", "host.units", rule.Likely, []int{2, 2, 10, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"mmg-team", "medium machine gun team", "host.units", rule.Sure, []int{0, 2, 3, 0, 6, 0, 0, 1, 0, 0, 0, 0, 0, 1}},
		{"hmg-team", "US .50 machine gun team", "host.units", rule.Sure, []int{0, 2, 4, 0, 6, 0, 0, 1, 0, 0, 0, 0, 0, 1}},
		{"flamethrower-team", "flamethrower team", "host.units", rule.Sure, []int{0, 2, 2, 0, 6, 0, 0, 1, 0, 0, 0, 0, 0, 0}},
		{"anti-tank-team", "bazooka or Panzerschreck team", "host.units", rule.Sure, []int{0, 2, 2, 0, 6, 0, 0, 1, 0, 0, 0, 0, 0, 0}},
		{"sniper-team", "sniper team", "host.units", rule.Sure, []int{0, 2, 2, 0, 6, 0, 0, 1, 0, 0, 0, 0, 0, 0}},
		{"medium-mortar-team", "medium mortar team", "host.units", rule.Sure, []int{0, 2, 3, 0, 6, 0, 0, 1, 0, 0, 0, 0, 0, 1}},
		{"heavy-mortar-team", "heavy mortar team", "host.units", rule.Sure, []int{0, 2, 4, 0, 6, 0, 0, 1, 0, 0, 0, 0, 0, 1}},
		{"german-light-artillery", "German light artillery", "host.units", rule.Sure, []int{1, 2, 3, 0, 6, 0, 1, 1, 0, 0, 0, 0, 0, 0}},
		{"german-medium-artillery", "German medium artillery", "host.units", rule.Sure, []int{1, 2, 4, 0, 6, 0, 1, 1, 0, 0, 0, 0, 0, 0}},
		{"german-heavy-artillery", "German heavy artillery", "host.units", rule.Sure, []int{1, 2, 5, 0, 6, 0, 1, 1, 0, 0, 0, 0, 0, 0}},
		{"pak-40", "Pak 40", "host.units", rule.Sure, []int{1, 2, 4, 0, 6, 0, 1, 1, 0, 0, 0, 0, 0, 0}},
		{"pak-43", "Pak 43", "host.units", rule.Sure, []int{1, 2, 5, 0, 6, 0, 1, 1, 0, 0, 0, 0, 0, 0}},
		{"us-57mm-gun", "US 57 mm anti-tank gun", "host.units", rule.Sure, []int{1, 2, 3, 0, 6, 0, 1, 1, 0, 0, 0, 0, 0, 0}},
		{"us-3-inch-gun", "US 3-inch anti-tank gun", "host.units", rule.Sure, []int{1, 2, 5, 0, 6, 0, 1, 1, 0, 0, 0, 0, 0, 0}},
		{"us-75mm-howitzer", "US 75 mm howitzer", "host.units", rule.Sure, []int{1, 2, 3, 0, 6, 0, 1, 1, 0, 0, 0, 0, 0, 0}},
		{"us-105mm-howitzer", "US 105 mm howitzer", "host.units", rule.Sure, []int{1, 2, 4, 0, 6, 0, 0, 1, 0, 0, 0, 0, 0, 0}},
		{"us-155mm-howitzer", "US 155 mm howitzer", "host.units", rule.Sure, []int{1, 2, 5, 0, 6, 0, 0, 1, 0, 0, 0, 0, 0, 0}},
		{"truck", "truck", "host.units", rule.Sure, []int{3, 2, 0, 6, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"m3-half-track", "M3 half-track", "host.units", rule.Sure, []int{3, 2, 0, 7, 9, 0, 0, 0, 0, 0, 0, 0, 1, 0}},
		{"spinne", "Spinne light Panzermech", "host.units", rule.Sure, []int{5, 2, 0, 7, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"m8-grizzly", "M8 Grizzly", "host.units", rule.Sure, []int{5, 2, 0, 8, 12, 2, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"merlin", "Merlin heavy walker", "host.units", rule.Sure, []int{5, 2, 0, 9, 12, 2, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"zeus", "Zeus heavy Panzermech", "host.units", rule.Sure, []int{5, 2, 0, 10, 6, 0, 0, 0, 0, 2, 0, 0, 0, 0}},
		{"thor", "Thor heavy Panzermech", "host.units", rule.Sure, []int{5, 2, 0, 10, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"mammoth", "Mammoth", "host.units", rule.Sure, []int{5, 2, 0, 10, 6, 0, 0, 0, 0, 1, 0, 0, 0, 0}},
		{"mastadon", "Mastadon", "host.units", rule.Sure, []int{5, 2, 0, 10, 6, 0, 0, 0, 0, 1, 0, 0, 0, 0}},
		{"hummel", "Hummel", "host.units", rule.Sure, []int{4, 2, 0, 8, 9, 0, 0, 0, 0, 0, 0, 0, 1, 0}},
		{"stuh-42", "StuH 42", "host.units", rule.Sure, []int{4, 2, 0, 9, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"panzer-iv", "Panzer IV", "host.units", rule.Sure, []int{4, 2, 0, 9, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"sherman", "M4A3 Sherman", "host.units", rule.Sure, []int{4, 2, 0, 9, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"zippo", "Sherman Zippo", "host.units", rule.Sure, []int{4, 2, 0, 9, 9, 0, 0, 0, 0, 0, 0, 0, 2, 0}},
		{"tiger", "Tiger", "host.units", rule.Sure, []int{4, 2, 0, 10, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"jagdpanther", "Jagdpanther", "host.units", rule.Sure, []int{4, 2, 0, 10, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"pershing", "M26 Pershing", "host.units", rule.Sure, []int{4, 2, 0, 10, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"centurion", "Centurion Mk II", "host.units", rule.Sure, []int{4, 2, 0, 10, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"is-2", "IS-2", "host.units", rule.Sure, []int{4, 2, 0, 10, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"jumbo", "M4A3E2 Jumbo", "host.units", rule.Sure, []int{4, 2, 0, 10, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"churchill-avre", "Churchill AVRE", "host.units", rule.Sure, []int{4, 2, 0, 10, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"isu-152", "ISU-152", "host.units", rule.Sure, []int{4, 2, 0, 10, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"tiger-ii", "Tiger II", "host.units", rule.Sure, []int{4, 2, 0, 11, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"jagdtiger", "Jagdtiger", "host.units", rule.Sure, []int{4, 2, 0, 11, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"king-tiger-x", "King Tiger-X", "host.units", rule.Sure, []int{4, 2, 0, 11, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"churchill", "Churchill", "host.units", rule.Sure, []int{4, 2, 0, 11, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"churchill-crocodile", "Churchill Crocodile", "host.units", rule.Sure, []int{4, 2, 0, 11, 6, 0, 0, 0, 0, 0, 0, 0, 2, 0}},
		{"is-3", "IS-3", "host.units", rule.Sure, []int{4, 2, 0, 11, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
	},
}

// The columns of units.
const (
	unitClass = iota
	unitQuality
	unitMen
	unitValue
	unitAdvance
	unitFists
	unitShield
	unitTeam
	unitResilient
	unitTough
	unitFanatics
	unitAssault
	unitExposed
	unitFixed
)

// Classes of units.
const (
	classInfantry = iota
	classArtillery
	classMounted
	classVehicle
	classTank
	classWalker
)

// isVehicleClass reports whether units of a class are vehicles: tanks, walkers or others.
func isVehicleClass(class int) bool { return class >= classVehicle }
