// Package site writes the pages as a folder of files that any web server can serve, with the program
// in a worker of the browser instead of behind a server.
package site

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"loophole/internal/web"
)

// The files of the program for browsers: the module in one or more forms, and the script of the Go
// distribution that runs it.
const (
	Module = "loophole.wasm" // with .br or .gz
	Runner = "wasm_exec.js"
)

// forms are the compressed forms of the module by the names that browsers have for them, the
// smallest first.
var forms = []struct{ kind, suffix string }{{"brotli", ".br"}, {"gzip", ".gz"}}

// The icons of the pages on a home screen.
//
//go:embed icon-192.png
var icon192 []byte

//go:embed icon-512.png
var icon512 []byte

// Write writes the folder. program is the folder of [Module] and [Runner]. The folder must be
// empty, or one that Write wrote before. In the latter case the files of the previous version stay,
// for pages that are open.
func Write(into string, program fs.FS, version string) error {
	files, err := Files(program)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(into, 0o777); err != nil {
		return unwritable(into, err)
	}
	was, err := former(into)
	if err != nil {
		return err
	}
	now := marked{Loophole: "site", Version: version, Scripts: path.Dir(scriptIn(files)), Before: was.Scripts}
	if now.Scripts == was.Scripts { // The same version again.
		now.Before = was.Before
	}
	if files[mark], err = json.MarshalIndent(now, "", "  "); err != nil {
		return fmt.Errorf("site: %w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		at := filepath.Join(into, filepath.FromSlash(name))
		err := os.MkdirAll(filepath.Dir(at), 0o777)
		if err == nil {
			err = os.WriteFile(at, files[name], 0o666)
		}
		if err != nil {
			return unwritable(into, err)
		}
	}
	return forget(into, now)
}

// unwritable returns the error of a folder that cannot be written, with the remedy.
func unwritable(into string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Errorf("site: %s cannot be written (%w): name a new or empty folder in a place where you may write", into, err)
}

// mark is the file that shows that Write wrote a folder. It names the folder of its scripts.
const mark = "site.json"

type marked struct {
	Loophole string `json:"loophole"`
	Version  string `json:"version"`
	Scripts  string `json:"scripts"`
	Before   string `json:"before,omitempty"` // the scripts of the version before
}

// former returns the mark of the version in the folder, or an empty one.
func former(into string) (m marked, err error) {
	text, err := os.ReadFile(filepath.Join(into, mark))
	if err == nil {
		if err := json.Unmarshal(text, &m); err != nil || m.Loophole != "site" {
			return m, fmt.Errorf("site: %s is not a file of loophole site: name an empty folder", filepath.Join(into, mark))
		}
		return m, nil
	}
	list, err := os.ReadDir(into)
	switch {
	case err != nil:
		return m, unwritable(into, err)
	case len(list) > 0:
		return m, fmt.Errorf("site: %s has other files: name a new or empty folder", into)
	}
	return m, nil
}

// scriptIn returns the path of one of the scripts.
func scriptIn(files map[string][]byte) string {
	for name := range files {
		if strings.HasPrefix(name, scriptsPrefix) {
			return name
		}
	}
	return ""
}

// forget removes the scripts of all versions but this one and the one before.
func forget(into string, now marked) error {
	list, err := os.ReadDir(into)
	if err != nil {
		return fmt.Errorf("site: %w", err)
	}
	for _, e := range list {
		name := e.Name()
		if e.IsDir() && strings.HasPrefix(name, scriptsPrefix) && name != now.Scripts && name != now.Before {
			if err := os.RemoveAll(filepath.Join(into, name)); err != nil {
				return fmt.Errorf("site: %w", err)
			}
		}
	}
	return nil
}

// scriptsPrefix begins the name of the folder of scripts, which ends with a hash of them.
const scriptsPrefix = "page-"

// Files returns the files of the folder by their paths.
func Files(program fs.FS) (map[string][]byte, error) {
	pages := web.Bundled()
	scripts, err := scriptsOf(pages, program)
	if err != nil {
		return nil, err
	}
	hash := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(scripts)) {
		fmt.Fprintf(hash, "%s %d\n", name, len(scripts[name]))
		hash.Write(scripts[name])
	}
	folder := scriptsPrefix + hex.EncodeToString(hash.Sum(nil))[:12]
	files := map[string][]byte{"icon-192.png": icon192, "icon-512.png": icon512, "manifest.webmanifest": manifest()}
	for name, text := range scripts {
		files[folder+"/"+name] = text
	}
	for name, text := range pages {
		if path.Ext(name) == ".html" {
			files[document(name)] = rewritten(text, folder)
		}
	}
	for name, text := range web.Descriptions() {
		files["api/"+name] = text
	}
	files["sw.js"] = offline(pages["offline.js"], files, folder)
	return files, nil
}

// document returns the name of a page's document in the folder.
func document(name string) string {
	if name == "nothing.html" {
		return "404.html" // the name that static hosts look for
	}
	return name
}

// Program returns the files of the program for browsers as pages load them: the runner, the module in its
// compressed forms, and program.json, which names them.
func Program(program fs.FS) (map[string][]byte, error) { return scriptsOf(nil, program) }

// scriptsOf returns everything that documents load: scripts, sheets, pictures and the program.
func scriptsOf(pages map[string][]byte, program fs.FS) (map[string][]byte, error) {
	scripts := map[string][]byte{}
	for name, text := range pages {
		if path.Ext(name) != ".html" && name != "offline.js" {
			scripts[name] = text
		}
	}
	runner, err := fs.ReadFile(program, Runner)
	if err != nil {
		return nil, fmt.Errorf("site: the program for browsers is not there: %w: make site builds it", err)
	}
	scripts[Runner] = runner
	type form struct {
		Name  string `json:"name"`
		Bytes int    `json:"bytes"`
	}
	made := map[string]form{}
	for _, f := range forms {
		text, err := fs.ReadFile(program, Module+f.suffix)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("site: %w", err)
		}
		scripts[Module+f.suffix] = text
		made[f.kind] = form{Module + f.suffix, len(text)}
	}
	if len(made) == 0 {
		return nil, fmt.Errorf("site: there is no %s.br or %s.gz: make site builds them", Module, Module)
	}
	text, err := json.Marshal(map[string]any{"program": made})
	scripts["program.json"] = text
	return scripts, err
}

// policyOfContent is the Content-Security-Policy of the documents: they load files of the folder
// only, and may compile the program.
const policyOfContent = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'"

// rewritten returns a document whose addresses are relative to the folder.
func rewritten(text []byte, folder string) []byte {
	r := strings.NewReplacer(
		`<html lang="en">`, `<html lang="en" data-folder>`,
		`<meta charset="utf-8" />`, `<meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="`+policyOfContent+`" />
    <meta name="theme-color" content="#2b2a27" />
    <link rel="manifest" href="manifest.webmanifest" />
    <link rel="apple-touch-icon" href="icon-192.png" />`,
		`"/page/`, `"`+folder+`/`,
		`href="/puzzles"`, `href="puzzles.html"`, `href="/odds"`, `href="odds.html"`, `href="/analysis"`, `href="analysis.html"`,
		`href="/api"`, `href="api.html"`, `href="/"`, `href="index.html"`,
	)
	return []byte(r.Replace(string(text)))
}

// manifest describes the pages as an app for the home screen.
func manifest() []byte {
	text, _ := json.MarshalIndent(map[string]any{ // Such values always have JSON.
		"name": "loophole", "short_name": "loophole", "id": "./", "start_url": "index.html", "scope": "./", "display": "standalone",
		"description":      "An umpire for fighting in and around buildings in tabletop wargames. It works without a network.",
		"background_color": "#f4efe4", "theme_color": "#2b2a27",
		"icons": []any{
			map[string]string{"src": "icon-192.png", "sizes": "192x192", "type": "image/png", "purpose": "any"},
			map[string]string{"src": "icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any"},
		},
	}, "", "  ")
	return append(text, '\n')
}

// offline returns the script that keeps all files: that of the pages, with the lists before it.
func offline(script []byte, files map[string][]byte, folder string) []byte {
	packed := map[string]string{}
	list := slices.Sorted(maps.Keys(files))
	for _, f := range forms {
		name := folder + "/" + Module + f.suffix
		if files[name] != nil {
			packed[f.kind] = name
		}
		list = slices.DeleteFunc(list, func(x string) bool { return x == name })
	}
	hash := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(hash, "%s %d\n", name, len(files[name]))
		hash.Write(files[name])
	}
	var b bytes.Buffer
	write := func(name string, value any) {
		text, _ := json.Marshal(value) // Names are always JSON.
		fmt.Fprintf(&b, "const %s = %s;\n", name, text)
	}
	write("version", hex.EncodeToString(hash.Sum(nil))[:12])
	write("files", list)
	write("packed", packed)
	b.Write(script)
	return b.Bytes()
}
