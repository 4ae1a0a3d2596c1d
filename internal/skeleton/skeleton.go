// Package skeleton writes the beginning of a rulebook: one procedure, one fact, one ruling
// and their clauses, which pass the conformance kit.
package skeleton

import (
	"embed"
	"errors"
	"fmt"
	"go/format"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"strings"

	"golang.org/x/mod/modfile"

	"loophole/internal/usertext"
	"loophole/rule"
)

//go:embed book
var book embed.FS

// A Rulebook is what is to be written.
type Rulebook struct {
	Name   string // the package, and the identifier of the rulebook
	Title  string // as it is printed
	Folder string // that is made for it
}

// Written is what was.
type Written struct {
	Files  []string // below the folder
	Inside bool     // it lies in the module of loophole, and has no program of its own
	Tidy   bool     // its module has to be tidied before it can be built
}

// names are lawful names of a package that is an identifier, too.
var names = regexp.MustCompile(`^[a-z][a-z0-9]{1,39}$`)

// Check says why a name cannot be that of a rulebook.
func Check(name string) error {
	switch {
	case !names.MatchString(name):
		return fmt.Errorf("%q cannot name a rulebook: take 2 to 40 small letters and digits, a letter first, such as mybook", usertext.Truncate(name))
	case token.IsKeyword(name) || name == "rule" || name == "rulesets" || name == "main":
		return fmt.Errorf("%q means something else in its own code: take another name, such as %sbook", name, name)
	}
	return nil
}

// Write writes a rulebook into a folder that is not there yet. In the module of loophole it
// is a package; elsewhere it has a program of its own, and a module if the folder lies in none.
func Write(b Rulebook) (*Written, error) {
	if err := Check(b.Name); err != nil {
		return nil, err
	}
	if strings.ContainsAny(b.Title, "\"\\\n\r`") || len(b.Title) > 200 {
		return nil, fmt.Errorf("a title has no quotes and at most 200 letters: %q", usertext.Truncate(b.Title))
	}
	folder, err := filepath.Abs(b.Folder)
	if err != nil {
		return nil, err
	}
	if _, err := os.Lstat(folder); !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is there already: name a folder that is not", b.Folder)
	}
	w := &Written{}
	module := strings.TrimSuffix(reflect.TypeFor[rule.Umpire]().PkgPath(), "/rule")
	root, around, err := moduleAround(filepath.Dir(folder))
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	imported := b.Name
	switch {
	case around == "":
		if files["go.mod"], files["go.sum"], err = newModule(b.Name, module); err != nil {
			return nil, err
		}
		if w.Tidy = files["go.sum"] == nil; w.Tidy {
			delete(files, "go.sum")
		}
	default:
		below, err := filepath.Rel(root, folder)
		if err != nil {
			return nil, err
		}
		imported, w.Inside = around+"/"+filepath.ToSlash(below), around == module
		w.Tidy = !w.Inside
	}
	if err := w.render(files, struct{ Name, Title, Module, Import string }{b.Name, b.Title, module, imported}); err != nil {
		return nil, err
	}
	return w, w.save(folder, files)
}

// render fills in the files of the book.
func (w *Written) render(files map[string][]byte, facts struct{ Name, Title, Module, Import string }) error {
	filled := strings.NewReplacer("<<Name>>", facts.Name, "<<Title>>", facts.Title, "<<Module>>", facts.Module, "<<Import>>", facts.Import)
	return fs.WalkDir(book, "book", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name := strings.TrimSuffix(strings.TrimPrefix(path, "book/"), ".tmpl")
		name = strings.ReplaceAll(name, "NAME", facts.Name)
		if w.Inside && strings.HasPrefix(name, "cmd/") {
			return nil
		}
		text, err := book.ReadFile(path)
		if err != nil {
			return err
		}
		files[name] = []byte(filled.Replace(string(text)))
		if strings.HasSuffix(name, ".go") {
			files[name], err = format.Source(files[name]) // The order of imports is that of their names.
		}
		return err
	})
}

// save writes the files.
func (w *Written) save(folder string, files map[string][]byte) error {
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
		w.Files = append(w.Files, name)
	}
	return nil
}

// moduleAround finds the module that a folder lies in, and its path; "" for none.
func moduleAround(folder string) (root, path string, err error) {
	for {
		text, err := os.ReadFile(filepath.Join(folder, "go.mod"))
		switch {
		case err == nil:
			return folder, modfile.ModulePath(text), nil
		case !errors.Is(err, fs.ErrNotExist):
			return "", "", err
		case filepath.Dir(folder) == folder:
			return "", "", nil
		}
		folder = filepath.Dir(folder)
	}
}

// newModule is a module that needs the one of loophole: where its source lies on this machine,
// all is written that a build needs; where it does not, there are no sums.
func newModule(name, module string) (mod, sum []byte, err error) {
	f := &modfile.File{}
	if err := f.AddModuleStmt(name); err != nil {
		return nil, nil, err
	}
	root := sourceOf(module)
	if root == "" {
		if err := f.AddGoStmt(strings.TrimPrefix(runtime.Version(), "go")); err != nil {
			return nil, nil, err
		}
		mod, err = f.Format()
		return mod, nil, err
	}
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return nil, nil, err
	}
	of, err := modfile.Parse("go.mod", text, nil)
	if err != nil {
		return nil, nil, err
	}
	err = errors.Join(f.AddGoStmt(of.Go.Version), f.AddRequire(module, "v0.0.0"), f.AddReplace(module, "", filepath.ToSlash(root), ""))
	for _, r := range of.Require {
		f.AddNewRequire(r.Mod.Path, r.Mod.Version, true)
	}
	if err != nil {
		return nil, nil, err
	}
	if mod, err = f.Format(); err != nil {
		return nil, nil, err
	}
	sum, err = os.ReadFile(filepath.Join(root, "go.sum"))
	return mod, sum, err
}

// sourceOf is the folder of the source that this program was built from, if it is there still.
func sourceOf(module string) string {
	_, file, _, ok := runtime.Caller(0)
	if !ok {
		return ""
	}
	root, path, err := moduleAround(filepath.Dir(file))
	if err != nil || path != module {
		return ""
	}
	return root
}
