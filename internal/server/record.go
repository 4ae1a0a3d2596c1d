package server

import (
	"bytes"
	"context"
	"strings"

	"loophole/internal/endpoint"
	"loophole/internal/status"
	"loophole/internal/store"
	"loophole/internal/wire"
)

type recordInput struct {
	MatchInput
	From int `query:"from" minimum:"0" default:"1" doc:"the number of the first entry to return"`
}

type recordOutput struct {
	Body struct {
		Sequence int          `json:"sequence" doc:"the number of the last entry"`
		Entries  []wire.Entry `json:"entries"`
	}
}

// record lists the entries of a match, as a seat may know them.
func (s *Server) record(ctx context.Context, in *recordInput) (*recordOutput, error) {
	out := &recordOutput{}
	err := s.withReadLock(ctx, &in.MatchInput, func(t *liveMatch, who seat) error {
		out.Body.Sequence, out.Body.Entries = t.newestNumber(), t.entries(who, t.entryFrom(in.From))
		return nil
	})
	return out, err
}

// recordFile sends the record file, which the command line verifies.
func (s *Server) recordFile(ctx context.Context, in *MatchInput) (*endpoint.Text, error) {
	name, x, err := s.storedRecord(ctx, in, func(t *liveMatch) error {
		if !t.mayRead() {
			return problem(status.Forbidden, "sealed", "the sealed record contains the seed of the program's dice and every secret: it is available when the game is over")
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return jsonLines(name, x.Lines), nil
}

// handsFile sends the lines of two-hands dice so far.
func (s *Server) handsFile(ctx context.Context, in *MatchInput) (*endpoint.Text, error) {
	name, x, err := s.storedRecord(ctx, in, func(t *liveMatch) error {
		if t.hands == nil {
			return noHands()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return jsonLines(name+"-hands", x.Hands), nil
}

// storedRecord returns the stored match and a file name, if may allows it.
func (s *Server) storedRecord(ctx context.Context, in *MatchInput, may func(*liveMatch) error) (name string, x *store.Match, err error) {
	err = s.withReadLock(ctx, in, func(t *liveMatch, _ seat) error {
		name = fileName(t.match.Header.Scenario)
		return may(t)
	})
	if err != nil {
		return "", nil, err
	}
	if x, err = s.store.Load(ctx, in.ID); err != nil {
		return "", nil, s.fault(ctx, err)
	}
	return name, x, nil
}

// jsonLines sends lines as a file.
func jsonLines(name string, lines [][]byte) *endpoint.Text {
	return &endpoint.Text{Type: "application/jsonl", Disposition: attachment(name + ".jsonl"), Cache: "private, no-cache", Body: bytes.Join(lines, nil)}
}

// attachment returns the Content-Disposition of a file.
func attachment(name string) string { return `attachment; filename="` + name + `"` }

// fileName returns the name of a file about a scenario, without its ending: match-, and the letters, digits and
// hyphens of the scenario's name, which every system accepts.
func fileName(name string) string {
	plain := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return -1
	}, name)
	return "match-" + plain
}

type stepInput struct {
	MatchInput
	N int `path:"n" minimum:"0" doc:"the number of actions played"`
}

// MatchAt is a match after some of its actions.
type MatchAt struct {
	N        int          `json:"n"`
	Of       int          `json:"of" doc:"the number of current actions"`
	Sequence int          `json:"sequence" doc:"the number of its last entry"`
	Position string       `json:"position"`
	Head     string       `json:"head"`
	Round    int          `json:"round"`
	Phase    string       `json:"phase"`
	Turn     string       `json:"turn"`
	Scene    *wire.Scene  `json:"scene"`
	Words    string       `json:"words"`
	Entries  []wire.Entry `json:"entries" doc:"of the action before this position"`
}

type stepOutput struct {
	Body MatchAt
}

// matchAt shows a match after some of its current actions.
func (s *Server) matchAt(ctx context.Context, in *stepInput) (*stepOutput, error) {
	out := &stepOutput{}
	err := s.withReadLock(ctx, &in.MatchInput, func(t *liveMatch, who seat) error {
		list := t.match.CurrentActions()
		if in.N > len(list) {
			return problem(status.NotFound, "no-step", "the match has %d actions; there is no step %d", len(list), in.N)
		}
		at, from, to := t.instance.Start, 1, 0
		if in.N > 0 {
			m := list[in.N-1]
			at, from, to = m.After, m.From+1, m.To
		}
		p := t.view(at, who)
		x := t.instance.Status(p)
		out.Body = MatchAt{
			N: in.N, Of: len(list), Sequence: t.lastNumber(to), Position: p.Hash(), Round: x.Round, Phase: x.Phase, Turn: t.side(x.Side),
			Words: t.instance.Text(p), Entries: t.entriesTo(who, from, to),
		}
		if scene, ok := t.instance.Picture(p); ok {
			out.Body.Scene, out.Body.Head = wire.SceneOf(&scene), scene.Headline
		}
		return nil
	})
	return out, err
}
