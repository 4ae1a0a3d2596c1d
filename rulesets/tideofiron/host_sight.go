package tideofiron

import "loophole/rule"

// LineOfSight is the situation of a line of sight from one floor to another. It passes one hex, or two if
// it runs along the side between them.
type LineOfSight struct {
	From  uint8       `key:"from" min:"0" max:"2" doc:"floor of the unit that looks; 0 for the ground floor"`
	To    uint8       `key:"to" min:"0" max:"2" doc:"floor of the target; 0 for the ground floor"`
	Hexes uint8       `key:"distance" unit:"hexes" min:"0" max:"30" doc:"hexes to the target; 0 in the same hex"`
	At    uint8       `key:"at" unit:"hexes" min:"1" max:"29" doc:"hexes from the unit that looks to the obstacle"`
	Edge  bool        `key:"edge" doc:"the line runs along the side between two hexes"`
	Past  [2]Obstacle `key:"past" doc:"what stands in the hex that the line passes, and in the second one with edge=yes"`
}

// Obstacle is the building or rubble in a hex that a line of sight passes.
type Obstacle struct {
	State BuildingState `key:"hex" doc:"what stands in the hex"`
	Level uint8         `key:"level" min:"0" max:"2" doc:"level of the building; for an overlay, that of the destroyed building"`
}

// LineOfSightOutcome is the outcome of LineOfSight.
type LineOfSightOutcome struct {
	Clear bool `key:"clear" doc:"the line of sight is clear"`
}

var lineOfSightSpec = rule.Spec[LineOfSight, LineOfSightOutcome]{
	Name:         "sight",
	Gist:         "whether a unit on one floor sees another floor, past an obstacle",
	Default:      LineOfSight{Hexes: 2, At: 1, Past: [2]Obstacle{{}, {State: Open}}},
	Legal:        legalLineOfSight,
	Play:         playLineOfSight,
	MaxQuestions: 0,
	Events: []rule.Event[LineOfSightOutcome]{
		{Name: "clear", Gist: "the line of sight is clear", Holds: func(o LineOfSightOutcome) bool { return o.Clear }},
	},
	Examples: []rule.Example{
		{Name: "house", Settings: "distance=3 at=1", Gist: "two squads in the street with a low building between them"},
		{Name: "window", Settings: "from=1 distance=4 at=3", Gist: "from a first floor, over a low building close to the target"},
		{Name: "rubble", Settings: "distance=2 at=1 past.1.hex=overlay past.1.level=1", Gist: "across an overlay, from street to street"},
		{Name: "edge", Settings: "distance=2 at=1 edge=yes", Gist: "along the side of a building, with the street on the other side"},
		{Name: "stairs", Settings: "distance=0 from=0 to=2", Gist: "from the ground floor to the second inside a hex"},
	},
}

// legalLineOfSight forbids a line of sight that is not possible.
func legalLineOfSight(u *rule.Umpire, s *LineOfSight) {
	u.Require(s.Hexes == 0 || s.At < s.Hexes, "host.sight", "the obstacle must be nearer than the target: give at= less than distance=")
	u.Require(s.Edge || s.Past[1] == (Obstacle{State: Open}), "host.sight-edge", "a line passes a second hex only along the side between two hexes: add edge=yes")
}

// playLineOfSight works out whether the line of sight is clear.
func playLineOfSight(u *rule.Umpire, s *LineOfSight) LineOfSightOutcome {
	rules := readSightRules(u)
	from, to, distance := int(s.From), int(s.To), int(s.Hexes)
	if distance == 0 {
		return LineOfSightOutcome{abs(from-to) <= rules.floorsSeen}
	}
	hidden := rules.blocks(s.Past[0], int(s.At), distance, from, to)
	if s.Edge {
		hidden = rules.blocksBetween(hidden, rules.blocks(s.Past[1], int(s.At), distance, from, to))
	}
	if hidden {
		u.Note("attack.sight", "the line of sight is blocked")
	}
	return LineOfSightOutcome{!hidden}
}

// sightRules are the facts and rulings on lines of sight.
type sightRules struct {
	buildingStoreys, rubbleStoreys, floorsSeen int
	higherSees, eitherBlocks                   bool
}

// readSightRules reads the facts and rulings on lines of sight. Actions of the game call it only to
// record that they depend on these facts and rulings: the battlefield keeps the rules that it read at
// the start.
func readSightRules(u *rule.Umpire) sightRules {
	return sightRules{
		buildingStoreys: u.Fact(&buildingSightStoreys), rubbleStoreys: u.Fact(&rubbleSightStoreys), floorsSeen: u.Fact(&floorsSeenInHex),
		higherSees: u.Ruling(&sightHeight) == sightHeightHigher, eitherBlocks: u.Ruling(&sightEdge) == sightEdgeEither,
	}
}

// blocks reports whether an obstacle hides one floor from another. toObstacle is the distance from
// the first floor to the obstacle, and distance that to the other floor, both in hexes.
func (r *sightRules) blocks(obstacle Obstacle, toObstacle, distance, from, to int) bool {
	storeys := 0
	switch obstacle.State {
	case Standing:
		storeys = int(obstacle.Level) + r.buildingStoreys
	case Collapsed, Overlay:
		storeys = r.rubbleStoreys
	}
	if r.higherSees {
		return max(from, to) < storeys
	}
	// Eyes and targets are half a storey above their floors.
	return (2*from+1)*(distance-toObstacle)+(2*to+1)*toObstacle < 2*distance*storeys
}

// blocksBetween reports whether a line along the side between two hexes is blocked: first and
// second say whether each hex alone would block it.
func (r *sightRules) blocksBetween(first, second bool) bool {
	if r.eitherBlocks {
		return first || second
	}
	return first && second
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
