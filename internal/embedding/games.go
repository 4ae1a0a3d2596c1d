package embedding

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"loophole/game"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/scenario"
)

// MaxGames is the largest number of open games.
const MaxGames = 1 << 14

// games holds the open games by their handles. Handles are never used again.
var games = struct {
	sync.RWMutex
	last int64
	open map[int64]*openGame
}{open: map[int64]*openGame{}}

// GameInput is a request for a new game.
type GameInput struct {
	Ruleset  string `json:"ruleset"`  // may be left out
	Scenario string `json:"scenario"` // the name of a bundled scenario
	Text     string `json:"text"`     // or the text of a scenario file
	HouseInput
	Seed json.Number `json:"seed"` // of the dice; the program draws one if it is left out
}

// newGame is the answer to a request for a new game.
type newGame struct {
	Game     int64    `json:"game"`
	Ruleset  string   `json:"ruleset"`
	Scenario string   `json:"scenario"`
	Sides    []string `json:"sides"`
	Hidden   bool     `json:"hidden"`   // the sides know different things
	Features int      `json:"features"` // the number of features of a position
	Seed     string   `json:"seed"`
}

// NewGame sets a game up. The result has its handle.
func NewGame(request string) string {
	return answer(func() (any, error) {
		var in GameInput
		if err := read(request, &in); err != nil {
			return nil, err
		}
		seed, err := parseSeed(in.Seed)
		if err != nil {
			return nil, err
		}
		f, err := in.instance()
		if err != nil {
			return nil, err
		}
		g := newOpenGame(f, seed)
		n, err := g.features(0)
		if err != nil {
			return nil, err
		}
		handle, err := register(g)
		if err != nil {
			return nil, err
		}
		return newGame{
			handle, f.Game.Rules.ID, f.Scenario, []string{string(f.Sides[0]), string(f.Sides[1])}, f.HasHiddenInfo(),
			len(n), strconv.FormatUint(seed, 10),
		}, nil
	})
}

// instance sets up the scenario under its house rules and those of the request, which override them.
func (in *GameInput) instance() (*game.Instance, error) {
	b, err := in.file()
	if err != nil {
		return nil, err
	}
	g, err := rulesets.Game(b.Ruleset)
	if err != nil {
		return nil, b.ErrorAtRuleset(err)
	}
	layers, err := in.layers(g.Rules)
	if err != nil {
		return nil, err
	}
	h, err := g.Rules.House(append([][]rule.Setting{b.House}, layers...)...)
	if err != nil {
		return nil, err
	}
	return scenario.NewInstance(g, b, h)
}

// file returns the scenario that the request names or contains.
func (in *GameInput) file() (*scenario.Scenario, error) {
	if (in.Scenario == "") == (in.Text == "") {
		return nil, errors.New("name a scenario, or give the text of one, and not both")
	}
	if in.Text != "" {
		b, err := scenario.Read("text", strings.NewReader(in.Text))
		if err == nil && in.Ruleset != "" && in.Ruleset != b.Ruleset {
			err = fmt.Errorf("text: a scenario of %s, not of %s", b.Ruleset, in.Ruleset)
		}
		return b, err
	}
	if in.Ruleset != "" {
		return scenario.Find(in.Ruleset, in.Scenario)
	}
	var found []*scenario.Scenario
	var names []string
	for _, b := range scenario.Bundled() {
		if b.Name == in.Scenario {
			found = append(found, b)
		}
		names = append(names, b.Name)
	}
	switch len(found) {
	case 0:
		return nil, fmt.Errorf("unknown scenario %q%s", in.Scenario, rule.Suggest(in.Scenario, slices.Compact(slices.Sorted(slices.Values(names)))))
	case 1:
		return found[0], nil
	}
	return nil, fmt.Errorf("several rulebooks have a scenario %q: name the ruleset too", in.Scenario)
}

// register gives a game a handle.
func register(g *openGame) (int64, error) {
	games.Lock()
	defer games.Unlock()
	if len(games.open) >= MaxGames {
		return 0, TooMany
	}
	games.last++
	games.open[games.last] = g
	return games.last, nil
}

// withGame runs f on the game of a handle while no other call uses it. A panic is an error.
func withGame(handle int64, f func(g *openGame) error) (err error) {
	games.RLock()
	g := games.open[handle]
	games.RUnlock()
	if g == nil {
		return NoGame
	}
	g.lock.Lock()
	defer g.lock.Unlock()
	defer func() {
		if x := recover(); x != nil {
			g.recover()
			err = fmt.Errorf("internal error: %v", x)
		}
	}()
	return f(g)
}

// number returns the result of f, or the code of its error.
func number(handle int64, f func(g *openGame) (int, error)) int64 {
	n := 0
	err := withGame(handle, func(g *openGame) (err error) {
		n, err = f(g)
		return err
	})
	var code Code
	switch {
	case err == nil:
		return int64(n)
	case errors.As(err, &code):
		return int64(code)
	}
	return int64(Failed)
}

// inGame returns the JSON of the result of f.
func inGame(handle int64, f func(g *openGame) (any, error)) string {
	return answer(func() (v any, err error) {
		err = withGame(handle, func(g *openGame) (err error) {
			v, err = f(g)
			return err
		})
		return v, err
	})
}

// Clone copies a game with the state of its dice, and returns the handle of the copy or a code.
func Clone(handle int64) int64 {
	var c *openGame
	if code := number(handle, func(g *openGame) (int, error) { c = g.clone(); return 0, nil }); code < 0 {
		return code
	}
	n, err := register(c)
	if err != nil {
		return int64(TooMany)
	}
	return n
}

// Free gives a game up. It returns 0, or a code.
func Free(handle int64) int32 {
	games.Lock()
	defer games.Unlock()
	if games.open[handle] == nil {
		return int32(NoGame)
	}
	delete(games.open, handle)
	return 0
}

// Reset returns a game to its start with the dice of a seed. It returns 0, or a code.
func Reset(handle int64, seed uint64) int32 {
	return int32(number(handle, func(g *openGame) (int, error) {
		g.reset(seed)
		return 0, nil
	}))
}

// The statuses of a game. 0 and 1 are the number of the side to decide.
const (
	FirstWon  = 2
	SecondWon = 3
	Drawn     = 4
)

// Status returns who decides, or who has won, or a code.
func Status(handle int64) int32 {
	return int32(number(handle, func(g *openGame) (int, error) { return g.status(), nil }))
}

// Count returns the number of legal actions, or of the options of an open decision, or a code. It
// is 0 if the game is over.
func Count(handle int64) int32 {
	return int32(number(handle, func(g *openGame) (int, error) { return g.count() }))
}

// Play plays the legal action, or takes the option, with an index from 0. It returns the new
// status, or a code.
func Play(handle int64, index int) int32 {
	return int32(number(handle, func(g *openGame) (int, error) {
		err := g.play(index)
		return g.status(), err
	}))
}

// Features writes numbers that describe what a side may know of the position: always the same
// number of them in a game. It returns that number, or a code.
func Features(handle int64, side int, out []float32) int32 {
	return int32(number(handle, func(g *openGame) (int, error) {
		if side != 0 && side != 1 {
			return 0, NoSide
		}
		list, err := g.features(side)
		if err != nil {
			return 0, err
		}
		if len(list) > len(out) {
			return 0, TooSmall
		}
		return copy(out, list), nil
	}))
}
