package endpoint

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"reflect"
)

// An Answer is the answer of an endpoint. At most one of Text, Value and Stream is set.
type Answer struct {
	Status int
	Header []Header
	Text   []byte                              // of a [Text]
	Value  any                                 // of a JSON answer
	Stream func(context.Context, StreamWriter) // of a [Stream]
}

// A Header is a header of an answer.
type Header struct{ Name, Value string }

// An outHeader is a field of an output that is sent as a header.
type outHeader struct {
	name  string
	index []int
}

// Text is the output of an endpoint whose answer is not JSON.
type Text struct {
	Type        string `header:"Content-Type"`
	ETag        string `header:"ETag"`
	Disposition string `header:"Content-Disposition"`
	Cache       string `header:"Cache-Control"`
	Body        []byte
}

// Stream is the output of an endpoint that sends pieces until the context or the client ends.
type Stream struct {
	Type      string `header:"Content-Type"`
	Cache     string `header:"Cache-Control"`
	Buffering string `header:"X-Accel-Buffering"`
	Run       func(context.Context, StreamWriter)
}

// A StreamWriter sends pieces of a stream.
type StreamWriter interface {
	// Send sends a piece. After an error nothing more can be sent.
	Send(piece string) error
}

// Encoded is implemented by values that may have their JSON already.
type Encoded interface {
	// Encoded returns the JSON, or nil.
	Encoded() []byte
}

// answer encodes an output; nil is an empty answer.
func (e *Endpoint) answer(out any) *Answer {
	a := &Answer{Status: e.Status}
	if out == nil {
		return a
	}
	v := reflect.ValueOf(out).Elem()
	for _, h := range e.headers {
		if text := v.FieldByIndex(h.index).String(); text != "" {
			a.Header = append(a.Header, Header{h.name, text})
		}
	}
	switch x := out.(type) {
	case *Text:
		a.Text = x.Body
	case *Stream:
		a.Stream = x.Run
	default:
		if e.outBody != nil {
			a.Value = v.FieldByIndex(e.outBody).Interface()
			a.Header = append(a.Header, Header{"Content-Type", "application/json"})
		}
	}
	return a
}

// WriteBody writes the body of an answer that is not a stream, in one piece.
func (a *Answer) WriteBody(w io.Writer) error {
	if a.Text != nil {
		_, err := w.Write(a.Text)
		return err
	}
	if x, ok := a.Value.(Encoded); ok && x.Encoded() != nil {
		_, err := w.Write(x.Encoded())
		_, end := io.WriteString(w, "\n")
		return errors.Join(err, end)
	}
	if a.Value == nil {
		return nil
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(a.Value)
}
