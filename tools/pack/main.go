// Command pack writes the archive of a folder beside it: that of "bundled" is "bundled.zip". The program
// embeds the archive.
//
//	go run ./tools/pack FOLDER
package main

import (
	"fmt"
	"os"

	"loophole/internal/pack"
)

func main() {
	if len(os.Args) != 2 {
		fail(fmt.Errorf("name the folder to pack"))
	}
	if err := pack.Folder(os.Args[1]); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "pack:", err)
	os.Exit(1)
}
