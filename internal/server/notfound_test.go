package server

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"loophole/internal/store/sqlite"
)

// TestNotFoundPage: a browser at an address without a page gets a page with a link back. Other clients,
// and all clients of the API, get a problem.
func TestNotFoundPage(t *testing.T) {
	st, err := sqlite.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := New(st, Options{})
	defer st.Close()
	defer s.Close()
	for _, x := range []struct{ path, accept, kind, says string }{
		{"/nowhere", "text/html,application/xhtml+xml", "text/html; charset=utf-8", `<a href="/">lobby</a>`},
		{"/nowhere", "application/json", "application/problem+json", "urn:loophole:no-route"},
		{"/api/v1/nowhere", "text/html", "application/problem+json", "urn:loophole:no-route"},
	} {
		w, r := httptest.NewRecorder(), httptest.NewRequest("GET", x.path, nil)
		r.Header.Set("Accept", x.accept)
		s.ServeHTTP(w, r)
		if w.Code != http.StatusNotFound || w.Header().Get("Content-Type") != x.kind || !strings.Contains(w.Body.String(), x.says) {
			t.Errorf("%s for %s: %d %s\n%s", x.path, x.accept, w.Code, w.Header().Get("Content-Type"), w.Body)
		}
	}
}

// TestFolderPlaces: the links of a match in a folder without a server lead to the same match here.
func TestFolderPlaces(t *testing.T) {
	s := served(t, Options{})
	for from, to := range map[string]string{
		"/table.html?match=2Rk9yQ0hXvLm":        "/m/2Rk9yQ0hXvLm",
		"/table.html?step=3&match=2Rk9yQ0hXvLm": "/m/2Rk9yQ0hXvLm?step=3",
		"/table.html?match=a%2F..%2Fb":          "/m/a%2F..%2Fb",
		"/table.html?match=%2F%2Felsewhere.org": "/m/%2F%2Felsewhere.org",
		"/table.html":                           "/",
		"/analysis.html?match=2Rk9yQ0hXvLm":     "/m/2Rk9yQ0hXvLm/analysis",
		"/analysis.html":                        "/analysis",
		"/puzzles.html?puzzle=tideofiron-1":     "/puzzles/tideofiron-1",
		"/odds.html?ruleset=tideofiron":         "/odds?ruleset=tideofiron",
		"/index.html":                           "/",
	} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("GET", "http://localhost"+from, nil))
		if got := w.Header().Get("Location"); w.Code != http.StatusFound || got != to {
			t.Errorf("%s leads to %d %q, not to %q", from, w.Code, got, to)
		}
	}
}
