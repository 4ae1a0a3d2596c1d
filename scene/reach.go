package scene

import "fmt"

// Reach is how far a piece fires, as rings about where it stands or as the hexes
// that it reaches. The rulebook draws it; nobody else measures.
type Reach struct {
	From   Point
	Far    int      // radius of the ring, in thousandths; 0 where places are listed
	Places []string // the areas and structures that lie within it and in no nearer one
	Facing int      // of the arc, in degrees clockwise from north; 0 for all around
	Arc    int      // how wide it is, in degrees
	Text   string   // "12″, half range"
}

// Ring is a reach all around, so many inches far.
func Ring(from Point, inches int, text string) Reach {
	return Reach{From: from, Far: inches * Scale, Text: fmt.Sprintf("%d″, %s", inches, text)}
}
