package balance

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"

	"loophole/game"
	"loophole/policy"
	"loophole/winprob"
)

// Options configure the games. The zero Options play 200 games of seed 0 for each pairing on all
// cores.
type Options struct {
	Games   int // of each pairing; 0 is 200
	Seed    uint64
	Workers int // goroutines; 0 is one for each core; the number does not change the result
	// Models supplies the model that measures luck; nil is [policy.Models].
	Models *winprob.Library
	// KeepLuck leaves luck in the results of [Play], [Matrix] and [Vary]. This saves the time to
	// measure it.
	KeepLuck bool
	// Progress, if not nil, is called with the number of games played so far and of all games.
	// Several goroutines call it.
	Progress func(done, all int)
}

// usualGames is the default of Options.Games.
const usualGames = 200

func (o Options) games() int {
	if o.Games == 0 {
		return usualGames
	}
	return o.Games
}

// model returns the model that measures luck in a game, or nil with Options.KeepLuck.
func (o Options) model(ctx context.Context, f *game.Instance) (*winprob.Model, error) {
	if o.KeepLuck {
		return nil, nil
	}
	if o.Models != nil {
		return o.Models.Near(ctx, f)
	}
	return policy.Models.Near(ctx, f)
}

// A Mean is an estimate with its standard error.
type Mean struct {
	Mean   float64  `json:"mean"`
	StdErr *float64 `json:"stderr"` // null for one game
}

// meanOf returns an estimate, without a standard error if that is infinite.
func meanOf(mean, stdErr float64) Mean {
	if math.IsInf(stdErr, 0) {
		return Mean{Mean: mean}
	}
	return Mean{mean, &stdErr}
}

// A Score is the score of the first side in a series: the share of games that it won, with
// draws as half a win.
type Score struct {
	Games    int     `json:"games"`
	Won      [3]int  `json:"won"`   // by the first side, by the second, and drawn
	Plain    Mean    `json:"plain"` // as the games ended
	LessLuck *Mean   `json:"less_luck,omitempty"`
	Luck     *Mean   `json:"luck,omitempty"`     // of the first side; the expected value is 0
	Factor   float64 `json:"multiple,omitempty"` // the multiple of the luck that is subtracted
}

// Best returns the score less luck, or the plain score if luck was not measured.
func (s *Score) Best() Mean {
	if s.LessLuck != nil {
		return *s.LessLuck
	}
	return s.Plain
}

// ErrorSaved returns the share of the standard error that subtracting luck has removed, or 0 if that is
// unknown.
func (s *Score) ErrorSaved() float64 {
	if s.LessLuck == nil || s.LessLuck.StdErr == nil || s.Plain.StdErr == nil || *s.Plain.StdErr == 0 {
		return 0
	}
	return 1 - *s.LessLuck.StdErr / *s.Plain.StdErr
}

// Uneven reports whether the score is below 35 % or above 65 %: such a scenario is
// uneven between players of equal strength.
func (s *Score) Uneven() bool {
	m := s.Best().Mean
	return m < leastEven || m > 1-leastEven
}

// leastEven is the least score of a side in an even scenario.
const leastEven = 0.35

// ScoreOf returns the score of a series.
func ScoreOf(b *policy.Series) Score {
	x := Score{Games: b.Games, Won: b.Won}
	if b.Luck.Games() == 0 {
		n := float64(b.Games)
		mean := (float64(b.Won[0]) + float64(b.Won[2])/2) / n
		squares := (float64(b.Won[0]) + float64(b.Won[2])/4) / n
		x.Plain = meanOf(mean, math.Inf(1))
		if b.Games > 1 {
			x.Plain = meanOf(mean, math.Sqrt(max(0, squares-mean*mean)/(n-1)))
		}
		return x
	}
	less, luck := meanOf(b.Luck.LessLuck()), meanOf(b.Luck.Luck())
	x.Plain, x.LessLuck, x.Luck, x.Factor = meanOf(b.Luck.Score()), &less, &luck, b.Luck.Multiple()
	return x
}

// A pairing plays series between two policies, by their names.
type pairing struct {
	o     Options
	table *policy.TranspositionTable // shared, because all games begin alike
	done  *atomic.Int64
	all   int
}

func newPairing(o Options, series int) *pairing {
	return &pairing{o, policy.NewTranspositionTable(0), new(atomic.Int64), o.games() * series}
}

// play plays a series. It fails if the series is cancelled.
func (p *pairing) play(ctx context.Context, f *game.Instance, names [2]string, m *winprob.Model,
	watch func(*policy.PlayedGame)) (*policy.Series, error) {
	var makers [2]func() policy.Policy
	for side, name := range names {
		if _, err := policy.New(name); err != nil {
			return nil, err
		}
		makers[side] = func() policy.Policy {
			x, _ := p.table.New(name)
			return x
		}
	}
	b, err := policy.PlaySeries(ctx, f, makers, policy.Options{
		Games: p.o.games(), Seed: p.o.Seed, Workers: p.o.Workers, Luck: m, Watch: watch,
		Progress: func(int) {
			if n := p.done.Add(1); p.o.Progress != nil {
				p.o.Progress(int(n), p.all)
			}
		},
	})
	if err == nil && b.Partial {
		err = context.Cause(ctx)
	}
	return b, err
}

// Play plays one series between two policies. The first plays the first side.
func Play(ctx context.Context, f *game.Instance, names [2]string, o Options) (*policy.Series, error) {
	m, err := o.model(ctx, f)
	if err != nil {
		return nil, err
	}
	return newPairing(o, 1).play(ctx, f, names, m, nil)
}

// mostPolicies is the largest number of policies in a matrix.
const mostPolicies = 10

// A Row of a matrix holds the scores of a policy, as the first side, against each policy.
type Row struct {
	Policy string  `json:"policy"`
	Scores []Score `json:"scores"`
}

// Matrix plays each policy as the first side against each policy as the second side.
func Matrix(ctx context.Context, f *game.Instance, policies []string, o Options) ([]Row, error) {
	if len(policies) == 0 || len(policies) > mostPolicies {
		return nil, fmt.Errorf("balance: %d policies: give 1 to %d", len(policies), mostPolicies)
	}
	m, err := o.model(ctx, f)
	if err != nil {
		return nil, err
	}
	return matrix(ctx, f, policies, m, newPairing(o, len(policies)*len(policies)))
}

func matrix(ctx context.Context, f *game.Instance, policies []string, m *winprob.Model, p *pairing) ([]Row, error) {
	var rows []Row
	for _, one := range policies {
		r := Row{Policy: one}
		for _, two := range policies {
			b, err := p.play(ctx, f, [2]string{one, two}, m, nil)
			if err != nil {
				return nil, err
			}
			r.Scores = append(r.Scores, ScoreOf(b))
		}
		rows = append(rows, r)
	}
	return rows, nil
}
