package embedding

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"loophole/internal/question"
	"loophole/internal/wire"
	"loophole/notation"
	"loophole/odds"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/scenario"
)

// HouseInput are house rules in a request. A text is the content of a house rules file; an object
// has its keys, and may omit the ruleset.
type HouseInput struct {
	House   json.RawMessage `json:"house"`
	Rulings []string        `json:"rulings"` // ID=READING
	Set     []string        `json:"set"`     // PATH=VALUE
}

// OddsInput is a request for exact odds. Its keys mean what the flags of loophole odds mean.
type OddsInput struct {
	Ruleset   string          `json:"ruleset"`
	Procedure string          `json:"procedure"`
	Example   string          `json:"example"`
	Situation json.RawMessage `json:"situation"` // an object, or the text of a situation file
	Words     []string        `json:"words"`     // KEY=VALUE, after the situation
	HouseInput
	Events []string `json:"events"`
	Rounds int      `json:"rounds"`
	From   []string `json:"from"`
	Floats bool     `json:"floats"`
	Budget int64    `json:"budget"`
}

// maxRounds is the largest number of rounds that events are followed by.
const maxRounds = 1000

// Odds answers a question exactly. The result equals the output of loophole odds --json to the
// byte.
func Odds(request string) string {
	return answer(func() (any, error) {
		var in OddsInput
		if err := read(request, &in); err != nil {
			return nil, err
		}
		x, err := in.solve(context.Background())
		if err != nil {
			return nil, err
		}
		return x.JSON(), nil
	})
}

// question builds the question and checks that it is legal.
func (in *OddsInput) question() (*wire.CheckedQuestion, error) {
	rules, err := rulesets.Find(in.Ruleset)
	if err != nil {
		return nil, err
	}
	proc, err := rules.Procedure(in.Procedure)
	if err != nil {
		return nil, err
	}
	base, err := proc.Example(in.Example)
	if err != nil {
		return nil, err
	}
	settings, err := in.situation()
	if err != nil {
		return nil, err
	}
	typed, err := rule.ParseWords(in.Words)
	if err != nil {
		return nil, err
	}
	layers, err := in.layers(rules)
	if err != nil {
		return nil, err
	}
	house, err := rules.House(layers...)
	if err != nil {
		return nil, err
	}
	asked, err := proc.NewQuestion(house, base, settings, typed)
	if err != nil {
		return nil, err
	}
	q := &wire.CheckedQuestion{Question: asked}
	var rec rule.Record
	err = q.Legal(&rec)
	q.Check = rec.Entries
	return q, err
}

// situation reads the situation as the command line reads a situation file.
func (in *OddsInput) situation() ([]rule.Setting, error) {
	text, err := fileText(in.Situation)
	if err != nil || text == "" {
		return nil, err
	}
	settings, h, err := scenario.ReadSituation("situation", strings.NewReader(text))
	switch {
	case err != nil:
		return nil, err
	case h.Ruleset != "" && h.Ruleset != in.Ruleset:
		return nil, fmt.Errorf("situation: it is for %s, not for %s", h.Ruleset, in.Ruleset)
	case h.Procedure != "" && h.Procedure != in.Procedure:
		return nil, fmt.Errorf("situation: it is for %s, not for %s", h.Procedure, in.Procedure)
	}
	return settings, nil
}

// solve computes the exact answer.
func (in *OddsInput) solve(ctx context.Context) (*wire.ExactAnswer, error) {
	q, err := in.question()
	if err != nil {
		return nil, err
	}
	picked, err := question.Events(q.Procedure, in.Events)
	if err != nil {
		return nil, err
	}
	if in.Rounds < 0 || in.Rounds > maxRounds {
		return nil, fmt.Errorf("rounds %d: give a number from 0 to %d", in.Rounds, maxRounds)
	}
	if in.Budget < 0 {
		return nil, fmt.Errorf("budget %d: give a number of 1 or more", in.Budget)
	}
	k, err := odds.NewSolver(ctx, q.Question, odds.Options{Floats: in.Floats, Budget: in.Budget})
	if err != nil {
		return nil, err
	}
	defer func() { k.Close() }()
	if len(in.From) > 0 {
		if k, err = k.FromState(ctx, in.From); err != nil {
			return nil, err
		}
	}
	x := &wire.ExactAnswer{CheckedQuestion: *q, Answer: k.Answer, Picked: picked, Floats: in.Floats}
	if in.Rounds > 0 {
		if len(k.Answer.Rounds) == 0 {
			return nil, fmt.Errorf("rounds: this %s has no rounds; leave rounds out", q.Procedure.Name)
		}
		if x.Within, err = k.ByRound(ctx, in.Rounds, picked); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// layers returns the settings of the house rules: those of the file, then those of the words.
func (in *HouseInput) layers(rules *rule.Ruleset) ([][]rule.Setting, error) {
	file, err := in.file(rules)
	if err != nil {
		return nil, err
	}
	rulings, wrong := question.Param{Name: "rulings", Prefix: "rulings.", Form: "ID=READING"}.Parse(in.Rulings)
	values, err := question.Param{Name: "set", Form: "PATH=VALUE, as facts.NAME=4"}.Parse(in.Set)
	return [][]rule.Setting{file, append(rulings, values...)}, errors.Join(wrong, err)
}

// file reads the house rules as the command line reads a house rules file.
func (in *HouseInput) file(rules *rule.Ruleset) ([]rule.Setting, error) {
	text, err := fileText(in.House)
	if err != nil || text == "" {
		return nil, err
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(in.House, &object) == nil && object["ruleset"] == nil {
		object["ruleset"], _ = json.Marshal(rules.ID)
		whole, err := json.Marshal(object)
		if err != nil {
			return nil, err
		}
		text = string(whole)
	}
	id, settings, err := scenario.ReadHouseRules("house", strings.NewReader(text))
	if err == nil && id != rules.ID {
		err = fmt.Errorf("house: these house rules are for %s, not for %s", id, rules.ID)
	}
	return settings, err
}

// fileText returns a value as the text of a file: a text itself, and an object as JSON. The text of
// an absent value is empty.
func fileText(v json.RawMessage) (string, error) {
	switch {
	case len(v) == 0 || string(v) == "null":
		return "", nil
	case v[0] != '"':
		return string(v), nil
	}
	var text string
	err := json.Unmarshal(v, &text)
	return text, err
}

// Dice answers an expression in dice notation. The result equals the output of loophole dice --json
// to the byte.
func Dice(expression string) string {
	return answer(func() (any, error) {
		if err := checkSize(expression); err != nil {
			return nil, err
		}
		e, err := notation.Parse(expression)
		if err != nil {
			return nil, err
		}
		d, err := e.Dist()
		if err != nil {
			return nil, err
		}
		return wire.DiceOf(e, wire.NumbersOf(d)), nil
	})
}
