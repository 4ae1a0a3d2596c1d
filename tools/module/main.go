// Module changes the path of the module, in go.mod, in every import and wherever else it occurs, so
// that other modules can import a published copy:
//
//	go run ./tools/module example.org/you/loophole
package main

import (
	"bytes"
	"flag"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
)

func main() {
	flag.Usage = func() { fmt.Fprintln(os.Stderr, "usage: go run ./tools/module PATH") }
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := rename(".", flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "module:", err)
		os.Exit(1)
	}
}

// rename changes the path of the module in a folder.
func rename(root, to string) error {
	// CheckPath requires a dot in the first part, because otherwise the go command cannot turn the
	// path into an address.
	if err := module.CheckPath(to); err != nil {
		return fmt.Errorf("%w; write it as the address of the repository: example.org/you/loophole", err)
	}
	name := filepath.Join(root, "go.mod")
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	mod, err := modfile.Parse(name, text, nil)
	if err != nil {
		return err
	}
	from := mod.Module.Mod.Path
	if err := mod.AddModuleStmt(to); err != nil {
		return err
	}
	if text, err = mod.Format(); err != nil {
		return err
	}
	files, err := kept(root)
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := renameIn(root, f, from, to); err != nil {
			return err
		}
	}
	if err := os.WriteFile(name, text, 0o644); err != nil {
		return err
	}
	out, err := exec.Command("gofmt", "-w", root).CombinedOutput() // This sorts the imports again.
	if err != nil {
		return fmt.Errorf("gofmt: %w: %s", err, out)
	}
	return nil
}

// kept lists the files that git tracks.
func kept(root string) ([]string, error) {
	cmd := exec.Command("git", "ls-files", "-z")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w", err)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"), nil
}

// renameIn changes the imports of a Go file, and in texts the instructions to install the module and
// the paths of its packages, as in the links of doc comments.
func renameIn(root, file, from, to string) error {
	name := filepath.Join(root, file)
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	was := text
	switch path.Ext(file) {
	case ".go":
		if text, err = imports(name, text, from, to); err != nil {
			return err
		}
		text = packages(root, text, from, to)
	case ".md":
		// A user of a database at an address, as in postgres://loophole@host, is not the module.
		install := regexp.MustCompile(alone + regexp.QuoteMeta(from) + "@")
		text = install.ReplaceAll(text, []byte("${1}"+to+"@"))
		text = bytes.ReplaceAll(text, []byte(`"`+from+`/`), []byte(`"`+to+`/`))
		text = packages(root, text, from, to)
	case ".conf":
		text = packages(root, text, from, to)
	}
	if bytes.Equal(was, text) {
		return nil
	}
	return os.WriteFile(name, text, 0o644)
}

// alone matches what comes before the path of the module, if that is not the end of a longer path.
const alone = `(^|[^\w./~@-])`

// packages changes the paths of packages in a text. Other paths may begin alike, such as that of a
// checkout, so the next part must be a folder of the module.
func packages(root string, text []byte, from, to string) []byte {
	one := regexp.MustCompile(alone + regexp.QuoteMeta(from) + `/([\w-]+)`)
	return one.ReplaceAllFunc(text, func(all []byte) []byte {
		part := one.FindSubmatch(all)
		if info, err := os.Stat(filepath.Join(root, string(part[2]))); err != nil || !info.IsDir() {
			return all
		}
		return slices.Concat(part[1], []byte(to+"/"), part[2])
	})
}

// imports changes the paths of imports, last ones first, so that the offsets of earlier ones stay
// valid.
func imports(name string, text []byte, from, to string) ([]byte, error) {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, name, text, parser.ImportsOnly|parser.SkipObjectResolution)
	if err != nil {
		if strings.Contains(name, "testdata") {
			return text, nil // The file is invalid on purpose.
		}
		return nil, err
	}
	for i := len(f.Imports) - 1; i >= 0; i-- {
		at := f.Imports[i].Path
		p, err := strconv.Unquote(at.Value)
		if err != nil || p != from && !strings.HasPrefix(p, from+"/") {
			continue
		}
		begin := set.Position(at.Pos()).Offset
		now := strconv.Quote(to + strings.TrimPrefix(p, from))
		text = bytes.Join([][]byte{text[:begin], []byte(now), text[begin+len(at.Value):]}, nil)
	}
	return text, nil
}
