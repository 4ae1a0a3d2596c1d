package loophole

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// imports lists, for every folder, the folders that its packages may import. A folder stands for
// everything below it; "rulesets/*" for each ruleset. The test also fails for an entry that
// nothing uses.
var imports = map[string][]string{
	".":                   {},
	"rule":                {"internal/appendjson", "internal/fieldtags", "internal/intern", "internal/replay", "internal/usertext"},
	"internal/intern":     {},
	"internal/fraction":   {},
	"internal/replay":     {"internal/intern"},
	"internal/usertext":   {},
	"internal/pack":       {},
	"dice":                {"rule", "internal/format", "internal/usertext"},
	"internal/bench":      {"rule"},
	"odds":                {"internal/intern", "internal/fraction", "rule", "internal/replay", "internal/usertext"},
	"sim":                 {"internal/replay", "rule", "odds"},
	"ground":              {},
	"scene":               {"ground"},
	"game":                {"internal/fieldtags", "internal/intern", "rule", "scene", "internal/usertext"},
	"policy":              {"rule", "game", "odds", "sim", "solve", "winprob", "internal/luck", "internal/outcomes"},
	"balance":             {"internal/policyseat", "rule", "game", "dice", "match", "policy", "record", "scenario", "winprob"},
	"sweep":               {"balance", "game", "internal/ladder", "odds", "policy", "rule", "rulesets", "scenario"},
	"winprob":             {"internal/pack", "rule", "game", "internal/outcomes", "sim"},
	"analysis":            {"rule", "game", "match", "policy", "solve", "winprob", "internal/luck", "internal/outcomes"},
	"internal/outcomes":   {"rule", "game", "odds", "sim", "internal/replay"},
	"internal/luck":       {"rule", "game", "internal/outcomes", "sim", "winprob"},
	"solve":               {"rule", "game", "internal/outcomes"},
	"puzzle":              {"internal/pack", "game", "rulesets", "scenario"},
	"match":               {"rule", "game", "record", "dice"},
	"record":              {"rule", "dice", "internal/usertext"},
	"rulesets":            {"rule", "rulesets/*", "game", "internal/pack"},
	"rulesets/*":          {"rule", "ground", "game", "scene", "places"},
	"places":              {"game", "ground", "rule", "scene"},
	"casebook":            {"rule", "dice", "odds", "game", "policy", "scenario", "scene", "internal/usertext"},
	"rulestest":           {"casebook", "rule", "dice", "odds", "sim", "record", "scenario", "game", "match", "policy", "scene", "internal/fieldtags", "internal/replay"},
	"scenario":            {"internal/pack", "rule", "game", "internal/fieldtags", "internal/usertext"},
	"internal/format":     {"internal/fraction"},
	"internal/policyseat": {"match", "policy", "rule"},
	"notation":            {},
	"internal/question":   {"internal/usertext", "rule"},
	"internal/wire":       {"analysis", "internal/appendjson", "policy", "puzzle", "winprob", "notation", "rule", "odds", "scenario", "sim", "match", "scene", "game"},
	"internal/chart":      {"internal/format", "internal/wire"},
	"internal/store":      {},
	"hands":               {},
	"internal/twohands":   {"rule", "dice", "hands", "match", "game"},
	"internal/message":    {"hands"},
	"internal/skeleton":   {"rule", "internal/usertext"},
	"internal/server":     {"analysis", "internal/policyseat", "internal/web", "internal/analysispage", "internal/endpoint", "internal/otlp", "internal/status", "notation", "rule", "dice", "odds", "sim", "record", "rulesets", "scenario", "game", "policy", "puzzle", "match", "scene", "internal/question", "internal/wire", "internal/chart", "internal/store", "hands", "internal/message", "internal/twohands", "internal/usertext"},
	"internal/cli":        {"internal/policyseat", "internal/site", "analysis", "balance", "internal/analysispage", "internal/balancepage", "casebook", "internal/skeleton", "notation", "rule", "dice", "odds", "sim", "record", "rulesets", "scenario", "game", "policy", "solve", "puzzle", "sweep", "match", "internal/exam", "internal/format", "internal/ladder", "internal/question", "internal/version", "internal/wire", "internal/chart", "internal/otlp", "internal/store", "internal/server", "hands", "internal/twohands", "internal/usertext"},
	"cmd/loophole":        {"rule", "internal/cli"},
	"internal/cluster":    {"game", "internal/cli", "internal/markup", "solve", "sweep"},
	"cmd/wasm":            {"internal/endpoint", "internal/store", "internal/version", "internal/server"},
	"internal/endpoint":   {"internal/usertext", "rule"},
	"internal/web":        {"internal/pack"},
	"internal/site":       {"internal/web"},
	"internal/otlp":       {},
	"internal/status":     {},
	"tools":               {"internal/store", "internal/server", "internal/pack", "winprob", "casebook", "internal/cli", "rule", "odds", "rulesets", "scenario", "policy", "game", "puzzle", "sim", "solve", "internal/outcomes"},

	"cmd/loophole-cluster":  {"cmd/loophole", "internal/cluster"},
	"internal/browsertest":  {},
	"cmd/libloophole":       {"internal/embedding"},
	"internal/embedding":    {"dice", "game", "internal/question", "internal/version", "internal/wire", "notation", "odds", "rule", "rulesets", "scenario", "sim"},
	"internal/equality":     {"casebook", "rulesets"},
	"internal/nodetest":     {},
	"internal/lazygc":       {}, // for its effect, in tests of any folder
	"internal/testgame":     {"game", "rule", "rulesets", "scenario"},
	"npm":                   {},
	"internal/exam":         {"game", "internal/outcomes", "policy", "rule", "rulesets", "scenario", "solve"},
	"internal/appendjson":   {},
	"internal/fieldtags":    {},
	"internal/version":      {},
	"internal/markup":       {},
	"internal/ladder":       {"game", "internal/luck", "policy", "rule", "sim", "winprob"},
	"internal/analysispage": {"internal/format", "internal/markup", "internal/wire", "internal/web"},
	"internal/balancepage":  {"balance", "internal/format", "internal/markup", "sweep", "internal/web"},
}

// testsToo lists the folders that test files may import in addition: the kit and the engines.
var testsToo = map[string][]string{
	"internal/bench":    {"odds", "sim"},
	"cmd/loophole":      {"rule", "hands", "internal/store", "internal/twohands", "match", "rulesets", "sweep", "internal/server"},
	"casebook":          {"rulesets"},
	"game":              {"dice", "rulesets", "scenario"},
	"record":            {"rulesets"},
	"odds":              {"dice", "rulesets"},
	"scenario":          {"internal/testgame", "rulesets", "rulesets/*", "policy", "sim"},
	"rulesets":          {"internal/testgame", "odds", "sim", "policy", "scenario"},
	"policy":            {"internal/testgame", "rulesets", "rulesets/*", "scenario"},
	"winprob":           {"internal/testgame", "rulesets", "scenario"},
	"balance":           {"rulesets"},
	"internal/luck":     {"internal/testgame", "odds", "rulesets", "scenario"},
	"internal/server":   {"internal/testgame", "internal/pack", "winprob"},
	"analysis":          {"internal/testgame", "dice", "puzzle", "record", "rulesets", "scenario"},
	"internal/outcomes": {"internal/testgame", "rulesets", "scenario"},
	"solve":             {"internal/testgame", "odds", "rulesets", "scenario", "sim"},
	"puzzle":            {"policy", "solve"},
	"match":             {"internal/testgame", "rulesets/*", "policy", "rulesets", "scenario"},
	"internal/exam":     {"sim"},
	"internal/ladder":   {"internal/testgame"},
	"internal/twohands": {"internal/testgame", "rulesets"},
	"rulestest":         {"rulesets/*"},
	"rulesets/*":        {"rulestest", "odds", "sim", "dice", "policy", "scenario"},

	"cmd/libloophole":      {"internal/cli"},
	"internal/cli":         {"internal/testgame"},
	"internal/embedding":   {"internal/testgame", "internal/cli", "internal/equality", "policy"},
	"internal/equality":    {"internal/cli", "internal/embedding", "internal/nodetest", "internal/store", "internal/version", "scenario", "internal/server"},
	"npm":                  {"internal/cli", "internal/nodetest", "internal/store", "internal/version", "rulesets", "internal/server"},
	"cmd/loophole-cluster": {"internal/cli", "scenario"},
	"internal/cluster":     {"scenario"},
	"internal/browsertest": {"internal/site", "rule", "scenario", "internal/server", "internal/store", "match", "rulesets", "internal/wire", "hands", "internal/twohands"},
}

// pure folders import only the standard library and the packages above, and use no clock, no
// random numbers, no files and no network.
var pure = []string{"notation", "rule", "hands", "ground", "scene", "game", "places", "rulesets/*"}

var forbidden = []string{"math/rand", "math/rand/v2", "crypto/rand", "time", "os", "net", "net/http"}

// An edge is an import of one folder by another, by its code or by its tests.
type edge struct {
	from, to string
	test     bool
}

func TestImports(t *testing.T) {
	seen, used := 0, map[edge]bool{}
	err := filepath.WalkDir(".", func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && strings.HasPrefix(e.Name(), ".") && name != "." {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		seen++
		checkFile(t, filepath.ToSlash(name), used)
		return nil
	})
	if err != nil || seen < 20 {
		t.Fatal(seen, err)
	}
	checkTemplates(t, used)
	for from, list := range imports {
		for _, to := range list {
			if !used[edge{from, to, false}] {
				t.Errorf("%s may import %s, and does not", from, to)
			}
		}
	}
	for from, list := range testsToo {
		for _, to := range list {
			if !used[edge{from, to, true}] {
				t.Errorf("the tests of %s may import %s, and do not", from, to)
			}
		}
	}
}

// templateImport matches an import of the beginning of a rulebook.
var templateImport = regexp.MustCompile(`"<<Module>>/([a-z0-9/]+)"`)

// checkTemplates checks the imports of the rulebook that loophole new rulebook writes.
func checkTemplates(t *testing.T, used map[edge]bool) {
	names, err := filepath.Glob("internal/skeleton/*/*.go.tmpl")
	if err != nil || len(names) < 5 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "_test.go.tmpl") {
			continue
		}
		for _, x := range templateImport.FindAllStringSubmatch(string(text), -1) {
			used[edge{"rulesets/*", x[1], false}] = true
			if !slices.Contains(imports["rulesets/*"], x[1]) {
				t.Errorf("%s imports %s", name, x[1])
			}
		}
	}
}

func checkFile(t *testing.T, name string, used map[edge]bool) {
	folder := folderOf(path.Dir(name))
	if _, known := imports[folder]; !known {
		t.Errorf("%s: the folder %q is not on the plan", name, folder)
		return
	}
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
	if err != nil {
		t.Error(err)
		return
	}
	for _, i := range f.Imports {
		p, _ := strconv.Unquote(i.Path.Value)
		checkImport(t, name, folder, p, used)
	}
}

func checkImport(t *testing.T, name, folder, p string, used map[edge]bool) {
	ours, inside := strings.CutPrefix(p, modulePath(t)+"/")
	test := strings.HasSuffix(name, "_test.go")
	if folder != "internal/browsertest" && strings.HasPrefix(p, "github.com/chromedp/") {
		t.Errorf("%s: only the browser tests drive a browser", name)
	}
	switch {
	case inside && folderOf(ours) == folder && (folder != "rulesets/*" || strings.HasPrefix(path.Dir(name), ours)):
	case inside && test && ours == "internal/lazygc":
	case inside:
		to := folderOf(ours)
		used[edge{folder, to, test}] = true
		if !slices.Contains(imports[folder], to) && !(test && slices.Contains(testsToo[folder], to)) {
			t.Errorf("%s: %s may not import %s", name, folder, ours)
		}
	case slices.Contains(pure, folder) && !test:
		if strings.Contains(strings.Split(p, "/")[0], ".") {
			t.Errorf("%s: %s imports the standard library only, not %s", name, folder, p)
		}
		if slices.Contains(forbidden, p) {
			t.Errorf("%s: %s may not import %s", name, folder, p)
		}
	}
}

// modulePath returns the path of the module, which a publisher may change.
func modulePath(t *testing.T) string {
	text, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	line, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimPrefix(line, "module ")
}

// folderOf returns the entry of the plan for a folder.
func folderOf(dir string) string {
	parts := strings.Split(dir, "/")
	switch {
	case dir == "rulesets":
		return dir
	case parts[0] == "rulesets":
		return "rulesets/*"
	case parts[0] == "cmd", parts[0] == "internal":
		return strings.Join(parts[:min(2, len(parts))], "/")
	}
	return parts[0]
}

// ARCHITECTURE.md explains each module that is required directly, and no other.
func TestDependenciesAreExplained(t *testing.T) {
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "## Dependencies\n")
	table, _, _ = strings.Cut(table, "\n## ")
	told := map[string]bool{}
	for _, row := range strings.Split(table, "\n| `")[1:] {
		names, _, _ := strings.Cut(row, " | ")
		for _, name := range strings.Split(names, "`, `") {
			told[strings.Trim(name, "`")] = true
		}
	}
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(mod), "\n") {
		f := strings.Fields(line)
		if !strings.HasPrefix(line, "\t") || len(f) != 2 {
			continue // an indirect requirement
		}
		if !told[f[0]] {
			t.Errorf("go.mod requires %s, and ARCHITECTURE.md does not say what for", f[0])
		}
		delete(told, f[0])
	}
	for name := range told {
		t.Errorf("ARCHITECTURE.md tells of %s, which go.mod does not require", name)
	}
}

// Every name in the glossary exists.
func TestGlossary(t *testing.T) {
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "## Glossary\n")
	table, _, _ = strings.Cut(table, "\n## ")
	names := regexp.MustCompile("`([a-z]+)\\.([A-Z][A-Za-z]+)`").FindAllStringSubmatch(table, -1)
	if len(names) < 30 {
		t.Fatalf("the glossary has %d names", len(names))
	}
	for _, n := range names {
		files, err := filepath.Glob(n[1] + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		declared := regexp.MustCompile(`(?m)^(type|func|\t) ?` + n[2] + `\b`)
		if !slices.ContainsFunc(files, func(file string) bool {
			source, err := os.ReadFile(file)
			return err == nil && declared.Match(source)
		}) {
			t.Errorf("the glossary names %s, which package %s does not declare", n[2], n[1])
		}
	}
}
