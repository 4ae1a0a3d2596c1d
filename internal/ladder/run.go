package ladder

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"loophole/game"
	"loophole/policy"
	"loophole/winprob"
)

// Options configure a run. The pairs of each match use the fights in turn.
type Options struct {
	Policies []string
	Fights   []*game.Instance
	Games    int // of each match at most; pairs are played, so an odd number is rounded up
	Seed     uint64
	Test     Test
	All      bool // continue a match after the test has decided
	Workers  int  // goroutines; 0 is one for each core; the number does not change the result
	// Models has the models that estimate positions; nil is [policy.Models].
	Models *winprob.Library
	// Progress, if not nil, is called after each pair with the number of pairs that were played and
	// the number of all pairs that may be played. One goroutine calls it at a time.
	Progress func(done, all int)
}

// A Pair is two games with the same dice: the first policy has the first side, then the second.
type Pair struct {
	Fight int // its number in Options.Fights
	Games [2]Game
}

// Plain returns the mean score of the first policy, from 0 to 1.
func (p *Pair) Plain() float64 { return (p.Games[0].Score + 1 - p.Games[1].Score) / 2 }

// Adjusted returns the mean score of the first policy without luck. It may lie outside of 0 to 1.
func (p *Pair) Adjusted() float64 {
	return (p.Games[0].Score - p.Games[0].Luck + 1 - p.Games[1].Score + p.Games[1].Luck) / 2
}

// A Result is the pairs of one match, in the order of their numbers.
type Result struct {
	First, Second int // numbers of policies
	Pairs         []Pair
	Verdict       Verdict
}

// Scores sums up the pairs in some fights, plain and without luck. A nil function takes all fights.
func (r *Result) Scores(in func(fight int) bool) (plain, adjusted Stats) {
	for i := range r.Pairs {
		if p := &r.Pairs[i]; in == nil || in(p.Fight) {
			plain.Add(p.Plain())
			adjusted.Add(p.Adjusted())
		}
	}
	return plain, adjusted
}

// A Table is the results of all matches.
type Table struct {
	Options
	Results []Result
	Paces   []Pace // of each policy
	Partial bool   // it was cancelled before every match had ended
}

// Ratings returns the ratings above an anchor, by the scores without luck in some fights; see
// [Result.Scores].
func (t *Table) Ratings(anchor int, in func(fight int) bool) []Rating {
	var matches []Match
	for i := range t.Results {
		_, s := t.Results[i].Scores(in)
		matches = append(matches, Match{t.Results[i].First, t.Results[i].Second, s})
	}
	return Ratings(t.Policies, anchor, matches)
}

// Run plays every policy against every other. The result depends only on the policies, the fights,
// the games, the seed and the test. When the context is cancelled, Run returns the pairs that were
// played. It returns the cause if there are none, and if the context ends for another cause, such as
// a deadline.
func Run(ctx context.Context, o Options) (*Table, error) {
	if err := o.Test.Check(); err != nil {
		return nil, err
	}
	if len(o.Policies) < 2 || len(o.Fights) == 0 || o.Games < 1 {
		return nil, errors.New("ladder: a run needs two policies, a fight and a game")
	}
	if o.Workers < 0 {
		return nil, errors.New("ladder: the number of workers must not be negative")
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Models == nil {
		o.Models = &policy.Models
	}
	s := newSchedule(o)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	positions := policy.NewTranspositionTable(0)
	var workers sync.WaitGroup
	for range o.Workers {
		workers.Go(func() {
			runtime.LockOSThread() // Processor time is counted for each thread.
			w := &worker{ctx, &s.table.Options, make([]*player, len(o.Fights)), map[policyKey]policy.Policy{}, positions}
			for ctx.Err() == nil {
				m, k, ok := s.next()
				if !ok {
					return
				}
				p, err := w.pair(&s.table.Results[m], k)
				if err != nil {
					if ctx.Err() == nil {
						cancel(fmt.Errorf("ladder: %s, pair %d: %w", s.name(m), k, err))
					}
					return
				}
				s.add(m, k, p)
			}
		})
	}
	workers.Wait()
	t := s.finish()
	cause := context.Cause(ctx)
	if cause == nil || errors.Is(cause, context.Canceled) && t.played() > 0 {
		return t, nil
	}
	return nil, cause
}

func (t *Table) played() (n int) {
	for i := range t.Results {
		n += len(t.Results[i].Pairs)
	}
	return n
}

// A schedule hands out pairs of games and collects their results.
type schedule struct {
	mu     sync.Mutex
	table  *Table
	pairs  int            // of each match at most
	round  int            // the number, within its match, of the pair that is handed out next
	match  int            // the match of that pair
	scores []Stats        // of the pairs of each match that are counted
	early  []map[int]Pair // pairs that finished before one with a lower number
	done   int
}

func newSchedule(o Options) *schedule {
	s := &schedule{table: &Table{Options: o, Paces: make([]Pace, len(o.Policies))}, pairs: (o.Games + 1) / 2}
	for i := range o.Policies {
		for j := i + 1; j < len(o.Policies); j++ {
			s.table.Results = append(s.table.Results, Result{First: i, Second: j})
			s.early = append(s.early, map[int]Pair{})
		}
	}
	s.scores = make([]Stats, len(s.table.Results))
	return s
}

func (s *schedule) name(m int) string {
	r := &s.table.Results[m]
	return s.table.Policies[r.First] + " against " + s.table.Policies[r.Second]
}

// next hands out a pair: the number of its match and its own.
func (s *schedule) next() (match, pair int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.round < s.pairs {
		m, k := s.match, s.round
		if s.match++; s.match == len(s.table.Results) {
			s.match, s.round = 0, s.round+1
		}
		if !s.ended(m) {
			return m, k, true
		}
	}
	return 0, 0, false
}

// ended reports whether a match needs no more pairs.
func (s *schedule) ended(m int) bool {
	r := &s.table.Results[m]
	return len(r.Pairs) == s.pairs || !s.table.All && r.Verdict != Open
}

// add counts a pair once all with lower numbers are counted, so that a match ends at the same pair
// in whatever order they finish.
func (s *schedule) add(m, k int, p Pair) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.early[m][k] = p
	r := &s.table.Results[m]
	for !s.ended(m) {
		p, ok := s.early[m][len(r.Pairs)]
		if !ok {
			break
		}
		delete(s.early[m], len(r.Pairs))
		r.Pairs = append(r.Pairs, p)
		s.scores[m].Add(p.Adjusted())
		if r.Verdict == Open || s.table.All {
			r.Verdict = s.table.Test.Verdict(s.scores[m])
		}
	}
	s.done++
	if s.table.Progress != nil {
		all := 0
		for m := range s.table.Results {
			if s.ended(m) {
				all += len(s.table.Results[m].Pairs)
			} else {
				all += s.pairs
			}
		}
		s.table.Progress(min(s.done, all), all)
	}
}

// finish returns the table, with the paces of all policies.
func (s *schedule) finish() *Table {
	for m := range s.table.Results {
		r := &s.table.Results[m]
		s.table.Partial = s.table.Partial || !s.ended(m)
		for i := range r.Pairs {
			for g, x := range r.Pairs[i].Games {
				first, second := r.First, r.Second
				if g == 1 {
					first, second = second, first
				}
				s.table.Paces[first].join(x.Moves[0])
				s.table.Paces[second].join(x.Moves[1])
			}
		}
	}
	return s.table
}

// A worker plays pairs in one goroutine.
type worker struct {
	ctx       context.Context
	options   *Options
	players   []*player // by the numbers of fights
	policies  map[policyKey]policy.Policy
	positions *policy.TranspositionTable // shared by all workers
}

// policyKey identifies a policy of a worker: policies cache facts about one fight.
type policyKey struct{ policy, fight int }

// pair plays pair k of a match.
func (w *worker) pair(r *Result, k int) (Pair, error) {
	pair := Pair{Fight: k % len(w.options.Fights)}
	p := w.players[pair.Fight]
	if p == nil {
		var err error
		if p, err = newPlayer(w.ctx, w.options.Fights[pair.Fight], w.options.Models); err != nil {
			return pair, err
		}
		w.players[pair.Fight] = p
	}
	var both [2]policy.Policy
	for i, number := range []int{r.First, r.Second} {
		key := policyKey{number, pair.Fight}
		if w.policies[key] == nil {
			x, err := w.positions.New(w.options.Policies[number])
			if err != nil {
				return pair, err
			}
			w.policies[key] = x
		}
		both[i] = w.policies[key]
	}
	for g, sides := range [2][2]policy.Policy{both, {both[1], both[0]}} {
		var err error
		if pair.Games[g], err = p.play(sides, w.options.Seed, uint64(k)); err != nil {
			return pair, fmt.Errorf("%s, game %d: %w", p.instance.Scenario, g, err)
		}
	}
	return pair, nil
}
