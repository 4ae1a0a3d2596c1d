//go:build !js

package puzzle

import (
	_ "embed"
	"fmt"
	"io/fs"
	"sync"

	"loophole/internal/pack"
)

// packed is the archive of the puzzles of the program, a file for each ruleset.
//
//go:embed bundled.zip
var packed []byte

// bundled opens the puzzles of the program, a file for each ruleset.
var bundled = sync.OnceValue(func() fs.FS {
	files, err := pack.Open(packed)
	if err != nil {
		panic(fmt.Sprintf("puzzle: bundled.zip: %v", err)) // It is part of the program.
	}
	return files
})
