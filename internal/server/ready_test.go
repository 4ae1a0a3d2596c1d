package server

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestReady: a full server and a server with a read-only store are not ready. Frequent requests do
// not write often.
func TestReady(t *testing.T) {
	s := served(t, Options{MaxMatches: 1})
	c := &client{t: t, s: s}
	c.want(http.StatusOK, nil, "GET", "/readyz", nil)
	first := s.web.readiness.checked
	c.want(http.StatusOK, nil, "GET", "/readyz", nil)
	if s.web.readiness.checked != first && s.web.readiness.checked.Sub(first) < readyFor {
		t.Error("every question writes")
	}
	began(t, s, block)
	s.web.readiness.checked = time.Time{}
	var full Problem
	if h := c.want(http.StatusServiceUnavailable, &full, "GET", "/readyz", nil); full.Kind != "urn:loophole:full" || h.Get("Retry-After") == "" {
		t.Error(full, h)
	}
	s.options.MaxMatches, s.keptCount.until, s.web.readiness.checked = 0, time.Time{}, time.Time{} // One match too many.
	if c.want(http.StatusServiceUnavailable, &full, "GET", "/readyz", nil); !strings.Contains(full.Detail, "its limit of 0 matches") {
		t.Error(full.Detail)
	}
	if c.want(http.StatusServiceUnavailable, &full, "POST", "/matches", block); !strings.Contains(full.Detail, "its limit of 0 matches") {
		t.Error(full.Detail)
	}
	s.store.Close()
	s.web.readiness.checked = time.Time{}
	if c.want(http.StatusServiceUnavailable, &full, "GET", "/readyz", nil); full.Kind != "urn:loophole:not-ready" {
		t.Error(full)
	}
}
