package loophole

import (
	"bytes"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The rules of a chapter and the host rules do not depend on the game on the map: no file of a
// ruleset uses a name of a file that begins with game_, unless its own name does.
func TestChaptersKnowNoGame(t *testing.T) {
	folders, err := filepath.Glob("rulesets/*/game_setup.go")
	if err != nil || len(folders) < 5 {
		t.Fatal(folders, err)
	}
	exports := compiled(t)
	for _, f := range folders {
		dir := filepath.Dir(f)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			fset := token.NewFileSet()
			open := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
			files, uses := typed(t, fset, dir, open)
			game := 0
			for _, name := range files {
				if isGame(name) {
					game++
				}
			}
			if game < 2 || len(files) < game+2 {
				t.Fatalf("of %d files %d are of the game", len(files), game)
			}
			for id, o := range uses {
				from, to := fset.Position(id.Pos()), fset.Position(o.Pos())
				if o.Pos().IsValid() && filepath.Dir(to.Filename) == filepath.Dir(from.Filename) && isGame(to.Filename) && !isGame(from.Filename) {
					t.Errorf("%s uses %s, which %s declares", from, o.Name(), filepath.Base(to.Filename))
				}
			}
		})
	}
}

func isGame(file string) bool {
	name := filepath.Base(file)
	return name == "game.go" || strings.HasPrefix(name, "game_")
}

// typed reads and type-checks a package without its tests. It returns its files, and the uses of
// its names.
func typed(t *testing.T, fset *token.FileSet, dir string, imports types.Importer) (names []string, uses map[*ast.Ident]types.Object) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: imports}
	if _, err := config.Check(dir, fset, files, &info); err != nil {
		t.Fatal(err)
	}
	return names, info.Uses
}

// compiled returns the files of export data of all packages that the rulesets import.
func compiled(t *testing.T) map[string]string {
	t.Helper()
	out, err := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}={{.Export}}", "./rulesets/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]string{}
	for _, line := range bytes.Split(bytes.TrimSpace(out), []byte("\n")) {
		path, file, _ := strings.Cut(string(line), "=")
		list[path] = file
	}
	return list
}
