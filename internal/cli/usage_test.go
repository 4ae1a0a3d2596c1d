package cli

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// Help fits a terminal of eighty columns: what it says, its examples and its flags.
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
