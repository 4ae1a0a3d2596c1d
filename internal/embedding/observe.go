package embedding

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"loophole/game"
	"loophole/internal/wire"
	"loophole/rule"
)

// legalList is what the side to decide may do.
type legalList struct {
	Turn     string    `json:"turn"` // the side to decide; empty if the game is over
	Decision *decision `json:"decision,omitempty"`
	Actions  []string  `json:"actions"` // lines as in records, or the options of the decision
}

// decision is an open decision within an action.
type decision struct {
	Action  string   `json:"action"`
	Why     string   `json:"why"`
	Clause  string   `json:"clause"`
	Options []string `json:"options"`
}

// Legal lists the legal actions of the side to decide, or the options of an open decision. Play
// takes their indexes, and Step their texts.
func Legal(handle int64) string {
	return inGame(handle, func(g *openGame) (any, error) { return g.legalList() })
}

func (g *openGame) legalList() (*legalList, error) {
	l := &legalList{Turn: g.turn(), Decision: g.decision(), Actions: []string{}}
	if l.Decision != nil {
		l.Actions = l.Decision.Options
		return l, nil
	}
	if err := g.list(); err != nil {
		return nil, err
	}
	for _, a := range g.legal {
		l.Actions = append(l.Actions, g.instance.FormatAction(a))
	}
	return l, nil
}

// turn returns the side to decide, or "" if the game is over.
func (g *openGame) turn() string {
	if s := g.status(); s < FirstWon {
		return string(g.instance.Sides[s])
	}
	return ""
}

func (g *openGame) decision() *decision {
	if g.open == nil {
		return nil
	}
	c := &g.open.choice
	return &decision{g.instance.FormatAction(g.open.action), c.Why, string(c.Cite), c.Options}
}

// step is the state of a game after an action.
type step struct {
	Action   string     `json:"action,omitempty"` // that was played, or whose decision was taken
	Status   int        `json:"status"`           // of [Status]
	Turn     string     `json:"turn"`
	Legal    int        `json:"legal"` // the number of legal actions or options
	Decision *decision  `json:"decision,omitempty"`
	Over     *wire.Over `json:"over,omitempty"`
}

func (g *openGame) step(action string) (*step, error) {
	n, err := g.count()
	return &step{action, g.status(), g.turn(), n, g.decision(), g.result()}, err
}

// Result returns the state of a game: who decides, or who has won and why.
func Result(handle int64) string {
	return inGame(handle, func(g *openGame) (any, error) { return g.step("") })
}

// result returns the end of the game, or nil.
func (g *openGame) result() *wire.Over {
	if !g.over() {
		return nil
	}
	s, winner := g.runner.Status(), rule.Side("")
	if s.Winner != game.Draw {
		winner = g.instance.Sides[s.Winner]
	}
	return wire.OverOf(winner, s.Why, s.Cite)
}

// Step plays an action, or takes an option of an open decision. The action is its line as in
// records, or its index in decimal digits. The error of an illegal action has the reasons.
func Step(handle int64, action string) string {
	return inGame(handle, func(g *openGame) (any, error) {
		i, err := g.find(action)
		if err != nil {
			return nil, err
		}
		var line string
		if g.open != nil {
			line = g.instance.FormatAction(g.open.action)
		} else {
			line = g.instance.FormatAction(g.legal[i])
		}
		if err := g.play(i); err != nil {
			return nil, err
		}
		return g.step(line)
	})
}

// find returns the index of an action or option. Its errors reveal only what the side to decide knows.
func (g *openGame) find(action string) (int, error) {
	if err := checkSize(action); err != nil {
		return 0, err
	}
	n, err := g.count()
	if err != nil {
		return 0, err
	}
	if g.over() {
		return 0, fmt.Errorf("the game is over")
	}
	if i, err := strconv.ParseUint(action, 10, 31); err == nil {
		if int(i) >= n {
			return 0, fmt.Errorf("%w: %d of %d", NoIndex, i, n)
		}
		return int(i), nil
	}
	if g.open != nil {
		options := g.open.choice.Options
		i := slices.IndexFunc(options, func(o string) bool { return strings.EqualFold(o, action) })
		if i < 0 {
			return 0, fmt.Errorf("a decision is open: %s: %s", g.open.choice.Why, strings.Join(options, ", "))
		}
		return i, nil
	}
	a, err := g.instance.ParseAction(action)
	if err != nil {
		return 0, err
	}
	if i := slices.Index(g.legal, a); i >= 0 {
		return i, nil
	}
	if err := g.instance.WhyIllegal(g.instance.View(g.runner.Position(), g.runner.Status().Side), a); err != nil {
		return 0, err
	}
	return 0, fmt.Errorf("%s: it is not among the legal actions", g.instance.FormatAction(a))
}

// observation is what a side may know.
type observation struct {
	Side     string      `json:"side"`
	Turn     string      `json:"turn"`
	Round    int         `json:"round"`
	Phase    string      `json:"phase"`
	Position string      `json:"position"` // the hash of what the side knows
	Text     string      `json:"text"`
	Lost     []sideLoss  `json:"lost"`
	Decision *decision   `json:"decision,omitempty"` // open, and this side takes it
	Actions  []string    `json:"actions"`            // of this side, if it decides
	Over     *wire.Over  `json:"over,omitempty"`
	Scene    *wire.Scene `json:"scene,omitempty"`
}

// A sideLoss is the number of models that a side has lost.
type sideLoss struct {
	Side string `json:"side"`
	N    int    `json:"n"`
	Of   int    `json:"of"` // models that it had
}

// Observe returns what a side may know of the position, also after the end. It contains nothing
// that is hidden from the side. While a decision is open, the position is that midway in the action.
func Observe(handle int64, side int) string {
	return inGame(handle, func(g *openGame) (any, error) {
		if side != 0 && side != 1 {
			return nil, NoSide
		}
		return g.observe(side)
	})
}

func (g *openGame) observe(side int) (*observation, error) {
	view := g.instance.View(g.position(), side)
	s := g.instance.Status(view)
	o := &observation{
		Side: string(g.instance.Sides[side]), Turn: g.turn(), Round: s.Round, Phase: s.Phase,
		Position: view.Hash(), Text: g.instance.Text(view), Actions: []string{}, Over: g.result(),
	}
	here, lost := g.instance.CountModels(view)
	for i, name := range g.instance.Sides {
		o.Lost = append(o.Lost, sideLoss{string(name), lost[i], here[i] + lost[i]})
	}
	if picture, ok := g.instance.Picture(view); ok {
		o.Scene = wire.SceneOf(&picture)
	}
	if g.status() != side {
		return o, nil
	}
	l, err := g.legalList()
	if err != nil {
		return nil, err
	}
	o.Decision, o.Actions = l.Decision, l.Actions
	return o, nil
}
