package site

import (
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

// program is a program for browsers that no browser would run.
var program = fstest.MapFS{"loophole.wasm.br": {Data: []byte("br")}, "loophole.wasm.gz": {Data: []byte("gzip")}, "wasm_exec.js": {Data: []byte("//")}}

var named = regexp.MustCompile(`(?:href|src)="([^"#]*)"`)

// TestLinks: every address in a document is a file of the folder, and none begins at the root of its
// server.
func TestLinks(t *testing.T) {
	files, err := Files(program)
	if err != nil {
		t.Fatal(err)
	}
	documents := 0
	for name, text := range files {
		if path.Ext(name) != ".html" {
			continue
		}
		documents++
		for _, m := range named.FindAllStringSubmatch(string(text), -1) {
			if files[m[1]] == nil {
				t.Errorf("%s names %q, which is not in the folder", name, m[1])
			}
		}
		if !strings.Contains(string(text), "<html lang=\"en\" data-folder>") || !strings.Contains(string(text), policyOfContent) {
			t.Errorf("%s does not say that it is in a folder, or what it may load", name)
		}
	}
	if documents != 7 || files["404.html"] == nil {
		t.Errorf("there are %d documents", documents)
	}
}

// TestKeeps: the script that keeps the files names each of them, and one form of the program.
func TestKeeps(t *testing.T) {
	files, err := Files(program)
	if err != nil {
		t.Fatal(err)
	}
	list := func(name string, into any) {
		_, rest, _ := strings.Cut(string(files["sw.js"]), "const "+name+" = ")
		text, _, _ := strings.Cut(rest, ";\n")
		if err := json.Unmarshal([]byte(text), into); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	var kept []string
	var packed map[string]string
	list("files", &kept)
	list("packed", &packed)
	missing := map[string]bool{}
	for name := range files {
		missing[name] = true
	}
	for _, name := range append(kept, packed["brotli"], packed["gzip"]) {
		if !missing[name] {
			t.Errorf("%q is kept twice, or is not there", name)
		}
		delete(missing, name)
	}
	delete(missing, "sw.js")
	delete(missing, mark)
	if len(missing) > 0 {
		t.Errorf("these files are not kept: %v", missing)
	}
}

// TestWrite writes two versions after the first: the scripts of the last two stay, for pages that are
// open.
func TestWrite(t *testing.T) {
	into := filepath.Join(t.TempDir(), "public")
	scripts := map[string]bool{}
	for i, module := range []string{"one", "two", "three", "three"} {
		next := fstest.MapFS{"loophole.wasm.gz": {Data: []byte(module)}, "wasm_exec.js": program["wasm_exec.js"]}
		if err := Write(into, next, "test"); err != nil {
			t.Fatal(err)
		}
		found, err := filepath.Glob(filepath.Join(into, scriptsPrefix+"*"))
		if err != nil || len(found) != min(i+1, 2) {
			t.Errorf("after version %d there are scripts in %v", i, found)
		}
		for _, f := range found {
			scripts[f] = true
		}
	}
	if len(scripts) != 3 {
		t.Errorf("three versions had %d folders of scripts", len(scripts))
	}
}

// TestRefuses: a folder of somebody else is left alone, and a missing program is told of with the
// remedy.
func TestRefuses(t *testing.T) {
	into := t.TempDir()
	if err := os.WriteFile(filepath.Join(into, "thesis.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Write(into, program, "test"); err == nil || !strings.Contains(err.Error(), "name a new or empty folder") {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(into, mark), []byte(`{"loophole":"no"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Write(into, program, "test"); err == nil || !strings.Contains(err.Error(), "is not a file of loophole site") {
		t.Error(err)
	}
	for _, lacks := range []fs.FS{fstest.MapFS{}, fstest.MapFS{"wasm_exec.js": {}}} {
		if err := Write(t.TempDir(), lacks, "test"); err == nil || !strings.Contains(err.Error(), "make site builds") {
			t.Error(err)
		}
	}
}

// TestUnwritable: a folder that cannot be written is one error on one line, which names the folder and says
// what to do.
func TestUnwritable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, into := range []string{file, filepath.Join(file, "site")} {
		err := Write(into, program, "v1")
		if err == nil {
			t.Fatalf("%s was written", into)
		}
		if said := err.Error(); !strings.HasPrefix(said, "site: "+into+" cannot be written (") || !strings.HasSuffix(said, "where you may write") || strings.Contains(said, "\n") {
			t.Errorf("%q", said)
		}
	}
}
