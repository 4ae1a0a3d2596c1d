package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"loophole/hands"
	"loophole/internal/server"
)

// TestVerifyHands: loophole verify finds each forgery of a file in its line, whether it breaks the
// protocol or the rules. The verifier in Python does not know the rules.
func TestVerifyHands(t *testing.T) {
	l := lying(t, rowOfHands)
	ctx := t.Context()
	a, b := l.both(ctx)
	if err := a.handleLine(ctx, "fire sig-33b at shaken-squad normal"); err != nil {
		t.Fatal(err)
	}
	if err := b.catchUp(ctx); err != nil {
		t.Fatal(err)
	}
	var x server.HandLines
	if err := a.remote.ask(ctx, "GET", "/hands", nil, &x); err != nil {
		t.Fatal(err)
	}
	verify := func(lines []string, more ...string) (int, string) {
		name := filepath.Join(t.TempDir(), "hands.jsonl")
		if err := os.WriteFile(name, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		return Main(ctx, append([]string{"verify", name}, more...), strings.NewReader(""), &out, &out), out.String()
	}
	if status, out := verify(x.Lines); status != 0 || !strings.Contains(out, "must give a value") || !strings.Contains(out, "not checked") {
		t.Errorf("%d %s", status, out)
	}
	if status, out := verify(x.Lines, "--json"); status != 0 || !strings.Contains(out, `"holds": true`) {
		t.Errorf("%d %s", status, out)
	}
	// reseals changes one line, and makes new checksums for it and for all later lines.
	reseals := func(at int, change func(*hands.Entry)) (lines []string) {
		sum := x.Lines[0][len(x.Lines[0])-66 : len(x.Lines[0])-2]
		lines = []string{x.Lines[0]}
		for i, line := range x.Lines[1:] {
			var e hands.Entry
			if err := json.Unmarshal([]byte(line), &e); err != nil {
				t.Fatal(err)
			}
			if i+1 == at {
				change(&e)
			}
			line = string(hands.Seal(sum, e))
			sum = line[len(line)-66 : len(line)-2]
			lines = append(lines, line)
		}
		return lines
	}
	kinds := map[string]int{}
	for i, line := range x.Lines[1:] {
		var e hands.Entry
		json.Unmarshal([]byte(line), &e)
		if kinds[e.Kind] == 0 {
			kinds[e.Kind] = i + 1
		}
	}
	for _, c := range []struct {
		kind   string
		change func(*hands.Entry)
		why    string
	}{
		{hands.Act, func(e *hands.Entry) { e.Text = "do rest sig-33b" }, "not signed"},
		{hands.Ask, func(e *hands.Entry) { e.N++ }, "the rules ask"},
		{hands.Ask, func(e *hands.Entry) { e.Reading = "count 2+" }, "the rules ask"},
		{hands.Ask, func(e *hands.Entry) { e.At = strings.Repeat("0", 64) }, "the rules ask"},
		{hands.Reveal, func(e *hands.Entry) { e.Value = strings.Repeat("0", 64) }, "next one in the chain"},
		{hands.Roll, func(e *hands.Entry) { e.Faces[0] = e.Faces[0]%6 + 1 }, "expected roll"},
	} {
		at := kinds[c.kind]
		if at == 0 {
			t.Fatalf("there is no %s", c.kind)
		}
		if status, out := verify(reseals(at, c.change)); status != 1 || !strings.Contains(out, fmt.Sprintf("line %d: ", at+1)) || !strings.Contains(out, c.why) {
			t.Errorf("%s: %d %s", c.kind, status, out)
		}
	}
	if status, out := verify(x.Lines[1:]); status == 0 {
		t.Error(out)
	}
	changed := append([]string{}, x.Lines...)
	changed[1] = strings.Replace(changed[1], "fire", "Fire", 1)
	if status, out := verify(changed, "--json"); status != 1 || !strings.Contains(out, `"holds": false`) {
		t.Errorf("%d %s", status, out)
	}
}
