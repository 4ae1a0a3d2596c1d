package rule

import "strings"

// Called is what a sentence calls a side: the Goblins, the German side, the attacker.
func (s Side) Called() string {
	if role := strings.ToLower(string(s)) == string(s); role || s.Many() {
		return "the " + string(s)
	}
	return "the " + string(s) + " side"
}

// Many reports whether the name of a side is a plural, as that of the Goblins is.
func (s Side) Many() bool {
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

// Clause puts a verb behind what a sentence calls a side: the Goblins win, the German
// side wins.
func (s Side) Clause(verb string) string {
	if s.Many() {
		return s.Called() + " " + verb
	}
	return s.Called() + " " + verb + "s"
}
