package game

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file matches patterns without package regexp, which would be a thirtieth of the program for
// browsers.

// firstNumber returns the first run of digits of a text, or "".
func firstNumber(text string) string {
	from := strings.IndexFunc(text, isDigit)
	if from < 0 {
		return ""
	}
	to := strings.IndexFunc(text[from:], func(r rune) bool { return !isDigit(r) })
	if to < 0 {
		return text[from:]
	}
	return text[from : from+to]
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// nextWord returns where the next word or name of a text begins and ends. A word begins with a letter,
// a number or "_", and continues with these or with "/", "(", ")" and "-". Without a word, from is
// negative.
func nextWord(text string) (from, to int) {
	begins := func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) }
	if from = strings.IndexFunc(text, begins); from < 0 {
		return from, from
	}
	n := strings.IndexFunc(text[from:], func(r rune) bool { return !begins(r) && !strings.ContainsRune("/()-", r) })
	if n < 0 {
		return from, len(text)
	}
	return from, from + n
}

// leadingWord returns the word of a list with which a text begins after a space, including the space. It
// returns "" if the text begins with none of them.
func leadingWord(text string, words []string) string {
	rest, found := strings.CutPrefix(text, " ")
	if !found {
		return ""
	}
	for _, w := range words {
		if after, found := strings.CutPrefix(rest, w); found && wordEnds(after) {
			return text[:1+len(w)]
		}
	}
	return ""
}

// wordEnds reports whether a word ends before a text.
func wordEnds(after string) bool {
	r, _ := utf8.DecodeRuneInString(after)
	return after == "" || r != '_' && !isDigit(r) && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
}

// singular turns the plural at the beginning of a text, after a space, into the singular: " models"
// becomes " model".
func singular(text string) string {
	rest, found := strings.CutPrefix(text, " ")
	if !found {
		return text
	}
	word := strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyz")
	n := len(rest) - len(word)
	if n < 2 || rest[n-1] != 's' || !wordEnds(word) {
		return text
	}
	return " " + rest[:n-1] + word
}
