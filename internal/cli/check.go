package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
	"github.com/spf13/cobra"

	"loophole/internal/format"
	"loophole/internal/store"
	"loophole/internal/usertext"
	"loophole/match"
	"loophole/tabletop"
)

// keeps takes the folder of matches that is named, or the user's own, for this server: two on one would each show what the
// other has long changed. The operating system gives it back, however the program ends.
func keeps(data string) (dir string, free func(), err error) {
	if dir, err = dataFolder(data); err != nil {
		return "", nil, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", nil, fmt.Errorf("--data: %w", err)
	}
	lock := flock.New(filepath.Join(dir, "serve.lock"))
	got, err := lock.TryLock()
	switch {
	case err != nil:
		return "", nil, fmt.Errorf("--data %s cannot be kept from other servers: %w", dir, err)
	case !got:
		return "", nil, fmt.Errorf("another loophole serves the matches in %s: end it, or name another folder with --data", dir)
	}
	return dir, func() { lock.Close() }, nil
}

// check looks a database through: its own check, and every match as loophole verify
// does. A match that was played under other rules is told apart from one that is
// damaged.
func (c *console) check(ctx context.Context, dir string) (err error) {
	st, err := store.Open(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	faults := 0
	tell := func(where string, err error) {
		faults++
		fmt.Fprintf(c.out, "%s: %s\n", where, usertext.Shown(err.Error()))
	}
	if err := st.Check(ctx); err != nil {
		tell("the database", err)
	}
	ids, err := st.IDs(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := holds(ctx, st, id); err != nil {
			tell("match "+id, err)
		}
	}
	if faults > 0 {
		return refused(fmt.Errorf("%d of what was checked does not hold; %s were looked at", faults, format.Counted(len(ids), "matches")))
	}
	fmt.Fprintf(c.out, "The database and %s in it hold.\n", format.Counted(len(ids), "matches"))
	return nil
}

func holds(ctx context.Context, st *store.Store, id string) error {
	x, err := st.Load(ctx, id)
	if err != nil {
		return err
	}
	return whole(x)
}

// whole audits all that is kept of a match.
func whole(x *store.Match) error {
	f, err := match.Read(bytes.NewReader(bytes.Join(x.Lines, nil)))
	if err == nil {
		_, err = match.Verify(f, shelf)
	}
	if err = errors.Join(err, heldByHands(x.Hands, x.Lines)); err != nil {
		return err
	}
	return tabletop.Sound(x)
}

func (c *console) backupCommand() *cobra.Command {
	data := ""
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy the matches of a server while it runs",
		Long: `Write the database of matches, as it is at one moment, into a new file. A server that
uses it goes on meanwhile. To go back to it, end the server, put the file into an empty
folder as loophole.db, and name the folder with loophole serve --data.`,
		Example: "  loophole backup matches-monday.db\n  loophole backup --data /var/lib/loophole /backup/loophole.db",
		Args:    exactly("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := dataFolder(data)
			if err == nil {
				err = store.Backup(cmd.Context(), dir, args[0])
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(c.out, "%s holds the matches of %s.\n", args[0], dir)
			return nil
		},
	}
	cmd.Flags().StringVar(&data, "data", "", "the `FOLDER` of the matches; by default in the user's folder of data")
	cmd.MarkFlagDirname("data")
	return cmd
}
