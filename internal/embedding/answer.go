package embedding

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"loophole/internal/version"
	"loophole/internal/wire"
	"loophole/rule"
)

// MaxText is the largest size of a text from outside, in bytes.
const MaxText = 1 << 20

// A Code is the error of a function that returns a number.
type Code int32

// The codes.
const (
	NoGame   Code = -1 // no game has the handle
	NoIndex  Code = -2 // no legal action or option has the index
	NoSide   Code = -3 // a side is 0 or 1
	TooMany  Code = -4 // there are too many games
	TooSmall Code = -5 // the buffer is too small
	Failed   Code = -6 // the game cannot continue with this action; Step describes the reason
)

var codeTexts = map[Code]string{
	NoGame:   "no game has this handle",
	NoIndex:  "no legal action or option has this index",
	NoSide:   "there is no such side: give 0 or 1",
	TooMany:  fmt.Sprintf("%d games are open: free some", MaxGames),
	TooSmall: "the buffer is too small",
	Failed:   "the action failed; loophole_step returns the reason",
}

// Error describes the code.
func (c Code) Error() string {
	if text, ok := codeTexts[c]; ok {
		return text
	}
	return fmt.Sprintf("%d is not an error code", int32(c))
}

// CodeText returns a code as the JSON of an error.
func CodeText(c Code) string { return failure(c) }

// Version returns the version of the library.
func Version() string {
	return answer(func() (any, error) {
		return struct {
			Version string `json:"version"`
		}{version.String()}, nil
	})
}

// A fault is an error as JSON.
type fault struct {
	Error   string            `json:"error"`
	Reasons []wire.Reason     `json:"reasons,omitempty"` // why an action is illegal
	Assumes []wire.Assumption `json:"assumes,omitempty"` // the uncertain values of a strict question
}

// failure returns an error as JSON.
func failure(err error) string {
	f := fault{Error: err.Error()}
	var illegal rule.IllegalError
	if errors.As(err, &illegal) {
		f.Reasons = wire.Reasons(illegal)
	}
	var uncertain uncertainError
	if errors.As(err, &uncertain) {
		f.Assumes = uncertain
	}
	return text(f)
}

// text returns a value as the command line prints it with --json.
func text(v any) string {
	var b bytes.Buffer
	if err := wire.WriteJSON(&b, v); err != nil {
		b.Reset()
		wire.WriteJSON(&b, fault{Error: err.Error()})
	}
	return b.String()
}

// answer returns the JSON of a result or of its error. A panic is an error too.
func answer(f func() (any, error)) (said string) {
	defer func() {
		if x := recover(); x != nil {
			said = failure(fmt.Errorf("internal error: %v", x))
		}
	}()
	v, err := f()
	if err != nil {
		return failure(err)
	}
	return text(v)
}

// read reads a request. Unknown keys are an error.
func read(request string, into any) error {
	if err := checkSize(request); err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader([]byte(request)))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("the request: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("the request: more text follows the JSON object")
	}
	return nil
}

func checkSize(text string) error {
	if len(text) > MaxText {
		return fmt.Errorf("a text of %d bytes; the most is %d", len(text), MaxText)
	}
	return nil
}
