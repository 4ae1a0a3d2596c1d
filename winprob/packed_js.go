package winprob

import (
	"embed"
	"fmt"
	"io/fs"
	"sync"
)

// plain holds the models of the bundled scenarios under the published rules. The models are not
// compressed, because the program for browsers is compressed as a whole.
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
