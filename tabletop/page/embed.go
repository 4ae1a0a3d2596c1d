// Package page holds the pages that a browser shows: plain ES modules, style sheets and
// short documents. Of the modules and sheets the program embeds what tools/bundle makes of
// them: one small file for each that a document names. Every module is named for what it
// shows; vendor holds the libraries, which NOTICE names.
package page

import (
	"embed"
	"io/fs"
	"strings"
	"sync"
)

//go:generate go run ../../tools/bundle .

// served are the files of the pages.
//
//go:embed *.html *.svg bundled
var served embed.FS

// Bundled returns the files as a browser loads them, by name: documents and pictures as
// they stand, and one script or sheet for each that a document names.
var Bundled = sync.OnceValue(func() map[string][]byte {
	all := map[string][]byte{}
	err := fs.WalkDir(served, ".", func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			all[strings.TrimPrefix(name, "bundled/")], err = served.ReadFile(name)
		}
		return err
	})
	if err != nil {
		panic("page: " + err.Error()) // They are part of the program.
	}
	return all
})
