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
		Short: "List, export or import the matches of a server",
		Long: `List, export or import the matches that loophole serve keeps. These commands are for the
operator of the server: a copy of a match holds data that its players must not see before
the game is over, such as the seed of its dice.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("matches has no command %q%s\nsee: "+program+" matches --help", args[0], rule.Suggest(args[0], []string{"list", "export", "import"}))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	var in storeFlags
	in.addTo(cmd, true, folderHelp, "the `URL` of the PostgreSQL database of the matches")
	cmd.AddCommand(&cobra.Command{
		Use:     "list",
		Short:   "List matches, the oldest first",
		Long:    "List the matches, the oldest first. A server may use the folder or database meanwhile.",
		Example: "  loophole matches list --data /var/lib/loophole",
		Args:    exactly(),
		RunE:    func(cmd *cobra.Command, _ []string) error { return c.listMatches(cmd.Context(), in) },
	}, &cobra.Command{
		Use:   "export ID [FILE]",
		Short: "Export a match to a new file",
		Long: `Write everything that is stored of a match, as it is at one moment, into a new file or to
standard output: the record, the lines of two hands, the seats with the hashes of their
keys, and the last answers. A server may use the folder or database meanwhile. The file
holds data that players must not see before the game is over.

To move a match to another server, end the first server before the export: the file lacks
all later actions.`,
		Example: "  loophole matches export 2Rk9yQ0hXvLm friday.match",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 2 {
				return nil
			}
			return exactly("ID")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error { return c.exportMatch(cmd.Context(), in, args) },
	}, &cobra.Command{
		Use:   "import FILE",
		Short: "Import an exported match",
		Long: `Import a match that loophole matches export wrote, after the checks of loophole serve
--check. The folder or database must not have this match yet, and no server may use it
meanwhile. The players continue with the keys and paths that they have.`,
		Example: "  loophole matches import friday.match --data /var/lib/loophole",
		Args:    exactly("FILE"),
		RunE:    func(cmd *cobra.Command, args []string) error { return c.importMatch(cmd.Context(), in, args[0]) },
	})
	return cmd
}

// listMatches prints a line for each match.
func (c *console) listMatches(ctx context.Context, in storeFlags) (err error) {
	st, err := in.look()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	p := c.page()
	err = st.List(ctx, func(x store.Listed) error {
		var h struct{ Ruleset, Scenario string }
		json.Unmarshal(x.Header, &h) // An unreadable match is listed by its id.
		over := ""
		if x.Over {
			over = ", over"
		}
		p.Line("%s  %s %s, began %s, changed %s, %s%s", usertext.Shown(x.ID), usertext.Shown(h.Ruleset), usertext.Shown(h.Scenario), dateText(x.Created), dateText(x.Touched), format.Counted(x.Lines, "lines"), over)
		return nil
	})
	return errors.Join(err, p.Flush())
}

func dateText(at time.Time) string { return at.UTC().Format(time.DateOnly) }

// exportMatch writes a match into a new file, or to standard output.
func (c *console) exportMatch(ctx context.Context, in storeFlags, args []string) (err error) {
	st, err := in.look()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	x, err := st.Copy(ctx, args[0])
	if err != nil {
		return err
	}
	if err := auditMatch(x.Match); err != nil {
		fmt.Fprintf(c.err, "the match is invalid and cannot be imported: %s\n", usertext.Shown(err.Error()))
	}
	if len(args) == 1 {
		return x.Write(c.out)
	}
	var text bytes.Buffer
	if err := x.Write(&text); err != nil {
		return err
	}
	// Only the operator may read it, because it has the seed.
	f, err := os.OpenFile(args[1], os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s exists already; name a new file", args[1])
	}
	if err != nil {
		return err
	}
	_, err = f.Write(text.Bytes())
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(args[1]))
	}
	fmt.Fprintf(c.out, "%s has match %s: %s.\n", args[1], x.ID, format.Counted(len(x.Lines), "lines"))
	return nil
}

// importMatch adds an exported match to a folder or database.
func (c *console) importMatch(ctx context.Context, in storeFlags, name string) (err error) {
	if err := in.check(); err != nil {
		return err
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	x, err := store.ReadCopy(f)
	if err == nil {
		err = auditMatch(x.Match)
	}
	if err != nil {
		return invalid(fmt.Errorf("%s: %w", name, err))
	}
	dir := ""
	if in.url == "" {
		var free func()
		if dir, free, err = lockFolder(in.folder); err != nil {
			return err
		}
		defer free()
	}
	st, where, err := in.openIn(dir)
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
	fmt.Fprintf(c.out, "Match %s is now in %s: %s.\n", x.ID, where, format.Counted(len(x.Lines), "lines"))
	return nil
}
