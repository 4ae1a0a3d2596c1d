package server

import (
	"context"
	"slices"

	"loophole/game"
	"loophole/internal/status"
	"loophole/internal/wire"
	"loophole/scene"
)

type sightInput struct {
	MatchInput
	Piece string `query:"piece" required:"true" minLength:"1" maxLength:"200" doc:"the looking piece, or an opening, for its field of fire only"`
	AtInput
}

// AtInput names the position of a question. An answer about a former position is useless but no
// error, because the game may continue while the request is on its way.
type AtInput struct {
	Position string `query:"position" maxLength:"64" doc:"answer about this position; if the match has moved on, the answer is stale and empty. By default the current one"`
}

// stale reports whether the current position differs from the named one.
func (in *AtInput) stale(now game.Position) bool {
	return in.Position != "" && in.Position != now.Hash()
}

// Sight is the lines of a piece.
type Sight struct {
	Piece string       `json:"piece"`
	Scale int          `json:"scale" doc:"coordinates per unit"`
	Lines []wire.Line  `json:"lines"`
	Reach []wire.Reach `json:"reach" doc:"the reach of its fire: rings, the hexes of each range, or the fields of the openings that it fires through"`
	Stale bool         `json:"stale,omitempty" doc:"the match has moved on from this position"`
}

type sightOutput struct {
	Body Sight
}

// sight returns a piece's lines of sight and fire, as far as the seat can know.
func (s *Server) sight(ctx context.Context, in *sightInput) (*sightOutput, error) {
	var f *game.Instance
	var p game.Position
	err := s.withReadLock(ctx, &in.MatchInput, func(t *liveMatch, who seat) error {
		f, p = t.instance, t.now(who).view
		return nil
	})
	if err != nil {
		return nil, err
	}
	if in.stale(p) {
		return &sightOutput{Sight{in.Piece, scene.Scale, []wire.Line{}, []wire.Reach{}, true}}, nil
	}
	// Hidden pieces are not in the seat's view, so neither lines nor suggestions name them.
	var lines []scene.Line
	if picture, _ := f.Picture(p); !slices.ContainsFunc(picture.Openings, func(o scene.Opening) bool { return o.Name == in.Piece }) {
		if lines, err = f.SightLines(p, in.Piece); err != nil {
			return nil, problem(status.UnprocessableEntity, "no-piece", "%s", InWords(err))
		}
	}
	reach, err := f.Reaches(p, in.Piece)
	if err != nil {
		return nil, problem(status.UnprocessableEntity, "no-piece", "%s", InWords(err))
	}
	return &sightOutput{Sight{in.Piece, scene.Scale, wire.LinesOf(lines), wire.ReachOf(reach), false}}, nil
}
