package scenario

import (
	"bytes"
	"maps"
	"os"
	"slices"
	"testing"

	"loophole/internal/pack"
)

// TestPacked: the archive that the program embeds holds the files of the folder.
func TestPacked(t *testing.T) {
	have, err := pack.Files(bundled())
	if err != nil {
		t.Fatal(err)
	}
	want, err := pack.Files(os.DirFS("bundled"))
	if err != nil {
		t.Fatal(err)
	}
	if len(want) == 0 || !slices.Equal(slices.Sorted(maps.Keys(have)), slices.Sorted(maps.Keys(want))) {
		t.Fatalf("bundled.zip holds %q, the folder %q: run go generate ./scenario", slices.Sorted(maps.Keys(have)), slices.Sorted(maps.Keys(want)))
	}
	for name, data := range want {
		if !bytes.Equal(have[name], data) {
			t.Errorf("bundled.zip has another %s: run go generate ./scenario", name)
		}
	}
}
