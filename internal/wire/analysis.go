package wire

import (
	"strings"

	"loophole/analysis"
	"loophole/match"
	"loophole/rule"
)

// An Analysis is the analysis of a game. Probabilities are those of the first side's win, and luck
// is the first side's. Losses by decisions count for the side that made them.
type Analysis struct {
	Ruleset    string           `json:"ruleset"`
	Game       string           `json:"game" doc:"the name of the rulebook"`
	Scenario   string           `json:"scenario"`
	LuckOnly   bool             `json:"luck_only" doc:"actions were not compared: grades, better actions and losses by decisions are left out"`
	ValuesOnly bool             `json:"values_only,omitempty" doc:"luck was not calculated either: only the chances before and after each action mean anything"`
	DiceOnly   bool             `json:"dice_only,omitempty" doc:"only the result and the faces mean anything"`
	Says       AnalysisSays     `json:"says"`
	Sides      []AnalysisSide   `json:"sides"`
	Over       bool             `json:"over"`
	Winner     string           `json:"winner,omitempty" doc:"a side; empty for a draw, and if the game is not over"`
	Why        string           `json:"why,omitempty"`
	Start      float64          `json:"start" doc:"chance of the first side to win at the start"`
	End        float64          `json:"end" doc:"result of the first side: 1, 0, or ½ for a draw; its chance to win if the record ends before the game"`
	Luck       float64          `json:"luck"`
	Corrected  float64          `json:"corrections" doc:"what is left between start and end beside luck and what the sides gave up: how far the model corrected itself in favour of the first side; 0 if actions were not compared"`
	Adjusted   float64          `json:"adjusted" doc:"luck-adjusted result of the first side: unbiased, but not always from 0 to 1 in one game"`
	Actions    []AnalysedAction `json:"actions"`
	Turning    []int            `json:"turning" doc:"numbers of the actions with the largest changes"`
	Faces      []AnalysedFaces  `json:"faces"`
	Model      AnalysisModel    `json:"model"`
	SolvedFrom int              `json:"solved_from" doc:"number of the first action after which every position is solved; 0 if none"`
	Sampled    int              `json:"sampled" doc:"actions whose expected value is an estimate"`
}

// An AnalysisSide summarises the play of a side.
type AnalysisSide struct {
	Side      string  `json:"side"`
	Player    string  `json:"player,omitempty" doc:"as in the record"`
	Decisions int     `json:"decisions" doc:"actions that were not forced, decisions within actions of the other side, and a resignation"`
	Good      int     `json:"good"`
	Fair      int     `json:"fair"`
	Doubtful  int     `json:"doubtful"`
	Bad       int     `json:"bad"`
	VeryBad   int     `json:"very_bad"`
	Given     float64 `json:"given" doc:"chance to win lost by decisions"`
	Luck      float64 `json:"luck"`
	Lucky     int     `json:"lucky" doc:"actions with more than 10 points of luck"`
	Unlucky   int     `json:"unlucky" doc:"actions with less than −10"`
}

// An AnalysedAction is an action of the game, or the resignation that ends it.
type AnalysedAction struct {
	Number   int            `json:"number"`
	Side     string         `json:"side"`
	Action   string         `json:"action"`
	Resigned bool           `json:"resigned,omitempty" doc:"the side resigns: no step of the match has this number"`
	Said     string         `json:"said" doc:"the action in words for players"`
	Before   float64        `json:"before" doc:"chance of the first side before the action"`
	Expected float64        `json:"expected" doc:"its expected chance after the action"`
	After    float64        `json:"after" doc:"its chance after the action"`
	Luck     float64        `json:"luck" doc:"of the first side"`
	Given    float64        `json:"given"`
	Within   float64        `json:"given_within" doc:"how much of given the side gave up by decisions within the action"`
	Grade    string         `json:"grade,omitempty" enum:"good,fair,doubtful,bad,very bad"`
	Forced   bool           `json:"forced"`
	Better   string         `json:"better,omitempty" doc:"the best action, if it is a different one"`
	BetterAs string         `json:"better_said,omitempty"`
	Events   []WeighedEvent `json:"better_events,omitempty" doc:"the most important events of the better action, with chances of the side that acts"`
	Why      string         `json:"better_why,omitempty" doc:"why it is better, in sentences"`
	Best     float64        `json:"best" doc:"expected value of the best action, to the first side"`
	Solved   bool           `json:"solved"`
	Sampled  bool           `json:"sampled"`
	Parts    []AnalysedPart `json:"parts,omitempty" doc:"rolls and decisions within the action"`
}

// An AnalysedPart is a roll or a decision within an action.
type AnalysedPart struct {
	What   string  `json:"what" enum:"roll,decision"`
	Side   string  `json:"side"`
	Text   string  `json:"text"`
	Rolled string  `json:"rolled,omitempty" doc:"the faces of a roll and its result, in words"`
	Taken  string  `json:"taken,omitempty" doc:"option of a decision"`
	Better string  `json:"better,omitempty" doc:"the best option, if the decision gave up a point or more"`
	Best   float64 `json:"best,omitempty" doc:"expected value after the best option, to the first side"`
	Luck   float64 `json:"luck"`
	Given  float64 `json:"given"`
}

// AnalysedFaces counts the faces that a side rolled.
type AnalysedFaces struct {
	Side   string  `json:"side"`
	Faces  int     `json:"faces" doc:"of the die"`
	Counts []int   `json:"counts"`
	Rolled int     `json:"rolled"`
	Mean   float64 `json:"mean"`
	MeanP  float64 `json:"mean_p" doc:"probability that the mean of fair dice is at least as far from the expected one"`
	P      float64 `json:"p" doc:"probability that fair dice differ at least as much from equal counts"`
}

// An AnalysisModel has the quality of the model of the chance to win.
type AnalysisModel struct {
	Games    int     `json:"games" doc:"number of games that it was fitted to"`
	Brier    float64 `json:"brier"`
	Constant float64 `json:"constant" doc:"Brier score of a constant, for comparison"`
}

// AnalysisOf returns the JSON form of an analysis, with at most turning turning points.
func AnalysisOf(r *analysis.Report, turning int) Analysis {
	f := r.Instance
	x := Analysis{
		Ruleset: f.Game.Rules.ID, Game: f.Game.Rules.Short, Scenario: f.Scenario, LuckOnly: r.LuckOnly, ValuesOnly: r.ValuesOnly, DiceOnly: r.DiceOnly, Says: analysisSays(r), Over: r.Status.Over,
		Start: r.Start, End: r.End, Luck: r.Luck, Adjusted: r.Adjusted(), SolvedFrom: r.SolvedFrom, Sampled: r.Sampled,
		Actions: []AnalysedAction{}, Turning: []int{}, Faces: []AnalysedFaces{},
		Model: AnalysisModel{r.Quality.Games, r.Quality.Brier, r.Quality.Constant},
	}
	if !r.LuckOnly {
		x.Corrected = r.Corrections()
	}
	if r.Status.Over {
		x.Why = r.Status.Why
		if r.Status.Winner >= 0 {
			x.Winner = string(f.Sides[r.Status.Winner])
		}
	}
	for side, name := range f.Sides {
		s := &r.Sides[side]
		x.Sides = append(x.Sides, AnalysisSide{
			string(name), "", s.Decisions, s.Grades[analysis.Good], s.Grades[analysis.Fair], s.Grades[analysis.Doubtful],
			s.Grades[analysis.Bad], s.Grades[analysis.VeryBad], s.Given, s.Luck, s.Lucky, s.Unlucky,
		})
	}
	for i := range r.Steps {
		x.Actions = append(x.Actions, analysedActionOf(r, &r.Steps[i]))
	}
	if !r.LuckOnly { // Otherwise it is unknown what the sides gave up.
		for _, s := range r.TurningPoints(turning) {
			x.Turning = append(x.Turning, s.Number)
		}
	}
	for _, c := range r.Faces {
		x.Faces = append(x.Faces, AnalysedFaces{string(f.Sides[c.Side]), len(c.Counts), c.Counts, c.Rolled, c.Mean, c.MeanP, c.PValue})
	}
	return x
}

func analysedActionOf(r *analysis.Report, s *analysis.Step) AnalysedAction {
	f := r.Instance
	x := AnalysedAction{
		Number: s.Number, Side: string(f.Sides[s.Side]),
		Before: s.Before, Expected: s.Expected, After: s.After, Luck: s.Luck,
		Forced: s.Forced, Best: s.Best, Solved: s.Solved, Sampled: s.Sampled,
	}
	if !r.LuckOnly {
		x.Given, x.Within, x.Grade = s.Given, s.GivenWithin(), s.Grade.String()
	}
	if x.Resigned = s.Resigned; s.Resigned {
		x.Action, x.Said = "resign", Resigns(f.Sides[s.Side])
	} else {
		x.Action, x.Said = f.FormatAction(s.Action), f.Order(s.Action).String()
	}
	if s.Better != s.Action {
		x.Better, x.BetterAs = f.FormatAction(s.Better), f.Order(s.Better).String()
	}
	if s.Reason != nil {
		x.Events, x.Why = WeighedEvents(f, s.Reason), ReasonSays(f, s.Reason)
	}
	for _, p := range s.Parts {
		e := f.SpokenEntry(p.Entry)
		y := AnalysedPart{What: "roll", Side: string(f.Sides[p.Side]), Text: e.Text, Luck: p.Luck, Given: p.Given}
		if e.Kind == rule.Rolled {
			y.Rolled = rolledSays(&e)
		}
		if e.Kind == rule.Chosen {
			y.What = "decision"
			if v := e.Value; v >= 0 && v < len(e.Options) {
				y.Taken = e.Options[v]
			}
			if p.Better != e.Value && p.Better < len(e.Options) {
				y.Better, y.Best = e.Options[p.Better], p.Best
			}
		}
		x.Parts = append(x.Parts, y)
	}
	return x
}

// Played adds the players named in the record.
func (x *Analysis) Played(h match.Header) {
	for side := range x.Sides {
		x.Sides[side].Player = h.Seats[side].Player
	}
}

// rolledSays gives the faces of a roll, and its result if they do not say it alone.
func rolledSays(e *rule.Entry) string {
	var faces []string
	for _, x := range e.Faces {
		faces = append(faces, e.Pool.Bag().Name(int(x)))
	}
	shown, result := strings.Join(faces, ", "), e.Pool.Describe(e.Value)
	if (rule.Roll{Pool: e.Pool, Why: e.Text}).IsQuestion() {
		result = map[bool]string{true: "yes", false: "no"}[e.Value == 1]
	}
	kind := e.Pool.Kind()
	switch {
	case shown == "":
		return result
	case kind == rule.Tally, kind == rule.Draw, shown == result:
		return shown
	}
	return shown + ": " + result
}
