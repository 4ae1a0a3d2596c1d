package konflikt47

import (
	"fmt"

	"loophole/rule"
)

// Ram is the situation of a vehicle that drives into a building.
type Ram struct {
	Structure
	Material Material `key:"material" doc:"what the building is made of"`
	Judged   Solidity `key:"judged-as" doc:"what the players judge the building to be like, whatever its material"`
	Class    Class    `key:"class" doc:"class of an unnamed vehicle"`
	Fists    uint8    `key:"fists" min:"0" max:"4" doc:"fists of an unnamed walker"`
	Tough    bool     `key:"tough" doc:"an unnamed vehicle is tough"`
	Order    Order    `key:"order" doc:"the order of the vehicle"`
	Ordered  bool     `key:"ordered" doc:"the vehicle has already passed its order test"`
	Distance uint8    `key:"distance" unit:"inches" min:"0" max:"48" doc:"from the vehicle to the building, in a straight line"`
	Pivot    uint8    `key:"pivot" unit:"degrees" min:"0" max:"180" doc:"how far the vehicle turns first"`
	Body
	Occupants
}

// Material is the material of a building.
type Material uint8

const (
	Brick Material = iota
	Wood
	OtherMaterial
)

func (Material) Names() []string { return []string{"brick", "wood", "other"} }

// Solidity is the judgement of the players on the solidity of a building.
type Solidity uint8

const (
	NotJudged Solidity = iota
	LikeBrick
	LikeWood
	Solid
)

func (Solidity) Names() []string { return []string{"not-judged", "brick", "wood", "solid"} }

// Class is the class of a vehicle.
type Class uint8

const (
	HeavyTank Class = iota
	SuperTank
	SuperWalker
	HeavyWalker
	LighterVehicle
)

func (Class) Names() []string {
	return []string{"heavy-tank", "super-heavy-tank", "super-heavy-walker", "heavy-walker", "lighter"}
}

// RamScore is the comparison of the two scores.
type RamScore uint8

const (
	NoClash RamScore = iota // the vehicle did not get there, or met no resistance
	VehicleHigher
	Equal
	BuildingHigher
	BuildingFarHigher // by the lead that makes damage massive between vehicles
)

func (RamScore) Names() []string {
	return []string{"none", "vehicle-higher", "equal", "building-higher", "building-far-higher"}
}

// RamStop is the place where a vehicle comes to a halt.
type RamStop uint8

const (
	NotMoved RamStop = iota
	InFront
	InRubble
)

func (RamStop) Names() []string { return []string{"not-moved", "in-front", "in-the-rubble"} }

// RamOutcome is the outcome of driving into a building.
type RamOutcome struct {
	Clash  RamScore      `key:"scores" doc:"how the scores compare"`
	Answer OrderResponse `key:"answer" doc:"how the vehicle responds to its order"`
	Rubble bool          `key:"rubble" doc:"the building becomes rubble, and every unit inside is destroyed"`
	Lost   uint8         `key:"units-lost" unit:"units" doc:"units in the building that are destroyed"`
	Out    bool          `key:"knocked-out" doc:"the vehicle is knocked out or abandoned"`
	Stuck  bool          `key:"immobilised" doc:"the vehicle is immobilised"`
	Pins   uint8         `key:"pins" unit:"pins" doc:"pins on the vehicle"`
	Die    Die           `key:"die" doc:"the unit's order die"`
	Stop   RamStop       `key:"stop" doc:"where the vehicle ends"`
}

var ramSpec = rule.Spec[Ram, RamOutcome]{
	Name: "ram",
	Gist: "a heavy tank or a super-heavy walker rams a building",
	Default: Ram{
		Structure: Structure{Storeys: 2}, Order: Run, Distance: 9,
		Body: Body{Unit: units.Ref("tiger")}, Occupants: Occupants{Floors: [mostStoreys]Troops{{Body: Body{Unit: units.Ref("wehrmacht-infantry")}}}},
	},
	Legal:        legalRam,
	Play:         playRam,
	MaxQuestions: 3 + 2 + 1 + 4,
	Events: []rule.Event[RamOutcome]{
		{Name: "building-destroyed", Gist: "the building becomes rubble", Holds: func(o RamOutcome) bool { return o.Rubble }},
		{Name: "unit-destroyed", Gist: "at least one unit in the building is destroyed with it", Holds: func(o RamOutcome) bool { return o.Lost > 0 }},
		{Name: "vehicle-higher", Gist: "the vehicle scores higher", Holds: func(o RamOutcome) bool { return o.Clash == VehicleHigher }},
		{Name: "equal", Gist: "both score the same", Holds: func(o RamOutcome) bool { return o.Clash == Equal }},
		{Name: "building-higher", Gist: "the building scores higher", Holds: func(o RamOutcome) bool { return o.Clash >= BuildingHigher }},
		{Name: "building-far-higher", Gist: "the building scores higher by three or more", Holds: func(o RamOutcome) bool { return o.Clash == BuildingFarHigher }},
		{Name: "vehicle-knocked-out", Gist: "the vehicle is knocked out or abandoned", Holds: func(o RamOutcome) bool { return o.Out }},
		{Name: "vehicle-immobilised", Gist: "the vehicle survives but is immobilised", Holds: func(o RamOutcome) bool { return o.Stuck }},
		{Name: "vehicle-down", Gist: "the vehicle survives and is Down", Holds: func(o RamOutcome) bool { return !o.Out && o.Die == DownDie }},
	},
	Measures: []rule.Measure[RamOutcome]{
		{Name: "pins", Unit: "pins on a vehicle that survives", Of: func(o RamOutcome) int { return int(o.Pins) }},
		{Name: "units-lost", Unit: "units in the building that are destroyed", Of: func(o RamOutcome) int { return int(o.Lost) }},
	},
	Examples: []rule.Example{
		{Name: "tiger", Settings: "unit=tiger material=brick floors=8,8", Gist: "a Tiger rams a brick house with two squads"},
		{Name: "wood", Settings: "unit=tiger material=wood", Gist: "a Tiger rams a wooden house"},
		{Name: "zeus", Settings: "unit=zeus material=brick", Gist: "a Zeus, whose front is tough, rams a brick house"},
		{Name: "king-tiger", Settings: "unit=king-tiger-x material=brick pins=2", Gist: "a super-heavy tank with two pins, which must first pass its order test"},
		{Name: "fists", Settings: "unit=none class=super-heavy-walker fists=2 material=brick", Gist: "a super-heavy walker with two fists"},
		{Name: "shed", Settings: "structure=shed unit=is-3 floors=0", Gist: "a super-heavy tank and a garden shed"},
	},
}

// rammingRow returns the vehicle's row in the table of rams: heavy tank, super-heavy tank or
// super-heavy walker (ram.who). Other vehicles have none, 0.
func (s *Ram) rammingRow(u *rule.Umpire) rule.Ref {
	if s.Unit == 0 {
		return [...]rule.Ref{rowHeavyTank, rowSuperTank, rowSuperWalker, 0, 0}[s.Class]
	}
	value := u.Cell(&units, s.Unit, unitValue)
	switch class := s.class(u); {
	case class == classTank && value == heavyVehicle:
		return rowHeavyTank
	case class == classTank && value > heavyVehicle:
		return rowSuperTank
	case class == classWalker && value >= heavyVehicle:
		return rowSuperWalker
	}
	return 0
}

// wallRow returns the row of the building in the table of damage values, or 0 if it is neither
// wood nor brick, nor judged to be like them (ram.material, ram.solid).
func (s *Ram) wallRow() rule.Ref {
	switch {
	case s.Judged == Solid:
		return 0
	case s.Judged == LikeWood || s.Judged == NotJudged && s.Material == Wood:
		return rowWood
	case s.Judged == LikeBrick || s.Material == Brick:
		return rowBrick
	}
	return 0
}

// isWalker reports whether the vehicle is a walker.
func (s *Ram) isWalker(u *rule.Umpire) bool {
	if s.Unit == 0 {
		return s.Class == SuperWalker || s.Class == HeavyWalker
	}
	return s.class(u) == classWalker
}

// runInches returns the inches of the vehicle on a Run.
func (s *Ram) runInches(u *rule.Umpire) int {
	if s.Unit == 0 {
		return 2 * u.Fact(&unnamedVehicleAdvance)
	}
	return s.reach(u, Run)
}

// legalRam forbids a ram that the building, the vehicle, its order or its way does not
// allow.
func legalRam(u *rule.Umpire, s *Ram) {
	u.Require(s.Kind != Ruin, "scope.ruin", "ruins and rubble are difficult ground, not buildings")
	u.Require(!s.Burning, "flame.impassable", "a burning building is impassable, to vehicles too")
	switch {
	case s.countsAsBunker() && (s.Kind == Bunker || s.isWalker(u)):
		u.Forbid("bunker.no-ram", "neither tanks nor walkers may ram a bunker")
	case s.countsAsBunker() || s.Kind == TankTrap:
		u.Forbid("ram.fortified", "vehicles may not ram fortifications")
	case s.Kind == Building:
		if s.Judged == Solid {
			u.Forbid("ram.solid", "the players judge the structure too solid to ram")
		} else {
			u.Require(s.wallRow() != 0, "ram.material", "vehicles may ram only wooden and brick buildings: judge others with judged-as")
		}
		u.Require(s.rammingRow(u) != 0, "ram.who", "only heavy tanks, super-heavy tanks and super-heavy walkers can ram a building")
	default:
		u.Require(s.Unit == 0 || s.isVehicle(u), "ram.trivial", "only vehicles can drive over sheds")
	}
	u.Require(s.Fists == 0 || s.Unit == 0 && (s.Class == SuperWalker || s.Class == HeavyWalker), "ram.fists", "only an unnamed walker takes a number of fists")
	legalPins(u, &s.Body)
	u.Require(s.Order == Run, "ram.as-vehicle", "a ram is an assault and needs a Run order")
	requireInches(u, int(s.Distance), s.runInches(u), "ram.as-vehicle", "the building is too far away for a Run")
	requireAtMost(u, int(s.Pivot), u.Fact(&ramPivotMost), "host.ram", "the vehicle may turn once and then drives straight", "{degree}")
	for i := range s.Floors {
		unit := &s.Floors[i]
		if unit.isPresent() {
			u.Require(i < int(s.Storeys), "enter.capacity", "a unit is on a floor that the building does not have")
			legalOccupant(u, &unit.Body)
		}
	}
	if s.Roof.isPresent() {
		legalOccupant(u, &s.Roof.Body)
	}
}

// playRam plays a vehicle that drives into a building: its order test, then the two totals.
func playRam(u *rule.Umpire, s *Ram) RamOutcome {
	prepared := prepareRam.For(u, s)
	ordered := OrderOutcome{Obeys, RunDie, s.Pins}
	if !s.Ordered {
		ordered = prepared.command.orderTest(u, true)
	}
	if ordered.Answer != Obeys {
		return RamOutcome{Answer: ordered.Answer, Pins: ordered.Pins, Die: ordered.Die}
	}
	vehicle := vehicleState{pins: ordered.Pins}
	if prepared.shed {
		u.Note("ram.trivial", "the vehicle crushes the shed, which is not a building")
		return RamOutcome{Rubble: true, Lost: prepared.unitsInside, Pins: vehicle.pins, Die: RunDie, Stop: InRubble}
	}
	lead := ramRoll.Roll(u, ramDice{uint8(prepared.vehicleBonus), uint8(prepared.buildingDice)})
	switch {
	case lead > 0:
		return prepared.buildingStands(u, lead, vehicle)
	case lead == 0:
		u.Note("ram.equal", "the scores tie: the vehicle takes superficial damage, and the building collapses")
		prepared.damageVehicle(u, &vehicle, Superficial)
		return prepared.buildingCollapses(u, Equal, vehicle)
	}
	u.Note("ram.vehicle-higher", "the vehicle scores higher: the building collapses as under HE fire")
	return prepared.buildingCollapses(u, VehicleHigher, vehicle)
}

// A ramDice is the bonus to the vehicle's D6, and the building's number of D6.
type ramDice struct{ vehicleBonus, buildingDice uint8 }

// ramRoll rolls the vehicle's D6 plus its bonus against the building's dice (ram.value,
// ram.opponent). It returns the points by which the building is higher.
var ramRoll = rule.Subroll[ramDice]{Name: "vehicle against building", Play: func(u *rule.Umpire, dice ramDice) int {
	text := u.Text("", func() string { return fmt.Sprintf("the vehicle's die, plus %d", dice.vehicleBonus) })
	vehicle := u.Sum(1, rule.D6, "ram.as-vehicle", text) + int(dice.vehicleBonus)
	building := u.By(defender).Sum(int(dice.buildingDice), rule.D6, "ram.opponent", "damage value of the building")
	u.Apply(vehicle, "ram.as-vehicle", "the vehicle's score")
	u.Apply(building, "ram.value", "the building's score")
	return building - vehicle
}}

// buildingStands returns the outcome if the building scores higher: damage to the vehicle, of
// a wooden building superficial (ram.higher, ram.wood), and it stops in front (ram.front).
func (p *preparedRam) buildingStands(u *rule.Umpire, lead int, vehicle vehicleState) RamOutcome {
	outcome := RamOutcome{Clash: BuildingHigher, Die: RunDie, Stop: InFront}
	damage := Full
	if lead >= p.massiveLead {
		outcome.Clash = BuildingFarHigher
		if p.massive {
			damage = Massive
		}
	}
	u.Note("ram.higher", "the building scores higher: the vehicle takes damage as in a collision")
	if p.wood {
		u.Note("ram.wood", "a wooden building does only superficial damage")
		damage = Superficial
	}
	u.Note("ram.front", "the vehicle stops in front of the building, which stands")
	p.damageVehicle(u, &vehicle, damage)
	return p.addSurvivorPin(u, outcome, vehicle)
}

// buildingCollapses returns the outcome if the building is destroyed: rubble takes its place
// (ram.rubble), in which the vehicle halts, with its die turned to Down (ram.halt).
func (p *preparedRam) buildingCollapses(u *rule.Umpire, clash RamScore, vehicle vehicleState) RamOutcome {
	u.Note("ram.rubble", "rubble takes the place of the building")
	u.Note("ram.halt", "the vehicle stops in the rubble and is Down")
	vehicle.down = true
	return p.addSurvivorPin(u, RamOutcome{Clash: clash, Rubble: true, Lost: p.unitsInside, Stop: InRubble}, vehicle)
}

// damageVehicle rolls the damage to the vehicle, which a tough one may cancel.
func (p *preparedRam) damageVehicle(u *rule.Umpire, vehicle *vehicleState, damage VehicleDamage) {
	if p.vehicle.tough > 0 && p.vehicle.cancelsDamage(u) {
		return
	}
	p.vehicle.applyDamage(u, vehicle, damage, false)
}

// addSurvivorPin gives a vehicle that survives one more pin (ram.pin).
func (p *preparedRam) addSurvivorPin(u *rule.Umpire, outcome RamOutcome, vehicle vehicleState) RamOutcome {
	if vehicle.out {
		outcome.Out = true
		return outcome
	}
	u.Note("ram.pin", "the vehicle survives and takes one more pin")
	outcome.Pins, outcome.Stuck = vehicle.pins+p.survivorPins, vehicle.stuck
	if isBroken(u, outcome.Pins, p.vehicle.brokenAt) {
		outcome.Out, outcome.Pins, outcome.Stuck = true, 0, false
		return outcome
	}
	if vehicle.down {
		outcome.Die = DownDie
	}
	return outcome
}

// prepareRam works out what both sides roll: D6+10 or D6+11 and one more for each fist of a walker
// (ram.heavy, ram.super-heavy, ram.fists), against 2D6 of wood or 3D6 of brick (ram.value).
var prepareRam = rule.Precomputed[Ram, preparedRam]{Compute: func(u *rule.Umpire, s *Ram) preparedRam {
	prepared := preparedRam{
		command: Command{Order: Run, Threat: s.unitsInCollapse(u) > 0, Body: s.Body}, shed: s.Kind == Shed,
	}
	u.Note("ram.as-vehicle", "a ram follows the rules for tanks that assault vehicles")
	prepared.unitsInside = s.unitsInCollapse(u)
	if prepared.shed {
		return prepared
	}
	prepared.vehicle = s.vehicleProtection(u, 0, s.Class == SuperWalker)
	prepared.survivorPins, prepared.massiveLead = uint8(u.Fact(&ramSurvivorPins)), u.Fact(&ramMassiveLead)
	prepared.vehicleBonus = u.Cell(&rams, s.rammingRow(u), 0)
	fists := int(s.Fists)
	if s.Unit != 0 {
		fists = u.Cell(&units, s.Unit, unitFists)
	}
	prepared.vehicleBonus += u.If(fists > 0, fists, "ram.fists", "fists")
	if s.Judged != NotJudged {
		u.Note("ram.solid", "the players judge what the building is like")
	}
	row := s.wallRow()
	prepared.buildingDice, prepared.wood = u.Cell(&buildingDamage, row, 0), row == rowWood
	if s.Unit == 0 && s.Tough {
		prepared.vehicle.tough = toughAllRound
	}
	if prepared.vehicle.tough > 0 && u.Ruling(&toughRam) == toughRamNo {
		prepared.vehicle.tough = 0
	}
	prepared.massive = u.Ruling(&massiveRam) == massiveRamYes
	return prepared
}}

// unitsInCollapse returns the number of units that a collapse destroys.
func (s *Ram) unitsInCollapse(u *rule.Umpire) (count uint8) {
	for i := range int(s.Storeys) {
		if s.Floors[i].isPresent() {
			count++
		}
	}
	if s.Roof.isPresent() && u.Ruling(&roofFall) == roofFallYes {
		count++
	}
	return count
}

// A preparedRam is a vehicle that drives into a building, up to the first roll.
type preparedRam struct {
	command      Command // to the vehicle
	vehicle      vehicleProtection
	vehicleBonus int // added to the vehicle's die
	buildingDice int // D6
	wood         bool
	shed         bool
	massive      bool // the damage may be massive
	massiveLead  int  // lead of the building that makes it so
	survivorPins uint8
	unitsInside  uint8 // units that a collapse destroys
}
