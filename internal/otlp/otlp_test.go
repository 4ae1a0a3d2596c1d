//go:build !js

package otlp

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// A collector decodes what it gets, as a collector of OpenTelemetry does.
type collector struct {
	*httptest.Server
	mu       sync.Mutex
	requests int
	got      []jsonTraces
	answer   func(n int, w http.ResponseWriter) // to request n, if not nil
}

func newCollector(t *testing.T) *collector {
	c := &collector{}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.requests++
		if r.URL.Path != "/v1/traces" || r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s %s %v", r.Method, r.URL, r.Header)
		}
		var x jsonTraces
		in := json.NewDecoder(r.Body)
		in.DisallowUnknownFields()
		if err := in.Decode(&x); err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Type", "application/json")
		if c.answer != nil {
			c.answer(c.requests, w)
			return
		}
		c.got = append(c.got, x)
		io.WriteString(w, "{}")
	}))
	t.Cleanup(c.Close)
	return c
}

func (c *collector) spans() (list []jsonSpan) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, x := range c.got {
		list = append(list, x.ResourceSpans[0].ScopeSpans[0].Spans...)
	}
	return list
}

func exporter(t *testing.T, url string) *Exporter {
	t.Helper()
	e, err := New(url, "1.2", []Attribute{{"service.name", "loophole"}}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	e.pause = time.Millisecond
	return e
}

func span(name string) Span {
	now := time.Unix(1_700_000_000, 5)
	return Span{Context: Start(1), Name: name, Kind: Server, Began: now, Ended: now.Add(time.Second)}
}

// TestExport: a span arrives with all its data.
func TestExport(t *testing.T) {
	c := newCollector(t)
	e := exporter(t, c.URL)
	s := span("GET /x")
	s.Parent = Start(1).Span
	s.Failed, s.Attributes = true, []Attribute{{"http.route", "/x"}, {"http.response.status_code", 500}, {"empty", ""}}
	e.Record(s)
	e.Close(t.Context())
	list := c.spans()
	if len(list) != 1 || e.Sent() != 1 || e.Dropped() != 0 {
		t.Fatal(list, e.Sent(), e.Dropped())
	}
	x := list[0]
	if want := s.String(); want != "00-"+x.TraceID+"-"+x.SpanID+"-01" || len(x.ParentSpanID) != 16 || x.Kind != 2 || x.Status.Code != 2 || x.Start != "1700000000000000005" || x.End != "1700000001000000005" {
		t.Errorf("%+v", x)
	}
	if len(x.Attributes) != 3 || *x.Attributes[0].Value.String != "/x" || x.Attributes[1].Value.Int != "500" || *x.Attributes[2].Value.String != "" {
		t.Errorf("%+v", x.Attributes)
	}
	if r := c.got[0].ResourceSpans[0]; r.Resource.Attributes[0].Key != "service.name" || r.ScopeSpans[0].Scope.Version != "1.2" {
		t.Errorf("%+v", r)
	}
}

// TestBatches: spans go in batches. Nothing that was recorded before the end is lost.
func TestBatches(t *testing.T) {
	c := newCollector(t)
	e := exporter(t, c.URL)
	const n = 3*mostSent + 7
	for range n {
		e.Record(span("x"))
		if len(e.queue) > mostQueued/2 {
			time.Sleep(time.Millisecond)
		}
	}
	e.Close(t.Context())
	ids := map[string]bool{}
	for _, s := range c.spans() {
		ids[s.SpanID] = true
	}
	if len(ids) != n || e.Sent() != n || c.requests > 8 {
		t.Errorf("%d of %d in %d requests", len(ids), n, c.requests)
	}
}

// TestRefused: a busy collector gets the batch again. If a collector rejects a batch, or a part of
// it, that is lost.
func TestRefused(t *testing.T) {
	for name, x := range map[string]struct {
		answer         func(n int, w http.ResponseWriter)
		sent, requests int
	}{
		"busy once": {func(n int, w http.ResponseWriter) {
			if n == 1 {
				w.WriteHeader(http.StatusServiceUnavailable)
			}
		}, 5, 2},
		"busy":    {func(_ int, w http.ResponseWriter) { w.WriteHeader(http.StatusTooManyRequests) }, 0, attempts},
		"refuses": {func(_ int, w http.ResponseWriter) { w.WriteHeader(http.StatusBadRequest) }, 0, 1},
		"some":    {func(_ int, w http.ResponseWriter) { io.WriteString(w, `{"partialSuccess":{"rejectedSpans":"2"}}`) }, 3, 1},
		"number":  {func(_ int, w http.ResponseWriter) { io.WriteString(w, `{"partialSuccess":{"rejectedSpans":2}}`) }, 3, 1},
	} {
		c := newCollector(t)
		c.answer = x.answer
		e := exporter(t, c.URL)
		batch := []Span{span("a"), span("b"), span("c"), span("d"), span("e")}
		e.send(batch, attempts)
		if e.Sent() != x.sent || e.Dropped() != 5-x.sent || c.requests != x.requests {
			t.Errorf("%s: %d sent, %d dropped, %d requests", name, e.Sent(), e.Dropped(), c.requests)
		}
		e.Close(t.Context())
	}
}

// TestBounded: without a collector, recording does not wait, the queue is bounded, and what is lost is counted.
func TestBounded(t *testing.T) {
	e := exporter(t, "http://127.0.0.1:1")
	e.pause = time.Minute
	const n = mostQueued + 3*mostSent
	began := time.Now()
	for range n {
		e.Record(span("x"))
	}
	if d := time.Since(began); d > 5*time.Second {
		t.Errorf("recording took %v", d)
	}
	if e.Dropped() < mostSent || len(e.queue) > mostQueued {
		t.Errorf("%d dropped, %d wait", e.Dropped(), len(e.queue))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	e.Close(ctx)
	if e.Sent() != 0 || e.Dropped() != n {
		t.Errorf("%d sent, %d dropped of %d", e.Sent(), e.Dropped(), n)
	}
}

// TestContext: trace contexts are read as they are written; invalid ones are ignored.
func TestContext(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Start(rapid.Float64Range(0, 1).Draw(t, "share"))
		if got, ok := Parse(c.String()); !ok || got != c {
			t.Fatalf("%v %v", got, ok)
		}
		if x := c.Child(); x.Trace != c.Trace || x.Span == c.Span || x.Sampled != c.Sampled {
			t.Fatal(x)
		}
	})
	const valid = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
	if c, ok := Parse(valid); !ok || !c.Sampled || c.String() != valid {
		t.Error(c)
	}
	if c, ok := Parse("cc" + valid[2:] + "-what"); !ok || !c.Sampled {
		t.Error("a later version is not read: ", c)
	}
	for _, bad := range []string{
		"", "00", valid + "-x", strings.ToUpper(valid), "ff" + valid[2:], valid[:54], "00-" + strings.Repeat("0", 32) + "-00f067aa0ba902b7-01",
		"00-4bf92f3577b34da6a3ce929d0e0e4736-" + strings.Repeat("0", 16) + "-01", strings.Replace(valid, "b", "g", 1), strings.ReplaceAll(valid, "-", "_"),
	} {
		if c, ok := Parse(bad); ok {
			t.Errorf("%q is read as %v", bad, c)
		}
	}
}

// TestShare: the given share of the traces is sampled.
func TestShare(t *testing.T) {
	n := 0
	for range 10_000 {
		if Start(0.2).Sampled {
			n++
		}
	}
	if n < 1700 || n > 2300 { // Seven standard deviations.
		t.Errorf("%d of 10000", n)
	}
	if Start(0).Sampled || !Start(1).Sampled {
		t.Error("none or all")
	}
}

// TestCollector sends spans to the collector at the URL in LOOPHOLE_OTLP, which must take them all.
func TestCollector(t *testing.T) {
	url := os.Getenv("LOOPHOLE_OTLP")
	if url == "" {
		t.Skip("set LOOPHOLE_OTLP to the URL of a collector, such as http://127.0.0.1:4318")
	}
	e := exporter(t, url)
	first := span("GET /first")
	second := span("second")
	second.Context, second.Parent, second.Kind, second.Failed = first.Child(), first.Span, Client, true
	second.Attributes = []Attribute{{"http.response.status_code", 503}, {"http.route", "/second"}, {"empty", ""}}
	e.Record(first)
	e.Record(second)
	e.Close(t.Context())
	if e.Sent() != 2 || e.Dropped() != 0 {
		t.Errorf("the collector takes %d spans, and %d are lost", e.Sent(), e.Dropped())
	}
	t.Logf("trace %x, spans %x and %x", first.Trace, first.Span, second.Span)
}

// TestNoCollector: an invalid URL is an error.
func TestNoCollector(t *testing.T) {
	for _, url := range []string{"", "localhost:4318", "ftp://x", "http://"} {
		if _, err := New(url, "", nil, slog.Default()); err == nil {
			t.Error(url)
		}
	}
}
