package rule

import "strings"

// Called returns the name of a side in a sentence: the Goblins, the German side, the attacker.
func (s Side) Called() string {
	if role := strings.ToLower(string(s)) == string(s); role || s.IsPlural() {
		return "the " + string(s)
	}
	return "the " + string(s) + " side"
}

// IsPlural reports whether the name of a side is a plural, such as Goblins.
func (s Side) IsPlural() bool {
	name := string(s)
	if !strings.HasSuffix(name, "s") {
		return false
	}
	for _, one := range []string{"os", "us", "is", "ss"} {
		if strings.HasSuffix(name, one) {
			return false
		}
	}
	return true
}

// WithVerb returns the name of the side in a sentence with a verb: the Goblins win, the German side
// wins.
func (s Side) WithVerb(verb string) string {
	if s.IsPlural() {
		return s.Called() + " " + verb
	}
	if strings.HasSuffix(verb, "o") {
		verb += "e" // undoes
	}
	return s.Called() + " " + verb + "s"
}
