package record_test

import (
	"bytes"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/record"
	"loophole/rule"
)

// orders draws dice from a cup, and rolls dice that are read as sets.
var orders = rule.Spec[struct{}, [2]int]{Name: "orders", Play: func(u *rule.Umpire, _ *struct{}) [2]int {
	cup := rule.BagOf(3, 2).Named("axis", "allies")
	first := u.Draw(1, cup, "cup.first", "the first die")
	rest := u.Draw(2, cup.Without(first.Face(), 1), "cup.rest", "two more")
	return [2]int{first.Of(1) + rest.Of(1), u.Draw(3, rule.AnyDie(7), "cup.sets", "sets").Largest()}
}}

var cup = rule.MustRuleset(rule.Ruleset{ID: "cup", Title: "Cup", Procedures: []*rule.Procedure{orders.Procedure()}}, `
## Cup
cup.first | rule | p.1 | a die is drawn
cup.rest  | rule | p.1 | and two more
cup.sets  | rule | p.1 | three dice are read as sets
`)

func drawn(t *testing.T, src rule.Source, d record.DiceOrigin) string {
	t.Helper()
	h, err := cup.House(nil)
	must(t, err)
	q, err := cup.Procedures[0].NewQuestion(h, nil)
	must(t, err)
	var b bytes.Buffer
	w, err := record.NewWriter(&b, record.NewHeader(q, "0.1.0", d))
	must(t, err)
	_, err = q.Play(src, &rule.Record{OnEntry: w.Entry})
	must(t, err)
	must(t, w.Err())
	return b.String()
}

// TestDrawsAreVerified: typed draws and draws by the program are written and verified to the byte,
// and changes are detected even with recalculated checksums.
func TestDrawsAreVerified(t *testing.T) {
	verify := func(text string) error {
		f, err := record.Read(strings.NewReader(text))
		if err == nil {
			_, err = record.Verify(f, func(string) (*rule.Ruleset, error) { return cup, nil })
		}
		return err
	}
	typed := drawn(t, dice.MustTray("allies | axis allies | 7 7 2"), record.TypedDice())
	rolled := drawn(t, dice.NewRandom(7), record.ProgramDice(7))
	for _, text := range []string{typed, rolled} {
		if err := verify(text); err != nil {
			t.Errorf("%v in\n%s", err, text)
		}
	}
	for _, want := range []string{
		`"roll":"D2 draw axis:3/allies:2","faces":[2]`, `"roll":"2D2 draw axis:3/allies:1","faces":[1,2]`, `"roll":"3D7 faces","faces":[7,7,2]`,
	} {
		if !strings.Contains(typed, want) {
			t.Errorf("%s is missing in\n%s", want, typed)
		}
	}
	for _, c := range []struct{ old, new, want string }{
		{`"faces":[1,2]`, `"faces":[2,2]`, "the bag holds only 1 of allies"},
		{`"faces":[1,2]`, `"faces":[1,1]`, "changed value"},
		{`"faces":[7,7,2]`, `"faces":[7,8,2]`, "8 on die 2"},
		{`axis:3/allies:1`, `axis:3/allies:2`, "changed"},
		{`3D7 faces`, `3D8 faces`, "changed"},
		{`3D7 faces`, `3D7 draw 1/1`, `found "3D7 draw 1/1"`},
	} {
		forged := again(strings.Replace(typed, c.old, c.new, 1))
		if err := verify(forged); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s for %s: %v, want %s", c.new, c.old, err, c.want)
		}
	}
}
