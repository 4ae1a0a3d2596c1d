package lasergrenadiers

import "loophole/rule"

// FireGrowth is the situation of a fire that starts, or burns already, and is
// watched turn by turn. Its size is in any unit of ground or of volume.
type FireGrowth struct {
	Armament
	Structure
	Surface Surface `key:"surface" doc:"the surface that the weapon struck"`
	Plants  Plants  `key:"plants" doc:"plants that burn, instead of a structure"`
	IgnitionConditions

	Turns   uint8        `key:"turns" unit:"turns" min:"1" max:"40" doc:"turns after the one in which the fire starts"`
	Size    uint16       `key:"size" min:"1" max:"9999" doc:"size of the fire at the start"`
	Fuel    uint16       `key:"fuel" min:"0" max:"9999" doc:"size of what can burn; 0 for more than enough"`
	Wind    Wind         `key:"wind" doc:"the wind"`
	Groups  [3]InReach   `key:"groups" doc:"pieces that the fire may reach; four infantrymen, at size 4, if none is named"`
	Points  uint8        `key:"points" unit:"points" min:"0" max:"250" doc:"damage points of the structure; 0 if the players do not count them"`
	Lost    uint8        `key:"lost" unit:"points" min:"0" max:"250" doc:"points that the structure has lost"`
	PerTurn uint8        `key:"judged-fire-points" unit:"points" min:"0" max:"250" doc:"points that the fire costs the structure each turn, as the players judge"`
	Checks  YesNoDefault `key:"checks" doc:"whether the players check for a collapse at the start of each turn"`
}

// InReach is a group of pieces that a fire may reach.
type InReach struct {
	Group
	At           uint16 `key:"reached-at" min:"0" max:"9999" doc:"size at which the fire reaches the group; 0 if the group starts in the fire"`
	OtherSection bool   `key:"other-section" doc:"the group is not in the section where the fire starts"`
	Leaves       uint8  `key:"leaves" unit:"turn" min:"0" max:"40" doc:"turn at the start of which the group has left; 0 if it stays"`
}

// Wind is how strong the wind is.
type Wind uint8

const (
	Calm Wind = iota
	StrongWind
	VeryStrongWind
)

func (Wind) Names() []string { return []string{"calm", "strong", "very-strong"} }

// FireGrowthOutcome is the outcome of [FireGrowth].
type FireGrowthOutcome struct {
	Started  bool   `key:"started" doc:"a fire burned"`
	Out      bool   `key:"burnt-out" doc:"the fire ran out of fuel"`
	Size     uint16 `key:"size" doc:"size of the fire at the end"`
	Soldiers uint8  `key:"casualties" unit:"soldiers" doc:"soldiers and crews out of action"`
	Vehicles uint8  `key:"vehicles" unit:"vehicles" doc:"vehicles penetrated"`
	Fate     Fate   `key:"structure" doc:"what happened to the structure"`
	Turn     uint8  `key:"turn" unit:"turns" doc:"the turn in which the structure fell; 0 if it stands"`
	Lost     uint8  `key:"lost" unit:"points" doc:"points that the structure has lost"`
}

var growthSpec = rule.Spec[FireGrowth, FireGrowthOutcome]{
	Name: "fire-growth",
	Gist: "a fire starts or already burns, grows with wind and fuel, and attacks the pieces that it reaches",
	Default: FireGrowth{
		Armament: Armament{Weapon: heavyFusion}, Structure: Structure{Type: structures.Ref("barn")}, IgnitionConditions: IgnitionConditions{Fires: SayYes},
		Turns: 6, Size: 1, Groups: [3]InReach{{Group: Group{Unit: infantry, Count: 4}, At: 4}},
	},
	Legal:        legalGrowth,
	Play:         playGrowth,
	MaxQuestions: 41 * 4,
	Events: []rule.Event[FireGrowthOutcome]{
		{Name: "started", Gist: "the weapon starts a fire, or a fire already burns", Holds: func(o FireGrowthOutcome) bool { return o.Started }},
		{Name: "casualty", Gist: "at least one soldier is out of action", Holds: func(o FireGrowthOutcome) bool { return o.Soldiers > 0 }},
		{Name: "vehicle-penetrated", Gist: "at least one vehicle is penetrated", Holds: func(o FireGrowthOutcome) bool { return o.Vehicles > 0 }},
		{Name: "collapsed", Gist: "the structure collapses from the damage", Holds: func(o FireGrowthOutcome) bool { return o.Fate == Collapsed }},
		{Name: "structure-gone", Gist: "the structure collapses or is destroyed", Holds: func(o FireGrowthOutcome) bool { return o.Fate != Stands }},
		{Name: "burnt-out", Gist: "the fire runs out of fuel", Holds: func(o FireGrowthOutcome) bool { return o.Out }},
	},
	Measures: []rule.Measure[FireGrowthOutcome]{
		{Name: "size", Unit: "size of the fire", Of: func(o FireGrowthOutcome) int { return int(o.Size) }},
		{Name: "casualties", Unit: "soldiers", Of: func(o FireGrowthOutcome) int { return int(o.Soldiers) }},
		{Name: "turn", Unit: "turn in which the structure fell; 0 if it stands", Of: func(o FireGrowthOutcome) int { return int(o.Turn) }},
	},
	Examples: []rule.Example{
		{Name: "six-turns", Settings: "weapon=flamer weather=mist groups=infantry,infantry,light-vehicle groups.1.count=4 groups.2.count=3 groups.2.reached-at=4 groups.3.reached-at=8", Gist: "a flamer sets a barn alight in mist; the fire grows for six turns"},
		{Name: "wind", Settings: "weapon=none wind=very-strong size=1 fuel=20", Gist: "a fire that already burns, in very strong wind, with fuel for 20"},
		{Name: "house-falls", Settings: "weapon=none points=20 judged-fire-points=2 checks=yes groups=infantry groups.1.leaves=3", Gist: "a burning barn that loses two of 20 points each turn, with collapse checks"},
	},
}

func legalGrowth(u *rule.Umpire, s *FireGrowth) {
	if s.needsWeapon() {
		legalIgnition(u, &s.Armament, &s.Structure, &s.IgnitionConditions, s.Surface, s.Plants)
	} else {
		legalBurning(u, &s.Structure, s.Plants)
	}
	u.Require(s.Fuel == 0 || s.Size <= s.Fuel, "fire.fuel", "the fire is larger than what can burn")
	u.Require(s.PerTurn == 0 || s.Points > 0, "destroy.fire", "state the points of the structure: points=24")
	u.Require(s.Points == 0 || s.Lost < s.Points, "points.track", "the structure has no points left")
	u.Require(s.Points > 0 || s.Lost == 0, "points.track", "state the points of the structure: points=24")
	for i := range s.Groups {
		u.Require(s.Groups[i].Unit != 0 || s.Groups[i] == InReach{}, "host.troops", "a group has a count but no name")
	}
}

// legalBurning forbids a fire where nothing can burn.
func legalBurning(u *rule.Umpire, s *Structure, p Plants) {
	if p != NoPlants {
		u.Require(s.Type == 0 && s.Wall == 0, "fire.vegetation", "name either a structure or plants: structure=none")
		return
	}
	legalStructure(u, s)
}

// A preparedGrowth is a fire up to the first roll.
type preparedGrowth struct {
	ignitesOn    int // it starts on 1 to this
	growsTimes   int // it grows to so many times its size
	growsEvery   int
	growsFirst   int // turn of its first growth
	penetratesOn [3]int
	checks       bool
}

var prepareGrowth = rule.Precomputed[FireGrowth, preparedGrowth]{Compute: func(u *rule.Umpire, s *FireGrowth) preparedGrowth {
	fire := preparedGrowth{ignitesOn: highestFace, growsEvery: u.Fact(&fireGrowsEvery)}
	if s.needsWeapon() {
		w := s.Armament.weapon(u)
		fire.ignitesOn = s.ignitionTarget(u, w.ignitionRow(u))
	}
	if s.Wind == VeryStrongWind {
		fire.growsTimes = u.Fact(&fireGrowsInWind)
	} else {
		fire.growsTimes = u.Fact(&fireGrowsTimes)
	}
	if fire.growsFirst = fire.growsEvery; u.Ruling(&growth) == growthNext {
		fire.growsFirst = 1
	}
	for i := range s.Groups {
		if group := &s.Groups[i]; group.Unit != 0 {
			fire.penetratesOn[i] = group.firePenetratesOn(u)
		}
	}
	fire.checks = s.Points > 0 && s.Checks.isYes(u, &collapseChecks)
	return fire
}}

// needsWeapon reports whether a weapon must start the fire first.
func (s *FireGrowth) needsWeapon() bool { return s.Weapon != 0 || s.AF > 0 }

// A fireProgress is a fire, and those in its way, at the beginning of a step: a turn
// has one step for each group.
type fireProgress struct {
	turn           uint8    `key:"turns-over" unit:"turns" doc:"turns that are over"`
	group          uint8    `key:"group" unit:"groups" doc:"groups that the fire has dealt with in this turn"`
	lost           uint8    `key:"lost" unit:"points" doc:"damage points that the structure has lost"`
	size           uint16   `key:"size" doc:"size of the fire; 0 is none"`
	fuel           uint16   `key:"fuel" doc:"size of what is left to burn"`
	left           [3]uint8 `key:"groups" unit:"figures" doc:"pieces left of each group"`
	attackedBefore [3]bool  `key:"met" doc:"the fire has attacked the group before"`
}

func playGrowth(u *rule.Umpire, s *FireGrowth) FireGrowthOutcome {
	fire := prepareGrowth.For(u, s)
	now := fireProgress{fuel: s.Fuel, lost: s.Lost}
	for i := range s.Groups {
		now.left[i] = uint8(s.Groups[i].count())
	}
	for now.turn <= s.Turns {
		if !rule.Checkpoint(u, "step", &now) {
			return FireGrowthOutcome{}
		}
		if now.group == 0 {
			if fate := fire.beginTurn(u, s, &now); fate != Stands {
				return s.outcome(u, fate, &now)
			}
			if now.size == 0 {
				return s.outcome(u, Stands, &now)
			}
		}
		fire.attackGroup(u, s, &now)
		now.nextGroup(s)
	}
	return s.outcome(u, Stands, &now)
}

// nextGroup goes on to the next group that is left, or to the next turn.
func (p *fireProgress) nextGroup(s *FireGrowth) {
	for p.group++; int(p.group) < len(s.Groups) && p.left[p.group] == 0; p.group++ {
	}
	if int(p.group) == len(s.Groups) {
		p.group = 0
		p.turn++
	}
}

// beginTurn begins a turn: the first starts the fire, every other one checks the structure and lets the
// fire grow.
func (g *preparedGrowth) beginTurn(u *rule.Umpire, s *FireGrowth, now *fireProgress) Fate {
	u.Apply(int(now.turn), "fire.double", "turns since the fire started")
	if now.turn == 0 {
		if g.ignitesOn >= highestFace || startsFire(u, g.ignitesOn) {
			now.size = s.Size
			g.consumeFuel(u, s, now)
		}
		return Stands
	}
	if g.checks && now.lost > 0 && collapsesNow(u, s.PerTurn > 0 || now.turn == 1, int(now.lost), int(s.Points)) {
		return Collapsed
	}
	if t := int(now.turn) - g.growsFirst; t >= 0 && t%g.growsEvery == 0 {
		g.grow(u, s, now)
	}
	if g.consumeFuel(u, s, now); now.size == 0 {
		return Stands
	}
	if s.PerTurn > 0 {
		u.Apply(int(s.PerTurn), "destroy.fire", "points that the fire costs the structure, as the players judge")
		now.lost = uint8(min(int(now.lost)+int(s.PerTurn), int(s.Points)))
		if now.lost == s.Points {
			return Destroyed
		}
	}
	return Stands
}

// largestFire bounds the size of a fire with more than enough fuel.
const largestFire = 60000

// grow lets the fire grow (fire.double, fire.wind).
func (g *preparedGrowth) grow(u *rule.Umpire, s *FireGrowth, now *fireProgress) {
	cite := rule.Clause("fire.double")
	if s.Wind == VeryStrongWind {
		cite = "fire.wind"
	}
	now.size = uint16(u.Apply(min(int(now.size)*g.growsTimes, largestFire), cite, "size of the fire now, with enough fuel"))
}

// consumeFuel lets fuel bound the fire, or the fire consume it (fire.fuel).
func (g *preparedGrowth) consumeFuel(u *rule.Umpire, s *FireGrowth, now *fireProgress) {
	if s.Fuel == 0 {
		return
	}
	if u.Ruling(&fuelReading) == fuelReadingBounds {
		now.size = min(now.size, s.Fuel)
		return
	}
	now.size = min(now.size, now.fuel)
	now.fuel -= now.size
}

// attackGroup plays the fire's attack on one group, if it has reached it (fire.caught).
func (g *preparedGrowth) attackGroup(u *rule.Umpire, s *FireGrowth, now *fireProgress) {
	index := now.group
	group := &s.Groups[index]
	if now.left[index] == 0 || now.size < group.At || group.Leaves > 0 && now.turn >= group.Leaves {
		return
	}
	if now.attackedBefore[index] && u.Ruling(&burnOften) == burnOftenOnce || now.turn == 0 && u.Ruling(&burnAtOnce) == burnAtOnceNextTurn {
		return
	}
	if group.OtherSection && u.Ruling(&fireSpread) == fireSpreadSection {
		return
	}
	now.attackedBefore[index] = true
	lost := u.Count(int(now.left[index]), rule.D10, rule.AtMost(g.penetratesOn[index]), "fire.caught", "does the fire penetrate those caught in it?")
	now.left[index] -= uint8(lost)
}

// outcome counts the casualties at the end of the fire and returns the outcome.
func (s *FireGrowth) outcome(u *rule.Umpire, fate Fate, now *fireProgress) FireGrowthOutcome {
	outcome := FireGrowthOutcome{Started: now.size > 0 || now.turn > 0, Size: now.size, Fate: fate, Lost: now.lost}
	outcome.Out = outcome.Started && now.size == 0
	if fate != Stands {
		outcome.Turn = now.turn
	}
	for i := range s.Groups {
		group := &s.Groups[i]
		lost := uint8(group.count()) - now.left[i]
		gone := group.Leaves > 0 && now.turn >= group.Leaves
		if fate != Stands && !gone && group.Unit != 0 && u.Ruling(&insiders) == insidersLost {
			lost = uint8(group.count())
		}
		if isVehicle(u, group.Unit) {
			outcome.Vehicles += lost
		} else {
			outcome.Soldiers += lost
		}
	}
	return outcome
}
