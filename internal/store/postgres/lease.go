package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"loophole/internal/store"
)

// serverClass is the first key of the lock that each server holds, whose second key is its number.
// The second key of the database's own lock is in lockKey.
const serverClass = 0x73657276 // "serv" in ASCII

// session is the part of a query that finds the writing session of the server with the number %s, by its
// lock. holds is a condition: the server still has its session.
const (
	session = `FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
	AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
	AND l.classid::bigint = x'73657276'::bigint AND l.objid::bigint = %s`
	holds = "EXISTS (SELECT " + session + ")"
)

// ending is the part of a query that sends the notice of the rows of servers that gone has deleted.
const ending = "SELECT pg_notify('" + channel + "', id::text) FROM gone"

// errRaced is the error for a claim that lost a race with another one.
var errRaced = errors.New("the match was claimed at the same time")

// settleShared prepares the writing connection of a server that shares the database. A change never
// waits long for a lock: only a server that has stopped within a transaction can hold one.
const settleShared = `
SET lock_timeout = %d;
SELECT pg_advisory_lock_shared(%d);
SET lock_timeout = '2s'`

// settleTime is how long a server waits for others that use tables of an older format.
const settleTime = 5 * time.Second

// alone replaces the shared lock of the database by the exclusive one, if no other program has either.
// together reverses it. again takes the shared lock if no program has the exclusive one.
const (
	alone    = "SELECT pg_advisory_unlock_shared(%[1]d), pg_try_advisory_lock(%[1]d)"
	again    = "SELECT pg_try_advisory_lock_shared(%d)"
	together = "SELECT pg_advisory_lock_shared(%[1]d), pg_advisory_unlock(%[1]d)"
)

// Join opens the database for one of several servers. The others reach this one at address, a URL
// such as http://10.0.0.7:8047. The error wraps [ErrInUse] if a program has the database to itself,
// or if the tables are of an older format while others use them. Close the store at the end.
func Join(url, address string) (*Store, error) {
	return start(url, func(ctx context.Context, s *Store, config *pgconn.Config) error {
		err := s.settle(ctx, fmt.Sprintf(settleShared, lockWait.Milliseconds(), lockKey))
		if err == nil {
			err = upToDate(ctx, s.writer)
		}
		if err == nil {
			err = s.enter(ctx, address)
		}
		if err == nil {
			s.readers, err = pool(config)
		}
		if err == nil {
			err = s.startPulse(ctx, config)
		}
		return err
	})
}

// upToDate brings the tables to the current format. The connection has the shared lock. Another server
// may do the same at this time.
func upToDate(ctx context.Context, c *conn) error {
	for began := time.Now(); ; {
		version, err := versionOf(ctx, c)
		switch {
		case err == nil && version > format:
			return migrate(ctx, c) // It returns the error that the tables are too new.
		case err == nil && version == format || err != nil && !errors.Is(err, errEmpty):
			return err
		}
		got := false
		err = c.run(ctx, step{sql: fmt.Sprintf(alone, lockKey), rows: func(rows []row) { got = rows[0].yes(1) }})
		if err == nil && got {
			if err = migrate(ctx, c); err == nil {
				_, err = c.Exec(ctx, fmt.Sprintf(together, lockKey)).ReadAll()
			}
			return err
		}
		// Two servers that hold the shared lock keep each other from the other lock. Each therefore waits
		// without it, and for a random time.
		for shared := false; err == nil && !shared; {
			if time.Since(began) > settleTime {
				return ErrInUse
			}
			time.Sleep(time.Duration(10+mathrand.IntN(90)) * time.Millisecond)
			err = c.run(ctx, step{sql: fmt.Sprintf(again, lockKey), rows: func(rows []row) { shared = rows[0].yes(0) }})
		}
		if err != nil {
			return err
		}
	}
}

// enter makes this program a server of the database.
func (s *Store) enter(ctx context.Context, address string) error {
	p := &store.Peer{Address: address, Secret: make([]byte, 32), Gone: make(chan struct{})}
	rand.Read(p.Secret) // It never fails.
	err := s.writer.run(ctx, step{
		sql:  "SELECT nextval('loophole.server_numbers')",
		rows: func(rows []row) { p.ID = rows[0].number(0) },
	})
	if err == nil {
		lock := fmt.Sprintf("SELECT pg_advisory_lock(%d, $1)", serverClass)
		err = s.writer.run(ctx, step{sql: lock, args: []any{p.ID}})
	}
	if err == nil {
		err = s.writer.run(ctx, step{
			sql:  "INSERT INTO loophole.servers (id, address, secret, beats) VALUES ($1, $2, $3, 0)",
			args: []any{p.ID, address, p.Secret},
		})
	}
	s.self, s.id = p, p.ID
	return err
}

// leave ends all leases of this server at once.
func (s *Store) leave(ctx context.Context) error {
	return s.writer.run(ctx, step{
		sql:  "WITH gone AS (DELETE FROM loophole.servers WHERE id = $1 RETURNING id) " + ending,
		args: []any{s.id},
	})
}

// Self implements [store.Shared].
func (s *Store) Self() *store.Peer { return s.self }

// Claim implements [store.Shared].
func (s *Store) Claim(ctx context.Context, id string) (epoch int, owner *store.Peer, err error) {
	if !validID(id) {
		return 0, nil, fmt.Errorf("store: %w", unknown(id))
	}
	for range 10 {
		var at leaseState
		if err := s.read(ctx, at.readStep(id)); err != nil {
			return 0, nil, err
		}
		if at.lives && at.server != s.id {
			return 0, s.peer(at.server, at.address, at.secret), nil
		}
		err = s.write(s.claimSteps(id, &at, &epoch)...)
		if errors.Is(err, errRaced) {
			continue
		}
		if err == nil {
			s.count(func(n *store.Sharing) {
				n.Claims++
				if at.server != 0 && at.server != s.id {
					n.Takeovers++
				}
			})
		}
		return epoch, nil, err
	}
	return 0, nil, err
}

// leaseState is the lease of a match.
type leaseState struct {
	server, epoch int
	known         bool // the server has not left
	lives         bool // it has its session too
	address       string
	secret        []byte
}

// readStep returns the step that reads the lease of a match.
func (l *leaseState) readStep(id string) step {
	return step{
		sql: `SELECT m.server, m.epoch, s.id IS NOT NULL, s.id IS NOT NULL AND ` + fmt.Sprintf(holds, "m.server") + `,
			coalesce(s.address, ''), coalesce(s.secret, '')
			FROM loophole.matches m LEFT JOIN loophole.servers s ON s.id = m.server WHERE m.id = $1`,
		args: []any{id},
		none: unknown(id),
		rows: func(rows []row) {
			for _, r := range rows {
				*l = leaseState{r.number(0), r.number(1), r.yes(2), r.yes(3), string(r[4]), r[5]}
			}
		},
	}
}

// claimSteps returns the steps that take a match from a server that has ended.
func (s *Store) claimSteps(id string, at *leaseState, epoch *int) (steps []step) {
	if at.known && at.server != s.id {
		steps = append(steps, step{ // The server has lost its session without leaving.
			sql:  "WITH gone AS (DELETE FROM loophole.servers WHERE id = $1 AND NOT " + fmt.Sprintf(holds, "$1") + " RETURNING id) " + ending,
			args: []any{at.server},
			rows: func(rows []row) { s.count(func(n *store.Sharing) { n.Deposed += len(rows) }) },
		})
	}
	return append(steps, step{
		sql:  "UPDATE loophole.matches SET server = $1, epoch = epoch + 1 WHERE id = $2 AND server = $3 AND epoch = $4 RETURNING epoch",
		args: []any{s.id, id, at.server, at.epoch},
		none: errRaced,
		rows: func(rows []row) {
			for _, r := range rows {
				*epoch = r.number(0)
			}
		},
	})
}

// Release implements [store.Shared].
func (s *Store) Release(epochs map[string]int) error {
	var steps []step
	for id, epoch := range epochs {
		steps = append(steps, step{
			sql:  "UPDATE loophole.matches SET server = 0 WHERE id = $1 AND server = $2 AND epoch = $3",
			args: []any{id, s.id, epoch},
		})
	}
	return s.write(steps...)
}

// ReleaseExcept implements [store.Shared].
func (s *Store) ReleaseExcept(ids []string) error {
	return s.write(step{
		sql:  "UPDATE loophole.matches SET server = 0 WHERE server = $1 AND id <> ALL(string_to_array($2, ','))",
		args: []any{s.id, strings.Join(ids, ",")},
	})
}

// fence returns the condition of a change that only the owner of a match may make, whose arguments
// follow number n. The change locks the row of the match until the end of the transaction, so nobody
// takes the lease over in between.
func (s *Store) fence(n, epoch int) (sql string, args []any) {
	if s.self == nil {
		return "", nil
	}
	return fmt.Sprintf(" AND server = $%d AND ($%d::bigint = 0 OR epoch = $%d)", n+1, n+2, n+2), []any{s.id, epoch}
}

// noRowError returns the error for a change that finds no row: the match is unknown, or has another
// owner.
func (s *Store) noRowError(id string) error {
	if s.self == nil {
		return unknown(id)
	}
	return fmt.Errorf("match %s: %w", id, store.ErrLease)
}

// changeError returns the error of a change, which is that for an unknown match if there is none.
func (s *Store) changeError(id string, err error) error {
	if !errors.Is(err, store.ErrLease) {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), pingTimeout)
	defer cancel()
	if no := s.read(ctx, (&leaseState{}).readStep(id)); errors.Is(no, store.ErrNotFound) {
		return no
	}
	s.count(func(n *store.Sharing) { n.Refused++ })
	return err
}

// inUse returns ErrInUse for the error of a lock that another program holds.
func inUse(err error) error {
	var e *pgconn.PgError
	if errors.As(err, &e) && e.Code == "55P03" { // lock_not_available
		return ErrInUse
	}
	return err
}

var _ store.Shared = (*Store)(nil)
