package endpoint

import "testing"

// TestNamesStandOnce: a name that occurs twice at any place of a body is rejected, unless both
// values are equal.
func TestNamesStandOnce(t *testing.T) {
	for text, sound := range map[string]bool{
		`{"a":1,"b":{"a":2},"c":[{"a":1},{"a":2}]}`: true,
		`{"a":1,"a":1}`:                 true,
		`{"a":{"b":[1]},"a":{"b":[1]}}`: true,
		`{"a":1,"a":2}`:                 false,
		`{"a":[{"b":1,"b":"1"}]}`:       false,
		`{"a":1,"\u0061":2}`:            false,
		`{"a":{"b":1},"a":{"b":2}}`:     false,
		`[]`:                            true,
		`"a"`:                           true,
	} {
		var into any
		if err := unmarshal([]byte(text), &into); (err == nil) != sound {
			t.Errorf("%s: %v", text, err)
		}
	}
}
