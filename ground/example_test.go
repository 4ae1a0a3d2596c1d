package ground_test

import (
	"fmt"

	"loophole/ground"
)

// A mill with a door and an attic window, and a shed before it.
func ExampleNew() {
	m, err := ground.New(ground.Plan{Structures: []ground.Structure{
		{Name: "mill", Sections: []ground.Section{{
			Plan:    ground.Rect(ground.At(0, 0), 6*ground.Inch, 6*ground.Inch),
			Storeys: []ground.Storey{{Height: 3 * ground.Inch}, {Height: 2 * ground.Inch}},
			Openings: []ground.Opening{
				{Name: "door", Kind: ground.Door, Wall: "east", Place: 3 * ground.Inch, Width: ground.Inch},
				{Name: "window", Kind: ground.Window, Wall: "east", Storey: 1, Place: 3 * ground.Inch, Width: ground.Inch},
			},
		}}},
		{Name: "shed", Sections: []ground.Section{{
			Plan:    ground.Rect(ground.At(12, 1), 2*ground.Inch, 4*ground.Inch),
			Storeys: []ground.Storey{{Height: 3 * ground.Inch}},
		}}},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	target := ground.Spot{Point: ground.At(38, 3)}
	shed, _ := m.FindSection("shed", "")
	for o := range ground.OpeningID(m.Openings()) {
		fmt.Println(m.OpeningName(o), m.FromOpening(o, target.Point),
			m.OpeningSees(o, target, ground.HalfArc, ground.Destroyed{}),
			m.OpeningSees(o, target, ground.HalfArc, ground.Destroyed{}.Fallen(shed)))
	}
	// Output:
	// mill/door 32 false true
	// mill/window 32 true true
}

// Every fault of a description is found at once and named.
func ExampleFaults() {
	_, err := ground.New(ground.Plan{
		Structures: []ground.Structure{{Name: "mill", Sections: []ground.Section{{
			Plan:     ground.Rect(ground.At(0, 0), 6*ground.Inch, 6*ground.Inch),
			Storeys:  []ground.Storey{{Height: 3 * ground.Inch}},
			Openings: []ground.Opening{{Name: "gate", Wall: "front", Width: ground.Inch}},
		}}}},
		Features: []ground.Feature{{Name: "wood"}},
	})
	fmt.Println(err)
	// Output:
	// ground: structure "mill", opening "gate": unknown wall "front": use south, east, north, west
	// ground: feature "wood": it needs either a plan or a line
}
