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

func TestOutline(t *testing.T) {
	got := Outline(ground.Rect(ground.At(1, 2), 3*ground.Inch, ground.Inch))
	want := []Point{{Scale, 2 * Scale}, {4 * Scale, 2 * Scale}, {4 * Scale, 3 * Scale}, {Scale, 3 * Scale}}
	if !slices.Equal(got, want) {
		t.Error(got)
	}
}
