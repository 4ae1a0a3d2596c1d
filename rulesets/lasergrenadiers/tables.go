package lasergrenadiers

import "loophole/rule"

// The chapter's tables, in its order. Those of walls and roofs are in armor_classes.go. Three
// numbers of its examples are cells of tables that another rule of the game owns, in
// host_tables.go: they stand here by name.

// Numbers of the chapter's examples.
const (
	heavyFusionAF       = 7 // attack factor of a heavy fusion rifle (points.fusion)
	overTwoThirdsSeenOn = 3 // a piece more than two thirds concealed is detected on 1 to this (hidden.number)
	boltRifleSignature  = 1 // added when it fires a bolt rifle (hidden.bolt)
)

// A structureRow is a row of structures. What does not apply to the type is left out.
type structureRow struct {
	class    Class
	either   bool // may be permanent or field
	overhead int  // overhead cover: someOverhead or completeOverhead
	fights   bool // troops fight from inside
	openings openingKind
	capacity int // most soldiers, 0 if not limited
}

// columns returns the cells of the row in the order of the columns of the table.
func (r structureRow) columns() []int {
	return []int{int(r.class - Permanent), rule.YesCell(r.either), r.overhead, rule.YesCell(r.fights), int(r.openings), r.capacity}
}

// structures is what the chapter says of each type of structure.
var structures = rule.Table{
	Name: "structures",
	Text: "types of structure and their properties",
	Columns: []rule.Column{
		{Name: "class", Text: "0 permanent, 1 field, 2 building, 3 turret", Max: 3},
		{Name: "either", Text: "may be permanent or field (1 yes)", Max: 1},
		{Name: "overhead", Text: "overhead cover: 0 never, 1 sometimes, 2 complete", Max: 2},
		{Name: "fights", Text: "troops fight from inside (1 yes)", Max: 1},
		{Name: "openings", Text: "0 open, 1 a doorway, 2 slits and doorway, 3 windows and doorway, 4 none", Max: 4},
		{Name: "capacity", Text: "most soldiers; 0 is not limited", Max: 99},
	},
	Rows: []rule.Row{
		{"bunker", "bunker", "permanent.list", rule.Sure, structureRow{class: Permanent, either: true, overhead: completeOverhead, openings: doorwayOnly}.columns()},
		{"foxhole", "foxhole", "field.list", rule.Sure, structureRow{class: Field, overhead: someOverhead, fights: true, capacity: 2}.columns()},
		{"pillbox", "pillbox", "permanent.list", rule.Sure, structureRow{class: Permanent, either: true, overhead: completeOverhead, fights: true, openings: slitsAndDoorway}.columns()},
		{"strongpoint", "strongpoint", "permanent.list", rule.Likely, structureRow{class: Permanent, overhead: completeOverhead, fights: true, openings: slitsAndDoorway}.columns()},
		{"trench", "trench", "field.list", rule.Sure, structureRow{class: Field, overhead: someOverhead, fights: true}.columns()},
		{"emplacement", "weapon emplacement", "field.list", rule.Sure, structureRow{class: Field, either: true, overhead: someOverhead, fights: true}.columns()},
		{"turret", "weapon turret", "turret.mount", rule.Likely, structureRow{class: TurretMount, overhead: completeOverhead, fights: true, openings: noOpenings}.columns()},
		{"house", "house", "building.kinds", rule.Sure, structureRow{class: Civilian, overhead: completeOverhead, fights: true, openings: windowsAndDoorway}.columns()},
		{"shed", "shed", "building.kinds", rule.Sure, structureRow{class: Civilian, overhead: completeOverhead, fights: true, openings: windowsAndDoorway}.columns()},
		{"church", "church", "building.kinds", rule.Sure, structureRow{class: Civilian, overhead: completeOverhead, fights: true, openings: windowsAndDoorway}.columns()},
		{"barn", "barn", "building.kinds", rule.Sure, structureRow{class: Civilian, overhead: completeOverhead, fights: true, openings: windowsAndDoorway}.columns()},
		{"store", "store", "building.kinds", rule.Sure, structureRow{class: Civilian, overhead: completeOverhead, fights: true, openings: windowsAndDoorway}.columns()},
		{"factory", "factory", "building.kinds", rule.Sure, structureRow{class: Civilian, overhead: completeOverhead, fights: true, openings: windowsAndDoorway}.columns()},
		{"storage-tank", "storage tank", "building.kinds", rule.Sure, structureRow{class: Civilian, overhead: completeOverhead, fights: true, openings: windowsAndDoorway}.columns()},
		{"warehouse", "warehouse", "building.kinds", rule.Sure, structureRow{class: Civilian, overhead: completeOverhead, fights: true, openings: windowsAndDoorway}.columns()},
		{"building", "other building", "building.kinds", rule.Sure, structureRow{class: Civilian, overhead: completeOverhead, fights: true, openings: windowsAndDoorway}.columns()},
	},
}

// The columns of structures.
const (
	columnClass = iota
	columnEither
	columnOverhead
	columnFights
	columnOpenings
	columnCapacity
)

// Cells of the column overhead.
const (
	someOverhead     = 1
	completeOverhead = 2
)

// openingKind is which openings a type of structure has: a cell of the column openings.
type openingKind int

const (
	openAround openingKind = iota
	doorwayOnly
	slitsAndDoorway
	windowsAndDoorway
	noOpenings
)

// Rows of structures that the code names.
var (
	bunker      = structures.Ref("bunker")
	foxhole     = structures.Ref("foxhole")
	pillbox     = structures.Ref("pillbox")
	strongpoint = structures.Ref("strongpoint")
	trench      = structures.Ref("trench")
	emplacement = structures.Ref("emplacement")
	turret      = structures.Ref("turret")
)

// known and exploratory are the chances to hit a piece behind a wall that was
// penetrated, as the highest successful face of a D10.
var known = rule.Table{
	Name:    "known",
	Text:    "to hit a piece in a known place behind the wall",
	Columns: []rule.Column{{Name: "hits-on", Text: "hits on 1 to this", Max: 10}},
	Rows: []rule.Row{
		{"single", "single shot", "known.single", rule.Sure, []int{3}},
		{"beam", "beam", "known.single", rule.Sure, []int{3}},
		{"automatic", "automatic", "known.automatic", rule.Sure, []int{4}},
		{"pulse", "pulse", "known.automatic", rule.Sure, []int{4}},
		{"rotary", "rotary automatic", "known.rotary", rule.Sure, []int{5}},
	},
}

var exploratory = rule.Table{
	Name:    "exploratory",
	Text:    "to hit a piece in a possible place behind the wall",
	Columns: []rule.Column{{Name: "hits-on", Text: "hits on 1 to this", Max: 10}},
	Rows: []rule.Row{
		{"single", "single shot", "probe.single", rule.Sure, []int{1}},
		{"beam", "beam", "probe.single", rule.Sure, []int{1}},
		{"automatic", "automatic", "probe.automatic", rule.Sure, []int{2}},
		{"pulse", "pulse", "probe.automatic", rule.Sure, []int{2}},
		{"rotary", "rotary automatic", "probe.rotary", rule.Sure, []int{3}},
	},
}

// ignition is the table of weapons that may start fires.
var ignition = rule.Table{
	Name:    "ignition",
	Text:    "to start a fire, by the type of weapon",
	Columns: []rule.Column{{Name: "fire-on", Text: "fire on 1 to this", Max: 10}},
	Rows: []rule.Row{
		{"blast", "blast", "fire.table", rule.Sure, []int{9}},
		{"blazer", "blazer", "fire.table", rule.Sure, []int{10}},
		{"bolt", "bolt", "fire.table", rule.Sure, []int{8}},
		{"conversion-beam", "conversion beam", "fire.table", rule.Sure, []int{8}},
		{"distortion-beam", "distortion beam", "fire.table", rule.Sure, []int{7}},
		{"flamer", "flamer", "fire.table", rule.Sure, []int{10}},
		{"flamethrower", "flamethrower", "fire.table", rule.Sure, []int{10}},
		{"fusion", "fusion", "fire.table", rule.Sure, []int{9}},
		{"hammerhead", "hammerhead", "fire.table", rule.Sure, []int{8}},
		{"hellburner", "hellburner", "fire.table", rule.Sure, []int{10}},
		{"hellfire", "hellfire", "fire.table", rule.Sure, []int{10}},
		{"high-explosive", "high explosive", "fire.table", rule.Sure, []int{6}},
		{"laser", "laser", "fire.table", rule.Sure, []int{8}},
		{"nuclear", "nuclear", "fire.table", rule.Sure, []int{10}},
		{"particle-beam", "particle beam", "fire.table", rule.Sure, []int{7}},
		{"phaser", "phaser", "fire.table", rule.Sure, []int{9}},
		{"piercer", "piercer", "fire.table", rule.Sure, []int{7}},
		{"plasma", "plasma", "fire.table", rule.Sure, []int{9}},
		{"vaporshock", "vaporshock", "fire.table", rule.Sure, []int{9}},
	},
}

// flammable is the table of materials that burn. Rows are walls, then roofs, then military armour.
var flammable = rule.Table{
	Name:    "flammable",
	Text:    "what burns",
	Columns: []rule.Column{{Name: "burns", Text: "it can be set alight (1 yes)", Max: 1}},
	Rows: []rule.Row{
		{"brick", "brick", "fire.flammable", rule.Likely, []int{0}},
		{"concrete", "concrete", "fire.flammable", rule.Likely, []int{0}},
		{"reinforced-concrete", "reinforced concrete", "fire.flammable", rule.Likely, []int{0}},
		{"earth", "earthen embankment", "fire.flammable", rule.Likely, []int{0}},
		{"logs", "logs", "fire.flammable", rule.Sure, []int{1}},
		{"sandbags", "sandbags", "fire.flammable", rule.Likely, []int{0}},
		{"sheet-metal", "sheet metal", "fire.flammable", rule.Likely, []int{0}},
		{"stone-light", "light stone masonry", "fire.flammable", rule.Likely, []int{0}},
		{"stone-medium", "medium stone masonry", "fire.flammable", rule.Likely, []int{0}},
		{"stone-heavy", "heavy stone masonry", "fire.flammable", rule.Likely, []int{0}},
		{"stucco", "stucco", "fire.flammable", rule.Likely, []int{0}},
		{"timber-light", "light timber", "fire.flammable", rule.Sure, []int{1}},
		{"timber-medium", "medium timber", "fire.flammable", rule.Sure, []int{1}},
		{"timber-heavy", "heavy timber", "fire.flammable", rule.Sure, []int{1}},
		{"roof-concrete", "concrete roof", "fire.flammable", rule.Likely, []int{0}},
		{"roof-metal", "metal sheeting", "fire.flammable", rule.Likely, []int{0}},
		{"roof-thatch", "thatch", "fire.flammable", rule.Sure, []int{1}},
		{"roof-shingle", "wood and shingle", "fire.flammable", rule.Sure, []int{1}},
		{"roof-tile", "wood and tile", "fire.flammable", rule.Sure, []int{1}},
		{"armour", "military armour", "fire.flammable", rule.Likely, []int{0}},
	},
}

// Rows of flammable. Walls have the rows of their own table; roofs follow in the order of theirs.
var (
	flammableRoofs  = flammable.Ref("roof-concrete") - 1
	flammableArmour = flammable.Ref("armour")
)

// damp is the table of the faces that damp weather takes off the chance of a fire.
var damp = rule.Table{
	Name:    "weather",
	Text:    "what damp weather takes off the chance of a fire",
	Columns: []rule.Column{{Name: "less", Text: "faces fewer", Max: 10}},
	Rows: []rule.Row{
		{"mist", "mist", "fire.mist", rule.Sure, []int{2}},
		{"rain", "rain", "fire.rain", rule.Sure, []int{4}},
	},
}
