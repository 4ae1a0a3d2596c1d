//go:build !js

package winprob

import (
	_ "embed"
	"fmt"
	"io/fs"
	"sync"

	"loophole/internal/pack"
)

// packed is the archive of the models of the bundled scenarios under the published rules.
//
//go:embed models.zip
var packed []byte

// bundled opens the models of the bundled scenarios under the published rules.
var bundled = sync.OnceValue(func() fs.FS {
	files, err := pack.Open(packed)
	if err != nil {
		panic(fmt.Sprintf("winprob: models.zip: %v", err)) // It is part of the program.
	}
	return files
})
