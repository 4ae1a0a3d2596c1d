package puzzle

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"loophole/game"
	"loophole/rulesets"
	"loophole/scenario"
)

// A Puzzle is a position with the value of every legal action.
type Puzzle struct {
	ID       string   `json:"id"` // the ruleset and a number: "tideofiron-3"
	Ruleset  string   `json:"ruleset"`
	Scenario string   `json:"scenario"` // its name among [Scenarios]
	Title    string   `json:"title"`    // of the scenario
	Level    Level    `json:"level"`
	Side     string   `json:"side"`     // the side to act
	Turn     int      `json:"turn"`     // its number, 0 or 1
	Task     string   `json:"task"`     // for the player, in a sentence or two
	Key      string   `json:"key"`      // of the rules and the set-up; see [Key]
	Position string   `json:"position"` // game.Position.Bytes in hexadecimal digits
	Actions  []Action `json:"actions"`  // every legal action, best first
}

// An Action is a legal action of a puzzle. Its Chance is the chance of the side to act to win
// after it if both sides play their best, from 0 to 1. A draw counts as half a win.
type Action struct {
	Line   string  `json:"action"`
	Chance float64 `json:"chance"`
	// Events are those on which the chance depends most, the most important first. They are
	// stated for the best action and the second best. In decisions within the action, each side
	// takes its best option.
	Events []Event `json:"events,omitempty"`
	// Next are up to eight actions that follow if both sides play their best and the likeliest
	// position follows each action. They are stated for the best action and the second best.
	Next []Step `json:"next,omitempty"`
}

// An Event is an event of the game with its chance, and the chance of the side to act to win with
// and without it.
type Event struct {
	Name    string  `json:"event"`
	Chance  float64 `json:"chance"`
	With    float64 `json:"with"`
	Without float64 `json:"without"`
}

// Says returns the event as a sentence about a side, 0 or 1, that acts: "the house comes down". It
// returns the name of an event that the game does not have.
func (e Event) Says(f *game.Instance, side int) string {
	for i, x := range f.Game.Events {
		if x.Name == e.Name {
			return f.EventSentence(i, side)
		}
	}
	return e.Name
}

// A Step is an action that follows.
type Step struct {
	Side string `json:"side"`
	Line string `json:"action"`
}

// Tolerance is how far below the best chance an action of the solution may be: half a point.
const Tolerance = 0.005

// Solution lists the best action and those whose chance is at most [Tolerance] lower.
func (p *Puzzle) Solution() []Action {
	n := 0
	for n < len(p.Actions) && p.Actions[n].Chance >= p.Best()-Tolerance {
		n++
	}
	return p.Actions[:n]
}

// Best returns the chance to win after the best action.
func (p *Puzzle) Best() float64 { return p.Actions[0].Chance }

// Second returns the best action that is not in the solution. It returns false if every action is.
func (p *Puzzle) Second() (Action, bool) {
	n := len(p.Solution())
	if n == len(p.Actions) {
		return Action{}, false
	}
	return p.Actions[n], true
}

// Gap returns how much better the best action is than [Puzzle.Second], as a difference of
// chances. It is 0 if every action is in the solution.
func (p *Puzzle) Gap() float64 {
	a, ok := p.Second()
	if !ok {
		return 0
	}
	return p.Best() - a.Chance
}

// Find returns the legal action with a line, as [game.Instance.FormatAction] writes it.
func (p *Puzzle) Find(line string) (Action, bool) {
	for _, a := range p.Actions {
		if a.Line == line {
			return a, true
		}
	}
	return Action{}, false
}

// A Level is how hard a puzzle is: easy, medium or hard.
type Level string

// The levels, the easiest first.
const (
	Easy   Level = "easy"
	Medium Level = "medium"
	Hard   Level = "hard"
)

// Levels lists the levels, the easiest first.
var Levels = []Level{Easy, Medium, Hard}

// The limits between the levels.
const (
	wideGap     = 0.25 // from here a gap makes a puzzle easier
	manyActions = 12   // from here the number of legal actions makes it harder
)

// LevelOf returns the level of a puzzle with a gap and a number of legal actions. A puzzle is easy
// if the gap is at least 25 points and fewer than 12 actions are legal, hard if the gap is smaller
// and at least 12 are legal, and medium otherwise.
func LevelOf(gap float64, legal int) Level {
	switch wide, few := gap >= wideGap, legal < manyActions; {
	case wide && few:
		return Easy
	case wide || few:
		return Medium
	}
	return Hard
}

// Key identifies the rules, the house rules and the set-up of an instance: 32 hexadecimal digits.
// Values that were computed under one key may be wrong under another.
func Key(f *game.Instance) (string, error) {
	setup, err := json.Marshal(f.Setup)
	if err != nil {
		return "", fmt.Errorf("puzzle: the set-up: %w", err)
	}
	d := sha256.New()
	fmt.Fprintf(d, "%s %s %s\n", f.Game.Rules.ID, f.Game.Rules.Hash(), f.House.Hash())
	d.Write(setup)
	return hex.EncodeToString(d.Sum(nil)[:16]), nil
}

// Source returns the scenario whose game reached the position.
func (p *Puzzle) Source() (*scenario.Scenario, error) {
	for _, b := range Scenarios(p.Ruleset) {
		if b.Name == p.Scenario {
			return b, nil
		}
	}
	return nil, fmt.Errorf("puzzle: %s: no scenario %q of %s", p.ID, p.Scenario, p.Ruleset)
}

// Open sets up the scenario of a puzzle and reads its position. The start of the instance is the
// position.
func (p *Puzzle) Open() (*game.Instance, error) {
	g, err := rulesets.Game(p.Ruleset)
	if err != nil {
		return nil, err
	}
	b, err := p.Source()
	if err != nil {
		return nil, err
	}
	f, err := scenario.NewInstance(g, b, nil)
	if err != nil {
		return nil, err
	}
	data, err := hex.DecodeString(p.Position)
	if err != nil {
		return nil, fmt.Errorf("puzzle: %s: the position: %w", p.ID, err)
	}
	at, err := f.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("puzzle: %s: %w", p.ID, err)
	}
	return f.From(at), nil
}
