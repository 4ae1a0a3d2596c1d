package usertext_test

import (
	"testing"

	"loophole/internal/usertext"
)

func TestShown(t *testing.T) {
	for in, want := range map[string]string{
		"plain, é 🙂\nand more": "plain, é 🙂\nand more",
		"\x1b[31mred":          `\x1b[31mred`,
		"a\u009b2Jb\x7f":       `a\x9b2Jb\x7f`,
		"\u202eevil\u2066":     `\u202eevil\u2066`,
		"\xff\ufffd\r\t":       "\\xff\ufffd\\x0d\t",
	} {
		if got := usertext.Shown(in); got != want {
			t.Errorf("%q: %q; want %q", in, got, want)
		}
	}
}
