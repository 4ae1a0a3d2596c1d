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

// A place says where matches are stored: in the folder, or in a database of PostgreSQL.
type place struct {
	folder string // of --data; empty: in the user's data
	url    string // of --store; empty: an SQLite file in the folder
	flag   *pflag.Flag
}

// A matchStore is an open place.
type matchStore interface {
	store.Store
	Check(ctx context.Context) error // of the database, not of its matches
}

const folderHelp = "the `FOLDER` of the matches (default in the user's data folder)"

// addTo adds the flags to a command and those below it.
func (p *place) addTo(cmd *cobra.Command, persistent bool, folder, url string) {
	fl := cmd.Flags()
	mark := cmd.MarkFlagDirname
	if persistent {
		fl, mark = cmd.PersistentFlags(), cmd.MarkPersistentFlagDirname
	}
	fl.StringVar(&p.folder, "data", "", folder)
	fl.StringVar(&p.url, "store", "", url)
	p.flag = fl.Lookup("store")
	mark("data")
}

// valid checks --store. It connects to nothing. An empty URL, as of a variable that is not set,
// must not store matches elsewhere unnoticed.
func (p place) valid() error {
	if !p.flag.Changed || strings.HasPrefix(p.url, "postgres://") || strings.HasPrefix(p.url, "postgresql://") {
		return nil
	}
	return errors.New("--store: give the URL of a PostgreSQL database, such as postgres://loophole@db.example.org/loophole")
}

// look opens the place read-only. A server may use it meanwhile.
func (p place) look() (matchStore, error) {
	if err := p.valid(); err != nil {
		return nil, err
	}
	if p.url != "" {
		return opened(postgres.Look(p.url))
	}
	dir, err := existingData(p.folder)
	if err != nil {
		return nil, err
	}
	return opened(sqlite.Look(dir))
}

// openIn opens the place, whose folder is dir, and returns its name for messages.
func (p place) openIn(dir string) (st matchStore, name string, err error) {
	if p.url == "" {
		st, err = opened(sqlite.Open(dir))
		return st, dir, err
	}
	db, err := postgres.Open(p.url)
	if err != nil {
		return nil, "", fmt.Errorf("--store: %w", err)
	}
	return db, "the " + db.String(), nil
}

// join opens the database of PostgreSQL for one of several servers, which the others reach at an
// address.
func (p place) join(address string) (st matchStore, name string, err error) {
	db, err := postgres.Join(p.url, address)
	if err != nil {
		return nil, "", fmt.Errorf("--store: %w", err)
	}
	return db, "the " + db.String(), nil
}

// opened returns a store, or no store with an error.
func opened[S matchStore](st S, err error) (matchStore, error) {
	if err != nil {
		return nil, err
	}
	return st, nil
}

// untilLost returns a context that is also done, with a cause, when the server loses its
// database.
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
