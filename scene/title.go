package scene

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// storeys are the words of floors within paths such as farm/house/ground.
var storeys = map[string]string{
	"ground": "the ground floor", "first": "the first floor", "second": "the second floor", "third": "the third floor",
	"cellar": "the cellar", "roof": "the roof", "upper": "the upper floor", "top": "the top floor", "loft": "the loft",
}

var quarters = map[string]bool{"north": true, "east": true, "south": true, "west": true}

// Called is what a sentence calls a thing of the plan by its name: "rifle-squad" is
// the rifle squad, "squad-b" Squad B, "mill/door" the door of the mill, "mill/first" its
// first floor, "hall+loft" the hall and the loft, and "D4", which has no words, stays as it is.
func Called(name string) string {
	return CalledBy(name, func(string) (string, bool) { return "", false })
}

// CalledBy is [Called] for a rulebook that knows what some things are called.
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

// words are those of a name without a path.
func words(name string) string {
	if name == "" || cell(name) || number(name) {
		return name
	}
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' })
	if len(words) == 0 {
		return name
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
		return capital(strings.Join(words, " ")) // It is a name of its own: Squad B, House 2.
	}
	return "the " + strings.Join(words, " ")
}

// Label is a name by itself, as on a counter: what a sentence calls it, without the
// article and with a capital, unless it is written otherwise ("sIG 33b").
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

// cell reports whether a name is a place of a grid: D4.
func cell(s string) bool {
	return len(s) > 1 && unicode.IsUpper(rune(s[0])) && number(s[1:])
}
