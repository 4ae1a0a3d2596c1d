package wire

import (
	"loophole/game"
	"loophole/puzzle"
)

// PuzzleSummary is a puzzle in a list.
type PuzzleSummary struct {
	ID       string `json:"id"`
	Ruleset  string `json:"ruleset"`
	Scenario string `json:"scenario" doc:"the bundled scenario whose game reached the position"`
	Level    string `json:"level" enum:"easy,medium,hard"`
	Side     string `json:"side" doc:"the side to act"`
	Task     string `json:"task"`
	Legal    int    `json:"legal" doc:"the number of legal actions"`
}

// PuzzleSummaryOf returns the summary of a puzzle.
func PuzzleSummaryOf(p *puzzle.Puzzle) PuzzleSummary {
	return PuzzleSummary{p.ID, p.Ruleset, p.Scenario, string(p.Level), p.Side, p.Task, len(p.Actions)}
}

// Puzzle is a puzzle with its position.
type Puzzle struct {
	PuzzleSummary
	Round    int          `json:"round"`
	Phase    string       `json:"phase"`
	Position string       `json:"position" doc:"the hash of the position"`
	Scene    *Scene       `json:"scene" doc:"the position"`
	Words    string       `json:"words" doc:"the position in words"`
	Actions  []PuzzleLine `json:"actions" doc:"the legal actions, in the order of the rulebook"`
}

// PuzzleLine is a legal action of a puzzle.
type PuzzleLine struct {
	Line string   `json:"line"`
	Says Sentence `json:"says" doc:"the same as players say it"`
}

// PuzzleSolution is what was computed about a puzzle.
type PuzzleSolution struct {
	Best   []PuzzleAction `json:"best" doc:"the best action, and those at most half a point worse"`
	Second *PuzzleAction  `json:"second" doc:"the best of the others"`
	Gap    float64        `json:"gap" doc:"how much better the best action is than the second, as a difference of chances"`
}

// PuzzleAction is an action with the chance of the side to act to win after it.
type PuzzleAction struct {
	Line   string        `json:"line"`
	Says   Sentence      `json:"says" doc:"the same as players say it"`
	Chance float64       `json:"chance" doc:"of the side to act to win if both sides play their best; a draw counts as half a win"`
	Events []PuzzleEvent `json:"events" doc:"what the chance depends on most"`
	Next   []PuzzleStep  `json:"next" doc:"up to five actions that follow in best play, with the likeliest position after each"`
}

// PuzzleEvent is an event with its chance, and what it means for the chance to win.
type PuzzleEvent struct {
	Event   string  `json:"event"`
	Says    string  `json:"says"`
	Chance  float64 `json:"chance"`
	With    float64 `json:"with" doc:"the chance to win if it happens"`
	Without float64 `json:"without" doc:"the chance to win otherwise"`
}

// PuzzleStep is an action that follows.
type PuzzleStep struct {
	Side string `json:"side"`
	Line string `json:"line"`
}

// PuzzleOf returns a puzzle with its position, which is the start of the instance.
func PuzzleOf(p *puzzle.Puzzle, f *game.Instance) (*Puzzle, error) {
	legal, err := f.Legal(f.Start)
	if err != nil {
		return nil, err
	}
	now := f.Status(f.Start)
	x := &Puzzle{PuzzleSummary: PuzzleSummaryOf(p), Round: now.Round, Phase: now.Phase, Position: f.Start.Hash(), Words: f.Text(f.Start)}
	if s, ok := f.Picture(f.Start); ok {
		x.Scene = SceneOf(&s)
	}
	for _, a := range legal {
		x.Actions = append(x.Actions, PuzzleLine{f.FormatAction(a), SentenceOf(f.Order(a))})
	}
	return x, nil
}

// PuzzleSolutionOf returns the solution of a puzzle.
func PuzzleSolutionOf(p *puzzle.Puzzle, f *game.Instance) *PuzzleSolution {
	x := &PuzzleSolution{Gap: p.Gap()}
	for _, a := range p.Solution() {
		x.Best = append(x.Best, PuzzleActionOf(a, f))
	}
	if a, ok := p.Second(); ok {
		second := PuzzleActionOf(a, f)
		x.Second = &second
	}
	return x
}

// PuzzleActionOf returns an action of a puzzle.
func PuzzleActionOf(a puzzle.Action, f *game.Instance) PuzzleAction {
	x := PuzzleAction{Line: a.Line, Chance: a.Chance, Events: []PuzzleEvent{}, Next: []PuzzleStep{}}
	if action, err := f.ParseAction(a.Line); err == nil {
		x.Says = SentenceOf(f.Order(action))
	}
	side := f.Status(f.Start).Side
	for _, e := range a.Events {
		x.Events = append(x.Events, PuzzleEvent{e.Name, e.Says(f, side), e.Chance, e.With, e.Without})
	}
	for _, n := range a.Next {
		x.Next = append(x.Next, PuzzleStep{n.Side, n.Line})
	}
	return x
}
