package scene

import "fmt"

// Reach is how far a piece fires, as rings about where it stands, as the hexes that it
// reaches, or as the fields of the openings that it fires through. The rulebook draws it; nobody else measures.
type Reach struct {
	From   Point
	Far    int      // radius of the ring, in thousandths; 0 where places are listed
	Places []string // the areas and structures that lie within it and in no nearer one
	Facing int      // of the arc, in degrees clockwise from north; 0 for all around
	Arc    int      // how wide it is, in degrees
	Text   string   // "12″, half range"
	Way    [2]Point // the ends of the opening that it goes through; equal where it goes through none
}

// Ring is a reach all around, so many inches far.
func Ring(from Point, inches int, text string) Reach {
	return Reach{From: from, Far: inches * Scale, Text: fmt.Sprintf("%d″, %s", inches, text)}
}
