package postgres

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"loophole/internal/store"
)

// The life of a server among others. Each counts its beats in its row. Each watches the rows of the
// others by its own clock, and gives up a server whose count has not changed for [expiry]: it
// deletes the row and ends the session, so that no lock of that server remains. A notice tells the
// others at once. A server that misses the notice sees in its next round that the row is gone.

const (
	beatInterval = 500 * time.Millisecond
	beatTimeout  = 2 * time.Second
	expiry       = 2500 * time.Millisecond
	// valid is the time for which a beat keeps the leases of this server, counted from before it
	// was sent. The others count from when they saw the beat, which is later.
	valid = 2 * time.Second
	// steady is the longest time between two rounds of a watch. After a longer one, as when the
	// database stood still, all servers get a new [expiry].
	steady = 1500 * time.Millisecond
)

// channel is the name of the notices: each is the number of a server that has ended.
const channel = "loophole_servers"

// errDeposed is the error of a beat after the others have given up this server.
var errDeposed = errors.New("other servers have given this one up")

// A pulse is the part of a server that lives among others.
type pulse struct {
	last   atomic.Int64 // when the last beat was sent, in nanoseconds since began
	began  time.Time
	end    context.CancelFunc
	ending sync.WaitGroup
	again  chan struct{} // asks for a round at once

	mu      sync.Mutex
	peers   map[int]*peerState // by number
	sharing store.Sharing
}

// A peerState is another server.
type peerState struct {
	*store.Peer
	since time.Time // when this process learned of it
	beats int       // that were last seen; -1 before
	seen  time.Time // when they were first seen
}

func newWatched(id int, address string, secret []byte, now time.Time) *peerState {
	p := &store.Peer{ID: id, Address: address, Secret: secret, Gone: make(chan struct{})}
	return &peerState{Peer: p, since: now, beats: -1, seen: now}
}

// startPulse starts the beats and the watch.
func (s *Store) startPulse(ctx context.Context, config *pgconn.Config) error {
	p := &s.pulse
	p.began, p.peers, p.again = time.Now(), map[int]*peerState{}, make(chan struct{}, 1)
	beater, err := connect(ctx, config)
	if err != nil {
		return err
	}
	life, end := context.WithCancel(context.Background())
	p.end = end
	p.ending.Go(func() { s.beat(life, config, beater) })
	p.ending.Go(func() { s.hear(life, config) })
	return nil
}

// endPulse ends the beats and all leases of this server.
func (s *Store) endPulse() error {
	s.pulse.end()
	s.pulse.ending.Wait()
	if s.writer.IsClosed() {
		return nil // The others notice that its session has ended.
	}
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	if err := s.leave(ctx); err != nil {
		return fmt.Errorf("store: the leases are not released: %w", err)
	}
	return nil
}

// Alive implements [store.Shared].
func (s *Store) Alive() bool {
	select {
	case <-s.lost:
		return false
	default:
		return time.Since(s.pulse.began)-time.Duration(s.pulse.last.Load()) < valid
	}
}

// beat beats and watches until the context ends, on a connection that it renews.
func (s *Store) beat(life context.Context, config *pgconn.Config, c *conn) {
	tick := time.NewTicker(beatInterval)
	defer tick.Stop()
	watch := time.Now()
	for {
		ctx, cancel := context.WithTimeout(life, beatTimeout)
		var err error
		if c == nil {
			c, err = connect(ctx, config)
		}
		if err == nil {
			watch, err = s.round(ctx, c, watch)
		}
		cancel()
		if errors.Is(err, errDeposed) {
			s.lose()
		}
		if c != nil && c.IsClosed() {
			c = nil
		}
		select {
		case <-life.Done():
			if c != nil {
				closeConn(c)
			}
			return
		case <-tick.C:
		case <-s.pulse.again:
		}
	}
}

// round beats, and then looks at the others. before is the time of the round before.
func (s *Store) round(ctx context.Context, c *conn, before time.Time) (time.Time, error) {
	sent := time.Since(s.pulse.began)
	err := c.run(ctx, step{sql: "SELECT set_config('synchronous_commit', 'off', false)"}, step{
		sql: "UPDATE loophole.servers SET beats = beats + 1 WHERE id = $1", args: []any{s.id}, none: errDeposed,
	})
	if err != nil {
		return before, err
	}
	s.pulse.last.Store(int64(sent))
	now := time.Now()
	var rows []row
	err = c.run(ctx, step{
		sql:  "SELECT id, address, secret, beats FROM loophole.servers WHERE id <> $1",
		args: []any{s.id}, rows: func(r []row) { rows = r },
	})
	if err != nil {
		return before, err
	}
	for _, x := range s.look(rows, now, now.Sub(before) < steady) {
		if err := s.depose(ctx, c, x); err != nil {
			return now, err
		}
	}
	return now, nil
}

// look compares the rows of the other servers with what was seen before, at a time, and returns those
// that have not beaten for too long. If the watch is not steady, all get more time.
func (s *Store) look(rows []row, now time.Time, isSteady bool) (late []peerState) {
	p := &s.pulse
	p.mu.Lock()
	defer p.mu.Unlock()
	there := map[int]bool{}
	for _, r := range rows {
		id, beats := r.number(0), r.number(3)
		there[id] = true
		x := p.peers[id]
		if x == nil {
			x = newWatched(id, string(r[1]), r[2], now)
			p.peers[id] = x
		}
		if x.beats != beats || !isSteady {
			x.beats, x.seen = beats, now
		}
		if now.Sub(x.seen) >= expiry {
			late = append(late, *x)
		}
	}
	for id, x := range p.peers {
		if !there[id] && x.since.Before(now) {
			p.drop(id)
		}
	}
	return late
}

// drop notes that a server has ended. The caller holds the lock.
func (p *pulse) drop(id int) {
	if x := p.peers[id]; x != nil {
		delete(p.peers, id)
		close(x.Gone)
	}
}

// depose gives up a server that has not beaten since.
func (s *Store) depose(ctx context.Context, c *conn, x peerState) error {
	gone := false
	err := c.run(ctx, step{
		sql: `WITH gone AS (DELETE FROM loophole.servers WHERE id = $1 AND beats = $2 RETURNING id)
			SELECT pg_notify('` + channel + `', id::text), (SELECT count(pg_terminate_backend(l.pid)) ` + fmt.Sprintf(session, "id") + `) FROM gone`,
		args: []any{x.ID, x.beats},
		rows: func(rows []row) { gone = len(rows) > 0 },
	})
	if err != nil || !gone {
		return err
	}
	s.pulse.mu.Lock()
	defer s.pulse.mu.Unlock()
	s.pulse.sharing.Deposed++
	s.pulse.drop(x.ID)
	return nil
}

// hear listens for notices until the context ends.
func (s *Store) hear(life context.Context, config *pgconn.Config) {
	own := config.Copy()
	own.OnNotification = func(_ *pgconn.PgConn, n *pgconn.Notification) {
		if id, err := strconv.Atoi(n.Payload); err == nil {
			s.pulse.mu.Lock()
			s.pulse.drop(id)
			s.pulse.mu.Unlock()
		}
	}
	for life.Err() == nil {
		ctx, cancel := context.WithTimeout(life, openTimeout)
		c, err := connect(ctx, own)
		if err == nil {
			err = c.Exec(ctx, "LISTEN "+channel).Close()
		}
		cancel()
		if err == nil {
			s.lookNow() // Notices before the connection were missed.
			for err == nil {
				err = c.WaitForNotification(life)
			}
		}
		if c != nil {
			closeConn(c)
		}
		if life.Err() == nil {
			s.count(func(n *store.Sharing) { n.Deaf++ })
			select {
			case <-life.Done():
			case <-time.After(beatInterval):
			}
		}
	}
}

// lookNow asks for a round at once.
func (s *Store) lookNow() {
	select {
	case s.pulse.again <- struct{}{}:
	default:
	}
}

// peer returns the server with a number, which a lease has named.
func (s *Store) peer(id int, address string, secret []byte) *store.Peer {
	p := &s.pulse
	p.mu.Lock()
	defer p.mu.Unlock()
	x := p.peers[id]
	if x == nil {
		x = newWatched(id, address, secret, time.Now())
		p.peers[id] = x
	}
	return x.Peer
}

// Peers implements [store.Shared].
func (s *Store) Peers() (list []*store.Peer) {
	s.pulse.mu.Lock()
	defer s.pulse.mu.Unlock()
	for _, x := range s.pulse.peers {
		list = append(list, x.Peer)
	}
	return list
}

// count changes the counts of events.
func (s *Store) count(do func(*store.Sharing)) {
	s.pulse.mu.Lock()
	defer s.pulse.mu.Unlock()
	do(&s.pulse.sharing)
}

// Sharing implements [store.Shared].
func (s *Store) Sharing() store.Sharing {
	s.pulse.mu.Lock()
	defer s.pulse.mu.Unlock()
	return s.pulse.sharing
}
