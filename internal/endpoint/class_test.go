package endpoint

import (
	"regexp"
	"testing"
)

// TestClass compares patterns with regular expressions.
func TestClass(t *testing.T) {
	for _, pattern := range []string{`^[A-Za-z0-9_-]+$`, `^[0-9a-f]{4}$`, `^[a]{1}$`, `^[x-]+$`} {
		c, r := classOf(pattern), regexp.MustCompile(pattern)
		for _, text := range []string{"", "a", "abcd", "ABCD", "a-_9", "-", "x-x", "abcde", "ab c", "é", "\xff", "a\n", "b"} {
			if c.matches(text) != r.MatchString(text) {
				t.Errorf("%s and %q: %t", pattern, text, c.matches(text))
			}
		}
	}
	for _, bad := range []string{"", "abc", "^[a]*$", "^[a]+", "^(a)+$", "^[^a]+$", `^[\\d]+$`, "^[a]{0}$", "^[a]{x}$"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%q is a pattern", bad)
				}
			}()
			classOf(bad)
		}()
	}
}
