package loophole

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// unexampled are folders without examples: packages that no other module builds on, and packages
// that no example can run.
var unexampled = []string{".", "internal/", "cmd/", "tools", "rulesets/*", "npm"}

// Every public package has an example that runs.
func TestPublicPackagesHaveExamples(t *testing.T) {
	for folder := range imports {
		if without(folder) {
			continue
		}
		files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		if !anyExample(t, files) {
			t.Errorf("%s has no example", folder)
		}
	}
}

func without(folder string) bool {
	for _, x := range unexampled {
		if folder == x || strings.HasSuffix(x, "/") && strings.HasPrefix(folder, x) {
			return true
		}
	}
	return false
}

// anyExample reports whether a file has an example with output, so that it runs.
func anyExample(t *testing.T, files []string) bool {
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		_, rest, found := strings.Cut(string(text), "\nfunc Example")
		if found && strings.Contains(rest, "// Output:") {
			return true
		}
	}
	return false
}
