package server

import (
	"net/http"
	"net/url"
	"reflect"
	"testing"

	"loophole/internal/wire"
)

// TestFieldsOfFire: a piece behind a wall fires through the openings of its floor, and an opening
// has a field of fire. The numbers are calculated from the set-ups.
func TestFieldsOfFire(t *testing.T) {
	srv := served(t, Options{})
	for _, c := range []struct {
		rules, scenario, of string
		want                []wire.Reach
	}{
		// The gun is at the embrasure in the south wall, whose middle is at (8,16): a quarter
		// circle around south, up to the range of the gun.
		{"konflikt47", "bunkers", "pak-43", []wire.Reach{
			{From: []int{8000, 16000}, Far: 84000, Facing: 180, Arc: 90, Text: "84″, range", Way: [][]int{{7500, 16000}, {8500, 16000}}},
		}},
		// The map is 36″ by 27″, and 45″ from corner to corner.
		{"konflikt47", "bunkers", "gun-bunker/door", []wire.Reach{
			{From: []int{9000, 20000}, Far: 45000, Facing: 360, Arc: 180, Text: "Shaded: everything that the opening faces", Way: [][]int{{9500, 20000}, {8500, 20000}}},
			{From: []int{9000, 20000}, Far: 45000, Facing: 360, Arc: 90, Text: "Between the dots: the arc of a fixed weapon, 90°", Way: [][]int{{9500, 20000}, {8500, 20000}}},
		}},
		// The gun is at (25,25). The slit in the west wall reaches from (22,25.625) to (22,26.375), so
		// from 0.625 in 3, 11.8° north of west, to 1.375 in 3, 24.6°: 12.9° wide, and 18.2° north of west.
		{"lasergrenadiers", "bunker-line", "left-pillbox/left-slit", []wire.Reach{
			{From: []int{25000, 25000}, Far: 43000, Facing: 288, Arc: 13, Text: "Between the dots: what a piece sees from further back", Way: [][]int{{22000, 26375}, {22000, 25625}}},
		}},
		// From (25,25) the middle of the flank slit, (24,24), is 1.4″ away: near enough to lean out
		// of it.
		{"lasergrenadiers", "bunker-line", "left-pillbox/left-flank", []wire.Reach{
			{From: []int{24000, 24000}, Far: 43000, Facing: 180, Arc: 180, Text: "Shaded: what a piece sees by leaning out", Way: [][]int{{23625, 24000}, {24375, 24000}}},
		}},
	} {
		p := began(t, srv, NewMatch{Ruleset: c.rules, Scenario: c.scenario})
		var got Sight
		p.seats[0].want(http.StatusOK, &got, "GET", p.path+"/sight?piece="+url.QueryEscape(c.of), nil)
		for i := range c.want {
			c.want[i].Places = []string{}
		}
		if !reflect.DeepEqual(got.Reach, c.want) {
			t.Errorf("%s, %s:\n%+v\nwant\n%+v", c.scenario, c.of, got.Reach, c.want)
		}
	}
	p := began(t, srv, NewMatch{Ruleset: "konflikt47", Scenario: "bunkers"})
	p.seats[0].want(http.StatusUnprocessableEntity, nil, "GET", p.path+"/sight?piece=gun-bunker/gate", nil)
}
