package lasergrenadiers

import "loophole/rule"

// A Group is some pieces alike. No unit is no group.
type Group struct {
	Unit  rule.Ref `key:"unit" table:"troops" doc:"the kind of piece"`
	Count uint8    `key:"count" unit:"pieces" min:"0" max:"12" doc:"how many; 0 for one"`
	AC    uint8    `key:"ac" min:"0" max:"12" doc:"armour class of the pieces; 0 for the usual one"`
}

func (g *Group) count() int {
	if g.Unit == 0 {
		return 0
	}
	return max(1, int(g.Count))
}

// firePenetratesOn returns the highest face of a D10 on which fire penetrates the pieces (fire.attack).
func (g *Group) firePenetratesOn(u *rule.Umpire) int {
	ac := int(g.AC)
	if ac == 0 {
		ac = u.Cell(&troops, g.Unit, 0)
	}
	return penetratesOn(u, u.Fact(&fireAF), ac)
}

// Burning is the situation of pieces in a burning area.
type Burning struct {
	How    FireExposure `key:"how" doc:"whether the pieces are caught in the fire or try to pass through it"`
	Turns  uint8        `key:"turns" unit:"turns" min:"1" max:"6" doc:"turns that the pieces are in the fire"`
	Groups [4]Group     `key:"groups" doc:"the pieces; four infantrymen if none is named"`
}

// FireExposure is how pieces come to be in a fire.
type FireExposure uint8

const (
	Caught FireExposure = iota
	Crossing
)

func (FireExposure) Names() []string { return []string{"caught", "crossing"} }

// BurningOutcome is the outcome of [Burning].
type BurningOutcome struct {
	Out      uint8 `key:"casualties" unit:"soldiers" doc:"soldiers and crews out of action"`
	Vehicles uint8 `key:"vehicles" unit:"vehicles" doc:"vehicles penetrated"`
	Unharmed uint8 `key:"unharmed" unit:"pieces" doc:"pieces that come through unharmed"`
}

var burnSpec = rule.Spec[Burning, BurningOutcome]{
	Name:         "burn",
	Gist:         "fire attacks troops and vehicles that are caught in a burning area or pass through one",
	Default:      Burning{Turns: 1, Groups: [4]Group{{Unit: infantry, Count: 4}}},
	Legal:        legalBurn,
	Play:         playBurn,
	MaxQuestions: 24,
	Events: []rule.Event[BurningOutcome]{
		{Name: "casualty", Gist: "at least one soldier is out of action", Holds: func(o BurningOutcome) bool { return o.Out > 0 }},
		{Name: "vehicle-penetrated", Gist: "at least one vehicle is penetrated", Holds: func(o BurningOutcome) bool { return o.Vehicles > 0 }},
		{Name: "all-unharmed", Gist: "every piece comes through", Holds: func(o BurningOutcome) bool { return o.Out+o.Vehicles == 0 }},
		{Name: "none-unharmed", Gist: "no piece comes through", Holds: func(o BurningOutcome) bool { return o.Unharmed == 0 }},
	},
	Measures: []rule.Measure[BurningOutcome]{
		{Name: "casualties", Unit: "soldiers", Of: func(o BurningOutcome) int { return int(o.Out) }},
		{Name: "vehicles", Unit: "vehicles", Of: func(o BurningOutcome) int { return int(o.Vehicles) }},
		{Name: "unharmed", Unit: "pieces", Of: func(o BurningOutcome) int { return int(o.Unharmed) }},
	},
	Examples: []rule.Example{
		{Name: "squad", Settings: "groups=infantry groups.1.count=8", Gist: "eight soldiers caught in a burning house"},
		{Name: "crossing", Settings: "how=crossing groups=infantry,light-vehicle groups.1.count=4", Gist: "four soldiers and a light vehicle run through the flames"},
		{Name: "three-turns", Settings: "turns=3 groups=powered-infantry,tank groups.1.count=3", Gist: "powered armour and a tank that stay in the fire for three turns"},
	},
}

func legalBurn(u *rule.Umpire, s *Burning) {
	pieces := 0
	for i := range s.Groups {
		u.Require(s.Groups[i].Unit != 0 || s.Groups[i] == Group{}, "host.troops", "a group has a count but no name")
		pieces += s.Groups[i].count()
	}
	u.Require(pieces > 0, "fire.caught", "no piece is in the fire: groups=infantry")
	u.Require(s.How == Caught || s.Turns == 1, "fire.cross", "a piece that passes through is in the fire once: turns=1")
}

// A burnAttack is the attack of a fire on like pieces that stay in it for some turns.
type burnAttack struct{ pieces, penetratesOn, turns int }

// burnAttackRoll rolls a burnAttack and returns the number of pieces that are penetrated. It calls itself
// for the next turn, in which the fire attacks those who are left again.
var burnAttackRoll rule.Subroll[burnAttack]

func init() {
	burnAttackRoll.Name = "fire attacks the pieces in it"
	burnAttackRoll.Play = func(u *rule.Umpire, attack burnAttack) int {
		if attack.pieces == 0 || attack.turns == 0 {
			return 0
		}
		lost := u.Count(attack.pieces, rule.D10, rule.AtMost(attack.penetratesOn), "fire.attack", "does the fire penetrate?")
		return lost + burnAttackRoll.Roll(u, burnAttack{attack.pieces - lost, attack.penetratesOn, attack.turns - 1})
	}
}

var prepareBurn = rule.Precomputed[Burning, [4]burnAttack]{Compute: func(u *rule.Umpire, s *Burning) (all [4]burnAttack) {
	turns := int(s.Turns)
	if s.How == Crossing {
		u.Note("fire.cross", "the pieces try to pass through the burning area")
	} else if u.Note("fire.caught", "the pieces are caught in the burning area"); u.Ruling(&burnOften) == burnOftenOnce {
		turns = 1
	}
	for i := range s.Groups {
		if g := &s.Groups[i]; g.Unit != 0 {
			all[i] = burnAttack{g.count(), g.firePenetratesOn(u), turns}
		}
	}
	return all
}}

func playBurn(u *rule.Umpire, s *Burning) (outcome BurningOutcome) {
	all := prepareBurn.For(u, s)
	for i := range all {
		if all[i].pieces == 0 {
			continue
		}
		lost := burnAttackRoll.Roll(u, all[i])
		outcome.Unharmed += uint8(all[i].pieces - lost)
		if isVehicle(u, s.Groups[i].Unit) {
			u.Note("host.vehicle", "a penetrated vehicle is damaged")
			outcome.Vehicles += uint8(lost)
		} else {
			u.Note("host.out", "a penetrated soldier is out of action")
			outcome.Out += uint8(lost)
		}
	}
	return outcome
}
