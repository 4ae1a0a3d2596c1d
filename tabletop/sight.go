package tabletop

import (
	"context"
	"net/http"

	"loophole/game"
	"loophole/scene"
	"loophole/wire"
)

type sightInput struct {
	MatchInput
	Piece string `query:"piece" required:"true" minLength:"1" maxLength:"200" doc:"the piece that looks"`
}

// Sight is the lines of a piece.
type Sight struct {
	Piece string      `json:"piece"`
	Scale int         `json:"scale" doc:"how many of the coordinates make one unit"`
	Lines []wire.Line `json:"lines"`
}

type sightOutput struct {
	Body Sight
}

// sight draws the lines of sight and of fire of a piece, as far as the seat can
// know.
func (s *Server) sight(ctx context.Context, in *sightInput) (*sightOutput, error) {
	var f *game.Fight
	var p game.Position
	err := s.at(ctx, &in.MatchInput, func(t *table, who seat) error {
		f, p = t.fight, t.view(t.match.Position(), who)
		return nil
	})
	if err != nil {
		return nil, err
	}
	// Pieces that the seat does not see are not in its view, so neither the lines
	// nor the suggestions name one.
	lines, err := f.Lines(p, in.Piece)
	if err != nil {
		return nil, problem(http.StatusUnprocessableEntity, "no-piece", "%v", err)
	}
	return &sightOutput{Sight{in.Piece, scene.Scale, wire.LinesOf(lines)}}, nil
}
