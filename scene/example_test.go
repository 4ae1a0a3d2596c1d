package scene_test

import (
	"fmt"
	"strings"

	"loophole/scene"
)

// A house with three men upstairs and a tank in front of it, as a terminal shows them.
func ExampleScene_Text() {
	s := scene.Scene{
		Title: "The mill", Headline: "Turn 1 of 6", Unit: "inch", Sides: [2]string{"German", "American"},
		Structures: []scene.Structure{{
			Name: "mill", Outline: []scene.Point{{4000, 4000}, {10000, 4000}, {10000, 10000}, {4000, 10000}}, Standing: true,
			Floors: []scene.Floor{{Name: "ground"}, {Name: "first", Pieces: []scene.Piece{{Name: "guards", Side: 1, Strength: 3}}}},
		}},
		Pieces: []scene.Piece{{Name: "tiger", Kind: scene.Vehicle, At: scene.Point{14000, 2000}, Where: "lane"}},
	}
	_, list, _ := strings.Cut(s.Text(60), "V vehicle\n") // below the picture
	fmt.Println(list)
	// Output:
	// mill
	// +-first---------------+
	// | <American> guards 3 |
	// +-ground--------------+
	// +---------------------+
	// German outside: tiger at lane
}
