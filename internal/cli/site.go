package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"loophole/internal/site"
)

const siteHelp = `Write the tabletop as a folder of files that any web server can serve, such as a host of
static pages. The program then runs in the browser: no server computes or keeps anything. A
browser keeps the pages after the first visit, and they work without a network.

The folder must be empty, or one that this command wrote before. --program names the
folder of the program for browsers, which a release has as "browser", and which make site
builds. By default it is the folder "browser" beside this program.`

func (c *console) siteCommand() *cobra.Command {
	var program string
	cmd := &cobra.Command{
		Use:     "site FOLDER",
		Short:   "Write the tabletop as files for browsers, without a server",
		Long:    siteHelp,
		Example: "  loophole site public --program dist/browser",
		Args:    exactly("FOLDER"),
		RunE: func(_ *cobra.Command, args []string) error {
			if program == "" {
				self, err := os.Executable()
				if err != nil {
					return err
				}
				program = filepath.Join(filepath.Dir(self), "browser")
			}
			if err := site.Write(args[0], os.DirFS(program), version()); err != nil {
				return err
			}
			fmt.Fprintf(c.out, "written to %s: serve it with any web server, such as\n  python3 -m http.server --directory %s\n", args[0], args[0])
			return nil
		},
	}
	cmd.Flags().StringVar(&program, "program", "", "the `FOLDER` of the program for browsers (default browser, beside this program)")
	cmd.MarkFlagDirname("program")
	return cmd
}
