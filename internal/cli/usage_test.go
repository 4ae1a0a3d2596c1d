package cli

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// TestHelpIsNarrow: help fits a terminal of eighty columns: its texts, examples and flags.
func TestHelpIsNarrow(t *testing.T) {
	count := 0
	var look func(*cobra.Command)
	look = func(c *cobra.Command) {
		var out strings.Builder
		c.SetOut(&out)
		if err := c.Help(); err != nil {
			t.Error(err)
		}
		for _, line := range strings.Split(out.String(), "\n") {
			if n := utf8.RuneCountInString(line); n > helpColumns {
				t.Errorf("%s --help: %d columns: %s", c.CommandPath(), n, line)
			}
		}
		count++
		for _, x := range c.Commands() {
			if x.IsAvailableCommand() {
				look(x)
			}
		}
	}
	look(Command())
	if count < 25 {
		t.Errorf("%d commands", count)
	}
}

// TestExamplesNameFights: the fights in examples of help are fights of the exam.
func TestExamplesNameFights(t *testing.T) {
	named := regexp.MustCompile(`--fight ([a-z0-9]+/[a-z0-9-]+)`)
	count := 0
	for _, c := range Command().Commands() {
		for _, found := range named.FindAllStringSubmatch(c.Example, -1) {
			count++
			if _, err := examFights(found[1:]); err != nil {
				t.Errorf("%s --help: %v", c.CommandPath(), err)
			}
		}
	}
	if count == 0 {
		t.Error("no example names a fight")
	}
}
