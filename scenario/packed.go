//go:build !js

package scenario

import (
	"bytes"
	_ "embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
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

// CheckPacked returns an error if the scenarios of a ruleset in a folder such as scenario/bundled are
// not those in the archive of the program. What the program plays is then out of date.
func CheckPacked(ruleset string, folder fs.FS) error {
	files := func(all fs.FS) map[string][]byte {
		of, err := fs.Sub(all, ruleset)
		if err != nil {
			return nil
		}
		list, _ := pack.Files(of) // A folder that does not exist has no files.
		return list
	}
	have, want := files(bundled()), files(folder)
	var differ []string
	for name, text := range want {
		if !bytes.Equal(have[name], text) {
			differ = append(differ, name)
		}
	}
	for name := range have {
		if _, there := want[name]; !there {
			differ = append(differ, name)
		}
	}
	if len(differ) == 0 {
		return nil
	}
	slices.Sort(differ)
	return fmt.Errorf("the program has other scenarios than scenario/bundled/%s (%s): run go generate -run tools/pack ./... in the top folder of the repository",
		ruleset, strings.Join(differ, ", "))
}
