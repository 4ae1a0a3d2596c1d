package odds

import (
	"context"
	"errors"
	"slices"

	"loophole/rule"
)

// An Answer is the exact answer to a question of a rulebook: the chance of
// each named event, the distribution of each measure, every outcome, and the
// account of how it came about.
type Answer struct {
	Question *rule.Question
	Events   []Chance   // as Question.Procedure.Events
	Measures []*Numbers // as Question.Procedure.Measures
	Outcomes []Outcome  // in the order of their fields
	Visits   map[string]Chance
	Rounds   []string  // the stages that it comes to again and again: see [Kept.Within]
	From     *Standing // where it was taken up; nil is the beginning
	Account  []Step
	Runs     int64
	States   int
}

// An Outcome of a question, with its chance.
type Outcome struct {
	Value  any
	Chance Chance
}

// Ask answers a question exactly. Its errors are those of [Of], and those of
// [rule.Question.Legal] for a situation that the rules do not allow, unless the
// options say that it is to be answered all the same.
func Ask(ctx context.Context, q *rule.Question, o Options) (*Answer, error) {
	k, err := Keep(ctx, q, o)
	if err != nil {
		return nil, err
	}
	k.Release()
	return k.Answer, nil
}

// words is about how much memory the chances of an answer take.
func (a *Answer) words() int {
	words := 0
	add := func(c Chance) {
		words += chanceWords
		if c.Exact != nil {
			words += numberWords/2 + len(c.Exact.Num().Bits()) + len(c.Exact.Denom().Bits())
		}
	}
	for _, c := range a.Events {
		add(c)
	}
	for _, m := range a.Measures {
		for _, c := range m.Chances {
			add(c)
		}
	}
	for _, o := range a.Outcomes {
		add(o.Chance)
		words += numberWords / 4
	}
	return words
}

// answer lays out what the paths of a question add up to, without its account.
func (r *result) answer(ctx context.Context, q *rule.Question, player *rule.Player) (*Answer, error) {
	p := q.Procedure
	look := &lookout{ctx: ctx}
	a := &Answer{Question: q, Visits: map[string]Chance{}, Runs: r.runs, States: r.states, Events: r.events(len(p.Events), player.Holds, look)}
	for _, v := range r.visits {
		a.Visits[v.mark] = v.Chance
	}
	n := player.Len()
	for m := range p.Measures {
		a.Measures = append(a.Measures, r.numbers(func(i int) int { return player.Measure(m, i) }, look))
	}
	var list []ranked
	for i := range n {
		if look.stopped(rankWords + r.words(1)) {
			break
		}
		if c := r.total([]int{i}); !c.never() {
			v := player.Outcome(i)
			list = append(list, ranked{Outcome{v, c}, p.Rank(v)})
		}
	}
	slices.SortStableFunc(list, func(x, y ranked) int {
		if look.stopped(numberWords) {
			return 0
		}
		return slices.Compare(x.rank, y.rank)
	})
	for _, x := range list {
		a.Outcomes = append(a.Outcomes, x.Outcome)
	}
	return a, ctx.Err()
}

// A ranked outcome is one that is to be put in its place.
type ranked struct {
	Outcome
	rank []int64
}

// rankWords is how many operations on words it costs to find a rank.
const rankWords = 1 << 10

// A Step is one line of the account of a question: a clause that brought
// something in on some path, with the lowest and highest amount over the paths
// that were looked at.
type Step struct {
	Kind      rule.Kind
	Clause    rule.Clause
	Text      string
	Name      string
	Low, High int
	Pools     []rule.Pool // of a roll: the different pools
	Sure      rule.Confidence
	Given     bool
}

// Assumes reports whether the step leans on a labelled default: a host fact
// that is not published with certainty and that nobody gave.
func (s Step) Assumes() bool {
	return (s.Kind == rule.Assumed || s.Kind == rule.Looked) && s.Sure != rule.Sure && !s.Given
}

// accountRuns is how many paths an account looks at. The clauses of rare paths
// beyond them are missing from the account of a very large question.
const accountRuns = 20_000

// Account lists how the dice, target numbers and modifiers of a question come
// about, in the order in which they are first met.
func Account(ctx context.Context, q *rule.Question, policy func(rule.Choice) int) ([]Step, error) {
	return AccountOf(ctx, q.Player().Play, policy)
}

// AccountOf is [Account] for anything that is played with an umpire, such as an
// action of a game. The function returns the number of its outcome.
func AccountOf(ctx context.Context, play func(*rule.Umpire) int, policy func(rule.Choice) int) ([]Step, error) {
	b := &book{index: map[stepKey]int{}}
	rec := &rule.Record{Live: b.write, Brief: true}
	d := newOdometer(ctx, Options{Floats: true, Policy: policy, Budget: accountRuns})
	d.play = play
	d.umpire = rule.NewUmpire(d, rec)
	d.dropSubs() // what is remembered makes no entries
	var failed error
	stopped := rule.Guard(func() {
		for n := 0; n < d.nodes.Len() && failed == nil; n++ {
			d.pile.reset()
			failed = d.enumerate(n, d.pile)
		}
	})
	var enough *TooLarge
	if err := errors.Join(stopped, failed); err != nil && !errors.As(err, &enough) {
		return nil, err
	}
	return b.steps, nil
}

// A book gathers the steps of many paths.
type book struct {
	index map[stepKey]int
	steps []Step
}

type stepKey struct {
	kind rule.Kind
	cite rule.Clause
	text string
	name string
}

func (b *book) write(e rule.Entry) {
	if e.Kind == rule.Finished {
		return
	}
	k := stepKey{e.Kind, e.Cite, e.Text, e.Name}
	i, ok := b.index[k]
	if !ok {
		i = len(b.steps)
		b.index[k] = i
		b.steps = append(b.steps, Step{
			Kind: e.Kind, Clause: e.Cite, Text: e.Text, Name: e.Name,
			Low: e.Value, High: e.Value, Sure: e.Sure, Given: e.Given,
		})
	}
	s := &b.steps[i]
	s.Low, s.High = min(s.Low, e.Value), max(s.High, e.Value)
	if e.Kind == rule.Rolled && len(s.Pools) < maxPools && !has(s.Pools, e.Pool) {
		s.Pools = append(s.Pools, e.Pool)
	}
}

// maxPools bounds the different pools that one line of an account lists.
const maxPools = 100

func has(pools []rule.Pool, p rule.Pool) bool {
	for _, x := range pools {
		if x == p {
			return true
		}
	}
	return false
}

// Chances answers only how likely some named events of a question are, given
// by their indices, or all of them in the order of the procedure: the part of
// [Ask] that sweeps, bots and live charts ask for again and again. Whether the rules
// allow the situation is for them to check, once.
func Chances(ctx context.Context, q *rule.Question, o Options, events ...int) ([]Chance, error) {
	w := q.Watcher(events...)
	r, err := solve(ctx, w.Play, w.Len, o)
	if err != nil {
		return nil, err
	}
	n := len(events)
	if n == 0 {
		n = len(q.Procedure.Events)
	}
	look := &lookout{ctx: ctx}
	chances := r.events(n, w.Holds, look)
	return chances, ctx.Err()
}

// events adds up the outcomes in which each event happened.
func (r *result) events(n int, holds func(event, outcome int) bool, look *lookout) []Chance {
	chances := make([]Chance, n)
	words := numberWords + r.exact.long()
	for e := range chances {
		chances[e] = r.chance(func(i int) int64 {
			return once(!look.stopped(words) && holds(e, i))
		})
	}
	return chances
}
