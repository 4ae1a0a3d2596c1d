package tabletop

import (
	"strings"
	"testing"

	"loophole/wire"
)

// What came of an action is told in six words or fewer, with true numbers; whose the
// losses are is said where they are not those of the other side alone.
func TestBrief(t *testing.T) {
	nothing, some := 0, 1
	drawn := []wire.Entry{{Kind: "action"}, {Kind: "roll", Clause: "host.cup"}, {Kind: "note", Clause: "host.cup", Why: "a die of the German side, of 5 and 5"}, {Kind: "done"}}
	for _, c := range []struct {
		told    Told
		rolled  bool
		entries []wire.Entry
		want    string
	}{
		{Told{By: "German", Zone: &some, Losses: []Loss{{"Soviet", 8}}}, true, nil, "Eight lost"},
		{Told{By: "German", Zone: &some, Losses: []Loss{{"Soviet", 14}}}, true, nil, "14 lost"},
		{Told{By: "German", Came: []string{"the house comes down"}, Losses: []Loss{{"Soviet", 8}}}, true, nil, "The house comes down, eight lost"},
		{Told{By: "German", Came: []string{"nothing is left of the target"}, Losses: []Loss{{"Soviet", 4}}}, true, nil, "Four lost"},
		{Told{By: "German", Losses: []Loss{{"German", 3}}}, true, nil, "Lost: German three"},
		{Told{By: "German", Losses: []Loss{{"German", 3}, {"Soviet", 1}}}, true, nil, "Lost: German three, Soviet one"},
		{Told{By: "German", Came: []string{"the target is suppressed"}, Zone: &nothing}, true, nil, "The target is suppressed"},
		{Told{By: "German", Zone: &nothing}, true, nil, "Nothing came of it"},
		{Told{By: "German"}, true, drawn, "A die of the German side"},
		{Told{By: "German"}, false, nil, ""},
	} {
		got := c.told.brief(c.rolled, c.entries)
		if got != c.want || len(strings.Fields(got)) > mostBrief {
			t.Errorf("%+v is %q; it should be %q", c.told, got, c.want)
		}
	}
}
