package ground

import "slices"

// MaxScenery bounds the pieces of scenery of a plan.
const MaxScenery = 64

// scenery adds the table, its surface and the scenery, which are only drawn.
func (b *builder) scenery(l *Plan) {
	if a, z := l.Table[0], l.Table[1]; a != z && (z.X <= a.X || z.Y <= a.Y) || !a.within() || !z.within() {
		b.faultOf("table", "the table goes from %v to %v: its second corner has to lie north-east of its first, and both within %v inches of 0,0", a, z, Limit)
	}
	if int(l.Surface) >= len(terrainNames) {
		b.faultOf("surface", "the surface is unknown")
	}
	for i := range l.Scenery {
		b.at("scenery", i, func() { b.sceneryPiece(&l.Scenery[i]) })
	}
	b.m.table, b.m.surface = l.Table, l.Surface
}

// sceneryPiece adds a piece of scenery.
func (b *builder) sceneryPiece(x *Scenery) {
	b.betweenOf("width", "the width of scenery", x.Width, 0, HeightLimit)
	switch {
	case int(x.Terrain) >= len(terrainNames):
		b.faultOf("terrain", "the terrain of the scenery is unknown")
	case (len(x.Plan) > 0) == (len(x.Line) > 0):
		b.faultOf("", "scenery needs either a plan or a line")
	case len(x.Plan) > 0:
		if err := x.Plan.Check(); err != nil {
			b.faultOf("plan", "%v", err)
		}
	case len(x.Line) < 2 || len(x.Line) > MaxCorners || slices.ContainsFunc(x.Line, func(p Point) bool { return !p.within() }):
		b.faultOf("line", "a line has 2 to %d points, none more than %v inches from the origin", MaxCorners, Limit)
	}
	b.m.scenery = append(b.m.scenery, Scenery{x.Terrain, slices.Clone(x.Plan), slices.Clone(x.Line), x.Width})
}

// Table returns the south-west and the north-east corner of the table. It returns false if the
// plan states none.
func (m *Map) Table() (low, high Point, stated bool) {
	return m.table[0], m.table[1], m.table[0] != m.table[1]
}

// Surface returns the terrain that the table is drawn as.
func (m *Map) Surface() Terrain { return m.surface }

// Scenery returns the pieces of scenery, which are only drawn. The slice is shared: do not change
// it.
func (m *Map) Scenery() []Scenery { return m.scenery }

// Material returns the default material of a section's walls.
func (m *Map) Material(s SectionID) Material { return m.sections[s].Material }
