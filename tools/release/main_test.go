package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// The bill names the compiler and every module that is built in, by the version and the
// sum of what was built: of a module that is replaced, those of the other.
func TestBill(t *testing.T) {
	info, err := debug.ParseBuildInfo("path\tloophole/cmd/loophole\nmod\tloophole\t(devel)\t\n" +
		"dep\texample.org/b\tv1.2.3\th1:bbb=\ndep\texample.org/a\tv0.1.0\th1:aaa=\n=>\texample.org/c\tv0.2.0\th1:ccc=\nbuild\tvcs.revision=1234\n")
	if err != nil {
		t.Fatal(err)
	}
	info.GoVersion = "go1.25.3"
	text, err := billOf(info)
	if err != nil {
		t.Fatal(err)
	}
	var got bill
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	want := bill{
		Format: "CycloneDX", SpecVersion: "1.5", Version: 1,
		Metadata: metadata{component{Type: "application", Name: "loophole", Version: "(devel)", Properties: []property{{"git:commit", "1234"}}}},
		Components: []component{
			{Type: "library", Name: "std", Version: "1.25.3", PURL: "pkg:golang/std@1.25.3"},
			{Type: "library", Name: "example.org/c", Version: "v0.2.0", PURL: "pkg:golang/example.org/c@v0.2.0", Properties: []property{{"go:sum", "h1:ccc="}}},
			{Type: "library", Name: "example.org/b", Version: "v1.2.3", PURL: "pkg:golang/example.org/b@v1.2.3", Properties: []property{{"go:sum", "h1:bbb="}}},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s", text)
	}
}

// Each pattern without inlining is a folder of the module, and none depends on the module's path.
func TestInlining(t *testing.T) {
	for _, p := range unhurried {
		if info, err := os.Stat(filepath.Join("../..", strings.TrimSuffix(p, "/..."))); !strings.HasPrefix(p, "./") || err != nil || !info.IsDir() {
			t.Errorf("%s: %v", p, err)
		}
	}
	// The last pattern that matches a package counts.
	flags := inlining()
	all := slices.Index(flags, "-gcflags=./...=")
	if all < slices.Index(flags, "-gcflags=github.com/...=-l") || all > slices.Index(flags, "-gcflags=./cmd/...=-l") {
		t.Errorf("%q", flags)
	}
}
