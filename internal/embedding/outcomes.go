package embedding

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"loophole/game"
	"loophole/odds"
	"loophole/rule"
)

// The limits of the outcomes of an action.
const (
	maxRuns      = 200_000 // plays by the engine of exact odds
	maxPaths     = 100_000 // plays if somebody decides within the action
	maxQuestions = 200     // on a path
)

var errTooMany = errors.New("the action has too many outcomes to list")

// outcomeList lists the positions that an action may lead to. If a side decides something within
// the action, it has a tree instead.
type outcomeList struct {
	Action   string    `json:"action"`
	Outcomes []outcome `json:"outcomes,omitempty"` // the weights add up to 1
	Tree     *node     `json:"tree,omitempty"`
}

// outcome is a position with its exact chance.
type outcome struct {
	Weight   string `json:"weight"`
	Position string `json:"position"` // the hash of the whole position
}

// A node is a point within an action: its end, a roll, or a decision.
type node struct {
	Position string   `json:"position,omitempty"` // at an end
	Chance   []branch `json:"chance,omitempty"`   // of a roll: the weights add up to 1
	Side     string   `json:"side,omitempty"`     // that decides
	Why      string   `json:"why,omitempty"`
	Options  []branch `json:"options,omitempty"`

	number int // of the position
}

// A branch is a result of a roll or an option of a decision, and what follows it.
type branch struct {
	Weight string `json:"weight,omitempty"`
	Option string `json:"option,omitempty"`
	Then   *node  `json:"then"`

	p *big.Rat
}

// Outcomes lists the positions that a legal action may lead to, with exact weights. The action is as
// of [Step]. It may also be an option of an open decision. Nothing is played.
func Outcomes(handle int64, action string) string {
	return inGame(handle, func(g *openGame) (any, error) {
		i, err := g.find(action)
		if err != nil {
			return nil, err
		}
		return g.outcomes(i)
	})
}

// outcomes lists the outcomes of the legal action, or of the option, with an index.
func (g *openGame) outcomes(index int) (*outcomeList, error) {
	var given []int
	var a game.Action
	from := g.before
	if g.open != nil {
		a, given = g.open.action, append(slices.Clone(g.source.answers), index)
	} else {
		a, from = g.legal[index], g.runner.Position()
	}
	r := g.instance.ActionRunner(from, a)
	defer r.Release()
	list := &outcomeList{Action: g.instance.FormatAction(a)}
	if given == nil {
		d, decided, err := distribution(r)
		if err != nil {
			return nil, err
		}
		if !decided {
			for k, number := range d.Outcomes {
				list.add(r, number, d.Chance(k).Exact)
			}
			return list, nil
		}
	}
	root, err := newEnumeration(g.instance, given).run(r)
	if err != nil {
		return nil, err
	}
	if root.decides() {
		root.write(r)
		list.Tree = root
		return list, nil
	}
	chances := map[int]*big.Rat{}
	root.spread(big.NewRat(1, 1), chances)
	for number := range r.Len() {
		if p := chances[number]; p != nil {
			list.add(r, number, p)
		}
	}
	return list, nil
}

// distribution returns the exact chances of the numbers of positions. decided reports whether a
// side decides something within the action; there are no chances then.
func distribution(r *game.ActionRunner) (d *odds.Dist[int], decided bool, err error) {
	d, err = odds.DistOf(context.Background(), r.Play, odds.Options{
		Budget: maxRuns, SubrollBudget: true, Unsized: true,
		Policy: func(rule.Choice) int {
			decided = true
			return 0
		},
	})
	var large *odds.TooLargeError
	switch {
	case decided:
		return nil, true, nil
	case errors.As(err, &large):
		err = errTooMany
	}
	return d, false, err
}

// add adds a position with its chance.
func (l *outcomeList) add(r *game.ActionRunner, number int, p *big.Rat) {
	if p.Sign() > 0 {
		l.Outcomes = append(l.Outcomes, outcome{p.String(), r.At(number).Hash()})
	}
}

// decides reports whether a side decides something at a node or after it.
func (n *node) decides() bool {
	return n.Options != nil || slices.ContainsFunc(n.Chance, func(b branch) bool { return b.Then.decides() })
}

// write fills in the texts of a tree.
func (n *node) write(r *game.ActionRunner) {
	if n.Chance == nil && n.Options == nil {
		n.Position = r.At(n.number).Hash()
		return
	}
	for i := range n.Chance {
		n.Chance[i].Weight = n.Chance[i].p.String()
		n.Chance[i].Then.write(r)
	}
	for _, b := range n.Options {
		b.Then.write(r)
	}
}

// spread adds the chance of each position after a node that is reached with chance p.
func (n *node) spread(p *big.Rat, chances map[int]*big.Rat) {
	if n.Chance == nil {
		if chances[n.number] == nil {
			chances[n.number] = new(big.Rat)
		}
		chances[n.number].Add(chances[n.number], p)
		return
	}
	for _, b := range n.Chance {
		b.Then.spread(new(big.Rat).Mul(p, b.p), chances)
	}
}

// An enumeration is a source that plays an action once for each way in which dice and decisions may
// fall, with exact chances.
type enumeration struct {
	instance *game.Instance
	given    []int // the first answers
	asked    int   // of the given answers, in this run
	path     []*askedQuestion
	depth    int // questions of the path that were asked in this run
	ends     map[int]*node
	pools    map[rule.Pool]*poolResults
}

// poolResults are the results of a pool with their chances.
type poolResults struct {
	values  []int
	chances []*big.Rat
}

// An askedQuestion is a point of the path.
type askedQuestion struct {
	*node
	pool *poolResults // of a roll
	n    int          // results or options
	next int
}

func newEnumeration(f *game.Instance, given []int) *enumeration {
	return &enumeration{instance: f, given: given, ends: map[int]*node{}, pools: map[rule.Pool]*poolResults{}}
}

// run plays the action until every path was played, and returns the tree.
func (e *enumeration) run(r *game.ActionRunner) (*node, error) {
	u := rule.NewUmpire(e, nil)
	for range maxPaths {
		e.depth, e.asked = 0, 0
		number := 0
		if err := rule.Catch(func() { number = r.Play(u) }); err != nil {
			if errors.Is(err, errTooMany) {
				err = errTooMany // without the place that rule.Catch adds
			}
			return nil, err
		}
		end := e.ends[number]
		if end == nil {
			end = &node{number: number}
			e.ends[number] = end
		}
		if root := e.backtrack(end); root != nil {
			return root, nil
		}
	}
	return nil, errTooMany
}

// backtrack adds what the path has led to and advances the path. It returns the tree after the last
// path.
func (e *enumeration) backtrack(done *node) *node {
	for len(e.path) > 0 {
		q := e.path[len(e.path)-1]
		if q.pool != nil {
			q.result(done, q.pool.chances[q.next])
		} else {
			q.Options[q.next].Then = done
		}
		if q.next++; q.next < q.n {
			return nil
		}
		done = q.node
		if q.pool != nil && len(q.Chance) == 1 {
			done = q.Chance[0].Then
		}
		e.path = e.path[:len(e.path)-1]
	}
	return done
}

// result adds a result of a roll. Results that lead to the same node are one.
func (q *askedQuestion) result(done *node, p *big.Rat) {
	for i := range q.Chance {
		if b := &q.Chance[i]; b.Then == done {
			b.p = new(big.Rat).Add(b.p, p)
			return
		}
	}
	q.Chance = append(q.Chance, branch{Then: done, p: p})
}

// ask returns the question of the path that is asked, a new one if there is none yet.
func (e *enumeration) ask(fresh func() (*askedQuestion, error)) (*askedQuestion, error) {
	if e.depth == len(e.path) {
		if len(e.path) == maxQuestions {
			return nil, errTooMany
		}
		q, err := fresh()
		if err != nil {
			return nil, err
		}
		e.path = append(e.path, q)
	}
	e.depth++
	return e.path[e.depth-1], nil
}

// Roll implements [rule.Source].
func (e *enumeration) Roll(r rule.Roll) (int, []uint8, error) {
	if e.asked < len(e.given) {
		e.asked++
		return e.given[e.asked-1], nil, nil
	}
	q, err := e.ask(func() (*askedQuestion, error) {
		known := e.pools[r.Pool]
		if known == nil {
			values, chances, err := odds.PoolChances(r.Pool)
			if err != nil {
				return nil, err
			}
			known = &poolResults{values, chances}
			e.pools[r.Pool] = known
		}
		return &askedQuestion{node: &node{}, pool: known, n: len(known.values)}, nil
	})
	if err != nil {
		return 0, nil, err
	}
	return q.pool.values[q.next], nil, nil
}

// Choose implements [rule.Source].
func (e *enumeration) Choose(c rule.Choice) (int, error) {
	if e.asked < len(e.given) {
		e.asked++
		return e.given[e.asked-1], nil
	}
	q, err := e.ask(func() (*askedQuestion, error) {
		n := &node{Side: string(c.By), Why: c.Why}
		for _, o := range c.Options {
			n.Options = append(n.Options, branch{Option: o})
		}
		return &askedQuestion{node: n, n: len(c.Options)}, nil
	})
	if err != nil {
		return 0, err
	}
	return q.next, nil
}
