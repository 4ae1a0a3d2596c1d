package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPages(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "man")
	if err := write(folder); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(folder, "loophole-odds.1"))
	if err != nil || !strings.Contains(string(page), "exact") {
		t.Errorf("%v: %s", err, page)
	}
	if err := write(filepath.Join(folder, "loophole-odds.1")); err == nil {
		t.Error("a file is no folder")
	}
}
