package balance

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"

	"loophole/game"
	"loophole/policy"
	"loophole/rule"
	"loophole/winprob"
)

// A Report is what a designer wants to know about a scenario. Everything but the matrix is about
// the games of one pairing.
type Report struct {
	Ruleset  string    `json:"ruleset"`
	Rulebook string    `json:"rulebook"`
	Scenario string    `json:"scenario"`
	Sides    [2]string `json:"sides"`
	Seed     string    `json:"seed"`
	Games    int       `json:"games"` // of each pairing
	Matrix   []Row     `json:"matrix"`

	Policies [2]string `json:"policies"` // the pairing that all further numbers are about
	Score    Score     `json:"score"`
	Endings  []Ending  `json:"endings"`
	Units    []Unit    `json:"units"`
	Rounds   []Share   `json:"rounds"` // in which games ended
	Length   Length    `json:"length"`
	Decided  Decided   `json:"decided"`
	Swing    Swing     `json:"swing"`

	// Model is the quality of the model by which policies decide, or nil if none has one.
	Model *winprob.Quality `json:"-"`
}

// An Ending is a way in which games ended.
type Ending struct {
	Winner string  `json:"winner"` // "" for a draw
	Why    string  `json:"why"`
	Share  float64 `json:"share"`
}

// A Unit is a piece that was on the map at the start or at the end of a game.
type Unit struct {
	Name   string  `json:"name"`
	Side   string  `json:"side"`
	Lives  float64 `json:"lives"`  // the share of games that it survived
	Models int     `json:"models"` // at the start; 0 for a piece without a number of models
	Left   float64 `json:"left"`   // models at the end, as a mean over all games
}

// A Share is the share of games that belongs to a round.
type Share struct {
	Round int     `json:"round"`
	Share float64 `json:"share"`
}

// Length describes the number of actions and rounds of a game. A quarter of the games have at most
// Lower actions, and a quarter at least Upper.
type Length struct {
	Rounds  float64 `json:"rounds"`
	Actions float64 `json:"actions"`
	Lower   int     `json:"lower"`
	Median  int     `json:"median"`
	Upper   int     `json:"upper"`
}

// Decided has the rounds in which games are decided, according to the model of the chance to win.
type Decided struct {
	// Settled is the round from which on the chance of the eventual winner stays at 50 % or
	// more. Drawn games have none.
	Settled []Share `json:"settled"`
	// Clear is the round in which the chance of a side first reaches 90 %. The side may still lose.
	Clear []Share `json:"clear"`
	// Turned is the share of games in which a side that had 90 % did not win.
	Turned float64 `json:"turned"`
}

// A RoundRow holds the shares of games that are settled, clear and over in a round.
type RoundRow struct {
	Round                int
	Settled, Clear, Over float64
}

// ByRound lists the shares of all rounds, from round 1.
func (r *Report) ByRound() []RoundRow {
	rows := make([]RoundRow, max(len(r.Rounds), len(r.Decided.Settled), len(r.Decided.Clear)))
	for i := range rows {
		rows[i].Round = i + 1
	}
	for _, s := range r.Decided.Settled {
		rows[s.Round-1].Settled = s.Share
	}
	for _, s := range r.Decided.Clear {
		rows[s.Round-1].Clear = s.Share
	}
	for _, s := range r.Rounds {
		rows[s.Round-1].Over = s.Share
	}
	return rows
}

// Swing is how much the chance to win changes. The swing of a game is the sum of the sizes of all
// changes. Each action changes the chance by its dice, which is luck, and by its decision.
type Swing struct {
	Game      float64 `json:"game"`      // the mean swing of a game
	Dice      float64 `json:"dice"`      // the mean sum of the changes by dice
	Decisions float64 `json:"decisions"` // and by decisions
	Actions   []Part  `json:"actions"`
	// Clauses are the clauses that call for dice or decisions, add amounts or apply a ruling. A
	// clause counts in full for each action that cites it, so these shares add up to more than 1.
	Clauses []Part `json:"clauses"`
}

// A Part is the contribution of a kind of action, or of a clause, to the swing.
type Part struct {
	Name  string  `json:"name"`
	Gist  string  `json:"gist"`
	Share float64 `json:"share"` // of the swing
	Times float64 `json:"times"` // actions in a game
	Each  float64 `json:"each"`  // the mean change by one action
}

// mostParts bounds the lists of a Swing.
const mostParts = 10

// mostReported limits the games of a report, because it keeps numbers of each game.
const mostReported = 100_000

// NewReport plays the two named policies against each other, and then each pair of policies. It
// fails for an unknown policy, a number out of range, a cancelled context, and a
// [rule.MissingFactError] of strict house rules.
func NewReport(ctx context.Context, f *game.Instance, policies []string, names [2]string, o Options) (*Report, error) {
	if o.Games < 0 {
		return nil, errors.New("balance: the number of games must not be negative")
	}
	if o.games() > mostReported {
		return nil, fmt.Errorf("balance: %d games are too many for a report: play at most %d", o.games(), mostReported)
	}
	if len(policies) > mostPolicies {
		return nil, fmt.Errorf("balance: %d policies are too many for a matrix: give at most %d", len(policies),
			mostPolicies)
	}
	o.KeepLuck = false
	m, err := o.model(ctx, f)
	if err != nil {
		return nil, err
	}
	for _, name := range policies {
		if _, err := policy.New(name); err != nil {
			return nil, err
		}
	}
	p := newPairing(o, len(policies)*len(policies)+1)
	r := &Report{
		Ruleset: f.Game.Rules.ID, Rulebook: f.Game.Rules.Short, Scenario: f.Scenario,
		Games: o.games(), Seed: strconv.FormatUint(o.Seed, 10),
		Sides: [2]string{string(f.Sides[0]), string(f.Sides[1])}, Policies: names,
	}
	c := newCollector(f, o.games())
	b, err := p.play(ctx, f, names, m, c.add)
	if err != nil {
		return nil, err
	}
	r.Score = ScoreOf(b)
	if r.Matrix, err = matrix(ctx, f, policies, m, p); err != nil {
		return nil, err
	}
	if r.Model, err = modelOf(ctx, f, append(names[:], policies...)); err != nil {
		return nil, err
	}
	c.fill(r)
	return r, nil
}

// A collector keeps the numbers of each game under the game's number, so that the report does not
// depend on the order in which games end. Several goroutines may add different games at once.
type collector struct {
	instance *game.Instance
	games    []gameStats
	lock     sync.Mutex // of units
	units    *UnitCounter
}

// gameStats is what a report needs of one game.
type gameStats struct {
	end       game.Status
	actions   int
	settled   int // round, or 0
	clear     int // round, or 0
	turned    bool
	swing     float64
	dice      float64
	decisions float64
	types     []part // by action type
	clauses   map[rule.Clause]*part
	clauseIDs []rule.Clause // in the order of their first use
}

// A part adds up the swing of some actions.
type part struct {
	swing float64
	times int
}

func newCollector(f *game.Instance, games int) *collector {
	return &collector{instance: f, games: make([]gameStats, games), units: NewUnitCounter(f)}
}

// add keeps a game.
func (c *collector) add(g *policy.PlayedGame) {
	x := &c.games[g.Number]
	x.end, x.actions = g.End, len(g.Steps)
	x.types, x.clauses = make([]part, len(c.instance.Game.ActionTypes)), map[rule.Clause]*part{}
	for _, s := range g.Steps {
		swing := math.Abs(s.After - s.Before)
		x.swing += swing
		x.dice += math.Abs(s.Luck)
		x.decisions += math.Abs(s.After - s.Before - s.Luck)
		x.types[s.Action.Type].swing += swing
		x.types[s.Action.Type].times++
		for _, id := range s.Clauses {
			p := x.clauses[id]
			if p == nil {
				p = &part{}
				x.clauses[id], x.clauseIDs = p, append(x.clauseIDs, id)
			}
			p.swing += swing
			p.times++
		}
	}
	x.decide(g)
	c.lock.Lock()
	defer c.lock.Unlock()
	c.units.Add(g.Last)
}

// clearChance is the chance to win from which a game is clear.
const clearChance = 0.9

// decide finds the rounds in which the game was decided.
func (x *gameStats) decide(g *policy.PlayedGame) {
	leader := -1
	for _, s := range g.Steps {
		if v := s.After; x.clear == 0 && max(v, 1-v) >= clearChance {
			x.clear = s.Round
			if leader = 0; v < 0.5 {
				leader = 1
			}
		}
	}
	x.turned = leader >= 0 && leader != g.End.Winner
	if g.End.Winner == game.Draw {
		return
	}
	for i := len(g.Steps) - 1; i >= 0; i-- {
		v := g.Steps[i].Before
		if g.End.Winner == 1 {
			v = 1 - v
		}
		x.settled = g.Steps[i].Round
		if v < 0.5 {
			return
		}
	}
}

// fill writes the collected numbers into a report.
func (c *collector) fill(r *Report) {
	n := float64(len(c.games))
	rounds, settled, clear := map[int]int{}, map[int]int{}, map[int]int{}
	var endings EndingCounts
	var actions []int
	turned := 0
	for i := range c.games {
		x := &c.games[i]
		rounds[x.end.Round]++
		settled[x.settled]++
		clear[x.clear]++
		if x.turned {
			turned++
		}
		endings.Add(x.end.Winner, x.end.Why, 1)
		actions = append(actions, x.actions)
		r.Length.Actions += float64(x.actions) / n
		r.Length.Rounds += float64(x.end.Round) / n
	}
	for _, e := range endings {
		winner := ""
		if e.Winner < 2 {
			winner = r.Sides[e.Winner]
		}
		r.Endings = append(r.Endings, Ending{winner, e.Why, float64(e.Games) / n})
	}
	slices.SortFunc(r.Endings, func(a, b Ending) int {
		return cmp.Or(cmp.Compare(b.Share, a.Share), cmp.Compare(a.Winner, b.Winner), cmp.Compare(a.Why, b.Why))
	})
	r.Rounds, r.Decided = sharesOf(rounds, n), Decided{sharesOf(settled, n), sharesOf(clear, n), float64(turned) / n}
	slices.Sort(actions)
	at := func(share float64) int { return actions[int(share*float64(len(actions)-1))] }
	r.Length.Lower, r.Length.Median, r.Length.Upper = at(0.25), at(0.5), at(0.75)
	c.fillUnits(r)
	c.swings(r)
}

// sharesOf lists the shares of rounds. It leaves out games that belong to no round.
func sharesOf(counts map[int]int, games float64) []Share {
	list := []Share{}
	last := 0
	for round := range counts {
		last = max(last, round)
	}
	for round := 1; round <= last; round++ {
		list = append(list, Share{round, float64(counts[round]) / games})
	}
	return list
}

// fillUnits fills in which units survive, those of the first side first.
func (c *collector) fillUnits(r *Report) {
	n := float64(len(c.games))
	for _, u := range c.units.Counts {
		r.Units = append(r.Units, Unit{u.Name, r.Sides[u.Side], float64(u.Lives) / n, u.Models, float64(u.Left[0]) / n})
	}
}

// swings fills in what changes the chance to win.
func (c *collector) swings(r *Report) {
	types, clauses := make([]part, len(c.instance.Game.ActionTypes)), map[rule.Clause]*part{}
	n, all := float64(len(c.games)), 0.0
	for i := range c.games {
		x := &c.games[i]
		all += x.swing
		r.Swing.Dice += x.dice / n
		r.Swing.Decisions += x.decisions / n
		for t, p := range x.types {
			types[t].swing += p.swing
			types[t].times += p.times
		}
		for _, id := range x.clauseIDs {
			p := clauses[id]
			if p == nil {
				p = &part{}
				clauses[id] = p
			}
			p.swing += x.clauses[id].swing
			p.times += x.clauses[id].times
		}
	}
	if r.Swing.Game = all / n; all == 0 {
		return
	}
	of := func(name, gist string, p part) Part {
		return Part{name, gist, p.swing / all, float64(p.times) / n, p.swing / float64(p.times)}
	}
	for t, p := range types {
		if p.times > 0 {
			x := &c.instance.Game.ActionTypes[t]
			r.Swing.Actions = append(r.Swing.Actions, of(x.Name, x.Gist, p))
		}
	}
	for id, p := range clauses {
		s, _ := c.instance.Game.Rules.Ledger.Find(id)
		r.Swing.Clauses = append(r.Swing.Clauses, of(string(id), s.Gist, *p))
	}
	r.Swing.Actions, r.Swing.Clauses = topParts(r.Swing.Actions), topParts(r.Swing.Clauses)
}

// topParts returns the largest parts, largest first.
func topParts(list []Part) []Part {
	slices.SortFunc(list, func(a, b Part) int {
		return cmp.Or(cmp.Compare(b.Share, a.Share), cmp.Compare(a.Name, b.Name))
	})
	return list[:min(mostParts, len(list))]
}
