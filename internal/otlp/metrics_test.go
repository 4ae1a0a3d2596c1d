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
	"testing"
	"time"
)

const someMetrics = `# HELP a some text
loophole_streams_open 3
loophole_requests_total{route="GET /x/{id}",status="200"} 7
loophole_requests_total{route="a \"b\", c",status="404"} 1
loophole_request_seconds_bucket{route="GET /x",le="0.1"} 2
loophole_request_seconds_bucket{route="GET /x",le="1"} 5
loophole_request_seconds_bucket{route="GET /x",le="+Inf"} 6
loophole_request_seconds_sum{route="GET /x"} 4.5
loophole_request_seconds_count{route="GET /x"} 6
loophole_request_seconds_bucket{route="GET /y",le="+Inf"} 0
go_gc_duration_seconds{quantile="0.5"} 0.25
go_gc_duration_seconds_count 4
strange NaN
broken{x} 5
{x="y"} 5
`

// Each kind of a metric becomes that of OpenTelemetry. The bytes are those that a collector has read: see
// TestMetricsCollector.
func TestMetrics(t *testing.T) {
	p := &Pusher{began: time.Unix(1, 0), version: "1.2", resource: attributes([]Attribute{{"service.name", "loophole"}})}
	got, err := json.Marshal(p.encode(someMetrics, time.Unix(2, 5)))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"resourceMetrics":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"loophole"}}]},` +
		`"scopeMetrics":[{"scope":{"name":"loophole","version":"1.2"},"metrics":[` +
		`{"name":"loophole_streams_open","gauge":{"dataPoints":[{"timeUnixNano":"2000000005","asDouble":3}]}},` +
		`{"name":"loophole_requests_total","sum":{"dataPoints":[` +
		`{"attributes":[{"key":"route","value":{"stringValue":"GET /x/{id}"}},{"key":"status","value":{"stringValue":"200"}}],"startTimeUnixNano":"1000000000","timeUnixNano":"2000000005","asDouble":7},` +
		`{"attributes":[{"key":"route","value":{"stringValue":"a \"b\", c"}},{"key":"status","value":{"stringValue":"404"}}],"startTimeUnixNano":"1000000000","timeUnixNano":"2000000005","asDouble":1}` +
		`],"aggregationTemporality":2,"isMonotonic":true}},` +
		`{"name":"loophole_request_seconds","histogram":{"dataPoints":[` +
		`{"attributes":[{"key":"route","value":{"stringValue":"GET /x"}}],"startTimeUnixNano":"1000000000","timeUnixNano":"2000000005","count":"6","sum":4.5,"bucketCounts":["2","3","1"],"explicitBounds":[0.1,1]},` +
		`{"attributes":[{"key":"route","value":{"stringValue":"GET /y"}}],"startTimeUnixNano":"1000000000","timeUnixNano":"2000000005","count":"0","bucketCounts":["0"]}` +
		`],"aggregationTemporality":2}},` +
		`{"name":"go_gc_duration_seconds","gauge":{"dataPoints":[{"attributes":[{"key":"quantile","value":{"stringValue":"0.5"}}],"timeUnixNano":"2000000005","asDouble":0.25}]}},` +
		`{"name":"go_gc_duration_seconds_count","gauge":{"dataPoints":[{"timeUnixNano":"2000000005","asDouble":4}]}}` +
		`]}]}]}`
	if string(got) != want {
		t.Errorf("%s\nnot\n%s", got, want)
	}
}

// TestPush: a pusher also reports at its end, and does not wait for a collector that does not
// answer.
func TestPush(t *testing.T) {
	got := make(chan string, 10)
	collector := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		got <- r.URL.Path + " " + r.Header.Get("Content-Type") + " " + string(text)
		io.WriteString(w, "{}")
	}))
	defer collector.Close()
	read := func(w io.Writer) { io.WriteString(w, "loophole_streams_open 3\n") }
	p, err := Push(collector.URL, "1", nil, slog.New(slog.DiscardHandler), read)
	if err != nil {
		t.Fatal(err)
	}
	p.Close(t.Context())
	p.Close(t.Context())
	if text := <-got; !strings.HasPrefix(text, `/v1/metrics application/json {"resourceMetrics"`) || !strings.Contains(text, `"asDouble":3`) || len(got) > 0 {
		t.Error(text)
	}
	over := make(chan bool)
	silent := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-over }))
	defer silent.Close()
	defer close(over)
	if p, err = Push(silent.URL+"/own", "1", nil, slog.New(slog.DiscardHandler), read); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	began := time.Now()
	if p.Close(ctx); time.Since(began) > 5*time.Second {
		t.Error("it waits for a silent collector")
	}
	if _, err := Push("localhost", "1", nil, slog.Default(), read); err == nil {
		t.Error("a URL that is none")
	}
}

// TestMetricsCollector sends metrics to the collector at the URL in LOOPHOLE_OTLP, which must take them.
func TestMetricsCollector(t *testing.T) {
	url := os.Getenv("LOOPHOLE_OTLP")
	if url == "" {
		t.Skip("set LOOPHOLE_OTLP to the URL of a collector, such as http://127.0.0.1:4318")
	}
	p, err := Push(url, "1", []Attribute{{"service.name", "loophole"}}, slog.New(slog.DiscardHandler), func(w io.Writer) { io.WriteString(w, someMetrics) })
	if err != nil {
		t.Fatal(err)
	}
	if p.Close(t.Context()); p.failing {
		t.Error("the collector does not take the metrics")
	}
}
