package cli

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"golang.org/x/term"
)

// TestResignAtKeyboard: the tab key completes the command. After a resignation the line editor offers no undo, and every command about
// actions says that the game is over, although the position still allows some.
func TestResignAtKeyboard(t *testing.T) {
	x, _ := tableFor(t, "tideofiron", "worked")
	var screen bytes.Buffer
	x.useEditor(term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{strings.NewReader("bombard sig-33b at D2\rresign\r\rresi\tGerman\ryes\rundo\rredo\rlegal\rodds\rwhy rest sig-33b\rhint\rrest squad-a\rresign\r\r"), &screen}, ""))
	if err := x.play(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := len(x.match.Line()); n != 1 {
		t.Errorf("%d actions were played", n)
	}
	if _, ok := x.match.Resigned(); !ok {
		t.Error("nobody has resigned")
	}
	text := screen.String()
	const final = "the game is over: the German side resigns, and a resignation is final"
	for _, want := range []string{"not resigned", "The game is over: press Enter to end> ", "undo: " + final, "legal: " + final, "odds: " + final, "why: " + final, "redo: nothing to redo", "hint: the game is over", "\n" + final, "resign: the game is over"} {
		if !strings.Contains(text, want) {
			t.Errorf("the screen does not show %q:\n%s", want, text)
		}
	}
	for _, wrong := range []string{"type undo", "this action is legal", "must consent"} {
		if strings.Contains(text, wrong) {
			t.Errorf("the screen shows %q:\n%s", wrong, text)
		}
	}
}
