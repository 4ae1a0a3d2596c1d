package usertext_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"loophole/internal/usertext"
)

func TestTruncate(t *testing.T) {
	for s, want := range map[string]string{
		"":                            "",
		strings.Repeat("x", 60):       strings.Repeat("x", 60),
		strings.Repeat("x", 61):       strings.Repeat("x", 60) + "…",
		"x" + strings.Repeat("ü", 40): "x" + strings.Repeat("ü", 29) + "…", // no half of a character
	} {
		if got := usertext.Truncate(s); got != want || !utf8.ValidString(got) {
			t.Errorf("%q is shortened to %q, not %q", s, got, want)
		}
	}
}
