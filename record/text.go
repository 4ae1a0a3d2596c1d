package record

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"loophole/internal/usertext"
)

// unprintable finds a character in a line of JSON, literal or as an escape, that must not reach a
// terminal. Tabs are allowed. The JSON decoder replaces invalid UTF-8 by U+FFFD.
func unprintable(line []byte) (r rune, found bool) {
	for i := 0; i < len(line); {
		switch c := line[i]; {
		case c == '\\' && i+1 < len(line):
			r, n := escaped(line[i:])
			if r != '\t' && !usertext.Printable(r) {
				return r, true
			}
			i += n
		case c < utf8.RuneSelf && (c < ' ' && c != '\t' || c == 0x7f):
			return rune(c), true
		case c < utf8.RuneSelf:
			i++
		default:
			r, n := utf8.DecodeRune(line[i:])
			if !usertext.Printable(r) {
				return r, true
			}
			i += n
		}
	}
	return 0, false
}

// escaped decodes a JSON escape and returns its length. For an escape of a visible character, and for
// anything that is not an escape, the result is 'x', which is harmless.
func escaped(text []byte) (r rune, n int) {
	switch text[1] {
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'u':
		if len(text) >= 6 {
			if x, err := strconv.ParseUint(string(text[2:6]), 16, 16); err == nil {
				return rune(x), 6
			}
		}
	}
	return 'x', 2
}

// controlFault returns the fault of a line with a character that a terminal obeys.
func controlFault(line []byte) *Fault {
	if r, found := unprintable(line); found {
		return newFault(BadForm, fmt.Sprintf("the character %U", r), "text without control characters, which a terminal would obey")
	}
	return nil
}
