package cli

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
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
	pair, err := readKeyPair(c.cert, c.key)
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

// mostPEM is the greatest length of a file with certificates or a key, in bytes.
const mostPEM = 1 << 20

// readKeyPair reads a certificate and its key from two files of at most mostPEM bytes.
func readKeyPair(cert, key string) (tls.Certificate, error) {
	var text [2][]byte
	for i, name := range []string{cert, key} {
		f, err := os.Open(name)
		if err != nil {
			return tls.Certificate{}, err
		}
		text[i], err = io.ReadAll(io.LimitReader(f, mostPEM+1))
		f.Close()
		if err != nil {
			return tls.Certificate{}, err
		}
		if len(text[i]) > mostPEM {
			return tls.Certificate{}, fmt.Errorf("%s: the file is larger than %d bytes", name, mostPEM)
		}
	}
	return tls.X509KeyPair(text[0], text[1])
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
