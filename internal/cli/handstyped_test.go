package cli

import (
	"bytes"
	"crypto/sha256"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"loophole/hands"
	"loophole/internal/testgame"
	"loophole/internal/twohands"
	"loophole/match"
	"loophole/rule"
	"loophole/rulesets"
)

// typedFiles plays a match of two phones with typed dice to a resignation: a shot, its undo by consent,
// and the same shot again. It returns the files of its lines and its record.
func typedFiles(t *testing.T) (lines, record string) {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	f := testgame.Bundled(t, "tideofiron", "row")
	h, err := match.NewHeader(f, "test", [2]string{"white", "black"}, match.HandDice())
	must(err)
	h.UndoneRollsRepeat = true
	h.Terms = &match.Terms{Typed: []rule.Side{}, Hands: &match.Hands{Match: "m", Away: hands.Forfeit, Values: hands.TypedDice}}
	terms, err := h.Line1()
	must(err)
	secrets := map[string]*hands.Secret{}
	var list []hands.Hand
	for i, side := range f.Sides {
		s := hands.NewSecret(hands.MatchOf(terms), string(side), sha256.Sum256([]byte{byte(i)}))
		secrets[string(side)], list = s, append(list, s.Hand())
	}
	var told, text bytes.Buffer
	game := twohands.New(rulesets.Game, &told)
	wrote := func(line []byte, err error) {
		t.Helper()
		must(err)
		text.Write(append(line, '\n'))
	}
	wrote(game.Begin(h, list))
	signs := func(e hands.Entry) { t.Helper(); wrote(game.Append(secrets[e.By].Sign(game.Hands.Sum, e))) }
	var acts func(side int, act string)
	acts = func(side int, act string) {
		t.Helper()
		signs(hands.Entry{Kind: hands.Act, By: string(f.Sides[side]), Text: act})
		for {
			if e, ok := game.Next(); ok {
				wrote(game.Append(e))
			} else if ask, open := game.Hands.Asked(); open {
				e := hands.Entry{Kind: hands.Typed, By: ask.By}
				for i := range ask.N {
					e.Faces = append(e.Faces, 1+i%ask.Die)
				}
				signs(e)
			} else {
				break
			}
		}
		if side := game.Decides(); side >= 0 {
			acts(side, "choose 0")
		}
	}
	const fires = "do fire sig-33b at shaken-squad normal"
	acts(0, fires)
	acts(0, "undo")
	acts(1, "consent")
	acts(0, fires)
	acts(1, "resign")
	lines, record = filepath.Join(t.TempDir(), "lines.jsonl"), filepath.Join(t.TempDir(), "record.jsonl")
	must(os.WriteFile(lines, text.Bytes(), 0o600))
	must(os.WriteFile(record, told.Bytes(), 0o600))
	return lines, record
}

// TestTypedHands: of a match with typed dice, loophole verify counts the rolls and says that nobody can
// check the faces. The commands for records take the record and the lines, which determine it.
func TestTypedHands(t *testing.T) {
	lines, record := typedFiles(t)
	run := func(words ...string) string {
		t.Helper()
		var out bytes.Buffer
		if status := Main(t.Context(), words, strings.NewReader(""), &out, &out); status != 0 {
			t.Fatalf("%v: status %d: %s", words, status, out.String())
		}
		return strings.Join(strings.Fields(out.String()), " ")
	}
	for _, c := range []struct{ file, says string }{
		{lines, "rolls with typed dice"}, {lines, "not checked: the faces that the players typed"}, {record, "only their word"},
	} {
		if out := run("verify", c.file); !strings.Contains(out, c.says) || strings.Contains(out, "of two hands") {
			t.Errorf("verify: %s; want %q", out, c.says)
		}
	}
	if out := run("verify", lines, "--json"); !strings.Contains(out, `"typed": `) {
		t.Error(out)
	}
	for _, words := range [][]string{{"replay", "--json"}, {"analyse", "--json"}} {
		if of, want := run(words[0], lines, words[1]), run(words[0], record, words[1]); of != want {
			t.Errorf("%s: the lines give\n%s\nand the record gives\n%s", words[0], of, want)
		}
	}
}
