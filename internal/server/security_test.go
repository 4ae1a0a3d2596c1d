package server

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestStatusOnce: an error that ends an answer midway is logged, and not sent after it.
func TestStatusOnce(t *testing.T) {
	sent := httptest.NewRecorder()
	a := &responseWriter{ResponseWriter: sent, status: http.StatusOK}
	a.WriteHeader(http.StatusCreated)
	a.Write([]byte("half of"))
	a.WriteHeader(499)
	if sent.Code != http.StatusCreated || a.status != 499 || a.bytes != len("half of") {
		t.Errorf("sent %d, noted %d after %d bytes", sent.Code, a.status, a.bytes)
	}
}
