package oldworld

import (
	"errors"
	"fmt"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// Setup is a scenario: the table, the units, the task.
type Setup struct {
	Rounds     int         `key:"rounds" min:"1" max:"12" unit:"rounds" doc:"most rounds that are played"`
	Sides      [2]string   `key:"sides" doc:"names of the two sides"`
	First      int         `key:"first" min:"0" max:"1" doc:"side that has the first turn"`
	Width      int         `key:"width" min:"6" max:"120" unit:"inches" doc:"width of the table, from west to east"`
	Depth      int         `key:"depth" min:"6" max:"120" unit:"inches" doc:"depth of the table, from south to north"`
	Ground     ground.Plan `key:"ground" doc:"buildings and terrain; each structure is one building"`
	Spots      []SetupSpot `key:"spots" doc:"places in the open where a unit can be"`
	Towers     []string    `key:"towers" doc:"buildings that are towers"`
	Objectives []string    `key:"objectives" doc:"buildings that are objectives of the task"`
	Units      []SetupUnit `key:"units" least:"2" most:"12" doc:"units of both sides"`
	Task       Task        `key:"task" doc:"what a side must do to win"`
}

// SetupSpot is a place in the open.
type SetupSpot struct {
	Name  string       `key:"name" doc:"a single word"`
	At    ground.Point `key:"at" unit:"inches" doc:"place of the spot, east and north of the table's corner"`
	Cover Cover        `key:"cover" doc:"cover of a unit at the spot"`
}

// SetupUnit is a unit at the start, by its row of the army lists.
type SetupUnit struct {
	Name       string      `key:"name" doc:"a single word"`
	Side       int         `key:"side" of:"sides" doc:"side of the unit"`
	Unit       rule.Ref    `key:"unit" table:"units" min:"1" doc:"kind of unit, from the army lists"`
	Models     int         `key:"models" min:"1" max:"40" unit:"models" doc:"models of the unit, without its character"`
	Weapon     rule.Ref    `key:"weapon" table:"weapons" doc:"close combat weapon; none is the usual one"`
	Missile    rule.Ref    `key:"missile" table:"missiles" doc:"missile weapon; none is the usual one, if the unit has any"`
	Engine     rule.Ref    `key:"engine" table:"engines" doc:"engine that the unit crews, or none"`
	Front      int         `key:"front" min:"0" max:"40" unit:"models" doc:"models in the front rank; 0 for all"`
	Hero       rule.Ref    `key:"hero" table:"units" doc:"character in the unit, or none"`
	HeroWeapon rule.Ref    `key:"hero-weapon" table:"weapons" doc:"the character's weapon; none is the usual one"`
	Musician   bool        `key:"musician" doc:"the unit has a musician"`
	Standard   bool        `key:"standard" doc:"the unit has a standard"`
	BSB        bool        `key:"battle-standard" doc:"the unit's character is the army's standard bearer"`
	Skirmish   bool        `key:"skirmishers" doc:"the unit skirmishes in the open"`
	Column     bool        `key:"column" doc:"the unit is a marching column, which cannot charge"`
	Terror     bool        `key:"terror" doc:"the unit causes terror"`
	At         string      `key:"at" doc:"spot or building where the unit starts"`
	Facing     ground.Side `key:"facing" doc:"side that the unit faces"`
}

// Task is what a side must do to win.
type Task struct {
	Kind TaskKind `key:"kind" doc:"kind of task"`
	Side int      `key:"side" of:"sides" doc:"side that has the task; the task most ignores it"`
	Many int      `key:"many" min:"0" max:"200" doc:"buildings to hold, or models to save"`
}

// TaskKind is a kind of task.
type TaskKind uint8

const (
	TaskHold    TaskKind = iota // occupy enough objectives when the game is over
	TaskClear                   // occupy an objective and leave no enemy in any, at the end of a round
	TaskSurvive                 // keep enough models alive until the game is over
	TaskMost                    // occupy more objectives than the enemy when the game is over
)

func (TaskKind) Names() []string { return []string{"hold", "clear", "survive", "most"} }

// taskWords are the words for faults of the task.
var taskWords = game.TaskWords{
	Objective: "building", Mark: "name one under objectives", Model: "model", Objectives: "objectives", Units: "units",
}

// start sets a scenario up. It collects as many faults of the set-up as possible.
func start(house *rule.HouseRules, s *Setup) (*Battlefield, Position, error) {
	f := &Battlefield{house: house, rounds: s.Rounds, firstSide: uint8(s.First), task: s.Task}
	f.actionFinders.New = func() any { return &actionFinder{checker: rule.NewChecker(house)} }
	f.sides = [2]rule.Side{rule.Side(s.Sides[0]), rule.Side(s.Sides[1])}
	p := Position{Round: 1, Side: f.firstSide, Outcome: game.Outcome{Winner: game.Draw}}
	fits, err := f.buildBattlefield(s)
	built := err == nil
	err = errors.Join(s.fault(), err)
	if fits {
		err = errors.Join(err, game.SetUp("units", "unit", len(s.Units),
			func(i int) string { return s.Units[i].Name },
			func(i int) error { return f.addUnit(house, &p, i, &s.Units[i]) },
			func(i int) {
				f.units, p.Units[i] = append(f.units[:i], unitInfo{name: s.Units[i].Name}), Unit{}
			}))
	}
	valid := &p // nil if the position cannot be checked
	if err != nil {
		valid = nil
	}
	if built {
		err = errors.Join(err, victory.CheckTask(f, valid, f.sides, taskWords))
	}
	if err == nil {
		err = f.checkSides(&p)
	}
	if err != nil {
		return nil, p, err
	}
	// Steps in which nobody can act are skipped.
	if err = rule.Catch(func() { f.skipIdleSteps(rule.NewUmpire(nil, nil).WithHouseRules(house), &p) }); err != nil {
		return nil, p, err
	}
	return f, p, nil
}

// fault returns the error of the set-up as a whole, apart from its single units and places.
func (s *Setup) fault() error {
	return errors.Join(game.CheckSideNames(s.Sides), game.CheckRange(len(s.Ground.Structures), 1, mostBuildings, "buildings", "ground"))
}

// addUnit puts a unit of the set-up on the table.
func (f *Battlefield) addUnit(house *rule.HouseRules, p *Position, i int, stated *SetupUnit) error {
	site, err := f.findSite(stated.At)
	if err == nil && f.unitAt(p, site) >= 0 {
		err = fmt.Errorf("another unit is already at %s", stated.At)
	}
	err = game.ErrorAt("", err, "at")
	if stated.BSB && stated.Hero == 0 {
		err = errors.Join(err, game.ErrorfAt("a character must carry the army's standard: give the unit a hero", "battle-standard"))
	}
	if err != nil {
		return err
	}
	info := unitInfo{
		name: stated.Name, side: uint8(stated.Side), missile: stated.Missile, engine: stated.Engine, front: uint8(stated.Front),
		skirmish: stated.Skirmish, column: stated.Column,
		atStart: Troops{
			Unit: stated.Unit, Models: uint8(stated.Models), Started: uint8(stated.Models), Character: stated.Hero, CharacterWeapon: stated.HeroWeapon,
			Weapon: stated.Weapon, Musician: stated.Musician, Standard: stated.Standard, BSB: stated.BSB, Terror: stated.Terror,
		},
	}
	unit := Unit{Site: uint8(site + 1), Models: uint8(stated.Models), Facing: stated.Facing}
	if err := rule.Catch(func() { f.readTables(rule.NewUmpire(nil, nil).WithHouseRules(house), &info) }); err != nil {
		return err
	}
	unit.Hero = uint8(info.ownCharacter.wounds)
	if info.standardInches > 0 {
		f.standardBearers = append(f.standardBearers, uint8(i))
	}
	f.units, p.Units[i] = append(f.units, info), unit
	return rule.CheckLegal(func(u *rule.Umpire) {
		if legalUnit(u, &info.atStart) && site < f.buildings {
			legalOccupier(u, &info.atStart)
			f.buildingSize(site).legal(u)
		}
	}, house, nil)
}

// readTables reads the values of a unit from the tables.
func (f *Battlefield) readTables(u *rule.Umpire, info *unitInfo) {
	unit := &info.atStart
	info.movement, info.level = u.Cell(&units, unit.Unit, unitMove), u.Cell(&units, unit.Unit, unitLevel)
	if unit.Character > 0 {
		info.ownCharacter = characterInfo{unit.Character, unit.CharacterWeapon, max(1, u.Cell(&units, unit.Character, unitWounds)), u.Cell(&units, unit.Character, unitLevel), unit.BSB}
		info.movement = max(info.movement, u.Cell(&units, unit.Character, unitMove))
	}
	if info.engine == 0 {
		info.missile = unit.missile(u, info.missile)
	}
	f.marchMultiple, f.columnMultiple, f.enemyApartInches, f.shootingPercent = u.Fact(&marchMultiple), u.Fact(&columnMultiple), u.Fact(&enemyApartInches), u.Fact(&shootingPercent)
	if unit.BSB && unit.Character > 0 {
		info.standardInches = u.Cell(&units, unit.Character, unitLeadership)
	}
	if info.joiningCharacter = info.ownCharacter; unit.Models == 1 && u.Cell(&units, unit.Unit, unitCharacter) == 1 {
		info.joiningCharacter = characterInfo{unit.Unit, unit.Weapon, unit.wounds(u), info.level, false}
	}
	info.wounds, info.strength = unit.wounds(u), unit.strength(u, int(unit.Models))
}

// checkSides checks that both sides have units, and not too many.
func (f *Battlefield) checkSides(p *Position) error {
	here, _ := roster.CountModels(f, p)
	for side, n := range here {
		if n == 0 || n > 200 {
			return game.ErrorfAt(fmt.Sprintf("the %s side has %s: 1 to 200 are possible", f.sides[side], rule.Counted("%d {model}", n)), "units")
		}
	}
	return nil
}

// validatePosition returns an error if a position is impossible.
func validatePosition(f *Battlefield, p *Position) error {
	if int(p.Round) > f.rounds {
		return errors.New("the round is impossible")
	}
	for i := range p.Units {
		if err := f.validateUnit(p, i); err != nil {
			return err
		}
	}
	return nil
}

// validateUnit returns an error if the state of a unit is impossible.
func (f *Battlefield) validateUnit(p *Position, i int) error {
	unit := &p.Units[i]
	if unit.Site == 0 {
		return game.CheckGone("unit", i, *unit)
	}
	if i >= len(f.units) || int(unit.Site) > len(f.sites) && unit.Site != offSites || unit.Facing > ground.West ||
		f.isOffWall(unit) || int(unit.Foe) > len(f.units) || int(unit.Guest) > len(f.units) || unit.Guest > 0 && (unit.Hero == 0 || p.here(int(unit.Guest)-1)) || unit.count() == 0 {
		return fmt.Errorf("unit %d is in an impossible state", i)
	}
	info := &f.units[i]
	switch {
	case unit.Models > info.atStart.Models || int(unit.Hero) > f.characterOf(p, i).wounds || int(unit.Hurt) >= info.wounds || unit.Models == 0 && unit.Hurt > 0:
		return fmt.Errorf("%s has models or wounds that it never had", info.name)
	case unit.Site == offSites && (!f.isOnTable(unit.point()) || f.inWalls(unit.point())):
		return fmt.Errorf("%s is off the table, or in a wall", info.name)
	case unit.Site != offSites && f.unitAt(p, int(unit.Site)-1) != i:
		return fmt.Errorf("%s shares its place with another unit", info.name)
	case unit.Foe > 0 && (!p.here(int(unit.Foe)-1) || p.Units[unit.Foe-1].Foe == 0 || int(p.Units[unit.Foe-1].Foe) != i+1 && int(unit.Site) <= f.buildings || f.units[unit.Foe-1].side == info.side):
		return fmt.Errorf("%s fights a unit that does not fight it", info.name)
	case f.fightsInOpen(p, i) && int(p.Units[unit.Foe-1].Foe) != i+1:
		return fmt.Errorf("%s fights a unit in the open that fights another unit", info.name)
	case unit.Rush > longestCharge || unit.Foe == 0 && unit.Rush > 0 || unit.Rush == 0 && unit.Partly:
		return fmt.Errorf("%s has a charge and no enemy", info.name)
	}
	return nil
}

// isOffWall reports whether a unit at a site has a point that is not at the wall of the site.
func (f *Battlefield) isOffWall(unit *Unit) bool {
	if unit.Site == offSites || unit.X == [2]uint8{} && unit.Y == [2]uint8{} {
		return false
	}
	s := &f.sites[unit.Site-1]
	return s.atBuilding < 0 || !s.meets(unit.point()) || f.inWalls(unit.point())
}
