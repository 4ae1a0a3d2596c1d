package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

const small = `package main

import (
	"fmt"
	"os"
	"reflect"
	"strings"
)

//go:noinline
func deep(n int) int {
	if n == 0 {
		panic(strings.Repeat("x", 3))
	}
	return deep(n-1) + 1
}

type tagged struct {
	Text string "doc:\"what \\\"it\\\" says\" json:\"text\""
	Men  int    "key:\"men\" doc:\"the \\\"men\\\" of a situation\""
}

func main() {
	if f := reflect.TypeFor[tagged]().Field(0); f.Tag.Get("json") != "text" {
		panic(f.Tag)
	}
	if f := reflect.TypeFor[tagged]().Field(1); f.Tag.Get("doc") != "the \"men\" of a situation" {
		panic(f.Tag)
	}
	defer func() {
		fmt.Println("recovered", recover(), len(os.Args))
		go func() { panic("the end") }()
		select {}
	}()
	fmt.Println(deep(20000))
}
`

// compiledSmall returns a small program as a module, which the first test builds. Nobody may change it.
func compiledSmall(t testing.TB) []byte {
	t.Helper()
	smallModule.Do(func() {
		dir := t.TempDir()
		for name, text := range map[string]string{"go.mod": "module small\n\ngo 1.25\n", "main.go": small} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		smallModule.bytes = compiledIn(t, dir)
	})
	if smallModule.bytes == nil {
		t.Fatal("another test could not build the module")
	}
	return smallModule.bytes
}

var smallModule struct {
	sync.Once
	bytes []byte
}

// compiledIn builds the program in a folder as a module.
func compiledIn(t testing.TB, dir string) []byte {
	t.Helper()
	at := filepath.Join(t.TempDir(), "program.wasm")
	cmd := exec.Command("go", "build", "-o", at, ".")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=-mod=mod")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	module, err := os.ReadFile(at)
	if err != nil {
		t.Fatal(err)
	}
	return module
}

// TestStrip: a stripped module is smaller, and its memory is that of the original outside of the
// tables. It grows its stack, recovers from a panic, and ends by another as the original does, except
// for the names in the trace.
func TestStrip(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds a program")
	}
	module := compiledSmall(t)
	stripped, err := strip(module, true)
	if err != nil {
		t.Fatal(err)
	}
	was, err := zipped(module, false)
	if err != nil {
		t.Fatal(err)
	}
	if is, err := zipped(stripped, false); err != nil || len(is) > len(was)*19/20 {
		t.Errorf("stripping leaves %d of %d compressed bytes (%v)", len(is), len(was), err)
	}
	a, err := parse(module)
	if err != nil {
		t.Fatal(err)
	}
	if same, err := parse(a.write()); err != nil || !bytes.Equal(a.memory, same.memory) {
		t.Errorf("a module that is written again has another memory: %v", err)
	}
	b, err := parse(stripped)
	if err != nil {
		t.Fatal(err)
	}
	from := bytes.Index(a.memory, magic)
	doc := []byte(`doc:"what \"it\" says"`)
	if !bytes.Contains(a.memory, doc) || bytes.Contains(b.memory, doc) {
		t.Error("the text of a tag is still there")
	}
	a.stripDocs()
	if !bytes.Equal(a.memory[:from], b.memory[:from]) {
		t.Error("something before the tables changed")
	}
	if again, err := strip(stripped, true); err != nil || !bytes.Equal(again, stripped) {
		t.Errorf("stripping twice changes more: %v", err)
	}
	runs(t, stripped)
}

// runs runs a module of the small program under node, if there is one.
func runs(t *testing.T, module []byte) {
	t.Helper()
	out, err := underNode(t, module)
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 2 || !strings.HasPrefix(out, "recovered xxx 1\n") || !strings.Contains(out, "panic: the end") {
		t.Errorf("%v: %s", err, out)
	}
}

// underNode returns the output of a module.
func underNode(t *testing.T, module []byte) (string, error) {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("there is no node to run it")
	}
	at := filepath.Join(t.TempDir(), "small.wasm")
	if err := os.WriteFile(at, module, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec"), at).CombinedOutput()
	return string(out), err
}

// FuzzStrip: any bytes are refused, or are a module whose tables could be read.
func FuzzStrip(f *testing.F) {
	f.Add([]byte("\x00asm\x01\x00\x00\x00"))
	f.Add([]byte("\x00asm\x01\x00\x00\x00\x0b\x09\x01\x00\x41\x00\x0b\x03abc"))
	f.Add([]byte("\x00asm\x01\x00\x00\x00\x0b\x0b\x01\x00\x41\xff\xff\xff\x7f\x0b\x01a"))
	f.Fuzz(func(t *testing.T, module []byte) {
		if out, err := strip(module, true); err == nil && !bytes.HasPrefix(out, []byte("\x00asm")) {
			t.Error("it is no module any more")
		}
	})
}
