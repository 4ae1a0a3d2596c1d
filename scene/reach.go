package scene

import "fmt"

// Reach is an area that a piece can fire at: a ring around it, a list of hexes, or the field of
// an opening. The rulebook computes it.
type Reach struct {
	From   Point
	Far    int      // radius of the ring, in thousandths; 0 if places are listed
	Places []string // the areas and structures within it and outside the nearer ones
	Facing int      // of the arc, in degrees clockwise from north; 0 for all around
	Arc    int      // its width in degrees
	Text   string   // "12″, half range"
	Way    [2]Point // the ends of the opening that it goes through; equal if there is none
}

// Ring returns a reach in all directions with a radius in inches.
func Ring(from Point, inches int, text string) Reach {
	return Reach{From: from, Far: inches * Scale, Text: fmt.Sprintf("%d″, %s", inches, text)}
}
