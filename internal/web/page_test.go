package web

import (
	"bytes"
	"compress/gzip"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

var (
	imported    = regexp.MustCompile(`(?m)(?:from |import )'(\./[^']+)'|pageFile\('([^']+)'\)`)
	linked      = regexp.MustCompile(`(?:href|src)="/page/([^"]+)"`)
	loaded      = regexp.MustCompile(`@import "([^"]+)"`)
	unknownPath = regexp.MustCompile(`(?:https?:)?//[a-z0-9-]+\.[a-z]`)
	inline      = regexp.MustCompile(`<script>|\sstyle="|\son[a-z]+="|javascript:`)
)

// sources are the pages as they are written, without what is made of them.
var sources = os.DirFS(".")

// source reports whether a file is one of them.
func source(name string) bool {
	kind := path.Ext(name)
	return kind != ".go" && kind != ".zip" && kind != ".jsonl"
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := fs.ReadFile(sources, name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// needs lists what a file loads, by its name.
func needs(name, text string) []string {
	var list []string
	of := map[string]*regexp.Regexp{".html": linked, ".js": imported, ".css": loaded}[path.Ext(name)]
	if of == nil {
		return nil
	}
	for _, m := range of.FindAllStringSubmatch(text, -1) {
		if path.Ext(name) == ".html" {
			list = append(list, m[1])
			continue
		}
		if m[1] == "" { // One that is loaded when it is wanted.
			list = append(list, m[2])
			continue
		}
		list = append(list, path.Join(path.Dir(name), m[1]))
	}
	return list
}

// keeping is the script that keeps the pages in a browser. Package site writes it beside the documents,
// under another name.
const keeping = "offline.js"

// TestEveryFileIsThere follows what each file loads.
func TestEveryFileIsThere(t *testing.T) {
	used := map[string]bool{}
	count := 0
	err := fs.WalkDir(sources, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !source(name) {
			return err
		}
		count++
		for _, other := range needs(name, read(t, name)) {
			used[other] = true
			if other == "wasm_exec.js" {
				continue // The script of the Go distribution, which is written beside the pages.
			}
			if _, err := fs.Stat(sources, other); err != nil {
				t.Errorf("%s loads %s, which is not there", name, other)
			}
		}
		return nil
	})
	if err != nil || count < 20 {
		t.Fatal(count, err)
	}
	fs.WalkDir(sources, ".", func(name string, e fs.DirEntry, _ error) error {
		if !e.IsDir() && source(name) && path.Ext(name) != ".html" && name != keeping && !used[name] {
			t.Errorf("%s is loaded by no page", name)
		}
		return nil
	})
}

// TestPagesAreLawful checks the files by the content security policy: nothing
// inline, nothing from elsewhere, no code made from text.
func TestPagesAreLawful(t *testing.T) {
	fs.WalkDir(sources, ".", func(name string, e fs.DirEntry, _ error) error {
		if e.IsDir() || !source(name) || strings.HasPrefix(name, "vendor/") {
			return nil
		}
		text := strings.ReplaceAll(read(t, name), "http://www.w3.org/2000/svg", "")
		if m := inline.FindString(text); m != "" {
			t.Errorf("%s: %q would be refused by the policy of content", name, m)
		}
		if m := unknownPath.FindString(text); m != "" {
			t.Errorf("%s names another host: %q", name, m)
		}
		if strings.Contains(text, "eval(") || strings.Contains(text, "new Function") || strings.Contains(text, "innerHTML") {
			t.Errorf("%s makes code or markup from text", name)
		}
		return nil
	})
}

// mostLight is how many bytes a page may load, compressed, without what it asks the API.
const mostLight = 120_000

// TestPagesAreLight adds up what a browser loads for each page, compressed: the document,
// and one file for each script and sheet that it names, which load nothing more.
func TestPagesAreLight(t *testing.T) {
	all := Bundled()
	used := map[string]bool{}
	for _, start := range []string{"index.html", "table.html", "odds.html", "api.html", "analysis.html", "puzzles.html"} {
		list := needs(start, string(all[start]))
		weight := zipped(t, string(all[start]))
		for _, name := range list {
			used[name] = true
			text, ok := all[name]
			if !ok {
				t.Errorf("%s loads %s, which is not made", start, name)
			}
			if more := needs(name, string(text)); len(more) > 0 {
				t.Errorf("%s loads %v as well", name, more)
			}
			weight += zipped(t, string(text))
		}
		if t.Logf("%s weighs %d bytes", start, weight); weight > mostLight || len(list) < 4 {
			t.Errorf("%s weighs %d bytes compressed, in %d files; %d are allowed", start, weight, len(list), mostLight)
		}
	}
	for name := range all {
		if path.Ext(name) == ".html" || path.Ext(name) == ".svg" {
			continue
		}
		wanted := "pageFile('" + name + "')"
		if !used[name] && name != keeping && !strings.Contains(read(t, "halves.js")+read(t, "carrier.js")+read(t, "phones.js")+read(t, "analysis.js"), wanted) {
			t.Errorf("%s is made, and no page loads it", name)
		}
	}
}

func zipped(t *testing.T, text string) int {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}

// widest is how many columns a line of a page file may have.
const widest = 120

// TestLinesAreShort holds every file but those of others to lines that can be read
// beside each other; what a formatter leaves alone, templates and texts, is broken by hand.
func TestLinesAreShort(t *testing.T) {
	fs.WalkDir(sources, ".", func(name string, e fs.DirEntry, _ error) error {
		if e.IsDir() || !source(name) || strings.HasPrefix(name, "vendor/") || path.Ext(name) == ".svg" {
			return nil
		}
		for i, line := range strings.Split(read(t, name), "\n") {
			if n := utf8.RuneCountInString(line); n > widest {
				t.Errorf("%s:%d has %d columns; %d are allowed", name, i+1, n, widest)
			}
		}
		return nil
	})
}
