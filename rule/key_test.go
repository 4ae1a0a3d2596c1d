package rule_test

import (
	"testing"

	"loophole/rule"
)

// TestKeyRead: all accepted forms of a value are read as its canonical form.
func TestKeyRead(t *testing.T) {
	for _, c := range []struct {
		key           rule.Key
		written, want string
		ok            bool
	}{
		{rule.Key{Kind: "integer"}, "007", "7", true},
		{rule.Key{Kind: "integer"}, "-2", "-2", true},
		{rule.Key{Kind: "integer"}, "two", "", false},
		{rule.Key{Kind: "yes/no"}, "ON", "yes", true},
		{rule.Key{Kind: "yes/no"}, "0", "no", true},
		{rule.Key{Kind: "yes/no"}, "perhaps", "", false},
		{rule.Key{Kind: "name", Values: []string{"none", "flail"}}, "Flail", "flail", true},
		{rule.Key{Kind: "name", Values: []string{"none", "flail"}}, "sword", "", false},
	} {
		if got, ok := c.key.ParseValue(c.written); ok != c.ok || ok && got != c.want {
			t.Errorf("%s %q is read as %q, %v", c.key.Kind, c.written, got, ok)
		}
	}
}
