package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"slices"

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
type tx struct {
	conn  *sql.Conn
	known map[string]*sql.Stmt // statements that were asked for before
}

// exec carries a statement out. It is prepared once: a change is a dozen
// statements, of few kinds.
func (t *tx) exec(query string, args ...any) error {
	_, err := t.count(query, args...)
	return err
}

// count carries a statement out and counts the rows that it has changed.
func (t *tx) count(query string, args ...any) (n int64, err error) {
	x := t.known[query]
	if x == nil {
		if x, err = t.conn.PrepareContext(context.Background(), query); err != nil {
			return 0, err
		}
		t.known[query] = x
	}
	r, err := x.ExecContext(context.Background(), args...)
	if err != nil {
		return 0, err
	}
	return r.RowsAffected()
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
	for first := range s.jobs {
		// Whoever is about to hand a change in does so first: one commit for many costs
		// little more than for one.
		runtime.Gosched()
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
		s.filled(len(together))
	}
}

// commit does some jobs in one transaction. A job that fails takes back what
// it did and does not trouble the others: then all are done again, each within
// bounds of its own, which would cost the usual case as much as its work.
func (s *Store) commit(jobs []*job) {
	err := s.together(jobs, func(j *job) error {
		j.err = j.do(s.tx)
		return j.err
	})
	if slices.ContainsFunc(jobs, func(j *job) bool { return j.err != nil }) {
		err = s.together(jobs, func(j *job) error { return j.within(s.tx) })
	}
	for _, j := range jobs {
		if err != nil {
			j.err = fmt.Errorf("store: nothing was written: %w", err)
		}
		j.done <- j.err
	}
}

// together does something with each job in one transaction, until one fails.
func (s *Store) together(jobs []*job, do func(*job) error) error {
	err := s.tx.exec("BEGIN IMMEDIATE")
	if err != nil {
		return err
	}
	for _, j := range jobs {
		if err = do(j); err != nil {
			break
		}
	}
	if err == nil {
		err = s.tx.exec("COMMIT")
	}
	if err != nil {
		err = errors.Join(err, s.tx.exec("ROLLBACK"))
	}
	return err
}

// within does a job. The error is one that troubles the whole transaction.
func (j *job) within(t *tx) error {
	if err := t.exec("SAVEPOINT job"); err != nil {
		return err
	}
	if j.err = j.do(t); j.err != nil {
		return errors.Join(t.exec("ROLLBACK TO job"), t.exec("RELEASE job"))
	}
	return t.exec("RELEASE job")
}

// taken reports whether an error says that a key stands already.
func taken(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && (e.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY || e.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE)
}
