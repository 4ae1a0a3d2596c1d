package server

import (
	"errors"
	"os"
	"testing"

	"loophole/internal/status"
)

// TestProblemsInWords: no problem begins with the name of a package.
func TestProblemsInWords(t *testing.T) {
	for from, want := range map[string]string{
		"store: line 3: the file ends in the middle": "line 3: the file ends in the middle",
		"match: record: line 3: altered":             "line 3: altered",
		"the game is over: Soviet has won":           "the game is over: Soviet has won",
		"row: store: a name":                         "row: store: a name",
	} {
		if got := InWords(errors.New(from)); got != want {
			t.Errorf("%q is told as %q", from, got)
		}
		if got := problem(status.Conflict, "x", "%v", errors.New(from)).Detail; got != want {
			t.Errorf("the problem of %q says %q", from, got)
		}
	}
}

// TestPackagesExist: each name that is left out is that of a package.
func TestPackagesExist(t *testing.T) {
	for _, name := range packages {
		_, err := os.Stat("../../" + name)
		if _, inner := os.Stat("../" + name); err != nil && inner != nil {
			t.Error(err)
		}
	}
}
