package tabletop

import (
	"net/http"
	"testing"
	"time"
)

// TestReady: a full server and a server with a read-only store are not ready. Frequent requests do
// not write often.
func TestReady(t *testing.T) {
	s := served(t, Options{MaxMatches: 1})
	c := &client{t: t, s: s}
	c.want(http.StatusOK, nil, "GET", "/readyz", nil)
	first := s.web.readiness.tried
	c.want(http.StatusOK, nil, "GET", "/readyz", nil)
	if s.web.readiness.tried != first && s.web.readiness.tried.Sub(first) < readyFor {
		t.Error("every question writes")
	}
	began(t, s, block)
	s.web.readiness.tried = time.Time{}
	var full Problem
	if h := c.want(http.StatusServiceUnavailable, &full, "GET", "/readyz", nil); full.Kind != "urn:loophole:full" || h.Get("Retry-After") == "" {
		t.Error(full, h)
	}
	s.store.Close()
	s.web.readiness.tried = time.Time{}
	if c.want(http.StatusServiceUnavailable, &full, "GET", "/readyz", nil); full.Kind != "urn:loophole:not-ready" {
		t.Error(full)
	}
}
