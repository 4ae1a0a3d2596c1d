package ladder

import (
	"context"
	"errors"
	"fmt"
	"time"

	"loophole/game"
	"loophole/internal/outcomes"
	"loophole/policy"
	"loophole/rule"
	"loophole/sim"
	"loophole/winprob"
)

// A Game is the result of one game.
type Game struct {
	Score   float64 // of the first side: 1, 0, or ½ for a draw
	Luck    float64 // of the first side; its expectation is 0
	Actions int
	Large   int // actions whose luck is not subtracted, because they have too many outcomes
	Moves   [2]Pace
}

// Pace is how long the decisions of a side took, in time of the processor where that is known.
type Pace struct {
	Moves int
	Sum   time.Duration
	Most  time.Duration
}

func (p *Pace) add(d time.Duration) { p.Moves++; p.Sum += d; p.Most = max(p.Most, d) }

func (p *Pace) join(o Pace) { p.Moves += o.Moves; p.Sum += o.Sum; p.Most = max(p.Most, o.Most) }

// luckLimits bound the work for the exact mean over the outcomes of an action.
var luckLimits = outcomes.Limits{Runs: 4_000, Paths: 2_000}

// mostActions bounds the actions of a game. A longer game is an error.
const mostActions = 100_000

// A player plays games of one instance. It serves one goroutine.
type player struct {
	ctx    context.Context
	fight  *game.Instance
	runner *game.Runner
	view   *game.Runner // nil if nothing is hidden
	finder *outcomes.Finder
	value  *winprob.Evaluator
	dice   *sim.Sampler
	log    *answerLog
	umpire *rule.Umpire

	sides  [2]policy.Policy
	chance [2]*policy.Rand
	before game.Position
	action game.Action
	result Game
	err    error
}

func newPlayer(ctx context.Context, f *game.Instance, models *winprob.Library) (*player, error) {
	m, err := models.Model(ctx, f)
	if err != nil {
		return nil, err
	}
	p := &player{ctx: ctx, fight: f, runner: f.Runner(), finder: outcomes.NewFinder(f), value: m.Evaluator()}
	if f.HasHiddenInfo() {
		p.view = f.Runner()
	}
	p.dice = sim.NewSampler(0, 0, p.choose)
	p.log = &answerLog{Source: p.dice}
	p.umpire = rule.NewUmpire(p.log, nil).WithHouseRules(f.House)
	return p, nil
}

// play plays game g of a seed: the same dice for the same number, whoever plays.
func (p *player) play(sides [2]policy.Policy, seed, g uint64) (Game, error) {
	p.sides, p.result, p.err = sides, Game{}, nil
	p.runner.SetPosition(p.fight.Start)
	p.dice.Start(seed, g)
	for side := range sides {
		p.chance[side] = policy.NewRand(seed, g, side)
		if err := policy.Prepare(p.ctx, sides[side], p.fight); err != nil {
			return Game{}, err
		}
	}
	if err := rule.Catch(p.game); err != nil {
		return Game{}, err
	}
	return p.result, p.err
}

func (p *player) game() {
	for p.err == nil {
		now := p.runner.Status()
		if now.Over {
			p.result.Score = winprob.Result(&now)
			return
		}
		if p.err = context.Cause(p.ctx); p.err != nil {
			return
		}
		if p.result.Actions++; p.result.Actions > mostActions {
			p.err = fmt.Errorf("it does not end: %d actions", mostActions)
			return
		}
		p.act(now.Side)
	}
}

// act plays one action and adds its luck.
func (p *player) act(side int) {
	known := p.runner
	if p.view != nil {
		known = p.view.View(p.runner, side)
	}
	began := cpuTime()
	p.action, p.err = p.sides[side].ChooseAction(known, p.chance[side])
	p.result.Moves[side].add(cpuTime() - began)
	if p.err != nil {
		return
	}
	p.before, p.log.answers, p.log.decided = p.runner.Position(), p.log.answers[:0], false
	p.runner.Apply(p.umpire, p.action)
	if p.err == nil && len(p.log.answers) > 0 {
		after := p.runner.Position()
		p.err = p.addLuck(after)
		p.runner.SetPosition(after)
	}
}

// choose asks the policy of a side for a decision within an action.
func (p *player) choose(c rule.Choice) int {
	side := 0
	if c.By == p.fight.Sides[1] {
		side = 1
	}
	began := cpuTime()
	d := policy.Decision{Choice: c, Position: p.before, Action: p.action, Answers: p.log.answers}
	i, err := policy.Decide(p.sides[side], p.fight, d, p.chance[side])
	p.result.Moves[side].add(cpuTime() - began)
	p.err = errors.Join(p.err, err)
	return i
}

// addLuck adds the luck of the rolls of the action that has led to a position.
func (p *player) addLuck(after game.Position) error {
	if !p.log.decided {
		o, err := p.finder.Find(p.ctx, p.before, p.action, luckLimits)
		if errors.Is(err, outcomes.ErrTooMany) {
			p.result.Large++
			return nil
		}
		if err != nil {
			return err
		}
		defer o.Release()
		if o.Root == nil {
			p.result.Luck += p.valueAt(after) - o.Value(func(i int) float64 { return p.valueAt(o.At(i)) })
			return nil
		}
	}
	o, err := p.finder.Tree(p.ctx, p.before, p.action, luckLimits)
	if errors.Is(err, outcomes.ErrTooMany) {
		p.result.Large++
		return nil
	}
	if err != nil {
		return err
	}
	defer o.Release()
	w := walk{player: p, outcomes: o, known: map[int]float64{}}
	w.follow(o.Root, p.log.answers, true)
	if w.lost {
		return errors.New("ladder: an action has answers that its outcomes lack")
	}
	p.result.Luck += w.luck
	return nil
}

// valueAt estimates the chance of the first side to win. Where pieces are hidden, it is the mean of
// what both sides would say.
func (p *player) valueAt(at game.Position) float64 {
	p.runner.SetPosition(at)
	if p.view == nil {
		return p.value.At(p.runner, winprob.Everybody)
	}
	return (p.value.At(p.view.View(p.runner, 0), 0) + p.value.At(p.view.View(p.runner, 1), 1)) / 2
}

// A walk follows the answers of an action through the tree of its outcomes.
type walk struct {
	*player
	outcomes *outcomes.Outcomes
	known    map[int]float64
	luck     float64
	lost     bool // an answer is not in the tree
}

// follow returns the value of what may follow a point, and adds the luck of each roll on the path
// of the answers. Decisions add none.
func (w *walk) follow(n *outcomes.Node, answers []int, onPath bool) float64 {
	if n.Kind == outcomes.Leaf {
		v, ok := w.known[n.Position]
		if !ok {
			v = w.valueAt(w.outcomes.At(n.Position))
			w.known[n.Position] = v
		}
		return v
	}
	if onPath && len(answers) == 0 {
		w.lost, onPath = true, false
	}
	sum, taken, found := 0.0, 0.0, false
	for i, x := range n.Parts {
		here, rest := onPath, []int(nil)
		if onPath {
			answer := i
			if n.Kind == outcomes.Chance {
				answer = n.Asked.Values[i]
			}
			here, rest = answer == answers[0], answers[1:]
		}
		v := w.follow(x.Node, rest, here)
		if here {
			taken, found = v, true
		}
		switch {
		case n.Kind == outcomes.Chance:
			sum += x.P * v
		case i == 0, n.Kind == outcomes.First && v > sum, n.Kind == outcomes.Second && v < sum:
			sum = v
		}
	}
	if onPath && n.Kind == outcomes.Chance {
		w.luck += taken - sum
	}
	w.lost = w.lost || onPath && !found
	return sum
}

// An answerLog is a source that keeps the answers of another one to the questions of an action.
type answerLog struct {
	rule.Source
	answers []int
	decided bool // somebody decided something
}

// Roll answers as the other source, and keeps the answer.
func (l *answerLog) Roll(r rule.Roll) (int, []uint8, error) {
	v, faces, err := l.Source.Roll(r)
	l.answers = append(l.answers, v)
	return v, faces, err
}

// Choose answers as the other source, and keeps the answer.
func (l *answerLog) Choose(c rule.Choice) (int, error) {
	l.decided = true
	i, err := l.Source.Choose(c)
	l.answers = append(l.answers, i)
	return i, err
}
