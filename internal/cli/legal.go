package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"loophole/internal/format"
	"loophole/internal/wire"
	"loophole/odds"
	"loophole/rule"
)

// checkLegal returns an error if the situation is illegal or, if strict, if the question uses
// uncertain defaults. With JSON it also writes the reasons to standard output.
func (c *console) checkLegal(ctx context.Context, q *checkedQuestion, strict, json bool) error {
	var rec rule.Record
	err := q.Legal(&rec)
	q.Check = rec.Entries
	var no rule.IllegalError
	if errors.As(err, &no) && json {
		v := struct {
			Legal   bool          `json:"legal"`
			Reasons []wire.Reason `json:"reasons"`
		}{false, wire.Reasons(no)}
		if err := c.json(v); err != nil {
			return err
		}
	}
	if err != nil || !strict {
		return err
	}
	return checkCertain(ctx, q)
}

// checkCertain returns an error that lists the uncertain defaults which the question uses. If
// there are none, it makes the house rules strict, for those that no explained path uses.
func checkCertain(ctx context.Context, q *checkedQuestion) error {
	steps, err := odds.Explain(ctx, q.Question, nil)
	if err != nil {
		return solverError(err)
	}
	list := wire.Assumptions(steps, q.Check)
	if len(list) == 0 {
		q.House.Strict = true
		return nil
	}
	return strictError(list)
}

// strictError returns the error of --strict: each uncertain value, with the flag that sets it.
func strictError(list []wire.Assumption) error {
	var b strings.Builder
	fmt.Fprintf(&b, "strict: %s not published with certainty; set each, even to the same value:", format.Counted(len(list), "values"))
	longest := 0
	for _, a := range list {
		longest = max(longest, len(a.Name)+len(strconv.Itoa(a.Value)))
	}
	for _, a := range list {
		gap := strings.Repeat(" ", longest-len(a.Name)-len(strconv.Itoa(a.Value)))
		fmt.Fprintf(&b, "\n  --set %s=%d%s  %s: %s [%s]", a.Name, a.Value, gap, a.Confidence, a.Text, a.Clause)
	}
	return errors.New(b.String())
}
