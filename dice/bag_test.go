package dice_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/rule"
)

// draws is a procedure with all kinds of draws.
func draws(u *rule.Umpire) int {
	sum := 0
	for _, r := range []rule.Roll{orders, cards, symbol, sets} {
		sum = 100*sum + u.Draw(r.Pool.N(), r.Pool.Bag(), r.Cite, r.Why).Sum()
	}
	return sum
}

// TestDrawsAreRecorded: draws are recorded and replayed, and forged draws are detected.
func TestDrawsAreRecorded(t *testing.T) {
	const want = 5_05_03_11 // 1+2+2, 3+2, 2+1, 7+3+1
	for name, src := range map[string]rule.Source{
		"tray":      dice.MustTray("allies axis allies | 3 2 | hit miss | 7 3 1"),
		"flat tray": dice.MustTray("allies axis allies 2 3 hit miss 7 3 1"),
		"typed":     &dice.Terminal{In: strings.NewReader("2xallies\naxis\n3 2\nmiss hit\n1 7 3\n"), Out: &strings.Builder{}},
	} {
		rec := &rule.Record{}
		got, err := rule.Play(draws, src, rec)
		if err != nil || got != want {
			t.Fatalf("%s: %d, %v", name, got, err)
		}
		if again, err := rule.Play(draws, dice.NewScript(rec.Entries), &rule.Record{}); err != nil || again != want {
			t.Errorf("%s: the record says %d, %v", name, again, err)
		}
		forged := slices.Clone(rec.Entries)
		forged[0].Faces = []uint8{1, 1, 1}
		forged[0].Value = forged[0].Pool.Evaluate(forged[0].Faces)
		var bad *dice.MismatchError
		if _, err := rule.Play(draws, dice.NewScript(forged), nil); !errors.As(err, &bad) || bad.What != "face" {
			t.Errorf("%s: three axis dice out of two are taken: %v", name, err)
		}
		forged[0].Faces, forged[0].From = nil, dice.FromTotal
		if _, err := rule.Play(draws, dice.NewScript(forged), nil); !errors.As(err, &bad) || bad.What != "value" {
			t.Errorf("%s: they are taken as a total: %v", name, err)
		}
	}
	rec := &rule.Record{}
	rolled, err := rule.Play(draws, dice.NewRandom(5), rec)
	if err != nil {
		t.Fatal(err)
	}
	script := dice.NewScript(rec.Entries)
	script.Dice = dice.NewRandom(5)
	if again, err := rule.Play(draws, script, nil); err != nil || again != rolled {
		t.Errorf("the program's draws are %d, and again %d: %v", rolled, again, err)
	}
	if text := rec.Entries[0].String(); !strings.Contains(text, "3D2 draw axis:2/allies:4 → ") || !strings.Contains(text, "allies") {
		t.Error(text)
	}
}

func TestTrayHoldsWhatABagHolds(t *testing.T) {
	for text, want := range map[string]string{
		"axis axis axis |": "the bag holds only 2 of axis",
		"axis axis axis":   "the bag holds only 2 of axis",
		"axis blue axis |": `"blue" is not the name of a piece`,
		"axis 3 axis":      `"3" is not the name of a piece`,
		"axis |":           "1 face given",
	} {
		if _, _, err := dice.MustTray(text).Roll(orders); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
