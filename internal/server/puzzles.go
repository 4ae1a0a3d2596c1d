package server

import (
	"context"
	"slices"

	"loophole/game"
	"loophole/internal/status"
	"loophole/internal/wire"
	"loophole/puzzle"
)

type puzzlesOutput struct {
	Cacheable
	Body []wire.PuzzleSummary
}

// puzzles lists the bundled puzzles.
func (s *Server) puzzles(_ context.Context, in *CacheCondition) (*puzzlesOutput, error) {
	if err := s.notModified(*in, "all"); err != nil {
		return nil, err
	}
	out := &puzzlesOutput{Cacheable: s.cacheHeaders("all"), Body: []wire.PuzzleSummary{}}
	for _, p := range puzzle.Bundled() {
		out.Body = append(out.Body, wire.PuzzleSummaryOf(p))
	}
	return out, nil
}

// PuzzleInput names a puzzle.
type PuzzleInput struct {
	ID string `path:"puzzle" maxLength:"64" doc:"as in the list: tideofiron-3"`
}

type puzzleInput struct {
	PuzzleInput
	CacheCondition
}

type puzzleOutput struct {
	Cacheable
	Body wire.Puzzle
}

// puzzle shows a puzzle without its solution.
func (s *Server) puzzle(_ context.Context, in *puzzleInput) (*puzzleOutput, error) {
	p, err := findPuzzle(in.ID)
	if err != nil {
		return nil, err
	}
	tag := p.Key + "-" + p.ID
	if err := s.notModified(in.CacheCondition, tag); err != nil {
		return nil, err
	}
	f, err := p.Open()
	if err != nil {
		return nil, err
	}
	var x *wire.Puzzle
	s.reads.do(func() { x, err = wire.PuzzleOf(p, f) })
	if err != nil {
		return nil, err
	}
	return &puzzleOutput{s.cacheHeaders(tag), *x}, nil
}

func findPuzzle(id string) (*puzzle.Puzzle, error) {
	p, err := puzzle.Find(id)
	if err != nil {
		return nil, problem(status.NotFound, "no-puzzle", "%s", InWords(err))
	}
	return p, nil
}

// legalAction reads a line that must be a legal action of a puzzle.
func (s *Server) legalAction(ctx context.Context, f *game.Instance, line string) (game.Action, error) {
	a, err := f.ParseAction(line)
	if err != nil {
		return a, problem(status.UnprocessableEntity, "unknown-action", "%s", InWords(err))
	}
	if err := f.WhyIllegal(f.Start, a); err != nil {
		return a, s.fault(ctx, err)
	}
	return a, nil
}

type puzzleChancesInput struct {
	PuzzleInput
	ChancesInput
}

// puzzleChances computes the odds of an action of a puzzle, without the chance that it wins the game.
func (s *Server) puzzleChances(ctx context.Context, in *puzzleChancesInput) (*chancesOutput, error) {
	p, err := findPuzzle(in.ID)
	if err != nil {
		return nil, err
	}
	f, err := p.Open()
	if err != nil {
		return nil, err
	}
	if in.stale(f.Start) {
		return staleChances(in.Action), nil
	}
	a, err := s.legalAction(ctx, f, in.Action)
	if err != nil {
		return nil, err
	}
	out, err := s.chancesOf(ctx, f, f.Start, a, &in.ChancesInput)
	if err != nil {
		return nil, err
	}
	// The chance to win would give the solution away.
	out.Body.Events = slices.DeleteFunc(out.Body.Events, func(e wire.Chance) bool { return e.Name == game.Winning })
	return out, nil
}

type solveInput struct {
	PuzzleInput
	Body struct {
		Action string `json:"action" minLength:"1" maxLength:"1024" doc:"the line of a legal action"`
	}
}

// PuzzleResult is how good an action is.
type PuzzleResult struct {
	Action   wire.PuzzleAction    `json:"action"`
	Best     bool                 `json:"best" doc:"the action is in the solution"`
	GivesUp  float64              `json:"givesUp" doc:"how much lower the chance to win is than after the best action"`
	Solution *wire.PuzzleSolution `json:"solution"`
	Chances  []wire.PuzzleChance  `json:"chances" doc:"the chance to win after each legal action, best first"`
}

type solveOutput struct {
	Body PuzzleResult
}

// solvePuzzle returns what an action gives up.
func (s *Server) solvePuzzle(ctx context.Context, in *solveInput) (*solveOutput, error) {
	p, err := findPuzzle(in.ID)
	if err != nil {
		return nil, err
	}
	f, err := p.Open()
	if err != nil {
		return nil, err
	}
	a, err := s.legalAction(ctx, f, in.Body.Action)
	if err != nil {
		return nil, err
	}
	// Find fails only for a puzzle that was made under earlier rules; a test reports such puzzles.
	x, ok := p.Find(f.FormatAction(a))
	if !ok {
		return nil, problem(status.UnprocessableEntity, "outdated-puzzle", "the puzzle has no value for %q", f.FormatAction(a))
	}
	lost := p.Best() - x.Chance
	return &solveOutput{PuzzleResult{wire.PuzzleActionOf(x, f), lost <= puzzle.Tolerance, lost, wire.PuzzleSolutionOf(p, f), wire.PuzzleChancesOf(p)}}, nil
}
