package ladder

import (
	"context"
	"errors"
	"fmt"
	"time"

	"loophole/game"
	"loophole/internal/luck"
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
	Moves   [2]Pace
}

// Pace is the time that the decisions of a side took: processor time if it is known.
type Pace struct {
	Decisions int
	Sum       time.Duration
	Most      time.Duration
}

func (p *Pace) add(d time.Duration) { p.Decisions++; p.Sum += d; p.Most = max(p.Most, d) }

func (p *Pace) join(o Pace) { p.Decisions += o.Decisions; p.Sum += o.Sum; p.Most = max(p.Most, o.Most) }

// mostActions bounds the actions of a game. A longer game is an error.
const mostActions = 100_000

// A player plays games of one instance. It serves one goroutine.
type player struct {
	ctx      context.Context
	instance *game.Instance
	runner   *game.Runner
	view     *game.Runner // nil if nothing is hidden
	meter    *luck.Meter
	dice     *sim.Sampler
	log      *answerLog
	umpire   *rule.Umpire

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
	p := &player{ctx: ctx, instance: f, runner: f.Runner(), meter: luck.NewMeter(f, m)}
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
	p.runner.SetPosition(p.instance.Start)
	p.meter.Start(^seed, g) // With the seed of the dice, the trials would repeat the dice of the game.
	p.dice.Start(seed, g)
	for side := range sides {
		p.chance[side] = policy.NewRand(seed, g, side)
		if err := policy.Prepare(p.ctx, sides[side], p.instance); err != nil {
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
			p.err = fmt.Errorf("it does not end within %d actions", mostActions)
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
	p.before, p.log.answers, p.log.luck = p.runner.Position(), p.log.answers[:0], p.log.luck[:0]
	p.runner.Apply(p.umpire, p.action)
	if p.err == nil && len(p.log.answers) > 0 {
		var change float64
		change, p.err = p.meter.Action(p.before, p.action, p.log.luck, p.meter.ValueAt(p.runner))
		p.result.Luck += change
	}
}

// choose asks the policy of a side for a decision within an action.
func (p *player) choose(c rule.Choice) int {
	side := 0
	if c.By == p.instance.Sides[1] {
		side = 1
	}
	began := cpuTime()
	d := policy.Decision{Choice: c, Position: p.before, Action: p.action, Answers: p.log.answers}
	i, err := policy.Decide(p.sides[side], p.instance, d, p.chance[side])
	p.result.Moves[side].add(cpuTime() - began)
	p.err = errors.Join(p.err, err)
	return i
}

// An answerLog is a source that keeps the answers of another one to the questions of an action.
type answerLog struct {
	rule.Source
	answers []int
	luck    []luck.Answer // the same
}

// Roll answers as the other source, and keeps the answer.
func (l *answerLog) Roll(r rule.Roll) (int, []uint8, error) {
	v, faces, err := l.Source.Roll(r)
	l.answers, l.luck = append(l.answers, v), append(l.luck, luck.Answer{Value: v})
	return v, faces, err
}

// Choose answers as the other source, and keeps the answer.
func (l *answerLog) Choose(c rule.Choice) (int, error) {
	i, err := l.Source.Choose(c)
	l.answers, l.luck = append(l.answers, i), append(l.luck, luck.Answer{Value: i, Chosen: true})
	return i, err
}
