package cluster

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"loophole/internal/cli"
)

// options returns the options of a client.
func options(c *cli.Connection, name string) ([]nats.Option, error) {
	list := []nats.Option{
		nats.Name(name), nats.MaxReconnects(-1), nats.ReconnectWait(500 * time.Millisecond), nats.Timeout(requestTimeout),
		nats.IgnoreAuthErrorAbort(), nats.ReconnectBufSize(-1),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // Each request has its error.
	}
	if c.Creds != "" {
		if _, err := os.Stat(c.Creds); err != nil {
			return nil, fmt.Errorf("--nats-creds: %w", err)
		}
		list = append(list, nats.UserCredentials(c.Creds))
	}
	if c.Token != "" {
		token, err := readToken(c.Token)
		if err != nil {
			return nil, err
		}
		list = append(list, nats.Token(token))
	}
	if c.CA != "" {
		list = append(list, nats.RootCAs(c.CA))
	}
	if c.Cert != "" {
		list = append(list, nats.ClientCert(c.Cert, c.Key))
	}
	return list, nil
}

// connect connects to the server of a worker or a coordinator. It waits for the server as long as
// patience allows.
func connect(ctx context.Context, c *cli.Connection, name string, patience time.Duration) (*nats.Conn, error) {
	list, err := options(c, name)
	if err != nil {
		return nil, err
	}
	for deadline := time.Now().Add(patience); ; {
		nc, err := nats.Connect(c.URL, list...)
		if err == nil {
			return nc, nil
		}
		if errors.Is(err, nats.ErrAuthorization) || time.Now().After(deadline) {
			return nil, fmt.Errorf("--nats %s: %w", shownURL(c.URL), err)
		}
		if err := wait(ctx, 500*time.Millisecond); err != nil {
			return nil, err
		}
	}
}

// shownURL returns a URL without a password.
func shownURL(url string) string {
	scheme, rest, found := strings.Cut(url, "://")
	if at := strings.LastIndexByte(rest, '@'); found && at >= 0 {
		return scheme + "://" + rest[at+1:]
	}
	return url
}

// readToken reads a token from the first line of a file.
func readToken(file string) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("--nats-token: %w", err)
	}
	token := strings.TrimSpace(string(text))
	if token == "" || strings.ContainsAny(token, " \t\r\n") {
		return "", fmt.Errorf("--nats-token: %s is not one word", file)
	}
	return token, nil
}

// serverTLS returns the TLS configuration of the server within a coordinator, or nil. With
// certificates of --nats-ca it demands certificates of workers.
func serverTLS(c *cli.Connection) (*tls.Config, error) {
	if c.Cert == "" {
		if c.CA != "" {
			return nil, errors.New("--nats-ca: a server needs --nats-cert and --nats-key too")
		}
		return nil, nil
	}
	pair, err := tls.LoadX509KeyPair(c.Cert, c.Key)
	if err != nil {
		return nil, fmt.Errorf("--nats-cert: %w", err)
	}
	config := &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	if c.CA != "" {
		text, err := os.ReadFile(c.CA)
		if err != nil {
			return nil, fmt.Errorf("--nats-ca: %w", err)
		}
		config.ClientCAs, config.ClientAuth = x509.NewCertPool(), tls.RequireAndVerifyClientCert
		if !config.ClientCAs.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("--nats-ca: %s has no certificates", c.CA)
		}
	}
	return config, nil
}

// streamOf returns the JetStream of a connection.
func streamOf(nc *nats.Conn) (jetstream.JetStream, error) {
	return jetstream.New(nc, jetstream.WithDefaultTimeout(requestTimeout))
}

// wait waits for a time, or until the context ends.
func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(d):
		return nil
	}
}
