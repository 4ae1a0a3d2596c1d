package oldworld

import "loophole/rule"

// Troops are one unit, with or without a character. Numbers of the profile that are 0 are those of
// the table.
type Troops struct {
	Unit            rule.Ref   `key:"unit" table:"units" doc:"the unit, by its name"`
	Models          uint8      `key:"models" unit:"models" min:"0" max:"60" doc:"models in the unit now, without characters"`
	Started         uint8      `key:"started" unit:"models" min:"0" max:"60" doc:"models at the start of the battle; 0 for as many as now"`
	Hurt            uint8      `key:"hurt" unit:"wounds" min:"0" max:"9" doc:"wounds that one model has already lost"`
	Character       rule.Ref   `key:"hero" table:"units" doc:"a character in the unit, in addition to its models"`
	CharacterWeapon rule.Ref   `key:"hero-weapon" table:"weapons" doc:"the character's close combat weapon; none is the usual one"`
	Weapon          rule.Ref   `key:"weapon" table:"weapons" doc:"the unit's close combat weapon; none is the usual one"`
	Contact         uint8      `key:"contact" unit:"models" min:"0" max:"60" doc:"models of the fighting rank in base contact; 0 for all"`
	Musician        bool       `key:"musician" doc:"a musician in the unit"`
	Standard        bool       `key:"standard" doc:"a standard in the unit"`
	BSB             bool       `key:"battle-standard" doc:"the army's standard bearer is in the unit"`
	StandardNear    bool       `key:"standard-near" doc:"the army's standard bearer is near enough to help the unit's tests"`
	Terror          bool       `key:"terror" doc:"the unit causes terror, even if its table row does not say so"`
	Spirit          Psychology `key:"spirit" doc:"psychology of the unit in a Break test, in addition to its table row"`
	Tested          bool       `key:"tested" doc:"the unit has already used its stubbornness in this battle"`
	Profile
}

// A Profile replaces numbers of the units table. 0 leaves the table's.
type Profile struct {
	WS     uint8 `key:"ws" min:"0" max:"10" doc:"Weapon Skill; 0 for the table's"`
	BS     uint8 `key:"bs" min:"0" max:"10" doc:"Ballistic Skill; 0 for the table's"`
	S      uint8 `key:"strength" min:"0" max:"10" doc:"Strength; 0 for the table's"`
	T      uint8 `key:"toughness" min:"0" max:"10" doc:"Toughness; 0 for the table's"`
	W      uint8 `key:"wounds" min:"0" max:"4" doc:"Wounds of a model; 0 for the table's"`
	I      uint8 `key:"initiative" min:"0" max:"10" doc:"Initiative; 0 for the table's"`
	A      uint8 `key:"attacks" min:"0" max:"10" doc:"Attacks; 0 for the table's"`
	Ld     uint8 `key:"leadership" min:"0" max:"10" doc:"Leadership, such as that of a general nearby; 0 for the best in the unit"`
	Armour uint8 `key:"save" min:"0" max:"7" doc:"armour save with everything worn, 7 for none; 0 for the table's"`
	Ward   uint8 `key:"ward" min:"0" max:"7" doc:"ward save, 7 for none; 0 for the table's"`
}

// Psychology is the way in which a unit takes a Break test.
type Psychology uint8

const (
	Usual Psychology = iota
	Stubborn
	Unbreakable
)

func (Psychology) Names() []string { return []string{"usual", "stubborn", "unbreakable"} }

// profileValue returns a given number of a profile, or that of the table if it is 0.
func profileValue(u *rule.Umpire, given uint8, unit rule.Ref, column int) int {
	if given > 0 {
		return int(given)
	}
	return u.Cell(&units, unit, column)
}

// wounds returns the Wounds of a model.
func (t *Troops) wounds(u *rule.Umpire) int {
	if t.W > 0 {
		return int(t.W)
	}
	return max(1, cellUnless(u, &units, t.Unit, unitWounds, 1))
}

// lookupWounds is wounds without a note, for checks and sums.
func (t *Troops) lookupWounds(u *rule.Umpire) int {
	if t.W > 0 {
		return int(t.W)
	}
	return max(1, u.LookupCell(&units, t.Unit, unitWounds))
}

// cellUnless reads a cell that has a usual value in most rows. It is recorded only if the value
// differs, or if the row is not sure.
func cellUnless(u *rule.Umpire, table *rule.Table, row rule.Ref, column, usual int) int {
	if row == 0 || u.LookupCell(table, row, column) == usual && table.Rows[row-1].Confidence == rule.Sure {
		return usual
	}
	return u.Cell(table, row, column)
}

// optionalCell reads a cell that is 0 in most rows.
func optionalCell(u *rule.Umpire, table *rule.Table, row rule.Ref, column int) int {
	return cellUnless(u, table, row, column, 0)
}

// hasTrait reports whether a cell of traits is 1.
func hasTrait(u *rule.Umpire, table *rule.Table, row rule.Ref, column int) bool {
	return optionalCell(u, table, row, column) == 1
}

// troopCell reads a column of a unit's troop type.
func troopCell(u *rule.Umpire, unit rule.Ref, column int) int {
	return u.Cell(&troopTypes, typeOf(u, unit), column)
}

// typeOf returns the troop type of a unit, as a row of troops. It is recorded only if the unit's row is
// not sure.
func typeOf(u *rule.Umpire, unit rule.Ref) rule.Ref {
	return rule.Ref(cellUnless(u, &units, unit, unitType, u.LookupCell(&units, unit, unitType)))
}

// unitStrengthPerModel returns the Unit Strength of one model: that of its troop type, or its Wounds.
func (t *Troops) unitStrengthPerModel(u *rule.Umpire) int {
	if strength := troopCell(u, t.Unit, troopStrength); strength > 0 {
		return strength
	}
	u.Note("host.troops", "the Unit Strength of each model is its Wounds")
	return t.wounds(u)
}

// strength returns the Unit Strength of the unit with some models left, and of its character.
func (t *Troops) strength(u *rule.Umpire, models int) int {
	strength := models * t.unitStrengthPerModel(u)
	if t.Character > 0 {
		strength += u.Apply(u.Fact(&characterStrength), "host.strength", t.textAbout(u, "a character's Unit Strength"))
	}
	return strength
}

// allModels returns the number of models, with the character.
func (t *Troops) allModels() int { return int(t.Models) + characterCount(t.Character) }

// characterCount is 1 if there is a character, and otherwise 0.
func characterCount(character rule.Ref) int {
	if character > 0 {
		return 1
	}
	return 0
}

// started returns the number of models at the start of the battle, without the character.
func (t *Troops) started() int { return max(int(t.Started), int(t.Models)) }

// bestLeadership returns the Leadership given, or the best in the unit.
func (t *Troops) bestLeadership(u *rule.Umpire) int {
	if t.Ld > 0 {
		return int(t.Ld)
	}
	return max(u.Cell(&units, t.Unit, unitLeadership), u.Cell(&units, t.Character, unitLeadership))
}

// leadership returns the Leadership with which the unit takes tests. The army's standard bearer in the
// unit or near it allows a reroll.
func (t *Troops) leadership(u *rule.Umpire) leadership {
	test := leadership{ld: uint8(t.bestLeadership(u)), reroll: t.BSB || t.StandardNear}
	if test.reroll {
		u.Note("host.standard-bearer", "the army's standard bearer lets the unit reroll a failed Break, Panic or Rally test")
	}
	return test
}

// causesTerror reports whether the unit causes terror.
func (t *Troops) causesTerror(u *rule.Umpire) bool {
	return t.Terror || hasTrait(u, &units, t.Unit, unitTerror)
}

// causesFear reports whether the unit causes fear. Units that cause terror do.
func (t *Troops) causesFear(u *rule.Umpire) bool {
	return hasTrait(u, &units, t.Unit, unitFear) || t.causesTerror(u) && u.Fact(&terrorCausesFear) == 1
}

// armour returns the armour save, 7 for none. In combat a two-handed weapon leaves the shield unused,
// and a hand weapon and shield parry.
func (t *Troops) armour(u *rule.Umpire, weapon rule.Ref, combat bool) int {
	if t.Armour > 0 {
		return int(t.Armour)
	}
	save := cellUnless(u, &units, t.Unit, unitArmour, noSave)
	if !hasTrait(u, &units, t.Unit, unitShield) {
		return save
	}
	if combat && hasTrait(u, &weapons, weapon, weaponTwoHanded) {
		u.Note("host.parry", t.textAbout(u, "a two-handed weapon leaves the shield unused"))
		return save
	}
	save = max(save-1, troopCell(u, t.Unit, troopSave))
	if combat && hasTrait(u, &weapons, weapon, weaponParry) && troopCell(u, t.Unit, troopParry) == 1 {
		return u.Apply(max(save-1, min(save, u.Fact(&parryBest))), "host.parry", t.textAbout(u, "save with hand weapon and shield"))
	}
	return save
}

// textAbout returns a text about the unit for a record, or empty without a record.
func (t *Troops) textAbout(u *rule.Umpire, text string) string {
	return u.Text("", func() string { return units.Rows[t.Unit-1].Text + ": " + text })
}

// fillDefence sets the numbers of attacks that depend on the target: to wound, saves, regeneration
// and wounds. armour is the save before Armour Piercing.
func (t *Troops) fillDefence(u *rule.Umpire, attacks *attacks, strength, ap, armour int) {
	toughness := profileValue(u, t.T, t.Unit, unitToughness)
	attacks.wound = uint8(u.Cell(&toWound, chartRow(strength), min(max(toughness, 1), 10)-1))
	if attacks.wound > 6 {
		u.Note("host.wound", "the attack is too weak to wound the target")
	}
	attacks.save = uint8(armour + u.If(ap > 0, ap, "host.save", t.textAbout(u, "Armour Piercing against the save")))
	attacks.ward = t.Ward
	if attacks.ward == 0 {
		attacks.ward = uint8(cellUnless(u, &units, t.Unit, unitWard, noSave))
	}
	attacks.regen = uint8(cellUnless(u, &units, t.Unit, unitRegeneration, noSave))
	attacks.woundsPerModel = uint8(t.wounds(u))
	attacks.alreadyLost = min(t.Hurt, attacks.woundsPerModel-1)
}

// woundsLeft returns the wounds that the rank and file have left.
func (t *Troops) woundsLeft(u *rule.Umpire) int {
	if t.Models == 0 {
		return 0
	}
	return max(1, int(t.Models)*t.wounds(u)-int(t.Hurt))
}

// mostModels is the most models of a unit, as the key models says.
const mostModels = 60

// mostWounds is the most wounds of a unit. It keeps the states of a siege small.
const mostWounds = 240

// legalUnits forbids impossible units, and reports whether both have models.
func legalUnits(u *rule.Umpire, one, other *Troops) bool {
	ok := legalUnit(u, one)
	return legalUnit(u, other) && ok
}

// legalUnit forbids an impossible unit, and reports whether it is named and has models.
func legalUnit(u *rule.Umpire, unit *Troops) bool {
	if unit.Unit == 0 || unit.allModels() == 0 {
		u.Forbid("host.profiles", "name the unit and give its models: unit=state-troops models=10")
		return false
	}
	u.Require(unit.Character == 0 || u.LookupCell(&units, unit.Character, unitCharacter) == 1, "host.profiles", "the row under hero is a unit: name a character")
	u.Require(unit.Started == 0 || unit.Started >= unit.Models, "host.profiles", "the unit has more models than it started with")
	wounds := unit.lookupWounds(u)
	u.Require(int(unit.Hurt) < wounds, "host.profiles", "the wounds lost by one model must be fewer than its Wounds")
	u.Require(unit.Models > 0 || unit.Hurt == 0, "host.profiles", "a unit without models has no model to wound")
	u.Require(int(unit.Models)*wounds <= mostWounds, "host.profiles", "the unit has too many wounds")
	return true
}
