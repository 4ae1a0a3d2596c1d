package format

import (
	"strconv"
	"strings"
)

// irregular maps irregular plurals to their singulars.
var irregular = map[string]string{"men": "man", "dice": "die", "feet": "foot"}

// unchanged are singulars that end like plurals.
var unchanged = map[string]bool{"plus": true, "class": true, "series": true}

// Noun returns the singular of a plural noun for a count of 1, and the plural for other counts. In a
// phrase the last word changes, or the word before "of": tenths of an inch. A word that is no plural
// is unchanged.
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

// singular returns the singular of a word.
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
	case unchanged[word] || strings.HasSuffix(word, "ss"):
		return word
	case strings.HasSuffix(word, "ies"):
		return strings.TrimSuffix(word, "ies") + "y"
	}
	return strings.TrimSuffix(word, "s")
}

// Counted returns a count with its noun, which is given in the plural: 1 room, 2 rooms.
func Counted[N int | int64](n N, plural string) string {
	return strconv.FormatInt(int64(n), 10) + " " + Noun(int64(n), plural)
}
