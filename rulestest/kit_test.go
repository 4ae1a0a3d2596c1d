package rulestest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	_ "loophole/internal/lazygc"
)

// heard is a reporter that keeps the messages.
type heard struct {
	lock         sync.Mutex
	faults, logs []string
}

func (h *heard) Errorf(format string, args ...any) {
	h.lock.Lock()
	defer h.lock.Unlock()
	h.faults = append(h.faults, fmt.Sprintf(format, args...))
}

func (h *heard) Logf(format string, args ...any) {
	h.logs = append(h.logs, fmt.Sprintf(format, args...))
}

var goldens = []string{"odds.txt", "volley.playthrough", "fight.playthrough", "evidence.txt"}

// home returns the path of a golden in the folder of a ruleset.
func home(name string) string {
	if name == "evidence.txt" {
		return name
	}
	return "testdata/" + name
}

// opened writes a ruleset into a folder with its code, its cases and the goldens of the unbroken
// ruleset, and opens the kit.
func opened(t *testing.T, m *mini) (*kit, error) {
	t.Helper()
	dir := t.TempDir()
	code, err := os.ReadFile("mini_test.go")
	put(t, dir, "mini.go", string(code), err)
	put(t, dir, "testdata/cases.txt", m.cases, nil)
	for _, name := range goldens {
		golden, err := os.ReadFile(filepath.Join("testdata", "mini", name))
		put(t, dir, home(name), string(golden), err)
	}
	return open(m.rules(), Options{Dir: dir})
}

func put(t *testing.T, dir, name, text string, err error) {
	t.Helper()
	name = filepath.Join(dir, name)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(name), 0o777)
	}
	if err == nil {
		err = os.WriteFile(name, []byte(text), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// faults runs one check of a ruleset and returns its messages.
func faults(t *testing.T, m *mini, check string) []string {
	t.Helper()
	k, err := opened(t, m)
	if err != nil {
		return []string{err.Error()}
	}
	return listen(k, check).faults
}

func listen(k *kit, check string) *heard {
	h := &heard{}
	for _, c := range k.checks() {
		if c.name == check {
			c.check(k, h)
		}
	}
	return h
}

// TestMini runs the kit on a ruleset without faults.
func TestMini(t *testing.T) {
	if *update {
		rewrite(t)
	}
	k, err := opened(t, newMini())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range k.checks() {
		h := &heard{}
		c.check(k, h)
		for _, f := range h.faults {
			t.Errorf("%s: %s", c.name, f)
		}
		t.Log(c.name, strings.Join(h.logs, "\n\t"))
	}
}

// rewrite writes the goldens of the mini ruleset anew.
func rewrite(t *testing.T) {
	dir := filepath.Join("testdata", "mini")
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	at := t.TempDir()
	code, err := os.ReadFile("mini_test.go")
	put(t, at, "mini.go", string(code), err)
	put(t, at, "testdata/cases.txt", miniCases, nil)
	k, err := open(newMini().rules(), Options{Dir: at})
	if err != nil {
		t.Fatal(err)
	}
	k.update = true
	listen(k, "odds")
	listen(k, "playthroughs")
	listen(k, "evidence")
	for _, name := range goldens {
		text, err := os.ReadFile(filepath.Join(at, home(name)))
		put(t, dir, name, string(text), err)
	}
}
