package cli

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"os"
	"sync"
	"time"
)

// A certificate is read from its files, and read again when they change.
type certificate struct {
	cert, key string

	mu   sync.Mutex
	read time.Time // the modification time of the file that was read
	pair *tls.Certificate
}

// current returns the certificate. If a changed file is invalid, it returns the previous one.
func (c *certificate) current(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	info, err := os.Stat(c.cert)
	if err == nil && info.ModTime().Equal(c.read) {
		return c.pair, nil
	}
	pair, err := tls.LoadX509KeyPair(c.cert, c.key)
	if err != nil {
		if c.pair != nil {
			return c.pair, nil
		}
		return nil, err
	}
	c.pair = &pair
	if info != nil {
		c.read = info.ModTime()
	}
	return c.pair, nil
}

// serveMetrics serves /metrics at an address until end is called.
func serveMetrics(ctx context.Context, address string, h http.Handler) (end func() error, err error) {
	var at net.ListenConfig
	l, err := at.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", h)
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second, WriteTimeout: time.Minute, MaxHeaderBytes: 16 << 10}
	go server.Serve(l) // It returns when the server is closed.
	return server.Close, nil
}
