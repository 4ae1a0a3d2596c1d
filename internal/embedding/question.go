package embedding

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"loophole/dice"
	"loophole/internal/question"
	"loophole/internal/wire"
	"loophole/notation"
	"loophole/odds"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/scenario"
	"loophole/sim"
)

// OddsInput is a request for odds. Its keys mean what the flags of loophole odds mean.
type OddsInput struct {
	Ruleset   string          `json:"ruleset"`
	Procedure string          `json:"procedure"`
	Example   string          `json:"example"`
	Situation json.RawMessage `json:"situation"` // an object, or the text of a situation file
	Words     []string        `json:"words"`     // KEY=VALUE, after the situation
	HouseInput
	Strict bool        `json:"strict"`
	Events []string    `json:"events"`
	Rounds int         `json:"rounds"`
	From   []string    `json:"from"`
	Floats bool        `json:"floats"`
	Budget int64       `json:"budget"`
	Trials int         `json:"trials"`
	Seed   json.Number `json:"seed"` // of the trials; the program draws one if it is left out
}

// maxRounds is the largest number of rounds that events are followed by.
const maxRounds = 1000

// Odds answers a question, exactly or by trials. The result equals what loophole odds --json writes
// to standard output, also for an illegal situation: {"legal": false, "reasons": [...]}.
func Odds(request string) string {
	return answer(func() (any, error) {
		var in OddsInput
		if err := read(request, &in); err != nil {
			return nil, err
		}
		return in.answer(context.Background())
	})
}

// illegal is the answer to a question whose situation is illegal.
type illegal struct {
	Legal   bool          `json:"legal"`
	Reasons []wire.Reason `json:"reasons"`
}

// answer returns the answer to the question as a value for JSON.
func (in *OddsInput) answer(ctx context.Context) (any, error) {
	q, err := in.question()
	if err != nil {
		return nil, err
	}
	picked, err := question.Events(q.Procedure, in.Events)
	if err != nil {
		return nil, err
	}
	if err := in.check(); err != nil {
		return nil, err
	}
	var rec rule.Record
	err = q.Legal(&rec)
	var no rule.IllegalError
	if errors.As(err, &no) {
		return illegal{false, wire.Reasons(no)}, nil
	}
	if err != nil {
		return nil, err
	}
	q.Check = rec.Entries
	if in.Strict {
		if err := checkCertain(ctx, q); err != nil {
			return nil, err
		}
	}
	if in.Trials > 0 {
		return in.estimate(ctx, q, picked)
	}
	return in.solve(ctx, q, picked)
}

// question builds the question, and does not check that it is legal.
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
	return &wire.CheckedQuestion{Question: asked}, err
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

// check returns an error for keys that are invalid, alone or together.
func (in *OddsInput) check() error {
	switch {
	case in.Rounds < 0 || in.Rounds > maxRounds:
		return fmt.Errorf("rounds %d: give a number from 0 to %d", in.Rounds, maxRounds)
	case in.Budget < 0:
		return fmt.Errorf("budget %d: give a number of 1 or more", in.Budget)
	case in.Trials < 0:
		return fmt.Errorf("trials %d: give a number of 1 or more", in.Trials)
	case in.Trials > 0 && (in.Rounds > 0 || len(in.From) > 0 || in.Floats):
		return errors.New("rounds, from and floats need an exact answer: leave out trials")
	case in.Trials == 0 && in.Seed != "":
		return errors.New("seed needs trials: exact odds roll no dice")
	}
	return nil
}

// An uncertainError lists the uncertain defaults that a strict question uses.
type uncertainError []wire.Assumption

// Error describes each default with the setting that makes it certain.
func (e uncertainError) Error() string {
	var list []string
	for _, a := range e {
		list = append(list, fmt.Sprintf("%s=%d", a.Name, a.Value))
	}
	return "strict: these values are not published with certainty; set each, even to the same value: " + strings.Join(list, ", ")
}

// checkCertain returns an error that lists the uncertain defaults which the explanation of the question
// uses. If there are none, it makes the house rules strict, so that any other use is an error too.
func checkCertain(ctx context.Context, q *wire.CheckedQuestion) error {
	steps, err := odds.Explain(ctx, q.Question, nil)
	if err != nil {
		return err
	}
	if list := wire.Assumptions(steps, q.Check); len(list) > 0 {
		return uncertainError(list)
	}
	q.House.Strict = true
	return nil
}

// solve computes the exact answer.
func (in *OddsInput) solve(ctx context.Context, q *wire.CheckedQuestion, picked []int) (any, error) {
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
	return x.JSON(), nil
}

// estimate answers the question by trials.
func (in *OddsInput) estimate(ctx context.Context, q *wire.CheckedQuestion, picked []int) (any, error) {
	seed, err := parseSeed(in.Seed)
	if err != nil {
		return nil, err
	}
	result, err := sim.Run(ctx, q.Question, sim.Options{Trials: in.Trials, Event: -1, Seed: seed})
	if err != nil {
		return nil, err
	}
	x := &wire.EstimateAnswer{CheckedQuestion: *q, Result: result, Picked: picked}
	// The explanation does not depend on the trials. It is left out if even that is too large.
	if steps, err := odds.Explain(ctx, q.Question, nil); err == nil {
		x.Explanation = steps
	}
	return x.JSON(), nil
}

// parseSeed reads a seed, or returns one that cannot be foreseen for "".
func parseSeed(text json.Number) (uint64, error) {
	if text == "" {
		return dice.FreshSeed(), nil
	}
	seed, err := strconv.ParseUint(string(text), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("seed: %q is not a whole number from 0 to 18446744073709551615", string(text))
	}
	return seed, nil
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
