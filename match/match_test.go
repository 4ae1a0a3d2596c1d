package match_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/game"
	_ "loophole/internal/lazygc"
	"loophole/internal/testgame"
	"loophole/match"
	"loophole/policy"
	"loophole/record"
	"loophole/rule"
	"loophole/rulesets/tideofiron"
)

var update = flag.Bool("update", false, "rewrite the goldens in testdata")

func find(id string) (*game.Game, error) {
	if id != tideofiron.Rules.ID {
		return nil, fmt.Errorf("no game %q", id)
	}
	return tideofiron.Game, nil
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// begin begins a match of two players.
func begin(t testing.TB, w *bytes.Buffer, d record.DiceOrigin) *match.Match {
	t.Helper()
	f := testgame.Bundled(t, "tideofiron", "block")
	h, err := match.NewHeader(f, "test", [2]string{"white", "policy random"}, d)
	must(t, err)
	m, err := match.New(f, h, w)
	must(t, err)
	return m
}

// do plays actions.
func do(t testing.TB, m *match.Match, src rule.Source, lines ...string) {
	t.Helper()
	for _, l := range lines {
		a, err := m.Instance.ParseAction(l)
		must(t, err)
		must(t, m.Play(a, src))
	}
}

// played plays a number of actions with random policies, or to the end.
func played(t testing.TB, seed uint64, actions int) (string, *match.Match) {
	t.Helper()
	var b bytes.Buffer
	m := begin(t, &b, record.ProgramDice(seed))
	random := &policy.Random{}
	rng := policy.NewRand(seed, 0, 0)
	src := dice.NewRandom(seed)
	src.Policy = func(c rule.Choice) int { return rng.Below(len(c.Options)) }
	for n := 0; n < actions && !m.Status().Over; n++ {
		a, err := random.ChooseAction(m.Instance.Runner().SetPosition(m.Position()), rng)
		must(t, err)
		must(t, m.Play(a, src))
		if n%7 == 3 {
			must(t, m.Undo(0, true))
			if n%2 == 0 {
				must(t, m.Redo(1))
			}
		}
	}
	return b.String(), m
}

func verify(text string) (*match.Report, error) {
	f, err := match.Read(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	return match.Verify(f, find)
}

func TestWholeGame(t *testing.T) {
	for seed := range uint64(20) {
		text, m := played(t, seed, 1000)
		r, err := verify(text)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if !r.Finished || r.Lines != len(m.Entries)+1 || r.Sum != m.Sum() {
			t.Errorf("seed %d: %+v; want %d lines and the checksum %s", seed, r, len(m.Entries)+1, m.Sum())
		}
	}
}

// TestSave: a saved match equals its file so far at any time, even if it has no file or was
// resumed.
func TestSave(t *testing.T) {
	text, m := played(t, 5, 25)
	var saved bytes.Buffer
	must(t, m.Save(&saved))
	if saved.String() != text {
		t.Errorf("saved:\n%s\nwritten:\n%s", saved.String(), text)
	}
	lines := strings.SplitAfter(text, "\n")
	for _, n := range []int{1, 2, 7, len(lines) - 1} {
		cut := strings.Join(lines[:n], "")
		f, err := match.Read(strings.NewReader(cut))
		must(t, err)
		m, _, err := match.Resume(f, find, nil)
		must(t, err)
		saved.Reset()
		must(t, m.Save(&saved))
		if saved.String() != cut {
			t.Errorf("after %d lines it saves:\n%s", n, saved.String())
		}
	}
}

// TestKilledAnywhere: after a kill at any line, or within one, the resumed match completes the same
// file.
func TestKilledAnywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	text, _ := played(t, 3, 20)
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	for n := 1; n < len(lines); n++ {
		cut := strings.Join(lines[:n], "")
		f, err := match.Read(strings.NewReader(cut + lines[n][:len(lines[n])/2]))
		var fault *record.Fault
		if !errors.As(err, &fault) || fault.Kind != record.CutOff || f.CompleteBytes != len(cut) {
			t.Fatalf("cut in line %d: %v", n+1, err)
		}
		var b bytes.Buffer
		m, random, err := match.Resume(f, find, &b)
		if err != nil {
			t.Fatalf("cut in line %d: %v", n+1, err)
		}
		if a, ok := m.Pending(); ok {
			// The rest of the action has the same answers.
			rest := dice.NewScript(entries(t, lines[n:]))
			rest.Dice = random
			must(t, m.Play(a, rest))
		}
		if got := cut + b.String(); !strings.HasPrefix(text, got) {
			t.Fatalf("cut in line %d: it goes on with\n%s", n+1, b.String())
		}
		if _, err := verify(cut + b.String()); err != nil {
			t.Fatalf("cut in line %d: %v", n+1, err)
		}
	}
}

func entries(t *testing.T, lines []string) (list []rule.Entry) {
	for _, l := range lines {
		object, _, ok := record.Unseal(match.Format, []byte(strings.TrimSuffix(l, "\n")))
		if !ok {
			t.Fatal(l)
		}
		if e, fault := record.DecodeEntry(object); fault == nil {
			list = append(list, e)
		}
	}
	return list
}

// TestAlteredBytes: any altered byte is detected, in its line.
func TestAlteredBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	text, _ := played(t, 5, 9)
	line := 1
	for i := range len(text) {
		if text[i] == '\n' {
			line++
			continue
		}
		if line > 1 && i%5 != 0 || line == 1 && i%97 != 0 {
			continue
		}
		altered := text[:i] + string(text[i]^1) + text[i+1:]
		var fault *record.Fault
		if _, err := verify(altered); !errors.As(err, &fault) || fault.Line != line && !(text[i]^1 == '\n') {
			t.Fatalf("byte %d of line %d: %v", i, line, err)
		}
	}
}

// forge changes a line and recalculates all checksums.
func forge(text string, line int, old, new string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	var b bytes.Buffer
	format := match.Format
	if strings.HasPrefix(text, `{"loophole":"match","format":1,`) {
		format = 1
	}
	pen := record.NewChainWriter(&b, format)
	for i, l := range lines {
		object, _, ok := record.Unseal(format, []byte(l))
		if !ok {
			object = []byte(l + "}")
		}
		if i+1 == line {
			object = []byte(strings.Replace(string(object), old, new, 1))
		}
		pen.Append(object)
	}
	return b.String()
}

// TestForgeries: replay detects forged lines with valid checksums.
func TestForgeries(t *testing.T) {
	var b bytes.Buffer
	m := begin(t, &b, record.ProgramDice(1))
	src := dice.NewRandom(1)
	do(t, m, src, "move rifle-squad to B3", "done rifle-squad", "bombard sig-33b at D3 with panzer-iii")
	text := b.String()
	if _, err := verify(forge(text, 0, "", "")); err != nil {
		t.Fatal(err)
	}
	at := func(part string) int { return 1 + strings.Count(text[:strings.Index(text, part)], "\n") }
	roll := at(`"kind":"roll"`)
	for _, c := range []struct {
		line     int
		old, new string
		kind     record.FaultKind
	}{
		{at("move rifle"), "to B3", "to A4", record.BadOutcome},
		{at("move rifle"), "to B3", "to G6", record.Illegal},
		{at("move rifle"), "rifle-squad", "rifle-squat", record.Illegal},
		{at("move rifle"), `"German"`, `"Soviet"`, record.BadOrder},
		{at("done rifle"), "done rifle", "rest rifle", record.Illegal},
		{at("bombard"), " with panzer-iii", "", record.BadEntry},
		{roll, `"faces":[`, `"faces":[7,`, record.BadFace},
		{roll, `"program"`, `"typed"`, record.BadOrigin},
		{roll, `"clause":"attack.by-unit"`, `"clause":"attack.by-area"`, record.BadClause},
		{len(strings.Split(text, "\n")) - 1, `"position":"`, `"position":"0`, record.BadOutcome},
		{1, `"Rounds":6`, `"Rounds":99`, record.BadHeader},
		{1, `"Level":2`, `"Level":1`, record.BadHeader},
		{1, `"seed":"1"`, `"seed":"2"`, record.BadFace},
		{1, `"rules":"`, `"rules":"0`, record.OtherRules},
		{1, `"format":2`, `"format":3`, record.BadFormat},
	} {
		var fault *record.Fault
		forged := forge(text, c.line, c.old, c.new)
		if forged == text {
			t.Errorf("line %d has no %s", c.line, c.old)
			continue
		}
		_, err := verify(forged)
		if !errors.As(err, &fault) || fault.Kind != c.kind {
			t.Errorf("line %d, %s for %s: %v; want %q", c.line, c.new, c.old, err, c.kind)
		}
	}
}

func TestTakingBack(t *testing.T) {
	var b bytes.Buffer
	m := begin(t, &b, record.ProgramDice(9))
	src := dice.NewRandom(9)
	start := m.Position().Hash()
	do(t, m, src, "move rifle-squad to B3")
	moved := m.Position().Hash()
	must(t, m.Undo(0, false)) // No die was rolled.
	if m.Position().Hash() != start {
		t.Error("the start is not restored")
	}
	must(t, m.Redo(0))
	if m.Position().Hash() != moved {
		t.Error("the move does not stand again")
	}
	var ask *match.ConsentError
	if err := m.Undo(1, false); !errors.As(err, &ask) || ask.From != "German" {
		t.Errorf("another's action is taken back unasked: %v", err)
	}
	do(t, m, src, "done rifle-squad", "fire sig-33b at squad-a normal")
	fired := m.Position().Hash()
	if err := m.Undo(0, false); !errors.As(err, &ask) || ask.From != "Soviet" {
		t.Errorf("dice are taken back unasked: %v", err)
	}
	if m.Position().Hash() != fired {
		t.Error("a refused undo changes the position")
	}
	must(t, m.Undo(0, true))
	do(t, m, src, "rest sig-33b")
	if err := m.Redo(0); err == nil {
		t.Error("what a new action replaced stands again")
	}
	for len(m.Line()) > 0 {
		must(t, m.Undo(0, true))
	}
	if err := m.Undo(0, true); err == nil || m.Position().Hash() != start {
		t.Errorf("at the start: %v", err)
	}
	if _, err := verify(b.String()); err != nil {
		t.Error(err)
	}
	if !strings.Contains(b.String(), `{"kind":"undo","by":"German","consent":"Soviet","position":"`) {
		t.Error("the consent is not recorded")
	}
}

// TestBegunAction: without enough typed dice an action stays pending, and more dice finish it.
func TestBegunAction(t *testing.T) {
	var b bytes.Buffer
	m := begin(t, &b, record.TypedDice())
	a, err := m.Instance.ParseAction("fire mg-squad at maxim normal")
	must(t, err)
	var open *rule.UnansweredError
	if err := m.Play(a, dice.MustTray("5 5 1 2 6 6 |")); !errors.As(err, &open) || open.Roll.Cite != "host.cover" {
		t.Fatalf("it does not stop at the cover dice: %v", err)
	}
	if got, ok := m.Pending(); !ok || got != a {
		t.Errorf("begun is %v", got)
	}
	other, _ := m.Instance.ParseAction("rest mg-squad")
	if err := m.Play(other, dice.MustTray("1")); err == nil {
		t.Error("another action is played in the middle of one")
	}
	if _, err := verify(b.String()); err != nil {
		t.Error(err)
	}
	if err := m.Undo(0, false); err == nil {
		t.Error("dice on the table are taken back unasked")
	}
	must(t, m.Play(a, dice.MustTray("1 2 5 | machine-gun crew | regular |")))
	if _, ok := m.Pending(); ok {
		t.Error("the action is still begun")
	}
	// The same again, with an undo within the action.
	b2, _ := m.Instance.ParseAction("fire sig-33b at squad-a normal")
	if err := m.Play(b2, dice.MustTray("")); !errors.As(err, &open) {
		t.Fatal(err)
	}
	must(t, m.Undo(0, false))
	do(t, m, dice.MustTray("1"), "rest sig-33b")
	if _, err := verify(b.String()); err != nil {
		t.Error(err)
	}
}

// TestTranscript compares a match with a legible golden file.
func TestTranscript(t *testing.T) {
	var b bytes.Buffer
	m := begin(t, &b, record.ProgramDice(2024))
	src := dice.NewRandom(2024)
	do(t, m, src,
		"bombard sig-33b at D4 with panzer-iii", "shell mortar-squad at D4 suppressive", "move rifle-squad to B3")
	must(t, m.Undo(0, false))
	do(t, m, src, "watch mg-squad")
	var out strings.Builder
	out.WriteString(m.Instance.Text(m.Instance.Start) + "\n")
	for _, e := range m.Entries {
		fmt.Fprintln(&out, e)
	}
	out.WriteString("\n" + m.Instance.Text(m.Position()))
	golden(t, "transcript.txt", out.String())
	golden(t, "match.jsonl", b.String())
}

// TestGameTranscript plays the chapter's example with random policies to its end, as a transcript.
func TestGameTranscript(t *testing.T) {
	f := testgame.Bundled(t, "tideofiron", "worked")
	h, err := match.NewHeader(f, "test", [2]string{"policy random", "policy random"}, record.ProgramDice(11))
	must(t, err)
	m, err := match.New(f, h, nil)
	must(t, err)
	rng := policy.NewRand(11, 0, 0)
	seat := dice.NewRandom(0)
	seat.Policy = func(c rule.Choice) int { return rng.Below(len(c.Options)) }
	both := dice.NewRandom(11)
	src := &match.SeatSource{Sides: f.Sides, Dice: [2]rule.Source{both, both}, Seats: [2]rule.Source{seat, seat}}
	var out strings.Builder
	out.WriteString(f.Text(f.Start) + "\n")
	for !m.Status().Over {
		a, err := policy.NextAction(&policy.Random{}, f, m.Position(), rng)
		must(t, err)
		must(t, m.Play(a, src))
	}
	for _, e := range m.Entries {
		if e.Kind == match.Ruled && e.Rule.From != "" && e.Rule.From != dice.FromProgram {
			t.Errorf("an answer from %q", e.Rule.From)
		}
		fmt.Fprintln(&out, e)
	}
	golden(t, "game.txt", out.String()+"\n"+f.Text(m.Position()))
}

// TestSeated: each side's seat makes its decisions, the dice answer rolls, and both have their
// origins.
func TestSeated(t *testing.T) {
	s := &match.SeatSource{Sides: [2]rule.Side{"white", "black"}, Dice: [2]rule.Source{dice.NewRandom(1), dice.MustTray("4 |")}, Seats: [2]rule.Source{dice.MustTray("2 |"), dice.NewRandom(1)}}
	for _, c := range []struct {
		by   rule.Side
		want int
		from string
	}{{"black", 0, dice.FromProgram}, {"white", 1, dice.FromTyped}} {
		got, err := s.Choose(rule.Choice{By: c.by, Why: "which", Options: []string{"a", "b"}})
		if err != nil || got != c.want || s.From() != c.from {
			t.Errorf("%s takes %d from %q, %v; want %d from %q", c.by, got, s.From(), err, c.want, c.from)
		}
	}
	if _, faces, err := s.Roll(rule.Roll{Pool: rule.SumPool(2, rule.D6)}); err != nil || len(faces) != 2 || s.From() != dice.FromProgram {
		t.Errorf("rolled %v from %q, %v", faces, s.From(), err)
	}
	if v, _, err := s.Roll(rule.Roll{Pool: rule.SumPool(1, rule.D6), By: "black"}); err != nil || v != 4 || s.From() != dice.FromTyped {
		t.Errorf("black rolled %d from %q, %v; its die shows 4", v, s.From(), err)
	}
}

func golden(t *testing.T, name, text string) {
	t.Helper()
	path := "testdata/" + name
	if *update {
		must(t, os.MkdirAll("testdata", 0o777))
		must(t, os.WriteFile(path, []byte(text), 0o666))
	}
	want, err := os.ReadFile(path)
	must(t, err)
	if string(want) != text {
		t.Errorf("%s differs; it is now\n%s", path, text)
	}
}
