package places

import (
	"loophole/ground"
	"loophole/rule"
	"loophole/scene"
)

// Scene draws the ground, names the places on it, and has a headline.
func (m *Map) Scene(headline string) scene.Scene {
	s := scene.FromMap(m.plan, ground.Destroyed{})
	s.Headline = headline
	for i := range m.places {
		x := &m.places[i]
		s.PutPlace(m.plan, x.name, x.point, x.floor, m.Inside(i))
	}
	return s
}

// Put draws a piece at a place.
func (m *Map) Put(s *scene.Scene, at int, piece scene.Piece) {
	x := &m.places[at]
	piece.Where = x.name
	s.PutPiece(m.plan, piece, x.point, x.floor, m.Inside(at))
}

// MarkObjective marks the section of a floor, which is a place inside, as an objective. One of the sides holds it, or
// nobody if holder is -1.
func (m *Map) MarkObjective(s *scene.Scene, floor, holder int, sides [2]rule.Side) {
	x := &s.Structures[m.places[floor].floor.Section]
	x.Objective = scene.Held(holder)
	x.Markers = append(x.Markers, scene.ObjectiveWords(x.Objective, sides))
}

// Draw draws the line of sight between the places of two pieces. The clause is that of sight.
func (m *Map) Draw(from, to int, piece, target, clause string) scene.Line {
	l := m.Line(from, to)
	drawn := scene.Line{
		From: scene.Spot(l.From), To: scene.Spot(l.To), Piece: piece, Target: target, Clear: l.Clear, Length: l.Inches * scene.Scale,
	}
	if l.Through[1] != ground.None {
		drawn.Through = m.plan.OpeningName(l.Through[1])
	}
	drawn.Say(l.Text, clause)
	return drawn
}
