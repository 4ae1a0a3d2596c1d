package status

import (
	"net/http"
	"testing"
)

// TestTexts: the names are those of package net/http.
func TestTexts(t *testing.T) {
	for n, text := range texts {
		if text != http.StatusText(n) {
			t.Errorf("%d is %q; net/http has %q", n, text, http.StatusText(n))
		}
	}
}
