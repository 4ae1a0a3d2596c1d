package server

import (
	"errors"
	"fmt"

	"loophole/internal/endpoint"
	"loophole/internal/status"
	"loophole/internal/usertext"
	"loophole/internal/wire"
	"loophole/odds"
	"loophole/rule"
)

// A Problem is an error in the form of RFC 9457. Some kinds have more fields: the violations, the
// size of a question, or the state of the match.
type Problem struct {
	Kind     string                  `json:"type" doc:"the kind of problem: urn:loophole:KIND, or about:blank"`
	Title    string                  `json:"title"`
	Status   int                     `json:"status"`
	Detail   string                  `json:"detail,omitempty" doc:"the problem and its remedy"`
	Errors   []*endpoint.ErrorDetail `json:"errors,omitempty" doc:"the invalid parts of the request"`
	Reasons  []wire.Reason           `json:"reasons,omitempty" doc:"why it is illegal"`
	Estimate *Size                   `json:"estimate,omitempty" doc:"the size of a question that is too large"`
	Lacks    []wire.HouseValue       `json:"lacks,omitempty" doc:"the values that a strict question needs"`
	State    *State                  `json:"state,omitempty" doc:"the current state of the match"`
	Sum      string                  `json:"sum,omitempty" doc:"of dice of two hands: the checksum of the last line"`
	Lines    int                     `json:"lines,omitempty" doc:"of dice of two hands: the number of lines"`
	header   []endpoint.Header
}

// Size is the size of a question that is too large for an exact answer.
type Size struct {
	Runs   float64 `json:"runs" doc:"runs of the procedure for an exact answer, as far as known; 0 if the fractions have too many digits"`
	Budget int64   `json:"budget" doc:"the largest number of runs"`
	Why    string  `json:"why,omitempty"`
}

// Error returns the detail.
func (p *Problem) Error() string { return p.Detail }

// problem returns a problem of a kind.
func problem(number int, kind, format string, args ...any) *Problem {
	return &Problem{Kind: "urn:loophole:" + kind, Title: status.Text(number), Status: number, Detail: withoutPackage(fmt.Sprintf(format, args...))}
}

// after adds the Retry-After header, in seconds.
func (p *Problem) after(seconds int) *Problem {
	p.header = []endpoint.Header{{Name: "Retry-After", Value: fmt.Sprint(seconds)}}
	return p
}

func unauthorized() *Problem {
	p := problem(status.Unauthorized, "no-token", "send a token of the match: Authorization: Bearer TOKEN")
	p.header = []endpoint.Header{{Name: "WWW-Authenticate", Value: `Bearer realm="match"`}}
	return p
}

// illegalProblem turns violations into a problem.
func illegalProblem(r rule.IllegalError) *Problem {
	p := problem(status.UnprocessableEntity, "illegal", "the rules do not allow this")
	p.Reasons = wire.Reasons(r)
	return p
}

func tooLarge(e *odds.TooLargeError) *Problem {
	p := problem(status.UnprocessableEntity, "too-large", "%s", InWords(e)+": with trials=N odds gives an estimate, from the beginning")
	p.Estimate = &Size{min(e.Runs, 1e300), e.Budget, e.Why}
	return p
}

// problemOf turns an error into a problem. Errors that a client can correct keep their text; all
// others become an internal error without details.
func problemOf(err error) error {
	var own *Problem
	var misfit *endpoint.InvalidError
	var no rule.IllegalError
	var large *odds.TooLargeError
	var lacks *rule.MissingFactError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &own):
		return own
	case errors.As(err, &misfit):
		return requestProblem(misfit)
	case errors.As(err, &no):
		return illegalProblem(no)
	case errors.As(err, &large):
		return tooLarge(large)
	case errors.As(err, &lacks):
		return invalidProblem(lacks)
	}
	return err
}

// invalidProblem returns the problem of an invalid request.
func invalidProblem(err error) *Problem {
	return problem(status.UnprocessableEntity, "invalid", "%s", InWords(err))
}

// invalidParameter is invalidProblem with the location of the parameter.
func invalidParameter(parameter string, err error) *Problem {
	b := invalidProblem(err)
	b.Errors = []*endpoint.ErrorDetail{{Location: "query." + parameter, Message: b.Detail}}
	return b
}

// packages are the packages whose errors reach players. Each begins its errors with its name.
var packages = []string{"analysis", "dice", "game", "hands", "match", "message", "notation", "odds", "policy", "puzzle", "record", "rule", "scenario", "sim", "solve", "store", "server", "twohands", "winprob"}

func withoutPackage(text string) string { return usertext.WithoutPackage(text, packages) }

// InWords returns the text of an error for players. It does not begin with the name of a package.
func InWords(err error) string { return withoutPackage(err.Error()) }

// requestProblem returns the problem of a request that does not fit its endpoint.
func requestProblem(e *endpoint.InvalidError) *Problem {
	return &Problem{Kind: "about:blank", Title: status.Text(e.Status), Status: e.Status, Detail: e.Error(), Errors: e.Errors}
}
