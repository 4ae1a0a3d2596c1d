package places_test

import (
	"fmt"

	"loophole/ground"
	"loophole/places"
)

// A house with a door, a street before it and a garden behind it.
func Example() {
	m, err := places.New(ground.Plan{Structures: []ground.Structure{{
		Name: "house",
		Sections: []ground.Section{{
			Plan:     ground.Rect(ground.At(10, 10), 6*ground.Inch, 4*ground.Inch),
			Storeys:  []ground.Storey{{Height: 3 * ground.Inch}},
			Openings: []ground.Opening{{Name: "door", Kind: ground.Door, Wall: "south", Place: 3 * ground.Inch, Width: ground.Inch}},
		}},
	}}}, []places.Spot{{Name: "street", At: ground.At(13, 4)}, {Name: "garden", At: ground.At(13, 18)}}, 24*ground.Inch)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, to := range []int{1, 2} {
		line := m.Line(0, to)
		way, _ := m.Way(0, to)
		fmt.Printf("%s: clear %v at %d inches, %s; on foot %d inches\n", m.Name(to), line.Clear, line.Inches, line.Text, way)
	}
	// Output:
	// garden: clear false at 14 inches, house is in the way; on foot 16 inches
	// house: clear true at 6 inches, from street to house/door; on foot 6 inches
}
