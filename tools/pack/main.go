// Command pack writes the archive of a folder beside it: that of "bundled" is "bundled.zip". The program
// embeds the archive. With a pattern and the name of an archive it packs only the files that match.
//
//	go run ./tools/pack FOLDER
//	go run ./tools/pack FOLDER PATTERN ARCHIVE
//
// After a change of a scenario or a casebook, this writes their archives, and nothing else:
//
//	go generate -run tools/pack ./...
package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"loophole/internal/pack"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch len(args) {
	case 1:
		return pack.Folder(args[0])
	case 3:
		return matching(os.DirFS(args[0]), args[1], args[2])
	}
	return errors.New("name the folder to pack, or the folder, a pattern such as */casebook/*.txt, and the archive to write")
}

func matching(folder fs.FS, pattern, archive string) error {
	names, err := fs.Glob(folder, pattern)
	if err != nil {
		return err
	}
	files := map[string][]byte{}
	for _, name := range names {
		if files[name], err = fs.ReadFile(folder, name); err != nil {
			return err
		}
	}
	return pack.Write(archive, files)
}
