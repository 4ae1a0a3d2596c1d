package record_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"loophole/record"
)

// again recalculates all checksums of a record, like a forger.
func again(text string) string {
	digits := 64
	if strings.HasPrefix(text, `{"loophole":"record","format":1,`) {
		digits = 16
	}
	var out strings.Builder
	sum := ""
	for _, l := range lines(text) {
		object := seal.ReplaceAllString(strings.TrimSuffix(l, "\n"), "}")
		sum = fmt.Sprintf("%x", sha256.Sum256([]byte(sum+object)))[:digits]
		fmt.Fprintf(&out, "%s,\"sum\":\"%s\"}\n", strings.TrimSuffix(object, "}"), sum)
	}
	return out.String()
}

var seal = regexp.MustCompile(`,"sum":"([0-9a-f]{16}|[0-9a-f]{64})"}$`)

// faultLine returns the line that an error names, or 0.
func faultLine(err error) int {
	var f *record.Fault
	if !errors.As(err, &f) {
		return 0
	}
	return f.Line
}

func TestSumsAreAsDescribed(t *testing.T) {
	for _, text := range []string{rolled(t), typed(t)} {
		if again(text) != text {
			t.Errorf("by the description the checksums are\n%s\nbut they are\n%s", again(text), text)
		}
	}
}

// first returns a record in format 1.
func first(text string) string {
	return again(strings.Replace(text, `"format":2`, `"format":1`, 1))
}

// TestAlteredBytes: any altered byte, in its lowest bit or another, is detected in its line.
func TestAlteredBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, text := range []string{rolled(t), typed(t), first(typed(t))} {
		line := 1
		for i := range len(text) {
			for _, bit := range []int{0, 1 + i%7} {
				b := []byte(text)
				b[i] ^= 1 << bit
				if _, err := check(string(b)); faultLine(err) != line {
					t.Errorf("byte %d, bit %d, of line %d: %v", i, bit, line, err)
				}
			}
			if text[i] == '\n' {
				line++
			}
		}
	}
}

// TestForgedBytes: even with recalculated checksums, rules and seed allow a forger to change only
// players' choices. (A forged header is detected where the run differs from it. It passes if it
// belongs to another question with the same run: see TestForgeries.)
func TestForgedBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	text := rolled(t)
	header := strings.Index(text, "\n")
	line := 1
	for i := range len(text) {
		if text[i] == '\n' {
			line++
			continue
		}
		b := []byte(text)
		b[i] ^= 1
		forged := again(string(b))
		_, err := check(forged)
		free := i < header || forged == text || strings.HasPrefix(text[i:], `0,"sum":"`+sumOfLine(text, 9))
		if got := faultLine(err); got != line && !free {
			t.Errorf("byte %d of line %d: %v", i, line, err)
		}
	}
}

// sumOfLine returns the checksum at the end of a line.
func sumOfLine(text string, n int) string {
	l := strings.Split(text, "\n")[n-1]
	return strings.TrimSuffix(l[strings.LastIndex(l, `"sum":"`)+7:], `"}`)
}

func TestTruncation(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, text := range []string{rolled(t), typed(t)} {
		for i := range len(text) {
			_, err := check(text[:i])
			if want := strings.Count(text[:i], "\n") + 1; i > 0 && faultLine(err) != want {
				t.Errorf("cut at byte %d: %v; want line %d", i, err, want)
			}
			if err == nil {
				t.Errorf("cut at byte %d: passed", i)
			}
		}
	}
}

func TestMovedLines(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, text := range []string{rolled(t), typed(t)} {
		whole := lines(text)
		try := func(what string, line int, changed ...[]string) {
			t.Helper()
			if _, err := check(strings.Join(flatten(changed), "")); faultLine(err) != line {
				t.Errorf("%s: %v; want line %d", what, err, line)
			}
		}
		whole[len(whole)-1] += "\n"
		for i := range whole {
			try(fmt.Sprintf("line %d removed", i+1), i+1, whole[:i], whole[i+1:])
			for j := i; j < len(whole); j++ {
				try(fmt.Sprintf("line %d again as %d", i+1, j+2), j+2, whole[:j+1], whole[i:i+1], whole[j+1:])
				if i < j {
					try(fmt.Sprintf("lines %d and %d swapped", i+1, j+1), i+1, whole[:i], whole[j:j+1], whole[i+1:j], whole[i:i+1], whole[j+1:])
				}
			}
		}
	}
}

func flatten(parts [][]string) []string {
	var all []string
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}
