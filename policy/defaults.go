package policy

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"loophole/game"
	"loophole/rule"
)

// surveyGames is how many games a survey plays. A fact that is looked up in one
// game out of a hundred is missed by one survey in seven.
const surveyGames = 200

// FindDefaults lists the labelled defaults that a strict house would refuse in a
// game, each once: those that setting it up needs, those of the lines of sight
// at the start, and those that games between policies that take any action came
// upon, sorted by name. A fact that is needed once in hundreds of games may be
// missing from the list. Begin sets the game up under the house that it is given.
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
	// The house tells one list, so that one goroutine plays.
	_, err = PlaySeries(ctx, f, [2]func() Policy{random, random}, Options{Games: surveyGames, Workers: 1})
	slices.SortFunc(list, func(a, b *rule.MissingFactError) int { return cmp.Compare(a.Name, b.Name) })
	return list, err
}
