// Package styles has the style sheets that pages for files share with the pages of the server.
package styles

import (
	_ "embed"
	"fmt"
	"sync"

	"loophole/internal/pack"
)

// packed is the archive of the sheets, which tools/bundle writes.
//
//go:embed styles.zip
var packed []byte

// All returns the sheets by the names of their files.
var All = sync.OnceValue(func() map[string][]byte {
	folder, err := pack.Open(packed)
	if err != nil {
		panic(fmt.Sprintf("styles: %v", err)) // They are part of the program.
	}
	files, err := pack.Files(folder)
	if err != nil {
		panic(fmt.Sprintf("styles: %v", err))
	}
	return files
})
