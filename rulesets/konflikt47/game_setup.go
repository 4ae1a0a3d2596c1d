package konflikt47

import (
	"errors"
	"fmt"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// Setup is a scenario: the ground, the units, the task.
type Setup struct {
	Turns      int               `key:"turns" doc:"the most turns that the game lasts" min:"1" max:"12" unit:"turns"`
	Sides      [2]string         `key:"sides" doc:"the sides' names; the first side sets up first"`
	HouseSized bool              `key:"judged-house-sized" doc:"the players judge sections of any size to be house-sized"`
	Ground     ground.Plan       `key:"ground" doc:"structures and features, in inches"`
	Zones      [2]ground.Polygon `key:"zones" doc:"where each side may set up the units that are not placed yet"`
	Works      []SetupWork       `key:"sections" doc:"details of sections that the map does not show; brick and wood follow from the material"`
	Spots      []SetupSpot       `key:"spots" doc:"places in the open, each for one unit"`
	Units      []SetupUnit       `key:"units" least:"2" most:"14" doc:"the units of both sides"`
	Task       Task              `key:"task" doc:"what decides the game"`
}

// SetupWork is what the rules need to know of a section besides its plan.
type SetupWork struct {
	Section   string   `key:"section" doc:"the section's name on the map: farm/house, or barn for a structure with one section"`
	Kind      Kind     `key:"kind" doc:"the kind of structure"`
	Judged    Solidity `key:"judged-as" doc:"what the players judge the section to be like, whatever its material"`
	Objective bool     `key:"objective" doc:"the task is about this section"`
}

// SetupSpot is a place in the open.
type SetupSpot struct {
	Name  string       `key:"name" doc:"a single word"`
	Point ground.Point `key:"at" doc:"the spot's place on the map"`
	Cover Cover        `key:"cover" doc:"the cover on the spot"`
}

// SetupUnit is a unit by its row of the table of units.
type SetupUnit struct {
	Name    string     `key:"name" doc:"a single word"`
	Side    uint8      `key:"side" of:"sides" doc:"the unit's side"`
	Unit    rule.Ref   `key:"unit" table:"units" min:"1" doc:"the unit's type"`
	Men     uint8      `key:"men" doc:"the unit's models, if below full strength" unit:"models" min:"0" max:"20"`
	Quality Quality    `key:"quality" doc:"the unit's quality, if not the usual one"`
	Officer uint8      `key:"officer" doc:"bonus that the unit gives, if it is an officer's" min:"0" max:"4"`
	Arms    []SetupArm `key:"weapons" least:"1" most:"4" doc:"the unit's weapons, at most one for each model, in the order in which they are lost"`
	At      string     `key:"at" doc:"the spot or floor where the unit starts; none if its side sets it up"`
	Opening string     `key:"by" doc:"the opening at which a gun or a fixed weapon starts"`
}

// SetupArm is weapons alike.
type SetupArm struct {
	Weapon rule.Ref `key:"weapon" table:"weapons" min:"1" doc:"the weapon"`
	Count  uint8    `key:"count" doc:"how many; 0 for one" unit:"weapons" min:"0" max:"20"`
}

// taskWords are the words for faults of the task.
var taskWords = game.TaskWords{
	Objective: "section", Mark: "mark one with objective: yes", Model: "model", Objectives: "sections", Units: "units",
}

// start sets a scenario up.
func start(house *rule.HouseRules, s *Setup) (*Battlefield, Position, error) {
	f := &Battlefield{turns: s.Turns, sides: game.SideNames(s.Sides), judgedHouseSized: s.HouseSized, task: s.Task, house: house}
	p := Position{Turn: 1, Outcome: game.Outcome{Winner: game.Draw}}
	groundMap, faults := ground.New(s.Ground)
	err := errors.Join(game.CheckSideNames(s.Sides), game.ErrorAt("", faults, "ground"))
	if groundMap == nil {
		return nil, p, err
	}
	f.ground = groundMap
	fits, faults := f.listPlaces(s)
	if err = errors.Join(err, faults); !fits {
		return nil, p, err
	}
	if faults == nil {
		err = errors.Join(err, victory.CheckTask(f, nil, f.sides, taskWords))
	}
	err = errors.Join(err, f.checkSpots(s.Spots))
	u := rule.NewChecker(house)
	f.limits = limits{u.Fact(&menPerOpening), u.Fact(&pointBlankInches), u.Fact(&plungingInches), u.Fact(&armouredFrom), u.Fact(&gunArc)}
	f.measureGround()
	if u.Fact(&advanceSteps) > mostSteps || u.Fact(&runSteps) > mostSteps {
		err = errors.Join(err, fmt.Errorf("the game knows moves of at most %d floors or sections: lower advance.steps and run.steps", mostSteps))
	}
	if u.Fact(&floorUnits) != 1 {
		err = errors.Join(err, errors.New("the game needs one unit on a floor: leave floor.units at 1"))
	}
	faults = game.SetUp("units", "unit", len(s.Units),
		func(i int) string { return s.Units[i].Name },
		func(i int) error { return f.addUnit(u, &p, &s.Units[i]) },
		func(i int) {
			f.units, p.Units[i] = append(f.units[:i], unitInfo{SetupUnit: SetupUnit{Name: s.Units[i].Name}}), Unit{}
		})
	if faults == nil {
		faults = f.checkSides(&p, s)
	}
	if err = errors.Join(err, faults); err == nil {
		err = victory.CheckTask(f, &p, f.sides, taskWords) // Now for those who are to survive, too.
	}
	if err != nil {
		return nil, p, err
	}
	dice := game.BothSides(len(f.units), func(i int) (uint8, bool) { return f.units[i].Side, true })
	f.cup = newCup(f.sides, dice, "host.cup", "which order die comes out of the cup")
	f.nextSetUp(&p)
	return f, p, nil
}

// checkSides returns an error if a side has no unit, or too little room in its zone.
func (f *Battlefield) checkSides(p *Position, s *Setup) error {
	all := game.BothSides(len(f.units), func(i int) (uint8, bool) { return f.units[i].Side, true })
	waiting := game.BothSides(len(f.units), func(i int) (uint8, bool) { return f.units[i].Side, !p.here(i) })
	err := game.CheckPresent(f.sides, [2]bool{all[0] > 0, all[1] > 0}, "units", "units")
	if waiting[0]+waiting[1] > 0 && len(s.Zones[0])+len(s.Zones[1]) == 0 {
		text := rule.Counted("there are no zones, and %d {unit} {is|are} to be set up: add zones: [AREA, AREA], or an at to {the unit|each of them}", waiting[0]+waiting[1])
		return errors.Join(err, game.FollowsFrom(game.ErrorfAt(text, "zones"), "units"))
	}
	for side, n := range waiting {
		room := game.Count(len(f.places), func(at int) bool { return f.places[at].zone[side] && f.unitAt(p, at) < 0 })
		if n > room {
			text := rule.Counted("%d {unit} of the "+string(f.sides[side])+" side {is|are} to be set up, and its zone has %d free {spot}: ", n, room)
			fault := game.ErrorfAt(text+"enlarge it, add spots to it, or give units an at", "zones", side)
			err = errors.Join(err, game.FollowsFrom(fault, "units", "spots"))
		}
	}
	return err
}

// listPlaces lists places, sections and openings. It reports whether the rest can be checked.
func (f *Battlefield) listPlaces(s *Setup) (fits bool, err error) {
	groundMap := f.ground
	if groundMap.Sections() == 0 || groundMap.Sections() > mostSections || groundMap.Openings() > mostOpenings {
		return false, game.ErrorfAt(fmt.Sprintf("%d sections with %d openings: the limits are 1 to %d sections and %d openings", groundMap.Sections(), groundMap.Openings(), mostSections, mostOpenings), "ground")
	}
	for _, x := range s.Spots {
		spot := place{name: x.Name, spot: true, section: -1, beforeSection: -1, cover: x.Cover, point: x.Point}
		for side, zone := range s.Zones {
			spot.zone[side] = len(zone) > 0 && zone.Holds(x.Point)
		}
		f.places = append(f.places, spot)
	}
	for id := range ground.SectionID(groundMap.Sections()) {
		if err := f.addSection(id, s); err != nil {
			return false, game.ErrorAt("", err, "ground", "structures", int(groundMap.StructureOf(id)))
		}
	}
	f.listOpenings()
	for i := range f.places {
		if x := &f.places[i]; len(x.openings) > mostOpeningsOfFloor {
			err = errors.Join(err, game.ErrorfAt(fmt.Sprintf("%s has more than %d openings", x.name, mostOpeningsOfFloor), "ground", "structures", int(groundMap.StructureOf(ground.SectionID(x.section)))))
		}
	}
	f.addFronts(s)
	if len(f.places) > mostPlaces {
		return false, game.ErrorfAt(fmt.Sprintf("%d spots and floors: the limit is %d", len(f.places), mostPlaces), "spots")
	}
	listed := map[string]int{}
	for i, x := range s.Works {
		_, fault := game.Find("section", sectionDomain.Names(f), x.Section)
		if first, twice := listed[x.Section]; twice && fault == nil {
			fault = fmt.Errorf("section %s is listed twice: put this into element %d, which is about it too", x.Section, first)
		}
		listed[x.Section] = i + 1
		err = errors.Join(err, game.ErrorAt("", fault, "sections", i, "section"))
	}
	return true, err
}

// checkSpots returns an error for spots where no unit can be in the open.
func (f *Battlefield) checkSpots(list []SetupSpot) (err error) {
	for i, x := range list {
		text := ""
		if id, inside := f.ground.SectionAt(x.Point); inside {
			name := f.ground.SectionName(id)
			text = fmt.Sprintf("the spot lies inside %s: move it, or place units at %s/ground", name, name)
		} else if id, barred := f.ground.BarrierAt(x.Point); barred {
			text = fmt.Sprintf("the spot lies in %s, which is impassable: move it", f.ground.Feature(id).Name)
		}
		if text != "" {
			fault := game.ErrorAt("spot "+x.Name, game.ErrorfAt(text, "at"), "spots", i)
			err = errors.Join(err, game.FollowsFrom(fault, "ground"))
		}
	}
	return err
}

// listOpenings lists the openings, all of them and by floor.
func (f *Battlefield) listOpenings() {
	groundMap := f.ground
	kinds := [...]Opening{ground.Door: Door, ground.Window: Window, ground.Slit: Slit, ground.Embrasure: Slit, ground.Gap: Gap}
	for id := range ground.OpeningID(groundMap.Openings()) {
		at := groundMap.FloorOfOpening(id)
		opening := opening{
			name: groundMap.OpeningName(id), kind: kinds[groundMap.Opening(id).Kind], section: int8(at.Section), floor: uint8(at.Storey),
			side: Side(groundMap.WallSide(groundMap.WallOfOpening(id))), room: uint8(min(20, groundMap.Opening(id).Capacity)),
		}
		opening.passable = opening.kind == Door || opening.kind != Slit && !f.hasSlits(opening.section)
		f.openings = append(f.openings, opening)
		floor := f.floor(opening.section, opening.floor)
		if floor.openings = append(floor.openings, int(id)); f.hasSlits(opening.section) == (opening.kind == Slit) {
			floor.firingOpenings = append(floor.firingOpenings, int(id))
		}
	}
}

// addSection makes a section with its rubble, its floors and the connections of each floor.
func (f *Battlefield) addSection(id ground.SectionID, s *Setup) error {
	groundMap := f.ground
	section := section{name: groundMap.SectionName(id), material: OtherMaterial}
	low, high := groundMap.Storeys(id)
	if low < 0 || high >= mostStoreys || groundMap.OnRoof(ground.Floor{Section: id, Storey: int8(high)}) {
		return fmt.Errorf("section %s needs 1 to 6 storeys, without a cellar or a roof to stand on", section.name)
	}
	width, depth := groundMap.Dimensions(id)
	section.size = inches(max(width, depth).Exactly())
	first, _ := groundMap.WallsOf(id)
	switch groundMap.Wall(first).Material {
	case ground.Brick:
		section.material = Brick
	case ground.Wood:
		section.material = Wood
	}
	if section.setDetails(s, groundMap, id); section.Objective {
		f.objectives = append(f.objectives, uint8(id))
	}
	place := place{name: section.name + "/rubble", spot: true, section: int8(id), beforeSection: -1, cover: HardCover, point: groundMap.Plan(id).Middle()}
	section.rubble = len(f.places)
	f.places = append(f.places, place)
	place.spot, place.cover = false, OpenGround
	for floor, name := range []string{"ground", "first", "second", "third", "fourth", "fifth"}[:high+1] {
		place.name, place.floor = section.name+"/"+name, uint8(floor)
		section.floors = append(section.floors, len(f.places))
		f.places = append(f.places, place)
		for other := range ground.SectionID(groundMap.Sections()) {
			there := ground.Floor{Section: other, Storey: int8(floor)}
			if other != id && groundMap.HasFloor(there) && groundMap.Connected(ground.Floor{Section: id, Storey: int8(floor)}, there) {
				section.connected[floor] |= 1 << other
			}
		}
	}
	f.sections = append(f.sections, section)
	return nil
}

// setDetails sets what the scenario says of a section, and how much of it is in each set-up zone.
func (section *section) setDetails(s *Setup, groundMap *ground.Map, id ground.SectionID) {
	for _, stated := range s.Works {
		if stated.Section == section.name {
			section.SetupWork = stated
		}
	}
	for side := range s.Zones {
		section.zone[side] = NotAtAll
		if len(s.Zones[side]) > 0 {
			if some, all := groundMap.Zone(id, s.Zones[side]); all {
				section.zone[side] = Wholly
			} else if some {
				section.zone[side] = Partly
			}
		}
	}
}

// addUnit puts a unit on the table, or keeps it for the set-up by its player.
func (f *Battlefield) addUnit(u *rule.Umpire, p *Position, stated *SetupUnit) error {
	body := Body{Men: stated.Men, Unit: stated.Unit, Quality: stated.Quality}
	info := unitInfo{
		SetupUnit: *stated, class: body.class(u), men: uint8(body.men(u)),
		team:         u.LookupCell(&units, stated.Unit, unitTeam) > 0,
		fireQuestion: stated.Name + " is fired at", assaultQuestion: stated.Name + " is assaulted", dieQuestion: "the turn is over for " + stated.Name, openingQuestion: "where the weapon of " + stated.Name + " is set up", refugeQuestion: "the burning building is left by " + stated.Name + ": where it goes",
	}
	if info.class == classMounted {
		return game.ErrorfAt("the game has no mounted troops", "unit")
	}
	if info.isVehicle() {
		info.men, info.value = 1, u.LookupCell(&units, stated.Unit, unitValue)
	}
	if info.run = 2 * u.LookupCell(&units, stated.Unit, unitAdvance); info.class == classWalker {
		info.run = min(info.run, u.Fact(&walkerRunMost))
	}
	unit, err := info.equip(u, stated)
	if err != nil {
		return err
	}
	i := len(f.units)
	f.units = append(f.units, info)
	p.Units[i] = unit
	if stated.At == "" {
		return nil
	}
	return f.placeAtStart(u, p, i, stated)
}

// equip gives a unit its weapons.
func (info *unitInfo) equip(u *rule.Umpire, stated *SetupUnit) (Unit, error) {
	unit := Unit{Men: info.men}
	armed := uint8(0)
	for kind, weapon := range stated.Arms {
		if weapons.RowName(weapon.Weapon) == "panzerfaust" {
			return unit, game.ErrorfAt("the game has no Panzerfausts", "weapons", kind, "weapon")
		}
		info.arms[kind] = newArm(u, weapon.Weapon, max(1, weapon.Count))
		if stated.Unit == sniperRow && info.arms[kind].kind == smallArm {
			info.arms[kind].maxRange = uint8(u.Fact(&sniperInches))
		}
		unit.Arms[kind] = info.arms[kind].count
		armed += unit.Arms[kind]
	}
	if !info.isVehicle() && armed > info.men {
		return unit, game.ErrorfAt(rule.Counted("%d {weapon} for %d {model}: the limit is one for each", int(armed), int(info.men)), "weapons")
	}
	return unit, nil
}

func newArm(u *rule.Umpire, weapon rule.Ref, count uint8) arm {
	cell := func(column int) int { return u.LookupCell(&weapons, weapon, column) }
	return arm{
		weapon: weapon, count: count, kind: cell(weaponKind), shots: cell(weaponShots), maxRange: uint8(cell(weaponRange)), pen: cell(weaponPen),
		fixed: cell(weaponFixed) > 0, team: cell(weaponTeam) > 0,
		shells: cell(weaponHE) > 0, shellsOnly: cell(weaponSpecial) == shellsOnly, fireMode: cell(weaponFire), minRange: uint8(cell(weaponNearest)),
	}
}

// placeAtStart puts a unit at its place in the scenario.
func (f *Battlefield) placeAtStart(u *rule.Umpire, p *Position, i int, stated *SetupUnit) error {
	to, err := game.Find("place", placeDomain.Names(f), stated.At)
	if err != nil {
		return game.ErrorAt("", err, "at")
	}
	openingIndex := -1
	if stated.Opening != "" {
		if openingIndex, err = game.Find("opening", openingDomain.Names(f), stated.Opening); err != nil {
			return game.ErrorAt("", err, "by")
		}
	}
	err = rule.CheckLegal(func(u *rule.Umpire) { f.legalPlacing(u, p, i, to, openingIndex, true) }, u.House(), nil)
	if err != nil {
		return game.ErrorAt("", err, "at")
	}
	f.placeUnit(p, i, to, openingIndex)
	return nil
}
