// Package page holds the pages that a browser shows: plain ES modules, style sheets and
// short documents. Of the modules and sheets the program embeds what tools/bundle makes of
// them: one small file for each that a document names. Every module is named for what it
// shows; vendor holds the libraries, which NOTICE names.
package page

import (
	"embed"
	"fmt"
	"maps"
	"sync"

	"loophole/internal/pack"
)

//go:generate go run ../../tools/bundle .

// documents are the files that browsers load as they stand.
//
//go:embed *.html *.svg
var documents embed.FS

// bundled is the archive of scripts and sheets that tools/bundle writes.
//
//go:embed bundled.zip
var bundled []byte

// Bundled returns the files as a browser loads them, by name: documents and pictures as
// they stand, and one script or sheet for each that a document names.
var Bundled = sync.OnceValue(func() map[string][]byte {
	all, err := pack.Files(documents)
	if err != nil {
		panic(fmt.Sprintf("page: %v", err)) // They are part of the program.
	}
	folder, err := pack.Open(bundled)
	if err != nil {
		panic(fmt.Sprintf("page: bundled.zip: %v", err))
	}
	made, err := pack.Files(folder)
	if err != nil {
		panic(fmt.Sprintf("page: bundled.zip: %v", err))
	}
	maps.Copy(all, made)
	return all
})
