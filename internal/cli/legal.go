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

// allowed checks that the rules allow the situation and, if strict, that no
// labelled default is needed. With JSON wanted, refusals also go to standard
// output.
func (c *console) allowed(ctx context.Context, q *checkedQuestion, strict, json bool) error {
	var rec rule.Record
	err := q.Legal(&rec)
	q.Check = rec.Entries
	var no rule.IllegalError
	if errors.As(err, &no) && json {
		v := struct {
			Legal    bool             `json:"legal"`
			Refusals []rule.Violation `json:"refusals"`
		}{false, no}
		if err := c.json(v); err != nil {
			return err
		}
	}
	if err != nil || !strict {
		return err
	}
	return c.certain(ctx, q)
}

// certain refuses a question that leans on labelled defaults, and names all
// of them. It then makes the house strict, for those that no path showed.
func (c *console) certain(ctx context.Context, q *checkedQuestion) error {
	steps, err := odds.Explain(ctx, q.Question, nil)
	if err != nil {
		return engine(err)
	}
	list := wire.Assumptions(steps, q.Check)
	if len(list) == 0 {
		q.House.Strict = true
		return nil
	}
	return lacking(list)
}

// lacking is the error of a strict house: every value that it lacks, and how to
// give it.
func lacking(list []wire.Assumption) error {
	var b strings.Builder
	fmt.Fprintf(&b, "strict: %s not published with certainty; give each, even if as it is:", format.Counted(len(list), "values"))
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
