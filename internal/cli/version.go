package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"loophole/dice"
	"loophole/sim"
)

// Version is the version of the program.
const Version = "0.1.0"

// version returns the name and version of the program, with the commit of its source if the build
// has it.
func version() string {
	s := "loophole " + Version
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return s
	}
	state := map[string]string{}
	for _, x := range info.Settings {
		state[x.Key] = x.Value
	}
	if r := state["vcs.revision"]; r != "" {
		s += " (" + r[:min(12, len(r))]
		if state["vcs.modified"] == "true" {
			s += ", modified"
		}
		s += ")"
	}
	return s
}

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
