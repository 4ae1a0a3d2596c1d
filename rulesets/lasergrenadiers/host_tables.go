package lasergrenadiers

import (
	"strconv"

	"loophole/rule"
)

// The tables and facts of this file belong to other rules of the game and are not published with
// the chapter. Values marked Guess are defaults. Values marked Sure are the kinds of pieces, and
// three rows with a number from the chapter's examples, which are constants in tables.go.

// The ends of the default penetration table.
const (
	maxAF = 14
	maxAC = 12
)

// penetration is the table of attack factor against armour class: a D10 of a
// cell or less penetrates. The default is 5 plus the difference.
var penetration = rule.Table{
	Name:    "penetration",
	Text:    "attack factor against armour class: penetrates on 1 to this",
	Columns: penetrationColumns(),
	Rows:    penetrationRows(),
}

func penetrationColumns() []rule.Column {
	var columns []rule.Column
	for ac := 1; ac <= maxAC; ac++ {
		n := strconv.Itoa(ac)
		columns = append(columns, rule.Column{Name: "ac-" + n, Text: "armour class " + n, Max: 10})
	}
	return columns
}

func penetrationRows() []rule.Row {
	var rows []rule.Row
	for af := 1; af <= maxAF; af++ {
		n := strconv.Itoa(af)
		r := rule.Row{Name: "af-" + n, Text: "attack factor " + n, Cite: "host.penetration", Confidence: rule.Guess}
		for ac := 1; ac <= maxAC; ac++ {
			r.Cells = append(r.Cells, min(max(af-ac+5, 0), 10))
		}
		rows = append(rows, r)
	}
	return rows
}

// penetratesOn looks up the highest face that penetrates; 0 is never.
func penetratesOn(u *rule.Umpire, af, ac int) int {
	if af < 1 || ac < 1 {
		return 0
	}
	return u.Cell(&penetration, rule.Ref(min(af, maxAF)), min(ac, maxAC)-1)
}

// military is the armour of rule 16 for fortifications.
var military = rule.Table{
	Name:    "military",
	Text:    "armour classes of military construction",
	Columns: []rule.Column{{Name: "ac", Text: "armour class", Min: 1, Max: maxAC}},
	Rows: []rule.Row{
		{"composite", "composite armour", "ac.military", rule.Guess, []int{10}},
		{"heavy-composite", "heavy composite armour", "ac.military", rule.Guess, []int{11}},
		{"armoured-concrete", "armoured reinforced concrete", "ac.military", rule.Guess, []int{10}},
	},
}

// A weaponRow is a row of weapons. What does not apply to the weapon is left out.
type weaponRow struct {
	af     int  // attack factor
	area   bool // it has an effect area
	mode   Mode
	class  WeaponClass
	family string // row of ignition, the table of fires
}

// columns returns the cells of the row in the order of the columns of the table.
func (r weaponRow) columns() []int {
	return []int{r.af, rule.YesCell(r.area), int(r.mode), int(r.class - Infantry), int(ignition.Ref(r.family))}
}

// weapons are weapons by name. Families are rows of the table of fires.
var weapons = rule.Table{
	Name: "weapons",
	Text: "weapons and tools by name",
	Columns: []rule.Column{
		{Name: "af", Text: "attack factor", Min: 1, Max: maxAF},
		{Name: "area", Text: "it has an effect area (1 yes)", Max: 1},
		{Name: "mode", Text: "1 single, 2 beam, 3 automatic, 4 pulse, 5 rotary", Min: 1, Max: 5},
		{Name: "class", Text: "0 infantry, 1 vehicle, 2 nuclear, 3 tool", Max: 3},
		{Name: "family", Text: "its row in the table of fires; 0 for none", Max: 19},
	},
	Rows: []rule.Row{
		{"heavy-fusion-rifle", "heavy fusion rifle", "points.fusion", rule.Sure, weaponRow{af: heavyFusionAF, area: true, mode: SingleShot, class: Infantry, family: "fusion"}.columns()},
		{"fusion-rifle", "medium fusion rifle", "host.weapons", rule.Guess, weaponRow{af: 6, area: true, mode: SingleShot, class: Infantry, family: "fusion"}.columns()},
		{"light-fusion-rifle", "light fusion rifle", "host.weapons", rule.Guess, weaponRow{af: 5, area: true, mode: SingleShot, class: Infantry, family: "fusion"}.columns()},
		{"bolt-rifle", "bolt rifle", "host.weapons", rule.Guess, weaponRow{af: 4, mode: SingleShot, class: Infantry, family: "bolt"}.columns()},
		{"assault-rifle", "assault rifle", "host.weapons", rule.Guess, weaponRow{af: 3, mode: Automatic, class: Infantry}.columns()},
		{"laser-rifle", "laser rifle", "host.weapons", rule.Guess, weaponRow{af: 4, mode: Beam, class: Infantry, family: "laser"}.columns()},
		{"pulse-laser", "pulse laser", "host.weapons", rule.Guess, weaponRow{af: 5, mode: Pulse, class: Infantry, family: "laser"}.columns()},
		{"phaser-rifle", "phaser rifle", "host.weapons", rule.Guess, weaponRow{af: 5, mode: Beam, class: Infantry, family: "phaser"}.columns()},
		{"machine-gun", "machine gun", "host.weapons", rule.Guess, weaponRow{af: 4, mode: Automatic, class: Infantry}.columns()},
		{"minigun", "rotary machine gun", "host.weapons", rule.Guess, weaponRow{af: 4, mode: Rotary, class: Infantry}.columns()},
		{"plasma-gun", "plasma gun", "host.weapons", rule.Guess, weaponRow{af: 6, area: true, mode: SingleShot, class: Infantry, family: "plasma"}.columns()},
		{"blaster", "blaster", "host.weapons", rule.Guess, weaponRow{af: 5, mode: SingleShot, class: Infantry, family: "blast"}.columns()},
		{"blazer", "blazer", "host.weapons", rule.Guess, weaponRow{af: 5, mode: Beam, class: Infantry, family: "blazer"}.columns()},
		{"flamer", "flamer", "host.weapons", rule.Guess, weaponRow{af: 5, area: true, mode: Beam, class: Infantry, family: "flamer"}.columns()},
		{"flamethrower", "flamethrower", "host.weapons", rule.Guess, weaponRow{af: 5, area: true, mode: Beam, class: Infantry, family: "flamethrower"}.columns()},
		{"grenade", "grenade", "host.weapons", rule.Guess, weaponRow{af: 4, area: true, mode: SingleShot, class: Infantry, family: "high-explosive"}.columns()},
		{"grenade-launcher", "grenade launcher", "host.weapons", rule.Guess, weaponRow{af: 5, area: true, mode: SingleShot, class: Infantry, family: "high-explosive"}.columns()},
		{"rpg", "rocket-propelled grenade", "host.weapons", rule.Guess, weaponRow{af: 7, area: true, mode: SingleShot, class: Infantry, family: "high-explosive"}.columns()},
		{"piercer", "piercer missile", "attack.warheads", rule.Guess, weaponRow{af: 10, mode: SingleShot, class: Vehicle, family: "piercer"}.columns()},
		{"hammerhead", "hammerhead warhead", "attack.warheads", rule.Guess, weaponRow{af: 10, area: true, mode: SingleShot, class: Vehicle, family: "hammerhead"}.columns()},
		{"nuclear-warhead", "nuclear warhead", "attack.warheads", rule.Guess, weaponRow{af: 14, area: true, mode: SingleShot, class: Nuclear, family: "nuclear"}.columns()},
		{"light-cannon", "light cannon", "host.weapons", rule.Guess, weaponRow{af: 7, mode: SingleShot, class: Vehicle}.columns()},
		{"autocannon", "25 mm automatic cannon", "host.weapons", rule.Guess, weaponRow{af: 7, mode: Automatic, class: Vehicle}.columns()},
		{"rotary-cannon", "rotary cannon", "host.weapons", rule.Guess, weaponRow{af: 7, mode: Rotary, class: Vehicle}.columns()},
		{"heavy-cannon", "heavy cannon", "host.weapons", rule.Guess, weaponRow{af: 9, mode: SingleShot, class: Vehicle}.columns()},
		{"howitzer", "howitzer shell", "host.weapons", rule.Guess, weaponRow{af: 8, area: true, mode: SingleShot, class: Vehicle, family: "high-explosive"}.columns()},
		{"laser-cannon", "laser cannon", "attack.energy", rule.Guess, weaponRow{af: 9, mode: Beam, class: Vehicle, family: "laser"}.columns()},
		{"particle-cannon", "particle beam cannon", "attack.energy", rule.Guess, weaponRow{af: 9, mode: Beam, class: Vehicle, family: "particle-beam"}.columns()},
		{"conversion-cannon", "conversion beam cannon", "attack.energy", rule.Guess, weaponRow{af: 9, mode: Beam, class: Vehicle, family: "conversion-beam"}.columns()},
		{"distortion-cannon", "distortion beam cannon", "attack.energy", rule.Guess, weaponRow{af: 9, mode: Beam, class: Vehicle, family: "distortion-beam"}.columns()},
		{"fusion-cannon", "fusion cannon", "attack.energy", rule.Guess, weaponRow{af: 9, area: true, mode: SingleShot, class: Vehicle, family: "fusion"}.columns()},
		{"plasma-cannon", "plasma cannon", "attack.energy", rule.Guess, weaponRow{af: 9, area: true, mode: SingleShot, class: Vehicle, family: "plasma"}.columns()},
		{"hellburner", "hellburner", "host.weapons", rule.Guess, weaponRow{af: 6, area: true, mode: SingleShot, class: Vehicle, family: "hellburner"}.columns()},
		{"hellfire", "hellfire missile", "host.weapons", rule.Guess, weaponRow{af: 8, area: true, mode: SingleShot, class: Vehicle, family: "hellfire"}.columns()},
		{"vaporshock", "vaporshock projector", "host.weapons", rule.Guess, weaponRow{af: 7, area: true, mode: SingleShot, class: Vehicle, family: "vaporshock"}.columns()},
		{"chainsaw", "chainsaw", "host.weapons", rule.Guess, weaponRow{af: 6, mode: SingleShot, class: Tool}.columns()},
		{"buzzsaw", "buzzsaw", "host.weapons", rule.Guess, weaponRow{af: 6, mode: SingleShot, class: Tool}.columns()},
		{"demolition-charge", "demolition charge", "host.weapons", rule.Guess, weaponRow{af: 8, area: true, mode: SingleShot, class: Tool, family: "high-explosive"}.columns()},
	},
}

// The columns of weapons.
const (
	weaponAF = iota
	weaponArea
	weaponMode
	weaponClassColumn
	weaponFamily
)

// Rows of weapons that the code names.
var (
	heavyFusion = weapons.Ref("heavy-fusion-rifle")
	boltRifle   = weapons.Ref("bolt-rifle")
	chainsaw    = weapons.Ref("chainsaw")
	buzzsaw     = weapons.Ref("buzzsaw")
	demolitions = weapons.Ref("demolition-charge")
)

// troops are pieces by name, with their armour.
var troops = rule.Table{
	Name:    "troops",
	Text:    "armour classes of pieces",
	Columns: []rule.Column{{Name: "ac", Text: "armour class", Min: 1, Max: maxAC}},
	Rows: []rule.Row{
		{"infantry", "infantry", "host.troops", rule.Guess, []int{3}},
		{"armoured-infantry", "infantry in heavy armour", "host.troops", rule.Guess, []int{5}},
		{"powered-infantry", "infantry in powered armour", "host.troops", rule.Guess, []int{6}},
		{"crew-served", "crew-served weapon", "host.troops", rule.Guess, []int{3}},
		{"combat-engineer", "combat engineer", "host.troops", rule.Guess, []int{3}},
		{"wardrone", "wardrone", "host.troops", rule.Guess, []int{6}},
		{"engineering-vehicle", "armoured engineering vehicle", "host.troops", rule.Guess, []int{8}},
		{"light-vehicle", "light vehicle", "host.troops", rule.Guess, []int{5}},
		{"tank", "tank", "host.troops", rule.Guess, []int{10}},
	},
}

// pieceKinds has the kind of piece for the same rows.
var pieceKinds = rule.Table{
	Name: "kinds",
	Text: "what the pieces are",
	Columns: []rule.Column{
		{Name: "vehicle", Text: "it is a vehicle (1 yes)", Max: 1},
		{Name: "engineer", Text: "it breaches walls: 1 engineer, 2 wardrone", Max: 2},
	},
	Rows: []rule.Row{
		{"infantry", "infantry", "host.troops", rule.Sure, []int{0, 0}},
		{"armoured-infantry", "infantry in heavy armour", "host.troops", rule.Sure, []int{0, 0}},
		{"powered-infantry", "infantry in powered armour", "host.troops", rule.Sure, []int{0, 0}},
		{"crew-served", "crew-served weapon", "host.troops", rule.Sure, []int{0, 0}},
		{"combat-engineer", "combat engineer", "engineers.tools", rule.Sure, []int{0, 1}},
		{"wardrone", "wardrone", "engineers.wardrone", rule.Sure, []int{1, 2}},
		{"engineering-vehicle", "armoured engineering vehicle", "engineers.tools", rule.Sure, []int{1, 1}},
		{"light-vehicle", "light vehicle", "host.troops", rule.Sure, []int{1, 0}},
		{"tank", "tank", "host.troops", rule.Sure, []int{1, 0}},
	},
}

// The columns of kinds.
const (
	kindVehicle = iota
	kindEngineer
)

// engineerWardrone is the cell of the column engineer for a wardrone.
const engineerWardrone = 2

// Rows of troops that the code names.
var (
	infantry   = troops.Ref("infantry")
	wardrone   = troops.Ref("wardrone")
	crewServed = troops.Ref("crew-served")
)

func isVehicle(u *rule.Umpire, unit rule.Ref) bool {
	return u.Cell(&pieceKinds, unit, kindVehicle) == 1
}

// A materialRow is a row of materials. What the type does not have is left out.
type materialRow struct {
	wall   string // row of walls
	armour string // row of military armour
	field  string // row of walls, as a field work
	roof   string // row of roofs
}

// columns returns the cells of the row in the order of the columns of the table.
func (r materialRow) columns() []int {
	return []int{int(walls.Ref(r.wall)), int(military.Ref(r.armour)), int(walls.Ref(r.field)), int(roofs.Ref(r.roof))}
}

// materials is the table of the usual materials of structures, for situations that state none.
// Numbers are rows of the tables of walls, military armour and roofs.
var materials = rule.Table{
	Name: "materials",
	Text: "usual materials",
	Columns: []rule.Column{
		{Name: "wall", Text: "row of walls; 0 for none", Max: 14},
		{Name: "armour", Text: "row of military armour; 0 for none", Max: 3},
		{Name: "field", Text: "row of walls as a field work", Max: 14},
		{Name: "roof", Text: "row of roofs; 0 for none", Max: 5},
	},
	Rows: []rule.Row{
		{"bunker", "bunker", "host.usual", rule.Guess, materialRow{wall: "reinforced-concrete", field: "earth", roof: "reinforced-concrete"}.columns()},
		{"foxhole", "foxhole", "host.usual", rule.Guess, materialRow{wall: "earth", field: "earth"}.columns()},
		{"pillbox", "pillbox", "host.usual", rule.Guess, materialRow{wall: "reinforced-concrete", field: "logs", roof: "reinforced-concrete"}.columns()},
		{"strongpoint", "strongpoint", "host.usual", rule.Guess, materialRow{armour: "composite", field: "earth"}.columns()},
		{"trench", "trench", "host.usual", rule.Guess, materialRow{wall: "earth", field: "earth"}.columns()},
		{"emplacement", "weapon emplacement", "host.usual", rule.Guess, materialRow{wall: "reinforced-concrete", field: "sandbags"}.columns()},
		{"turret", "weapon turret", "host.usual", rule.Guess, materialRow{armour: "composite", field: "earth"}.columns()},
		{"house", "house", "host.usual", rule.Guess, materialRow{wall: "brick", field: "brick", roof: "wood-and-tile"}.columns()},
		{"shed", "shed", "host.usual", rule.Guess, materialRow{wall: "timber-light", field: "timber-light", roof: "wood-and-shingle"}.columns()},
		{"church", "church", "host.usual", rule.Guess, materialRow{wall: "stone-medium", field: "stone-medium", roof: "wood-and-tile"}.columns()},
		{"barn", "barn", "host.usual", rule.Guess, materialRow{wall: "timber-medium", field: "timber-medium", roof: "thatch"}.columns()},
		{"store", "store", "host.usual", rule.Guess, materialRow{wall: "brick", field: "brick", roof: "wood-and-tile"}.columns()},
		{"factory", "factory", "host.usual", rule.Guess, materialRow{wall: "brick", field: "brick", roof: "metal-sheeting"}.columns()},
		{"storage-tank", "storage tank", "host.usual", rule.Guess, materialRow{wall: "sheet-metal", field: "sheet-metal", roof: "metal-sheeting"}.columns()},
		{"warehouse", "warehouse", "host.usual", rule.Guess, materialRow{wall: "concrete", field: "concrete", roof: "metal-sheeting"}.columns()},
		{"building", "other building", "host.usual", rule.Guess, materialRow{wall: "brick", field: "brick", roof: "wood-and-tile"}.columns()},
	},
}

// The columns of materials.
const (
	usualWall = iota
	usualArmour
	usualField
	usualRoof
)

// openings is the table of openings that a shot can be aimed into: target size and width.
var openings = rule.Table{
	Name: "openings",
	Text: "openings as targets",
	Columns: []rule.Column{
		{Name: "size", Text: "on the hit number for its size", Min: -9, Max: 9},
		{Name: "width", Text: "quarter inches across", Min: 1, Max: 99},
	},
	Rows: []rule.Row{
		{"firing-slit", "firing slit", "opening.size", rule.Guess, []int{-3, 2}},
		{"embrasure", "embrasure", "opening.size", rule.Guess, []int{-3, 3}},
		{"window", "window", "opening.size", rule.Guess, []int{-2, 4}},
		{"doorway", "doorway", "opening.size", rule.Guess, []int{0, 4}},
		{"breach", "breach made by engineers", "opening.size", rule.Guess, []int{0, 4}},
		{"hole", "hole left by a shot", "opening.size", rule.Guess, []int{-4, 1}},
	},
}

// Rows of openings that the code names.
var (
	firingSlit = openings.Ref("firing-slit")
	embrasure  = openings.Ref("embrasure")
	window     = openings.Ref("window")
	doorway    = openings.Ref("doorway")
	breachIn   = openings.Ref("breach")
	hole       = openings.Ref("hole")
)

// detection is the highest face of a D10 that detects, by concealment. Pieces that
// are totally concealed are not detected.
var detection = rule.Table{
	Name:    "detection",
	Text:    "to detect a piece, by its concealment",
	Columns: []rule.Column{{Name: "seen-on", Text: "detected on 1 to this", Max: 10}},
	Rows: []rule.Row{
		{"none", "not concealed", "host.detect", rule.Guess, []int{9}},
		{"under-a-third", "less than a third concealed", "host.detect", rule.Guess, []int{7}},
		{"a-third", "a third to two thirds concealed", "host.detect", rule.Guess, []int{5}},
		{"over-two-thirds", "more than two thirds concealed", "hidden.number", rule.Sure, []int{overTwoThirdsSeenOn}},
	},
}

// concealing is the table of the points that concealment takes off the hit number.
var concealing = rule.Table{
	Name:    "concealment",
	Text:    "on the hit number, by the target's concealment",
	Columns: []rule.Column{{Name: "hit", Text: "on the hit number", Min: -9, Max: 9}},
	Rows: []rule.Row{
		{"none", "not concealed", "host.concealment", rule.Guess, []int{0}},
		{"under-a-third", "less than a third concealed", "host.concealment", rule.Guess, []int{-1}},
		{"a-third", "a third to two thirds concealed", "host.concealment", rule.Guess, []int{-2}},
		{"over-two-thirds", "more than two thirds concealed", "host.concealment", rule.Guess, []int{-3}},
	},
}

// signatures is the table of the bonus to detect a piece that fires, by its type of weapon.
var signatures = rule.Table{
	Name:    "signatures",
	Text:    "bonus to detect who fires it",
	Columns: []rule.Column{{Name: "bonus", Text: "on the detection number", Min: -9, Max: 9}},
	Rows: []rule.Row{
		{"blast", "blast", "hidden.signature", rule.Guess, []int{0}},
		{"blazer", "blazer", "hidden.signature", rule.Guess, []int{0}},
		{"bolt", "bolt rifle", "hidden.bolt", rule.Sure, []int{boltRifleSignature}},
		{"conversion-beam", "conversion beam", "hidden.signature", rule.Guess, []int{0}},
		{"distortion-beam", "distortion beam", "hidden.signature", rule.Guess, []int{0}},
		{"flamer", "flamer", "hidden.signature", rule.Guess, []int{0}},
		{"flamethrower", "flamethrower", "hidden.signature", rule.Guess, []int{0}},
		{"fusion", "fusion", "hidden.signature", rule.Guess, []int{0}},
		{"hammerhead", "hammerhead", "hidden.signature", rule.Guess, []int{0}},
		{"hellburner", "hellburner", "hidden.signature", rule.Guess, []int{0}},
		{"hellfire", "hellfire", "hidden.signature", rule.Guess, []int{0}},
		{"high-explosive", "high explosive", "hidden.signature", rule.Guess, []int{0}},
		{"laser", "laser", "hidden.signature", rule.Guess, []int{0}},
		{"nuclear", "nuclear", "hidden.signature", rule.Guess, []int{0}},
		{"particle-beam", "particle beam", "hidden.signature", rule.Guess, []int{0}},
		{"phaser", "phaser", "hidden.signature", rule.Guess, []int{0}},
		{"piercer", "piercer", "hidden.signature", rule.Guess, []int{0}},
		{"plasma", "plasma", "hidden.signature", rule.Guess, []int{0}},
		{"vaporshock", "vaporshock", "hidden.signature", rule.Guess, []int{0}},
		{"other", "other weapons", "hidden.signature", rule.Guess, []int{0}},
	},
}

// Facts of the game around the chapter.
var (
	hitShort     = rule.Fact{Name: "hit.short", Cite: "host.hit", Text: "hit number at short range", Value: 8, Min: 0, Max: 10, Confidence: rule.Guess}
	hitMedium    = rule.Fact{Name: "hit.medium", Cite: "host.hit", Text: "hit number at medium range", Value: 6, Min: 0, Max: 10, Confidence: rule.Guess}
	hitLong      = rule.Fact{Name: "hit.long", Cite: "host.hit", Text: "hit number at long range", Value: 4, Min: 0, Max: 10, Confidence: rule.Guess}
	hitLowest    = rule.Fact{Name: "hit.least", Cite: "host.hit", Text: "lowest hit number", Value: 1, Min: 0, Max: 10, Confidence: rule.Guess}
	hitHighest   = rule.Fact{Name: "hit.most", Cite: "host.hit", Text: "highest hit number", Value: 9, Min: 0, Max: 10, Confidence: rule.Guess}
	sizeSide     = rule.Fact{Name: "size.whole", Cite: "host.hit", Text: "modifier to the hit number for a whole side of a structure", Value: 4, Min: -9, Max: 9, Confidence: rule.Guess}
	sizeSection  = rule.Fact{Name: "size.section", Cite: "host.hit", Text: "modifier to the hit number for a section of wall or roof", Value: 3, Min: -9, Max: 9, Confidence: rule.Guess}
	sizeSoldier  = rule.Fact{Name: "size.soldier", Cite: "host.hit", Text: "modifier to the hit number for a soldier", Value: 0, Min: -9, Max: 9, Confidence: rule.Guess}
	sizeVehicle  = rule.Fact{Name: "size.vehicle", Cite: "host.hit", Text: "modifier to the hit number for a vehicle", Value: 2, Min: -9, Max: 9, Confidence: rule.Guess}
	toolHit      = rule.Fact{Name: "hit.tool", Cite: "host.tool", Text: "hit number of a tool or charge used at the wall", Value: 9, Min: 0, Max: 10, Confidence: rule.Guess}
	areaInfantry = rule.Fact{Name: "area.infantry", Cite: "host.areas", Text: "radius of an infantry weapon's effect area in quarter inches", Value: 4, Min: 1, Max: 99, Confidence: rule.Guess}
	areaVehicle  = rule.Fact{Name: "area.vehicle", Cite: "host.areas", Text: "radius of a vehicle weapon's effect area in quarter inches", Value: 6, Min: 1, Max: 99, Confidence: rule.Guess}
	areaNuclear  = rule.Fact{Name: "area.nuclear", Cite: "host.areas", Text: "radius of a nuclear warhead's effect area in quarter inches", Value: 24, Min: 1, Max: 99, Confidence: rule.Guess}
	screenAF     = rule.Fact{Name: "screen.af", Cite: "permanent.screens", Text: "points that a defence screen takes off the attack factor", Value: 1, Min: 0, Max: maxAF, Confidence: rule.Guess}
)
