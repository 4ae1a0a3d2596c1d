package casebook_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"loophole/casebook"
	"loophole/game"
	"loophole/rulesets"
)

func tideOfIron(t testing.TB) *game.Game {
	g, err := rulesets.Game("tideofiron")
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// read reads a file of cases.
func read(t *testing.T, text string) (*casebook.Book, error) {
	t.Helper()
	return casebook.Read(tideOfIron(t).Rules, fstest.MapFS{"x.txt": {Data: []byte(text)}})
}

// played plays the cases of a text and returns the faults.
func played(t *testing.T, text string) (faults []string, report *casebook.Report) {
	t.Helper()
	b, err := read(t, text)
	if err != nil {
		t.Fatal(err)
	}
	report = b.Run(tideOfIron(t))
	for _, r := range report.Results {
		faults = append(faults, r.Faults...)
	}
	return faults, report
}

// The beginning of a case in which nine hits of the worked example destroy a hex, and its three
// questions: the building's two rolls, and the damage to Squad B.
const (
	fallen = "case it falls\nbecause 6 and 3 are nine hits\non bundled worked\nplays need.hits\n"
	rolls  = "> bombard sig-33b at D2 with panzer-iii\n< German 19D6: 9x6 10x1\n< 3D6: 1 1 1\n< 8D6: 4x6 4x1\n"
)

// TestFacts: each form of a fact holds where it should, and fails where it should.
func TestFacts(t *testing.T) {
	for _, c := range []struct{ holds, fails string }{
		{"D2 fell", "D2 stands"},
		{"D3 stands", "D3 fell"},
		{"D2 is overlay", "D2 isn't overlay"},
		{"D3 isn't weakened", "D3 is weakened"},
		{"C2 is open", "C2 is wood"},
		{"squad-b gone", "squad-a gone"},
		{"squad-a at D3/1", "squad-a at D2"},
		{"squad-a at D3", "squad-b at D2"},
		{"sig-33b at 0,-2", "sig-33b at 0,-2.1"},
		{"squad-a strength 4", "squad-a strength 3"},
		{"sig-33b is fatigued", "squad-a is fatigued"},
		{"squad-a isn't pinned", "sig-33b isn't fatigued"},
		{"Soviet lost 4", "German lost 4"},
		{"turn German", "turn Soviet"},
		{"round 1", "round 2"},
		{"phase end", "phase Status"},
		{"over German", "over Soviet"},
		{"event building-destroyed", "no event building-destroyed"},
		{"no event building-weakened", "event building-weakened"},
		{"cites collapse.dice", "no clause collapse.dice"},
		{"no clause weak.half", "cites weak.half"},
		{"amount need.values 9", "amount need.values 6"},
		{`says "attack dice: 19"`, `silent "attack dice: 19"`},
		{`silent "weakened token is placed"`, `says "weakened token is placed"`},
		{`text "round 1"`, `no text "round 1"`},
		{`no text "elephants"`, `text "elephants"`},
		{`squad-a text "D3"`, `squad-a text "D2"`},
		{`squad-a no text "D2"`, `squad-a no text "D3"`},
		{"D3 has no gate", "D3 has gate"},
	} {
		if faults, _ := played(t, fallen+rolls+"= "+c.holds); len(faults) > 0 {
			t.Errorf("%s should hold: %v", c.holds, faults)
		}
		if faults, _ := played(t, fallen+rolls+"= "+c.fails); len(faults) != 1 {
			t.Errorf("%s should not hold: %v", c.fails, faults)
		}
	}
}

// TestFactsAhead: facts about actions that are not played.
func TestFactsAhead(t *testing.T) {
	// Nineteen dice, hits on 5 and 6, nine net of three that block on 5 and 6: the
	// README shows the fraction, and the rulebook's own tests derive it.
	const bombard = "bombard sig-33b at D2 with panzer-iii"
	for _, c := range []struct{ holds, fails string }{
		{"legal " + bombard, "illegal " + bombard},
		{"illegal bombard sig-33b at D2 with squad-a", "legal bombard sig-33b at D2 with squad-a"},
		{"chance " + bombard + ": building-destroyed 90324443/1162261467", "chance " + bombard + ": building-destroyed 1/2"},
		{"line sig-33b to squad-b clear 3", "line sig-33b to squad-b blocked"},
		{"not over", "over draw"},
	} {
		if faults, _ := played(t, strings.Replace(fallen, "plays need.hits", "plays strength.dice", 1)+"= "+c.holds+"\n"+rolls); len(faults) > 0 {
			t.Errorf("%s should hold: %v", c.holds, faults)
		}
		if faults, _ := played(t, fallen+"= "+c.fails+"\n"+rolls); len(faults) == 0 {
			t.Errorf("%s should not hold", c.fails)
		}
	}
}

// TestQuestions: a case may ask a procedure without a game.
func TestQuestions(t *testing.T) {
	const head = "case a question\nbecause one die hits on 5 and 6\nplays strength.dice\n$ attack dice=1 | facts.defence.dice=0\n"
	if faults, _ := played(t, head+"= chance destroyed 0\n= amount need.values 6"); len(faults) > 0 {
		t.Error(faults)
	}
	if faults, _ := played(t, head+"= chance destroyed 1/6"); len(faults) != 1 {
		t.Error(faults)
	}
	for _, fact := range []string{"round 1", "legal rest squad-a", "squad-a at D3/1", "D2 stands", `text "squad"`, "German lost 0"} {
		if faults, _ := played(t, head+"= "+fact); len(faults) != 1 || !strings.Contains(faults[0], "has no set-up") {
			t.Errorf("%s without a game: %v", fact, faults)
		}
	}
}

// TestLastLine: facts about an action hold for that action only, and not for a question before it.
func TestLastLine(t *testing.T) {
	const question, action = "$ attack dice=1 | facts.defence.dice=0\n", "> bombard sig-33b at D2 with squad-a\n! box.support\n"
	for _, c := range []struct{ fact, want string }{
		{"cites box.support", ""},
		{"no clause box.support", "it is cited"},
		{"cites need.values", "the cited clauses are [box.support]"},
		{"chance destroyed 0", "no question was asked"},
	} {
		faults, _ := played(t, "case a refusal\nbecause squad-a is an enemy\non bundled worked\n"+question+action+"= "+c.fact+"\n")
		if all := strings.Join(faults, "\n"); (all == "") != (c.want == "") || !strings.Contains(all, c.want) {
			t.Errorf("%s: %q; want %q", c.fact, all, c.want)
		}
	}
}

// TestTranscripts: the answers must match the questions one by one.
func TestTranscripts(t *testing.T) {
	for _, c := range []struct{ name, play, want string }{
		{"no answer", "> bombard sig-33b at D2 with panzer-iii\n< 9x6 10x1", "with panzer-iii: no answer to: German: Roll 3D6, counting 5+: "},
		{"one too many", rolls + "< 6", "left over"},
		{"another side", strings.Replace(rolls, "German", "Soviet", 1), "German is asked, not Soviet"},
		{"other dice", strings.Replace(rolls, "3D6", "4D6", 1), "the roll is 3D6, not 4D6"},
		{"fewer dice", strings.Replace(rolls, "19D6", "9D6", 1), "the roll is 19D6, not 9D6"},
		{"wrong faces", strings.Replace(rolls, "1 1 1", "1 1 7", 1), "line 7"},
		{"refused", "> bombard mortar-squad at A1\n= D2 stands", "bombard mortar-squad"},
		{"no such action", "> jump", "jump"},
		{"allowed", "> bombard sig-33b at D2\n! attack.range", "it is legal"},
		{"another clause", "> bombard sig-33b at D2 with squad-a\n! attack.sight", "not by attack.sight"},
		{"another reason", "> bombard sig-33b at D2 with squad-a\n! eligible.infantry\n= refused \"elephants\"", "the reasons are"},
	} {
		faults, _ := played(t, fallen+c.play)
		if len(faults) == 0 || !strings.Contains(strings.Join(faults, "\n"), c.want) {
			t.Errorf("%s: %q", c.name, faults)
		}
	}
	if faults, _ := played(t, strings.Replace(fallen, "need.hits", "weak.half", 1)+rolls); len(faults) != 1 || !strings.Contains(faults[0], "no entry cites weak.half") {
		t.Error(faults)
	}
	if faults, _ := played(t, strings.Replace(fallen, "need.hits", "weak.half attack.sight", 1)+rolls); len(faults) != 2 {
		t.Errorf("two clauses are not cited: %q", faults)
	}
	if faults, _ := played(t, fallen+rolls+"---\n= D2 fell"); len(faults) != 1 {
		t.Errorf("what only leads up to a case counts: %v", faults)
	}
}

// TestTwins: a clause is effective exactly if a twin contradicts the case.
func TestTwins(t *testing.T) {
	const twin = "\ncase it stands\ntwin it falls\nbecause eight are one less than nine\non bundled worked\n"
	const eight = "> bombard sig-33b at D2 with panzer-iii\n< 8x6 11x1\n< 1 1 1\n"
	faults, report := played(t, fallen+rolls+"= D2 fell"+twin+"differs need.hits\n"+eight+"= D2 stands")
	if len(faults) > 0 || !slices.Equal(report.Effective["need.hits"], []string{"it falls"}) {
		t.Errorf("%v; %v", faults, report.Effective)
	}
	if faults, _ := played(t, fallen+rolls+"= D3 stands"+twin+"differs need.hits\n"+rolls+"= D3 stands"); len(faults) == 0 || !strings.Contains(strings.Join(faults, "\n"), "no fact contradicts one of its twin") {
		t.Errorf("a twin that contradicts nothing: %q", faults)
	}
	for name, text := range map[string]string{
		"nothing differs":     fallen + rolls + "= D3 stands" + twin + "differs need.hits\n" + "> bombard sig-33b at D2 with panzer-iii\n< German 19D6: 8x6 11x1\n< 3D6: 1 1 1\n< 1\n= D3 stands",
		"it is cited":         fallen + rolls + "= D2 fell" + twin + "lacks need.hits\n" + eight + "= D2 stands",
		"the model is broken": fallen + rolls + "= D2 stands" + twin + "differs need.hits\n" + eight + "= D2 fell",
	} {
		if faults, report := played(t, text); len(faults) == 0 || report.Effective["need.hits"] != nil {
			t.Errorf("%s: %v, %v", name, faults, report.Effective)
		}
	}
}

// TestChanges: "with" changes the set-up and the house rules.
func TestChanges(t *testing.T) {
	head := strings.Replace(fallen, "plays", "with units.squad-b=none units.squad-a.at=D2 rounds=5 rulings.halving=before\nplays", 1)
	faults, _ := played(t, head+"= squad-b gone\n= squad-a at D2/1\n= text \"round 1 of 5\"\n> bombard sig-33b at D2 with panzer-iii\n< 9x6 11x1\n< 1 1 1\n< 8x1")
	if len(faults) > 0 {
		t.Error(faults) // half of 6, and then the bonus of 3, are 6 dice of support; 14 and 6 are 20
	}
}

// TestMisspelt: a fact about something that does not exist never holds.
func TestMisspelt(t *testing.T) {
	for fact, want := range map[string]string{
		"squad-c gone":           `nothing is called "squad-c"; did you mean squad-a, squad-b`,
		"squad-c strength 3":     `nothing is called "squad-c"`,
		"sig-33b gone":           "it is at",
		"sig-33b has no feather": "",
		`squad-c no text "D2"`:   `nothing is called "squad-c"`,
		"mlil has no gate":       `nothing is called "mlil"`,
		"mlil fell":              `there is no structure "mlil"; there are `,
	} {
		faults, _ := played(t, fallen+rolls+"= "+fact)
		if all := strings.Join(faults, "\n"); want == "" && all != "" || want != "" && !strings.Contains(all, want) {
			t.Errorf("%s: %q; want %q", fact, all, want)
		}
	}
}

// TestUnreadable: errors have file and line.
func TestUnreadable(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{fallen + rolls + "= no clause need.hitz", `unknown clause "need.hitz"; did you mean need.hits?`},
		{"> rest squad-a", "x.txt:1: \"> rest squad-a\" is outside a case"},
		{"case a\nbecause b\nplays need.hits\n> rest squad-a", "has no set-up"},
		{"case a\nbecause b\non nowhere\nplays need.hits", "x.txt:3: unknown set-up"},
		{"case a\non bundled worked\nplays need.hits", "has no reason"},
		{"case a\nbecause b\non bundled worked\nplays need.hit", "unknown clause \"need.hit\"; did you mean need.hits"},
		{"case a\nbecause b\non bundled worked\nplays need.hits\n= D2 flies", "is not a fact"},
		{"case a\nbecause b\non bundled worked\nplays need.hits\n< 6 6", "below its action"},
		{"case a\nbecause b\non bundled worked\nplays need.hits\n! need.hits", "needs an action"},
		{"case a\nbecause b\non bundled worked\nplays need.hits\nso what", "unknown line"},
		{"case a\nbecause b\non bundled worked\nlacks need.hits", "add twin"},
		{"case a\nbecause b\non bundled worked\ntwin z\nlacks need.hits", "unknown case \"z\""},
		{"setup s\n  rounds: 1\nsetup s\n", "duplicate set-up"},
		{"case a\nbecause b\non bundled worked\nplays need.hits\ncase a\n", "duplicate case"},
	} {
		_, err := read(t, c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v; want %q", c.text, err, c.want)
		}
	}
}

// TestBundled reads every casebook, writes its cases as lines, reads those again, and writes them
// all as JSON.
func TestBundled(t *testing.T) {
	for _, g := range rulesets.Games {
		b, err := casebook.Read(g.Rules, rulesets.Cases(g.Rules.ID))
		if err != nil {
			t.Error(err)
			continue
		}
		for _, c := range b.Cases {
			text := ""
			if c.Setup != "" && !c.Bundled {
				text = "setup " + c.Setup[strings.IndexByte(c.Setup, '/')+1:] + "\n" + b.Setups[c.Setup]
			}
			again := &casebook.Book{Ruleset: b.Ruleset, Setups: map[string]string{}}
			if err := again.Add(g.Rules, c.File, text+strings.Join(c.Lines(), "\n")); err != nil {
				t.Errorf("%s: %v", c.Name, err)
				continue
			}
			if x, y := again.Cases[0].Lines(), c.Lines(); !slices.Equal(x, y) {
				t.Errorf("%s: read again it is\n%s", c.Name, strings.Join(x, "\n"))
			}
		}
		w, err := b.Write(b.Cases)
		if err != nil {
			t.Error(err)
			continue
		}
		text, err := json.Marshal(w)
		var back casebook.Written
		if err == nil {
			err = json.Unmarshal(text, &back)
		}
		if err != nil || len(back.Cases) != len(b.Cases) {
			t.Errorf("%s: %d of %d cases in JSON: %v", g.Rules.ID, len(back.Cases), len(b.Cases), err)
		}
		for _, c := range back.Cases {
			if c.Setup != "" && back.Setups[c.Setup] == "" {
				t.Errorf("%s: its set-up %s is missing", c.Name, c.Setup)
			}
		}
	}
}

// FuzzRead: reading never panics, and a case that can be read can be read again from its own
// lines.
func FuzzRead(f *testing.F) {
	f.Add(fallen + rolls + "= D2 fell\n")
	f.Add("setup s\n  rounds: 1\ncase a\nbecause b\non s\nwith x={name: a, at: b}\nplays need.hits\n---\n! need.hits\n")
	f.Add("case a\nbecause b\nplays need.hits\n$ attack dice=1 | facts.defence.dice=0\n= chance destroyed 0\n")
	g := tideOfIron(f)
	f.Fuzz(func(t *testing.T, text string) {
		b := &casebook.Book{Ruleset: "tideofiron", Setups: map[string]string{}}
		if b.Add(g.Rules, "x.txt", text) != nil {
			return
		}
		for _, c := range b.Cases {
			if c.Setup != "" {
				continue
			}
			again := &casebook.Book{Ruleset: "tideofiron", Setups: map[string]string{}}
			if err := again.Add(g.Rules, "x.txt", strings.Join(c.Lines(), "\n")); err != nil {
				t.Errorf("%q: %v", fmt.Sprint(c.Lines()), err)
			}
		}
	})
}
