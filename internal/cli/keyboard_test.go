package cli

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"golang.org/x/term"

	"loophole/internal/testgame"
	"loophole/match"
)

// tableFor lays a scenario out without a terminal.
func tableFor(t *testing.T, ruleset, name string) (*terminalGame, *bytes.Buffer) {
	t.Helper()
	f := testgame.Bundled(t, ruleset, name)
	var out bytes.Buffer
	x, err := (&console{in: strings.NewReader(""), out: &out, err: &out}).table(f, [2]string{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if x.match, err = match.New(f, match.Header{}, nil); err != nil {
		t.Fatal(err)
	}
	return x, &out
}

func TestComplete(t *testing.T) {
	x, _ := tableFor(t, "tideofiron", "worked")
	for _, c := range []struct{ typed, done, options string }{
		{"bom", "bombard ", "bombard"},
		{"bombard s", "bombard sig-33b ", "sig-33b"},
		{"odds bombard s", "odds bombard sig-33b ", "sig-33b"},
		{"w", "w", "watch,why"},
		{"und", "undo ", "undo"},
		{"si", "sight ", "sight"},
		{"sight P", "sight panzer-iii ", "panzer-iii"},
		{"sight squad-", "sight squad-", "squad-b,squad-a"},
		{"sight nobody", "sight nobody", ""},
		{"bombard sig-33b at Z", "bombard sig-33b at Z", ""},
	} {
		done, options := x.complete(c.typed)
		if done != c.done || strings.Join(options, ",") != c.options {
			t.Errorf("%q: %q, %v; want %q, %s", c.typed, done, options, c.done, c.options)
		}
	}
}

// TestKeyboard types at a line editor: keys, a tab, a second one that lists.
func TestKeyboard(t *testing.T) {
	x, _ := tableFor(t, "tideofiron", "worked")
	var screen bytes.Buffer
	x.useEditor(term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{strings.NewReader("bom\ts\tat D2\rw\t\tat\t\x15quit\r"), &screen}, ""))
	if err := x.play(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := len(x.match.Line()); n != 1 {
		t.Errorf("%d actions were played", n)
	}
	for _, want := range []string{"bombard sig-33b at D2", "watch  why", "The game is not over."} {
		if !strings.Contains(screen.String(), want) {
			t.Errorf("the screen does not show %q:\n%s", want, screen.String())
		}
	}
}
