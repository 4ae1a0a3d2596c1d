package cli

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// helpColumns is the width of help texts on every terminal.
const helpColumns = 80

// usage prints the usage of a command as cobra does, but no wider than [helpColumns].
func usage(c *cobra.Command) error {
	w := c.OutOrStderr()
	fmt.Fprint(w, "Usage:")
	if c.Runnable() {
		fmt.Fprintf(w, "\n  %s", c.UseLine())
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(w, "\n  %s [command]", c.CommandPath())
	}
	if c.HasExample() {
		fmt.Fprintf(w, "\n\nExamples:\n%s", c.Example)
	}
	if c.HasAvailableSubCommands() {
		for _, g := range c.Groups() {
			listCommands(w, c, g.Title, g.ID)
		}
		title := "Commands:"
		if len(c.Groups()) > 0 {
			title = "Other commands:"
		}
		listCommands(w, c, title, "")
	}
	if c.HasAvailableLocalFlags() {
		fmt.Fprintf(w, "\n\nFlags:\n%s", c.LocalFlags().FlagUsagesWrapped(helpColumns))
	}
	if c.HasAvailableInheritedFlags() {
		fmt.Fprintf(w, "\nGlobal Flags:\n%s", c.InheritedFlags().FlagUsagesWrapped(helpColumns))
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(w, "\nUse %q for more information about a command.\n", c.CommandPath()+" [command] --help")
	}
	return nil
}

// listCommands prints the commands of a group.
func listCommands(w io.Writer, c *cobra.Command, title, group string) {
	fmt.Fprintf(w, "\n\n%s", title)
	for _, x := range c.Commands() {
		if x.GroupID == group && (x.IsAvailableCommand() || x.Name() == "help") {
			fmt.Fprintf(w, "\n  %-*s %s", x.NamePadding(), x.Name(), x.Short)
		}
	}
}

// help prints the description and the usage of a command.
func help(c *cobra.Command, _ []string) {
	text := c.Long
	if text == "" {
		text = c.Short
	}
	fmt.Fprintf(c.OutOrStdout(), "%s\n\n", wrapHelp(text))
	fmt.Fprint(c.OutOrStdout(), c.UsageString())
}

// wrapHelp breaks the paragraphs of a text at helpColumns. A line that begins with a space belongs
// to a list or an example: it is not joined with others, and continues below its second column.
func wrapHelp(text string) string {
	var lines, paragraph []string
	end := func() {
		if len(paragraph) > 0 {
			lines = append(lines, wrapLine(strings.Join(paragraph, " "), "")...)
			paragraph = nil
		}
	}
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		switch {
		case line == "":
			end()
			lines = append(lines, "")
		case line[0] == ' ':
			end()
			lines = append(lines, wrapLine(line, hangingIndent(line))...)
		default:
			paragraph = append(paragraph, line)
		}
	}
	end()
	return strings.Join(lines, "\n")
}

// hangingIndent returns the indent of the continuation of a line of a list.
func hangingIndent(line string) string {
	word := len(line) - len(strings.TrimLeft(line, " "))
	if gap := strings.Index(line[word:], "  "); gap >= 0 {
		rest := line[word+gap:]
		return strings.Repeat(" ", len(line)-len(strings.TrimLeft(rest, " ")))
	}
	return strings.Repeat(" ", word+2)
}

// wrapLine breaks a line at the last spaces before helpColumns. Continuations are indented.
func wrapLine(line, indent string) (lines []string) {
	for utf8.RuneCountInString(line) > helpColumns {
		at := strings.LastIndex(string([]rune(line)[:helpColumns+1]), " ")
		if at <= len(indent) {
			break
		}
		lines = append(lines, strings.TrimRight(line[:at], " "))
		line = indent + strings.TrimLeft(line[at:], " ")
	}
	return append(lines, line)
}
