package game

import (
	"fmt"
	"slices"

	"loophole/internal/usertext"
	"loophole/rule"
	"loophole/scene"
)

// SightLines returns the lines of sight and of fire of a piece, by its name in the scene of the
// position. To show a side no more than it may know, pass its view of the position. The error
// suggests the names of pieces. It is also an error if strict house rules lack a fact.
func (f *Instance) SightLines(p Position, piece string) (list []scene.Line, err error) {
	s, _ := f.bound.scene(p)
	names := s.PieceNames()
	if !slices.Contains(names, piece) {
		return nil, fmt.Errorf("game: there is no piece %q on the table%s", usertext.Truncate(piece), rule.Suggest(usertext.Truncate(piece), names))
	}
	err = rule.Catch(func() { list = f.bound.sightLines(p, piece) })
	return list, err
}

// Reaches returns how far a piece fires, or what an occupant can fire at through an opening. To show a
// side no more than it may know, pass its view of the position. It is an error if strict house rules
// lack a fact. A piece that is not on the table has no reaches.
func (f *Instance) Reaches(p Position, piece string) (list []scene.Reach, err error) {
	err = rule.Catch(func() { list = f.bound.reaches(p, piece) })
	return list, err
}

// FireLine names the line along which an action shoots: its piece and its target, as
// [Instance.SightLines] names them. It reports false if the action shoots along none, or if strict
// house rules lack a fact.
func (f *Instance) FireLine(p Position, a Action) (piece, target string, ok bool) {
	if f.within(a) != nil || rule.Catch(func() { piece, target = f.bound.fireLine(p, a) }) != nil {
		return "", "", false
	}
	return piece, target, target != ""
}

func (b *boundSpec[S, F, P]) sightLines(p Position, piece string) []scene.Line {
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

func (b *boundSpec[S, F, P]) fireLine(p Position, a Action) (piece, target string) {
	if v := &b.spec.ActionTypes[a.Type]; v.FireLine != nil {
		return v.FireLine(b.field, b.of(p), a.Args)
	}
	return "", ""
}
