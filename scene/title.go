package scene

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// storeys holds the words for floors in paths such as farm/house/ground.
var storeys = map[string]string{
	"ground": "the ground floor", "first": "the first floor", "second": "the second floor", "third": "the third floor",
	"cellar": "the cellar", "roof": "the roof", "upper": "the upper floor", "top": "the top floor", "loft": "the loft",
}

var quarters = map[string]bool{"north": true, "east": true, "south": true, "west": true}

// Called returns the phrase for a name of the plan within a sentence: "the rifle squad" for
// rifle-squad, "Squad B" for squad-b, "the door of the mill" for mill/door, "the first floor of
// the mill" for mill/first, "the hall and the loft" for hall+loft. It returns D4 unchanged.
func Called(name string) string {
	return CalledBy(name, func(string) (string, bool) { return "", false })
}

// CalledBy is [Called] for a rulebook that has phrases of its own for some names.
func CalledBy(name string, known func(name string) (called string, ok bool)) string {
	if s, ok := known(name); ok {
		return s
	}
	if whole, half := strings.CutSuffix(name, "-half"); half {
		return "half of " + CalledBy(whole, known)
	}
	if all, last, ok := lastOf(name, "+"); ok {
		return CalledBy(all, known) + " and " + CalledBy(last, known)
	}
	path, last, ok := lastOf(name, "/")
	if !ok {
		return words(name)
	}
	if _, of, _ := lastOf(path, "/"); last == of || strings.HasPrefix(last, of+"-") {
		return words(last) // "vault/vault-door" is the vault door
	}
	switch s := storeys[strings.ToLower(last)]; {
	case s != "":
		last = s
	case number(last):
		last = "floor " + last
	case quarters[last]:
		last = "the " + last + " side"
	default:
		last = words(last)
	}
	return last + " of " + CalledBy(path, known)
}

// abbreviations are words that everybody writes in capitals.
var abbreviations = map[string]bool{"mg": true, "lmg": true, "mmg": true, "hmg": true, "smg": true, "hq": true, "nco": true, "apc": true, "afv": true}

// words returns the phrase for a name without a path.
func words(name string) string {
	if name == "" || cell(name) || number(name) {
		return name
	}
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' })
	if len(words) == 0 {
		return name
	}
	for i, w := range words {
		if abbreviations[w] {
			words[i] = strings.ToUpper(w)
		}
	}
	last := words[len(words)-1]
	numbered := len(words) > 1 && (number(last) || len(last) == 1)
	if first := words[0]; len(words) > 1 && (first == "behind" || first == "beside") {
		if numbered && len(words) > 2 {
			return "spot " + last + " " + first + " the " + strings.Join(words[1:len(words)-1], " ")
		}
		return first + " the " + strings.Join(words[1:], " ")
	}
	if numbered {
		words[len(words)-1] = strings.ToUpper(last)
		return capital(strings.Join(words, " ")) // a proper name: Squad B, House 2
	}
	return "the " + strings.Join(words, " ")
}

// Label returns a phrase as on a counter: without the article and with a capital, unless its
// first word has capitals of its own ("sIG 33b").
func Label(called string) string {
	return capital(strings.TrimPrefix(called, "the "))
}

func capital(s string) string {
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

// cell reports whether a name is a cell of a grid: D4.
func cell(s string) bool {
	return len(s) > 1 && unicode.IsUpper(rune(s[0])) && number(s[1:])
}
