//go:build !js

package rulesets

import (
	_ "embed"
	"fmt"
	"io/fs"
	"sync"

	"loophole/internal/pack"
)

//go:generate go run ../tools/pack . */casebook/*.txt casebooks.zip

//go:embed casebooks.zip
var packed []byte

// casebooks holds a folder RULESET/casebook for each ruleset that has cases.
var casebooks = sync.OnceValue(func() fs.FS {
	files, err := pack.Open(packed)
	if err != nil {
		panic(fmt.Sprintf("rulesets: casebooks.zip: %v", err)) // It is part of the program.
	}
	return files
})
