//go:build !js

package otlp

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// pushInterval is the time between two reports of the metrics.
const pushInterval = 15 * time.Second

// A Pusher sends metrics to a collector, in the background. Each report has the values since the
// start, so losing one does no harm. Close it at the end.
type Pusher struct {
	url      string
	resource []jsonAttribute
	version  string
	log      *slog.Logger
	client   http.Client
	read     func(io.Writer)
	began    time.Time
	failing  bool
	done     chan struct{}
	end      sync.Once
	ended    chan struct{}
}

// Push returns a pusher to the collector at a URL such as http://127.0.0.1:4318, to which /v1/metrics is
// added if it has no path. read writes the metrics in the text format of Prometheus. A name that ends in
// _total is a count that only grows. The resource names this program.
func Push(collector, version string, resource []Attribute, log *slog.Logger, read func(io.Writer)) (*Pusher, error) {
	url, err := addressOf(collector, "/v1/metrics")
	if err != nil {
		return nil, err
	}
	p := &Pusher{
		url: url, resource: attributes(resource), version: version, log: log, client: http.Client{Timeout: sendTime},
		read: read, began: time.Now(), done: make(chan struct{}), ended: make(chan struct{}),
	}
	go p.run()
	return p, nil
}

// Close sends the metrics once more, until the context ends at the latest.
func (p *Pusher) Close(ctx context.Context) {
	p.end.Do(func() { close(p.done) })
	select {
	case <-p.ended:
	case <-ctx.Done():
	}
}

func (p *Pusher) run() {
	defer close(p.ended)
	tick := time.NewTicker(pushInterval)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			p.push()
		case <-p.done:
			p.push()
			return
		}
	}
}

// push sends a report. It logs the first of several failures.
func (p *Pusher) push() {
	var text bytes.Buffer
	p.read(&text)
	body, err := json.Marshal(p.encode(text.String(), time.Now()))
	if err != nil {
		panic(fmt.Sprintf("otlp: %v", err)) // Texts and finite numbers can always be encoded.
	}
	_, err = post(&p.client, p.url, body)
	if err != nil && !p.failing {
		p.log.Warn("the collector does not take metrics", "error", err)
	}
	p.failing = err != nil
}

// The JSON of metrics. Counts of a histogram are texts.
type (
	jsonMetrics struct {
		ResourceMetrics []jsonMetricResource `json:"resourceMetrics"`
	}
	jsonMetricResource struct {
		Resource     jsonAttributes    `json:"resource"`
		ScopeMetrics []jsonMetricScope `json:"scopeMetrics"`
	}
	jsonAttributes struct {
		Attributes []jsonAttribute `json:"attributes"`
	}
	jsonMetricScope struct {
		Scope   jsonScopeName `json:"scope"`
		Metrics []*jsonMetric `json:"metrics"`
	}
	jsonScopeName struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	}
	jsonMetric struct {
		Name      string      `json:"name"`
		Gauge     *jsonPoints `json:"gauge,omitempty"`
		Sum       *jsonPoints `json:"sum,omitempty"`
		Histogram *jsonPoints `json:"histogram,omitempty"`
	}
	jsonPoints struct {
		DataPoints  []*jsonPoint `json:"dataPoints"`
		Temporality int          `json:"aggregationTemporality,omitempty"`
		Monotonic   bool         `json:"isMonotonic,omitempty"`
	}
	jsonPoint struct {
		Attributes []jsonAttribute `json:"attributes,omitempty"`
		Start      string          `json:"startTimeUnixNano,omitempty"`
		Time       string          `json:"timeUnixNano"`
		Value      *float64        `json:"asDouble,omitempty"`
		Count      string          `json:"count,omitempty"`
		Total      *float64        `json:"sum,omitempty"`
		Buckets    []string        `json:"bucketCounts,omitempty"`
		Bounds     []float64       `json:"explicitBounds,omitempty"`

		upTo []bucket
	}
	// A bucket has the count of the values up to a bound.
	bucket struct{ bound, count float64 }
)

// cumulative is the temporality of values that count from the start of the program.
const cumulative = 2

// A report groups the samples of a text into metrics.
type report struct {
	start, now string
	metrics    []*jsonMetric
	named      map[string]*jsonMetric
	histograms map[string]*jsonPoint // by name and labels
}

// encode returns the JSON of metrics in the text format of Prometheus at a time. Lines that it cannot
// read, and values that are not finite, are left out.
func (p *Pusher) encode(text string, now time.Time) *jsonMetrics {
	r := &report{
		start: strconv.FormatInt(p.began.UnixNano(), 10), now: strconv.FormatInt(now.UnixNano(), 10),
		named: map[string]*jsonMetric{}, histograms: map[string]*jsonPoint{},
	}
	for line := range strings.Lines(text) {
		if s, ok := readSample(strings.TrimSpace(line)); ok {
			r.add(s)
		}
	}
	for _, x := range r.histograms {
		x.close()
	}
	scope := jsonMetricScope{jsonScopeName{"loophole", p.version}, r.metrics}
	return &jsonMetrics{[]jsonMetricResource{{jsonAttributes{p.resource}, []jsonMetricScope{scope}}}}
}

// add adds a sample to its metric.
func (r *report) add(s sample) {
	for _, part := range []string{"_bucket", "_sum", "_count"} {
		name, ok := strings.CutSuffix(s.name, part)
		if _, known := r.named[name]; ok && (part == "_bucket" && s.bound != "" || known && r.named[name].Histogram != nil) {
			r.addPart(name, part, s)
			return
		}
	}
	point := &jsonPoint{Attributes: s.labels, Time: r.now, Value: &s.value}
	if s.bound != "" {
		return // A bucket of no histogram.
	}
	m := r.metric(s.name)
	switch {
	case !strings.HasSuffix(s.name, "_total"):
		if m.Gauge == nil {
			m.Gauge = &jsonPoints{}
		}
		m.Gauge.DataPoints = append(m.Gauge.DataPoints, point)
	default:
		if m.Sum == nil {
			m.Sum = &jsonPoints{Temporality: cumulative, Monotonic: true}
		}
		point.Start = r.start
		m.Sum.DataPoints = append(m.Sum.DataPoints, point)
	}
}

// metric returns a metric by its name.
func (r *report) metric(name string) *jsonMetric {
	m := r.named[name]
	if m == nil {
		m = &jsonMetric{Name: name}
		r.named[name] = m
		r.metrics = append(r.metrics, m)
	}
	return m
}

// addPart adds a sample to a histogram.
func (r *report) addPart(name, part string, s sample) {
	m := r.metric(name)
	if m.Histogram == nil {
		m.Histogram = &jsonPoints{Temporality: cumulative}
	}
	key := name + s.labelText()
	x := r.histograms[key]
	if x == nil {
		x = &jsonPoint{Attributes: s.labels, Start: r.start, Time: r.now}
		r.histograms[key] = x
		m.Histogram.DataPoints = append(m.Histogram.DataPoints, x)
	}
	switch part {
	case "_sum":
		x.Total = &s.value
	case "_bucket":
		if bound, err := strconv.ParseFloat(s.bound, 64); err == nil && !math.IsNaN(bound) {
			x.upTo = append(x.upTo, bucket{bound, s.value})
		}
	}
}

// close computes the buckets of a histogram, each with the values above the bound before.
func (x *jsonPoint) close() {
	slices.SortFunc(x.upTo, func(a, b bucket) int { return cmp.Compare(a.bound, b.bound) })
	before := 0.0
	for i, b := range x.upTo {
		x.Buckets = append(x.Buckets, strconv.FormatFloat(max(0, b.count-before), 'f', 0, 64))
		if before = max(before, b.count); !math.IsInf(b.bound, 0) {
			x.Bounds = append(x.Bounds, b.bound)
		} else if i < len(x.upTo)-1 { // -Inf is no bound.
			x.Buckets = x.Buckets[:len(x.Buckets)-1]
		}
	}
	if len(x.Buckets) == len(x.Bounds) {
		x.Buckets = append(x.Buckets, "0")
	}
	x.Count = strconv.FormatFloat(before, 'f', 0, 64)
}

// A sample is a line of the text format.
type sample struct {
	name   string
	labels []jsonAttribute // without le
	bound  string          // the label le
	value  float64
}

func (s *sample) labelText() string {
	var b strings.Builder
	for _, l := range s.labels {
		fmt.Fprintf(&b, "|%s=%q", l.Key, *l.Value.String)
	}
	return b.String()
}

// readSample reads a line such as name{label="text",le="0.1"} 5.
func readSample(line string) (s sample, ok bool) {
	i := strings.IndexAny(line, "{ ")
	if i <= 0 || line[0] == '#' {
		return s, false
	}
	s.name = line[:i]
	rest := line[i:]
	if rest[0] == '{' {
		rest = rest[1:]
		for !strings.HasPrefix(rest, "}") {
			key, after, found := strings.Cut(rest, "=")
			text, err := strconv.QuotedPrefix(after)
			if !found || err != nil {
				return s, false
			}
			rest = strings.TrimPrefix(after[len(text):], ",")
			value, err := strconv.Unquote(text)
			if err != nil {
				return s, false
			}
			if key == "le" {
				s.bound = value
			} else {
				s.labels = append(s.labels, jsonAttribute{key, jsonValue{String: &value}})
			}
		}
		rest = rest[1:]
	}
	var err error
	s.value, err = strconv.ParseFloat(strings.TrimSpace(rest), 64)
	return s, err == nil && !math.IsNaN(s.value) && !math.IsInf(s.value, 0)
}
