package game

import (
	"fmt"
	"slices"

	"loophole/internal/usertext"
	"loophole/rule"
	"loophole/scene"
)

// SightLines draws the lines of sight and of fire from a piece, named as the scene
// of the position names it. To show a side no more than it may know, ask about
// its view of the position. The error suggests the pieces that are there; a
// strict house that lacks a fact is an error too.
func (f *Instance) SightLines(p Position, piece string) (list []scene.Line, err error) {
	s, _ := f.bound.scene(p)
	names := s.PieceNames()
	if !slices.Contains(names, piece) {
		return nil, fmt.Errorf("game: there is no piece %q on the table%s", usertext.Truncate(piece), rule.Suggest(usertext.Truncate(piece), names))
	}
	err = rule.Catch(func() { list = f.bound.lines(p, piece) })
	return list, err
}

// Reaches draws how far a piece fires, under the same terms as [Instance.SightLines]; of an
// opening, what may be fired at through it.
func (f *Instance) Reaches(p Position, piece string) (list []scene.Reach, err error) {
	err = rule.Catch(func() { list = f.bound.reaches(p, piece) })
	return list, err
}

// FireLine names the line along which an action shoots, as [Instance.SightLines] names its
// piece and its target. It reports false if the action shoots along none, or if
// a strict house lacks a fact to tell.
func (f *Instance) FireLine(p Position, a Action) (piece, target string, ok bool) {
	if f.within(a) != nil || rule.Catch(func() { piece, target = f.bound.along(p, a) }) != nil {
		return "", "", false
	}
	return piece, target, target != ""
}

func (b *boundSpec[S, F, P]) lines(p Position, piece string) []scene.Line {
	if b.spec.SightLines == nil {
		return nil
	}
	return b.spec.SightLines(b.field, b.of(p), piece)
}

func (b *boundSpec[S, F, P]) reaches(p Position, piece string) []scene.Reach {
	if b.spec.Reaches == nil {
		return nil
	}
	return b.spec.Reaches(b.field, b.of(p), piece)
}

func (b *boundSpec[S, F, P]) along(p Position, a Action) (piece, target string) {
	if v := &b.spec.Verbs[a.Verb]; v.FireLine != nil {
		return v.FireLine(b.field, b.of(p), a.Args)
	}
	return "", ""
}
