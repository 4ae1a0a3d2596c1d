package record_test

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"loophole/dice"
	_ "loophole/internal/lazygc"
	"loophole/record"
	"loophole/rule"
)

var update = flag.Bool("update", false, "rewrite the goldens in testdata")

func TestGoldens(t *testing.T) {
	for name, text := range map[string]string{"rolled.jsonl": rolledDice(t), "typed.jsonl": typedDice(t)} {
		path := filepath.Join("testdata", name)
		if *update {
			must(t, os.WriteFile(path, []byte(text), 0o644))
		}
		want, err := os.ReadFile(path)
		must(t, err)
		if plain(text) != plain(string(want)) {
			t.Errorf("%s differs:\n%s", path, text)
		}
		if _, err := check(string(want)); err != nil && asked(t) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// asked reports whether the umpire asks its source for the origin of answers.
func asked(t *testing.T) bool {
	rec := &rule.Record{}
	_, err := rule.Play(func(u *rule.Umpire) int { return u.Sum(1, rule.D6, "", "") }, dice.NewRandom(1), rec)
	must(t, err)
	return rec.Entries[0].From != ""
}

// TestOrigins: answers have their origin, and a forged origin is detected.
func TestOrigins(t *testing.T) {
	if !asked(t) {
		t.Skip("the umpire does not ask where answers come from")
	}
	typed := &dice.Terminal{In: strings.NewReader("auto\n=1\n1\n1 9 12\nauto\n1 2 3\n4 4\n2\n"), Out: io.Discard, Program: dice.NewRandom(3)}
	text := made(t, "", typed, record.TypedDiceWithSeed(3))
	report, err := check(text)
	if err != nil || report.Seeded != 8 || report.Totals != 1 {
		t.Errorf("got %v, %v; want 8 dice from the seed and a total", report, err)
	}
	for _, c := range []struct{ old, new, want string }{
		{`"from":"program"`, `"from":"typed"`, `record: line 9: changed face: `},
		{`"from":"typed"`, `"from":"program"`, ``},
		{`"from":"typed total"`, `"from":"typed"`, `record: line 5: changed face: found 0 faces; expected 2`},
		{`"from":"program"`, `"from":"typed total"`, `record: line 4: changed origin: found typed total with faces; expected a total without faces`},
		{`"from":"program"`, `"from":"nobody"`, `record: line 4: changed origin: found "nobody"; expected typed`},
	} {
		if !strings.Contains(text, c.old) {
			t.Errorf("no %s in\n%s", c.old, text)
		}
		_, err := check(again(strings.Replace(text, c.old, c.new, 1)))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%s for %s:\n got %v\nwant %s", c.new, c.old, err, c.want)
		}
	}
	text = strings.Replace(rolledDice(t), `"from":"program"`, `"from":"typed"`, 1)
	_, err = check(again(text))
	want(t, "rolled", err, `record: line 5: changed origin: found "typed"; expected program`)
}

// TestReplayWritesTheSameBytes compares a record with its replay.
func TestReplayWritesTheSameBytes(t *testing.T) {
	for _, words := range []string{
		"", "night=yes", "mood=broken rulings.halving=down", "attackers=5000 weapon=guns walls.1.guns=20",
		"walls= tables.weapons.guns.dice=7 facts.target=2", "strict facts.target=3", "walls.2.burned=yes depths=-5,9",
	} {
		for seed := range uint64(20) {

			random := dice.NewRandom(seed)
			random.Policy = func(c rule.Choice) int { return int(seed) % len(c.Options) }
			text := made(t, words, random, record.ProgramDice(seed))
			sameBytes(t, text)
		}
	}
	sameBytes(t, typed(t))
}

func sameBytes(t *testing.T, text string) {
	t.Helper()
	f, err := record.Read(strings.NewReader(text))
	must(t, err)
	rec, outcome, err := record.Replay(f, shelf)
	must(t, err)
	var b bytes.Buffer
	must(t, record.Write(&b, f.Header, rec))
	if b.String() != text {
		t.Errorf("the replay wrote\n%s\nand the record was\n%s", &b, text)
	}
	report, err := record.Verify(f, shelf)
	if err != nil || report.Outcome != outcome || !f.Finished() {
		t.Errorf("outcome %v by replay and %v by audit, %v", outcome, report, err)
	}
	b.Reset()
	must(t, record.Write(&b, f.Header, &rule.Record{Entries: f.Entries}))
	if b.String() != text {
		t.Errorf("what was read writes\n%s\nand the record was\n%s", &b, text)
	}
}

func TestReport(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{rolled(t), "15 lines; 8 rolls of 21 dice, 21 rolled again from the seed; checksum "},
		{typed(t), "14 lines; 7 rolls of 19 dice, 19 typed; checksum "},
	} {
		report, err := check(c.text)
		must(t, err)
		if got := report.String(); got != c.want+report.Sum || !strings.HasSuffix(c.text, report.Sum+"\"}\n") {
			t.Errorf("got %s; want %s…", got, c.want)
		}
	}
	r := &record.Report{Lines: 3, Rolls: 1, Totals: 1, Dice: 1, Sum: "s"}
	if got := r.String(); got != "3 lines; 1 roll of 1 die; 1 total without faces; checksum s" {
		t.Error(got)
	}
}

// TestTotals: a roll without faces has only its result in the record.
func TestTotals(t *testing.T) {
	a := &dice.Terminal{In: strings.NewReader("=3\n=1\n3\n"), Out: io.Discard}
	text := made(t, "", a, record.TypedDice())
	if strings.Contains(text, "faces") {
		t.Error(text)
	}
	report, err := check(text)
	if err != nil || report.Totals != 2 || report.Dice != 0 {
		t.Errorf("got %v, %v; want two totals", report, err)
	}
	_, err = check(again(strings.Replace(text, `"value":3`, `"value":7`, 1)))
	want(t, "", err, `record: line 4: changed value: found 7; expected 7 is out of range for 6D6 count 4+: 0 to 6`)
}

// A large pool fits on a line.
func TestLargestPool(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	n := rule.MaxDice
	faces := bytes.Repeat([]byte{100}, n)
	p := rule.SumPool(n, rule.D100)
	rec := &rule.Record{Entries: []rule.Entry{{Kind: rule.Rolled, Pool: p, Faces: faces, Value: p.Evaluate(faces)}}}
	var b bytes.Buffer
	must(t, record.Write(&b, record.NewHeader(question(t, ""), "0.1.0", record.TypedDice()), rec))
	f, err := record.Read(&b)
	if err != nil || !bytes.Equal(f.Entries[0].Faces, faces) {
		t.Errorf("%d faces came back, %v", len(f.Entries[0].Faces), err)
	}
}

func TestUnfinishedRecords(t *testing.T) {
	whole := lines(typed(t))
	f, err := record.Read(strings.NewReader(strings.Join(whole[:5], "")))
	if err != nil || f.Finished() {
		t.Fatalf("finished: %v, %v", f.Finished(), err)
	}
	rec, _, err := record.Replay(f, shelf)
	var u *rule.UnansweredError
	if !errors.As(err, &u) || u.Choice.Why != "which way in?" || len(rec.Entries) != 5 {
		t.Errorf("got %v after %d entries; want the next question", err, len(rec.Entries))
	}
	_, err = record.Verify(f, shelf)
	var fault *record.Fault
	if !errors.As(err, &fault) || fault.Kind != record.Unfinished || fault.Line != 6 {
		t.Errorf("got %v; want line 6 missing", err)
	}
}

type failing struct {
	after int // number of successful writes
	err   error
}

func (f *failing) Write(p []byte) (int, error) {
	if f.after--; f.after < 0 {
		return 0, f.err
	}
	return len(p), nil
}

func (f *failing) Read([]byte) (int, error) { return 0, f.err }

func TestWriterStopsAtTheFirstFailure(t *testing.T) {
	full := errors.New("disk full")
	h := record.NewHeader(question(t, ""), "0.1.0", record.TypedDice())
	if _, err := record.NewWriter(&failing{0, full}, h); !errors.Is(err, full) {
		t.Errorf("the header: %v", err)
	}
	if err := record.Write(&failing{0, full}, h, &rule.Record{}); !errors.Is(err, full) {
		t.Errorf("the header: %v", err)
	}
	note := rule.Entry{Kind: rule.Noted, Cite: "a", Text: "b"}
	w, err := record.NewWriter(&failing{2, full}, h)
	must(t, err)
	sum := w.Sum()
	w.Entry(note)
	if w.Err() != nil || w.Sum() == sum {
		t.Errorf("the first entry: %v, checksum %s after %s", w.Err(), w.Sum(), sum)
	}
	sum = w.Sum()
	w.Entry(note)
	w.Entry(note)
	if !errors.Is(w.Err(), full) || w.Sum() != sum {
		t.Errorf("the second entry: %v, checksum %s", w.Err(), w.Sum())
	}
}

func TestWriterRefusals(t *testing.T) {
	h := record.NewHeader(question(t, ""), "0.1.0", record.TypedDice())
	for _, c := range []struct {
		entries []rule.Entry
		want    string
	}{
		{[]rule.Entry{{Kind: rule.Finished}, {Kind: rule.Noted}}, "record: no entry may follow the outcome"},
		{[]rule.Entry{{}}, "record: an entry without a kind"},
		{[]rule.Entry{{Kind: 77}}, "record: an entry without a kind"},
		{[]rule.Entry{{Kind: rule.Finished, Outcome: func() {}}}, "record: json: error calling MarshalJSON for type rule.Entry: json: unsupported type: func()"},
		{[]rule.Entry{{Kind: rule.Noted, Text: strings.Repeat("x", record.MaxLine)}}, "record: entry 1: a line of 8388707 bytes; the most is 8388608"},
	} {
		want(t, c.want, record.Write(io.Discard, h, &rule.Record{Entries: c.entries}), c.want)
	}
	h.Situation = map[string]any{"x": func() {}}
	_, err := record.NewWriter(io.Discard, h)
	want(t, "header", err, "record: header: json: unsupported type: func()")
}

func TestWriterSyncsEachLine(t *testing.T) {
	w, err := record.NewWriter(io.Discard, record.NewHeader(question(t, ""), "0.1.0", record.TypedDice()))
	must(t, err)
	synced, lost := 0, errors.New("lost")
	w.Sync = func() error {
		if synced++; synced == 3 {
			return lost
		}
		return nil
	}
	for range 5 {
		w.Entry(rule.Entry{Kind: rule.Noted})
	}
	if synced != 3 || !errors.Is(w.Err(), lost) {
		t.Errorf("synced %d times, %v; want 3 and the failure", synced, w.Err())
	}
}

func TestDice(t *testing.T) {
	for _, d := range []record.DiceOrigin{record.ProgramDice(7), record.TypedDiceWithSeed(7)} {
		r, err := d.Random()
		if err != nil || r.Seed() != 7 {
			t.Errorf("%v: %v", d, err)
		}
	}
	if r, err := record.TypedDice().Random(); r != nil || err != nil {
		t.Errorf("typed dice without a seed: %v, %v", r, err)
	}
	if r, err := (record.DiceOrigin{Kind: "program"}).Random(); r != nil || err != nil {
		t.Errorf("program dice that keep their seed: %v, %v", r, err)
	}
}

// TestHeaderHoldsTheQuestion: any house rules and any situation can be read back from the header.
func TestHeaderHoldsTheQuestion(t *testing.T) {
	for _, words := range []string{"", "walls=", "walls.3.burned=yes", "depths=0,4 weapon=none attackers=0", "mood=broken strict tables.weapons.guns.dice=9 rulings.halving=up"} {
		q := question(t, words)
		text := strings.Builder{}
		_, err := record.NewWriter(&text, record.NewHeader(q, "0.1.0", record.ProgramDice(1<<63)))
		must(t, err)
		f, err := record.Read(strings.NewReader(text.String()))
		must(t, err)
		back, err := f.Header.Question(shelf)
		must(t, err)
		if !reflect.DeepEqual(back.Settings(), q.Settings()) || back.House.Hash() != q.House.Hash() || back.House.Strict != q.House.Strict {
			t.Errorf("%q came back as %v", words, back)
		}
	}
}

func want(t *testing.T, what string, err error, text string) {
	t.Helper()
	if err == nil || err.Error() != text {
		t.Errorf("%s:\n got %v\nwant %s", what, err, text)
	}
}
