package page

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"
)

// entries are the scripts and sheets that documents load. Whatever these load is part
// of them.
var entries = []string{
	"lobby.js", "table.js", "bench.js", "reader.js",
	"hand.js", // Only pages of matches whose dice are of two hands load it, by themselves.
	"paper.css", "lobby.css", "table.css", "tray.css", "bench.css", "reader.css", "print.css",
}

// Bundled returns the files as a browser loads them, by name: documents and pictures as
// they stand, and of the modules and sheets one file for each that a document names, with
// all that it loads, made small. A map beside each (NAME.map) leads a debugger back to the
// sources. A fault in them is one of the program.
var Bundled = sync.OnceValues(func() (map[string][]byte, error) {
	all := map[string][]byte{}
	err := fs.WalkDir(Files, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || path.Ext(name) == ".js" || path.Ext(name) == ".css" {
			return err
		}
		all[name], err = fs.ReadFile(Files, name)
		return err
	})
	if err != nil {
		return nil, err
	}
	made, err := bundle(Files, entries)
	maps.Copy(all, made)
	return all, err
})

// bundle makes the entries of a folder.
func bundle(files fs.FS, entries []string) (map[string][]byte, error) {
	x := api.Build(api.BuildOptions{
		EntryPoints:       entries,
		Bundle:            true,
		Format:            api.FormatESModule,
		Target:            api.ES2022,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		Sourcemap:         api.SourceMapLinked,
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
		return nil, fmt.Errorf("page: %s%s", at, m.Text)
	}
	made := map[string][]byte{}
	for _, f := range x.OutputFiles {
		made[strings.TrimPrefix(f.Path, "/")] = f.Contents
	}
	return made, nil
}

// reading lets the bundler read a folder that is no part of a disk.
func reading(files fs.FS) api.Plugin {
	const space = "page"
	loaders := map[string]api.Loader{".js": api.LoaderJS, ".css": api.LoaderCSS}
	return api.Plugin{Name: space, Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: "."}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			if strings.HasPrefix(a.Path, "#") || strings.HasPrefix(a.Path, "/page/") {
				return api.OnResolveResult{Path: a.Path, External: true}, nil // A pattern of the drawing, or a file that is loaded when it is wanted.
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
