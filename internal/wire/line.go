package wire

import "loophole/scene"

// Line is the line from a piece to a possible target.
type Line struct {
	From    []int    `json:"from"`
	To      []int    `json:"to"`
	Piece   string   `json:"piece"`
	Target  string   `json:"target" doc:"the piece or place at the other end"`
	Clear   bool     `json:"clear" doc:"no terrain blocks it"`
	Length  int      `json:"length" doc:"thousandths of a unit, as the rulebook measures it; 0 if it does not"`
	Far     string   `json:"far" doc:"the length in units"`
	Through string   `json:"through,omitempty" doc:"the opening of its target on the line"`
	Text    string   `json:"text" doc:"obstacles, cover and range; or what blocks it"`
	Clauses []string `json:"clauses"`
}

// LinesOf returns the JSON form of lines.
func LinesOf(lines []scene.Line) []Line {
	out := []Line{}
	for i := range lines {
		l := &lines[i]
		out = append(out, Line{point(l.From), point(l.To), l.Piece, l.Target, l.Clear, l.Length, l.LengthText(), l.Through, l.Text, list(l.Clauses)})
	}
	return out
}
