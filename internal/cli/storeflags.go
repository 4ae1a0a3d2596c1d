package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"loophole/internal/store"
	"loophole/internal/store/postgres"
	"loophole/internal/store/sqlite"
)

// storeFlags say where matches are stored: in a folder, or in a PostgreSQL database.
type storeFlags struct {
	folder string      // the value of --data; if it is empty, the folder is in the user's data folder
	url    string      // the value of --store; if it is empty, matches are in an SQLite file in the folder
	flag   *pflag.Flag // --store
}

// A matchStore is a store that storeFlags open.
type matchStore interface {
	store.Store
	Check(ctx context.Context) error // checks the database, but not the matches in it
}

const folderHelp = "the `FOLDER` of the matches (default in the user's data folder)"

// addTo adds the flags to a command and those below it.
func (f *storeFlags) addTo(cmd *cobra.Command, persistent bool, folder, url string) {
	fl := cmd.Flags()
	mark := cmd.MarkFlagDirname
	if persistent {
		fl, mark = cmd.PersistentFlags(), cmd.MarkPersistentFlagDirname
	}
	fl.StringVar(&f.folder, "data", "", folder)
	fl.StringVar(&f.url, "store", "", url)
	f.flag = fl.Lookup("store")
	mark("data")
}

// valid checks --store. It connects to nothing. An empty URL, as of a variable that is not set,
// must not store matches elsewhere unnoticed.
func (f storeFlags) check() error {
	if !f.flag.Changed || strings.HasPrefix(f.url, "postgres://") || strings.HasPrefix(f.url, "postgresql://") {
		return nil
	}
	return errors.New("--store: give the URL of a PostgreSQL database, such as postgres://loophole@db.example.org/loophole")
}

// look opens the store read-only. A server may use it meanwhile.
func (f storeFlags) look() (matchStore, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	if f.url != "" {
		return storeOrNil(postgres.Look(f.url))
	}
	dir, err := existingData(f.folder)
	if err != nil {
		return nil, err
	}
	return storeOrNil(sqlite.Look(dir))
}

// openIn opens the store, whose folder is dir, and returns its name for messages.
func (f storeFlags) openIn(dir string) (st matchStore, name string, err error) {
	if f.url == "" {
		st, err = storeOrNil(sqlite.Open(dir))
		return st, dir, err
	}
	db, err := postgres.Open(f.url)
	if err != nil {
		return nil, "", fmt.Errorf("--store: %w", err)
	}
	return db, "the " + db.String(), nil
}

// join opens the PostgreSQL database for one of several servers. The others reach this one at
// address.
func (f storeFlags) join(address string) (st matchStore, name string, err error) {
	db, err := postgres.Join(f.url, address)
	if err != nil {
		return nil, "", fmt.Errorf("--store: %w", err)
	}
	return db, "the " + db.String(), nil
}

// storeOrNil returns the store, or a nil interface with the error: an interface that holds a nil *Store
// would not equal nil.
func storeOrNil[S matchStore](st S, err error) (matchStore, error) {
	if err != nil {
		return nil, err
	}
	return st, nil
}

// untilLost returns a context that also ends, with the cause [postgres.ErrLost], when the server
// loses its database.
func untilLost(ctx context.Context, st matchStore) (context.Context, context.CancelCauseFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	if db, ok := st.(*postgres.Store); ok {
		go func() {
			select {
			case <-db.Lost():
				cancel(postgres.ErrLost)
			case <-ctx.Done():
			}
		}()
	}
	return ctx, cancel
}

// lostCause returns the error of a context of [untilLost] if the database was lost.
func lostCause(ctx context.Context) error {
	if err := context.Cause(ctx); errors.Is(err, postgres.ErrLost) {
		return err
	}
	return nil
}
