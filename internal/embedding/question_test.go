package embedding_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"loophole/casebook"
	"loophole/internal/cli"
	"loophole/internal/embedding"
	"loophole/rulesets"
)

// printed returns what the command line prints, and whether it succeeded.
func printed(t *testing.T, args ...string) (string, bool) {
	t.Helper()
	var out, failed bytes.Buffer
	status := cli.Main(t.Context(), args, strings.NewReader(""), &out, &failed)
	return out.String(), status == 0
}

// questions returns the questions of a ruleset's pinned odds and of its casebook, each as the
// procedure with its words, a bar, and the changes to the house rules.
func questions(t *testing.T, ruleset string) (list []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "rulesets", ruleset, "testdata", "odds.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if q, ok := strings.CutPrefix(line, "$ "); ok {
			list = append(list, strings.TrimSpace(q))
		}
	}
	rules, err := rulesets.Find(ruleset)
	if err != nil {
		t.Fatal(err)
	}
	book, err := casebook.Read(rules, rulesets.Cases(ruleset))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range book.All() {
		for _, s := range c.Steps {
			if s.Kind == casebook.Question {
				list = append(list, s.Text)
			}
		}
	}
	return list
}

// TestOddsEqualTheCommandLine compares a sample of questions with loophole odds --json, byte by
// byte. Illegal situations are an error of both.
func TestOddsEqualTheCommandLine(t *testing.T) {
	for _, r := range rulesets.All {
		t.Run(r.ID, func(t *testing.T) {
			all, answered, refused := questions(t, r.ID), 0, 0
			every := len(all)/20 + 1
			for i := 0; i < len(all); i += every {
				words, house, _ := strings.Cut(all[i], "|")
				name, rest, _ := strings.Cut(strings.TrimSpace(words), " ")
				args := append([]string{"odds", r.ID, name, "--json"}, strings.Fields(rest)...)
				for _, s := range strings.Fields(house) {
					args = append(args, "--set", s)
				}
				request, err := json.Marshal(map[string]any{
					"ruleset": r.ID, "procedure": name, "words": strings.Fields(rest), "set": strings.Fields(house),
				})
				if err != nil {
					t.Fatal(err)
				}
				got := embedding.Odds(string(request))
				want, ok := printed(t, args...)
				switch {
				case ok && got != want:
					t.Errorf("%s: %.300s\nand the command line: %.300s", all[i], got, want)
				case ok:
					answered++
				case !strings.HasPrefix(got, "{\n  \"error\": "):
					t.Errorf("%s: the command line fails, the answer is %.300s", all[i], got)
				default:
					refused++
				}
			}
			if answered < 5 {
				t.Errorf("only %d of %d questions were answered, %d refused", answered, len(all), refused)
			}
		})
	}
}

// TestOddsForms asks one question in each form that a request may have.
func TestOddsForms(t *testing.T) {
	want, ok := printed(t, "odds", "tideofiron", "attack", "dice=9", "level=1", "--ruling", "halving=before", "--json")
	if !ok {
		t.Fatal("the command line fails")
	}
	for _, request := range []string{
		`{"ruleset": "tideofiron", "procedure": "attack", "words": ["dice=9", "level=1"], "rulings": ["halving=before"]}`,
		`{"ruleset": "tideofiron", "procedure": "attack", "situation": {"dice": 9, "level": 1}, "house": {"rulings": {"halving": "before"}}}`,
		`{"ruleset": "tideofiron", "procedure": "attack", "situation": "procedure: attack\ndice: 9\nlevel: 1\n",
		  "house": "ruleset: tideofiron\nrulings:\n  halving: before\n"}`,
		`{"ruleset": "tideofiron", "procedure": "attack", "words": ["dice=9", "level=1"], "set": ["rulings.halving=before"]}`,
	} {
		if got := embedding.Odds(request); got != want {
			t.Errorf("%s: %.300s", request, got)
		}
	}
	want, ok = printed(t, "odds", "tideofiron", "attack", "--example", "worked", "--event", "destroyed", "--floats", "--json")
	if got := embedding.Odds(`{"ruleset": "tideofiron", "procedure": "attack", "example": "worked", "events": ["destroyed"], "floats": true}`); !ok || got != want {
		t.Errorf("%.300s", got)
	}
}

// TestDice compares expressions with loophole dice --json.
func TestDice(t *testing.T) {
	for _, e := range []string{"4d6kh3 >= 16", "3d6 + 2", "d20+7 vs d20+4", "d{hit:2, miss:4}"} {
		if want, ok := printed(t, "dice", e, "--json"); !ok || embedding.Dice(e) != want {
			t.Errorf("%s: %s", e, embedding.Dice(e))
		}
	}
}

// TestErrors checks that what is wrong is an error in JSON that names it.
func TestErrors(t *testing.T) {
	big := strings.Repeat("x", embedding.MaxText+1)
	for _, c := range []struct{ got, want string }{
		{embedding.Odds(""), "the request"},
		{embedding.Odds("{} {}"), "more text"},
		{embedding.Odds(`{"rulset": "tideofiron"}`), "rulset"},
		{embedding.Odds(`{"ruleset": "tideofirn"}`), "tideofiron"},
		{embedding.Odds(`{"ruleset": "tideofiron", "procedure": "atack"}`), "attack"},
		{embedding.Odds(`{"ruleset": "tideofiron", "procedure": "attack", "words": ["dice=9", "board=other"]}`), "scope.boards"},
		{embedding.Odds(`{"ruleset": "tideofiron", "procedure": "attack", "situation": [1]}`), "situation"},
		{embedding.Odds(`{"ruleset": "tideofiron", "procedure": "attack", "house": {"ruleset": "oldworld"}}`), "oldworld"},
		{embedding.Odds(`{"ruleset": "tideofiron", "procedure": "attack", "words": ["dice=9"], "rounds": 5}`), "no rounds"},
		{embedding.Odds(`{"ruleset": "tideofiron", "procedure": "attack", "words": ["dice=9"], "budget": -1}`), "budget"},
		{embedding.Odds(big), "1048577 bytes"},
		{embedding.Dice(""), "error"},
		{embedding.Dice("4d6kx"), "error"},
		{embedding.Dice(big), "1048577 bytes"},
		{embedding.NewGame("{}"), "scenario"},
		{embedding.NewGame(`{"scenario": "blok"}`), "block"},
		{embedding.NewGame(`{"scenario": "crossroads"}`), "ruleset"},
		{embedding.NewGame(`{"scenario": "block", "seed": -1}`), "seed"},
		{embedding.NewGame(`{"scenario": "block", "rulings": ["halving=never"]}`), "halving"},
		{embedding.NewGame(`{"text": "format: 1\nruleset: tideofiron\nname: x\nsetup: {}"}`), "setup"},
		{embedding.Legal(1 << 40), "handle"},
		{embedding.Step(-1, "0"), "handle"},
		{embedding.CodeText(embedding.NoSide), "side"},
		{embedding.CodeText(7), "7 is not"},
	} {
		var answer struct{ Error string }
		if err := json.Unmarshal([]byte(c.got), &answer); err != nil || answer.Error == "" || !strings.Contains(c.got, c.want) {
			t.Errorf("%.300s (%v); the error names %q", c.got, err, c.want)
		}
	}
}
