package wire

import "loophole/scene"

// Reach is how far a piece fires.
type Reach struct {
	From   []int    `json:"from"`
	Far    int      `json:"far" doc:"radius of the ring, in thousandths of a unit; 0 where places are listed"`
	Places []string `json:"places" doc:"the areas and structures that lie within it and in no nearer one"`
	Facing int      `json:"facing,omitempty" minimum:"0" maximum:"360" doc:"of the arc, in degrees clockwise from north; left out for all around"`
	Arc    int      `json:"arc,omitempty" minimum:"0" maximum:"360" doc:"how wide the arc is, in degrees"`
	Text   string   `json:"text"`
}

// ReachOf gives reaches the form of JSON.
func ReachOf(of []scene.Reach) []Reach {
	out := []Reach{}
	for _, r := range of {
		out = append(out, Reach{point(r.From), r.Far, list(r.Places), r.Facing, r.Arc, r.Text})
	}
	return out
}
