package tideofiron

import "loophole/rule"

// mostUnits is the most units of a hex and of a game.
const mostUnits = 14

// Attack is the situation of a direct attack on a building hex, on a squad in any hex, or on a
// vehicle. Distances are in hexes, firepower in dice.
type Attack struct {
	Target  Target `key:"target" doc:"target that the attacker declares"`
	Against uint8  `key:"against" min:"0" max:"14" doc:"number of the squad under attack in the list of squads, with target=squad"`
	Mode    Mode   `key:"mode" doc:"normal attacks remove figures and can destroy the building; suppressive attacks pin squads"`
	Action  Action `key:"action" doc:"the action that the lead attacker takes"`

	Lead    Attacker    `key:"lead" doc:"the unit that attacks"`
	Support [5]Attacker `key:"support" doc:"units that support the lead with combined fire"`
	Card    bool        `key:"card" doc:"the Operations card for Stielgranate 42 is in play"`
	Vehicle rule.Ref    `key:"vehicle" table:"units" doc:"the vehicle under attack, with target=vehicle"`
	Damage  Damage      `key:"damage" doc:"damage that the vehicle already has"`
	Dice    uint8       `key:"dice" unit:"dice" min:"0" max:"99" doc:"attack dice, stated without units; 0 to work them out from the units"`
	Range   Range       `key:"range" doc:"range class, if the attack is stated as dice"`

	Hex
}

// Hex is the hex that is attacked.
type Hex struct {
	Board        Board            `key:"board" doc:"kind of board that the hex is on"`
	Destructible bool             `key:"destructible" doc:"the scenario makes buildings destructible"`
	State        BuildingState    `key:"hex" doc:"what stands in the hex"`
	Level        uint8            `key:"level" min:"0" max:"2" doc:"level of the hex: floors above the ground floor"`
	Weakened     bool             `key:"weakened" doc:"the hex has a weakened token"`
	Hexes        uint8            `key:"hexes" unit:"hexes" min:"1" max:"12" doc:"hexes that the whole building covers"`
	Objective    bool             `key:"objective" doc:"the hex is an objective"`
	Tokens       uint8            `key:"tokens" min:"0" max:"9" doc:"other tokens in the hex, such as mines or entrenchments"`
	Squads       [mostUnits]Squad `key:"squads" doc:"squads in the hex, by their figures; none for an empty hex"`
}

// Squad is a squad in the hex that is attacked. Without figures there is none.
type Squad struct {
	Figures   uint8      `key:"figures" unit:"figures" min:"0" max:"4" doc:"figures in the squad"`
	Floor     uint8      `key:"floor" min:"0" max:"2" doc:"floor of the squad; 0 for the ground floor"`
	Condition Condition  `key:"condition" doc:"condition of the squad"`
	Activity  Activation `key:"activation" doc:"activation token of the squad"`
	Elite     bool       `key:"elite" doc:"the squad is elite infantry (Battle Hardened)"`
	Officer   bool       `key:"officer" doc:"an officer is on the squad's floor"`
	Medic     bool       `key:"medic" doc:"a medic is on the squad's floor"`
	Friendly  bool       `key:"friendly" doc:"the squad is on the attacker's side"`
	Concealed bool       `key:"concealed" doc:"the attacker does not know of the squad"`
}

// exists reports whether there is a squad.
func (s Squad) exists() bool { return s.Figures > 0 }

// Attacker is a unit that attacks: a vehicle or gun, stated by its name, or a squad, stated by its
// figures.
type Attacker struct {
	Unit      rule.Ref   `key:"unit" table:"units" doc:"a vehicle or gun; none for a squad of figures"`
	Distance  uint8      `key:"distance" unit:"hexes" min:"0" max:"30" doc:"hexes to the target; 0 gives a supporter the lead's distance"`
	Regulars  uint8      `key:"regulars" unit:"figures" min:"0" max:"4" doc:"regular figures of a squad"`
	Elites    uint8      `key:"elites" unit:"figures" min:"0" max:"4" doc:"elite figures of a squad"`
	Officers  uint8      `key:"officers" unit:"figures" min:"0" max:"4" doc:"officer figures of a squad"`
	MGs       uint8      `key:"mgs" unit:"crews" min:"0" max:"2" doc:"machine-gun crews of a squad"`
	German    bool       `key:"german" doc:"the machine-gun crews are German"`
	AntiTank  bool       `key:"anti-tank" doc:"the squad has the anti-tank specialization"`
	Higher    bool       `key:"higher" doc:"the unit is at a higher elevation than the target"`
	Blocked   bool       `key:"blocked" doc:"the unit's line of sight is blocked"`
	Activity  Activation `key:"activation" doc:"activation token of the unit"`
	Condition Condition  `key:"condition" doc:"condition of the unit"`
	Led       bool       `key:"led" doc:"an officer is with the unit"`
}

// isSquad reports whether the attacker is a squad.
func (a *Attacker) isSquad() bool { return a.Regulars+a.Elites+a.Officers+a.MGs > 0 }

// exists reports whether there is an attacker.
func (a *Attacker) exists() bool { return a.Unit != 0 || a.isSquad() }

// Target is the target of a declared attack.
type Target uint8

const (
	Building Target = iota
	AtSquad
	AtVehicle
)

func (Target) Names() []string { return []string{"building", "squad", "vehicle"} }

// Mode is a kind of attack: normal, or suppressive.
type Mode uint8

const (
	Normal Mode = iota
	Suppressive
)

func (Mode) Names() []string { return []string{"normal", "suppressive"} }

// Action is the action of the lead attacker.
type Action uint8

const (
	ConcentratedFire Action = iota
	FireAndMovement
	OpFire
)

func (Action) Names() []string { return []string{"concentrated-fire", "fire-and-movement", "op-fire"} }

// Board is the kind of map board.
type Board uint8

const (
	DenseUrban Board = iota
	OtherBoard
)

func (Board) Names() []string { return []string{"dense-urban", "other"} }

// BuildingState is the state of the building in a hex, if there is one.
type BuildingState uint8

const (
	Standing  BuildingState = iota // a building that stands
	Collapsed                      // a collapsed building printed on the board
	Overlay                        // a hex with a Collapsed Building overlay
	Open                           // no building
)

func (BuildingState) Names() []string { return []string{"building", "collapsed", "overlay", "open"} }

// Range is a range class.
type Range uint8

// The range classes. Normal is first, because it is the default.
const (
	NormalRange Range = iota
	CloseRange
	LongRange
	OutOfRange
)

func (Range) Names() []string { return []string{"normal", "close", "long", "out-of-range"} }

// Condition is the condition of a squad, from best to worst.
type Condition uint8

const (
	Fresh Condition = iota
	Pinned
	Disrupted
	Routed
)

func (Condition) Names() []string { return []string{"fresh", "pinned", "disrupted", "routed"} }

// mostDistance is the greatest distance in a situation, in hexes. What is farther counts as that far.
const mostDistance = 30

// Activation is the activation token of a unit.
type Activation uint8

const (
	Ready Activation = iota
	Fatigued
	OnOpFire
)

func (Activation) Names() []string { return []string{"ready", "fatigued", "op-fire"} }

// Fate is the state of a building hex after an attack.
type Fate uint8

const (
	Unharmed Fate = iota
	Weakened
	Destroyed
)

func (Fate) Names() []string { return []string{"unharmed", "weakened", "destroyed"} }

// AttackOutcome is the outcome of an attack.
type AttackOutcome struct {
	Net    int8                    `key:"net" unit:"hits" doc:"hits left after the target's dice"`
	Fate   Fate                    `key:"building" doc:"what the attack did to the building hex"`
	Squads [mostUnits]SquadOutcome `key:"squads" doc:"what happened to each squad"`
	Left   OverlayState            `key:"hex" doc:"the hex after the attack"`
	Damage Damage                  `key:"damage" doc:"damage of the vehicle after the attack"`
	Halted bool                    `key:"halted" doc:"opportunity fire ends the vehicle's action"`
}

// SquadOutcome is the state of a squad after an attack.
type SquadOutcome struct {
	Lost      uint8      `key:"lost" unit:"figures" doc:"figures removed"`
	Condition Condition  `key:"condition" doc:"condition of the squad after the attack, if it survives"`
	Activity  Activation `key:"activation" doc:"activation token of the squad after the attack"`
}

// OverlayState is the state of the hex after an attack.
type OverlayState struct {
	Hexes     uint8 `key:"standing" unit:"hexes" doc:"hexes of the building that still stand"`
	Token     uint8 `key:"token" doc:"movement token on the overlay; 0 is none"`
	Elevation uint8 `key:"elevation" doc:"highest elevation in the hex"`
	Objective bool  `key:"objective" doc:"the hex is an objective"`
	Tokens    uint8 `key:"tokens" doc:"other tokens in the hex"`
}

// withoutEffect returns the outcome of an attack without effect.
func (h *Hex) withoutEffect() AttackOutcome {
	outcome := AttackOutcome{Left: OverlayState{Hexes: h.Hexes, Elevation: h.Level, Objective: h.Objective, Tokens: h.Tokens}}
	for i := range h.Squads {
		if h.Squads[i].Figures > 0 {
			outcome.Squads[i] = SquadOutcome{Condition: h.Squads[i].Condition, Activity: h.Squads[i].Activity}
		}
	}
	return outcome
}

// setNet sets the hits that are left after the target's dice.
func (o *AttackOutcome) setNet(net int) { o.Net = int8(min(net, 127)) }

// occupied reports whether the attacker must treat the hex as occupied.
func (h *Hex) occupied(u *rule.Umpire) bool {
	hidden := false
	for i := range h.Squads {
		squad := &h.Squads[i]
		if squad.Figures > 0 && !squad.Concealed {
			return true
		}
		hidden = hidden || squad.Figures > 0
	}
	return hidden && h.ownersTell(u)
}

// ownersTell reports whether players have to say that concealed squads are in the building, by the
// ruling "concealed" (host.concealed).
func (h *Hex) ownersTell(u *rule.Umpire) bool {
	return h.State == Standing && u.Ruling(&concealed) == concealedOccupied
}

// unknownToAttacker reports whether the attacker does not know of a squad in the hex.
func (h *Hex) unknownToAttacker(u *rule.Umpire, squad *Squad) bool {
	return squad.Concealed && !h.ownersTell(u)
}
