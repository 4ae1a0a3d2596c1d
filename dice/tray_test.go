package dice_test

import (
	"errors"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/rule"
)

// Short names for the questions of the tests.
var (
	attack = rule.Roll{Pool: rule.CountPool(5, rule.D6, rule.AtLeast(4)), Cite: "attack.dice", Why: "attack on the building"}
	save   = rule.Roll{Pool: rule.TestPool(rule.D6, rule.AtLeast(5)), Cite: "save.cover", Why: "saved by cover?"}
	burn   = rule.Roll{Pool: rule.SumPool(2, rule.D3), Cite: "fire.markers", Why: "fire markers"}
	drift  = rule.Roll{Pool: rule.SumPool(1, rule.D10), Cite: "he.drift", Why: "drift in inches"}
	chart  = rule.Roll{Pool: rule.SumPool(1, rule.D100), Cite: "chart.roll", Why: "hits on the chart"}
	door   = rule.Choice{By: "attacker", Cite: "enter.door", Why: "which way in?", Options: []string{"north door", "south door", "window"}}
)

// ask asks a source for rolls and choices, and returns the answers in a short form.
func ask(src rule.Source, questions ...any) (string, error) {
	var out []string
	for _, q := range questions {
		switch q := q.(type) {
		case rule.Roll:
			v, faces, err := src.Roll(q)
			if err != nil {
				return strings.Join(out, "; "), err
			}
			out = append(out, spaced(faces)+" = "+q.Pool.Describe(v))
		case rule.Choice:
			taken, err := src.Choose(q)
			if err != nil {
				return strings.Join(out, "; "), err
			}
			out = append(out, q.Options[taken])
		}
	}
	return strings.Join(out, "; "), nil
}

func TestTray(t *testing.T) {
	for _, c := range []struct {
		tray string
		asks []any
		want string
		left int
	}{
		{"5 6 1 1 4 | 5", []any{attack, save}, "5 6 1 1 4 = 3 successes; 5 = passed", 0},
		{"5 6 1 1 4\n\n  2\n", []any{attack, save}, "5 6 1 1 4 = 3 successes; 2 = failed", 0},
		{"5,6, 1 1,4 | 2 |", []any{attack, save}, "5 6 1 1 4 = 3 successes; 2 = failed", 0},
		{"3x6 2*1 | 1", []any{attack}, "6 6 6 1 1 = 3 successes", 1},
		{"2X6 3×1 |", []any{attack}, "6 6 1 1 1 = 2 successes", 0},
		{"5 6 1 1 4 5", []any{attack, save}, "5 6 1 1 4 = 3 successes; 5 = passed", 0},
		{"6x5", []any{attack, save}, "5 5 5 5 5 = 5 successes; 5 = passed", 0},
		{"5 6 1 1 4 5 5 2", []any{attack, save}, "5 6 1 1 4 = 3 successes; 5 = passed", 2},
		{"d6: 5 3 | D3: 1 2", []any{burn, burn}, "3 2 = 5; 1 2 = 3", 0},
		{"00 | 100 | D100: 7", []any{chart, chart, chart}, "100 = 100; 100 = 100; 7 = 7", 0},
		{"d20: 19 | 0", []any{drift, drift}, "10 = 10; 10 = 10", 0},
		{"south door | 3 | sou | the window | widnow", []any{door, door, door}, "south door; window; south door", 2},
		{"widnow | 5", []any{door, save}, "window; 5 = passed", 0},
		{"2 5", []any{door, save}, "south door; 5 = passed", 0},
		{"win 5", []any{door, save}, "window; 5 = passed", 0},
		{"", nil, "", 0},
	} {
		tray, err := dice.ParseTray(c.tray)
		if err != nil {
			t.Errorf("%q: %v", c.tray, err)
			continue
		}
		got, err := ask(tray, c.asks...)
		if err != nil || got != c.want || tray.Left() != c.left {
			t.Errorf("%q:\n got %s, %d left, %v\nwant %s, %d left", c.tray, got, tray.Left(), err, c.want, c.left)
		}
		if (tray.CheckAllUsed() == nil) != (c.left == 0) {
			t.Errorf("%q: %d left, but spent says %v", c.tray, c.left, tray.CheckAllUsed())
		}
	}
}

func TestTrayFaults(t *testing.T) {
	for _, c := range []struct {
		tray string
		asks []any
		want string
	}{
		{"5 6 1 1 4 | 7", []any{attack, save}, `dice: group 2: "7" is not a face of D6 (1 to 6); wanted 1 face for D6 5+ for saved by cover? [save.cover]`},
		{"5 6 1 0 4 |", []any{attack}, `dice: group 1: "0" is not a face of D6 (1 to 6); wanted 5 faces for 5D6 count 4+ for attack on the building [attack.dice]`},
		{"5 6 1 | 2", []any{attack}, "dice: group 1: 3 faces given; wanted 5 faces for 5D6 count 4+ for attack on the building [attack.dice]"},
		{"5 6 1 1 1 1 | 2", []any{attack}, "dice: group 1: 6 faces given; wanted 5 faces for 5D6 count 4+ for attack on the building [attack.dice]"},
		{"900000x6 | 2", []any{attack}, "dice: group 1: 900000 faces given; wanted 5 faces for 5D6 count 4+ for attack on the building [attack.dice]"},
		{"2x7 |", []any{attack}, `dice: group 1: "7" is not a face of D6 (1 to 6); wanted 5 faces for 5D6 count 4+ for attack on the building [attack.dice]`},
		{"0x6 |", []any{attack}, `dice: group 1: "0x6" is not a face of D6 (1 to 6); wanted 5 faces for 5D6 count 4+ for attack on the building [attack.dice]`},
		{"six |", []any{save}, `dice: group 1: "six" is not a face of D6 (1 to 6); wanted 1 face for D6 5+ for saved by cover? [save.cover]`},
		{"-3 |", []any{save}, `dice: group 1: "-3" is not a face of D6 (1 to 6); wanted 1 face for D6 5+ for saved by cover? [save.cover]`},
		{"d8: 5 3 |", []any{burn}, `dice: group 1: "d8" cannot stand for D3; only D6 can, halved and rounded up; wanted 2 faces for 2D3 sum for fire markers [fire.markers]`},
		{"d6: 5 7 |", []any{burn}, `dice: group 1: "7" is not a face of D6 (1 to 6); wanted 2 faces for 2D3 sum for fire markers [fire.markers]`},
		{"d200: 5 |", []any{chart}, `dice: group 1: "d200" cannot stand for D100; wanted 1 face for D100 for hits on the chart [chart.roll]`},
		{strings.Repeat("9", 80) + "|", []any{chart}, `dice: group 1: "` + strings.Repeat("9", 60) + `…" is not a face of D100 (1 to 100); wanted 1 face for D100 for hits on the chart [chart.roll]`},
		{"gate | 1", []any{door}, `dice: group 1: "gate" is not an option; there are north door, south door, window; wanted an option for the attacker chooses: which way in? [enter.door]`},
		{"door | 1", []any{door}, `dice: group 1: "door" is not an option; did you mean north door, south door?; wanted an option for the attacker chooses: which way in? [enter.door]`},
		{"4 | 1", []any{door}, "dice: group 1: there is no option 4; the options are 1 to 3; wanted an option for the attacker chooses: which way in? [enter.door]"},
		{"5 6 1", []any{attack}, "dice: 3 faces left; wanted 5 faces for 5D6 count 4+ for attack on the building [attack.dice]"},
		{"5 6 1 9 1", []any{attack}, `dice: word 4: "9" is not a face of D6 (1 to 6); wanted 5 faces for 5D6 count 4+ for attack on the building [attack.dice]`},
		{"gate", []any{door}, `dice: word 1: "gate" is not an option; there are north door, south door, window; wanted an option for the attacker chooses: which way in? [enter.door]`},
	} {
		tray, err := dice.ParseTray(c.tray)
		if err == nil {
			_, err = ask(tray, c.asks...)
		}
		if err == nil || err.Error() != c.want {
			t.Errorf("%q:\n got %v\nwant %s", c.tray, err, c.want)
		}
		if errors.Is(err, rule.ErrUnanswered) {
			t.Errorf("%q: a fault is not a missing answer", c.tray)
		}
	}
}

func TestTrayRunsOut(t *testing.T) {
	got, err := ask(dice.MustTray("5 6 1 1 4 |"), attack, save)
	const want = "dice: the tray is empty; next is D6 5+ for saved by cover? [save.cover]: rule: no answer yet"
	if got != "5 6 1 1 4 = 3 successes" || !errors.Is(err, rule.ErrUnanswered) || err.Error() != want {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
	_, err = ask(dice.MustTray(""), door)
	if !errors.Is(err, rule.ErrUnanswered) || !strings.Contains(err.Error(), "the attacker chooses: which way in? [enter.door]") {
		t.Errorf("got %v; want the choice, unanswered", err)
	}
}

func TestTraysThatAreNone(t *testing.T) {
	for text, want := range map[string]string{
		"5 | | 6":                     "dice: group 2 is empty",
		"|":                           "dice: group 1 is empty",
		"5 |\n|\n":                    "dice: group 2 is empty",
		"900000x6 900000x5":           "dice: a tray holds at most 1048575 dice",
		strings.Repeat("1 ", 3000000): "dice: a tray of 6000000 bytes is too long; the most is 4194304",
	} {
		if _, err := dice.ParseTray(text); err == nil || err.Error() != want {
			t.Errorf("%.20q: got %v; want %s", text, err, want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("MustTray took a tray that is none")
		}
	}()
	dice.MustTray("|")
}

func TestTraySpent(t *testing.T) {
	for text, want := range map[string]string{
		"5 | 6 | 1": `dice: 2 groups not used, from group 2, "6"`,
		"5 6":       `dice: 1 word not used, from word 2, "6"`,
	} {
		tray := dice.MustTray(text)
		if _, err := ask(tray, save); err != nil {
			t.Fatal(err)
		}
		if err := tray.CheckAllUsed(); err == nil || err.Error() != want {
			t.Errorf("%q: got %v; want %s", text, err, want)
		}
	}
	if dice.MustTray("").From() != dice.FromTyped {
		t.Error("a tray is typed")
	}
	if _, _, err := dice.MustTray("1").Roll(rule.Roll{}); err == nil {
		t.Error("a pool without dice was answered")
	}
}

// TestOptionsThatAreNumbers: for options that are numbers, names precede positions.
func TestOptionsThatAreNumbers(t *testing.T) {
	c := rule.Choice{Options: []string{"2", "1", "none"}}
	for text, want := range map[string]int{"2 |": 0, "1 |": 1, "3 |": 2} {
		if got, err := dice.MustTray(text).Choose(c); got != want || err != nil {
			t.Errorf("%q took option %d, %v; want %d", text, got, err, want)
		}
	}
}

// FuzzTray: any text is rejected as a tray or gives valid answers.
func FuzzTray(f *testing.F) {
	for _, s := range []string{
		"5 6 1 1 4 | 5 | 3 2 | 1 | 0", "5 6 1 1 4 5 3 2 1 0", "2x6 3×1|6", "d6: 5 3|", "north door\n|", "x", "1x", "x1",
		"99999999999999999999x1", "1x99999999999999999999", "|||", "\xff|\xc3", "=7|", "D6:|5", "::",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tray, err := dice.ParseTray(text)
		if err != nil {
			return
		}
		for range 3 {
			for _, r := range []rule.Roll{attack, save, burn, drift} {
				left := tray.Left()
				v, faces, err := tray.Roll(r)
				if err == nil {
					lawful(t, r, v, faces)
				} else if tray.Left() != left {
					t.Errorf("a refused question used dice up: %v", err)
				}
			}
			if i, err := tray.Choose(door); err == nil && (i < 0 || i >= len(door.Options)) {
				t.Errorf("option %d was taken", i)
			}
		}
	})
}

func lawful(t *testing.T, r rule.Roll, v int, faces []uint8) {
	t.Helper()
	if len(faces) != r.Pool.N() || r.Pool.Evaluate(faces) != v {
		t.Errorf("%s: %v is read as %d", r.Pool, faces, v)
	}
	for _, f := range faces {
		if f < 1 || f > uint8(r.Pool.Die()) {
			t.Errorf("%s: there is no face %d", r.Pool, f)
		}
	}
}
