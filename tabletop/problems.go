package tabletop

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"loophole/internal/wire"
	"loophole/odds"
	"loophole/rule"
)

// A Problem is an error in the form of RFC 9457. Some kinds have more fields: the violations, the
// size of a question, or the state of the match.
type Problem struct {
	Kind     string              `json:"type" doc:"the kind of problem: urn:loophole:KIND, or about:blank"`
	Title    string              `json:"title"`
	Status   int                 `json:"status"`
	Detail   string              `json:"detail,omitempty" doc:"the problem and its remedy"`
	Errors   []*huma.ErrorDetail `json:"errors,omitempty" doc:"the invalid parts of the request"`
	Reasons  []wire.Reason       `json:"reasons,omitempty" doc:"why it is illegal"`
	Estimate *Size               `json:"estimate,omitempty" doc:"the size of a question that is too large"`
	Lacks    []wire.HouseValue   `json:"lacks,omitempty" doc:"the values that a strict question needs"`
	State    *State              `json:"state,omitempty" doc:"the current state of the match"`
	Sum      string              `json:"sum,omitempty" doc:"of dice of two hands: the sum of the last line"`
	Lines    int                 `json:"lines,omitempty" doc:"of dice of two hands: the number of lines"`
	header   http.Header
}

// Size is the size of a question that is too large for an exact answer.
type Size struct {
	Runs   float64 `json:"runs" doc:"runs of the procedure for an exact answer, as far as known"`
	Budget int64   `json:"budget" doc:"the largest number of runs"`
	Why    string  `json:"why,omitempty"`
}

// Error returns the detail.
func (p *Problem) Error() string { return p.Detail }

// GetStatus returns the status code.
func (p *Problem) GetStatus() int { return p.Status }

// GetHeaders returns the headers of the problem.
func (p *Problem) GetHeaders() http.Header { return p.header }

// ContentType returns the media type of problems.
func (p *Problem) ContentType(string) string { return "application/problem+json" }

// problem returns a problem of a kind.
func problem(status int, kind, format string, args ...any) *Problem {
	return &Problem{Kind: "urn:loophole:" + kind, Title: http.StatusText(status), Status: status, Detail: fmt.Sprintf(format, args...)}
}

// after adds the Retry-After header, in seconds.
func (p *Problem) after(seconds int) *Problem {
	p.header = http.Header{"Retry-After": {fmt.Sprint(seconds)}}
	return p
}

func unauthorized() *Problem {
	p := problem(http.StatusUnauthorized, "no-token", "send a token of the match: Authorization: Bearer TOKEN")
	p.header = http.Header{"Www-Authenticate": {`Bearer realm="match"`}}
	return p
}

// refused turns violations into a problem.
func refused(r rule.IllegalError) *Problem {
	p := problem(http.StatusUnprocessableEntity, "refused", "the rules do not allow this")
	p.Reasons = wire.Reasons(r)
	return p
}

func tooLarge(e *odds.TooLargeError) *Problem {
	p := problem(http.StatusUnprocessableEntity, "too-large", "%s", strings.TrimPrefix(e.Error(), "odds: ")+": trials=N of odds answers by trials, from the beginning")
	p.Estimate = &Size{min(e.Runs, 1e300), e.Budget, e.Why}
	return p
}

// answered turns an error into a problem. Errors that a client can correct keep their text; all
// others become an internal error without details.
func answered(err error) error {
	var own *Problem
	var no rule.IllegalError
	var large *odds.TooLargeError
	var lacks *rule.MissingFactError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &own):
		return own
	case errors.As(err, &no):
		return refused(no)
	case errors.As(err, &large):
		return tooLarge(large)
	case errors.As(err, &lacks):
		return bad(lacks)
	}
	return err
}

// bad returns the problem of an invalid request.
func bad(err error) *Problem {
	return problem(http.StatusUnprocessableEntity, "unlawful", "%s", inWords(err))
}

// badAt is bad with the location of the parameter.
func badAt(parameter string, err error) *Problem {
	b := bad(err)
	b.Errors = []*huma.ErrorDetail{{Location: "query." + parameter, Message: b.Detail}}
	return b
}

// inWords returns an error's text without the prefix of package game.
func inWords(err error) string { return strings.TrimPrefix(err.Error(), "game: ") }

// Package huma creates its own errors through this variable.
func init() {
	huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
		p := &Problem{Kind: "about:blank", Title: http.StatusText(status), Status: status, Detail: message}
		for _, err := range errs {
			var d huma.ErrorDetailer
			switch {
			case err == nil:
			case errors.As(err, &d):
				p.Errors = append(p.Errors, d.ErrorDetail())
			default:
				p.Errors = append(p.Errors, &huma.ErrorDetail{Message: err.Error()})
			}
		}
		if message == "validation failed" && len(p.Errors) > 0 {
			p.Detail = unfit(p.Errors)
		}
		if status == http.StatusInternalServerError {
			p.Detail, p.Errors = "an internal error; the server's log has details", nil
		}
		return p
	}
}

// unfit names the first invalid place of a request and what it needs.
func unfit(list []*huma.ErrorDetail) string {
	text := fmt.Sprintf("%s does not fit: %s", list[0].Location, list[0].Message)
	if n := len(list) - 1; n > 0 {
		text += fmt.Sprintf("; and %d more, which errors lists", n)
	}
	return text
}
