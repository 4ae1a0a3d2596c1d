package server

import (
	"weak"

	"loophole/game"
	"loophole/scene"
)

// The viewers of a match. If the sides know the same, and after the end of the game, all viewers
// see everything.
const (
	onlooker   = 2 // sees what both sides see
	viewers    = 3 // the sides are 0 and 1
	everything = viewers
)

// A viewCache has the latest positions of a match as each viewer may know them. One position is
// used many times before the next: for the answer, the state, and each listener.
type viewCache struct {
	instance *game.Instance
	last     [viewers + 1][2]*cachedView // two, because a pending action has a position before it and one midway
}

// A cachedView is a position as one viewer knows it.
type cachedView struct {
	of    game.Position // the whole position
	view  game.Position
	hash  string // of the view
	names map[string]bool

	// drawn is the scene until the garbage collector takes it. Most uses of a scene are close
	// together, and it is a large part of a match's memory.
	drawn weak.Pointer[scene.Scene]
}

// viewAt returns a position as a viewer knows it.
func (e *viewCache) viewAt(p game.Position, viewer int) *cachedView {
	two := &e.last[viewer]
	for _, g := range two {
		if g != nil && g.of == p {
			return g
		}
	}
	g := &cachedView{of: p, view: viewOf(e.instance, p, viewer)}
	two[0], two[1] = g, two[0]
	g.hash = g.view.Hash()
	return g
}

// scene returns the scene of a view, or nil for a game without pictures.
func (e *viewCache) scene(g *cachedView) *scene.Scene {
	if s := g.drawn.Value(); s != nil {
		return s
	}
	s, ok := e.instance.Picture(g.view)
	if !ok {
		return nil
	}
	g.drawn = weak.Make(&s)
	return &s
}

// pieces returns the names of all pieces that a viewer sees.
func (e *viewCache) pieces(p game.Position, viewer int) map[string]bool {
	g := e.viewAt(p, viewer)
	if g.names == nil {
		g.names = namesIn(e.scene(g))
	}
	return g.names
}

// hidden returns the pieces on the map that a viewer does not see.
func (e *viewCache) hidden(p game.Position, viewer int) map[string]bool {
	seen, hidden := e.pieces(p, viewer), map[string]bool{}
	for name := range e.pieces(p, everything) {
		if !seen[name] {
			hidden[name] = true
		}
	}
	return hidden
}

// viewOf computes a position as a viewer may know it.
func viewOf(f *game.Instance, p game.Position, viewer int) game.Position {
	switch viewer {
	case everything:
		return p
	case onlooker:
		return f.View(f.View(p, 0), 1)
	}
	return f.View(p, viewer)
}

// namesIn returns the names of all pieces of a scene.
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
