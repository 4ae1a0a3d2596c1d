package rule_test

import (
	"strings"
	"testing"

	"loophole/rule"
)

func TestLedger(t *testing.T) {
	for text, want := range map[string]string{
		"a | rule | p1":                       `line 1: "a | rule | p1" is not id`,
		"a | rool | p1 | x":                   "unknown status",
		"a | rule | p1 | x\na | rule | p | y": "line 2: clause \"a\" is listed twice",
		" | rule | p1 | x":                    "needs an id",
	} {
		if _, err := rule.ParseLedger(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	l, err := rule.ParseLedger("# c\n## One\n\na.b | narrative | p1 | text with | a bar\n")
	if err != nil {
		t.Fatal(err)
	}
	s, ok := l.Find("a.b")
	if !ok || s.Section != "One" || s.Gist != "text with | a bar" || s.Status.IsOperative() {
		t.Errorf("%+v", s)
	}
}

func FuzzLedger(f *testing.F) {
	f.Add("## A\na | rule | p1 | gist\n")
	f.Fuzz(func(t *testing.T, text string) {
		if l, err := rule.ParseLedger(text); err == nil {
			for _, s := range l.Statements {
				if _, ok := l.Find(s.ID); !ok {
					t.Fatal(s)
				}
			}
		}
	})
}

func TestTitleOfAClause(t *testing.T) {
	for _, c := range [][3]string{ // the section, the place, and the title
		{"Shells against buildings", "shells 5, 6", "Shells against buildings, 5, 6"},
		{"Fires", "Fires 4 s1", "Fires, 4 s1"},
		{"Step 3: the result", "step 3 example", "Step 3: the result, example"},
		{"Assault", "Assault", "Assault"},
		{"Melee: the outcome", "bullet 3", "Melee: the outcome, bullet 3"},
		{"From the rest of the game", "–", "From the rest of the game"},
	} {
		if got := (rule.Statement{Section: c[0], Where: c[1]}).Title(); got != c[2] {
			t.Errorf("%q in %q is called %q, want %q", c[1], c[0], got, c[2])
		}
	}
}
