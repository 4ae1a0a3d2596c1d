package analysis

import (
	"errors"
	"slices"

	"loophole/internal/outcomes"
	"loophole/match"
	"loophole/rule"
)

// parts values the rolls and decisions within an action separately, if they are few enough: each
// changes the value of what may still follow.
func (j *judge) parts(a match.PlayedAction, answers []rule.Entry, limits outcomes.Limits, s *Step) error {
	if len(answers) == 1 && answers[0].Kind == rule.Rolled {
		s.Parts = []Part{{Entry: answers[0], Side: j.sideOf(answers[0].By, s.Side), Luck: s.Luck}}
		return nil
	}
	if len(answers) == 0 || len(answers) > mostParts {
		return nil
	}
	given := make([]int, len(answers))
	for i, e := range answers {
		given[i] = e.Value
	}
	parts, now := make([]Part, len(answers)), s.Expected
	total := 0.0
	for i, e := range answers {
		next := s.After
		if i+1 < len(answers) {
			v, err := j.afterAnswers(a, given[:i+1], limits)
			if errors.Is(err, outcomes.ErrTooMany) {
				return nil
			}
			if err != nil {
				return err
			}
			next = v
		}
		side := j.sideOf(e.By, s.Side)
		parts[i] = Part{Entry: e, Side: side, Better: e.Value, Best: next}
		if e.Kind == rule.Chosen {
			if parts[i].Given = max(0, gain(side, now-next)); parts[i].Given >= 0.01 {
				if err := j.betterOption(a, given[:i+1], limits, &parts[i]); err != nil {
					return err
				}
			}
			if side == s.Side {
				total += parts[i].Given
			}
			s.Luck -= next - now // What a side decides is not luck.
		} else {
			parts[i].Luck = next - now
		}
		now = next
	}
	s.Parts, s.Given = parts, total
	return nil
}

// afterAnswers returns the value of an action after the answers to its first questions.
func (j *judge) afterAnswers(a match.PlayedAction, answers []int, limits outcomes.Limits) (float64, error) {
	o, err := j.finder.After(j.ctx, a.Before, a.Action, answers, limits)
	if err != nil {
		return 0, err
	}
	defer o.Release()
	exact := true
	return o.Root.Value(j.values(o, &exact)), nil
}

// betterOption finds the best option of a decision, which is the last of the answers.
func (j *judge) betterOption(a match.PlayedAction, answers []int, limits outcomes.Limits, p *Part) error {
	others := slices.Clone(answers)
	for option := range p.Entry.Options {
		others[len(others)-1] = option
		v, err := j.afterAnswers(a, others, limits)
		if errors.Is(err, outcomes.ErrTooMany) {
			continue
		}
		if err != nil {
			return err
		}
		if gain(p.Side, v-p.Best) > 1e-9 {
			p.Better, p.Best = option, v
		}
	}
	return nil
}

// sideOf returns the number of the side with a name, or other if the name is empty.
func (j *judge) sideOf(name rule.Side, other int) int {
	for side, have := range j.instance.Sides {
		if name == have {
			return side
		}
	}
	return other
}
