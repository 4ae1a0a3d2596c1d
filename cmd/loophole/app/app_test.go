package app

import (
	"bytes"
	"os"
	"testing"
)

func TestGuarded(t *testing.T) {
	var b bytes.Buffer
	if s := guarded(&b, func() int { panic("a table without rows") }); s != 3 {
		t.Error("status", s)
	}
	if b.String() != "a fault of loophole, not yours: a table without rows\n" {
		t.Error(b.String())
	}
	if s := guarded(os.Stderr, func() int { return 1 }); s != 1 {
		t.Error("status", s)
	}
}
