package scenario

import (
	"embed"
	"fmt"
	"io/fs"
	"sync"
)

// plain holds the scenarios of the program. The program for browsers is compressed as a whole, so
// they are not.
//
//go:embed bundled
var plain embed.FS

// bundled opens the scenarios of the program, a folder for each ruleset.
var bundled = sync.OnceValue(func() fs.FS {
	files, err := fs.Sub(plain, "bundled")
	if err != nil {
		panic(fmt.Sprintf("scenario: %v", err)) // The name of the folder is valid.
	}
	return files
})

// CheckPacked returns nil: nothing is packed.
func CheckPacked(string, fs.FS) error { return nil }
