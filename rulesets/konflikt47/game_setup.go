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
	Section   string `key:"section" doc:"the section's name on the map: farm/house, or barn for a structure with one section"`
	Kind      Kind   `key:"kind" doc:"the kind of structure"`
	Judged    Judged `key:"judged-as" doc:"what the players judge the section to be like, whatever its material"`
	Objective bool   `key:"objective" doc:"the task is about this section"`
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

// start sets a scenario up.
func start(h *rule.HouseRules, s *Setup) (*Battlefield, Position, error) {
	f := &Battlefield{turns: s.Turns, sides: game.SideNames(s.Sides), agreed: s.HouseSized, task: s.Task, house: h}
	p := Position{Turn: 1, Outcome: game.Outcome{Winner: game.Draw}}
	m, faults := ground.New(s.Ground)
	err := errors.Join(game.CheckSideNames(s.Sides), game.ErrorAt("", faults, "ground"))
	if m == nil {
		return nil, p, err
	}
	f.ground = m
	fits, faults := f.layout(s)
	if err = errors.Join(err, faults); !fits {
		return nil, p, err
	}
	u := rule.NewChecker(h)
	f.limits = limits{u.Fact(&openingMen), u.Fact(&blankInches), u.Fact(&plungeInches), u.Fact(&armoured), u.Fact(&gunArc)}
	f.measure()
	if u.Fact(&floorUnits) != 1 {
		err = errors.Join(err, errors.New("the game needs one unit on a floor: leave floor.units at 1"))
	}
	faults = game.SetUp("units", "unit", len(s.Units),
		func(i int) string { return s.Units[i].Name },
		func(i int) error { return f.trooper(u, &p, &s.Units[i]) },
		func(i int) {
			f.troops, p.Units[i] = append(f.troops[:i], unitInfo{SetupUnit: SetupUnit{Name: s.Units[i].Name}}), Unit{}
		})
	if faults == nil {
		faults = f.checkSides(&p)
	}
	if err = errors.Join(err, faults); err != nil {
		return nil, p, err
	}
	dice := game.BothSides(len(f.troops), func(i int) (uint8, bool) { return f.troops[i].Side, true })
	f.cup = newCup(f.sides, dice, "host.cup", "which order die comes out of the cup")
	f.nextSetUp(&p)
	return f, p, nil
}

// checkSides returns an error if a side has no unit, or too little room in its zone.
func (f *Battlefield) checkSides(p *Position) error {
	all := game.BothSides(len(f.troops), func(i int) (uint8, bool) { return f.troops[i].Side, true })
	waiting := game.BothSides(len(f.troops), func(i int) (uint8, bool) { return f.troops[i].Side, !p.here(i) })
	err := game.CheckPresent(f.sides, [2]bool{all[0] > 0, all[1] > 0}, "units", "units")
	for side, n := range waiting {
		room := game.Count(len(f.places), func(at int) bool { return f.places[at].zone[side] && f.on(p, at) < 0 })
		if n > room {
			err = errors.Join(err, game.ErrorfAt(fmt.Sprintf("%d units of the %s side are to be set up, and its zone has %d free spots", n, f.sides[side], room), "zones", side))
		}
	}
	return err
}

// layout lists places, sections and openings. It reports whether the rest can be checked.
func (f *Battlefield) layout(s *Setup) (fits bool, err error) {
	m := f.ground
	if m.Sections() == 0 || m.Sections() > mostSections || m.Openings() > mostOpenings {
		return false, game.ErrorfAt(fmt.Sprintf("%d sections with %d openings: the limits are 1 to %d sections and %d openings", m.Sections(), m.Openings(), mostSections, mostOpenings), "ground")
	}
	for _, x := range s.Spots {
		y := place{name: x.Name, spot: true, work: -1, front: -1, cover: x.Cover, point: x.Point}
		for side, zone := range s.Zones {
			y.zone[side] = len(zone) > 0 && zone.Holds(x.Point)
		}
		f.places = append(f.places, y)
	}
	for id := range ground.SectionID(m.Sections()) {
		if err := f.section(id, s); err != nil {
			return false, game.ErrorAt("", err, "ground", "structures", int(m.StructureOf(id)))
		}
	}
	f.openings()
	for i := range f.places {
		if x := &f.places[i]; len(x.doors) > mostPorts {
			err = errors.Join(err, game.ErrorfAt(fmt.Sprintf("%s has more than %d openings", x.name, mostPorts), "ground", "structures", int(m.StructureOf(ground.SectionID(x.work)))))
		}
	}
	f.addFronts(s)
	if len(f.places) > mostPlaces {
		return false, game.ErrorfAt(fmt.Sprintf("%d spots and floors: the limit is %d", len(f.places), mostPlaces), "spots")
	}
	for i, x := range s.Works {
		_, unknown := game.Find("section", sectionKind.Names(f), x.Section)
		err = errors.Join(err, game.ErrorAt("", unknown, "sections", i, "section"))
	}
	if err == nil && s.Task.Kind != Survive && len(f.objectives) == 0 {
		err = game.ErrorfAt("the task needs an objective: mark a section with objective: yes", "task")
	}
	return true, err
}

// openings lists the openings, all of them and by floor.
func (f *Battlefield) openings() {
	m := f.ground
	kinds := [...]Opening{ground.Door: Door, ground.Window: Window, ground.Slit: Slit, ground.Embrasure: Slit, ground.Gap: Gap}
	for o := range ground.OpeningID(m.Openings()) {
		at := m.FloorOfOpening(o)
		x := opening{
			name: m.OpeningName(o), kind: kinds[m.Opening(o).Kind], work: int8(at.Section), floor: uint8(at.Storey),
			side: Side(m.WallSide(m.WallOfOpening(o))), room: uint8(min(20, m.Opening(o).Capacity)),
		}
		x.fits = x.kind == Door || x.kind != Slit && !f.hasSlits(x.work)
		f.doors = append(f.doors, x)
		floor := f.floor(x.work, x.floor)
		if floor.doors = append(floor.doors, int(o)); f.hasSlits(x.work) == (x.kind == Slit) {
			floor.outlets = append(floor.outlets, int(o))
		}
	}
}

// section makes a section with its rubble, its floors and its openings.
func (f *Battlefield) section(id ground.SectionID, s *Setup) error {
	m := f.ground
	w := section{name: m.SectionName(id), material: OtherMaterial}
	low, high := m.Storeys(id)
	if low < 0 || high > 5 || m.OnRoof(ground.Floor{Section: id, Storey: int8(high)}) {
		return fmt.Errorf("section %s needs 1 to 6 storeys, without a cellar or a roof to stand on", w.name)
	}
	width, depth := m.Dimensions(id)
	w.size = inches(max(width, depth).Exactly())
	first, _ := m.WallsOf(id)
	switch m.Wall(first).Material {
	case ground.Brick:
		w.material = Brick
	case ground.Wood:
		w.material = Wood
	}
	if w.state(s, m, id); w.Objective {
		f.objectives = append(f.objectives, uint8(id))
	}
	x := place{name: w.name + "/rubble", spot: true, work: int8(id), front: -1, cover: HardCover, point: m.Plan(id).Middle()}
	w.rubble = len(f.places)
	f.places = append(f.places, x)
	x.spot, x.cover = false, OpenGround
	for floor, name := range []string{"ground", "first", "second", "third", "fourth", "fifth"}[:high+1] {
		x.name, x.floor = w.name+"/"+name, uint8(floor)
		w.floors = append(w.floors, len(f.places))
		f.places = append(f.places, x)
		for other := range ground.SectionID(m.Sections()) {
			there := ground.Floor{Section: other, Storey: int8(floor)}
			if other != id && m.HasFloor(there) && m.Connected(ground.Floor{Section: id, Storey: int8(floor)}, there) {
				w.joined[floor] |= 1 << other
			}
		}
	}
	f.works = append(f.works, w)
	return nil
}

// state sets the state of a section at the start, as the scenario says.
func (w *section) state(s *Setup, m *ground.Map, id ground.SectionID) {
	for _, x := range s.Works {
		if x.Section == w.name {
			w.SetupWork = x
		}
	}
	for side := range s.Zones {
		w.zone[side] = NotAtAll
		if len(s.Zones[side]) > 0 {
			if some, all := m.Zone(id, s.Zones[side]); all {
				w.zone[side] = Wholly
			} else if some {
				w.zone[side] = Partly
			}
		}
	}
}

// trooper puts a unit on the table, or keeps it for the set-up by its player.
func (f *Battlefield) trooper(u *rule.Umpire, p *Position, x *SetupUnit) error {
	b := Body{Men: x.Men, Unit: x.Unit, Quality: x.Quality}
	t := unitInfo{
		SetupUnit: *x, class: b.class(u), men: uint8(b.men(u)),
		team:  u.LookupCell(&units, x.Unit, unitTeam) > 0,
		asked: x.Name + " is fired at", charged: x.Name + " is assaulted", stays: "the turn is over for " + x.Name, sited: "where the weapon of " + x.Name + " is set up", leaves: "the burning building is left by " + x.Name + ": where it goes",
	}
	if t.class == classMounted {
		return game.ErrorfAt("the game has no mounted troops", "unit")
	}
	if t.vehicle() {
		t.men, t.value = 1, u.LookupCell(&units, x.Unit, unitValue)
	}
	if t.run = 2 * u.LookupCell(&units, x.Unit, unitAdvance); t.class == classWalker {
		t.run = min(t.run, u.Fact(&walkerRun))
	}
	y, err := t.equip(u, x)
	if err != nil {
		return err
	}
	i := len(f.troops)
	f.troops = append(f.troops, t)
	p.Units[i] = y
	if x.At == "" {
		return nil
	}
	return f.begin(u, p, i, x)
}

// equip gives a unit its weapons.
func (t *unitInfo) equip(u *rule.Umpire, x *SetupUnit) (Unit, error) {
	y := Unit{Men: t.men}
	armed := uint8(0)
	for k, a := range x.Arms {
		if weapons.RowName(a.Weapon) == "panzerfaust" {
			return y, game.ErrorfAt("the game has no Panzerfausts", "weapons", k, "weapon")
		}
		t.arms[k] = newArm(u, a.Weapon, max(1, a.Count))
		if x.Unit == sniperRow && t.arms[k].kind == smallArm {
			t.arms[k].span = uint8(u.Fact(&sniperInches))
		}
		y.Arms[k] = t.arms[k].count
		armed += y.Arms[k]
	}
	if !t.vehicle() && armed > t.men {
		return y, game.ErrorfAt(rule.Counted("%d {weapon} for %d {model}: the limit is one for each", int(armed), int(t.men)), "weapons")
	}
	return y, nil
}

func newArm(u *rule.Umpire, w rule.Ref, n uint8) arm {
	cell := func(column int) int { return u.LookupCell(&weapons, w, column) }
	return arm{
		weapon: w, count: n, kind: cell(weaponKind), shots: cell(weaponShots), span: uint8(cell(weaponRange)), pen: cell(weaponPen),
		fixed: cell(weaponFixed) > 0, team: cell(weaponTeam) > 0,
		shells: cell(weaponHE) > 0, only: cell(weaponSpecial) == shellsOnly, way: cell(weaponFire), near: uint8(cell(weaponNearest)),
	}
}

// begin puts a unit at its place in the scenario.
func (f *Battlefield) begin(u *rule.Umpire, p *Position, i int, x *SetupUnit) error {
	to, err := game.Find("place", placeKind.Names(f), x.At)
	if err != nil {
		return game.ErrorAt("", err, "at")
	}
	port := -1
	if x.Opening != "" {
		if port, err = game.Find("opening", openingKind.Names(f), x.Opening); err != nil {
			return game.ErrorAt("", err, "by")
		}
	}
	err = rule.CheckLegal(func(u *rule.Umpire) { f.legalPlacing(u, p, i, to, port, true) }, u.House(), nil)
	if err != nil {
		return game.ErrorAt("", err, "at")
	}
	f.placeUnit(p, i, to, port)
	return nil
}
