package scene

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// storeys are the words of floors within paths such as farm/house/ground.
var storeys = map[string]string{
	"ground": "the ground floor", "first": "the first floor", "second": "the second floor", "third": "the third floor",
	"cellar": "the cellar", "roof": "the roof", "upper": "the upper floor", "top": "the top floor", "loft": "the loft",
}

// Called is what a sentence calls a thing of the plan by its name: "rifle-squad" is
// the rifle squad, "squad-b" squad B, "farm/house/ground" the ground floor of the
// farm house, and "D4", which has no words, stays as it is.
func Called(name string) string {
	if path, floor, ok := lastOf(name, "/"); ok {
		if s := storeys[strings.ToLower(floor)]; s != "" {
			return s + " of " + Called(path)
		}
		if number(floor) {
			return "floor " + floor + " of " + Called(path)
		}
	}
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '/' || r == '_' })
	if len(words) == 0 || cell(name) {
		return name
	}
	words = slices.Compact(words) // "vault/vault-door" is the vault door
	if len(words) > 1 && (words[0] == "behind" || words[0] == "beside") {
		return words[0] + " the " + strings.Join(words[1:], " ")
	}
	last := words[len(words)-1]
	switch numbered := number(last); {
	case len(words) > 1 && (numbered || len(last) == 1):
		words[len(words)-1] = strings.ToUpper(last)
		return strings.Join(words, " ")
	case numbered:
		return name
	}
	return "the " + strings.Join(words, " ")
}

// Label is a name by itself, as on a counter: what a sentence calls it, without the
// article and with a capital, unless it is written otherwise ("sIG 33b").
func Label(called string) string {
	s := strings.TrimPrefix(called, "the ")
	first, n := utf8.DecodeRuneInString(s)
	word, _, _ := strings.Cut(s, " ")
	if n == 0 || strings.ToLower(word) != word {
		return s
	}
	return string(unicode.ToUpper(first)) + s[n:]
}

func lastOf(s, sep string) (before, last string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return "", s, false
	}
	return s[:i], s[i+len(sep):], true
}

func number(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// cell reports whether a name is a place of a grid: D4.
func cell(s string) bool {
	return len(s) > 1 && unicode.IsUpper(rune(s[0])) && number(s[1:])
}
