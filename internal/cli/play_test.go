package cli

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/term"

	"loophole/dice"
	"loophole/internal/testgame"
	"loophole/match"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/scenario"
)

// typing runs a command line with lines that are typed.
func typing(t *testing.T, lines string, args ...string) (status int, out string) {
	t.Helper()
	var o strings.Builder
	status = Main(context.Background(), args, strings.NewReader(lines), &o, &o)
	return status, o.String()
}

// kept reads a record and audits it.
func kept(t *testing.T, name string) *match.File {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := match.Read(bytes.NewReader(data))
	if err == nil {
		_, err = match.Verify(f, rulesets.Game)
	}
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// wants checks that a transcript has the parts, in this order.
func wants(t *testing.T, out string, parts ...string) {
	t.Helper()
	rest := out
	for _, p := range parts {
		_, after, ok := strings.Cut(rest, p)
		if !ok {
			t.Fatalf("after what was found before there is no %q in:\n%s", p, out)
		}
		rest = after
	}
}

const against = "Empire=random"

// TestUndoAgainstPolicy: against a policy, an undo also takes back what the policy did since. The
// policy consents, the player acts again, and the policy repeats what it did.
func TestUndoAgainstPolicy(t *testing.T) {
	name := filepath.Join(t.TempDir(), "game.jsonl")
	_, out := typing(t, "done\ndone\ndone\nundo\nundo 99\ndone\nquit\n", "play", "oldworld", "farmhouse", "--policy", against, "--seed", "3", "--record", name)
	wants(t, out,
		"Undo, the last action first:\n  Empire: ", "\n  Greenskins: done\nThe program consents for Empire.\n",
		"undone; the record keeps", "Greenskins, round 1, ",
		"undo: you have played 2 actions that can be undone: type undo 2", "The game is not over.")
	f := kept(t, name)
	var before, after []string
	list := &before
	for _, e := range f.Entries {
		switch {
		case e.Kind == match.Undone:
			if e.By != "Greenskins" {
				t.Errorf("%s takes back", e.By)
			}
			list = &after
		case e.By == "Empire" && e.Kind == match.Acted, e.Kind == match.Ruled && e.Rule.Kind == rule.Rolled:
			*list = append(*list, e.String())
		}
	}
	if len(before) == 0 || strings.Join(before, "\n") != strings.Join(after[:min(len(before), len(after))], "\n") {
		t.Errorf("the program did\n%s\nand then\n%s", strings.Join(before, "\n"), strings.Join(after, "\n"))
	}
}

// TestOrigins: each answer says who gave it, whoever rolls. The side of a charged unit makes its
// shots, and the charging side its charge.
func TestOrigins(t *testing.T) {
	for _, c := range []struct {
		flags []string
		asked []rule.Side
	}{
		{nil, nil},
		{[]string{"--dice", "ask"}, []rule.Side{"Greenskins", "Empire"}},
		{[]string{"--dice", "Greenskins=ask"}, []rule.Side{"Greenskins"}},
		{[]string{"--dice", "Empire=ask"}, []rule.Side{"Empire"}},
	} {
		for _, policy := range []string{"", "Empire=cautious"} {
			name := filepath.Join(t.TempDir(), "game.jsonl")
			args := append([]string{"play", "oldworld", "farmhouse", "--seed", "3", "--record", name}, c.flags...)
			lines := "charge orcs farmhouse\n"
			want := dice.FromProgram
			if policy != "" {
				args = append(args, "--policy", policy)
			} else {
				lines, want = lines+"stand and shoot\n", dice.FromTyped
			}
			_, out := typing(t, lines+"6x3\n", args...)
			choices, rolls := 0, 0
			for _, e := range kept(t, name).Entries {
				if e.Kind != match.Ruled || e.Rule.From == "" {
					continue
				}
				switch e.Rule.Kind {
				case rule.Chosen:
					if choices++; e.Rule.From != want {
						t.Errorf("%v %s: a choice from %q, want %q", c.flags, policy, e.Rule.From, want)
					}
				case rule.Rolled:
					origin := dice.FromProgram
					if slices.Contains(c.asked, cmp.Or(e.Rule.By, "Greenskins")) {
						origin = dice.FromTyped
					}
					if rolls++; e.Rule.From != origin {
						t.Errorf("%v %s: a roll of %q from %q, want %q", c.flags, policy, e.Rule.By, e.Rule.From, origin)
					}
				}
			}
			if choices == 0 || rolls == 0 {
				t.Errorf("%v %s: %d choices and %d rolls:\n%s", c.flags, policy, choices, rolls, out)
			}
		}
	}
}

// TestPolicyDiceTyped: the player types the dice of a policy's actions, if that is asked for.
func TestPolicyDiceTyped(t *testing.T) {
	_, out := typing(t, "auto\n", "play", "tideofiron", "worked", "--policy", "German=cautious", "--dice", "German=ask", "--seed", "5", "--record", "none")
	wants(t, out, "German: ", "for German: ", "rolls ", "> auto\n", "count")
}

// TestWordsAtQuestions: a player can type words of the table at a question; cancel takes the action
// back.
func TestWordsAtQuestions(t *testing.T) {
	_, out := typing(t, "charge orcs farmhouse\nstatus\nlog\nwhy done\nseven\n?\nstand and shoot\n1 2\ncancel\ndice\nyes\ncancel\nquit\n",
		"play", "oldworld", "farmhouse", "--dice", "ask", "--record", "none")
	const question = "The Empire side chooses: the crossbows: the reaction to the charge of the orcs"
	wants(t, out, "Greenskins: charge orcs farmhouse\n", question,
		"> status\n", "pending: Greenskins: charge orcs farmhouse", "task: Greenskins: hold 1 of the objectives", "Greenskins (at the table): 58 models", "record: none", question,
		"> log\n", "Greenskins: charge orcs farmhouse\n", question, "> why done\n", question,
		"> seven\n", "is not an option; there are flee, hold, stand and shoot; ? helps",
		"> ?\n", "undo or cancel: undo the action",
		"> stand and shoot\n", "the Empire side chooses stand and shoot", "for Greenskins: charge orcs farmhouse\nThe Empire side rolls 6D6",
		"2 of 6, 4 to go", "> cancel\n", "what was typed for this roll is not kept",
		"Does Empire consent", "dice\nnot undone\n", "Continuing: charge orcs farmhouse\nfor Greenskins: charge orcs farmhouse\nThe Empire side rolls 6D6",
		"> yes\n", "> cancel\n", "Does Empire consent", "quit\nnot undone\n")
	if n := strings.Count(out, "the Empire side chooses stand and shoot"); n != 1 {
		t.Errorf("a decision is shown %d times:\n%s", n, out)
	}
}

// TestCancelAtOnce: before any die is rolled, cancel takes an action back without a question.
func TestCancelAtOnce(t *testing.T) {
	name := filepath.Join(t.TempDir(), "game.jsonl")
	_, out := typing(t, "bombard sig-33b at D2\ncancel\ncancel\n", "play", "tideofiron", "worked", "--dice", "ask", "--record", name)
	wants(t, out, "rolls ", "> cancel\n", "undone; ", "cancel\ncancel: no action is pending; type undo to undo the last one")
	if n := len(kept(t, name).Entries); n == 0 {
		t.Error("nothing is recorded")
	}
	if strings.Contains(out, "consent") {
		t.Errorf("somebody is asked:\n%s", out)
	}
}

// TestResumeKeepsModes: a resumed game has the same kinds of dice as before, and shows nothing
// twice.
func TestResumeKeepsModes(t *testing.T) {
	name := filepath.Join(t.TempDir(), "game.jsonl")
	typing(t, "bombard sig-33b at D2 with panzer-iii\n19x6\n1 1\n", "play", "tideofiron", "worked", "--dice", "German=ask", "--record", name)
	_, out := typing(t, "", "resume", name)
	wants(t, out, "dice: German: you roll and type the faces (ask); Soviet: the program rolls (auto)",
		"Faces typed for an incomplete roll are lost: the roll starts again.",
		"Continuing: bombard sig-33b at D2 with panzer-iii\nGerman: bombard", "attack dice: the German side rolls 19D6", "for German: bombard sig-33b at D2 with panzer-iii\nThe German side rolls 3D6")
	if n := strings.Count(out, "attack dice: the German side rolls 19D6"); n != 1 {
		t.Errorf("a roll is shown %d times:\n%s", n, out)
	}
	_, out = typing(t, "", "resume", name, "--dice", "auto")
	wants(t, out, "attack dice: the German side rolls 19D6", "defence dice of the building: the German side rolls 3D6", "The game is over. The German side wins: ")
}

// TestResumeOfHands: a terminal does not have the hands of both players. resume says where the
// match continues.
func TestResumeOfHands(t *testing.T) {
	name := filepath.Join(t.TempDir(), "hands.jsonl")
	if err := os.WriteFile(name, []byte(`{"loophole":"hands","format":2}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, more := range [][]string{nil, {"--until", "1"}} {
		status, out := typing(t, "", append([]string{"resume", name}, more...)...)
		if status != statusBadInput {
			t.Errorf("status %d", status)
		}
		wants(t, out, name, "loophole join", "the page Analysis")
	}
}

// TestAlone: one program at a time may use a record.
func TestAlone(t *testing.T) {
	name := filepath.Join(t.TempDir(), "game.jsonl")
	typing(t, "quit\n", "play", "tideofiron", "worked", "--record", name)
	free, err := lockRecord(name)
	if err != nil {
		t.Fatal(err)
	}
	status, out := typing(t, "quit\n", "resume", name)
	if status != statusBadInput {
		t.Errorf("status %d", status)
	}
	wants(t, out, name+" is open in another loophole process: quit that one first", "--until N --record NEW-FILE")
	free()
	if status, out = typing(t, "quit\n", "resume", name); status != statusFine {
		t.Errorf("status %d:\n%s", status, out)
	}
}

// TestBranch: a game continues in a new record from the valid part of a damaged one, and from any
// action of a valid one.
func TestBranch(t *testing.T) {
	dir := t.TempDir()
	whole, bad, one := filepath.Join(dir, "whole.jsonl"), filepath.Join(dir, "bad.jsonl"), filepath.Join(dir, "one.jsonl")
	typing(t, "", "play", "tideofiron", "stairs", "--policy", "random", "--seed", "3", "--record", whole)
	f := kept(t, whole)
	data, _ := os.ReadFile(whole)
	lines := strings.SplitAfter(string(data), "\n")
	damaged := 0
	for i, e := range f.Entries {
		if e.Kind == match.Acted {
			damaged++
		}
		if damaged == 6 {
			lines[i+1] = strings.Replace(lines[i+1], `"kind":"action"`, `"kind": "action"`, 1)
			break
		}
	}
	os.WriteFile(bad, []byte(strings.Join(lines, "")), 0o666)
	for _, command := range []string{"resume", "replay"} {
		status, out := typing(t, "", command, bad)
		if status != statusInvalid {
			t.Errorf("%s: status %d", command, status)
		}
		wants(t, out, "line ", "the last valid action is 5; to resume after it in a new record: loophole resume "+bad+" --until 5\n")
	}
	status, out := typing(t, "", "resume", bad, "--until", "6")
	if status != statusBadInput || !strings.Contains(out, "the valid actions of "+bad+" are 1 to 5") {
		t.Errorf("status %d: %s", status, out)
	}
	if status, out = typing(t, "", "resume", bad, "--until", "5"); status != statusFine {
		t.Fatalf("status %d: %s", status, out)
	}
	wants(t, out, "has the first 5 actions of "+bad+", which is unchanged", "The game is over. The ")
	kept(t, filepath.Join(dir, "bad-2.jsonl"))
	if now, _ := os.ReadFile(bad); string(now) != strings.Join(lines, "") {
		t.Error("the damaged record was touched")
	}
	if status, out = typing(t, "", "resume", whole, "--until", "1", "--record", one); status != statusFine {
		t.Fatalf("status %d: %s", status, out)
	}
	kept(t, one)
	if status, out = typing(t, "", "resume", whole, "--record", one); status != statusBadInput || !strings.Contains(out, "without --until") {
		t.Errorf("status %d: %s", status, out)
	}
	// The end is told, once, with who won and the clause.
	_, out = typing(t, "", "resume", whole)
	if !regexp.MustCompile(`The game is over\. The .+ wins?: .+ \[[a-z.-]+\]\n$`).MatchString(out) || strings.Count(out, "Round") != 1 {
		t.Errorf("a finished game says:\n%s", out)
	}
}

// TestUndoAtTheEnd: at a terminal, players can undo the last action even when the game is over.
func TestUndoAtTheEnd(t *testing.T) {
	x, _ := tableFor(t, "tideofiron", "stairs")
	x.names = [2]string{"random", "random"}
	y, err := x.console.table(x.instance, x.names, 3)
	if err != nil {
		t.Fatal(err)
	}
	if y.match, err = match.New(x.instance, match.Header{}, nil); err != nil {
		t.Fatal(err)
	}
	for !y.match.Status().Over {
		if err := y.playPolicy(y.match.Status().Side); err != nil {
			t.Fatal(err)
		}
	}
	x.names, x.match = [2]string{}, y.match
	actions := len(x.match.Line())
	var screen bytes.Buffer
	x.useEditor(term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{strings.NewReader("nonsense\rundo\ryes\rquit\r"), &screen}, ""))
	if err := x.play(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := len(x.match.Line()); n != actions-1 {
		t.Errorf("%d of %d actions stand:\n%s", n, actions, screen.String())
	}
	for _, part := range []string{"The game is over. ", "type undo to undo the last action, or press Enter to end> ", "The game is not over."} {
		if !strings.Contains(screen.String(), part) {
			t.Errorf("the screen does not show %q", part)
		}
	}
}

// TestOnlyOne: if only one action is legal, Enter plays it.
func TestOnlyOne(t *testing.T) {
	_, out := typing(t, "charge orcs farmhouse\nhold\ndone\ndone\n\nquit\n", "play", "oldworld", "farmhouse", "--seed", "3", "--record", "none")
	wants(t, out, "Combat phase (only: fight for farmhouse; press Enter to play it)> ", "Greenskins: fight for farmhouse\n")
}

// TestTypedWords: play accepts names in quotes, modes, and files after a rulebook.
func TestTypedWords(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	_, out := typing(t, "save \"my file.jsonl\"\ndice\ndice ask German\ndice perhaps\nfire sig-33b at squad-a\nredo\nundo\nundo x\n", "play", "tideofiron", "worked", "--record", "none")
	wants(t, out, "to my file.jsonl; ", "loophole resume 'my file.jsonl'",
		"dice: German: the program rolls (auto)", "dice: German: you roll and type the faces (ask); Soviet: the program rolls (auto)",
		"dice: type auto (the program rolls) or ask", "MODE is one of normal", "redo: nothing to redo", "undo: you have no action to undo", `undo: "x" is not a number`)
	if _, err := os.Stat("my file.jsonl"); err != nil {
		t.Error(err)
	}
	_, file := typing(t, "", "scenarios", "konflikt47", "farmhouse")
	os.WriteFile("mine.yaml", []byte(file), 0o666)
	if status, out := typing(t, "quit\n", "play", "konflikt47", "mine.yaml", "--record", "none"); status != statusFine {
		t.Errorf("status %d: %s", status, out)
	}
	status, out := typing(t, "quit\n", "play", "oldworld", "mine.yaml", "--record", "none")
	if status != statusBadInput || !strings.Contains(out, "mine.yaml is a scenario of konflikt47, not of oldworld; leave out oldworld") {
		t.Errorf("status %d: %s", status, out)
	}
}

// TestStatusTask: status shows the task in every game.
func TestStatusTask(t *testing.T) {
	for _, c := range [][3]string{
		{"konflikt47", "granary", "German: have 4 models or pieces left at the end of the game"},
		{"lasergrenadiers", "bastion", "Fleet: destroy 2 of the objectives"},
		{"d20skirmish", "wxyz", "American: hold 4 of the objectives at the same time"},
		{"oldworld", "siege-train", "Empire: occupy more objectives than the enemy at the end of the game"},
		{"tideofiron", "stairs", "Soviet: leave no enemy in the objectives"},
	} {
		x, _ := tableFor(t, c[0], c[1])
		if got := taskOf(x.instance.Setup, x.sideNames()); got != c[2] {
			t.Errorf("%s %s: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

// TestStatusTellsWholeLines: status shows the round and the objectives in whole lines, however
// narrow the page is. It leaves out the lists below the plan, which break there.
func TestStatusTellsWholeLines(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Setenv("COLUMNS", "40")
	t.Chdir(t.TempDir()) // where the records go
	for _, s := range scenario.Bundled() {
		_, out := typing(t, "status\nquit\n", "play", s.Ruleset, s.Name, "--seed", "3")
		f := testgame.New(t, s)
		whole := strings.Split(f.Text(f.Start), "\n")
		_, told, ok := strings.Cut(out, "> status\n")
		told, _, ended := strings.Cut(told, "\nrecord: ")
		if !ok || !ended {
			t.Fatalf("%s/%s: no status in\n%s", s.Ruleset, s.Name, out)
		}
		for _, line := range strings.Split(told, "\n") {
			kind, _, _ := strings.Cut(line, ":")
			if strings.Contains(line, "objective") && kind != "scenario" && kind != "task" && !slices.Contains(whole, line) {
				t.Errorf("%s/%s: %q is no whole line", s.Ruleset, s.Name, line)
			}
			if strings.Contains(line, "outside:") || strings.HasPrefix(line, "to be set up:") {
				t.Errorf("%s/%s: a list is told: %q", s.Ruleset, s.Name, line)
			}
		}
	}
}
