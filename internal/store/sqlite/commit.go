package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"loophole/internal/store"
)

// A job is a change that waits for a commit.
type job struct {
	do   func(*tx) error
	err  error // of do
	done chan error
}

// tx is the transaction of a job.
type tx struct {
	conn  *sql.Conn
	known map[string]*sql.Stmt // prepared statements, by their text
}

// exec runs a statement. Statements are prepared once, because a change runs a dozen of few
// kinds.
func (t *tx) exec(query string, args ...any) error {
	_, err := t.count(query, args...)
	return err
}

// count runs a statement and returns the number of rows that it changed.
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

// write sends a change to the writer and waits until it is on the disk. It has no timeout,
// because the caller must know whether the change was kept.
func (s *Store) write(do func(*tx) error) error {
	j := &job{do: do, done: make(chan error, 1)}
	s.closing.RLock()
	if s.closed {
		s.closing.RUnlock()
		return store.ErrClosed
	}
	s.jobs <- j
	s.closing.RUnlock()
	return <-j.done
}

// run commits jobs until the store is closed.
func (s *Store) run() {
	for first := range s.jobs {
		together := store.Batch(first, s.jobs)
		s.commit(together)
		s.noteCommitted(len(together))
	}
}

// commit runs jobs in one transaction. If a job fails, the transaction is rolled back and all
// jobs run again, each in a savepoint, so that the others are kept. Savepoints from the start
// would double the cost of the usual case.
func (s *Store) commit(jobs []*job) {
	err := s.inTransaction(jobs, func(j *job) error {
		j.err = j.do(s.tx)
		return j.err
	})
	if slices.ContainsFunc(jobs, func(j *job) bool { return j.err != nil }) {
		err = s.inTransaction(jobs, func(j *job) error { return j.runInSavepoint(s.tx) })
	}
	for _, j := range jobs {
		if err != nil {
			j.err = fmt.Errorf("store: nothing was written: %w", err)
		}
		if isFull(j.err) {
			j.err = fmt.Errorf("%w: %w", store.ErrFull, j.err)
		}
		j.done <- j.err
	}
}

// inTransaction runs do for each job in one transaction. At the first error it rolls back and
// returns that error.
func (s *Store) inTransaction(jobs []*job, do func(*job) error) error {
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

// runInSavepoint runs a job. Its own error goes into j.err; the returned error concerns the whole
// transaction.
func (j *job) runInSavepoint(t *tx) error {
	if err := t.exec("SAVEPOINT job"); err != nil {
		return err
	}
	if j.err = j.do(t); j.err != nil {
		// SQLite ends the whole transaction by itself at a full disk. Then its error is the cause.
		if err := errors.Join(t.exec("ROLLBACK TO job"), t.exec("RELEASE job")); err != nil {
			return errors.Join(j.err, err)
		}
		return nil
	}
	return t.exec("RELEASE job")
}

// isFull reports whether an error of SQLite says that the disk is full.
func isFull(err error) bool {
	var e driverError
	return errors.As(err, &e) && e.Code()&0xff == codeFull
}

// isDuplicateKey reports whether an error of SQLite says that a key exists already.
func isDuplicateKey(err error) bool {
	var e driverError
	return errors.As(err, &e) && (e.Code() == codePrimaryKey || e.Code() == codeUnique)
}
