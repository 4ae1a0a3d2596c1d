package tideofiron_test

import "testing"

// TestArtillery calls artillery as in the chapter's example: contact, drift, then eight dice on the
// squad under the roof and three on the building.
func TestArtillery(t *testing.T) {
	g := sitDown(t, "barrage")
	g.refuses("call A4 normal", "the hex has no known target that the attack could harm")
	// Contact on 3: two out of three. Three dice bring down the weakened hex D3
	// with three hits and no block, (1/3)^3 (2/3)^3 = 8/729. A call onto D3 is on
	// target with a black die up to 3, and a drift never brings D2 down:
	// 2/3 x 1/2 x 8/729 = 8/2187. One onto D2 drifts a hex (a four, 1/6) south
	// (1/6): 2/3 x 1/36 x 8/729 = 4/19683.
	for line, want := range map[string]string{"call D3 normal": "8/2187", "call D2 normal": "4/19683", "call D2 suppressive": "0"} {
		if got := g.chance(line, "hex-destroyed"); got != want {
			t.Errorf("%s brings a hex down with %s; want %s", line, got, want)
		}
		if got := g.chance(line, "contact"); got != "2/3" {
			t.Errorf("%s has contact with %s; want 2/3", line, got)
		}
	}
	// No contact: the card waits for the next round.
	g.plays("call D2 normal", "2 |")
	g.shows("Soviet, 0 lost, 2 calls of artillery left")
	g.refuses("call D2 normal", "the Soviet side has already called its artillery this round: call again next round [host.artillery]")

	// On target: the squad under the roof is struck, the one below it is not.
	g = sitDown(t, "barrage")
	g.plays("call D2 normal", "3 | 3 | 5 6 6x1 | 1 1 1 | 6 6 6 | 1 1 1 |")
	g.shows("roof at D2/1: 2 regular\n", "cellar at D2: 2 regular 1 machine-gun crew\n", "Soviet, 0 lost, 1 call of artillery left", "D2 building, level 1, objective")

	// Two hexes north-west of D3 is B2, with the observers in the open.
	g = sitDown(t, "barrage")
	g.plays("call D3 normal", "6 | 5 | 6 | 6 6 6x1 |")
	g.shows("Soviet, 2 lost, 1 call of artillery left")

	// Off the board nothing happens: three hexes north of D3 there is nothing.
	g = sitDown(t, "barrage")
	g.plays("call D3 normal", "6 | 6 | 1 |")
	g.shows("Soviet, 0 lost, 1 call of artillery left", "German, 0 lost\n")
}
