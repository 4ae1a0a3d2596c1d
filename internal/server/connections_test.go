package server

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"
)

// openTo serves on loopback, with a limit of connections for an address.
func openTo(t *testing.T, o Options, most int, over func(net.Listener) net.Listener) (*Server, string) {
	t.Helper()
	s := served(t, o)
	s.web.connections.most = most
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := l.Addr().String()
	if over != nil {
		l = over(l)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	t.Cleanup(func() { cancel(); <-ended })
	return s, at
}

// halfAsks opens a connection and sends half of a request. The server closes it if there are too
// many.
func halfAsks(t *testing.T, from, at string) net.Conn {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	c, err := d.Dial("tcp", at)
	if err != nil {
		t.Skipf("this machine has no %s: %v", from, err)
	}
	t.Cleanup(func() { c.Close() })
	io.WriteString(c, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n")
	return c
}

// getsAnswer completes the request and reports whether it gets an answer.
func getsAnswer(c net.Conn) bool {
	io.WriteString(c, "Connection: close\r\n\r\n")
	c.SetReadDeadline(time.Now().Add(10 * time.Second))
	text, _ := io.ReadAll(c)
	return strings.HasPrefix(string(text), "HTTP/1.1 200")
}

// TestConnections: one address opens connections without requests. It gets the permitted number,
// other addresses still connect, and closed connections free their places.
func TestConnections(t *testing.T) {
	s, at := openTo(t, Options{}, 8, nil)
	var held []net.Conn
	for range 8 {
		held = append(held, halfAsks(t, "127.0.0.1", at))
	}
	for range 3 {
		if getsAnswer(halfAsks(t, "127.0.0.1", at)) {
			t.Error("a ninth connection is answered")
		}
	}
	if !getsAnswer(halfAsks(t, "127.0.0.2", at)) {
		t.Error("another address is not answered")
	}
	if !getsAnswer(held[0]) {
		t.Error("one of the eight is not answered")
	}
	waited(t, "one is closed", func() bool { return s.web.connections.count("127.0.0.1") == 7 })
	if !getsAnswer(halfAsks(t, "127.0.0.1", at)) {
		t.Error("what was closed cannot be opened again")
	}
}

// TestConnectionsOfAProxy: a trusted proxy has no limit.
func TestConnectionsOfAProxy(t *testing.T) {
	_, at := openTo(t, Options{Proxies: loopback}, 2, nil)
	for range 6 {
		defer halfAsks(t, "127.0.0.1", at).Close()
	}
	if !getsAnswer(halfAsks(t, "127.0.0.1", at)) {
		t.Error("the proxy is not answered")
	}
}

// TestConnectionsOfTLS: HTTP/2 connections count, until they are closed.
func TestConnectionsOfTLS(t *testing.T) {
	lent := httptest.NewTLSServer(nil)
	defer lent.Close()
	s, at := openTo(t, Options{}, 8, func(l net.Listener) net.Listener {
		return tls.NewListener(l, &tls.Config{Certificates: lent.TLS.Certificates, NextProtos: []string{"h2", "http/1.1"}})
	})
	transport := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, ForceAttemptHTTP2: true} // The certificate is not under test.
	a, err := (&http.Client{Transport: transport}).Get("https://" + at + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	a.Body.Close()
	if n := s.web.connections.count("127.0.0.1"); a.ProtoMajor != 2 || n != 1 {
		t.Errorf("HTTP/%d, %d connections", a.ProtoMajor, n)
	}
	transport.CloseIdleConnections()
	waited(t, "it is closed", func() bool { return s.web.connections.count("127.0.0.1") == 0 })
}

// TestEndWithEmptyConnections: a server that ends closes connections without a request, and answers
// the request that it is reading.
func TestEndWithEmptyConnections(t *testing.T) {
	s := served(t, Options{})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := l.Addr().String()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	silent, err := net.Dial("tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	half := halfAsks(t, "127.0.0.1", at)
	asking, err := net.Dial("tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	defer asking.Close()
	io.WriteString(asking, "POST /api/v1/codes HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 14\r\nExpect: 100-continue\r\n\r\n")
	if _, err := io.ReadAtLeast(asking, make([]byte, 512), 12); err != nil { // The server has begun to read the body.
		t.Fatal(err)
	}
	waited(t, "two wait", func() bool {
		c := s.web.connections
		c.mu.Lock()
		defer c.mu.Unlock()
		return len(c.empty) == 2
	})
	began := time.Now()
	cancel()
	for _, c := range []net.Conn{silent, half} {
		c.SetReadDeadline(time.Now().Add(10 * time.Second))
		if _, err := io.ReadAll(c); errors.Is(err, os.ErrDeadlineExceeded) {
			t.Error("a connection without a request stays open")
		}
	}
	if d := time.Since(began); d > 3*time.Second {
		t.Errorf("empty connections were closed after %v", d)
	}
	io.WriteString(asking, `{"text":"abc"}`)
	asking.SetReadDeadline(time.Now().Add(10 * time.Second))
	if text, _ := io.ReadAll(asking); !strings.HasPrefix(string(text), "HTTP/1.1 200") {
		t.Errorf("the request that had begun is answered with %q", text)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// count returns the number of open connections of a client.
func (c *connections) count(from string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.many[from]
}
