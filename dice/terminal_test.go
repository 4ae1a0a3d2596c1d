package dice_test

import (
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/rule"
)

var update = flag.Bool("update", false, "rewrite the goldens in testdata")

var (
	wounds = rule.Roll{Pool: rule.TallyPool(4, rule.D20, rule.Cuts(1, 11)), Cite: "melee.wounds", Why: "wounds"}
	scout  = rule.Roll{Pool: rule.KeepPool(rule.Highest, 2, 1, rule.D6), Cite: "scout.best", Why: "scouting"}
	crews  = rule.Roll{Pool: rule.KeepPool(rule.Lowest, 3, 2, rule.D6), Cite: "crew.worst", Why: "crews"}
	hopes  = rule.Roll{Pool: rule.CountPool(2, rule.D6, rule.AtLeast(9)), Cite: "shoot.long", Why: "shooting at nothing"}
	sure   = rule.Roll{Pool: rule.CountPool(2, rule.D6, rule.AtLeast(1)), Cite: "shoot.near", Why: "shooting at all"}
	exact  = rule.Roll{Pool: rule.CountPool(2, rule.D6, rule.Exactly(6)), Cite: "shoot.sixes", Why: "sixes"}
	orders = rule.Roll{Pool: rule.DrawPool(3, rule.BagOf(2, 4).Named("axis", "allies")), Cite: "cup.orders", Why: "orders", By: "defender"}
	cards  = rule.Roll{Pool: rule.DrawPool(2, rule.BagOf(1, 4, 4)), Cite: "deck.cards", Why: "cards"}
	symbol = rule.Roll{Pool: rule.DrawPool(2, rule.WeightedDie(4, 2).Named("miss", "hit")), Cite: "dice.symbols", Why: "symbols"}
	sets   = rule.Roll{Pool: rule.DrawPool(3, rule.AnyDie(7)), Cite: "dice.sets", Why: "sets"}
	dose   = rule.Roll{Pool: rule.SumPool(3, rule.D6), Cite: "flame.dose", Why: "flame"}
)

// echo copies each typed line to the output, like a terminal.
type echo struct {
	in  *strings.Reader
	out *strings.Builder
}

func (e *echo) Read(p []byte) (int, error) {
	for i := range p {
		b, err := e.in.ReadByte()
		if err != nil {
			return i, err
		}
		e.out.WriteByte(b)
		p[i] = b
		if b == '\n' {
			return i + 1, nil
		}
	}
	return len(p), nil
}

// TestTalk compares whole dialogues with golden files.
func TestTalk(t *testing.T) {
	for name, c := range map[string]struct {
		typed string
		asks  []any
	}{
		"plain":    {"5 6 1 1 4\n5\nd6: 5 3\nsouth\n", []any{attack, save, burn, door}},
		"mistakes": {"5 6 7\n5 6\n\n1 1 4 4\nagain\nfive\n5x6\n4\ngate\n2\n", []any{attack, door}},
		"totals":   {"=6\n=3\n=2\n=1\n=7\n=1/2/1\n=1\n=2\n=12\n=a/b\n=1/1/1/1/0\n=1/2/1/1\n=1/2/0/1\n=1/2/1\n=1\n=0\n=0\n=two\n=2\n", []any{attack, save, burn, wounds, hopes, sure}},
		"explain":  {"?\n5 6 1 1 4\n?\n1\n?\n1 2\n?\n1 9 12 20\n?\n2 4\n?\n1\n", []any{attack, save, burn, wounds, scout, door}},
		"program":  {"5 6\nauto\nauto\n", []any{attack, door}},
		"readings": {"1 1 2\n5 5\n6 6\n6 6\n1 2 3\n", []any{crews, hopes, sure, exact, dose}},
		"draws": {"?\n=1\naxis axis axis\nallies blue\nAxis allies\nallies\n?\n1 1\n3 2\nmiss\nhit\n?\n7 8 1\n2x7 3\n2xhit\nauto\n",
			[]any{orders, cards, symbol, sets, symbol, orders}},
		"quit": {"1\nquit\n", []any{save, attack}},
	} {
		var out strings.Builder
		a := &dice.Terminal{In: &echo{strings.NewReader(c.typed), &out}, Out: &out, Program: dice.NewRandom(42)}
		got, err := ask(a, c.asks...)
		if err != nil {
			got += "\nstopped: " + err.Error()
		}
		golden(t, "talk-"+name+".txt", out.String()+"answers: "+got+"\n")
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs:\n%s", path, got)
	}
}

func TestAskSaysWhereAnswersCameFrom(t *testing.T) {
	a := &dice.Terminal{In: strings.NewReader("5\n=1\nauto\n2\nauto\n5 5 5 5 5"), Out: io.Discard, Program: dice.NewRandom(1)}
	for i, want := range []string{dice.FromTyped, dice.FromTotal, dice.FromProgram, dice.FromTyped, dice.FromProgram, dice.FromTyped} {
		q := any(save)
		if i == 3 || i == 4 {
			q = door
		}
		if i == 5 {
			q = attack // The last line needs no line break.
		}
		if _, err := ask(a, q); err != nil || a.From() != want {
			t.Errorf("question %d: from %q, %v; want %q", i+1, a.From(), err, want)
		}
	}
}

func TestAskStops(t *testing.T) {
	for _, c := range []struct {
		typed string
		want  string
	}{
		{"quit\n", "dice: the players stopped: rule: no answer yet"},
		{"QUIT", "dice: the players stopped: rule: no answer yet"},
		{"", "dice: the input has ended: rule: no answer yet"},
		{"5 6\n", "dice: the input has ended: rule: no answer yet"},
		{strings.Repeat("1", 70000) + "\n", "dice: a line of more than 65536 bytes; type the faces over several lines: rule: no answer yet"},
		{strings.Repeat("?\n", 1000), "dice: 105 lines were no answer: rule: no answer yet"},
		{strings.Repeat("1\nagain\n", 1000), "dice: 105 lines were no answer: rule: no answer yet"},
		{strings.Repeat("\n", 1000), "dice: 105 lines were no answer: rule: no answer yet"},
	} {
		_, _, err := (&dice.Terminal{In: strings.NewReader(c.typed), Out: io.Discard}).Roll(attack)
		if !errors.Is(err, rule.ErrUnanswered) || err.Error() != c.want {
			t.Errorf("%.10q: got %v; want %s", c.typed, err, c.want)
		}
		_, err = (&dice.Terminal{In: strings.NewReader(c.typed), Out: io.Discard}).Choose(door)
		if len(c.typed) < 10 && c.typed != "5 6\n" && (!errors.Is(err, rule.ErrUnanswered) || err.Error() != c.want) {
			t.Errorf("choice, %.10q: got %v; want %s", c.typed, err, c.want)
		}
	}
}

// TestAskReadsLargePools: a very large pool is read line by line.
func TestAskReadsLargePools(t *testing.T) {
	const n = 10_000
	r := rule.Roll{Pool: rule.CountPool(n, rule.D6, rule.AtLeast(5)), Cite: "a.b", Why: "a barrage"}
	a := &dice.Terminal{In: strings.NewReader(strings.Repeat("6\n", n)), Out: io.Discard}
	if v, faces, err := a.Roll(r); v != n || len(faces) != n || err != nil {
		t.Errorf("got %d of %d faces, %v", v, len(faces), err)
	}
}

var errBroken = errors.New("broken")

type broken struct{}

func (broken) Read([]byte) (int, error)                         { return 0, errBroken }
func (broken) Write([]byte) (int, error)                        { return 0, errBroken }
func (broken) Roll(rule.Roll) (v int, faces []uint8, err error) { return 0, nil, errBroken }
func (broken) Choose(rule.Choice) (int, error)                  { return 0, errBroken }

func TestAskReportsBrokenStreams(t *testing.T) {
	for name, a := range map[string]dice.Terminal{
		"input":   {In: broken{}, Out: io.Discard},
		"output":  {In: strings.NewReader("5\n"), Out: broken{}},
		"program": {In: strings.NewReader("auto\n"), Out: io.Discard, Program: broken{}},
	} {
		b := a
		if _, _, err := a.Roll(save); !errors.Is(err, errBroken) {
			t.Errorf("%s: a roll gave %v", name, err)
		}
		if name != "program" {
			b.In = a.In
		}
		if _, err := b.Choose(door); name != "program" && !errors.Is(err, errBroken) {
			t.Errorf("%s: a choice gave %v", name, err)
		}
	}
	wild := dice.NewRandom(1)
	wild.Policy = func(rule.Choice) int { return 3 }
	w := dice.Terminal{In: strings.NewReader("auto\n"), Out: io.Discard, Program: wild}
	if _, err := w.Choose(door); err == nil || err.Error() != "dice: the program took option 4 of 3" {
		t.Errorf("a wild policy: %v", err)
	}
	a := dice.Terminal{In: strings.NewReader("auto\n1\n"), Out: io.Discard}
	if taken, err := a.Choose(door); taken != 0 || err != nil || a.From() != dice.FromTyped {
		t.Errorf("without program dice, auto is refused and the next line is read; got %d, %v", taken, err)
	}
	if _, _, err := a.Roll(rule.Roll{}); err == nil {
		t.Error("a pool without dice was asked")
	}
}

// FuzzAsk: with any input, each question ends with a valid answer or an error.
func FuzzAsk(f *testing.F) {
	for _, s := range []string{
		"5 6 1 1 4\n5\n3 2\n10\nnorth\n1 1 12 20", "5 6\n?\nagain\nauto\nauto\nquit\n", "=3\n=1\n=4\n=0\n1\n=1/2/1\n",
		"=\n=/\n=1/2/3/4/5\n=-1\n", "d6:1\nd6:\n:\n", "\xff\n\x00\n", "5x\nx5\n2x2\n", "=65535/65535\n", "?\n?\n\n\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		a := &dice.Terminal{In: strings.NewReader(typed), Out: io.Discard, Program: dice.NewRandom(1)}
		for _, r := range []rule.Roll{attack, save, burn, drift, wounds, scout} {
			v, faces, err := a.Roll(r)
			switch {
			case err != nil && !errors.Is(err, rule.ErrUnanswered):
				t.Errorf("%s: %v", r.Pool, err)
			case err == nil && a.From() == dice.FromTotal:
				if faces != nil {
					t.Errorf("%s: a total with the faces %v", r.Pool, faces)
				}
			case err == nil:
				lawful(t, r, v, faces)
			}
		}
		if i, err := a.Choose(door); err == nil && (i < 0 || i >= len(door.Options)) {
			t.Errorf("option %d was taken", i)
		}
	})
}
