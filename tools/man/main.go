// Command man writes the manual pages of the program, for those who package it.
//
//	go run ./tools/man FOLDER
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra/doc"

	"loophole/internal/cli"
)

func main() {
	if len(os.Args) != 2 || strings.HasPrefix(os.Args[1], "-") {
		fmt.Fprintln(os.Stderr, "usage: go run ./tools/man FOLDER")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "man:", err)
		os.Exit(1)
	}
}

// write writes a page for each command into a folder, which it creates if it is missing.
func write(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	root := cli.Command()
	root.DisableAutoGenTag = true
	return doc.GenManTree(root, &doc.GenManHeader{Title: "LOOPHOLE", Section: "1", Source: "loophole " + cli.Version, Manual: "loophole"}, folder)
}
