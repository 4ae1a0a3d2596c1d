package exam

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"loophole/game"
	"loophole/internal/outcomes"
	"loophole/policy"
	"loophole/rule"
	"loophole/solve"
)

// Losses are what a policy gives away with one side of a fight.
type Losses struct {
	// Game is the expected sum of losses in a game, in chances to win from 0 to 1.
	Game float64
	// Decisions is the expected number of decisions in a game: actions and options for which there
	// was a choice.
	Decisions float64
	// Chance is the policy's chance to win against best play, exactly.
	Chance float64
	// Mistakes are the decisions that lose something, the costliest first.
	Mistakes []Mistake
}

// Decision returns the expected loss of a decision.
func (g *Losses) Decision() float64 { return g.Game / max(1, g.Decisions) }

// A Mistake is a decision that loses something.
type Mistake struct {
	Position game.Position
	Taken    game.Action
	Best     game.Action
	Within   *WrongOption // if the loss is by decisions within the action Taken: the costliest of them
	Reached  float64      // the chance that a game reaches the decision and that the policy takes it
	Loss     float64
}

// A WrongOption is an option that loses something at a decision within an action.
type WrongOption struct {
	Choice rule.Choice
	Taken  int // an option
	Best   int // the best option
}

// Cost returns the contribution of a mistake to the loss of a game.
func (m *Mistake) Cost() float64 { return m.Reached * m.Loss }

// seed is the seed for policies that draw random numbers.
const seed = 1

// Examine plays one side of a fight, 0 or 1, by a policy. The result is the same each time. The
// errors are those of the policy, and the context's when it is cancelled.
func (f *Fight) Examine(ctx context.Context, x policy.Policy, side int) (*Losses, error) {
	e := &examiner{
		ctx: ctx, fight: f, side: side, finder: outcomes.NewFinder(f.Instance), runner: f.Runner(), set: f.Positions(),
	}
	e.finder.Subrolls = true
	if err := e.prepare(x); err != nil {
		return nil, err
	}
	var err error
	if stopped := rule.Catch(func() { _, err = e.visit(f.Start) }); stopped != nil {
		err = stopped
	}
	if err != nil {
		return nil, fmt.Errorf("exam: %s: %w", f.Name, err)
	}
	start := &e.nodes[0]
	g := &Losses{Game: start.lost, Decisions: start.decisions, Chance: start.chance}
	e.findMistakes(g)
	return g, nil
}

// An examiner follows one policy through a fight.
type examiner struct {
	ctx     context.Context
	fight   *Fight
	chooser chooser
	side    int
	finder  *outcomes.Finder
	runner  *game.Runner
	set     *game.PositionSet
	nodes   []node // by the numbers of positions
	order   []int  // numbers of positions, each after all that can follow from it
}

// A node is a position that can be reached, with its consequences.
type node struct {
	done      bool
	lost      float64 // expected loss from here on
	decisions float64 // expected number from here on
	chance    float64
	next      []branch
	mistakes  []Mistake // Reached counts from this position
}

// A branch leads to the position with a number.
type branch struct {
	to          int
	probability float64
}

// gain converts a difference in value to the first side into one to the examined side.
func (e *examiner) gain(v float64) float64 {
	if e.side == 1 {
		return -v
	}
	return v
}

// visit examines a position and all that can follow from it, and returns its number.
func (e *examiner) visit(p game.Position) (int, error) {
	at := e.set.Add(e.runner.SetPosition(p))
	if at < len(e.nodes) {
		if !e.nodes[at].done {
			return 0, fmt.Errorf("a position occurs again")
		}
		return at, nil
	}
	e.nodes = append(e.nodes, node{})
	if err := context.Cause(e.ctx); err != nil {
		return 0, err
	}
	n, err := e.examine(p, e.runner.Status())
	if err != nil {
		return 0, err
	}
	n.done = true
	e.nodes[at] = *n
	e.order = append(e.order, at)
	return at, nil
}

func (e *examiner) examine(p game.Position, now game.Status) (*node, error) {
	n := &node{}
	v, err := e.fight.valueOf(p)
	if err != nil {
		return nil, err
	}
	if now.Over {
		if n.chance = v; e.side == 1 {
			n.chance = 1 - v
		}
		return n, nil
	}
	list, err := e.fight.Solution.Actions(p)
	if err != nil {
		return nil, err
	}
	if now.Side != e.side {
		return n, e.follow(n, p, list[0].Action, 1)
	}
	choices := []choice{{list[0].Action, 1}}
	if len(list) > 1 {
		n.decisions++
		if choices, err = e.chooser.actions(e, p); err != nil {
			return nil, err
		}
	}
	for _, c := range choices {
		k := slices.IndexFunc(list, func(a solve.ActionValue) bool { return a.Action == c.action })
		if k < 0 {
			return nil, fmt.Errorf("the policy takes %s, which is not legal", e.fight.FormatAction(c.action))
		}
		if loss := e.gain(v - list[k].Value.Low); loss > roundingLoss {
			n.lost += c.probability * loss
			n.mistakes = append(n.mistakes, Mistake{
				Position: p, Taken: c.action, Best: list[0].Action, Reached: c.probability, Loss: loss,
			})
		}
		if err := e.follow(n, p, c.action, c.probability); err != nil {
			return nil, err
		}
	}
	return n, nil
}

// roundingLoss is the largest loss that counts as rounding.
const roundingLoss = 1e-7

// follow adds to a node what follows if an action is taken with probability taken.
func (e *examiner) follow(n *node, p game.Position, a game.Action, taken float64) error {
	ends, err := e.ends(n, p, a, taken)
	if err != nil {
		return err
	}
	for _, x := range ends {
		to, err := e.visit(x.position)
		if err != nil {
			return err
		}
		next := &e.nodes[to]
		n.lost += x.probability * next.lost
		n.decisions += x.probability * next.decisions
		n.chance += x.probability * next.chance
		n.next = append(n.next, branch{to, x.probability})
	}
	return nil
}

// findMistakes lists the mistakes with the chances that they occur.
func (e *examiner) findMistakes(g *Losses) {
	reach := make([]float64, len(e.nodes))
	reach[0] = 1
	for _, at := range slices.Backward(e.order) {
		n := &e.nodes[at]
		for _, b := range n.next {
			reach[b.to] += reach[at] * b.probability
		}
		for _, m := range n.mistakes {
			if m.Reached *= reach[at]; m.Reached > 0 {
				g.Mistakes = append(g.Mistakes, m)
			}
		}
	}
	slices.SortStableFunc(g.Mistakes, func(a, b Mistake) int { return cmp.Compare(b.Cost(), a.Cost()) })
}
