package winprob

import (
	"embed"
	"fmt"
	"io/fs"
	"sync"
)

// plain holds the models of the bundled scenarios under the published rules. The program for browsers is compressed as a whole, so they are not.
//
//go:embed models
var plain embed.FS

// bundled opens the models of the bundled scenarios under the published rules.
var bundled = sync.OnceValue(func() fs.FS {
	files, err := fs.Sub(plain, "models")
	if err != nil {
		panic(fmt.Sprintf("winprob: %v", err)) // The name of the folder is valid.
	}
	return files
})
