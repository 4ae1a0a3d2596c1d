//go:build !js

package scenario

import (
	_ "embed"
	"fmt"
	"io/fs"
	"sync"

	"loophole/internal/pack"
)

// packed is the archive of the scenarios of the program, a folder for each ruleset.
//
//go:embed bundled.zip
var packed []byte

// bundled opens the scenarios of the program, a folder for each ruleset.
var bundled = sync.OnceValue(func() fs.FS {
	files, err := pack.Open(packed)
	if err != nil {
		panic(fmt.Sprintf("scenario: bundled.zip: %v", err)) // It is part of the program.
	}
	return files
})
