// Package web holds the pages that a browser shows: plain ES modules, style sheets and short
// documents. The program embeds the output of tools/bundle: one small file for each script or sheet
// that a document names. Every module is named for what it shows. The folder vendor holds the
// libraries, which NOTICE names.
package web

import (
	"embed"
	"fmt"
	"maps"
	"sync"

	"loophole/internal/pack"
	"loophole/internal/web/styles"
)

//go:generate go run ../../tools/bundle .
//go:generate go run ../../cmd/loophole selfplay tideofiron stairs --policy cautious --games 20 --seed 24 --sample sample.jsonl --force

// documents are the files that browsers load as they stand. sample.jsonl is the record of a game that the
// page of analyses shows.
//
//go:embed *.html *.svg sample.jsonl
var documents embed.FS

// bundled is the archive of scripts and sheets that tools/bundle writes.
//
//go:embed bundled.zip
var bundled []byte

// described is the archive of the API's descriptions, which a test of package server writes.
//
//go:embed openapi.zip
var described []byte

// Bundled returns the files as a browser loads them, by name: documents and pictures as
// they stand, and one script or sheet for each that a document names.
var Bundled = sync.OnceValue(func() map[string][]byte {
	all, err := pack.Files(documents)
	if err != nil {
		panic(fmt.Sprintf("web: %v", err)) // They are part of the program.
	}
	maps.Copy(all, unpacked("bundled.zip", bundled))
	maps.Copy(all, styles.All())
	return all
})

// Descriptions returns the descriptions of the API by the names of their files.
var Descriptions = sync.OnceValue(func() map[string][]byte { return unpacked("openapi.zip", described) })

// unpacked returns the files of an archive that is part of the program.
func unpacked(name string, archive []byte) map[string][]byte {
	folder, err := pack.Open(archive)
	if err != nil {
		panic(fmt.Sprintf("web: %s: %v", name, err))
	}
	files, err := pack.Files(folder)
	if err != nil {
		panic(fmt.Sprintf("web: %s: %v", name, err))
	}
	return files
}
