package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
)

// schema creates the tables of the database. The pragma user_version has its format.
const schema = `
CREATE TABLE IF NOT EXISTS matches (
	id       TEXT PRIMARY KEY,
	created  INTEGER NOT NULL, -- seconds since 1970
	facts    TEXT NOT NULL,    -- JSON that never changes
	standing TEXT NOT NULL,    -- JSON that changes with the match
	over     INTEGER NOT NULL,
	touched  INTEGER NOT NULL DEFAULT 0 -- seconds since 1970: when it changed last
) STRICT;
CREATE TABLE IF NOT EXISTS seats (
	match TEXT NOT NULL REFERENCES matches(id),
	hash  BLOB NOT NULL, -- SHA-256 of a token
	seat  TEXT NOT NULL,
	PRIMARY KEY (match, hash)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS lines (
	match TEXT NOT NULL REFERENCES matches(id),
	seq   INTEGER NOT NULL,
	line  BLOB NOT NULL,
	PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS hands ( -- lines of dice of two hands
	match TEXT NOT NULL REFERENCES matches(id),
	seq   INTEGER NOT NULL,
	line  BLOB NOT NULL,
	PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS answers (
	match TEXT NOT NULL REFERENCES matches(id),
	key   TEXT NOT NULL,
	seq   INTEGER NOT NULL,
	asked BLOB NOT NULL, -- SHA-256 of what was asked
	body  BLOB NOT NULL,
	PRIMARY KEY (match, key)
) STRICT, WITHOUT ROWID;
`

// format is the version of the database that this package reads and writes.
const format = 3

// A Store is an open database. It implements [store.Store].
type Store struct {
	writer      *sql.Conn
	tx          *tx
	pool        *sql.DB // of the writer
	reader      *sql.DB
	jobs        chan *job
	done        chan struct{}
	checkpoints chan struct{} // requests for a checkpoint

	sinceCheckpoint int // changes since the last request for a checkpoint

	closing sync.RWMutex // held for reading while a job is sent
	closed  bool
}

// Open opens the database in a folder. It creates the folder and the database if they do not
// exist.
func Open(dir string) (*Store, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("store: %w: name a folder that you may write", err)
	}
	name := filepath.Join(dir, "loophole.db")
	if _, err := statFile(name); err != nil {
		return nil, err
	}
	s := &Store{jobs: make(chan *job, 1024), done: make(chan struct{})}
	var err error
	if s.pool, err = sql.Open("sqlite", source(name, "_txlock=immediate", "_pragma=synchronous(FULL)", "_pragma=wal_autocheckpoint(0)", "_pragma=foreign_keys(1)")); err != nil {
		return nil, fmt.Errorf("store: %s: %w", name, err)
	}
	s.pool.SetMaxOpenConns(1)
	ctx := context.Background()
	if s.writer, err = s.pool.Conn(ctx); err == nil {
		err = s.prepare(ctx)
	}
	if err == nil {
		s.reader, err = sql.Open("sqlite", source(name, "_pragma=query_only(1)"))
	}
	if err != nil {
		s.pool.Close()
		return nil, withRemedy(name, err)
	}
	s.reader.SetMaxOpenConns(8)
	s.tx = &tx{s.writer, map[string]*sql.Stmt{}}
	checkpointer, err := sql.Open("sqlite", source(name))
	if err != nil {
		return nil, errors.Join(fmt.Errorf("store: %s: %w", name, err), s.writer.Close(), s.pool.Close(), s.reader.Close())
	}
	checkpointer.SetMaxOpenConns(1)
	s.checkpoints = make(chan struct{})
	finished := make(chan struct{})
	go s.runCheckpoints(checkpointer, finished)
	go func() {
		s.run()
		close(s.checkpoints)
		<-finished
		close(s.done)
	}()
	return s, nil
}

// source returns the data source name of a database with its settings.
func source(name string, settings ...string) string {
	s := "file:" + (&url.URL{Path: filepath.ToSlash(name)}).EscapedPath() + "?_pragma=busy_timeout(10000)"
	for _, x := range settings {
		s += "&" + x
	}
	return s
}

// prepare creates the tables and updates format 1. It fails if a later program or another one has
// written the file, and then leaves it as it is.
func (s *Store) prepare(ctx context.Context) error {
	version, err := formatOf(ctx, s.writer)
	if err != nil {
		return err
	}
	if version > format {
		return fmt.Errorf("the file has format %d; this program reads up to %d: use a later program, or another folder", version, format)
	}
	if _, err := s.writer.ExecContext(ctx, "PRAGMA journal_mode=WAL"); err != nil {
		return err
	}
	if version == 1 { // Format 1 has no time of the last change: it counts from now.
		if _, err := s.writer.ExecContext(ctx, "BEGIN IMMEDIATE; ALTER TABLE matches ADD COLUMN touched INTEGER NOT NULL DEFAULT 0; UPDATE matches SET touched = unixepoch(); PRAGMA user_version=2; COMMIT"); err != nil {
			return err
		}
	}
	_, err = s.writer.ExecContext(ctx, schema+fmt.Sprintf("PRAGMA user_version=%d;", format))
	return err
}

// Close waits for pending writes and closes the database.
func (s *Store) Close() error {
	if s.writer == nil { // Look opened it read-only.
		return s.reader.Close()
	}
	s.closing.Lock()
	was := s.closed
	s.closed = true
	s.closing.Unlock()
	if was {
		return nil
	}
	close(s.jobs)
	<-s.done
	return errors.Join(s.writer.Close(), s.pool.Close(), s.reader.Close())
}

// Ping reports whether the database can be written, by writing its format again. It detects a
// full disk.
func (s *Store) Ping(ctx context.Context) error {
	return s.write(func(t *tx) error {
		return errors.Join(ctx.Err(), t.exec(fmt.Sprintf("PRAGMA user_version=%d", format)))
	})
}
