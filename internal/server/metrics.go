//go:build !js

package server

import (
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"loophole/internal/store"
)

// serverMetrics are the server's metrics in the text format of Prometheus.
type serverMetrics struct {
	set       *metrics.Set
	rejected  *metrics.Counter // requests rejected because there were too many
	overruled *metrics.Counter // policy decisions that timed out and were taken at random
}

// requestBounds are the bounds of the histogram of request times, in seconds.
var requestBounds = []float64{.001, .003, .01, .03, .1, .3, 1, 3, 10}

func newMetrics(s *Server) *serverMetrics {
	set := metrics.NewSet()
	set.NewGauge("loophole_matches_loaded", func() float64 { return float64(s.registry.loaded()) })          // matches in memory
	set.NewGauge("loophole_answer_bytes_waiting", func() float64 { return float64(s.web.shares.waiting()) }) // large answers that wait for their clients
	set.NewGauge("loophole_streams_open", func() float64 { return float64(s.streams.count()) })              // open event streams
	if s.cluster != nil {
		sharingMetrics(set, s.cluster)
	}
	if of, ok := s.options.Traces.(interface {
		Sent() int
		Dropped() int
	}); ok {
		set.NewGauge("loophole_spans_sent_total", func() float64 { return float64(of.Sent()) })
		set.NewGauge("loophole_spans_dropped_total", func() float64 { return float64(of.Dropped()) })
	}
	return &serverMetrics{
		set:       set,
		rejected:  set.NewCounter("loophole_requests_limited_total"),
		overruled: set.NewCounter("loophole_policies_overruled_total"),
	}
}

// limited counts a rejected request.
func (m *serverMetrics) limited() { m.rejected.Inc() }

// slow counts an overruled decision of a policy.
func (m *serverMetrics) slow() { m.overruled.Inc() }

// request counts a request by route and status, and its time by route.
func (m *serverMetrics) request(route string, status int, took time.Duration) {
	m.set.GetOrCreateCounter(fmt.Sprintf("loophole_requests_total{route=%q,status=\"%d\"}", route, status)).Inc()
	m.set.GetOrCreatePrometheusHistogramExt(fmt.Sprintf("loophole_request_seconds{route=%q}", route), requestBounds).Update(took.Seconds())
}

// sharingMetrics adds the metrics of a server that shares its store.
func sharingMetrics(set *metrics.Set, of store.Shared) {
	alive := func() float64 {
		if of.Alive() {
			return 1
		}
		return 0
	}
	count := func(n func(store.Sharing) int) func() float64 {
		return func() float64 { return float64(n(of.Sharing())) }
	}
	set.NewGauge("loophole_leases_valid", alive)
	set.NewGauge("loophole_servers_other", func() float64 { return float64(len(of.Peers())) })
	set.NewGauge("loophole_leases_claimed_total", count(func(n store.Sharing) int { return n.Claims }))
	set.NewGauge("loophole_leases_taken_over_total", count(func(n store.Sharing) int { return n.Takeovers }))
	set.NewGauge("loophole_servers_given_up_total", count(func(n store.Sharing) int { return n.Deposed }))
	set.NewGauge("loophole_writes_fenced_total", count(func(n store.Sharing) int { return n.Refused }))
	set.NewGauge("loophole_notices_interrupted_total", count(func(n store.Sharing) int { return n.Deaf }))
}

// forwarded counts a request that was forwarded, by what came of it.
func (m *serverMetrics) forwarded(what string) {
	m.set.GetOrCreateCounter(fmt.Sprintf("loophole_requests_forwarded_total{result=%q}", what)).Inc()
}

// begun counts a new match of a ruleset.
func (m *serverMetrics) begun(ruleset string) {
	m.set.GetOrCreateCounter(fmt.Sprintf("loophole_matches_begun_total{ruleset=%q}", ruleset)).Inc()
}

// Metrics serves the metrics for Prometheus.
func (s *Server) Metrics() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		s.WriteMetrics(w)
	})
}

// WriteMetrics writes the metrics in the text format of Prometheus.
func (s *Server) WriteMetrics(w io.Writer) {
	s.web.metrics.set.WritePrometheus(w)
	metrics.WriteProcessMetrics(w)
}
