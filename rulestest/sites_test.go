package rulestest

import (
	"reflect"
	"testing"

	"loophole/rule"
)

// TestCitingMethods: the methods of the umpire that take a clause are those that are read as citations, with the
// clause at its place. Otherwise citations by a renamed or new method would not be checked.
func TestCitingMethods(t *testing.T) {
	u := reflect.TypeFor[*rule.Umpire]()
	for name, c := range citing {
		m, ok := u.MethodByName(name)
		if !ok {
			t.Errorf("the umpire has no method %s", name)
			continue
		}
		at := m.Type.In(c.cite + 1) // after the receiver
		if at != reflect.TypeFor[rule.Clause]() {
			t.Errorf("argument %d of %s is no clause: %v", c.cite, name, at)
		}
	}
	for m := range u.Methods() {
		for i := range m.Type.NumIn() {
			if _, ok := citing[m.Name]; !ok && m.Type.In(i) == reflect.TypeFor[rule.Clause]() {
				t.Errorf("%s takes a clause, and is not read as a citation", m.Name)
			}
		}
	}
}
