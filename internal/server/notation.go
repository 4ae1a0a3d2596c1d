package server

import (
	"context"
	"errors"
	"fmt"

	"loophole/internal/status"
	"loophole/internal/wire"
	"loophole/notation"
)

type expressionInput struct {
	Q string `query:"q" required:"true" minLength:"1" maxLength:"1000" doc:"dice notation, such as 4d6kh3 >= 16: docs/dice.md"`
}

type expressionOutput struct {
	Body wire.DiceAnswer
}

// mostDigits is the largest number of digits of all fractions in an answer.
const mostDigits = 2_000_000

// expression answers an expression in dice notation.
func (s *Server) expression(ctx context.Context, in *expressionInput) (*expressionOutput, error) {
	leave, err := s.bench.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	e, err := notation.Parse(in.Q)
	if err != nil {
		return nil, invalidParameter("q", err)
	}
	x, err := e.Dist()
	if err == nil && !e.IsComparison() && x.Digits() > mostDigits {
		err = fmt.Errorf("%w: its fractions have too many digits; ask how likely a comparison is, as in %s >= 10", notation.ErrTooLarge, in.Q)
	}
	switch {
	case errors.Is(err, notation.ErrTooLarge):
		return nil, problem(status.UnprocessableEntity, "too-large", "%v", err)
	case err != nil:
		return nil, invalidParameter("q", err)
	}
	return &expressionOutput{*wire.DiceOf(e, wire.NumbersOf(x))}, nil
}
