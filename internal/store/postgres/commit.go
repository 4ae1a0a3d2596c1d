package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"loophole/internal/store"
)

// A job is a change that waits for a commit.
type job struct {
	steps []step
	err   error
	done  chan error
}

var (
	begin    = step{sql: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"}
	commit   = step{sql: "COMMIT"}
	rollback = step{sql: "ROLLBACK"}
)

// write sends a change to the writer and waits until it is committed. It has no timeout of its
// own, because the caller must know whether the change was kept.
func (s *Store) write(steps ...step) error {
	j := &job{steps: steps, done: make(chan error, 1)}
	s.closing.RLock()
	if s.closed {
		s.closing.RUnlock()
		return store.ErrClosed
	}
	s.jobs <- j
	s.closing.RUnlock()
	return <-j.done
}

// run commits jobs until the store is closed. While there are none, it checks the connection.
func (s *Store) run() {
	defer close(s.done)
	tick := time.NewTicker(checkInterval)
	defer tick.Stop()
	for {
		select {
		case first, open := <-s.jobs:
			if !open {
				return
			}
			s.commit(store.Batch(first, s.jobs))
		case <-tick.C:
			ctx, cancel := context.WithTimeout(context.Background(), pingTimeout)
			s.writer.Ping(ctx) // Its error closes the connection.
			cancel()
		}
		s.noteLost()
	}
}

// noteLost closes s.lost if the writing connection is closed.
func (s *Store) noteLost() {
	if s.writer.IsClosed() {
		s.lose()
	}
}

// lose closes s.lost.
func (s *Store) lose() { s.losing.Do(func() { close(s.lost) }) }

// commit runs jobs in one transaction. If a job fails, the transaction is rolled back and all jobs
// run again, each in a savepoint, so that the others are kept. Nothing runs again after the
// connection was lost.
func (s *Store) commit(jobs []*job) {
	ctx, cancel := context.WithTimeout(context.Background(), commitTimeout)
	defer cancel()
	err := s.runAll(ctx, jobs)
	if err != nil && !s.writer.IsClosed() {
		err = s.inTransaction(ctx, func() error {
			for _, j := range jobs {
				if err := s.inSavepoint(ctx, j); err != nil {
					return err
				}
			}
			return nil
		})
	}
	s.noteLost()
	for _, j := range jobs {
		switch {
		case err != nil && s.writer.IsClosed():
			j.err = fmt.Errorf("store: %w: %w", ErrLost, err)
		case err != nil:
			j.err = fmt.Errorf("store: nothing was written: %w", err)
		case j.err != nil:
			j.err = fmt.Errorf("store: %w", j.err)
		}
		j.done <- j.err
	}
}

// runAll runs the steps of all jobs in one transaction.
func (s *Store) runAll(ctx context.Context, jobs []*job) error {
	var steps []step
	for _, j := range jobs {
		steps = append(steps, j.steps...)
	}
	return s.inTransaction(ctx, func() error { return s.writer.run(ctx, steps...) })
}

// inTransaction runs do in a transaction. After an error it rolls back and returns that error.
func (s *Store) inTransaction(ctx context.Context, do func() error) error {
	err := s.writer.run(ctx, begin)
	if err == nil {
		err = do()
	}
	if err == nil {
		err = s.writer.run(ctx, commit)
	}
	if err != nil && !s.writer.IsClosed() && s.writer.TxStatus() != 'I' {
		err = errors.Join(err, s.writer.run(ctx, rollback))
	}
	return err
}

// inSavepoint runs a job. Its own error goes into j.err; the returned error concerns the whole
// transaction.
func (s *Store) inSavepoint(ctx context.Context, j *job) error {
	if err := s.writer.run(ctx, step{sql: "SAVEPOINT job"}); err != nil {
		return err
	}
	if j.err = s.writer.run(ctx, j.steps...); j.err != nil {
		if s.writer.IsClosed() {
			return j.err
		}
		if err := s.writer.run(ctx, step{sql: "ROLLBACK TO job"}); err != nil {
			return err
		}
	}
	return s.writer.run(ctx, step{sql: "RELEASE job"})
}
