package server

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"loophole/internal/endpoint"
	"loophole/internal/question"
	"loophole/internal/usertext"
	"loophole/internal/wire"
	"loophole/odds"
	"loophole/rule"
)

// QuestionInput is a question of a ruleset.
type QuestionInput struct {
	ProcedureInput
	Set     []string `query:"set,explode" maxItems:"300" doc:"KEY=VALUE: a key of the situation; repeatable"`
	Example string   `query:"example" maxLength:"100" doc:"start from an example of the procedure"`
	Ruling  []string `query:"ruling,explode" maxItems:"200" doc:"NAME=READING: another reading of a ruling; repeatable"`
	House   []string `query:"house,explode" maxItems:"300" doc:"PATH=VALUE: a value of the house rules; repeatable"`
	Strict  bool     `query:"strict" doc:"reject values that are not published with certainty"`
	Floats  bool     `query:"floats" doc:"calculate with float64 instead of fractions"`
}

// oddsInput is a question with the parameters of its answer.
type oddsInput struct {
	QuestionInput
	Event  []string `query:"event,explode" maxItems:"64" doc:"only this event; repeatable"`
	Rounds int      `query:"rounds" minimum:"0" maximum:"1000" doc:"also return the chance of each event within each number of rounds up to this one, if the procedure has rounds"`
	From   []string `query:"from,explode" maxItems:"100" doc:"KEY=VALUE: answer from this state at the beginning of a round; repeatable, and the first can be the name of the round: see the list of states"`
	Trials int      `query:"trials" minimum:"0" maximum:"1000000" doc:"estimate by this number of trials instead of exactly"`
	Seed   uint64   `query:"seed" doc:"the seed of the trials"`
}

// from returns the words of the start state, separated by single spaces.
func (in *oddsInput) from() string {
	return strings.Join(strings.Fields(strings.Join(in.From, " ")), " ")
}

// question builds the question and the places of the events to show. Its errors are for
// [Server.fault].
func (in *oddsInput) question() (*wire.CheckedQuestion, []int, error) {
	q, err := in.QuestionInput.question()
	if err != nil {
		return nil, nil, err
	}
	picked, err := question.Events(q.Procedure, in.Event)
	if err != nil {
		return nil, nil, invalidParameter("event", err)
	}
	return q, picked, nil
}

func (in *QuestionInput) question() (*wire.CheckedQuestion, error) {
	p, err := procedureOf(in.Ruleset, in.Procedure)
	if err != nil {
		return nil, err
	}
	base, err := p.Example(usertext.Truncate(in.Example))
	if err != nil {
		return nil, invalidParameter("example", err)
	}
	set, err := question.Param{Name: "set", Form: "KEY=VALUE"}.Parse(in.Set)
	if err != nil {
		return nil, invalidParameter("set", err)
	}
	house, houseErr := in.house(p.Rules())
	q, err := p.NewQuestion(house, base, set)
	if houseErr != nil || err != nil {
		b := invalidProblem(errors.Join(houseErr, err))
		if b.Errors = append(invalidPlaces("house", houseErr), invalidPlaces("set", err)...); b.Errors == nil {
			at, _, _ := strings.Cut(b.Detail, ":") // the parameter with invalid words
			b.Errors = invalidParameter(at, errors.Join(houseErr, err)).Errors
		}
		return nil, b
	}
	asked := &wire.CheckedQuestion{Question: q}
	var rec rule.Record
	if err := q.Legal(&rec); err != nil {
		return nil, err
	}
	asked.Check = rec.Entries
	return asked, nil
}

func (in *QuestionInput) house(r *rule.Ruleset) (*rule.HouseRules, error) {
	rulings, err := question.Param{Name: "ruling", Prefix: "rulings.", Form: "NAME=READING"}.Parse(in.Ruling)
	if err != nil {
		return nil, err
	}
	values, err := question.Param{Name: "house", Form: "PATH=VALUE"}.Parse(in.House)
	if err != nil {
		return nil, err
	}
	h, err := r.House(append(rulings, values...))
	if err == nil {
		h.Strict = in.Strict
	}
	return h, err
}

// invalidPlaces returns the location of each invalid setting within an error: query.set.KEY,
// query.house.PATH or query.ruling.ID.
func invalidPlaces(parameter string, err error) (list []*endpoint.ErrorDetail) {
	switch x := err.(type) {
	case *rule.SettingError:
		at := parameter + "." + x.Path
		if name, ok := strings.CutPrefix(at, "house.rulings."); ok {
			at = "ruling." + name
		}
		message := strings.TrimPrefix(strings.TrimPrefix(x.Err.Error(), x.Path+": "), strings.Replace(at, ".", " ", 1)+": ")
		list = append(list, &endpoint.ErrorDetail{Location: "query." + at, Message: message, Value: x.Value})
	case interface{ Unwrap() []error }:
		for _, e := range x.Unwrap() {
			list = append(list, invalidPlaces(parameter, e)...)
		}
	}
	return list
}

// allMissing lists all values that a question with strict house rules lacks, if err names the first.
func (in *QuestionInput) allMissing(ctx context.Context, err error) error {
	var first *rule.MissingFactError
	if !errors.As(err, &first) {
		return err
	}
	b := invalidProblem(first)
	loose := *in
	loose.Strict = false
	q, failed := loose.question()
	if failed != nil {
		return b
	}
	steps, failed := odds.Explain(ctx, q.Question, nil)
	if failed != nil {
		return b
	}
	for _, v := range wire.ValuesUsed(q.House.Rules(), steps, q.Check) {
		if !v.Given && v.Confidence != rule.Sure.String() {
			b.Lacks = append(b.Lacks, v)
			b.Errors = append(b.Errors, &endpoint.ErrorDetail{Location: "query.house." + v.Name, Message: fmt.Sprintf("not published with certainty (%s): give it; the default is %d", v.Confidence, v.Value), Value: v.Value})
		}
	}
	return b
}
