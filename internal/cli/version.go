package cli

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"loophole/dice"
	buildversion "loophole/internal/version"
	"loophole/sim"
)

// Version is the version of the program.
const Version = buildversion.Number

// version returns the name and version of the program.
func version() string { return buildversion.String() }

func (c *console) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "version",
		Short:             "Print the version and the dice generators",
		Args:              exactly(),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			p := c.page()
			p.Line("%s", version())
			p.Line("%s %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)
			p.Line("%s", fmt.Sprintf("dice %s, trials %s", dice.Generator, sim.Generator))
			return p.Flush()
		},
	}
}
