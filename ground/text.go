package ground

import (
	"fmt"
	"strings"
)

// MarshalText writes the coordinates in inches: 6,2.5.
func (p Point) MarshalText() ([]byte, error) { return []byte(p.X.String() + "," + p.Y.String()), nil }

// UnmarshalText reads what [ParsePoint] reads.
func (p *Point) UnmarshalText(text []byte) (err error) {
	*p, err = ParsePoint(string(text))
	return err
}

// ParsePoint reads two lengths in inches with a comma between them, with or without brackets:
// 6,2.5.
func ParsePoint(s string) (Point, error) {
	text := strings.TrimSpace(s)
	if inner, ok := strings.CutPrefix(text, "("); ok && strings.HasSuffix(inner, ")") {
		text = strings.TrimSuffix(inner, ")")
	}
	east, north, ok := strings.Cut(text, ",")
	x, err := ParseLength(east)
	y, also := ParseLength(north)
	if !ok || err != nil || also != nil {
		return Point{}, fmt.Errorf("ground: %q is not a point: write inches east and north, such as 6,2.5", s)
	}
	return Point{x, y}, nil
}

// MarshalText writes the corners with spaces between them: 0,0 6,0 6,6 0,6.
func (p Polygon) MarshalText() ([]byte, error) {
	corners := make([]string, len(p))
	for i, c := range p {
		corners[i] = c.X.String() + "," + c.Y.String()
	}
	return []byte(strings.Join(corners, " ")), nil
}

// UnmarshalText reads what [ParsePolygon] reads.
func (p *Polygon) UnmarshalText(text []byte) (err error) {
	*p, err = ParsePolygon(string(text))
	return err
}

// ParsePolygon reads corners with spaces between them: 0,0 6,0 6,6 0,6. [Polygon.Check] tests
// whether they enclose an area.
func ParsePolygon(s string) (Polygon, error) {
	words := strings.Fields(s)
	if len(words) > MaxCorners {
		return nil, fmt.Errorf("ground: a plan has 3 to %d corners, not %d", MaxCorners, len(words))
	}
	p := make(Polygon, len(words))
	for i, w := range words {
		var err error
		if p[i], err = ParsePoint(w); err != nil {
			return nil, err
		}
	}
	return p, nil
}
