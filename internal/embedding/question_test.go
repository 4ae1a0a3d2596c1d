package embedding_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"loophole/internal/cli"
	"loophole/internal/embedding"
	"loophole/internal/equality"
	"loophole/rulesets"
)

// printed returns what the command line prints, and whether it succeeded.
func printed(t *testing.T, args ...string) (string, bool) {
	t.Helper()
	var out, failed bytes.Buffer
	status := cli.Main(t.Context(), args, strings.NewReader(""), &out, &failed)
	return out.String(), status == 0
}

// TestOddsEqualTheCommandLine compares a sample of questions with loophole odds --json, byte by
// byte, also for illegal situations. What the command line cannot answer is an error.
func TestOddsEqualTheCommandLine(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, r := range rulesets.All {
		t.Run(r.ID, func(t *testing.T) {
			all, err := equality.Questions(filepath.Join("..", ".."), r.ID)
			if err != nil {
				t.Fatal(err)
			}
			answered := 0
			for _, q := range equality.Sample(all, 20) {
				got := embedding.Odds(q.Request())
				want, ok := printed(t, q.Args()...)
				switch {
				case want != "" && got != want:
					t.Errorf("%v: %.300s\nand the command line: %.300s", q, got, want)
				case ok:
					answered++
				case want == "" && !strings.HasPrefix(got, "{\n  \"error\": "):
					t.Errorf("%v: the command line fails, the answer is %.300s", q, got)
				}
			}
			if answered < 5 {
				t.Errorf("only %d of %d questions were answered", answered, len(all))
			}
		})
	}
}

// TestIllegal compares the answer to an illegal situation with that of the command line.
func TestIllegal(t *testing.T) {
	want, ok := printed(t, "odds", "tideofiron", "attack", "dice=9", "board=other", "--json")
	got := embedding.Odds(`{"ruleset": "tideofiron", "procedure": "attack", "words": ["dice=9", "board=other"]}`)
	if ok || got != want || !strings.Contains(got, `"legal": false`) {
		t.Errorf("%s, and the command line: %s", got, want)
	}
}

// TestEstimates compares estimates by trials with those of the command line.
func TestEstimates(t *testing.T) {
	want, ok := printed(t, "odds", "tideofiron", "attack", "dice=9", "--event", "destroyed", "--trials", "5000", "--seed", "18446744073709551615", "--json")
	for _, seed := range []string{"18446744073709551615", `"18446744073709551615"`} {
		got := embedding.Odds(`{"ruleset": "tideofiron", "procedure": "attack", "words": ["dice=9"], "events": ["destroyed"], "trials": 5000, "seed": ` + seed + `}`)
		if !ok || got != want || !strings.Contains(got, `"n": 5000`) {
			t.Errorf("%.300s, and the command line: %.300s", got, want)
		}
	}
	again := func() string {
		return told[struct{ Seed string }](t, embedding.Odds(`{"ruleset": "tideofiron", "procedure": "attack", "words": ["dice=9"], "trials": 10}`)).Seed
	}
	if first := again(); first == again() {
		t.Errorf("two estimates without a seed have the seed %s", first)
	}
}

// TestStrict asks strict questions. Their uncertain values are listed, and settling them allows the
// answer.
func TestStrict(t *testing.T) {
	request := func(set []string) string {
		text, err := json.Marshal(map[string]any{"ruleset": "tideofiron", "procedure": "attack", "example": "worked", "strict": true, "set": set})
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	var refused struct {
		Error   string
		Assumes []struct {
			Name  string
			Value int
		}
	}
	if err := json.Unmarshal([]byte(embedding.Odds(request(nil))), &refused); err != nil || len(refused.Assumes) == 0 {
		t.Fatalf("%v: %+v", err, refused)
	}
	args := []string{"odds", "tideofiron", "attack", "--example", "worked", "--strict", "--json"}
	var set []string
	for _, a := range refused.Assumes {
		s := fmt.Sprintf("%s=%d", a.Name, a.Value)
		if set, args = append(set, s), append(args, "--set", s); !strings.Contains(refused.Error, s) {
			t.Errorf("%q does not name %s", refused.Error, s)
		}
	}
	if want, ok := printed(t, args...); !ok || embedding.Odds(request(set)) != want {
		t.Errorf("%.300s, and the command line: %.300s", embedding.Odds(request(set)), want)
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
		{embedding.Odds(`{"ruleset": "tideofiron", "procedure": "attack", "situation": [1]}`), "situation"},
		{embedding.Odds(`{"ruleset": "tideofiron", "procedure": "attack", "house": {"ruleset": "oldworld"}}`), "oldworld"},
		{embedding.Odds(`{"ruleset": "tideofiron", "procedure": "attack", "words": ["dice=9"], "rounds": 5}`), "no rounds"},
		{embedding.Odds(`{"ruleset": "tideofiron", "procedure": "attack", "words": ["dice=9"], "budget": -1}`), "budget"},
		{embedding.Odds(`{"ruleset": "tideofiron", "procedure": "attack", "words": ["dice=9"], "trials": -1}`), "trials"},
		{embedding.Odds(`{"ruleset": "tideofiron", "procedure": "attack", "words": ["dice=9"], "trials": 9, "floats": true}`), "floats"},
		{embedding.Odds(`{"ruleset": "tideofiron", "procedure": "attack", "words": ["dice=9"], "trials": 9, "seed": -1}`), "seed"},
		{embedding.Odds(`{"ruleset": "tideofiron", "procedure": "attack", "words": ["dice=9"], "seed": 1}`), "seed needs trials"},
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
