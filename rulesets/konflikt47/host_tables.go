package konflikt47

import "loophole/rule"

// qualities is the table of troop qualities (host.quality).
var qualities = rule.Table{
	Name: "qualities",
	Text: "morale, and the damage roll against infantry and artillery in the open",
	Columns: []rule.Column{
		{Name: "morale", Text: "morale value", Min: 2, Max: 14},
		{Name: "damage", Text: "damaged on", Min: 2, Max: 6},
	},
	Rows: []rule.Row{
		{"inexperienced", "inexperienced troops", "host.quality", rule.Sure, []int{8, 3}},
		{"regular", "regular troops", "host.quality", rule.Sure, []int{9, 4}},
		{"veteran", "veteran troops", "host.quality", rule.Sure, []int{10, 5}},
	},
}

// The columns of qualities.
const (
	qualityMorale = iota
	qualityDamage
)

// modifiers is the table of modifiers to the to-hit roll (host.hit). Its rows "building" and
// "bunker" are the cover that the chapter gives (at.cover, bunker.cover).
var modifiers = rule.Table{
	Name:    "modifiers",
	Text:    "added to the die that rolls to hit",
	Columns: []rule.Column{{Name: "value", Text: "modifier", Min: -9, Max: 9}},
	Rows: []rule.Row{
		{"point-blank", "point-blank range", "host.hit", rule.Sure, []int{1}},
		{"pin", "each pin on the firer", "host.hit", rule.Sure, []int{-1}},
		{"long-range", "long range", "host.hit", rule.Sure, []int{-1}},
		{"inexperienced", "inexperienced firer", "host.hit", rule.Sure, []int{-1}},
		{"moving", "fire on the move", "host.hit", rule.Sure, []int{-1}},
		{"down", "target is down", "host.down", rule.Sure, []int{-1}},
		{"small-unit", "small unit as target", "host.hit", rule.Sure, []int{-1}},
		{"soft-cover", "soft cover", "host.hit", rule.Sure, []int{-1}},
		{"hard-cover", "hard cover", "host.hit", rule.Sure, []int{-2}},
		{"building", "target inside a building", "at.cover", rule.Sure, []int{-2}},
		{"bunker", "target inside a bunker", "bunker.cover", rule.Sure, []int{-4}},
		{"lone-crewman", "team weapon with one crewman left", "host.team", rule.Sure, []int{-1}},
		{"shaped-charge", "shaped charge", "host.hit", rule.Sure, []int{-1}},
		{"sniper", "aimed shot of a sniper", "host.sniper", rule.Sure, []int{1}},
	},
}

// Rows of modifiers.
const (
	modPointBlank rule.Ref = iota + 1
	modPin
	modLongRange
	modInexperienced
	modMoving
	modDown
	modSmallUnit
	modSoftCover
	modHardCover
	modBuilding
	modBunker
	modLoneCrewman
	modShapedCharge
	modSniper
)

// explosives is the table of high explosive (host.he).
var explosives = rule.Table{
	Name: "explosives",
	Text: "high explosive against infantry, artillery and soft-skins",
	Columns: []rule.Column{
		{Name: "dice", Text: "dice for the number of hits", Min: 1, Max: 3},
		{Name: "faces", Text: "faces of those dice", Min: 2, Max: 6},
		{Name: "penetration", Text: "penetration", Min: 0, Max: 9},
		{Name: "pins", Text: "faces of the die for pins, 1 for one pin", Min: 1, Max: 6},
	},
	Rows: []rule.Row{
		{"d2", "HE value D2", "host.he", rule.Sure, []int{1, 2, 1, 1}},
		{"d3", "HE value D3", "host.he", rule.Sure, []int{1, 3, 1, 1}},
		{"d6", "HE value D6", "host.he", rule.Sure, []int{1, 6, 2, 2}},
		{"2d6", "HE value 2D6", "host.he", rule.Sure, []int{2, 6, 3, 3}},
		{"3d6", "HE value 3D6", "host.he", rule.Sure, []int{3, 6, 4, 6}},
	},
}

// The columns of explosives.
const (
	heDice = iota
	heFaces
	hePen
	hePins
)

// A weaponRow is a row of weapons. What does not apply to the weapon is left out.
type weaponRow struct {
	kind    int // smallArm to flamethrower
	nearest int // nearest range in inches
	reach   int // range in inches
	shots   int
	pen     int  // penetration
	he      HE   // HE value
	fire    int  // onlyDirect to directOrIndirect
	assault bool // assault weapon
	team    bool // team weapon
	fixed   bool // fixed weapon
	special int  // plainWeapon to flameOfVehicle
}

// columns returns the cells of the row in the order of the columns of the table.
func (r weaponRow) columns() []int {
	return []int{r.kind, r.nearest, r.reach, r.shots, r.pen, int(r.he), r.fire, rule.YesCell(r.assault), rule.YesCell(r.team), rule.YesCell(r.fixed), r.special}
}

// weapons is the table of weapons (host.weapons).
var weapons = rule.Table{
	Name: "weapons",
	Text: "ranges in inches, shots, penetration and what is special",
	Columns: []rule.Column{
		{Name: "kind", Text: "0 small arm, 1 heavy weapon, 2 flamethrower", Max: 2},
		{Name: "nearest", Text: "nearest range", Max: 24},
		{Name: "range", Text: "range", Min: 1, Max: 96},
		{Name: "shots", Text: "shots", Min: 1, Max: 9},
		{Name: "penetration", Text: "penetration", Min: -1, Max: 9},
		{Name: "he", Text: "HE value: 0 none, 1 D2, 2 D3, 3 D6, 4 2D6, 5 3D6", Max: 5},
		{Name: "fire", Text: "0 direct, 1 indirect, 2 either", Max: 2},
		{Name: "assault", Text: "assault weapon (1 yes)", Max: 1},
		{Name: "team", Text: "team weapon (1 yes)", Max: 1},
		{Name: "fixed", Text: "fixed weapon (1 yes)", Max: 1},
		{Name: "special", Text: "0 none, 1 shaped charge, 2 tesla, 3 gravity pulse, 4 rail gun, 5 compression, 6 shockwave, 7 shells only; flamethrowers: 8 of infantry, 9 of a light vehicle, 10 of a vehicle", Max: 10},
	},
	Rows: []rule.Row{
		{"rifle", "rifle", "host.weapons", rule.Sure, weaponRow{reach: 24, shots: 1}.columns()},
		{"pistol", "pistol", "host.weapons", rule.Sure, weaponRow{reach: 6, shots: 1, assault: true}.columns()},
		{"smg", "submachine gun", "host.weapons", rule.Sure, weaponRow{reach: 12, shots: 2, assault: true}.columns()},
		{"shotgun", "shotgun", "host.weapons", rule.Sure, weaponRow{reach: 18, shots: 1, assault: true}.columns()},
		{"automatic-rifle", "automatic rifle", "host.weapons", rule.Sure, weaponRow{reach: 30, shots: 2}.columns()},
		{"assault-rifle", "assault rifle", "host.weapons", rule.Sure, weaponRow{reach: 18, shots: 2, assault: true}.columns()},
		{"lmg", "light machine gun", "host.weapons", rule.Sure, weaponRow{reach: 30, shots: 4}.columns()},
		{"lmg-german", "German light machine gun", "host.weapons", rule.Sure, weaponRow{reach: 30, shots: 5}.columns()},
		{"mmg", "medium machine gun", "host.weapons", rule.Sure, weaponRow{reach: 36, shots: 5, team: true, fixed: true}.columns()},
		{"mmg-german", "German medium machine gun", "host.weapons", rule.Sure, weaponRow{reach: 36, shots: 6, team: true, fixed: true}.columns()},
		{"dual-weapon-pack", "dual weapon pack", "host.weapons", rule.Sure, weaponRow{reach: 6, shots: 2, assault: true}.columns()},
		{"compression-rifle", "compression rifle", "host.weapons", rule.Sure, weaponRow{reach: 24, shots: 3, pen: -1}.columns()},
		{"heavy-tesla-rifle", "heavy tesla rifle, short", "host.weapons", rule.Sure, weaponRow{reach: 12, shots: 3, assault: true}.columns()},
		{"heavy-tesla-rifle-aimed", "heavy tesla rifle, aimed", "host.weapons", rule.Sure, weaponRow{reach: 24, shots: 1, pen: 1}.columns()},
		{"hmg", "heavy machine gun", "host.weapons", rule.Sure, weaponRow{kind: heavyWeapon, reach: 36, shots: 3, pen: 1, team: true, fixed: true}.columns()},
		{"light-autocannon", "light autocannon", "host.weapons", rule.Sure, weaponRow{kind: heavyWeapon, reach: 48, shots: 2, pen: 2, he: HED2, team: true, fixed: true}.columns()},
		{"heavy-autocannon", "heavy autocannon", "host.weapons", rule.Sure, weaponRow{kind: heavyWeapon, reach: 72, shots: 2, pen: 3, he: HED2, team: true, fixed: true}.columns()},
		{"anti-tank-rifle", "anti-tank rifle", "host.weapons", rule.Sure, weaponRow{kind: heavyWeapon, reach: 36, shots: 1, pen: 2, team: true}.columns()},
		{"piat", "PIAT", "host.weapons", rule.Sure, weaponRow{kind: heavyWeapon, reach: 12, shots: 1, pen: 5, team: true, special: shapedCharge}.columns()},
		{"bazooka", "bazooka", "host.weapons", rule.Sure, weaponRow{kind: heavyWeapon, reach: 24, shots: 1, pen: 5, team: true, special: shapedCharge}.columns()},
		{"panzerschreck", "Panzerschreck or super-bazooka", "host.weapons", rule.Sure, weaponRow{kind: heavyWeapon, reach: 24, shots: 1, pen: 6, team: true, special: shapedCharge}.columns()},
		{"panzerfaust", "Panzerfaust", "host.weapons", rule.Sure, weaponRow{kind: heavyWeapon, reach: 12, shots: 1, pen: 6, special: shapedCharge}.columns()},
		{"light-at-gun", "light anti-tank gun", "host.weapons", rule.Sure, weaponRow{kind: heavyWeapon, reach: 48, shots: 1, pen: 4, he: HED2, team: true, fixed: true}.columns()},
		{"medium-at-gun", "medium anti-tank gun", "host.weapons", rule.Sure, weaponRow{kind: heavyWeapon, reach: 60, shots: 1, pen: 5, he: HED2, team: true, fixed: true}.columns()},
		{"medium-at-gun-75", "medium anti-tank gun of 75 mm", "host.weapons", rule.Sure, weaponRow{kind: heavyWeapon, reach: 60, shots: 1, pen: 5, he: HED6, team: true, fixed: true}.columns()},
		{"heavy-at-gun", "heavy anti-tank gun", "host.weapons", rule.Sure, weaponRow{kind: heavyWeapon, reach: 72, shots: 1, pen: 6, he: HED3, team: true, fixed: true}.columns()},
		{"heavy-at-gun-2d6", "heavy anti-tank gun of an IS-2", "host.weapons", rule.Sure, weaponRow{kind: heavyWeapon, reach: 72, shots: 1, pen: 6, he: HE2D6, team: true, fixed: true}.columns()},
		{"super-heavy-at-gun", "super-heavy anti-tank gun", "host.weapons", rule.Sure, weaponRow{kind: heavyWeapon, reach: 84, shots: 1, pen: 7, he: HED3, team: true, fixed: true}.columns()},
		{"flamethrower", "flamethrower of infantry", "host.weapons", rule.Sure, weaponRow{kind: flamethrower, reach: 6, shots: 1, pen: 2, team: true, special: flameOfInfantry}.columns()},
		{"flamethrower-light", "flamethrower of a light vehicle", "host.weapons", rule.Sure, weaponRow{kind: flamethrower, reach: 12, shots: 1, pen: 2, special: flameOfLight}.columns()},
		{"flamethrower-vehicle", "flamethrower of a vehicle", "host.weapons", rule.Sure, weaponRow{kind: flamethrower, reach: 12, shots: 1, pen: 3, special: flameOfVehicle}.columns()},
		{"rifle-grenade", "rifle grenade", "host.weapons", rule.Sure, weaponRow{kind: heavyWeapon, nearest: 6, reach: 18, shots: 1, he: HED2, fire: onlyIndirect, special: shellsOnly}.columns()},
		{"grenade-launcher", "grenade launcher, HE", "host.weapons", rule.Sure,
			weaponRow{kind: heavyWeapon, nearest: 6, reach: 24, shots: 1, he: HED2, fire: onlyIndirect, special: shellsOnly}.columns()},
		{"grenade-launcher-at", "grenade launcher, anti-tank", "host.weapons", rule.Sure, weaponRow{kind: heavyWeapon, reach: 24, shots: 1, pen: 3, special: shapedCharge}.columns()},
		{"light-mortar", "light mortar", "host.weapons", rule.Sure,
			weaponRow{kind: heavyWeapon, nearest: 12, reach: 24, shots: 1, he: HED3, fire: onlyIndirect, team: true, special: shellsOnly}.columns()},
		{"medium-mortar", "medium mortar", "host.weapons", rule.Sure,
			weaponRow{kind: heavyWeapon, nearest: 18, reach: 60, shots: 1, he: HED6, fire: onlyIndirect, team: true, fixed: true, special: shellsOnly}.columns()},
		{"heavy-mortar", "heavy mortar", "host.weapons", rule.Sure,
			weaponRow{kind: heavyWeapon, nearest: 18, reach: 72, shots: 1, he: HE2D6, fire: onlyIndirect, team: true, fixed: true, special: shellsOnly}.columns()},
		{"light-howitzer", "light howitzer", "host.weapons", rule.Sure,
			weaponRow{kind: heavyWeapon, nearest: 24, reach: 48, shots: 1, he: HED6, fire: directOrIndirect, team: true, fixed: true, special: shellsOnly}.columns()},
		{"medium-howitzer", "medium howitzer", "host.weapons", rule.Sure,
			weaponRow{kind: heavyWeapon, nearest: 24, reach: 60, shots: 1, he: HE2D6, fire: directOrIndirect, team: true, fixed: true, special: shellsOnly}.columns()},
		{"heavy-howitzer", "heavy howitzer", "host.weapons", rule.Sure,
			weaponRow{kind: heavyWeapon, nearest: 24, reach: 72, shots: 1, he: HE3D6, fire: directOrIndirect, team: true, fixed: true, special: shellsOnly}.columns()},
		{"tesla-cannon", "M17 tesla cannon", "host.weapons", rule.Sure, weaponRow{kind: heavyWeapon, reach: 36, shots: 1, pen: 1, special: tesla}.columns()},
		{"schwerefeld-projektor", "Schwerefeld Projektor", "host.weapons", rule.Sure, weaponRow{kind: heavyWeapon, reach: 48, shots: 2, pen: 2, special: gravityPulse}.columns()},
		{"zvukovoy-proyektor", "Zvukovoy Proyektor", "host.weapons", rule.Sure, weaponRow{kind: heavyWeapon, reach: 24, shots: 1, pen: 1, special: shockwave}.columns()},
		{"compression-cannon", "compression cannon", "host.weapons", rule.Sure, weaponRow{kind: heavyWeapon, reach: 48, shots: 3, pen: 4, special: compression}.columns()},
		{"light-rail-gun", "light rail gun", "host.weapons", rule.Sure, weaponRow{kind: heavyWeapon, reach: 72, shots: 1, pen: 7, special: railGun}.columns()},
		{"heavy-rail-gun", "heavy rail gun", "host.weapons", rule.Sure, weaponRow{kind: heavyWeapon, reach: 84, shots: 1, pen: 8, special: railGun}.columns()},
	},
}

// The columns of weapons.
const (
	weaponKind = iota
	weaponNearest
	weaponRange
	weaponShots
	weaponPen
	weaponHE
	weaponFire
	weaponAssault
	weaponTeam
	weaponFixed
	weaponSpecial
)

// The kinds of weapons, of the column kind.
const (
	smallArm = iota
	heavyWeapon
	flamethrower
)

// The ways in which weapons fire, of the column fire.
const (
	onlyDirect = iota
	onlyIndirect
	directOrIndirect
)

// The special rules of weapons, of the column special.
const (
	plainWeapon = iota
	shapedCharge
	tesla
	gravityPulse
	railGun
	compression
	shockwave
	shellsOnly
	flameOfInfantry
	flameOfLight
	flameOfVehicle
)
