package tabletop

import (
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// document completes the OpenAPI description with what the Go types do not have: nullable fields,
// headers of problems and texts, and the problems that any request may get.
func document(d *huma.OpenAPI) {
	for name, fields := range map[string][]string{"State": {"begun", "over", "scene"}, "PendingAction": {"question"}, "MatchAt": {"scene"}, "ScenarioDetail": {"scene"}, "Puzzle": {"scene"}, "PuzzleSolution": {"second"}} {
		orNull(d.Components.Schemas.Map()[name], fields)
	}
	for _, p := range d.Paths {
		for _, o := range []*huma.Operation{p.Get, p.Post, p.Put, p.Delete} {
			if o == nil {
				continue
			}
			anywhere(d, o)
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
	problem := huma.SchemaFromType(d.Components.Schemas, typeOf[Problem]())
	for _, status := range list {
		if key := strconv.Itoa(status); o.Responses[key] == nil {
			o.Responses[key] = &huma.Response{
				Description: http.StatusText(status), Content: map[string]*huma.MediaType{"application/problem+json": {Schema: problem}},
			}
		}
	}
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
