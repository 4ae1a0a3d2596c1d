package embedding

import (
	"errors"
	"slices"
	"sync"

	"loophole/dice"
	"loophole/game"
	"loophole/rule"
)

// An openGame is a game behind a handle.
type openGame struct {
	lock     sync.Mutex
	instance *game.Instance
	hidden   bool
	runner   *game.Runner
	view     *game.Runner // of a side
	source   *source
	umpire   *rule.Umpire
	before   game.Position // before the last action, or before the one in which a decision is open
	legal    []game.Action
	listed   bool          // legal belongs to the position
	open     *pending      // nil without an open decision
	acting   bool          // an action is being resolved
	scratch  game.Features // of the last call of features
}

// pending is a decision within an action that the caller must take.
type pending struct {
	action game.Action
	choice rule.Choice
	side   int           // the side that decides
	midway game.Position // the position as the action has changed it so far
}

func newOpenGame(f *game.Instance, seed uint64) *openGame {
	g := &openGame{instance: f, hidden: f.HasHiddenInfo(), runner: f.Runner(), view: f.Runner(), source: &source{}}
	g.reset(seed)
	return g
}

// reset returns to the start, with new dice.
func (g *openGame) reset(seed uint64) {
	g.source.dice = dice.NewRandom(seed)
	g.before, g.open = g.instance.Start, nil
	g.restore()
}

// recover returns to a sound position after a panic.
func (g *openGame) recover() {
	if g.acting {
		g.open, g.acting = nil, false
		g.restore()
	}
}

// restore returns to the position before the last action, with a new umpire.
func (g *openGame) restore() {
	g.runner.SetPosition(g.before)
	g.umpire = rule.NewUmpire(g.source, nil).WithHouseRules(g.instance.House)
	g.listed = false
}

// clone returns a copy of the game, with the same dice to come.
func (g *openGame) clone() *openGame {
	c := &openGame{instance: g.instance, hidden: g.hidden, runner: g.instance.Runner(), view: g.instance.Runner(), before: g.before, open: g.open}
	c.source = &source{dice: g.source.dice.Clone(), answers: slices.Clone(g.source.answers)}
	p := g.runner.Position()
	c.restore()
	c.runner.SetPosition(p)
	return c
}

// position returns the position. While a decision is open, that is the position midway in the
// action.
func (g *openGame) position() game.Position {
	if g.open != nil {
		return g.open.midway
	}
	return g.runner.Position()
}

// status returns the side that decides, or the result.
func (g *openGame) status() int {
	if g.open != nil {
		return g.open.side
	}
	s := g.runner.Status()
	if !s.Over {
		return s.Side
	}
	return map[int]int{0: FirstWon, 1: SecondWon, game.Draw: Drawn}[s.Winner]
}

// over reports whether the game is over.
func (g *openGame) over() bool { return g.status() >= FirstWon }

// list lists the legal actions as the side to decide knows them.
func (g *openGame) list() error {
	if g.listed {
		return nil
	}
	r := g.runner
	if g.hidden {
		r = g.view.View(g.runner, g.runner.Status().Side)
	}
	err := rule.Catch(func() { g.legal = r.Legal(g.legal[:0]) })
	g.listed = err == nil
	return err
}

// count returns the number of legal actions or options.
func (g *openGame) count() (int, error) {
	if g.open != nil {
		return len(g.open.choice.Options), nil
	}
	err := g.list()
	return len(g.legal), err
}

// play plays a legal action, or takes an option.
func (g *openGame) play(index int) error {
	n, err := g.count()
	if err != nil {
		return err
	}
	if index < 0 || index >= n {
		return NoIndex
	}
	if g.open != nil {
		g.source.answers = append(g.source.answers, index)
		return g.resolve(g.open.action)
	}
	g.before, g.source.answers = g.runner.Position(), g.source.answers[:0]
	return g.resolve(g.legal[index])
}

// resolve plays an action to its end, or to the next decision. An error leaves the position as
// before the action.
func (g *openGame) resolve(a game.Action) error {
	g.runner.SetPosition(g.before)
	g.source.asked, g.open, g.listed, g.acting = 0, nil, false, true
	err := rule.Catch(func() { g.runner.Apply(g.umpire, a) })
	g.acting = false
	if err == nil {
		return nil
	}
	midway := g.runner.Position()
	g.restore()
	var stopped *rule.UnansweredError
	if !errors.As(err, &stopped) || g.source.choice.Options == nil {
		return err
	}
	if g.instance.Validate(midway) != nil {
		midway = g.before
	}
	g.open = &pending{action: a, choice: g.source.choice, midway: midway}
	if g.open.choice.By == g.instance.Sides[1] {
		g.open.side = 1
	}
	return nil
}

// features returns numbers that describe what a side may know of the position. The next call
// overwrites them.
func (g *openGame) features(side int) ([]float32, error) {
	at := g.runner
	if g.open != nil {
		at = g.view.SetPosition(g.open.midway)
	}
	g.view.View(at, side)
	err := rule.Catch(func() { g.view.Features(&g.scratch) })
	return g.scratch.Fields, err
}

// A source rolls the dice of a game and stops at decisions. It repeats the known answers of an
// action that is played again after a decision.
type source struct {
	dice    *dice.Random
	answers []int // to the questions of the action so far
	asked   int   // questions of this run
	choice  rule.Choice
}

// Roll implements [rule.Source].
func (s *source) Roll(r rule.Roll) (int, []uint8, error) {
	v, err := s.RollPool(r.Pool)
	return v, nil, err
}

// RollPool implements [rule.PoolSource].
func (s *source) RollPool(p rule.Pool) (int, error) {
	if s.asked == len(s.answers) {
		v, _, err := s.dice.Roll(rule.Roll{Pool: p})
		if err != nil {
			return 0, err
		}
		s.answers = append(s.answers, v)
	}
	s.asked++
	return s.answers[s.asked-1], nil
}

// Choose implements [rule.Source]. It stops at the first decision without an answer.
func (s *source) Choose(c rule.Choice) (int, error) {
	s.choice = rule.Choice{}
	if s.asked == len(s.answers) {
		s.choice = c
		s.choice.Options = slices.Clone(c.Options)
		return 0, rule.ErrUnanswered
	}
	s.asked++
	return s.answers[s.asked-1], nil
}
