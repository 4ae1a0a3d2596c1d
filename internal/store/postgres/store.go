package postgres

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/puddle/v2"

	"loophole/internal/store"
)

// ErrInUse is wrapped by the error of [Open] for a database that another server uses.
var ErrInUse = errors.New("another loophole process serves the matches in this database: end it, or name another database")

// ErrLost is wrapped by the error for a change after the writing connection, which holds the locks,
// was lost.
var ErrLost = errors.New("the connection to PostgreSQL was lost, and with it the lock of the database: start the server again")

// A Store is an open database. It implements [store.Store].
type Store struct {
	writer  *conn // has the lock
	readers *puddle.Pool[*conn]
	where   string
	jobs    chan *job
	done    chan struct{}
	lost    chan struct{}
	losing  sync.Once

	closing sync.RWMutex // held for reading while a job is sent
	closed  bool

	// Of a server that shares the database; self is nil for other programs.
	self  *store.Peer
	id    int // of self
	pulse pulse
}

const (
	lockKey       = 0x6c6f6f70686f6c65 // "loophole" in ASCII
	mostReaders   = 8
	openTimeout   = 30 * time.Second
	closeTimeout  = 5 * time.Second
	commitTimeout = time.Minute      // PostgreSQL then counts as lost.
	idleReader    = time.Second      // a reader that was idle longer is checked before use
	pingTimeout   = 10 * time.Second // of such a check
	// hostTimeout is the time that each of several hosts has to answer. It is short, because a beat
	// must reach even the last host in time.
	hostTimeout = time.Second
)

// Tests shorten these.
var (
	checkInterval = 5 * time.Second // between two checks of an idle writing connection
	lockWait      = 5 * time.Second // for the lock of the database
)

// settleAlone takes the lock of the database. It waits some seconds for the lock, because
// PostgreSQL may need that long to notice that the previous program was killed.
const settleAlone = `
SET lock_timeout = %d;
SELECT pg_advisory_lock(%d);
SET lock_timeout = 0`

// settle prepares the writing connection. The keepalive settings let PostgreSQL notice within a minute
// that the machine of this program is gone. Commits wait for the disk, whatever the default of the
// database is.
const settle = `
SET statement_timeout = 0;
SET idle_session_timeout = 0;
SET tcp_keepalives_idle = 20;
SET tcp_keepalives_interval = 10;
SET tcp_keepalives_count = 3;
SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'`

// Open opens the database at a URL, such as postgres://user@host/database, for this program alone,
// and brings its tables to the current format. The error wraps [ErrInUse] if another program writes
// the database. Close the store at the end.
func Open(url string) (*Store, error) {
	return start(url, func(ctx context.Context, s *Store, config *pgconn.Config) error {
		err := s.settle(ctx, fmt.Sprintf(settleAlone, lockWait.Milliseconds(), lockKey))
		if err == nil {
			err = migrate(ctx, s.writer)
		}
		if err == nil {
			s.readers, err = pool(config)
		}
		return err
	})
}

// start connects to the database at a URL, prepares the store, and begins to write.
func start(url string, prepare func(context.Context, *Store, *pgconn.Config) error) (*Store, error) {
	s, config, err := parsed(url)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), openTimeout)
	defer cancel()
	if s.writer, err = connect(ctx, config); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	if err := prepare(ctx, s, config); err != nil {
		closeConn(s.writer)
		return nil, fmt.Errorf("store: %s: %w", s.where, inUse(err))
	}
	go s.run()
	return s, nil
}

// settle prepares the writing connection, and takes a lock with sql.
func (s *Store) settle(ctx context.Context, sql string) error {
	return s.writer.Exec(ctx, sql+";"+settle).Close()
}

// Look opens a database read-only. A server may use it meanwhile. The database must have the
// format of this program.
func Look(url string) (*Store, error) {
	s, config, err := parsed(url)
	if err != nil {
		return nil, err
	}
	s.closed = true
	config.RuntimeParams["default_transaction_read_only"] = "on"
	ctx, cancel := context.WithTimeout(context.Background(), openTimeout)
	defer cancel()
	if s.readers, err = pool(config); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	version := 0
	err = s.borrow(ctx, func(c *conn) (err error) {
		version, err = versionOf(ctx, c)
		return err
	})
	if err == nil && version != format {
		err = fmt.Errorf("the database has format %d, and this program reads format %d; loophole serve --check brings an older one up to date", version, format)
	}
	if err != nil {
		s.readers.Close()
		return nil, fmt.Errorf("store: %s: %w", s.where, err)
	}
	return s, nil
}

// parsed reads a URL. Nothing is opened.
func parsed(url string) (*Store, *pgconn.Config, error) {
	config, err := pgconn.ParseConfig(url)
	if err != nil {
		return nil, nil, fmt.Errorf("store: %w", err) // It has no password.
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "loophole"
	}
	for _, other := range config.Fallbacks {
		several := other.Host != config.Host || other.Port != config.Port
		if several && (config.ConnectTimeout == 0 || config.ConnectTimeout > hostTimeout) {
			config.ConnectTimeout = hostTimeout
		}
	}
	dialer := &net.Dialer{KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 20 * time.Second, Interval: 10 * time.Second, Count: 3}}
	config.DialFunc = dialer.DialContext
	s := &Store{where: fmt.Sprintf("database %s at %s", config.Database, config.Host), jobs: make(chan *job, 1024), done: make(chan struct{}), lost: make(chan struct{})}
	return s, config, nil
}

// pool returns the pool of the reading connections. It opens none yet.
func pool(config *pgconn.Config) (*puddle.Pool[*conn], error) {
	return puddle.NewPool(&puddle.Config[*conn]{
		Constructor: func(ctx context.Context) (*conn, error) { return connect(ctx, config) },
		Destructor:  closeConn,
		MaxSize:     mostReaders,
	})
}

// closeConn closes a connection. An error has no consequence: nothing is pending.
func closeConn(c *conn) {
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	c.Close(ctx)
}

// borrow lends do a reading connection. A connection that do leaves closed or in a transaction is
// not lent again.
func (s *Store) borrow(ctx context.Context, do func(*conn) error) error {
	for {
		r, err := s.readers.Acquire(ctx)
		if err != nil {
			return err
		}
		if r.IdleDuration() > idleReader {
			ping, cancel := context.WithTimeout(ctx, pingTimeout)
			err = r.Value().Ping(ping)
			cancel()
		}
		if err != nil { // PostgreSQL has restarted, for example: other connections may be new.
			r.Destroy()
			if ctx.Err() != nil {
				return err
			}
			continue
		}
		err = do(r.Value())
		if c := r.Value(); c.IsClosed() || c.IsBusy() || c.TxStatus() != 'I' {
			r.Destroy()
		} else {
			r.Release()
		}
		return err
	}
}

// read runs steps on a reading connection.
func (s *Store) read(ctx context.Context, steps ...step) error {
	err := s.borrow(ctx, func(c *conn) error { return c.run(ctx, steps...) })
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

// String names the database and its server, without user and password.
func (s *Store) String() string { return s.where }

// Lost is closed when the writing connection is lost. The store then rejects changes; a program
// should end or open it again.
func (s *Store) Lost() <-chan struct{} { return s.lost }

// Ping reports whether the database can be written, by writing its format again. It detects a
// full disk, a lost connection and a server that became read-only.
func (s *Store) Ping(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return s.write(step{sql: "UPDATE loophole.format SET version = version", none: errEmpty})
}

// Close waits for pending writes and closes the database.
func (s *Store) Close() error {
	s.closing.Lock()
	was := s.closed
	s.closed = true
	s.closing.Unlock()
	if s.writer == nil { // Look opened it read-only.
		s.readers.Close()
		return nil
	}
	if was {
		return nil
	}
	close(s.jobs)
	<-s.done
	var err error
	if s.self != nil {
		err = s.endPulse()
	}
	closeConn(s.writer)
	s.readers.Close()
	return err
}

var _ store.Store = (*Store)(nil)
