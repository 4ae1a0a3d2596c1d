package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// A commit goes into the write-ahead log. A checkpoint moves the log into the database. By
// default SQLite does that within a commit, which then waits for the disk. Here another goroutine
// runs the checkpoints while the writer continues.
const (
	checkpointJobs = 500     // committed changes between two checkpoints
	mostLog        = 1 << 13 // pages of 4 KiB: a longer log is restarted

	checkpointInterval = 30 * time.Second // between two checkpoints when there are few changes
)

// noteCommitted counts committed changes and requests a checkpoint after every checkpointJobs of
// them.
func (s *Store) noteCommitted(jobs int) {
	if s.sinceCheckpoint += jobs; s.sinceCheckpoint < checkpointJobs {
		return
	}
	if s.sinceCheckpoint > 4*checkpointJobs {
		s.checkpoints <- struct{}{} // The log grows faster than checkpoints empty it: the writer waits.
		s.sinceCheckpoint = 0
		return
	}
	select {
	case s.checkpoints <- struct{}{}:
		s.sinceCheckpoint = 0
	default: // A checkpoint is running.
	}
}

// runCheckpoints runs checkpoints until the store is closed. The last one empties the log, so
// that the database file alone has every match.
func (s *Store) runCheckpoints(checkpointer *sql.DB, done chan<- struct{}) {
	defer close(done)
	defer checkpointer.Close()
	tick := time.NewTicker(checkpointInterval)
	defer tick.Stop()
	for open := true; open; {
		select {
		case <-tick.C:
		case _, open = <-s.checkpoints:
		}
		// SQLite restarts the log when all of it is in the database and nobody reads it. Under
		// constant load that never happens, so the writer waits for it here.
		if pages, err := checkpoint(checkpointer, "PASSIVE"); err == nil && pages > mostLog {
			checkpoint(checkpointer, "RESTART")
		}
	}
	checkpoint(checkpointer, "TRUNCATE")
}

// checkpoint runs one checkpoint of the given mode and returns the number of pages in the log.
// After an error the log stays longer, and the next checkpoint moves more.
func checkpoint(checkpointer *sql.DB, how string) (pages int, err error) {
	var busy, moved int
	err = checkpointer.QueryRowContext(context.Background(), fmt.Sprintf("PRAGMA wal_checkpoint(%s)", how)).Scan(&busy, &pages, &moved)
	return pages, err
}
