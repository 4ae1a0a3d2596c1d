package tabletop

import (
	"weak"

	"loophole/game"
	"loophole/scene"
)

// Who looks at a match. Where the sides know the same, and when the game is
// over, everybody looks with eyes that see everything.
const (
	onlooker   = 2 // sees what both sides see
	viewers    = 3 // the sides are 0 and 1
	everything = viewers
)

// Eyes look at the positions of a fight as each viewer may know them. They
// remember what they saw last, because a position is looked at many times
// before there is another: for the answer, the state, each who listens.
type viewCache struct {
	fight *game.Instance
	last  [viewers + 1][2]*cachedView // two, as an action that is begun has a position before it and one midway
}

// A cachedView is a position as one viewer knows it.
type cachedView struct {
	of    game.Position // the position that was looked at
	view  game.Position
	hash  string // of the view
	names map[string]bool

	// drawn is the scene for as long as the collector leaves it: most is said of a position
	// at once, and a scene is a large part of what a match takes.
	drawn weak.Pointer[scene.Scene]
}

// at looks at a position.
func (e *viewCache) at(p game.Position, viewer int) *cachedView {
	two := &e.last[viewer]
	for _, g := range two {
		if g != nil && g.of == p {
			return g
		}
	}
	g := &cachedView{of: p, view: viewOf(e.fight, p, viewer)}
	two[0], two[1] = g, two[0]
	g.hash = g.view.Hash()
	return g
}

// scene draws what is seen, or returns nil for a game that is told in words only.
func (e *viewCache) scene(g *cachedView) *scene.Scene {
	if s := g.drawn.Value(); s != nil {
		return s
	}
	s, ok := e.fight.Picture(g.view)
	if !ok {
		return nil
	}
	g.drawn = weak.Make(&s)
	return &s
}

// pieces are the names of all pieces that the viewer sees.
func (e *viewCache) pieces(p game.Position, viewer int) map[string]bool {
	g := e.at(p, viewer)
	if g.names == nil {
		g.names = namesIn(e.scene(g))
	}
	return g.names
}

// hidden lists the pieces that are on the ground and that a viewer does not
// see.
func (e *viewCache) hidden(p game.Position, viewer int) map[string]bool {
	seen, hidden := e.pieces(p, viewer), map[string]bool{}
	for name := range e.pieces(p, everything) {
		if !seen[name] {
			hidden[name] = true
		}
	}
	return hidden
}

// viewOf is a position as a viewer may know it.
func viewOf(f *game.Instance, p game.Position, viewer int) game.Position {
	switch viewer {
	case everything:
		return p
	case onlooker:
		return f.View(f.View(p, 0), 1)
	}
	return f.View(p, viewer)
}

// namesIn are the names of all pieces that a scene shows.
func namesIn(s *scene.Scene) map[string]bool {
	names := map[string]bool{}
	if s == nil {
		return names
	}
	for _, name := range s.PieceNames() {
		names[name] = true
	}
	return names
}
