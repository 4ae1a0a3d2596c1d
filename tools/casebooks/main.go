// Command casebooks packs the casebooks of all rulesets into the archive that the program embeds.
//
//	go run ./tools/casebooks FOLDER ARCHIVE
//
// FOLDER holds a folder for each ruleset, with its cases in casebook/*.txt.
package main

import (
	"fmt"
	"io/fs"
	"os"

	"loophole/internal/pack"
)

func main() {
	if len(os.Args) != 3 {
		fail(fmt.Errorf("name the folder of the rulesets and the archive to write"))
	}
	if err := write(os.DirFS(os.Args[1]), os.Args[2]); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "casebooks:", err)
	os.Exit(1)
}

func write(rulesets fs.FS, archive string) error {
	names, err := fs.Glob(rulesets, "*/casebook/*.txt")
	if err != nil {
		return err
	}
	files := map[string][]byte{}
	for _, name := range names {
		if files[name], err = fs.ReadFile(rulesets, name); err != nil {
			return err
		}
	}
	return pack.Write(archive, files)
}
