package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// A job is a change that waits to be committed.
type job struct {
	do   func(*tx) error
	err  error // of do
	done chan error
}

// tx is the transaction that a job takes part in.
type tx struct{ conn *sql.Conn }

func (t *tx) exec(query string, args ...any) error {
	_, err := t.conn.ExecContext(context.Background(), query, args...)
	return err
}

// mostTogether bounds the jobs of one commit.
const mostTogether = 256

// write hands a change to the writer and waits until it is on the disk. It
// does not give up waiting: a caller has to know whether it was kept.
func (s *Store) write(do func(*tx) error) error {
	j := &job{do: do, done: make(chan error, 1)}
	s.closing.RLock()
	if s.closed {
		s.closing.RUnlock()
		return ErrClosed
	}
	s.jobs <- j
	s.closing.RUnlock()
	return <-j.done
}

// run commits jobs until the store is closed.
func (s *Store) run() {
	defer close(s.done)
	for first := range s.jobs {
		together := append(make([]*job, 0, mostTogether), first)
	gather:
		for len(together) < mostTogether {
			select {
			case j, open := <-s.jobs:
				if !open {
					break gather
				}
				together = append(together, j)
			default:
				break gather
			}
		}
		s.commit(together)
	}
}

// commit does some jobs in one transaction. A job that fails takes back what
// it did and does not trouble the others.
func (s *Store) commit(jobs []*job) {
	t := &tx{s.writer}
	err := t.exec("BEGIN IMMEDIATE")
	if err == nil {
		for _, j := range jobs {
			if err = j.within(t); err != nil {
				break
			}
		}
		if err == nil {
			err = t.exec("COMMIT")
		}
		if err != nil {
			err = errors.Join(err, t.exec("ROLLBACK"))
		}
	}
	for _, j := range jobs {
		if err != nil {
			j.err = fmt.Errorf("store: nothing was written: %w", err)
		}
		j.done <- j.err
	}
}

// within does a job inside the transaction. Its error is one of the
// transaction.
func (j *job) within(t *tx) error {
	if err := t.exec("SAVEPOINT job"); err != nil {
		return err
	}
	if j.err = j.do(t); j.err != nil {
		return t.exec("ROLLBACK TO job; RELEASE job")
	}
	return t.exec("RELEASE job")
}

// taken reports whether an error says that a key stands already.
func taken(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && (e.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY || e.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE)
}
