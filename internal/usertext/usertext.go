// Package usertext prepares texts that come from outside to be shown: in a terminal, in a
// log, in an error that quotes them.
package usertext

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Printable reports whether a character may be shown as it is. Characters that a terminal or a
// browser treats as commands may not: control characters, and those that reverse the direction of
// text, which hide what is written.
func Printable(r rune) bool {
	switch {
	case r < ' ', 0x7f <= r && r < 0xa0, r == '\ufeff', r == '\u2028', r == '\u2029':
		return false
	case r == '\u061c', r == '\u200e', r == '\u200f', '\u202a' <= r && r <= '\u202e', '\u2066' <= r && r <= '\u2069':
		return false
	}
	return true
}

// Unprintable finds the first character of a text that is not printable. It reports a byte that is
// no character as U+FFFD.
func Unprintable(s string) (r rune, found bool) {
	for i, r := range s {
		if !Printable(r) || r == utf8.RuneError && !strings.HasPrefix(s[i:], "\ufffd") {
			return r, true
		}
	}
	return 0, false
}

// escaped reports whether a character may be one that [Shown] writes as an escape.
func escaped(r rune) bool {
	return r == utf8.RuneError || r != '\n' && r != '\t' && !Printable(r)
}

// Shown returns a text from outside in a form that is safe for a terminal or a log. It writes
// unprintable characters as escapes, except line breaks and tabs.
func Shown(s string) string {
	if !strings.ContainsFunc(s, escaped) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\ufffd"):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '\n' || r == '\t' || Printable(r):
			b.WriteRune(r)
		case r <= 0xff:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// Truncate shortens a user's text for an error message, to about sixty bytes of whole characters.
func Truncate(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// GivenTwice returns the text of the error for a name with two different values.
func GivenTwice(name, first, second string) string {
	return fmt.Sprintf("%s is given twice, as %s and as %s", name, Truncate(first), Truncate(second))
}

// WithoutPackage returns the text of an error without the names of packages that it begins with,
// which mean nothing to a player.
func WithoutPackage(text string, packages []string) string {
	for {
		name, rest, found := strings.Cut(text, ": ")
		if !found || !slices.Contains(packages, name) {
			return text
		}
		text = rest
	}
}
