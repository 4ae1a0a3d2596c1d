package d20skirmish

import "loophole/rule"

// Faces of a skill test that have the same result roll together: a procedure learns how many dice
// show a face of each band, not each face. The rules are in melee_skill.go. This file holds none. It
// works out the bands of all tests once, from the 20 faces.

// A faceBands is a skill test as three bands of faces, with the result of each.
type faceBands struct {
	bands           rule.Bands
	succeeds, isOne [4]bool // of the faces of each band; a tally has up to four
}

// bandOrder is the order of the bands from the lowest face: the 1, the other successes and the
// failures, by the reading of the ruling "rolling".
var bandOrder = [...]struct{ one, success, failure int }{
	rollUnder:    {one: 0, success: 1, failure: 2},
	rollOver:     {failure: 0, success: 1, one: 2},
	rollOverOnes: {one: 0, failure: 1, success: 2},
}

// faces returns the bands of a test. Beyond the numbers 0 and 21 all faces have the same result.
func (t skillTest) faces() *faceBands {
	automatic := 0
	if t.automatic {
		automatic = 1
	}
	return &allFaces[t.rolling][automatic][min(max(t.number(), 0), 21)]
}

// allFaces are the bands of all tests: by the ruling "rolling", by the ruling "automatic", and by
// the number to roll.
var allFaces = func() (all [3][2][22]faceBands) {
	for n := range 22 {
		for rolling := range all {
			all[rolling][0][n] = skillTest{skill: n, rolling: rolling}.sortFaces()
			all[rolling][1][n] = skillTest{skill: n, rolling: rolling, automatic: true}.sortFaces()
		}
	}
	return all
}()

// sortFaces sorts the 20 faces into bands.
func (t skillTest) sortFaces() (bands faceBands) {
	var highest [3]int // face of each band
	order := &bandOrder[t.rolling]
	for face := 1; face <= 20; face++ {
		succeeds, isOne := t.succeeds(face), t.isOne(face)
		band := order.failure
		if isOne {
			band = order.one
		} else if succeeds {
			band = order.success
		}
		highest[band] = face
		bands.succeeds[band], bands.isOne[band] = succeeds, isOne
	}
	bands.bands = distinctCuts(highest, bands.succeeds[order.one] == (t.rolling != rollOverOnes))
	return bands
}

// distinctCuts returns the three bands that end with the given faces, and makes them differ from those of other tests.
// A record has the bands of a roll, but not whether a 1 succeeds. Two tests that differ in that alone would have the
// same bands. In one of them the 1 is as usual: it succeeds, or by the reading "over-ones" fails. The other gets a
// third cut, at face 20, which changes the band of no face.
func distinctCuts(highest [3]int, usualOne bool) rule.Bands {
	if usualOne {
		return rule.Cuts(highest[0], highest[1])
	}
	return rule.Cuts(highest[0], highest[1], 20)
}

// succeeding returns which bands of a roll succeed, for a page that shows the roll. The bands tell
// which test it was: no two tests with different results have the same bands (distinctCuts).
func succeeding(h *rule.HouseRules, b rule.Bands) [4]bool {
	all := &allFaces[rule.NewUmpire(nil, nil).WithHouseRules(h).Ruling(&rolling)][0]
	for i := range all {
		if all[i].bands == b {
			return all[i].succeeds
		}
	}
	return [4]bool{}
}
