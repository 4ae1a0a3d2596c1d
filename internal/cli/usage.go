package cli

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// helpColumns is how wide help is, on every terminal.
const helpColumns = 80

// usage writes how a command is used, as cobra does, but no wider than [helpColumns].
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
			title = "Others:"
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

// listCommands lists the commands of a group.
func listCommands(w io.Writer, c *cobra.Command, title, group string) {
	fmt.Fprintf(w, "\n\n%s", title)
	for _, x := range c.Commands() {
		if x.GroupID == group && (x.IsAvailableCommand() || x.Name() == "help") {
			fmt.Fprintf(w, "\n  %-*s %s", x.NamePadding(), x.Name(), x.Short)
		}
	}
}

// help writes what a command does, and how it is used.
func help(c *cobra.Command, _ []string) {
	text := c.Long
	if text == "" {
		text = c.Short
	}
	fmt.Fprintf(c.OutOrStdout(), "%s\n\n", filled(text))
	fmt.Fprint(c.OutOrStdout(), c.UsageString())
}

// filled breaks the paragraphs of a text anew; a line that begins with a space, of a
// list or an example, goes on below its second column.
func filled(text string) string {
	var lines, paragraph []string
	end := func() {
		if len(paragraph) > 0 {
			lines = append(lines, narrowed(strings.Join(paragraph, " "), "")...)
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
			lines = append(lines, narrowed(line, hanging(line))...)
		default:
			paragraph = append(paragraph, line)
		}
	}
	end()
	return strings.Join(lines, "\n")
}

// hanging is the indent of what a line of a list goes on with.
func hanging(line string) string {
	word := len(line) - len(strings.TrimLeft(line, " "))
	if gap := strings.Index(line[word:], "  "); gap >= 0 {
		rest := line[word+gap:]
		return strings.Repeat(" ", len(line)-len(strings.TrimLeft(rest, " ")))
	}
	return strings.Repeat(" ", word+2)
}

// narrowed breaks a line at its last spaces before the margin.
func narrowed(line, indent string) (lines []string) {
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
