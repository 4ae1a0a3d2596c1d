package rulesets

import (
	"embed"
	"io/fs"
)

// casebooks returns an empty folder: the program for browsers has no casebooks, which would be a
// twelfth of it.
func casebooks() fs.FS { return embed.FS{} }
