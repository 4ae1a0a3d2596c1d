package app

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

func TestGuarded(t *testing.T) {
	var b bytes.Buffer
	if s := guarded(&b, func() int { panic("a table without rows") }); s != 3 {
		t.Error("status", s)
	}
	const message = "bug in loophole: a table without rows\nPlease report it with the command that you typed, and with what follows:\n"
	if !strings.HasPrefix(b.String(), message) || !strings.Contains(b.String(), "app_test.go") {
		t.Error(b.String())
	}
	if s := guarded(os.Stderr, func() int { return 1 }); s != 1 {
		t.Error("status", s)
	}
}
