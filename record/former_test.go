package record_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"loophole/record"
)

// TestFormats: records of format 1 stay valid and can be migrated to full SHA-256 checksums. The facts
// about their earlier form are checked from the lines.
func TestFormats(t *testing.T) {
	names, err := filepath.Glob("testdata/format1/*.jsonl")
	if err != nil || len(names) != 2 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		must(t, err)
		old, err := record.Read(bytes.NewReader(data))
		must(t, err)
		if _, err := record.Verify(old, shelf); err != nil || len(old.Sum) != 16 {
			t.Errorf("%s: %v, checksum %s", name, err, old.Sum)
		}
		var b bytes.Buffer
		must(t, old.Migrate(&b))
		text := b.String()
		f, err := record.Read(strings.NewReader(text))
		must(t, err)
		report, err := record.Verify(f, shelf)
		if err != nil || len(report.Sum) != 64 || *f.Header.Former != (record.Former{Format: 1, Lines: len(old.Objects), Sum: old.Sum}) {
			t.Errorf("%s, sealed anew: %v\n%s", name, err, text)
		}
		if again(text) != text {
			t.Errorf("%s: the checksums are not as described", name)
		}
		if err := f.Migrate(&b); err == nil {
			t.Error("what is of this format already is sealed anew")
		}
		// A forger who recalculates all new checksums cannot make the old one valid as well.
		for _, c := range []struct{ old, new string }{
			{`"program":"`, `"program":"x`},
			{`"lines":`, `"lines":1`},
			{`"format":1,"lines"`, `"format":2,"lines"`},
			{`"sum":"` + old.Sum[:3], `"sum":"abc`},
			{"[3,3]", "[3,4]"},
			{`"value":-2`, `"value":-1`},
		} {
			forged := again(strings.Replace(text, c.old, c.new, 1))
			if _, err := check(forged); forged != text && faultLine(err) == 0 {
				t.Errorf("%s: %s for %s passed", name, c.new, c.old)
			}
		}
		if _, err := check(text[:strings.LastIndex(strings.TrimSuffix(text, "\n"), "\n")+1]); faultLine(err) != 1 {
			t.Errorf("%s: a line that was cut off after it was sealed anew: %v", name, err)
		}
	}
}

// TestFormatsDoNotMix: a line of one format is not accepted in the other.
func TestFormatsDoNotMix(t *testing.T) {
	two, one := lines(typed(t)), lines(first(typed(t)))
	for n := range two {
		mixed := append(append(append([]string(nil), two[:n]...), one[n]), two[n+1:]...)
		if _, err := check(strings.Join(mixed, "") + "\n"); faultLine(err) == 0 {
			t.Errorf("line %d of format 1 in format 2 passed", n+1)
		}
		mixed = append(append(append([]string(nil), one[:n]...), two[n]), one[n+1:]...)
		if _, err := check(strings.Join(mixed, "") + "\n"); faultLine(err) == 0 {
			t.Errorf("line %d of format 2 in format 1 passed", n+1)
		}
	}
}
