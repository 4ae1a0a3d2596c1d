package wire

import (
	"loophole/game"
	"loophole/puzzle"
)

// PuzzleSummary is a puzzle in a list.
type PuzzleSummary struct {
	ID       string `json:"id"`
	Ruleset  string `json:"ruleset"`
	Scenario string `json:"scenario" doc:"the scenario whose game reached the position"`
	Title    string `json:"title" doc:"of the scenario"`
	Level    string `json:"level" enum:"easy,medium,hard"`
	Side     string `json:"side" doc:"the side to act"`
	Turn     int    `json:"turn" doc:"its number, 0 or 1"`
	Task     string `json:"task"`
	Legal    int    `json:"legal" doc:"the number of legal actions"`
}

// PuzzleSummaryOf returns the summary of a puzzle.
func PuzzleSummaryOf(p *puzzle.Puzzle) PuzzleSummary {
	return PuzzleSummary{p.ID, p.Ruleset, p.Scenario, p.Title, string(p.Level), p.Side, p.Turn, p.Task, len(p.Actions)}
}

// Puzzle is a puzzle with its position.
type Puzzle struct {
	PuzzleSummary
	Gist     string       `json:"gist" doc:"of the scenario, with what each side wants"`
	Sides    []string     `json:"sides" doc:"the names of side 0 and side 1"`
	Called   string       `json:"called" doc:"what a sentence calls the side to act"`
	Round    int          `json:"round"`
	Phase    string       `json:"phase"`
	Position string       `json:"position" doc:"the hash of the position"`
	Scene    *Scene       `json:"scene" doc:"the position"`
	Words    string       `json:"words" doc:"the position in words"`
	Actions  []PuzzleLine `json:"actions" doc:"the legal actions, in the order of the rulebook"`
}

// PuzzleLine is a legal action of a puzzle.
type PuzzleLine struct {
	Line  string   `json:"line"`
	Says  Sentence `json:"says" doc:"the same as players say it"`
	Type  string   `json:"type" doc:"the action type"`
	Group string   `json:"group" doc:"the group of the action in the rulebook"`
	Gist  string   `json:"gist" doc:"what such an action does"`
}

// PuzzleSolution holds the computed values of a puzzle.
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
	Next   []PuzzleStep  `json:"next" doc:"up to eight actions that follow in best play, with the likeliest position after each"`
}

// PuzzleChance is the chance to win after an action.
type PuzzleChance struct {
	Line   string  `json:"line"`
	Chance float64 `json:"chance"`
}

// PuzzleChancesOf lists the chance to win after each legal action of a puzzle, best first.
func PuzzleChancesOf(p *puzzle.Puzzle) []PuzzleChance {
	list := make([]PuzzleChance, len(p.Actions))
	for i, a := range p.Actions {
		list[i] = PuzzleChance{a.Line, a.Chance}
	}
	return list
}

// PuzzleEvent is an event with its chance, and its effect on the chance to win.
type PuzzleEvent struct {
	Event   string  `json:"event"`
	Says    string  `json:"says"`
	Chance  float64 `json:"chance"`
	With    float64 `json:"with" doc:"the chance to win if it happens"`
	Without float64 `json:"without" doc:"the chance to win otherwise"`
}

// PuzzleStep is an action that follows.
type PuzzleStep struct {
	Side string   `json:"side"`
	Line string   `json:"line"`
	Says Sentence `json:"says" doc:"the same as players say it"`
}

// PuzzleOf returns a puzzle with its position, which is the start of the instance.
func PuzzleOf(p *puzzle.Puzzle, f *game.Instance) (*Puzzle, error) {
	legal, err := f.Legal(f.Start)
	if err != nil {
		return nil, err
	}
	from, err := p.Source()
	if err != nil {
		return nil, err
	}
	now := f.Status(f.Start)
	x := &Puzzle{
		PuzzleSummary: PuzzleSummaryOf(p), Gist: from.Gist, Sides: []string{string(f.Sides[0]), string(f.Sides[1])},
		Called: f.Sides[now.Side].Called(), Round: now.Round, Phase: now.Phase, Position: f.Start.Hash(), Words: f.Text(f.Start),
	}
	if s, ok := f.Picture(f.Start); ok {
		x.Scene = SceneOf(&s)
	}
	for _, a := range legal {
		t := &f.Game.ActionTypes[a.Type]
		x.Actions = append(x.Actions, PuzzleLine{f.FormatAction(a), SentenceOf(f.Order(a)), t.Name, t.Group, t.Gist})
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
	x := PuzzleAction{Line: a.Line, Says: said(f, a.Line), Chance: a.Chance, Events: []PuzzleEvent{}, Next: []PuzzleStep{}}
	side := f.Status(f.Start).Side
	for _, e := range a.Events {
		x.Events = append(x.Events, PuzzleEvent{e.Name, e.Says(f, side), e.Chance, e.With, e.Without})
	}
	for _, n := range a.Next {
		x.Next = append(x.Next, PuzzleStep{n.Side, n.Line, said(f, n.Line)})
	}
	return x
}

// said returns the sentence of a line that is an action.
func said(f *game.Instance, line string) Sentence {
	a, err := f.ParseAction(line)
	if err != nil {
		return Sentence{Text: line}
	}
	return SentenceOf(f.Order(a))
}
