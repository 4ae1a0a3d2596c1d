package app

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"loophole/rule"
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
	b.Reset()
	if s := guarded(&b, func() int { panic(&rule.UnlistedError{Kind: "fact", Name: "grenade.in"}) }); s != 3 {
		t.Errorf("an incomplete ruleset: status %d", s)
	}
	if want := "error in the ruleset: the rules use the fact \"grenade.in\", which the ruleset does not list: add it to Facts\n"; b.String() != want {
		t.Errorf("an incomplete ruleset: %s", b.String())
	}
	if s := guarded(os.Stderr, func() int { return 1 }); s != 1 {
		t.Error("status", s)
	}
}
