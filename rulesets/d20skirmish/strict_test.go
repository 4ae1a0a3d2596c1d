package d20skirmish_test

import (
	"errors"
	"testing"

	"loophole/dice"
	"loophole/rule"
	"loophole/rulesets/d20skirmish"
	"loophole/scenario"
)

// Strict house rules reject the effects of a hit by fire until a house file states them: whom it
// suppresses, and what a casualty costs. Five dice against 9 or less hit twice, and one of the two
// hits kills.
func TestStrictFire(t *testing.T) {
	known := []rule.Setting{
		{Path: "facts.activation.actions", Value: "2"}, {Path: "facts.fire.range", Value: "24"}, {Path: "facts.fire.near", Value: "12"},
		{Path: "facts.fire.skill", Value: "8"}, {Path: "facts.fire.heavy-cover", Value: "-4"}, {Path: "facts.fire.light-cover", Value: "-2"},
		{Path: "facts.fire.casualty", Value: "13"}, {Path: "facts.move.inches", Value: "6"},
	}
	given := func(list ...string) []rule.Setting {
		s := known[:len(known):len(known)]
		for i := 0; i < len(list); i += 2 {
			s = append(s, rule.Setting{Path: list[i], Value: list[i+1]})
		}
		return s
	}
	for _, x := range []struct {
		set  []rule.Setting
		want string
	}{
		{given(), "fire.morale"},
		{given("facts.fire.morale", "0"), "fire.suppresses"},
		{given("facts.fire.morale", "-2", "facts.fire.suppresses", "0"), ""},
	} {
		h, err := d20skirmish.Rules.House(x.set)
		if err != nil {
			t.Fatal(err)
		}
		h.Strict = true
		f, err := scenario.Open(d20skirmish.Game, "arnhem", h)
		if err != nil {
			t.Fatal(err)
		}
		a, err := f.ParseAction("fire c-company at pioniere")
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.Play(f.Start, a, dice.MustTray("1 1 20 20 20  13 1 "), nil)
		var m *rule.MissingFactError
		if x.want == "" && errors.As(err, &m) || x.want != "" && (!errors.As(err, &m) || m.Name != "facts."+x.want) {
			t.Errorf("missing is %v, want %q", err, x.want)
		}
	}
}
