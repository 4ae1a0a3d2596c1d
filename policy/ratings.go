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
		"": {"recruit", 124, 31}, "d20skirmish": {"recruit", 116, 66}, "konflikt47": {"recruit", 180, 86},
		"lasergrenadiers": {"recruit", 67, 48}, "oldworld": {"recruit", 122, 97}, "tideofiron": {"recruit", 113, 46},
	},
	"corporal": {
		"": {"recruit", 159, 29}, "d20skirmish": {"recruit", 163, 64}, "konflikt47": {"recruit", 230, 90},
		"lasergrenadiers": {"recruit", 79, 44}, "oldworld": {"recruit", 121, 84}, "tideofiron": {"recruit", 163, 46},
	},
	"sergeant": {
		"": {"recruit", 189, 30}, "d20skirmish": {"recruit", 182, 67}, "konflikt47": {"recruit", 203, 92},
		"lasergrenadiers": {"recruit", 141, 46}, "oldworld": {"recruit", 191, 85}, "tideofiron": {"recruit", 172, 45},
	},
	"captain": {
		"": {"recruit", 290, 34}, "d20skirmish": {"recruit", 310, 74}, "konflikt47": {"recruit", 380, 104},
		"lasergrenadiers": {"recruit", 148, 46}, "oldworld": {"recruit", 357, 94}, "tideofiron": {"recruit", 235, 52},
	},
	"colonel": {
		"": {"sergeant", 128, 31}, "d20skirmish": {"sergeant", 104, 67}, "konflikt47": {"sergeant", 131, 92},
		"lasergrenadiers": {"sergeant", 77, 49}, "oldworld": {"sergeant", 246, 79}, "tideofiron": {"sergeant", 91, 54},
	},
}

// RatingOf returns the rating of a policy in a rulebook, or over all rulebooks for "". It returns false for the weakest
// level, for policies that are not levels, and for rulebooks of other modules.
func RatingOf(policy, ruleset string) (Rating, bool) {
	r, ok := ratings[policy][ruleset]
	return r, ok
}
