package npm_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"loophole/internal/cli"
	"loophole/internal/nodetest"
	"loophole/internal/server"
	"loophole/internal/store/memory"
	"loophole/internal/version"
	"loophole/rulesets"
)

// packageName is the name of the package, as package.json has it.
const packageName = "loophole-umpire"

// installed packs the package and unpacks it where node finds it. It returns the folder of an
// application that uses it.
func installed(t *testing.T) (app string) {
	t.Helper()
	npm, folder := nodetest.Find(t, "npm"), nodetest.Package(t, "..")
	cmd := exec.Command(npm, "pack", "--offline", "--json")
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "npm_config_cache="+t.TempDir(), "npm_config_update_notifier=false")
	var packed []struct{ Filename string }
	if err := json.Unmarshal(nodetest.Output(t, cmd), &packed); err != nil || len(packed) != 1 {
		t.Fatal(err, packed)
	}
	app = t.TempDir()
	unpack(t, filepath.Join(folder, packed[0].Filename), filepath.Join(app, "node_modules", packageName))
	return app
}

// unpack unpacks a package. Every file of it is in the folder package.
func unpack(t *testing.T, file, into string) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		name, ok := strings.CutPrefix(h.Name, "package/")
		if !ok || !filepath.IsLocal(name) {
			t.Fatalf("the package has %s", h.Name)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		at := filepath.Join(into, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o777), os.WriteFile(at, text, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
}

// output is what testdata/play.mjs prints.
type output struct {
	Asked []struct {
		Ruleset, Procedure, Example string
		Answer                      json.RawMessage
	}
	Record   string
	Resigned string // the record of a match that a side has resigned
	Heard    int
	Version  string
	Members  map[string][]string
}

// TestPackage installs the package, and uses it as its users do.
func TestPackage(t *testing.T) {
	app := installed(t)
	for _, x := range []struct {
		name string
		test func(t *testing.T)
	}{
		{"play", func(t *testing.T) { testPlay(t, app) }},
		{"readme", func(t *testing.T) { testReadme(t, app) }},
		{"arguments", func(t *testing.T) { run(t, app, "arguments.mjs", read(t, "testdata/arguments.mjs")) }},
		{"files", func(t *testing.T) { testFiles(t, filepath.Join(app, "node_modules", packageName)) }},
		{"types", func(t *testing.T) { testTypes(t, app) }},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			x.test(t)
		})
	}
}

// testFiles checks that the package has what it needs, and nothing else.
func testFiles(t *testing.T, folder string) {
	var got []string
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			name, _ := filepath.Rel(folder, path)
			got = append(got, filepath.ToSlash(name))
		}
		return err
	})
	// make npm adds program/loophole.wasm.br and program/LICENSE-Go.
	want := []string{"LICENSE", "NOTICE", "README.md", "browser.js", "loophole.d.ts", "loophole.js", "match.js", "node.js",
		"package.json", "problem.js", "program/loophole.wasm.gz", "program/wasm_exec.js", "words.js"}
	if slices.Sort(got); err != nil || !slices.Equal(got, want) {
		t.Errorf("%v: the package has %q, not %q", err, got, want)
	}
	var of map[string]any
	text, err := os.ReadFile(filepath.Join(folder, "package.json"))
	if err == nil {
		err = json.Unmarshal(text, &of)
	}
	if err != nil || of["name"] != packageName || of["version"] != version.Number {
		t.Errorf("%v: the package is %v %v", err, of["name"], of["version"])
	}
	for _, key := range []string{"scripts", "dependencies", "optionalDependencies", "peerDependencies", "bundledDependencies"} {
		if of[key] != nil {
			t.Errorf("the package has %s", key)
		}
	}
}

// testPlay runs testdata/play.mjs, and compares its answers and its record with the program.
func testPlay(t *testing.T, app string) {
	var got output
	if err := json.Unmarshal(run(t, app, "play.mjs", read(t, "testdata/play.mjs")), &got); err != nil {
		t.Fatal(err)
	}
	procedures := 0
	for _, r := range rulesets.All {
		procedures += len(r.Procedures)
	}
	if len(got.Asked) != procedures || procedures == 0 {
		t.Errorf("%d procedures were asked; there are %d", len(got.Asked), procedures)
	}
	s := server.NewLocal(memory.New(nil), server.Options{})
	defer s.Close()
	for _, x := range got.Asked {
		a := s.Answer(context.Background(), server.LocalRequest{
			Method: "GET", Address: "/api/v1/rulesets/" + x.Ruleset + "/procedures/" + x.Procedure + "/odds?example=" + x.Example,
			Header: func(string) string { return "" },
		})
		var want bytes.Buffer
		if err := a.WriteBody(&want); err != nil || strings.TrimSpace(want.String()) != string(x.Answer) {
			t.Errorf("%s %s: %v: the package answers %.300s", x.Ruleset, x.Procedure, err, x.Answer)
		}
	}
	for name, record := range map[string]string{"match.jsonl": got.Record, "resigned.jsonl": got.Resigned} {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(record), 0o666); err != nil {
			t.Fatal(err)
		}
		var said bytes.Buffer
		if status := cli.Main(t.Context(), []string{"verify", file}, strings.NewReader(""), &said, &said); status != 0 {
			t.Errorf("the record %s: %s", name, said.String())
		}
	}
	if got.Heard == 0 || !strings.HasPrefix(got.Version, "loophole "+version.Number) {
		t.Errorf("%d events, version %q", got.Heard, got.Version)
	}
	text := string(read(t, "loophole.d.ts"))
	for class, members := range got.Members {
		want := declared(t, text, class)
		if slices.Sort(members); !slices.Equal(members, want) {
			t.Errorf("%s has %q, and its types %q", class, members, want)
		}
	}
}

// declared lists the methods and computed properties of a class in loophole.d.ts.
func declared(t *testing.T, text, class string) (names []string) {
	t.Helper()
	_, body, ok := strings.Cut(text, "export class "+class+" {\n")
	if body, _, _ = strings.Cut(body, "\n}\n"); !ok {
		t.Fatalf("loophole.d.ts has no class %s", class)
	}
	for _, m := range regexp.MustCompile(`(?m)^  (?:(\w+)\(|readonly (version): )`).FindAllStringSubmatch(body, -1) {
		names = append(names, m[1]+m[2])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// testReadme runs the example of the README.
func testReadme(t *testing.T, app string) {
	_, example, ok := strings.Cut(string(read(t, "README.md")), "```js\n")
	if example, _, _ = strings.Cut(example, "```"); !ok {
		t.Fatal("the README has no example")
	}
	said := string(run(t, app, "example.mjs", []byte(example)))
	for _, line := range []string{`(?m)^destroyed \d+/\d+$`, `(?m)^169/1296$`, `(?m)wins$`, `(?m)^illegal \[`} {
		if !regexp.MustCompile(line).MatchString(said) {
			t.Errorf("the example prints %s, without %s", said, line)
		}
	}
}

// testTypes checks the types with tsc if there is one, and their syntax otherwise.
func testTypes(t *testing.T, app string) {
	for _, name := range []string{"loophole.d.ts", "testdata/usage.ts"} {
		r := api.Transform(string(read(t, name)), api.TransformOptions{Loader: api.LoaderTS, Sourcefile: name})
		for _, m := range r.Errors {
			t.Errorf("%s:%d: %s", name, m.Location.Line, m.Text)
		}
	}
	tsc, err := exec.LookPath("tsc")
	if err != nil {
		t.Log("there is no tsc: the syntax was checked, and the types were not")
		return
	}
	file := filepath.Join(app, "usage.mts")
	if err := os.WriteFile(file, read(t, "testdata/usage.ts"), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(tsc, "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom", file)
	cmd.Dir = app
	nodetest.Output(t, cmd)
}

// run runs a script in node.
func run(t *testing.T, app, name string, script []byte) []byte {
	t.Helper()
	if err := os.WriteFile(filepath.Join(app, name), script, 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(nodetest.Find(t, "node"), name)
	cmd.Dir = app
	return nodetest.Output(t, cmd)
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
