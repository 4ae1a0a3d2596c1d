package konflikt47

import "loophole/rule"

// A unitRow is a row of units. What does not apply to the unit is left out.
type unitRow struct {
	class       int // classInfantry to classWalker
	quality     Quality
	men         int  // models at full strength
	damageValue int  // of a vehicle
	advance     int  // inches on an Advance, half of a Run
	fists       int  // of a walker
	shield      bool // gun shield
	team        bool // weapon team
	resilient   bool
	tough       int // toughAllRound or toughInFront
	fanatics    bool
	assault     bool // every model has an assault weapon
	exposed     int  // openTopped or flameFuel
	fixed       bool // infantry with a fixed weapon
}

// columns returns the cells of the row in the order of the columns of the table.
func (r unitRow) columns() []int {
	return []int{
		r.class, int(r.quality), r.men, r.damageValue, r.advance, r.fists,
		rule.YesCell(r.shield), rule.YesCell(r.team), rule.YesCell(r.resilient), r.tough, rule.YesCell(r.fanatics),
		rule.YesCell(r.assault), r.exposed, rule.YesCell(r.fixed),
	}
}

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
		{"wehrmacht-infantry", "Wehrmacht infantry", "host.units", rule.Sure, unitRow{quality: Regular, men: 8, advance: 6}.columns()},
		{"wehrmacht-heavy-infantry", "Wehrmacht heavy infantry", "host.units", rule.Sure, unitRow{quality: Veteran, men: 8, advance: 4, resilient: true, assault: true}.columns()},
		{"shocktroopers", "Waffen-SS shocktroopers", "host.units", rule.Sure, unitRow{quality: Regular, men: 10, advance: 6, tough: toughAllRound, fanatics: true, assault: true}.columns()},
		{"sturmpioniere", "Sturmpioniere", "host.units", rule.Sure, unitRow{quality: Veteran, men: 10, advance: 6}.columns()},
		{"us-infantry", "US infantry", "host.units", rule.Sure, unitRow{quality: Regular, men: 12, advance: 6}.columns()},
		{"us-airborne", "US airborne or Rangers", "host.units", rule.Sure, unitRow{quality: Veteran, men: 12, advance: 6}.columns()},
		{"us-heavy-infantry", "US heavy infantry", "host.units", rule.Sure, unitRow{quality: Veteran, men: 10, advance: 6, resilient: true, assault: true}.columns()},
		{"cavalry", "mounted cavalry", "host.units", rule.Likely, unitRow{class: classMounted, quality: Regular, men: 10, advance: 9}.columns()},
		{"mmg-team", "medium machine gun team", "host.units", rule.Sure, unitRow{quality: Regular, men: 3, advance: 6, team: true, fixed: true}.columns()},
		{"hmg-team", "US .50 machine gun team", "host.units", rule.Sure, unitRow{quality: Regular, men: 4, advance: 6, team: true, fixed: true}.columns()},
		{"flamethrower-team", "flamethrower team", "host.units", rule.Sure, unitRow{quality: Regular, men: 2, advance: 6, team: true}.columns()},
		{"anti-tank-team", "bazooka or Panzerschreck team", "host.units", rule.Sure, unitRow{quality: Regular, men: 2, advance: 6, team: true}.columns()},
		{"sniper-team", "sniper team", "host.units", rule.Sure, unitRow{quality: Regular, men: 2, advance: 6, team: true}.columns()},
		{"medium-mortar-team", "medium mortar team", "host.units", rule.Sure, unitRow{quality: Regular, men: 3, advance: 6, team: true, fixed: true}.columns()},
		{"heavy-mortar-team", "heavy mortar team", "host.units", rule.Sure, unitRow{quality: Regular, men: 4, advance: 6, team: true, fixed: true}.columns()},
		{"german-light-artillery", "German light artillery", "host.units", rule.Sure, unitRow{class: classArtillery, quality: Regular, men: 3, advance: 6, shield: true, team: true}.columns()},
		{"german-medium-artillery", "German medium artillery", "host.units", rule.Sure, unitRow{class: classArtillery, quality: Regular, men: 4, advance: 6, shield: true, team: true}.columns()},
		{"german-heavy-artillery", "German heavy artillery", "host.units", rule.Sure, unitRow{class: classArtillery, quality: Regular, men: 5, advance: 6, shield: true, team: true}.columns()},
		{"pak-40", "Pak 40", "host.units", rule.Sure, unitRow{class: classArtillery, quality: Regular, men: 4, advance: 6, shield: true, team: true}.columns()},
		{"pak-43", "Pak 43", "host.units", rule.Sure, unitRow{class: classArtillery, quality: Regular, men: 5, advance: 6, shield: true, team: true}.columns()},
		{"us-57mm-gun", "US 57 mm anti-tank gun", "host.units", rule.Sure, unitRow{class: classArtillery, quality: Regular, men: 3, advance: 6, shield: true, team: true}.columns()},
		{"us-3-inch-gun", "US 3-inch anti-tank gun", "host.units", rule.Sure, unitRow{class: classArtillery, quality: Regular, men: 5, advance: 6, shield: true, team: true}.columns()},
		{"us-75mm-howitzer", "US 75 mm howitzer", "host.units", rule.Sure, unitRow{class: classArtillery, quality: Regular, men: 3, advance: 6, shield: true, team: true}.columns()},
		{"us-105mm-howitzer", "US 105 mm howitzer", "host.units", rule.Sure, unitRow{class: classArtillery, quality: Regular, men: 4, advance: 6, team: true}.columns()},
		{"us-155mm-howitzer", "US 155 mm howitzer", "host.units", rule.Sure, unitRow{class: classArtillery, quality: Regular, men: 5, advance: 6, team: true}.columns()},
		{"truck", "truck", "host.units", rule.Sure, unitRow{class: classVehicle, quality: Regular, damageValue: 6, advance: 12}.columns()},
		{"m3-half-track", "M3 half-track", "host.units", rule.Sure, unitRow{class: classVehicle, quality: Regular, damageValue: 7, advance: 9, exposed: openTopped}.columns()},
		{"spinne", "Spinne light Panzermech", "host.units", rule.Sure, unitRow{class: classWalker, quality: Regular, damageValue: 7, advance: 12}.columns()},
		{"m8-grizzly", "M8 Grizzly", "host.units", rule.Sure, unitRow{class: classWalker, quality: Regular, damageValue: 8, advance: 12, fists: 2}.columns()},
		{"merlin", "Merlin heavy walker", "host.units", rule.Sure, unitRow{class: classWalker, quality: Regular, damageValue: 9, advance: 12, fists: 2}.columns()},
		{"zeus", "Zeus heavy Panzermech", "host.units", rule.Sure, unitRow{class: classWalker, quality: Regular, damageValue: 10, advance: 6, tough: toughInFront}.columns()},
		{"thor", "Thor heavy Panzermech", "host.units", rule.Sure, unitRow{class: classWalker, quality: Regular, damageValue: 10, advance: 6}.columns()},
		{"mammoth", "Mammoth", "host.units", rule.Sure, unitRow{class: classWalker, quality: Regular, damageValue: 10, advance: 6, tough: toughAllRound}.columns()},
		{"mastadon", "Mastadon", "host.units", rule.Sure, unitRow{class: classWalker, quality: Regular, damageValue: 10, advance: 6, tough: toughAllRound}.columns()},
		{"hummel", "Hummel", "host.units", rule.Sure, unitRow{class: classTank, quality: Regular, damageValue: 8, advance: 9, exposed: openTopped}.columns()},
		{"stuh-42", "StuH 42", "host.units", rule.Sure, unitRow{class: classTank, quality: Regular, damageValue: 9, advance: 9}.columns()},
		{"panzer-iv", "Panzer IV", "host.units", rule.Sure, unitRow{class: classTank, quality: Regular, damageValue: 9, advance: 9}.columns()},
		{"sherman", "M4A3 Sherman", "host.units", rule.Sure, unitRow{class: classTank, quality: Regular, damageValue: 9, advance: 9}.columns()},
		{"zippo", "Sherman Zippo", "host.units", rule.Sure, unitRow{class: classTank, quality: Regular, damageValue: 9, advance: 9, exposed: flameFuel}.columns()},
		{"tiger", "Tiger", "host.units", rule.Sure, unitRow{class: classTank, quality: Regular, damageValue: 10, advance: 9}.columns()},
		{"jagdpanther", "Jagdpanther", "host.units", rule.Sure, unitRow{class: classTank, quality: Regular, damageValue: 10, advance: 9}.columns()},
		{"pershing", "M26 Pershing", "host.units", rule.Sure, unitRow{class: classTank, quality: Regular, damageValue: 10, advance: 9}.columns()},
		{"centurion", "Centurion Mk II", "host.units", rule.Sure, unitRow{class: classTank, quality: Regular, damageValue: 10, advance: 9}.columns()},
		{"is-2", "IS-2", "host.units", rule.Sure, unitRow{class: classTank, quality: Regular, damageValue: 10, advance: 9}.columns()},
		{"jumbo", "M4A3E2 Jumbo", "host.units", rule.Sure, unitRow{class: classTank, quality: Regular, damageValue: 10, advance: 6}.columns()},
		{"churchill-avre", "Churchill AVRE", "host.units", rule.Sure, unitRow{class: classTank, quality: Regular, damageValue: 10, advance: 6}.columns()},
		{"isu-152", "ISU-152", "host.units", rule.Sure, unitRow{class: classTank, quality: Regular, damageValue: 10, advance: 9}.columns()},
		{"tiger-ii", "Tiger II", "host.units", rule.Sure, unitRow{class: classTank, quality: Regular, damageValue: 11, advance: 9}.columns()},
		{"jagdtiger", "Jagdtiger", "host.units", rule.Sure, unitRow{class: classTank, quality: Regular, damageValue: 11, advance: 9}.columns()},
		{"king-tiger-x", "King Tiger-X", "host.units", rule.Sure, unitRow{class: classTank, quality: Regular, damageValue: 11, advance: 9}.columns()},
		{"churchill", "Churchill", "host.units", rule.Sure, unitRow{class: classTank, quality: Regular, damageValue: 11, advance: 6}.columns()},
		{"churchill-crocodile", "Churchill Crocodile", "host.units", rule.Sure, unitRow{class: classTank, quality: Regular, damageValue: 11, advance: 6, exposed: flameFuel}.columns()},
		{"is-3", "IS-3", "host.units", rule.Sure, unitRow{class: classTank, quality: Regular, damageValue: 11, advance: 9}.columns()},
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
