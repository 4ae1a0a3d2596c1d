package balance

import (
	"context"
	"fmt"
	"math"
	"slices"

	"loophole/game"
	"loophole/policy"
	"loophole/winprob"
)

// usesModel reports whether a policy decides by a model that is fitted to a scenario.
func usesModel(name string) bool {
	x, err := policy.New(name)
	if err != nil {
		return false
	}
	_, ok := x.(policy.Preparer)
	return ok
}

// modelOf returns the quality of the model that policies have of a game, or nil if none has one.
func modelOf(ctx context.Context, f *game.Instance, names []string) (*winprob.Quality, error) {
	if !slices.ContainsFunc(names, usesModel) {
		return nil, nil
	}
	m, err := policy.Models.Model(ctx, f)
	if err != nil {
		return nil, err
	}
	return &m.Quality, nil
}

// Doubts says what the standard errors of a report do not contain: the error of the model by which
// policies decide. It is empty if no policy has one.
func (r *Report) Doubts() []string {
	if r.Model == nil {
		return nil
	}
	q := r.Model
	useless := ""
	if q.Brier > (1-leastSkill)*q.Constant {
		useless = ", so it knows hardly more than a constant"
	}
	list := []string{fmt.Sprintf("The levels decide by a model that was fitted to %d games of this scenario. Its Brier score is %.3f; "+
		"that of a constant is %.3f%s. ± does not contain the model's error. The captain depends on it less than the sergeant.",
		q.Games, q.Brier, q.Constant, useless)}
	return append(list, r.misled()...)
}

// leastSkill is the share of the variance of results that a useful model explains at least.
const leastSkill = 0.1

// strong are the levels without random decisions, the weakest first.
var strong = []string{"sergeant", "captain", "colonel"}

// instead are the policies to try where the model of a strong level is bad.
var instead = map[string]string{"sergeant": "captain", "captain": "colonel", "colonel": "cautious"}

// misled lists where a strong level scores clearly less than a weaker policy with the same side against the same
// opponent.
func (r *Report) misled() (list []string) {
	for side, name := range r.Sides {
		for opponent, row := range r.Matrix {
			level, than, worst := "", "", clearly
			for a, strongRow := range r.Matrix {
				for b, weakRow := range r.Matrix {
					if slices.Index(strong, strongRow.Policy) <= slices.Index(strong, weakRow.Policy) {
						continue
					}
					if d := r.deficit(side, a, b, opponent); d > worst {
						level, than, worst = strongRow.Policy, weakRow.Policy, d
					}
				}
			}
			if level != "" {
				list = append(list, fmt.Sprintf("As %s against %s, %s scores less than %s: its model is bad for this scenario. "+
					"Try --policy %s.", name, row.Policy, level, than, instead[level]))
			}
		}
	}
	return list
}

// clearly is a difference that is beyond doubt, in standard errors.
const clearly = 3.0

// deficit returns by how many standard errors policy a scores less than b with a side, against
// the same opponent.
func (r *Report) deficit(side, a, b, opponent int) float64 {
	at := func(i int) Mean {
		if side == 0 {
			return r.Matrix[i].Scores[opponent].Best()
		}
		m := r.Matrix[opponent].Scores[i].Best()
		m.Mean = 1 - m.Mean
		return m
	}
	x, y := at(a), at(b)
	if x.StdErr == nil || y.StdErr == nil {
		return 0
	}
	return (y.Mean - x.Mean) / max(math.Hypot(*x.StdErr, *y.StdErr), 1e-9)
}

// Doubts says what the standard errors of a table do not contain, as [Report.Doubts].
func (t *Table) Doubts() []string {
	if !usesModel(t.Policies[0]) && !usesModel(t.Policies[1]) {
		return nil
	}
	return []string{"± does not contain the errors of the models by which the levels decide, one for each value. They can make " +
		"trends that are not there: compare with --policy cautious, which has no model, or captain."}
}
