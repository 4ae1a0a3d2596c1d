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
	"loophole/internal/server"
	"loophole/internal/store"
	"loophole/internal/store/sqlite"
	"loophole/internal/usertext"
	"loophole/match"
)

// lockFolder creates the folder of matches if necessary and locks it, so that one server at a
// time uses it. An empty name is the user's own folder. The operating system releases the lock
// when the program ends.
func lockFolder(data string) (dir string, free func(), err error) {
	if dir, err = dataFolder(data); err != nil {
		return "", nil, err
	}
	if err := notFile(dir); err != nil {
		return "", nil, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", nil, folderError(dir, "the folder cannot be created", err)
	}
	lock := flock.New(filepath.Join(dir, "serve.lock"))
	got, err := lock.TryLock()
	switch {
	case err != nil:
		return "", nil, folderError(dir, "the folder cannot be locked", err)
	case !got:
		return "", nil, fmt.Errorf("another loophole process serves the matches in %s: end it, or name another folder with --data", dir)
	}
	return dir, func() { lock.Close() }, nil
}

// check runs the integrity check of the database and verifies every match in it as loophole
// verify does. The errors tell a match of other rules from a damaged one.
func (c *console) check(ctx context.Context, in storeFlags, dir string) (err error) {
	st, _, err := in.openIn(dir)
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
		if err := auditStored(ctx, st, id); err != nil {
			tell("match "+id, err)
		}
	}
	if faults > 0 {
		return invalid(fmt.Errorf("%d errors; %s checked", faults, format.Counted(len(ids), "matches")))
	}
	fmt.Fprintf(c.out, "The database and %s in it are valid.\n", format.Counted(len(ids), "matches"))
	return nil
}

// auditStored loads and audits one match.
func auditStored(ctx context.Context, st store.Store, id string) error {
	x, err := st.Load(ctx, id)
	if err != nil {
		return err
	}
	return auditMatch(x)
}

// auditMatch verifies everything that is stored of a match.
func auditMatch(x *store.Match) error {
	f, err := match.Read(bytes.NewReader(bytes.Join(x.Lines, nil)))
	if err == nil {
		_, err = match.Verify(f, findGame)
	}
	if err = errors.Join(err, checkHands(x.Hands, x.Lines)); err != nil {
		return err
	}
	return server.Sound(x)
}

func (c *console) backupCommand() *cobra.Command {
	data := ""
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy the matches of a server while it runs",
		Long: `Copy the database of matches, as it is at one moment, into a new file. A server that
uses the database continues meanwhile. To restore the copy, end the server, put the
file into an empty folder as loophole.db, and name the folder with loophole serve
--data. For the PostgreSQL database of --store, use pg_dump.`,
		Example: "  loophole backup matches-monday.db\n  loophole backup --data /var/lib/loophole /backup/loophole.db",
		Args:    exactly("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := existingData(data)
			if err == nil {
				err = sqlite.Backup(cmd.Context(), dir, args[0])
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(c.out, "%s is a copy of the matches in %s.\n", args[0], dir)
			return nil
		},
	}
	cmd.Flags().StringVar(&data, "data", "", folderHelp)
	cmd.MarkFlagDirname("data")
	return cmd
}
