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

// start sets up a scenario.
func start(h *rule.HouseRules, s *Setup) (*Battlefield, Position, error) {
	f := &Battlefield{
		house: h, rounds: s.Rounds, actions: s.Actions, first: uint8(s.First), sides: game.SideNames(s.Sides), card: s.Card,
		destruct: s.Destructible, board: s.Board, task: s.Task, eyes: sightsOf(rule.NewChecker(h)),
	}
	p := Position{Round: 1, Side: f.first, Left: uint8(s.Actions), Outcome: game.Outcome{Winner: game.Draw}}
	err := errors.Join(game.CheckSideNames(s.Sides), f.layHexes(&p, s.Hexes), f.readBatteries(&p, s.Artillery), f.placeUnits(&p, s.Units))
	if err == nil {
		err = errors.Join(f.checkStacks(h, &p), errors.Join(f.checkConcealments(h, &p)...))
	}
	if err != nil {
		return nil, p, err
	}
	f.updateControl(rule.NewChecker(h), &p)
	return f, p, nil
}

// layHexes sets up the hexes and measures distances.
func (f *Battlefield) layHexes(p *Position, hexes []SetupHex) error {
	byCell := map[ground.Hex]int8{}
	buildings := map[string]int{}
	f.blocks = [][]uint8{nil}
	var faults []error
	for i, x := range hexes {
		c, err := parseCell(x.Name)
		if _, twice := byCell[c]; twice && err == nil {
			err = fmt.Errorf("hex %s is listed twice", x.Name)
		}
		if err == nil && (x.Level > 0 && x.Terrain != Standing && x.Terrain != Overlay || x.Weakened && x.Terrain != Standing) {
			err = fmt.Errorf("hex %s: only a building or an overlay has a level, and only a building can be weakened", x.Name)
		}
		faults = append(faults, game.ErrorAt("", err, "hexes", i))
		byCell[c] = int8(i)
		g := hexInfo{name: x.Name, at: c, objective: x.Objective, tokens: uint8(x.Tokens)}
		if x.Terrain == Standing {
			key := cmp.Or(x.Building, " "+x.Name)
			if buildings[key] == 0 {
				buildings[key] = len(buildings) + 1
				f.blocks = append(f.blocks, nil)
			}
			g.building = buildings[key]
			f.blocks[g.building] = append(f.blocks[g.building], uint8(i))
		}
		if x.Objective {
			f.goals = append(f.goals, uint8(i))
		}
		f.hexes = append(f.hexes, g)
		p.Hexes[i] = HexState{Terrain: x.Terrain, Level: uint8(x.Level), Weakened: x.Weakened}
		for floor := range f.top(p, i) + 1 {
			f.places = append(f.places, place{uint8(i), uint8(floor)})
			f.at[i][floor] = uint8(len(f.places))
		}
	}
	if f.task.Kind != Survive && len(f.goals) == 0 {
		faults = append(faults, game.ErrorfAt("the task needs an objective hex: mark one with objective: yes", "task"))
	}
	f.measure(byCell)
	return errors.Join(faults...)
}

func (f *Battlefield) measure(byCell map[ground.Hex]int8) {
	find := func(c ground.Hex) int8 {
		if i, ok := byCell[c]; ok {
			return i
		}
		return -1
	}
	for i, a := range f.hexes {
		for k := range f.near[i] {
			f.near[i][k] = find(a.at.Neighbour(k))
		}
		for j, b := range f.hexes {
			f.far[i][j] = uint8(min(a.at.Distance(b.at), 255))
			for _, pair := range between(a.at, b.at) {
				f.lines[i][j] = append(f.lines[i][j], [2]int8{find(pair[0]), find(pair[1])})
			}
		}
	}
}

// checkStacks returns an error if a place holds too many units of a side.
func (f *Battlefield) checkStacks(h *rule.HouseRules, p *Position) error {
	limit := rule.NewChecker(h).Fact(&stackLimit)
	var faults []error
	for at := range f.places {
		for side := range uint8(2) {
			if n := f.count(p, uint8(at+1), side); n > limit {
				last := 0
				for i := range f.troops {
					if int(p.Units[i].Place) == at+1 {
						last = i
					}
				}
				faults = append(faults, game.ErrorfAt(fmt.Sprintf("%s holds %d units of one side, but has room for %d", f.placeName(f.places[at]), n, limit), "units", last, "at"))
			}
		}
	}
	return errors.Join(faults...)
}

// placeUnits places the units.
func (f *Battlefield) placeUnits(p *Position, list []SetupUnit) error {
	err := game.SetUp("units", "unit", len(list), func(i int) string { return list[i].Name },
		func(i int) error { return f.placeUnit(p, i, list[i]) },
		func(i int) { f.troops, p.Units[i] = append(f.troops[:i], unitInfo{name: list[i].Name}), Unit{} })
	if err != nil {
		return err
	}
	return game.CheckPresent(f.sides, present(f, p), "units", "units")
}

func (f *Battlefield) placeUnit(p *Position, i int, x SetupUnit) error {
	t := unitInfo{name: x.Name, side: uint8(x.Side), antiTank: x.AntiTank, medic: x.Medic, german: x.German}
	hex, err := game.Find("hex", hexKind.Names(f), x.At)
	switch {
	case err != nil:
		return game.ErrorAt("", err, "at")
	case f.at[hex][x.Floor] == 0:
		return game.ErrorfAt(fmt.Sprintf("%s has no floor %d", x.At, x.Floor), "floor")
	}
	y := Unit{Place: f.at[hex][x.Floor], Condition: x.Condition}
	for k, n := range []int{x.Regulars, x.Elites, x.Officers, x.MGs, x.Mortars} {
		y.Models[k] = uint8(n)
	}
	slots := x.Regulars + x.Elites + x.Officers + 2*x.MGs + 2*x.Mortars
	switch {
	case x.Condition >= Routed || x.Vehicle != "" && x.Condition != Fresh:
		return game.ErrorfAt("a squad can begin fresh, pinned or disrupted, and a vehicle only fresh", "condition")
	case x.Vehicle != "" && slots > 0:
		return game.ErrorfAt("a unit is either a vehicle or gun, or a squad: give vehicle or figures, not both", "vehicle")
	case x.Vehicle != "" && x.Concealed:
		return game.ErrorfAt("only squads can be concealed", "concealed")
	case x.Vehicle != "":
		t.vehicle = uint8(units.Ref(x.Vehicle))
		if t.vehicle == 0 || rule.Ref(t.vehicle) >= rowRegular {
			return game.ErrorfAt(fmt.Sprintf("unknown vehicle %q%s", x.Vehicle, rule.Suggest(x.Vehicle, vehicleNames())), "vehicle")
		}
		if p.Hexes[hex].Terrain != Open {
			return game.ErrorfAt("a vehicle cannot begin in a building or its ruins", "at")
		}
		y.Models[regulars] = 1
	case slots < 1 || slots > 4:
		return fmt.Errorf("a squad has 1 to 4 figures, and this one has %d; a crew counts as two", slots)
	case x.AntiTank && x.MGs+x.Mortars > 0:
		return game.ErrorfAt("a squad with a heavy weapon cannot have a specialization", "anti-tank")
	}
	if x.Concealed {
		y.Secrecy = Concealed
	}
	t.models, t.sorts = uint8(y.models()), y.Models
	f.troops = append(f.troops, t)
	f.react[i] = [2]string{x.Name + " normal", x.Name + " suppressive"}
	p.Units[i] = y
	return nil
}

func vehicleNames() []string {
	var names []string
	for _, r := range units.Rows[:rowRegular-1] {
		names = append(names, r.Name)
	}
	return names
}

// present reports which sides have a unit on the board. A unit with an unknown place counts.
func present(f *Battlefield, p *Position) (sides [2]bool) {
	for i := range f.troops {
		sides[f.troops[i].side] = sides[f.troops[i].side] || p.here(i) || p.Units[i].Secrecy == Veiled
	}
	return sides
}

// validatePosition returns an error for a position that cannot occur.
func validatePosition(f *Battlefield, p *Position) error {
	if int(p.Active) > len(f.troops) {
		return errors.New("the active unit does not exist")
	}
	for side := range p.Calls {
		if p.Calls[side] > f.guns[side].calls || int(p.Tried[side]) > int(p.Round) {
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
	x := &p.Units[i]
	switch {
	case *x == Unit{Secrecy: Veiled}:
		return nil
	case x.Place == 0:
		return game.CheckGone("unit", i, *x)
	case i >= len(f.troops) || int(x.Place) > len(f.places) || x.Secrecy >= Veiled || x.Secrecy != Known && f.troops[i].vehicle > 0 || x.models() == 0 || x.models() > 4:
		return fmt.Errorf("unit %d has an impossible state", i)
	}
	t, at := &f.troops[i], f.where(p, i)
	h := &p.Hexes[at.hex]
	switch {
	case h.Terrain != Standing && at.floor > 0:
		return fmt.Errorf("%s is on a floor that no longer exists", t.name)
	case t.vehicle > 0 && (h.Terrain != Open || x.models() != 1):
		return fmt.Errorf("%s is a vehicle inside a building or its ruins", t.name)
	case f.count(p, x.Place, 1-t.side) > 0 && h.Terrain != Overlay:
		return fmt.Errorf("%s shares its place with an enemy", t.name)
	}
	return nil
}
