package server

import (
	"net/http"
	"sync"
	"testing"

	"loophole/internal/otlp"
)

// spans takes spans.
type spans struct {
	mu   sync.Mutex
	list []otlp.Span
}

// Record implements [otlp.Recorder].
func (x *spans) Record(s otlp.Span) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.list = append(x.list, s)
}

// A forwarded request is one trace of three spans, which continues that of the client.
func TestTraces(t *testing.T) {
	edge, owner := &spans{}, &spans{}
	x := sites(t, Options{Traces: owner}, Options{Traces: edge})
	p := began(t, x[0].client(t, "").s, row("program", "program"))
	c := x[1].client(t, p.Tokens[roleSpectator])
	const parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
	c.want(200, nil, "GET", p.path, nil, "Traceparent", parent)
	if len(edge.list) != 2 || len(owner.list) != 1 {
		t.Fatalf("%d and %d spans", len(edge.list), len(owner.list))
	}
	client, _ := otlp.Parse(parent)
	hop, first, last := edge.list[0], edge.list[1], owner.list[0]
	if first.Parent != client.Span || hop.Parent != first.Span || last.Parent != hop.Span {
		t.Errorf("%+v\n%+v\n%+v", first, hop, last)
	}
	for _, s := range []otlp.Span{first, hop, last} {
		if s.Trace != client.Trace || s.Failed || s.Ended.Before(s.Began) || s.Ended.IsZero() {
			t.Errorf("%+v", s)
		}
	}
	if first.Name != "forwarded" || hop.Kind != otlp.Client || last.Name != "GET /api/v1/matches/{id}" || last.Kind != otlp.Server {
		t.Errorf("%s, %s, %s", first.Name, hop.Name, last.Name)
	}
	found := map[string]any{}
	for _, a := range last.Attributes {
		found[a.Name] = a.Value
	}
	if found["http.response.status_code"] != 200 || found["loophole.match"] != p.ID || found["http.route"] != "/api/v1/matches/{id}" {
		t.Errorf("%v", found)
	}
	c.want(200, nil, "GET", p.path, nil, "Traceparent", parent[:53]+"00")
	c.want(200, nil, "GET", p.path, nil) // No trace that begins here is recorded.
	if len(edge.list) != 2 || len(owner.list) != 1 {
		t.Errorf("%d and %d spans", len(edge.list), len(owner.list))
	}
	x[0].client(t, "").want(http.StatusNotFound, nil, "GET", "/matches/none", nil, "Authorization", "Bearer x", "Traceparent", parent)
	if len(owner.list) != 2 || owner.list[1].Failed {
		t.Errorf("%+v", owner.list)
	}
}
