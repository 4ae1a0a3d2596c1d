package main

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"loophole/internal/pack"
)

// What the program embeds is what the sources make.
func TestFresh(t *testing.T) {
	const pages = "../../internal/web"
	made, err := bundle(os.DirFS(pages), entries, true)
	if err != nil {
		t.Fatal(err)
	}
	kept := map[string][]byte{}
	for _, name := range []string{archive, sharedArchive} {
		packed, err := os.ReadFile(filepath.Join(pages, name))
		if err != nil {
			t.Fatal(err)
		}
		folder, err := pack.Open(packed)
		if err != nil {
			t.Fatal(err)
		}
		files, err := pack.Files(folder)
		if err != nil {
			t.Fatal(err)
		}
		maps.Copy(kept, files)
	}
	if len(kept) != len(made) {
		t.Errorf("%d files are packed, of %d that are made: run go generate ./internal/web", len(kept), len(made))
	}
	for name, text := range made {
		if !bytes.Equal(kept[name], text) {
			t.Errorf("%s is not what its sources make: run go generate ./internal/web", name)
		}
	}
}

// A fault in a module is told with its place.
func TestFaultsHaveAPlace(t *testing.T) {
	for text, want := range map[string]string{
		"import './none.js';":             "page:a.js:1: ",
		"\nconst a = ;":                   "page:a.js:2: ",
		"import { b } from './b.js'; b()": "page:a.js:1: ",
	} {
		files := fstest.MapFS{"a.js": {Data: []byte(text)}, "b.js": {Data: []byte("export const c = 1")}}
		if _, err := bundle(files, []string{"a.js"}, true); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v; want %s…", text, err, want)
		}
	}
}
