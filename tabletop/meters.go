package tabletop

import (
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// meters is what can be measured at a server.
type meters struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	begun    *prometheus.CounterVec
	limited  prometheus.Counter
	slow     prometheus.Counter
}

func newMeters(s *Server) *meters {
	m := &meters{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "loophole_requests_total", Help: "Requests by route and status."}, []string{"route", "status"}),
		seconds:  prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "loophole_request_seconds", Help: "How long requests took, by route.", Buckets: []float64{.001, .003, .01, .03, .1, .3, 1, 3, 10}}, []string{"route"}),
		begun:    prometheus.NewCounterVec(prometheus.CounterOpts{Name: "loophole_matches_begun_total", Help: "Matches that were begun, by rulebook."}, []string{"ruleset"}),
		limited:  prometheus.NewCounter(prometheus.CounterOpts{Name: "loophole_requests_limited_total", Help: "Requests that were refused because there were too many."}),
		slow:     prometheus.NewCounter(prometheus.CounterOpts{Name: "loophole_policies_overruled_total", Help: "Decisions of policies that took too long and were taken at random."}),
	}
	m.registry.MustRegister(m.requests, m.seconds, m.begun, m.limited, m.slow,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "loophole_tables_laid", Help: "Matches that are in memory."}, func() float64 { return float64(s.hall.laid()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "loophole_answer_bytes_waiting", Help: "Bytes of large answers that wait to be written."}, func() float64 { return float64(s.shares.waiting()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "loophole_streams_open", Help: "Listeners to events."}, func() float64 { return float64(s.streams.now()) }),
	)
	return m
}

func (m *meters) request(route string, status int, took time.Duration) {
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Inc()
	m.seconds.WithLabelValues(route).Observe(took.Seconds())
}
