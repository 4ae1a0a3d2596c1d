package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"loophole/internal/format"
	"loophole/internal/store"
	"loophole/internal/usertext"
	"loophole/rule"
)

func (c *console) matchesCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "matches",
		Short: "List matches, or move one between folders",
		Long: `Look after the matches that loophole serve keeps, in its folder. That is for whoever runs
the server: a copy of a match holds what its players must not see before the game is
over, such as the seed of its dice.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("matches has no command %q%s\nsee: loophole matches --help", args[0], rule.Suggest(args[0], []string{"list", "export", "import"}))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	data := ""
	cmd.PersistentFlags().StringVar(&data, "data", "", "the `FOLDER` of the matches; by default in the user's folder of data")
	cmd.MarkPersistentFlagDirname("data")
	cmd.AddCommand(&cobra.Command{
		Use:     "list",
		Short:   "List the matches of a folder, the oldest first",
		Long:    "List the matches that are kept, the oldest first, also while they are served.",
		Example: "  loophole matches list --data /var/lib/loophole",
		Args:    exactly(),
		RunE:    func(cmd *cobra.Command, _ []string) error { return c.listMatches(cmd.Context(), data) },
	}, &cobra.Command{
		Use:   "export ID [FILE]",
		Short: "Export a match to a new file, also while a server runs",
		Long: `Write all that is kept of a match, as it is at one moment, into a new file, or to
standard output: the record, the lines of two hands, the seats with the hashes of their
keys, and what was answered last. A server that uses the folder goes on meanwhile. The file
holds what players must not see before the game is over.

Where a match is to go on elsewhere, end the server before: what is played after the
export is not in the file.`,
		Example: "  loophole matches export 2Rk9yQ0hXvLm friday.match",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 2 {
				return nil
			}
			return exactly("ID")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error { return c.exportMatch(cmd.Context(), data, args) },
	}, &cobra.Command{
		Use:   "import FILE",
		Short: "Import an exported match into a folder that no server uses",
		Long: `Keep a match that loophole matches export wrote, whole or not at all. It is audited as
by loophole serve --check; the match must not be kept there yet, and the folder must not
be served meanwhile. The players go on with the keys and the paths that they have.`,
		Example: "  loophole matches import friday.match --data /var/lib/loophole",
		Args:    exactly("FILE"),
		RunE:    func(cmd *cobra.Command, args []string) error { return c.importMatch(cmd.Context(), data, args[0]) },
	})
	return cmd
}

func (c *console) listMatches(ctx context.Context, data string) (err error) {
	st, err := c.looked(data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	p := c.page()
	err = st.List(ctx, func(x store.Listed) error {
		var h struct{ Ruleset, Scenario string }
		json.Unmarshal(x.Header, &h) // One that cannot be read is listed with its id alone.
		over := ""
		if x.Over {
			over = ", over"
		}
		p.Line("%s  %s %s, began %s, changed %s, %s%s", usertext.Shown(x.ID), usertext.Shown(h.Ruleset), usertext.Shown(h.Scenario), dated(x.Created), dated(x.Touched), format.Counted(x.Lines, "lines"), over)
		return nil
	})
	return errors.Join(err, p.Flush())
}

func dated(at time.Time) string { return at.UTC().Format(time.DateOnly) }

// looked opens the folder of matches to be read alone.
func (c *console) looked(data string) (*store.Store, error) {
	dir, err := dataFolder(data)
	if err != nil {
		return nil, err
	}
	return store.Look(dir)
}

func (c *console) exportMatch(ctx context.Context, data string, args []string) (err error) {
	st, err := c.looked(data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	x, err := st.Copy(ctx, args[0])
	if err != nil {
		return err
	}
	if err := whole(x.Match); err != nil {
		fmt.Fprintf(c.err, "It does not hold, and will not be imported as it is: %s\n", usertext.Shown(err.Error()))
	}
	if len(args) == 1 {
		return x.Write(c.out)
	}
	var text bytes.Buffer
	if err := x.Write(&text); err != nil {
		return err
	}
	// It is the operator's alone: it holds the seed.
	f, err := os.OpenFile(args[1], os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s is there already; name a new file", args[1])
	}
	if err != nil {
		return err
	}
	_, err = f.Write(text.Bytes())
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(args[1]))
	}
	fmt.Fprintf(c.out, "%s holds match %s: %s.\n", args[1], x.ID, format.Counted(len(x.Lines), "lines"))
	return nil
}

func (c *console) importMatch(ctx context.Context, data, name string) (err error) {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	x, err := store.ReadCopy(f)
	if err == nil {
		err = whole(x.Match)
	}
	if err != nil {
		return refused(fmt.Errorf("%s: %w", name, err))
	}
	dir, free, err := keeps(data)
	if err != nil {
		return err
	}
	defer free()
	st, err := store.Open(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := st.Insert(x); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "Match %s is kept in %s: %s.\n", x.ID, dir, format.Counted(len(x.Lines), "lines"))
	return nil
}
