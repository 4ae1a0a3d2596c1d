// Command bundle makes the files that browsers load out of the modules and sheets of the
// pages: one small script and one small sheet for each that a document names.
//
//	go run ./tools/bundle [-readable] internal/web
//
// It writes them into bundled.zip beside the sources, which the program embeds. With -readable it
// does not shorten them, for a debugger.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"loophole/internal/pack"
)

// entries are the scripts and sheets that documents load. Each contains everything that it imports.
var entries = []string{
	"lobby.js", "table.js", "bench.js", "reader.js", "analysis.js", "puzzles.js",
	"hand.js",    // Only pages of matches with dice of two hands load it, when they need it.
	"scan.js",    // Pages load it when somebody opens the camera.
	"worker.js",  // It runs the program if there is no server.
	"offline.js", // It keeps the pages in the browser.
	"paper.css", "lobby.css", "table.css", "tray.css", "bench.css", "reader.css", "analysis.css", "puzzles.css", "print.css",
}

// archive is the file that the scripts and sheets go to, beside the sources.
const archive = "bundled.zip"

// sheets are the style sheets that pages in files use too. They have an archive of their own, so
// that the program for browsers contains no other file of the pages.
var sheets = []string{"paper.css", "analysis.css"}

// sharedArchive is the archive of the sheets.
const sharedArchive = "styles/styles.zip"

func main() {
	readable := flag.Bool("readable", false, "leave the files as a debugger likes them")
	flag.Parse()
	if flag.NArg() != 1 {
		fail(fmt.Errorf("name the folder of the pages"))
	}
	if err := write(flag.Arg(0), !*readable); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "bundle:", err)
	os.Exit(1)
}

// write rewrites the bundled files of a folder.
func write(pages string, small bool) error {
	made, err := bundle(os.DirFS(pages), entries, small)
	if err != nil {
		return err
	}
	shared := map[string][]byte{}
	for _, name := range sheets {
		shared[name] = made[name]
		delete(made, name)
	}
	return errors.Join(pack.Write(filepath.Join(pages, archive), made), pack.Write(filepath.Join(pages, sharedArchive), shared))
}

// bundle builds the entries of a folder. An error names the file and the line.
func bundle(files fs.FS, entries []string, small bool) (map[string][]byte, error) {
	x := api.Build(api.BuildOptions{
		EntryPoints:       entries,
		Bundle:            true,
		Format:            api.FormatESModule,
		Target:            api.ES2022,
		MinifyWhitespace:  small,
		MinifyIdentifiers: small,
		MinifySyntax:      small,
		LegalComments:     api.LegalCommentsInline,
		Outdir:            "/",
		AbsWorkingDir:     "/",
		Plugins:           []api.Plugin{reading(files)},
	})
	if faults := append(x.Errors, x.Warnings...); len(faults) > 0 {
		m, at := faults[0], ""
		if m.Location != nil {
			at = fmt.Sprintf("%s:%d: ", m.Location.File, m.Location.Line)
		}
		return nil, fmt.Errorf("%s%s", at, m.Text)
	}
	made := map[string][]byte{}
	for _, f := range x.OutputFiles {
		made[strings.TrimPrefix(filepath.ToSlash(f.Path), "/")] = f.Contents
	}
	return made, nil
}

// reading lets the bundler read a file system that is not on disk.
func reading(files fs.FS) api.Plugin {
	const space = "page"
	loaders := map[string]api.Loader{".js": api.LoaderJS, ".css": api.LoaderCSS}
	return api.Plugin{Name: space, Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: "."}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			if strings.HasPrefix(a.Path, "#") || a.Path == "./wasm_exec.js" {
				return api.OnResolveResult{Path: a.Path, External: true}, nil // A pattern of the drawing, or the script of the Go distribution.
			}
			return api.OnResolveResult{Path: path.Join(path.Dir(a.Importer), a.Path), Namespace: space}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: ".", Namespace: space}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			text, err := fs.ReadFile(files, a.Path)
			if err != nil {
				return api.OnLoadResult{}, err
			}
			s := string(text)
			return api.OnLoadResult{Contents: &s, Loader: loaders[path.Ext(a.Path)]}, nil
		})
	}}
}
