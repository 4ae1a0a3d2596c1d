package match_test

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/match"
	"loophole/record"
)

// TestFormats: a match of format 1 is valid and can continue in its format. Migrated to full
// SHA-256 checksums, it continues in the new format.
func TestFormats(t *testing.T) {
	data, err := os.ReadFile("testdata/format1/match.jsonl")
	must(t, err)
	old, err := match.Read(bytes.NewReader(data))
	must(t, err)
	var anew bytes.Buffer
	must(t, old.Migrate(&anew))
	for name, text := range map[string]string{"format 1": string(data), "sealed anew": anew.String()} {
		f, err := match.Read(strings.NewReader(text))
		must(t, err)
		var rest bytes.Buffer
		m, random, err := match.Resume(f, find, &rest)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		do(t, m, random, "move squad-b to E5")
		report, err := verify(text + rest.String())
		if digits := map[bool]int{true: 16, false: 64}[f.Format == 1]; err != nil || len(report.Sum) != digits {
			t.Errorf("%s: %v, the checksum %v", name, err, report)
		}
		var saved bytes.Buffer
		must(t, m.Save(&saved))
		if saved.String() != text+rest.String() {
			t.Errorf("%s: saved as\n%s", name, saved.String())
		}
		// A branch from its middle does not have the checksum of the whole.
		branch, _, err := match.Resume(f.UpToAction(1), find, nil)
		if err != nil || branch.Header.Former != nil {
			t.Fatalf("%s: its first action: %v", name, err)
		}
		saved.Reset()
		must(t, branch.Save(&saved))
		if _, err := verify(saved.String()); err != nil {
			t.Errorf("%s: its first action: %v", name, err)
		}
	}
	text := anew.String()
	if forge(text, 0, "", "") != text {
		t.Error("the checksums are not those of format 2")
	}
	for _, c := range []struct{ old, new string }{{`"lines":`, `"lines":1`}, {`"format":1,"lines"`, `"format":2,"lines"`}, {`"sum":"` + old.Sum[:3], `"sum":"abc`}, {`"program":"`, `"program":"x`}} {
		var fault *record.Fault
		if _, err := verify(forge(text, 1, c.old, c.new)); !errors.As(err, &fault) || fault.Line != 1 || fault.Kind != record.BadHeader {
			t.Errorf("%s for %s: %v", c.new, c.old, err)
		}
	}
}

// TestEveryAlteredByte: the checksum detects every altered byte of a match, in its line.
func TestEveryAlteredByte(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	var b bytes.Buffer
	m := begin(t, &b, record.ProgramDice(1))
	do(t, m, dice.NewRandom(1), "move rifle-squad to B3", "done rifle-squad", "bombard sig-33b at D3 with panzer-iii")
	text := b.String()
	from := 0
	for n, l := range strings.SplitAfter(text, "\n") {
		for i := range len(l) {
			altered := []byte(text[:from+len(l)]) // The following lines cannot compensate.
			altered[from+i] ^= 1 << (i % 8)
			f, err := match.Read(bytes.NewReader(altered))
			var fault *record.Fault
			if err == nil {
				fault = f.Broken
			} else {
				errors.As(err, &fault)
			}
			if fault == nil || fault.Line != n+1 {
				t.Fatalf("byte %d of line %d: %v, %v", i, n+1, fault, err)
			}
		}
		from += len(l)
	}
}
