package pack_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"loophole/internal/pack"
)

// TestWrite checks that an archive holds what was put in, that equal files leave it alone, and
// that other files replace it.
func TestWrite(t *testing.T) {
	archive := filepath.Join(t.TempDir(), "files.zip")
	write := func(files map[string][]byte) []byte {
		t.Helper()
		if err := pack.Write(archive, files); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(archive)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	files := map[string][]byte{"a/one.txt": []byte("one"), "two.txt": bytes.Repeat([]byte("two "), 1000)}
	first := write(files)
	if len(first) > 1000 {
		t.Errorf("4,003 bytes take %d", len(first))
	}
	folder, err := pack.Open(first)
	if err != nil {
		t.Fatal(err)
	}
	got, err := pack.Files(folder)
	if err != nil || len(got) != 2 || !bytes.Equal(got["a/one.txt"], files["a/one.txt"]) || !bytes.Equal(got["two.txt"], files["two.txt"]) {
		t.Fatalf("%q, %v", got, err)
	}
	if again := write(files); !bytes.Equal(again, first) {
		t.Error("equal files give another archive")
	}
	delete(files, "two.txt")
	if other := write(files); bytes.Equal(other, first) {
		t.Error("other files leave the archive as it was")
	}
	if err := pack.Write(t.TempDir(), files); err == nil {
		t.Error("a folder is overwritten")
	}
	if _, err := pack.Open([]byte("no archive")); err == nil {
		t.Error("noise is an archive")
	}
}

// TestFolder checks that the archive of a folder is beside it and has all of its files.
func TestFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "models")
	if err := os.MkdirAll(filepath.Join(folder, "a"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "a", "one.txt"), []byte("one"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := pack.Folder(folder); err != nil {
		t.Fatal(err)
	}
	archive, err := os.ReadFile(folder + ".zip")
	if err != nil {
		t.Fatal(err)
	}
	files, err := pack.Open(archive)
	if err != nil {
		t.Fatal(err)
	}
	got, err := pack.Files(files)
	if err != nil || len(got) != 1 || string(got["a/one.txt"]) != "one" {
		t.Errorf("%q, %v", got, err)
	}
	if err := pack.Folder(filepath.Join(folder, "none")); err == nil {
		t.Error("a folder that does not exist has an archive")
	}
}
