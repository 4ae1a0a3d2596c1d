// Package skeleton writes the beginning of a rulebook: one procedure, one fact, one ruling
// and their clauses, which pass the conformance kit.
package skeleton

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

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

// taken are the names that have a meaning in the code of a rulebook: the keywords of Go, and
// the packages that it imports.
var taken = []string{
	"break", "case", "chan", "const", "continue", "default", "defer", "else", "fallthrough", "for", "func", "go", "goto",
	"if", "import", "interface", "map", "package", "range", "return", "select", "struct", "switch", "type", "var",
	"main", "rule", "rulesets",
}

// Check says why a name cannot be that of a rulebook.
func Check(name string) error {
	switch {
	case !names.MatchString(name):
		return fmt.Errorf("%q cannot name a rulebook: take 2 to 40 small letters and digits, a letter first, such as mybook", usertext.Truncate(name))
	case slices.Contains(taken, name):
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
		return nil, fmt.Errorf("%s exists already; name a new folder", b.Folder)
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
			files[name] = sortImports(files[name])
		}
		return err
	})
}

// sortImports sorts the imports of each paragraph of a file's import declaration, as gofmt does.
func sortImports(text []byte) []byte {
	lines := strings.Split(string(text), "\n")
	first := slices.Index(lines, "import (") + 1
	if first == 0 {
		return text
	}
	for i := first; ; i++ {
		if lines[i] == "" || lines[i] == ")" {
			slices.Sort(lines[first:i])
			first = i + 1
		}
		if lines[i] == ")" {
			return []byte(strings.Join(lines, "\n"))
		}
	}
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
			return folder, modulePath(text), nil
		case !errors.Is(err, fs.ErrNotExist):
			return "", "", err
		case filepath.Dir(folder) == folder:
			return "", "", nil
		}
		folder = filepath.Dir(folder)
	}
}

// modulePath returns the module path that a go.mod declares, "" if it declares none.
func modulePath(mod []byte) string {
	for line := range strings.Lines(string(mod)) {
		line, _, _ = strings.Cut(line, "//")
		if f := strings.Fields(line); len(f) == 2 && f[0] == "module" {
			if path, err := strconv.Unquote(f[1]); err == nil {
				return path
			}
			return f[1]
		}
	}
	return ""
}

// newModule returns the go.mod and go.sum of a module that requires the module of loophole. If the
// source of loophole is on this machine, the module replaces it by that folder and can be built
// as it is. If not, it has no go.sum and no requirements.
func newModule(name, module string) (mod, sum []byte, err error) {
	root := sourceOf(module)
	if root == "" {
		return fmt.Appendf(nil, "module %s\n\ngo %s\n", name, strings.TrimPrefix(runtime.Version(), "go")), nil, nil
	}
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return nil, nil, err
	}
	version, required := requirements(text)
	mod = fmt.Appendf(nil, "module %s\n\ngo %s\n\nrequire (\n\t%s v0.0.0\n", name, version, module)
	for _, r := range required {
		mod = fmt.Appendf(mod, "\t%s // indirect\n", r)
	}
	mod = fmt.Appendf(mod, ")\n\nreplace %s => %s\n", module, quoted(filepath.ToSlash(root)))
	sum, err = os.ReadFile(filepath.Join(root, "go.sum"))
	return mod, sum, err
}

// requirements returns the Go version of this module's go.mod, and each "path version" that
// one of its require blocks lists.
func requirements(mod []byte) (version string, required []string) {
	block := ""
	for line := range strings.Lines(string(mod)) {
		line, _, _ = strings.Cut(line, "//")
		switch f := strings.Fields(line); {
		case len(f) == 2 && f[0] == "go":
			version = f[1]
		case len(f) == 2 && f[1] == "(":
			block = f[0]
		case len(f) == 1 && f[0] == ")":
			block = ""
		case len(f) == 2 && block == "require":
			required = append(required, f[0]+" "+f[1])
		}
	}
	return version, required
}

// quoted returns a path as go.mod writes it: in quotes only if it needs them.
func quoted(path string) string {
	if strings.ContainsAny(path, " \"'`()[]{},;") || strings.Contains(path, "//") || strings.Contains(path, "/*") {
		return strconv.Quote(path)
	}
	return path
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
