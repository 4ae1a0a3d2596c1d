package lasergrenadiers_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/game"
	"loophole/rule"
	"loophole/scenario"
)

// A turnOf is one action of a playthrough, with the answers to its questions.
type turnOf struct {
	action  string
	answers []string
}

// readGame reads the actions of a transcript and the answers after them.
func readGame(text string) (list []turnOf) {
	for _, line := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(line, "$ "):
			list = append(list, turnOf{action: strings.TrimPrefix(line, "$ ")})
		case strings.HasPrefix(line, "> "):
			t := &list[len(list)-1]
			t.answers = append(t.answers, strings.TrimPrefix(line, "> "))
		}
	}
	return list
}

// tell plays an action with its dice and writes its questions and effects, without the values that
// were looked up.
func tell(t *testing.T, f *game.Instance, p game.Position, x turnOf, b *strings.Builder) game.Position {
	t.Helper()
	a, err := f.ParseAction(x.action)
	if err != nil {
		t.Fatal(err)
	}
	tray := dice.MustTray("")
	if len(x.answers) > 0 {
		if tray, err = dice.ParseTray(strings.Join(x.answers, "|\n") + "|"); err != nil {
			t.Fatal(err)
		}
	}
	rec := &rule.Record{}
	s := f.Status(p)
	after, err := f.Play(p, a, tray, rec)
	if err == nil {
		err = tray.CheckAllUsed()
	}
	if err != nil {
		t.Fatalf("%s: %v", x.action, err)
	}
	fmt.Fprintf(b, "\n# turn %d, %s\n$ %s\n", s.Round, f.Sides[s.Side], f.FormatAction(a))
	for _, n := range x.answers {
		fmt.Fprintf(b, "> %s\n", n)
	}
	for _, e := range rec.Entries {
		if e.Kind == rule.Rolled || e.Kind == rule.Chosen || e.Kind == rule.Noted || e.Kind == rule.Applied {
			fmt.Fprintf(b, "  %v\n", e)
		}
	}
	return after
}

// TestPlaythroughs plays a game of each scenario with fixed dice and compares the transcript. go
// test -update rewrites it from its actions and dice.
func TestPlaythroughs(t *testing.T) {
	for _, s := range scenario.ForRuleset("lasergrenadiers") {
		name := filepath.Join("testdata", s.Name+".game")
		old, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f := begin(t, s.Name)
		var b strings.Builder
		fmt.Fprintf(&b, "# %s: %s\n#\n# A whole game: \"$\" is an action, \">\" the dice or the number of the option taken.\n", s.Name, s.Gist)
		p := f.Start
		for _, x := range readGame(string(old)) {
			p = tell(t, f, p, x, &b)
		}
		end := f.Status(p)
		if !end.Over {
			t.Errorf("%s: the game is not over", s.Name)
		}
		winner := "nobody"
		if end.Winner >= 0 {
			winner = string(f.Sides[end.Winner])
		}
		fmt.Fprintf(&b, "\n# the end: %s; %s won\n%s", end.Why, winner, f.Text(p))
		if flag.Lookup("update").Value.String() == "true" {
			if err := os.WriteFile(name, []byte(b.String()), 0o666); err != nil {
				t.Fatal(err)
			}
		} else if b.String() != string(old) {
			t.Errorf("%s differs; if the change is right, keep it with go test -update", name)
		}
	}
}
