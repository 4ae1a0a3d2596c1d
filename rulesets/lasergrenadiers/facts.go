package lasergrenadiers

import "loophole/rule"

// The numbers of the chapter, in its order. House rules may change them.
var (
	holeSize        = rule.Fact{Name: "hole.size", Cite: "guide.hole-size", Text: "diameter of a hole in quarter inches, as a starting point", Value: 1, Min: 1, Max: 40}
	brickPoints     = rule.Fact{Name: "breach.brick", Cite: "engineers.brick", Text: "damage points of a brick wall", Value: 3, Min: 1, Max: 250}
	fireGrowsTimes  = rule.Fact{Name: "fire.grows", Cite: "fire.double", Text: "a fire grows to this many times its size", Value: 2, Min: 1, Max: 10}
	fireGrowsEvery  = rule.Fact{Name: "fire.every", Cite: "fire.alter", Text: "turns between one growth of a fire and the next", Value: 2, Min: 1, Max: 20}
	fireGrowsInWind = rule.Fact{Name: "fire.in-wind", Cite: "fire.wind", Text: "a fire grows to this many times its size in very strong wind", Value: 3, Min: 1, Max: 10}
	fireAF          = rule.Fact{Name: "fire.af", Cite: "fire.attack", Text: "attack factor of fire", Value: 5, Min: 1, Max: 14}
)

// highestFace is the highest face of a D10. Where all faces succeed, nobody rolls.
const highestFace = 10

// Numbers of the chapter that house rules cannot change: the sentences of clauses and readings
// contain them.
const (
	penetrationPoints = 1 // points for a penetrating hit, in variant 1
	hitPoints         = 1 // points for a hit that does not penetrate, in variants 2 and 3
	areaMultiplier    = 2 // of the points of a weapon with an effect area, in variant 3
	successDamage     = 1 // damage to a wall that engineers hit and penetrate
	revealedLevels    = 1 // levels of concealment that a piece loses by firing
)
