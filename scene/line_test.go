package scene

import (
	"slices"
	"testing"

	"loophole/ground"
)

func TestSay(t *testing.T) {
	l := Line{Clauses: []string{"see"}}
	l.Say("from the mill")
	l.Say("")
	l.Say("long range", "range", "see")
	if l.Text != "from the mill; long range" || !slices.Equal(l.Clauses, []string{"see", "range"}) {
		t.Errorf("%q %v", l.Text, l.Clauses)
	}
}

func TestRect(t *testing.T) {
	square := Rect(2*Scale, 3*Scale, Scale, Scale)
	if want := []Point{{2000, 3000}, {3000, 3000}, {3000, 4000}, {2000, 4000}}; !slices.Equal(square, want) {
		t.Error(square)
	}
	if c := Centre(square); c != (Point{2500, 3500}) {
		t.Error(c)
	}
}

// TestLength: a length of one has the unit as it is, and every other its plural.
func TestLength(t *testing.T) {
	for _, c := range []struct {
		unit   string
		length int
		want   string
	}{
		{"square", Scale, "1 square"}, {"square", 3 * Scale, "3 squares"}, {"hex", 2 * Scale, "2 hexes"},
		{"hex", Scale, "1 hex"}, {"foot", 20 * Scale, "20 feet"}, {"inch", 8 * Scale, "8″"},
	} {
		if got := (&Scene{Unit: c.unit}).lengthWithUnit(&Line{Length: c.length, Clear: true}); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestOutline(t *testing.T) {
	got := Outline(ground.Rect(ground.At(1, 2), 3*ground.Inch, ground.Inch))
	want := []Point{{Scale, 2 * Scale}, {4 * Scale, 2 * Scale}, {4 * Scale, 3 * Scale}, {Scale, 3 * Scale}}
	if !slices.Equal(got, want) {
		t.Error(got)
	}
}
