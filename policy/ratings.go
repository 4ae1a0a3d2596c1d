package policy

import "math"

// A Rating is how strong a level is compared with another, by games over bundled scenarios in which both play each side.
type Rating struct {
	Against  string // the level that it is compared with
	Points   int    // Elo points above that level
	Interval int    // half of the 95 % interval, in Elo points
}

// Score returns the mean score that the rating means against the other level: 1 is all games, and a draw is half a game.
func (r Rating) Score() float64 { return 1 / (1 + math.Pow(10, -float64(r.Points)/400)) }

// ratings are those of docs/opponents.md, which has the commands and is compared with them by a test. "" is the rating
// over all rulebooks.
var ratings = map[string]map[string]Rating{
	"private": {
		"": {"recruit", 105, 29}, "d20skirmish": {"recruit", 116, 66}, "konflikt47": {"recruit", 129, 67},
		"lasergrenadiers": {"recruit", 67, 48}, "oldworld": {"recruit", 66, 88}, "tideofiron": {"recruit", 113, 46},
	},
	"corporal": {
		"": {"recruit", 143, 28}, "d20skirmish": {"recruit", 163, 64}, "konflikt47": {"recruit", 190, 72},
		"lasergrenadiers": {"recruit", 79, 44}, "oldworld": {"recruit", 73, 76}, "tideofiron": {"recruit", 163, 46},
	},
	"sergeant": {
		"": {"recruit", 173, 28}, "d20skirmish": {"recruit", 182, 67}, "konflikt47": {"recruit", 146, 71},
		"lasergrenadiers": {"recruit", 141, 46}, "oldworld": {"recruit", 158, 79}, "tideofiron": {"recruit", 172, 45},
	},
	"captain": {
		"": {"recruit", 254, 30}, "d20skirmish": {"recruit", 310, 74}, "konflikt47": {"recruit", 214, 70},
		"lasergrenadiers": {"recruit", 148, 46}, "oldworld": {"recruit", 320, 83}, "tideofiron": {"recruit", 235, 52},
	},
	"colonel": {
		"": {"sergeant", 106, 29}, "d20skirmish": {"sergeant", 104, 67}, "konflikt47": {"sergeant", 48, 81},
		"lasergrenadiers": {"sergeant", 77, 49}, "oldworld": {"sergeant", 206, 72}, "tideofiron": {"sergeant", 91, 54},
	},
}

// RatingOf returns the rating of a policy in a rulebook, or over all rulebooks for "". It returns false for the weakest
// level, for policies that are not levels, and for rulebooks of other modules.
func RatingOf(policy, ruleset string) (Rating, bool) {
	r, ok := ratings[policy][ruleset]
	return r, ok
}
