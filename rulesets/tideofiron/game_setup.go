package tideofiron

import (
	"cmp"
	"errors"
	"fmt"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// Setup is a scenario: the map, the units and the task. Scenario files are read by its tags, as
// situations are.
type Setup struct {
	Rounds       int            `key:"rounds" doc:"most rounds that are played" unit:"rounds" min:"1" max:"30"`
	Actions      int            `key:"actions" doc:"actions that a side takes in an action turn" unit:"actions" min:"1" max:"9"`
	Sides        [2]string      `key:"sides" doc:"names of the two sides"`
	First        int            `key:"first" of:"sides" doc:"the side with the initiative"`
	Card         [2]bool        `key:"card" doc:"for each side, whether it has the Operations card for Stielgranate 42 in play"`
	Destructible bool           `key:"destructible" doc:"the scenario makes buildings destructible"`
	Board        Board          `key:"board" doc:"kind of the boards in play"`
	Hexes        []SetupHex     `key:"hexes" least:"2" most:"64" doc:"hexes of the map; all others are off the board"`
	Units        []SetupUnit    `key:"units" least:"2" most:"14" doc:"units of both sides, and where they begin"`
	Artillery    []SetupBattery `key:"artillery" doc:"Strategy cards for artillery, at most one for each side"`
	Task         Task           `key:"task" doc:"what decides the game"`
}

// SetupHex is a hex of the map.
type SetupHex struct {
	Name      string        `key:"name" doc:"column letter and row number, such as C4"`
	Terrain   BuildingState `key:"terrain" doc:"what stands in the hex"`
	Level     int           `key:"level" doc:"floors above the ground floor; for an overlay, those of the destroyed building" min:"0" max:"2"`
	Weakened  bool          `key:"weakened" doc:"the hex has a weakened token"`
	Building  string        `key:"building" doc:"name of the building, the same in all its hexes; none for a building of one hex"`
	Objective bool          `key:"objective" doc:"the hex is an objective"`
	Tokens    int           `key:"tokens" doc:"other tokens in the hex, such as mines or entrenchments" min:"0" max:"9"`
}

// SetupUnit is a vehicle or gun, stated by its row of the table of units, or a squad, stated by its
// figures.
type SetupUnit struct {
	Name      string    `key:"name" doc:"one word, as typed in actions"`
	Side      int       `key:"side" of:"sides" doc:"the side of the unit"`
	Vehicle   string    `key:"vehicle" doc:"a vehicle or gun, by its row of the table of units; none for a squad"`
	Regulars  int       `key:"regulars" doc:"regular figures of a squad" min:"0" max:"4"`
	Elites    int       `key:"elites" doc:"elite figures" min:"0" max:"4"`
	Officers  int       `key:"officers" doc:"officers" min:"0" max:"4"`
	MGs       int       `key:"mgs" doc:"machine-gun crews, which count as two figures" min:"0" max:"2"`
	Mortars   int       `key:"mortars" doc:"mortar crews, which count as two figures" min:"0" max:"2"`
	AntiTank  bool      `key:"anti-tank" doc:"the squad has the anti-tank specialization"`
	Medic     bool      `key:"medic" doc:"the squad has a medic"`
	German    bool      `key:"german" doc:"the machine-gun crews are German"`
	At        string    `key:"at" doc:"the hex where the unit begins"`
	Floor     int       `key:"floor" doc:"the floor where the unit begins; 0 for the ground floor" min:"0" max:"2"`
	Condition Condition `key:"condition" doc:"condition of a squad at the start"`
	Concealed bool      `key:"concealed" doc:"the squad begins concealed: the enemy does not know its place until it is revealed"`
}

// taskWords are the words for faults of the task.
var taskWords = game.TaskWords{
	Objective: "hex", Mark: "mark one with objective: yes", Model: "model", Objectives: "hexes", Units: "units",
}

// start sets up a scenario.
func start(house *rule.HouseRules, s *Setup) (*Battlefield, Position, error) {
	checker := rule.NewChecker(house)
	f := &Battlefield{
		house: house, rounds: s.Rounds, actions: s.Actions, firstSide: uint8(s.First), sides: game.SideNames(s.Sides), stielgranateCard: s.Card,
		destructible: s.Destructible, board: s.Board, task: s.Task, sightRules: readSightRules(checker),
		ownersTell: checker.Ruling(&concealed) == concealedOccupied,
	}
	p := Position{Round: 1, Side: f.firstSide, Left: uint8(s.Actions), Outcome: game.Outcome{Winner: game.Draw}}
	valid := &p // nil if the position cannot be checked
	err := errors.Join(game.CheckSideNames(s.Sides), f.layHexes(&p, s.Hexes), f.readBatteries(&p, s.Artillery), f.placeUnits(&p, s.Units))
	if err != nil {
		valid = nil
	}
	if err = errors.Join(err, victory.CheckTask(f, valid, f.sides, taskWords)); err == nil {
		err = errors.Join(f.checkStacks(house, &p), errors.Join(f.checkConcealments(house, &p)...))
	}
	if err != nil {
		return nil, p, err
	}
	f.updateControl(checker, &p)
	return f, p, nil
}

// layHexes sets up the hexes and measures the distances between them.
func (f *Battlefield) layHexes(p *Position, hexes []SetupHex) error {
	byCell := map[ground.Hex]int8{}
	buildings := map[string]int{}
	f.buildingHexes = [][]uint8{nil}
	var faults []error
	for i, hex := range hexes {
		cell, err := parseHex(hex.Name)
		if _, twice := byCell[cell]; twice && err == nil {
			err = fmt.Errorf("hex %s is listed twice", hex.Name)
		}
		if err == nil && (hex.Level > 0 && hex.Terrain != Standing && hex.Terrain != Overlay || hex.Weakened && hex.Terrain != Standing) {
			err = fmt.Errorf("hex %s: only a building or an overlay has a level, and only a building can be weakened", hex.Name)
		}
		faults = append(faults, game.ErrorAt("", err, "hexes", i))
		byCell[cell] = int8(i)
		info := hexInfo{name: hex.Name, cell: cell, objective: hex.Objective, tokens: uint8(hex.Tokens)}
		if hex.Terrain == Standing {
			key := cmp.Or(hex.Building, " "+hex.Name)
			if buildings[key] == 0 {
				buildings[key] = len(buildings) + 1
				f.buildingHexes = append(f.buildingHexes, nil)
			}
			info.building = buildings[key]
			f.buildingHexes[info.building] = append(f.buildingHexes[info.building], uint8(i))
		}
		if hex.Objective {
			f.objectives = append(f.objectives, uint8(i))
		}
		f.hexes = append(f.hexes, info)
		p.Hexes[i] = HexState{Terrain: hex.Terrain, Level: uint8(hex.Level), Weakened: hex.Weakened}
		for floor := range f.top(p, i) + 1 {
			f.places = append(f.places, place{uint8(i), uint8(floor)})
			f.placesByFloor[i][floor] = uint8(len(f.places))
		}
	}
	f.measureHexes(byCell)
	return errors.Join(faults...)
}

// measureHexes finds the neighbours of each hex, and between any two hexes the distance and the
// hexes on the line.
func (f *Battlefield) measureHexes(byCell map[ground.Hex]int8) {
	find := func(cell ground.Hex) int8 {
		if i, ok := byCell[cell]; ok {
			return i
		}
		return -1
	}
	for i, from := range f.hexes {
		for side := range f.neighbours[i] {
			f.neighbours[i][side] = find(from.cell.Neighbour(side))
		}
		for j, to := range f.hexes {
			f.distances[i][j] = uint8(min(from.cell.Distance(to.cell), 255))
			for _, pair := range hexesBetween(from.cell, to.cell) {
				f.hexesOnLines[i][j] = append(f.hexesOnLines[i][j], [2]int8{find(pair[0]), find(pair[1])})
			}
		}
	}
}

// checkStacks returns an error if a place holds too many units of a side.
func (f *Battlefield) checkStacks(house *rule.HouseRules, p *Position) error {
	limit := rule.NewChecker(house).Fact(&stackLimit)
	var faults []error
	for at := range f.places {
		for side := range uint8(2) {
			if count := f.unitsAt(p, uint8(at+1), side); count > limit {
				last := 0
				for i := range f.units {
					if int(p.Units[i].Place) == at+1 {
						last = i
					}
				}
				faults = append(faults, game.ErrorfAt(fmt.Sprintf("%s holds %d units of one side, but has room for %d", f.placeName(f.places[at]), count, limit), "units", last, "at"))
			}
		}
	}
	return errors.Join(faults...)
}

// placeUnits places the units.
func (f *Battlefield) placeUnits(p *Position, list []SetupUnit) error {
	err := game.SetUp("units", "unit", len(list), func(i int) string { return list[i].Name },
		func(i int) error { return f.placeUnit(p, i, list[i]) },
		func(i int) { f.units, p.Units[i] = append(f.units[:i], unitInfo{name: list[i].Name}), Unit{} })
	if err != nil {
		return err
	}
	return game.CheckPresent(f.sides, roster.Left(f, p), "units", "units")
}

// placeUnit reads a unit and places it. A vehicle has one model and a squad its figures.
func (f *Battlefield) placeUnit(p *Position, i int, listed SetupUnit) error {
	info := unitInfo{name: listed.Name, side: uint8(listed.Side), antiTank: listed.AntiTank, medic: listed.Medic, german: listed.German}
	hex, err := game.Find("hex", hexDomain.Names(f), listed.At)
	switch {
	case err != nil:
		return game.ErrorAt("", err, "at")
	case f.placesByFloor[hex][listed.Floor] == 0:
		return game.ErrorfAt(fmt.Sprintf("%s has no floor %d", listed.At, listed.Floor), "floor")
	}
	unit := Unit{Place: f.placesByFloor[hex][listed.Floor], Condition: listed.Condition}
	for k, n := range []int{listed.Regulars, listed.Elites, listed.Officers, listed.MGs, listed.Mortars} {
		unit.Models[k] = uint8(n)
	}
	slots := listed.Regulars + listed.Elites + listed.Officers + crewSize*(listed.MGs+listed.Mortars)
	switch {
	case listed.Condition >= Routed || listed.Vehicle != "" && listed.Condition != Fresh:
		return game.ErrorfAt("a squad can begin fresh, pinned or disrupted, and a vehicle only fresh", "condition")
	case listed.Vehicle != "" && slots > 0:
		return game.ErrorfAt("a unit is either a vehicle or gun, or a squad: give vehicle or figures, not both", "vehicle")
	case listed.Vehicle != "" && listed.Concealed:
		return game.ErrorfAt("only squads can be concealed", "concealed")
	case listed.Vehicle != "":
		info.vehicle = uint8(unitTable.Ref(listed.Vehicle))
		if info.vehicle == 0 || rule.Ref(info.vehicle) >= rowRegular {
			return game.ErrorfAt(fmt.Sprintf("unknown vehicle %q%s", listed.Vehicle, rule.Suggest(listed.Vehicle, vehicleNames())), "vehicle")
		}
		if p.Hexes[hex].Terrain != Open {
			return game.ErrorfAt("a vehicle cannot begin in a building or its ruins", "at")
		}
		unit.Models[regulars] = 1
	case slots < 1 || slots > squadSize:
		return fmt.Errorf("a squad has 1 to 4 figures, and this one has %d; a crew counts as two", slots)
	case listed.AntiTank && listed.MGs+listed.Mortars > 0:
		return game.ErrorfAt("a squad with a heavy weapon cannot have a specialization", "anti-tank")
	}
	if listed.Concealed {
		unit.Secrecy = Concealed
	}
	info.models, info.figures = uint8(unit.models()), unit.Models
	f.units = append(f.units, info)
	f.opportunityOptions[i] = [2]string{listed.Name + " normal", listed.Name + " suppressive"}
	p.Units[i] = unit
	return nil
}

func vehicleNames() []string {
	var names []string
	for _, row := range unitTable.Rows[:rowRegular-1] {
		names = append(names, row.Name)
	}
	return names
}

// validatePosition returns an error for a position that cannot occur.
func validatePosition(f *Battlefield, p *Position) error {
	if int(p.Active) > len(f.units) {
		return errors.New("the active unit does not exist")
	}
	for side := range p.Calls {
		if p.Calls[side] > f.batteries[side].calls || int(p.Tried[side]) > int(p.Round) {
			return errors.New("the artillery has an impossible number of calls")
		}
	}
	for i := range p.Units {
		if err := f.validateUnit(p, i); err != nil {
			return err
		}
	}
	return game.CheckUnused("hex", p.Hexes[:], len(f.hexes))
}

// validateUnit returns an error for a unit in a state that cannot occur.
func (f *Battlefield) validateUnit(p *Position, i int) error {
	unit := &p.Units[i]
	switch {
	case *unit == Unit{Secrecy: PlaceUnknown}:
		return nil
	case unit.Place == 0:
		return game.CheckGone("unit", i, *unit)
	case i >= len(f.units) || int(unit.Place) > len(f.places) || unit.Secrecy >= PlaceUnknown || unit.Secrecy != Known && f.units[i].vehicle > 0 || unit.models() == 0 || unit.models() > squadSize:
		return fmt.Errorf("unit %d has an impossible state", i)
	}
	info, at := &f.units[i], f.placeOf(p, i)
	state := &p.Hexes[at.hex]
	switch {
	case state.Terrain != Standing && at.floor > 0:
		return fmt.Errorf("%s is on a floor that no longer exists", info.name)
	case info.vehicle > 0 && (state.Terrain != Open || unit.models() != 1):
		return fmt.Errorf("%s is a vehicle inside a building or its ruins", info.name)
	case f.unitsAt(p, unit.Place, 1-info.side) > 0 && state.Terrain != Overlay:
		return fmt.Errorf("%s shares its place with an enemy", info.name)
	}
	return nil
}
