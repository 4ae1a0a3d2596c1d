package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// What is committed lies in the log of the database until it is carried into
// the database itself. SQLite would do that within a commit, and whoever waits
// for that one would wait for the disk as well. Here it is done beside the writer,
// which goes on meanwhile.
const (
	oftenJobs = 500     // changes between two carryings
	mostLog   = 1 << 13 // pages of 4 KiB: a longer log is begun anew

	oftenTime = 30 * time.Second // between two carryings where little is changed
)

// filled notes changes that were committed, and has them carried now and then.
func (s *Store) filled(jobs int) {
	if s.uncarried += jobs; s.uncarried < oftenJobs {
		return
	}
	if s.uncarried > 4*oftenJobs {
		s.carry <- struct{}{} // More comes than can be carried: the writer waits.
		s.uncarried = 0
		return
	}
	select {
	case s.carry <- struct{}{}:
		s.uncarried = 0
	default: // It is being done.
	}
}

// carries carries the log into the database until the store is closed, and then
// leaves it empty: whoever copies the database alone has everything.
func (s *Store) carries(carrier *sql.DB, done chan<- struct{}) {
	defer close(done)
	defer carrier.Close()
	tick := time.NewTicker(oftenTime)
	defer tick.Stop()
	for open := true; open; {
		select {
		case <-tick.C:
		case _, open = <-s.carry:
		}
		// The log is begun anew by itself when all of it is carried and nobody reads
		// it. Under unbroken load that never is; then the writer waits a moment.
		if pages, err := carried(carrier, "PASSIVE"); err == nil && pages > mostLog {
			carried(carrier, "RESTART")
		}
	}
	carried(carrier, "TRUNCATE")
}

// carried carries, and returns how many pages the log has. An error only leaves
// the log longer: the next time will carry more.
func carried(carrier *sql.DB, how string) (pages int, err error) {
	var busy, moved int
	err = carrier.QueryRowContext(context.Background(), fmt.Sprintf("PRAGMA wal_checkpoint(%s)", how)).Scan(&busy, &pages, &moved)
	return pages, err
}
