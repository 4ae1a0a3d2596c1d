package wire

import "loophole/scene"

// Reach is the area into which a piece can fire.
type Reach struct {
	From   []int    `json:"from"`
	Far    int      `json:"far" doc:"radius of the ring, in thousandths of a unit; 0 with places"`
	Places []string `json:"places" doc:"the areas and structures within it and outside all nearer rings"`
	Facing int      `json:"facing,omitempty" minimum:"0" maximum:"360" doc:"of the arc, in degrees clockwise from north; left out for all around"`
	Arc    int      `json:"arc,omitempty" minimum:"0" maximum:"360" doc:"the width of the arc, in degrees"`
	Text   string   `json:"text"`
	Way    [][]int  `json:"way,omitempty" doc:"the ends of the opening on the line"`
}

// ReachOf returns the JSON form of reaches.
func ReachOf(of []scene.Reach) []Reach {
	out := []Reach{}
	for _, r := range of {
		x := Reach{point(r.From), r.Far, list(r.Places), r.Facing, r.Arc, r.Text, nil}
		if r.Way[0] != r.Way[1] {
			x.Way = [][]int{point(r.Way[0]), point(r.Way[1])}
		}
		out = append(out, x)
	}
	return out
}
