package cluster

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"loophole/internal/cli"
)

// mostMessage bounds a message, which an exact answer with long fractions may fill.
const mostMessage = 8 << 20

// An embedded server is a NATS server within the coordinator.
type embedded struct {
	*server.Server
	nc   *nats.Conn
	lock *flock.Flock
}

// startServer starts a server with its store in a folder, and connects to it. Workers need the
// token in the file that the options name, or else in the folder. The server creates that one.
func startServer(o *cli.CoordinateOptions) (*embedded, error) {
	host, port, err := net.SplitHostPort(o.Listen)
	number, err2 := strconv.ParseUint(port, 10, 16)
	if err != nil || err2 != nil {
		return nil, fmt.Errorf("--listen %s: give an address with a port, such as 0.0.0.0:4222", o.Listen)
	}
	config, err := serverTLS(&o.Connection)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(o.Folder, 0o700); err != nil {
		return nil, fmt.Errorf("--store: %w", err)
	}
	e := &embedded{lock: flock.New(filepath.Join(o.Folder, "lock"))}
	switch got, err := e.lock.TryLock(); {
	case err != nil:
		return nil, fmt.Errorf("--store %s: it cannot be locked: %w", o.Folder, err)
	case !got:
		return nil, fmt.Errorf("--store %s: another coordinator uses it: give another folder, or stop that one", o.Folder)
	}
	token, err := tokenOf(o)
	if err != nil {
		e.lock.Close()
		return nil, err
	}
	options := &server.Options{
		ServerName: "loophole", Host: host, Port: int(number), NoSigs: true, DisableJetStreamBanner: true,
		Authorization: token, TLSConfig: config, TLS: config != nil, TLSTimeout: requestTimeout.Seconds(),
		MaxPayload: mostMessage, MaxPending: 8 * mostMessage,
		JetStream: true, StoreDir: o.Folder, JetStreamMaxStore: o.Limit, SyncInterval: syncEvery,
	}
	if number == 0 {
		options.Port = server.RANDOM_PORT
	}
	if e.Server, err = server.NewServer(options); err != nil {
		e.lock.Close()
		return nil, err
	}
	e.SetLoggerV2(&logger{say: o.Say, said: map[string]time.Time{}}, false, false, false)
	e.Start()
	if !e.ReadyForConnections(startTimeout) {
		e.stop()
		return nil, fmt.Errorf("--listen %s: the server does not start: see the lines above", o.Listen)
	}
	e.nc, err = nats.Connect("", nats.InProcessServer(e.Server), nats.Token(token), nats.MaxReconnects(-1),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	if err != nil {
		e.stop()
		return nil, err
	}
	return e, nil
}

const (
	startTimeout = 30 * time.Second
	// syncEvery is the time between two syncs of the server's files. Results that a power failure
	// loses are computed again.
	syncEvery = 10 * time.Second
)

// tokenFile is the file of the token in the folder of a store.
const tokenFile = "token"

// tokenOf returns the token of the server. If the options name no file, it is in the folder, and the
// options name that file from now on.
func tokenOf(o *cli.CoordinateOptions) (string, error) {
	if o.Token == "" {
		o.Token = filepath.Join(o.Folder, tokenFile)
		if _, err := os.Stat(o.Token); errors.Is(err, os.ErrNotExist) {
			if err := os.WriteFile(o.Token, []byte(rand.Text()+"\n"), 0o600); err != nil {
				return "", err
			}
		}
	}
	return readToken(o.Token)
}

// url returns the address for workers.
func (e *embedded) url(c *cli.Connection) string {
	scheme := "nats"
	if c.Cert != "" {
		scheme = "tls"
	}
	a := e.Addr().(*net.TCPAddr)
	host := a.IP.String()
	if a.IP.IsUnspecified() {
		if host, _ = os.Hostname(); host == "" {
			host = "localhost"
		}
	}
	return scheme + "://" + net.JoinHostPort(host, strconv.Itoa(a.Port))
}

// stop ends the server. What it has stored stays.
func (e *embedded) stop() {
	if e.nc != nil {
		e.nc.Close()
	}
	e.Shutdown()
	e.WaitForShutdown()
	e.lock.Close()
}

// A logger passes on warnings and errors of the server, each text once a minute at most.
type logger struct {
	say  func(format string, values ...any)
	lock sync.Mutex
	said map[string]time.Time
}

func (l *logger) tell(format string, values []any) {
	text := fmt.Sprintf(format, values...)
	l.lock.Lock()
	defer l.lock.Unlock()
	if len(l.said) >= mostTexts {
		clear(l.said)
	}
	if now := time.Now(); now.Sub(l.said[text]) > time.Minute {
		l.said[text] = now
		l.say("NATS: %s", text)
	}
}

// mostTexts is the number of texts after which a logger forgets which it has passed on.
const mostTexts = 1000

// Warnf and the other methods implement server.Logger.
func (l *logger) Warnf(format string, v ...any) { l.tell(format, v) }

func (l *logger) Errorf(format string, v ...any) { l.tell(format, v) }

func (l *logger) Fatalf(format string, v ...any) { l.tell(format, v) }

func (l *logger) Noticef(string, ...any) {}

func (l *logger) Debugf(string, ...any) {}

func (l *logger) Tracef(string, ...any) {}
