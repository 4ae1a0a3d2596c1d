package server

import (
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"loophole/internal/endpoint"
	"loophole/internal/pack"
	"loophole/internal/store/memory"
)

const apiText = `Matches by the rulebooks of loophole, for people and policies, and exact odds by the
same rules.

A match has two seats, and spectators. The request that begins a match returns a token for each.
Send it as Authorization: Bearer TOKEN with every request about the match. Every answer
has only what that seat may know.`

// described is the OpenAPI description of the endpoints. The server has it as a file, so that it
// needs no library for it.
var described = sync.OnceValue(func() *huma.OpenAPI {
	s := New(memory.New(nil), Options{})
	defer s.Close()
	d := &huma.OpenAPI{
		OpenAPI: "3.1.0", Info: &huma.Info{Title: "loophole", Version: "1", Description: apiText},
		Components: &huma.Components{
			Schemas:         huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer),
			SecuritySchemes: map[string]*huma.SecurityScheme{"token": {Type: "http", Scheme: "bearer", Description: "the token of a seat, of the table or of a spectator"}},
		},
	}
	for _, e := range s.allEndpoints() {
		d.AddOperation(operationOf(d.Components.Schemas, e))
	}
	document(d)
	return d
})

// operationOf describes an endpoint.
func operationOf(schemas huma.Registry, e *endpoint.Endpoint) *huma.Operation {
	o := &huma.Operation{
		OperationID: e.ID, Method: e.Method, Path: e.Path, Summary: e.Summary, Description: e.Description, Tags: []string{e.Tag},
		Responses: map[string]*huma.Response{},
	}
	if e.Seated {
		o.Security = []map[string][]string{{"token": {}}}
	}
	statuses := append(slices.Clone(e.Errors), http.StatusUnprocessableEntity) // of an unknown parameter
	for _, p := range e.Params() {
		if p.Field.Tag.Get("hidden") == "" {
			o.Parameters = append(o.Parameters, parameter(schemas, p))
		}
	}
	if e.TakesBody() {
		o.RequestBody = requestBody(schemas, e)
	}
	o.Responses[strconv.Itoa(e.Status)] = success(schemas, e)
	problem := schemas.Schema(reflect.TypeFor[Problem](), true, "Problem")
	for _, status := range statuses {
		o.Responses[strconv.Itoa(status)] = &huma.Response{
			Description: http.StatusText(status), Content: map[string]*huma.MediaType{"application/problem+json": {Schema: problem}},
		}
	}
	return o
}

func parameter(schemas huma.Registry, p endpoint.Param) *huma.Param {
	schema := huma.SchemaFromField(schemas, p.Field, "")
	x := &huma.Param{Name: p.Name, Description: schema.Description, In: p.In, Required: p.Required, Schema: schema}
	if p.In == "query" {
		several := p.Several()
		x.Explode = &several
	}
	return x
}

// field returns the field of an endpoint's input or output that has the body.
func field(t reflect.Type, names ...string) (f reflect.StructField, ok bool) {
	for _, name := range names {
		if f, ok = t.FieldByName(name); ok {
			return f, true
		}
	}
	return f, false
}

func requestBody(schemas huma.Registry, e *endpoint.Endpoint) *huma.RequestBody {
	kind, schema := "application/json", &huma.Schema{Type: "string", Format: "binary"}
	f, _ := field(e.Input, "Body", "RawBody")
	if x := f.Tag.Get("contentType"); x != "" {
		kind = x
	} else {
		schema = huma.SchemaFromField(schemas, f, e.Input.Name()+f.Name)
	}
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{kind: {Schema: schema}}}
}

// success describes the answer to a request that succeeds.
func success(schemas huma.Registry, e *endpoint.Endpoint) *huma.Response {
	r := &huma.Response{Description: http.StatusText(e.Status)}
	switch f, ok := field(e.Output, "Body"); {
	case e.Media != "":
		r.Description = e.MediaText
		r.Content = map[string]*huma.MediaType{e.Media: {Schema: &huma.Schema{Type: huma.TypeString}}}
		return r // Its headers depend on the media type.
	case e.Either != nil:
		one := &huma.Schema{}
		for _, t := range e.Either {
			one.OneOf = append(one.OneOf, huma.SchemaFromType(schemas, t))
		}
		r.Description = e.EitherText
		r.Content = map[string]*huma.MediaType{"application/json": {Schema: one}}
	case ok:
		r.Content = map[string]*huma.MediaType{"application/json": {Schema: huma.SchemaFromField(schemas, f, e.Output.Name()+f.Name)}}
	}
	for _, name := range e.Headers() {
		if r.Headers == nil {
			r.Headers = map[string]*huma.Param{}
		}
		r.Headers[name] = &huma.Param{Schema: &huma.Schema{Type: huma.TypeString}}
	}
	return r
}

// TestOpenAPI compares the committed description with the endpoints.
func TestOpenAPI(t *testing.T) {
	yaml, err := described().YAML()
	if err != nil {
		t.Fatal(err)
	}
	json, err := described().MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "../../docs/openapi.yaml", yaml)
	if *update {
		if err := pack.Write("../web/openapi.zip", map[string][]byte{"openapi.json": json, "openapi.yaml": yaml}); err != nil {
			t.Fatal(err)
		}
	}
	c := &client{t: t, s: served(t, Options{})}
	for name, want := range map[string][]byte{"json": json, "yaml": yaml} {
		if w := c.ask("GET", "/api/openapi."+name, nil); w.Code != http.StatusOK || w.Body.String() != string(want) {
			t.Errorf("the server has another openapi.%s: go test ./internal/server -run OpenAPI -update", name)
		}
	}
	var x struct {
		OpenAPI string
		Paths   map[string]map[string]any
	}
	c.want(http.StatusOK, &x, "GET", "/api/openapi.json", nil)
	if x.OpenAPI != "3.1.0" || len(x.Paths) < 20 {
		t.Error(x.OpenAPI, len(x.Paths))
	}
}

// document completes the OpenAPI description with what the Go types do not have: nullable fields,
// headers of problems and texts, and the problems that any request may get.
func document(d *huma.OpenAPI) {
	for name, fields := range map[string][]string{"State": {"begun", "over", "scene"}, "PendingAction": {"question"}, "MatchAt": {"scene"}, "ScenarioDetail": {"scene"}, "Puzzle": {"scene"}, "PuzzleSolution": {"second"}} {
		orNull(d.Components.Schemas.Map()[name], fields)
	}
	for path, p := range d.Paths {
		for _, o := range []*huma.Operation{p.Get, p.Post, p.Put, p.Delete} {
			if o == nil {
				continue
			}
			anywhere(d, o)
			if strings.HasPrefix(path, "/api/v1/matches/{id}") {
				ofMatch(d, o)
			}
			for status, r := range o.Responses {
				headers(status, r)
			}
		}
	}
}

// orNull makes fields of a schema nullable.
func orNull(s *huma.Schema, fields []string) {
	for _, name := range fields {
		old := s.Properties[name]
		s.Properties[name] = &huma.Schema{Description: old.Description, AnyOf: []*huma.Schema{{Ref: old.Ref}, {Enum: []any{nil}}}}
	}
}

// anywhere adds the problems of the middleware: another host's name, another origin's page, too
// many requests. A method that changes something may also have a body that is too large or of
// another type.
func anywhere(d *huma.OpenAPI, o *huma.Operation) {
	list := []int{http.StatusMisdirectedRequest, http.StatusTooManyRequests}
	if o.Method != http.MethodGet {
		list = append(list, http.StatusForbidden)
	}
	if o.RequestBody != nil {
		if o.RequestBody.Content["application/json"] != nil {
			list = append(list, http.StatusBadRequest)
		}
		list = append(list, http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	for _, status := range list {
		promise(d, o, status)
	}
}

// promise adds a problem by its status.
func promise(d *huma.OpenAPI, o *huma.Operation, status int) *huma.Response {
	key := strconv.Itoa(status)
	if o.Responses[key] == nil {
		problem := huma.SchemaFromType(d.Components.Schemas, reflect.TypeFor[Problem]())
		o.Responses[key] = &huma.Response{
			Description: http.StatusText(status), Content: map[string]*huma.MediaType{"application/problem+json": {Schema: problem}},
		}
	}
	return o.Responses[key]
}

// ofMatch adds the problem of a match whose server does not answer, and says what the types of the
// status mean.
func ofMatch(d *huma.OpenAPI, o *huma.Operation) {
	list := []string{"no-owner: the server that has the match does not answer, and nothing was done"}
	if o.Method != http.MethodGet {
		list = append(list, "moved: another server has taken the match over, and nothing was done",
			"unknown: the server of the match failed, and may have done it: fetch the state",
			"not-kept: the change could not be saved, and nothing was done")
	}
	list = append(list, "busy: too much is computed or waits to be sent", "cancelled: the request was cancelled",
		"too-many-streams: too many streams are open")
	promise(d, o, http.StatusServiceUnavailable).Description = "Service Unavailable. Types: " + strings.Join(list, ". ")
}

// headers adds the headers of an answer by its status.
func headers(status string, r *huma.Response) {
	text := &huma.Schema{Type: huma.TypeString}
	has := func(name, what string) {
		if r.Headers == nil {
			r.Headers = map[string]*huma.Param{}
		}
		if r.Headers[name] == nil {
			r.Headers[name] = &huma.Param{Description: what, Schema: text}
		}
	}
	switch status {
	case "304":
		r.Content = nil
		has("ETag", "the client's tag")
	case "401":
		has("WWW-Authenticate", "Bearer")
	case "429", "503":
		has("Retry-After", "seconds until the next attempt")
	}
	for kind := range r.Content {
		switch kind {
		case "image/svg+xml", "text/csv":
			has("ETag", "identifies the answer")
			has("Cache-Control", "how long the answer may be cached")
		case "application/jsonl", "text/html":
			has("Content-Disposition", "a name for the file")
			has("Cache-Control", "do not reuse without a new request")
		case "text/event-stream":
			has("Cache-Control", "do not cache")
			has("X-Accel-Buffering", "forward without buffering")
		}
	}
}
