package wire

import "loophole/scene"

// Reach is the area into which a piece can fire.
type Reach struct {
	From   []int    `json:"from"`
	Far    int      `json:"far" doc:"radius of the ring, in thousandths of a unit; 0 where places are listed"`
	Places []string `json:"places" doc:"the areas and structures that lie within it and in no nearer one"`
	Facing int      `json:"facing,omitempty" minimum:"0" maximum:"360" doc:"of the arc, in degrees clockwise from north; left out for all around"`
	Arc    int      `json:"arc,omitempty" minimum:"0" maximum:"360" doc:"how wide the arc is, in degrees"`
	Text   string   `json:"text"`
	Way    [][]int  `json:"way,omitempty" doc:"the ends of the opening that it goes through"`
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
