package rule

import (
	"strconv"
	"strings"
)

// Counted formats whole numbers into a text, with a %d for each. Words in braces agree with the
// last number: {team} is team or teams, and {is|are} is or are. A word without a plural of its own gets s,
// or es after s, x, ch and sh: {inch} is inch or inches. Write any other plural out: {man|men}.
//
//	Counted("%d {character} {is|are} left", 1) // "1 character is left"
func Counted(format string, numbers ...int) string {
	var b strings.Builder
	last := 0
	for {
		i := strings.IndexAny(format, "%{")
		if i < 0 {
			return b.String() + format
		}
		b.WriteString(format[:i])
		if rest, ok := strings.CutPrefix(format[i:], "%d"); ok && len(numbers) > 0 {
			last, numbers, format = numbers[0], numbers[1:], rest
			b.WriteString(strconv.Itoa(last))
			continue
		}
		word, rest, ok := strings.Cut(format[i+1:], "}")
		if format[i] != '{' || !ok {
			return b.String() + format[i:]
		}
		b.WriteString(numbered(word, last))
		format = rest
	}
}

// numbered returns a word, "team" or "is|are", in the form for n.
func numbered(word string, n int) string {
	one, many, irregular := strings.Cut(word, "|")
	switch {
	case n == 1:
		return one
	case irregular:
		return many
	}
	for _, end := range []string{"s", "x", "ch", "sh"} {
		if strings.HasSuffix(one, end) {
			return one + "es"
		}
	}
	return one + "s"
}
