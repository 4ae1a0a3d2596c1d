package odds

import (
	"context"
	"errors"
	"strings"

	"loophole/rule"
)

// A ReadingComparison is the effect of a ruling on the odds of one situation.
type ReadingComparison struct {
	Ruling   *rule.Ruling
	Question *rule.Question // nil if the ruling decides no example
	Readings []ReadingOdds  // as Ruling.Readings
	Last     bool           // players take their last option instead of the first
}

// ReadingOdds is the result under one reading: the chance of each named event and the mean of each
// measure of the question's procedure, or the error if the rules do not allow the situation under
// this reading.
type ReadingOdds struct {
	Chances []Chance
	Means   []Chance
	Illegal error
}

// EventDiffers reports whether an event has different chances under the readings, or only some of
// them allow the situation.
func (p *ReadingComparison) EventDiffers(event int) bool {
	return p.differs(func(of ReadingOdds) Chance { return of.Chances[event] })
}

// MeanDiffers is EventDiffers for the mean of a measure.
func (p *ReadingComparison) MeanDiffers(measure int) bool {
	return p.differs(func(of ReadingOdds) Chance { return of.Means[measure] })
}

func (p *ReadingComparison) differs(what func(ReadingOdds) Chance) bool {
	first := p.Readings[0]
	for _, r := range p.Readings[1:] {
		if (r.Illegal == nil) != (first.Illegal == nil) {
			return true
		}
		if r.Illegal == nil && what(r).String() != what(first).String() {
			return true
		}
	}
	return false
}

func (p *ReadingComparison) anyDiffers() bool {
	for e := range p.Question.Procedure.Events {
		if p.EventDiffers(e) {
			return true
		}
	}
	for m := range p.Question.Procedure.Measures {
		if p.MeanDiffers(m) {
			return true
		}
	}
	return false
}

// CompareReadings finds a situation that a ruling affects. It tries the ruling's own example, then the
// examples of the rulebook's procedures. It returns the first in which the chance of an event, a
// mean or the legality differs between readings, while players take their first option or, failing
// that, their last. If there is none, the result has no question.
func CompareReadings(ctx context.Context, rules *rule.Ruleset, r *rule.Ruling) (*ReadingComparison, error) {
	var words []string
	if r.Example != "" {
		words = append(words, r.Example)
	}
	for _, p := range rules.Procedures {
		for _, e := range p.Examples {
			words = append(words, p.Name+" "+e.Settings)
		}
	}
	for _, last := range []bool{false, true} {
		for _, w := range words {
			comparison, err := compareIn(ctx, rules, r, w, last)
			var large *TooLargeError
			if errors.As(err, &large) {
				continue
			}
			if err != nil {
				return nil, err
			}
			if comparison.anyDiffers() {
				return comparison, nil
			}
		}
	}
	return &ReadingComparison{Ruling: r}, nil
}

// compareIn asks one question under each reading.
func compareIn(ctx context.Context, rules *rule.Ruleset, r *rule.Ruling, words string, last bool) (*ReadingComparison, error) {
	name, rest, _ := strings.Cut(words, " ")
	procedure, err := rules.Procedure(name)
	if err != nil {
		return nil, err
	}
	settings, err := rule.ParseWords(strings.Fields(rest))
	if err != nil {
		return nil, err
	}
	comparison := &ReadingComparison{Ruling: r, Last: last}
	o := Options{}
	if last {
		o.Policy = lastOption
	}
	for _, reading := range r.Readings {
		house, err := rules.House([]rule.Setting{{Path: "rulings." + r.Name, Value: reading.Name}})
		if err != nil {
			return nil, err
		}
		q, err := procedure.NewQuestion(house, settings)
		if err != nil {
			return nil, err
		}
		if comparison.Question == nil {
			comparison.Question = q
		}
		of := ReadingOdds{Illegal: q.Legal(nil)}
		if of.Illegal == nil {
			if err := of.ask(ctx, q, o); err != nil {
				return nil, err
			}
		}
		comparison.Readings = append(comparison.Readings, of)
	}
	return comparison, nil
}

func (of *ReadingOdds) ask(ctx context.Context, q *rule.Question, o Options) error {
	runner := q.OutcomeRunner()
	r, err := solve(ctx, runner.Play, runner.Len, o)
	if err != nil {
		return err
	}
	poll := &cancelPoll{ctx: ctx}
	of.Chances = r.events(len(q.Procedure.Events), runner.Holds, poll)
	for m := range q.Procedure.Measures {
		of.Means = append(of.Means, r.chance(func(i int) int64 {
			if poll.cancelled(numberWords) {
				return 0
			}
			return int64(runner.Measure(m, i))
		}))
	}
	return ctx.Err()
}

func lastOption(c rule.Choice) int { return len(c.Options) - 1 }
