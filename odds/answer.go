package odds

import (
	"context"
	"errors"
	"slices"

	"loophole/rule"
)

// An Answer is the exact answer to a question of a rulebook: the chance of each named event, the
// distribution of each measure, every outcome with its chance, and the explanation of them.
type Answer struct {
	Question    *rule.Question
	Events      []Chance          // as Question.Procedure.Events
	Measures    []*IntDist        // as Question.Procedure.Measures
	Outcomes    []Outcome         // in the order of their fields
	Visits      map[string]Chance // the expected number of visits of each checkpoint, by its name
	Rounds      []string          // the names of the repeated checkpoints that the question reaches: see [Solver.ByRound]
	From        *State            // the state that the question starts from; nil is the beginning
	Explanation []ExplanationLine
	Runs        int64 // runs of the procedure
	States      int   // states that it was played from
}

// Event returns the chance of an event by its name. ok is false if the procedure has no event of
// that name.
func (a *Answer) Event(name string) (c Chance, ok bool) {
	i := slices.IndexFunc(a.Question.Procedure.Events, func(e rule.Label) bool { return e.Name == name })
	if i < 0 {
		return Chance{}, false
	}
	return a.Events[i], true
}

// An Outcome is an outcome of a question with its chance.
type Outcome struct {
	Value  any
	Chance Chance
}

// Solve answers a question exactly. Its errors are those of [DistOf], and those of
// [rule.Question.Legal] for a situation that the rules do not allow. With [Options.AllowIllegal] it
// answers such a situation too.
func Solve(ctx context.Context, q *rule.Question, o Options) (*Answer, error) {
	k, err := NewSolver(ctx, q, o)
	if err != nil {
		return nil, err
	}
	k.Close()
	return k.Answer, nil
}

// words returns the approximate memory of an answer's chances, in machine words.
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

// answer builds the answer to a question from the weights of its outcomes. It leaves out the
// explanation.
func (r *result) answer(ctx context.Context, q *rule.Question, runner *rule.OutcomeRunner) (*Answer, error) {
	p := q.Procedure
	poll := &cancelPoll{ctx: ctx}
	a := &Answer{Question: q, Visits: map[string]Chance{}, Runs: r.runs, States: r.states, Events: r.events(len(p.Events), runner.Holds, poll)}
	for _, v := range r.visits {
		a.Visits[v.checkpoint] = v.Chance
	}
	n := runner.Len()
	for m := range p.Measures {
		a.Measures = append(a.Measures, r.numbers(func(i int) int { return runner.Measure(m, i) }, poll))
	}
	var list []ranked
	for i := range n {
		if poll.cancelled(rankWords + r.words(1)) {
			break
		}
		if c := r.total([]int{i}); !c.never() {
			v := runner.Outcome(i)
			list = append(list, ranked{Outcome{v, c}, p.SortKey(v)})
		}
	}
	slices.SortStableFunc(list, func(x, y ranked) int {
		if poll.cancelled(numberWords) {
			return 0
		}
		return slices.Compare(x.rank, y.rank)
	})
	for _, x := range list {
		a.Outcomes = append(a.Outcomes, x.Outcome)
	}
	return a, ctx.Err()
}

// A ranked outcome is an outcome with its place in the order.
type ranked struct {
	Outcome
	rank []int64
}

// rankWords is the cost of ranking one outcome, in operations on words.
const rankWords = 1 << 10

// An ExplanationLine is one line of the explanation of a question: a clause that took effect on
// some path, with the lowest and the highest amount over the paths that Explain played.
type ExplanationLine struct {
	Kind      rule.EntryKind
	Clause    rule.Clause
	Text      string
	Name      string
	Low, High int
	Pools     []rule.Pool     // of a roll: the different pools, at most maxPools
	Sure      rule.Confidence // of a fact or a table cell
	Given     bool            // the house rules set a fact, ruling or cell
}

// IsAssumption reports whether the line depends on a default: a host fact that is not published
// with certainty and that the house rules do not set.
func (s ExplanationLine) IsAssumption() bool {
	return (s.Kind == rule.FactUsed || s.Kind == rule.TableUsed) && s.Sure != rule.Sure && !s.Given
}

// explanationRuns is the largest number of paths that an explanation plays. The explanation of a very
// large question may therefore lack clauses of rare paths.
const explanationRuns = 20_000

// Explain lists the dice, target numbers and modifiers of a question, in the order in which paths
// first meet them.
func Explain(ctx context.Context, q *rule.Question, policy func(rule.Choice) int) ([]ExplanationLine, error) {
	return ExplainFunc(ctx, q.OutcomeRunner().Play, policy)
}

// ExplainFunc is [Explain] for any function that uses an umpire, such as an action of a game. The
// function returns the number of its outcome.
func ExplainFunc(ctx context.Context, play func(*rule.Umpire) int, policy func(rule.Choice) int) ([]ExplanationLine, error) {
	x := &explanation{index: map[lineKey]int{}}
	rec := &rule.Record{OnEntry: x.add, Brief: true}
	d := newOdometer(ctx, Options{Floats: true, Policy: policy, Budget: explanationRuns})
	d.play = play
	d.umpire = rule.NewUmpire(d, rec)
	d.dropSubs() // a cached subroll makes no entries
	var failed error
	stopped := rule.Catch(func() {
		for n := 0; n < d.nodes.Len() && failed == nil; n++ {
			d.rowBuilder.reset()
			failed = d.enumerate(n, d.rowBuilder)
		}
	})
	var enough *TooLargeError
	if err := errors.Join(stopped, failed); err != nil && !errors.As(err, &enough) {
		return nil, err
	}
	return x.lines, nil
}

// An explanation collects the entries of many paths. Most paths meet the same entries one after another, so
// it first tries the line that followed the last one before.
type explanation struct {
	index map[lineKey]int
	lines []ExplanationLine
	after []int // by line, the one that followed it last
	last  int   // the line of the last entry
}

type lineKey struct {
	kind rule.EntryKind
	cite rule.Clause
	text string
	name string
}

func (x *explanation) add(e rule.Entry) {
	if e.Kind == rule.Finished {
		return
	}
	s := x.line(&e)
	s.Low, s.High = min(s.Low, e.Value), max(s.High, e.Value)
	if e.Kind == rule.Rolled && len(s.Pools) < maxPools && !slices.Contains(s.Pools, e.Pool) {
		s.Pools = append(s.Pools, e.Pool)
	}
}

// line returns the line of an entry. It is a new one if there is none yet.
func (x *explanation) line(e *rule.Entry) *ExplanationLine {
	if len(x.lines) > 0 {
		i := x.after[x.last]
		if s := &x.lines[i]; s.Text == e.Text && s.Clause == e.Cite && s.Name == e.Name && s.Kind == e.Kind {
			x.last = i
			return s
		}
	}
	k := lineKey{e.Kind, e.Cite, e.Text, e.Name}
	i, ok := x.index[k]
	if !ok {
		i = len(x.lines)
		x.index[k] = i
		x.after = append(x.after, i)
		x.lines = append(x.lines, ExplanationLine{
			Kind: e.Kind, Clause: e.Cite, Text: e.Text, Name: e.Name,
			Low: e.Value, High: e.Value, Sure: e.Confidence, Given: e.Overridden,
		})
	}
	x.after[x.last], x.last = i, i
	return &x.lines[i]
}

// maxPools is the largest number of different pools in one line of an explanation.
const maxPools = 100

// Chances returns the chances of some events of a question, given by their indices, or of all
// events in the order of the procedure. It is the part of [Solve] that sweeps, policies and live
// charts call often. The caller checks once whether the rules allow the situation.
func Chances(ctx context.Context, q *rule.Question, o Options, events ...int) ([]Chance, error) {
	w := q.EventRunner(events...)
	r, err := solve(ctx, w.Play, w.Len, o)
	if err != nil {
		return nil, err
	}
	n := len(events)
	if n == 0 {
		n = len(q.Procedure.Events)
	}
	poll := &cancelPoll{ctx: ctx}
	chances := r.events(n, w.Holds, poll)
	return chances, ctx.Err()
}

// events adds up the outcomes in which each event happened.
func (r *result) events(n int, holds func(event, outcome int) bool, poll *cancelPoll) []Chance {
	chances := make([]Chance, n)
	words := numberWords + r.exact.wordLength()
	for e := range chances {
		chances[e] = r.chance(func(i int) int64 {
			return indicator(!poll.cancelled(words) && holds(e, i))
		})
	}
	return chances
}
