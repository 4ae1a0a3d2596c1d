package scene

import (
	"strings"
	"testing"
)

// Lists under the plan keep to the width. "Red outside: a 1 at the gate; b 2 at the" has 40
// characters; with 40 columns the next word begins a line that is indented by two.
func TestTextKeepsToTheWidth(t *testing.T) {
	s := Scene{Sides: [2]string{"Red", "Blue"}, Pieces: []Piece{
		{Name: "a", Strength: 1, Where: "the gate"}, {Name: "b", Strength: 2, Where: "the wall"}, {Name: "c", Strength: 3, Where: "the well"},
	}, Waiting: []Piece{{Name: "first-company"}, {Name: "second-company"}}}
	text := s.Text(40)
	for _, want := range []string{
		"Red outside: a 1 at the gate; b 2 at the\n  wall; c 3 at the well\n",
		"to be set up: first-company,\n  second-company\n", // in one line it would be 43 wide
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

// TestFloorsAsTyped: the slice of a structure names floors as actions do.
func TestFloorsAsTyped(t *testing.T) {
	s := Scene{Structures: []Structure{{Name: "farm", Floors: []Floor{
		{Name: "ground", Places: []string{"farm/ground"}},
		{Name: "1", Places: []string{"farm/first"}},
		{Name: "2", Places: []string{"farm/loft", "farm/gallery"}},
		{Name: "roof", Places: []string{"chimney"}},
	}}}}
	var heads []string
	for _, line := range strings.Split(s.slices(80), "\n") {
		if name := strings.Trim(line, "+-"); name != "" && name != line {
			heads = append(heads, name)
		}
	}
	if got := strings.Join(heads, " "); got != "roof 2 first ground" {
		t.Errorf("the floors are called %q", got)
	}
}
