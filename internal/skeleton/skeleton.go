// Package skeleton writes the beginning of a rulebook: one procedure, one fact, one ruling and their
// clauses, and on request a small game. The result passes the conformance kit.
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

// templates holds the files of every rulebook (book), and those that a game adds or replaces (game).
//
//go:embed book game
var templates embed.FS

// A Rulebook describes the rulebook to write.
type Rulebook struct {
	Name   string // the package, and the identifier of the rulebook
	Title  string // as it is printed
	Folder string // a new folder for it
	Game   bool   // with a game
}

// Written describes a written rulebook.
type Written struct {
	Files  []string // paths from the folder
	Inside bool     // it is in the module of loophole, and has no program of its own
	Tidy   bool     // go mod tidy is needed before it can be built
}

// names matches the names that both a package and a rulebook can have.
var names = regexp.MustCompile(`^[a-z][a-z0-9]{1,39}$`)

// taken lists the names that have another meaning in the code of a rulebook: the keywords of Go, the
// folders of its standard library, which no module can be named after, and the packages that the code
// imports.
var taken = []string{
	"break", "case", "chan", "const", "continue", "default", "defer", "else", "fallthrough", "for", "func", "go", "goto",
	"if", "import", "interface", "map", "package", "range", "return", "select", "struct", "switch", "type", "var",
	"archive", "arena", "bufio", "builtin", "bytes", "cmd", "cmp", "compress", "container", "context", "crypto", "database",
	"debug", "embed", "encoding", "errors", "expvar", "flag", "fmt", "hash", "html", "image", "index", "internal", "io", "iter",
	"log", "maps", "math", "mime", "net", "os", "path", "plugin", "reflect", "regexp", "runtime", "simd", "slices", "sort",
	"strconv", "strings", "structs", "sync", "syscall", "testing", "text", "time", "unicode", "unique", "unsafe", "vendor", "weak",
	"casebook", "game", "ground", "main", "places", "rule", "rulesets", "rulestest", "scenario", "scenarios", "scene",
}

// Check returns an error for a name that no rulebook can have.
func Check(name string) error {
	switch {
	case !names.MatchString(name):
		return fmt.Errorf("%q cannot name a rulebook: choose 2 to 40 lower-case letters and digits, a letter first, such as mybook", usertext.Truncate(name))
	case slices.Contains(taken, name):
		return fmt.Errorf("%q has another meaning in the code of a rulebook: choose another name, such as %sbook", name, name)
	}
	return nil
}

// Write writes a rulebook into a new folder. In the module of loophole it is a package, whose scenarios
// go to scenario/bundled. Elsewhere it has a program of its own, and is a module unless the folder is
// in one.
func Write(b Rulebook) (*Written, error) {
	if err := Check(b.Name); err != nil {
		return nil, err
	}
	if strings.ContainsAny(b.Title, "\"\\\n\r`") || len(b.Title) > 200 {
		return nil, fmt.Errorf("a title has at most 200 letters, and no quotes: %q", usertext.Truncate(b.Title))
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
		if w.Inside && filepath.ToSlash(filepath.Dir(below)) != "rulesets" {
			return nil, fmt.Errorf("in the checkout of loophole a rulebook is a folder in %s: run the command there", filepath.Join(root, "rulesets"))
		}
	}
	folders := []string{"book"}
	if b.Game {
		folders = append(folders, "game")
	}
	for _, from := range folders {
		if err := w.render(files, from, facts{b.Name, b.Title, module, imported}); err != nil {
			return nil, err
		}
	}
	if b.Game && w.Inside {
		if err := moveScenarios(files, filepath.Join(root, "scenario", "bundled", b.Name), folder); err != nil {
			return nil, err
		}
	}
	return w, w.save(folder, files)
}

// facts are what the templates leave open.
type facts struct{ Name, Title, Module, Import string }

// render adds the files of a folder of templates. It replaces those of the same name.
func (w *Written) render(files map[string][]byte, folder string, x facts) error {
	filled := strings.NewReplacer("<<Name>>", x.Name, "<<Title>>", x.Title, "<<Module>>", x.Module, "<<Import>>", x.Import)
	return fs.WalkDir(templates, folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name := strings.TrimSuffix(strings.TrimPrefix(path, folder+"/"), ".tmpl")
		name = strings.ReplaceAll(name, "NAME", x.Name)
		if w.Inside && forProgram(name) {
			return nil
		}
		text, err := templates.ReadFile(path)
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

// forProgram reports whether only a program of its own needs a file.
func forProgram(name string) bool {
	return strings.HasPrefix(name, "cmd/") || strings.Contains(name, "/") && strings.HasSuffix(name, ".go")
}

// moveScenarios changes the paths of scenarios, which are from the folder of the rulebook, so that they
// lead to another folder.
func moveScenarios(files map[string][]byte, to, from string) error {
	to, err := filepath.Rel(from, to)
	if err != nil {
		return err
	}
	for name, text := range files {
		if file, found := strings.CutPrefix(name, "scenarios/"); found {
			delete(files, name)
			files[filepath.ToSlash(filepath.Join(to, file))] = text
		}
	}
	return nil
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

// save writes the files into the folder.
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

// moduleAround returns the folder and the path of the module that a folder is in, or "" if it is in none.
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

// sourceOf returns the folder of the source that this program was built from, or "" if it no longer exists.
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
