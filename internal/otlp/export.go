//go:build !js

package otlp

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// The limits of an exporter.
const (
	mostQueued = 4096             // spans that wait
	mostSent   = 512              // spans of one request
	interval   = 2 * time.Second  // between two requests, if there are few spans
	sendTime   = 10 * time.Second // the longest time of a request
	attempts   = 3                // to send a batch
)

// An Exporter sends spans to a collector in the background. It drops and counts the spans that the
// collector does not take in time. The caller closes it at the end.
type Exporter struct {
	url      string
	resource []jsonAttribute
	version  string
	log      *slog.Logger
	client   http.Client
	queue    chan Span
	done     chan struct{}
	end      sync.Once
	ended    chan struct{}
	sent     atomic.Int64
	dropped  atomic.Int64
	pause    time.Duration // before the second attempt
}

// New returns an exporter to the collector at a URL such as http://127.0.0.1:4318, to which
// /v1/traces is added if it has no path. The resource names this program.
func New(collector, version string, resource []Attribute, log *slog.Logger) (*Exporter, error) {
	address, err := addressOf(collector, "/v1/traces")
	if err != nil {
		return nil, err
	}
	e := &Exporter{
		url: address, resource: attributes(resource), version: version, log: log, client: http.Client{Timeout: sendTime},
		queue: make(chan Span, mostQueued), done: make(chan struct{}), ended: make(chan struct{}), pause: time.Second,
	}
	go e.run()
	return e, nil
}

// addressOf returns the address of a collector, with a path if the URL has none.
func addressOf(collector, path string) (string, error) {
	u, err := url.Parse(collector)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return "", errors.New("otlp: give the URL of a collector, such as http://127.0.0.1:4318")
	}
	if u.Path == "" || u.Path == "/" {
		u.Path = path
	}
	return u.String(), nil
}

// Record implements [Recorder]. A span for which there is no room is dropped.
func (e *Exporter) Record(s Span) {
	select {
	case e.queue <- s:
	default:
		e.dropped.Add(1)
	}
}

// Sent returns the number of spans that the collector has taken.
func (e *Exporter) Sent() int { return int(e.sent.Load()) }

// Dropped returns the number of spans that were lost.
func (e *Exporter) Dropped() int { return int(e.dropped.Load()) }

// Close sends the waiting spans. It returns when they are sent, or when the context ends.
func (e *Exporter) Close(ctx context.Context) {
	e.end.Do(func() { close(e.done) })
	select {
	case <-e.ended:
	case <-ctx.Done():
	}
}

// run sends batches until the exporter is closed and the queue is empty.
func (e *Exporter) run() {
	defer close(e.ended)
	tick := time.NewTicker(interval)
	defer tick.Stop()
	var batch []Span
	for closing := false; ; {
		select {
		case s := <-e.queue:
			batch = append(batch, s)
		case <-e.done:
			closing = true
			for len(e.queue) > 0 && len(batch) < mostSent {
				batch = append(batch, <-e.queue)
			}
			if len(batch) == 0 {
				return
			}
			e.send(batch, 1)
			batch = batch[:0]
			continue
		case <-tick.C:
			if len(batch) > 0 {
				e.send(batch, attempts)
				batch = batch[:0]
			}
		}
		if len(batch) >= mostSent && !closing {
			e.send(batch, attempts)
			batch = batch[:0]
		}
	}
}

// errRetry is wrapped by the error of a request that the collector may take later.
var errRetry = errors.New("try again later")

// send sends a batch, and drops it after a number of attempts.
func (e *Exporter) send(batch []Span, most int) {
	body, err := json.Marshal(e.encode(batch))
	if err != nil {
		panic(fmt.Sprintf("otlp: %v", err)) // Texts and numbers can always be encoded.
	}
	pause := e.pause
	rejected := 0
	for n := 1; ; n++ {
		rejected, err = post(&e.client, e.url, body)
		if !errors.Is(err, errRetry) || n >= most {
			break
		}
		select {
		case <-time.After(pause):
		case <-e.done:
		}
		pause *= 4
	}
	if err != nil {
		e.log.Warn("traces are lost", "spans", len(batch), "error", err)
		rejected = len(batch)
	}
	e.dropped.Add(int64(rejected))
	e.sent.Add(int64(len(batch) - rejected))
}

// retryStatuses are the statuses of a collector that may take the request later.
var retryStatuses = []int{http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout}

// post sends a request, and returns how many of its spans the collector rejects.
func post(client *http.Client, address string, body []byte) (rejected int, err error) {
	r, err := http.NewRequest(http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	r.Header.Set("Content-Type", "application/json")
	w, err := client.Do(r)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", errRetry, err)
	}
	defer w.Body.Close()
	text, err := io.ReadAll(io.LimitReader(w.Body, 1<<20))
	switch {
	case slices.Contains(retryStatuses, w.StatusCode):
		return 0, fmt.Errorf("%w: %s", errRetry, w.Status)
	case w.StatusCode/100 != 2:
		return 0, errors.New(w.Status)
	case err != nil:
		return 0, nil // The status says that it has them.
	}
	var answer struct {
		PartialSuccess struct {
			RejectedSpans any `json:"rejectedSpans"` // A number, or its text.
		} `json:"partialSuccess"`
	}
	if json.Unmarshal(text, &answer) == nil && answer.PartialSuccess.RejectedSpans != nil {
		rejected, _ = strconv.Atoi(strings.TrimSuffix(fmt.Sprint(answer.PartialSuccess.RejectedSpans), ".0"))
	}
	return rejected, nil
}

// The JSON of OTLP: 64-bit integers are texts, and IDs are in hexadecimal.
type (
	jsonTraces struct {
		ResourceSpans []jsonResource `json:"resourceSpans"`
	}
	jsonResource struct {
		Resource struct {
			Attributes []jsonAttribute `json:"attributes"`
		} `json:"resource"`
		ScopeSpans []jsonScope `json:"scopeSpans"`
	}
	jsonScope struct {
		Scope struct {
			Name    string `json:"name"`
			Version string `json:"version"`
		} `json:"scope"`
		Spans []jsonSpan `json:"spans"`
	}
	jsonSpan struct {
		TraceID      string          `json:"traceId"`
		SpanID       string          `json:"spanId"`
		ParentSpanID string          `json:"parentSpanId,omitempty"`
		Flags        int             `json:"flags"`
		Name         string          `json:"name"`
		Kind         int             `json:"kind"`
		Start        string          `json:"startTimeUnixNano"`
		End          string          `json:"endTimeUnixNano"`
		Attributes   []jsonAttribute `json:"attributes,omitempty"`
		Status       *jsonStatus     `json:"status,omitempty"`
	}
	jsonStatus struct {
		Code int `json:"code"`
	}
	jsonAttribute struct {
		Key   string    `json:"key"`
		Value jsonValue `json:"value"`
	}
	jsonValue struct {
		String *string `json:"stringValue,omitempty"`
		Int    string  `json:"intValue,omitempty"`
	}
)

// statusFailed is the status code of a span that failed.
const statusFailed = 2

// encode returns the JSON of a batch.
func (e *Exporter) encode(batch []Span) *jsonTraces {
	scope := jsonScope{}
	scope.Scope.Name, scope.Scope.Version = "loophole", e.version
	for i := range batch {
		s := &batch[i]
		x := jsonSpan{
			TraceID: hex.EncodeToString(s.Trace[:]), SpanID: hex.EncodeToString(s.Span[:]), Flags: 1, Name: s.Name, Kind: s.Kind,
			Start: strconv.FormatInt(s.Began.UnixNano(), 10), End: strconv.FormatInt(s.Ended.UnixNano(), 10), Attributes: attributes(s.Attributes),
		}
		if s.Parent != [8]byte{} {
			x.ParentSpanID = hex.EncodeToString(s.Parent[:])
		}
		if s.Failed {
			x.Status = &jsonStatus{statusFailed}
		}
		scope.Spans = append(scope.Spans, x)
	}
	all := jsonResource{ScopeSpans: []jsonScope{scope}}
	all.Resource.Attributes = e.resource
	return &jsonTraces{[]jsonResource{all}}
}

func attributes(list []Attribute) (out []jsonAttribute) {
	for _, a := range list {
		v := jsonValue{}
		switch x := a.Value.(type) {
		case int:
			v.Int = strconv.Itoa(x)
		default:
			text := fmt.Sprint(x)
			v.String = &text
		}
		out = append(out, jsonAttribute{a.Name, v})
	}
	return out
}
