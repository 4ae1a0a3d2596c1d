package endpoint

import (
	"context"
	"fmt"
	"net/url"
	"reflect"
	"strings"
)

// An Operation describes what an endpoint does.
type Operation struct {
	ID          string
	Method      string
	Path        string // with {names} for parts that vary
	Summary     string
	Description string
	Tag         string         // the chapter of the API's description
	Seated      bool           // the request needs a token
	Errors      []int          // the statuses of its problems
	Status      int            // of success; 0 is 200, or 204 without a body
	MostBody    int64          // bytes of the request's body
	Media       string         // of a [Text] or a [Stream]
	MediaText   string         // what such an answer is
	Either      []reflect.Type // the answer is one of these
	EitherText  string         // what such an answer is
}

// An Endpoint is an operation with the function that carries it out.
type Endpoint struct {
	Operation
	Input, Output reflect.Type

	parts   []string // of the path
	params  []Param
	queries []string // the names of those in the query
	body    *body    // nil if the endpoint takes none
	headers []outHeader
	outBody []int // the index of the field Body; nil: there is none
	call    func(context.Context, any) (any, error)
}

// New returns an endpoint. It panics for types that it cannot decode or encode.
func New[I, O any](o Operation, do func(context.Context, *I) (*O, error)) *Endpoint {
	return build(o, reflect.TypeFor[I](), reflect.TypeFor[O](), func(ctx context.Context, in any) (any, error) {
		out, err := do(ctx, in.(*I))
		if out == nil || err != nil {
			return nil, err
		}
		return out, nil
	})
}

func build(o Operation, in, out reflect.Type, call func(context.Context, any) (any, error)) *Endpoint {
	e := &Endpoint{Operation: o, Input: in, Output: out, parts: strings.Split(o.Path, "/"), call: call}
	each(in, nil, func(f reflect.StructField, index []int) {
		switch {
		case f.Name == "Body":
			e.body = &body{index: index, shape: shapeOf(f.Type, map[reflect.Type]*shape{})}
		case f.Name == "RawBody":
			e.body = &body{index: index}
		default:
			p := paramOf(f, index)
			if e.params = append(e.params, p); p.In == "query" {
				e.queries = append(e.queries, p.Name)
			}
		}
	})
	each(out, nil, func(f reflect.StructField, index []int) {
		if name := f.Tag.Get("header"); name != "" {
			e.headers = append(e.headers, outHeader{name, index})
		}
		if f.Name == "Body" {
			e.outBody = index
		}
	})
	if e.Status == 0 {
		e.Status = 200
		if e.outBody == nil && out != reflect.TypeFor[Stream]() {
			e.Status = 204
		}
	}
	return e
}

// each calls visit for each field of a struct and of the structs that it embeds.
func each(t reflect.Type, at []int, visit func(reflect.StructField, []int)) {
	for i := range t.NumField() {
		f := t.Field(i)
		index := append(at[:len(at):len(at)], i)
		if f.Anonymous && f.Type.Kind() == reflect.Struct {
			each(f.Type, index, visit)
			continue
		}
		visit(f, index)
	}
}

// Params returns the parameters of the path, the query and the header.
func (e *Endpoint) Params() []Param { return e.params }

// Headers returns the names of the answer's headers.
func (e *Endpoint) Headers() (names []string) {
	for _, h := range e.headers {
		names = append(names, h.name)
	}
	return names
}

// A Request is a request for an endpoint.
type Request struct {
	Value  func(name string) string // a part of the path
	Header func(name string) string
	Query  url.Values
	Body   []byte // at most MostBody bytes; see [Endpoint.TakesBody]
}

// TakesBody reports whether the endpoint reads the body of a request.
func (e *Endpoint) TakesBody() bool { return e.body != nil }

// Serve answers a request. The error is an [*InvalidError], or that of the endpoint's function.
func (e *Endpoint) Serve(ctx context.Context, r *Request) (*Answer, error) {
	in := reflect.New(e.Input)
	bad := &InvalidError{Status: 422}
	if e.read(in.Elem(), r, bad); len(bad.Errors) > 0 {
		return nil, bad
	}
	out, err := e.call(ctx, in.Interface())
	if err != nil {
		return nil, err
	}
	return e.answer(out), nil
}

// read decodes a request into an input.
func (e *Endpoint) read(in reflect.Value, r *Request, bad *InvalidError) {
	if e.readParams(in, r, bad); len(bad.Errors) == 0 && e.body != nil {
		e.body.read(in, r, bad)
	}
}

// An InvalidError is the error of a request that does not fit its endpoint.
type InvalidError struct {
	Status int
	Errors []*ErrorDetail
}

// An ErrorDetail is one invalid part of a request.
type ErrorDetail struct {
	Message  string `json:"message,omitempty" doc:"what is wrong"`
	Location string `json:"location,omitempty" doc:"where: body.seats[0].player, query.set, path.id"`
	Value    any    `json:"value,omitempty" doc:"the value there"`
}

// Error names the first invalid part and what it needs.
func (e *InvalidError) Error() string {
	text := fmt.Sprintf("%s does not fit: %s", e.Errors[0].Location, e.Errors[0].Message)
	if n := len(e.Errors) - 1; n > 0 {
		text += fmt.Sprintf("; and %d more, which errors lists", n)
	}
	return text
}

// mostErrors is the largest number of invalid parts that an error lists.
const mostErrors = 20

// add notes an invalid part.
func (e *InvalidError) add(location, message string, value any) {
	if len(e.Errors) < mostErrors {
		e.Errors = append(e.Errors, &ErrorDetail{message, location, shown(value)})
	}
}

// longestShown is the length of a text that an error repeats, in bytes.
const longestShown = 200

// shown returns a value as an error repeats it: nil if it is large.
func shown(value any) any {
	switch x := value.(type) {
	case string:
		if x == "" || len(x) > longestShown {
			return nil
		}
		return x
	case float64, bool, int64, uint64:
		return x
	}
	return nil
}
