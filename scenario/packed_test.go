package scenario

import (
	"bytes"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"loophole/internal/pack"
)

// TestCheckPacked: a file that is new, changed or gone makes the archive stale.
func TestCheckPacked(t *testing.T) {
	if err := CheckPacked("tideofiron", os.DirFS("bundled")); err != nil {
		t.Error(err)
	}
	if err := CheckPacked("nobody", os.DirFS("bundled")); err != nil {
		t.Error(err)
	}
	files := fstest.MapFS{"nobody/new.yaml": {Data: []byte("format: 1")}, "tideofiron/block.yaml": {Data: []byte("format: 1")}}
	for id, want := range map[string]string{"nobody": "(new.yaml): run go generate -run tools/pack ./...", "tideofiron": "ambush.yaml, barrage.yaml, block.yaml"} {
		if err := CheckPacked(id, files); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", id, err)
		}
	}
}

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
		t.Fatalf("bundled.zip holds %q, the folder %q: run go generate -run tools/pack ./...", slices.Sorted(maps.Keys(have)), slices.Sorted(maps.Keys(want)))
	}
	for name, data := range want {
		if !bytes.Equal(have[name], data) {
			t.Errorf("bundled.zip has another %s: run go generate -run tools/pack ./...", name)
		}
	}
}
