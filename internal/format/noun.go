package format

import (
	"strconv"
	"strings"
)

// irregular are the plurals that no ending tells.
var irregular = map[string]string{"men": "man", "dice": "die", "feet": "foot"}

// whole are the words whose ending is that of a plural, and is none.
var whole = map[string]bool{"plus": true, "class": true, "series": true}

// Noun makes a plural agree with a count: one room, and 2 rooms. Of several words
// the last agrees, or the one before "of": a tenth of an inch. What is no plural, as
// Unit Strength, stays.
func Noun(n int64, plural string) string {
	if n != 1 {
		return plural
	}
	head, rest := plural, ""
	if i := strings.Index(plural, " of "); i >= 0 {
		head, rest = plural[:i], plural[i:]
	}
	first, last := "", head
	if i := strings.LastIndexByte(head, ' '); i >= 0 {
		first, last = head[:i+1], head[i+1:]
	}
	return first + singular(last) + rest
}

func singular(word string) string {
	if one, ok := irregular[word]; ok {
		return one
	}
	for _, ending := range []string{"ches", "shes", "sses", "xes"} {
		if strings.HasSuffix(word, ending) {
			return strings.TrimSuffix(word, "es")
		}
	}
	switch {
	case whole[word] || strings.HasSuffix(word, "ss"):
		return word
	case strings.HasSuffix(word, "ies"):
		return strings.TrimSuffix(word, "ies") + "y"
	}
	return strings.TrimSuffix(word, "s")
}

// Counted writes a count with what is counted, of which the plural is given: 1 room,
// 2 rooms.
func Counted[N int | int64](n N, plural string) string {
	return strconv.FormatInt(int64(n), 10) + " " + Noun(int64(n), plural)
}
