package lasergrenadiers

import (
	"math/rand/v2"
	"testing"

	"loophole/ground"
)

// TestRoundingKeepsTheArea: positions in quarter inches do not change which pieces an effect area reaches, and
// are at most half an inch from the nearest one: the point and the centre are both rounded.
func TestRoundingKeepsTheArea(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	any := func(from, to ground.Length) ground.Length { return from + ground.Length(rng.Int64N(int64(to-from+1))) }
	wall := ground.Segment{A: ground.At(10, 10), B: ground.At(22, 15)} // 12-5-13: it lies askew
	moved := 0
	for range 100_000 {
		r := reachedPieces{wall: wall, point: ground.Point{X: wall.A.X + 12*ground.Inch/4, Y: wall.A.Y + 5*ground.Inch/4}, radius: 2 + rng.IntN(14)}
		r.centre = r.point
		if rng.IntN(2) > 0 { // The area is around a point inside, and not around the point of impact.
			r.centre = ground.Point{X: any(r.point.X-4*ground.Inch, r.point.X+4*ground.Inch), Y: any(r.point.Y-4*ground.Inch, r.point.Y+4*ground.Inch)}
			if r.depth, r.aside = positionAtWall(wall, r.point, r.centre); r.depth < 0 {
				continue
			}
		}
		at := ground.Point{X: any(r.point.X-8*ground.Inch, r.point.X+8*ground.Inch), Y: any(r.point.Y-8*ground.Inch, r.point.Y+8*ground.Inch)}
		depth, aside := positionAtWall(wall, r.point, at)
		if depth < 0 {
			continue // It is outside.
		}
		piece := Piece{Depth: depth, Aside: aside}
		r.adjustToArea(&piece, at)
		dx, dy := float64(at.X-r.centre.X)/float64(ground.Inch), float64(at.Y-r.centre.Y)/float64(ground.Inch)
		far := float64(r.radius) / 4
		if in := dx*dx+dy*dy <= far*far; in != piece.within(r.radius, r.depth, r.aside) {
			t.Fatalf("(%.3f, %.3f) from the centre, a radius of %.2f: at %d, %d of %d, %d", dx, dy, far, piece.Depth, piece.Aside, r.depth, r.aside)
		}
		if max(piece.Depth-depth, depth-piece.Depth) > 2 || max(piece.Aside-aside, aside-piece.Aside) > 2 {
			t.Fatalf("from %d, %d to %d, %d", depth, aside, piece.Depth, piece.Aside)
		}
		if piece.Depth != depth || piece.Aside != aside {
			moved++
		}
	}
	if moved < 100 {
		t.Errorf("only %d pieces are moved: nothing is checked", moved)
	}
}
