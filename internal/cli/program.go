package cli

import (
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
)

// program is the name of the program in the commands that its messages and its help show. A program with
// other rulebooks has a name of its own, and only that program can follow these commands.
var program = "loophole"

// plainName matches names of programs that need no quotes in a shell.
var plainName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

// NameProgram sets the name of the program by the path it was started with, before anything else runs.
func NameProgram(path string) {
	name := strings.TrimSuffix(filepath.Base(path), ".exe")
	if plainName.MatchString(name) && !strings.HasSuffix(name, ".test") {
		program = name
	}
}

// nameInHelp puts the name of the program into the help of a command and of those below it.
func nameInHelp(cmd *cobra.Command, shown *regexp.Regexp) {
	for _, text := range []*string{&cmd.Long, &cmd.Example} {
		*text = shown.ReplaceAllString(*text, program+" $1")
	}
	for _, x := range cmd.Commands() {
		nameInHelp(x, shown)
	}
}

// nameInAllHelp puts the name of the program into the help of all commands.
func nameInAllHelp(root *cobra.Command) {
	if program == "loophole" {
		return
	}
	var names []string
	for _, x := range root.Commands() {
		names = append(names, x.Name())
	}
	nameInHelp(root, regexp.MustCompile(`loophole (`+strings.Join(names, "|")+`)\b`))
}
