package policy

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"loophole/game"
	"loophole/rule"
)

// surveyGames is the number of games that FindDefaults plays. The chance that it misses a fact that
// one game in a hundred needs is one in seven.
const surveyGames = 200

// FindDefaults lists the labelled defaults that strict house rules would reject in a game, each
// once, sorted by name. It sets the game up, computes the lines of sight at the start, and plays
// games between random policies. A fact that is needed once in hundreds of games may be missing
// from the list. The function begin sets the game up under the house rules that it receives.
func FindDefaults(ctx context.Context, h *rule.HouseRules, begin func(*rule.HouseRules) (*game.Instance, error)) (list []*rule.MissingFactError, err error) {
	known := map[string]bool{}
	f, err := begin(h.ReportingDefaults(func(m *rule.MissingFactError) {
		if !known[m.Name] {
			known[m.Name] = true
			list = append(list, m)
		}
	}))
	if err != nil {
		return nil, err
	}
	s, _ := f.Scene(f.Start)
	for _, name := range s.PieceNames() {
		if _, err := f.SightLines(f.Start, name); err != nil {
			return nil, fmt.Errorf("policy: survey: %w", err)
		}
	}
	random := func() Policy { return &Random{} }
	// The house rules report to one list, so one goroutine plays.
	_, err = PlaySeries(ctx, f, [2]func() Policy{random, random}, Options{Games: surveyGames, Workers: 1})
	slices.SortFunc(list, func(a, b *rule.MissingFactError) int { return cmp.Compare(a.Name, b.Name) })
	return list, err
}
