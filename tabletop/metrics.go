package tabletop

import (
	"fmt"
	"net/http"
	"time"

	"github.com/VictoriaMetrics/metrics"
)

// serverMetrics is what can be measured at a server, in the text format of Prometheus.
type serverMetrics struct {
	set     *metrics.Set
	limited *metrics.Counter // requests that were refused because there were too many
	slow    *metrics.Counter // decisions of policies that took too long and were taken at random
}

// slower are the bounds between which requests are counted by their time, in seconds.
var slower = []float64{.001, .003, .01, .03, .1, .3, 1, 3, 10}

func newMeters(s *Server) *serverMetrics {
	set := metrics.NewSet()
	set.NewGauge("loophole_tables_laid", func() float64 { return float64(s.hall.laid()) })               // matches that are in memory
	set.NewGauge("loophole_answer_bytes_waiting", func() float64 { return float64(s.shares.waiting()) }) // of large answers that wait to be written
	set.NewGauge("loophole_streams_open", func() float64 { return float64(s.streams.now()) })            // listeners to events
	return &serverMetrics{
		set:     set,
		limited: set.NewCounter("loophole_requests_limited_total"),
		slow:    set.NewCounter("loophole_policies_overruled_total"),
	}
}

// request counts a request by its route and status, and its time by its route.
func (m *serverMetrics) request(route string, status int, took time.Duration) {
	m.set.GetOrCreateCounter(fmt.Sprintf("loophole_requests_total{route=%q,status=\"%d\"}", route, status)).Inc()
	m.set.GetOrCreatePrometheusHistogramExt(fmt.Sprintf("loophole_request_seconds{route=%q}", route), slower).Update(took.Seconds())
}

// begun counts a match of a rulebook that was begun.
func (m *serverMetrics) begun(ruleset string) {
	m.set.GetOrCreateCounter(fmt.Sprintf("loophole_matches_begun_total{ruleset=%q}", ruleset)).Inc()
}

// Metrics answers with what was measured, for Prometheus.
func (s *Server) Metrics() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		s.meters.set.WritePrometheus(w)
		metrics.WriteProcessMetrics(w)
	})
}
