package puzzle

import (
	"embed"
	"fmt"
	"io/fs"
	"sync"
)

// plain holds the puzzles of the program, a file for each ruleset. The files are not compressed, because the
// program for browsers is compressed as a whole.
//
//go:embed bundled
var plain embed.FS

// bundled opens the puzzles of the program, a file for each ruleset.
var bundled = sync.OnceValue(func() fs.FS {
	files, err := fs.Sub(plain, "bundled")
	if err != nil {
		panic(fmt.Sprintf("puzzle: %v", err)) // The name of the folder is valid.
	}
	return files
})
