package postgrestest

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// A Pair is a PostgreSQL server with TLS and passwords, and a replica that follows it. A commit waits
// until the replica has it too.
type Pair struct {
	// URL names both, with the certificate of their authority. It leads to the one that can be written.
	URL string
	// Dir has ca.pem, which has signed the certificate of both, and other.pem, which has not.
	Dir string

	bin   string
	as    []string
	ports [2]int
}

// StartPair starts both, with an empty database. They stop at the end of the test.
func StartPair(t testing.TB) *Pair {
	t.Helper()
	dir, err := os.MkdirTemp("", "pg")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	p := &Pair{Dir: dir, bin: filepath.Dir(Program(t, "pg_basebackup")), ports: [2]int{freePort(t), freePort(t)}}
	writeCertificates(t, dir)
	if os.Geteuid() == 0 {
		p.as = unprivileged(t, dir)
	}
	const password = "of-the-test"
	file := filepath.Join(dir, "password")
	if err := os.WriteFile(file, []byte(password), 0o644); err != nil {
		t.Fatal(err)
	}
	p.run(t, "initdb", "--pgdata", p.data(0), "--username", "postgres", "--pwfile", file, "--auth-local", "trust",
		"--auth-host", "scram-sha-256", "--encoding", "UTF8", "--no-locale", "--no-sync")
	p.own(t, filepath.Join(dir, "server.key"), filepath.Join(p.data(0), "server.key"))
	p.own(t, filepath.Join(dir, "server.pem"), filepath.Join(p.data(0), "server.crt"))
	hosts := filepath.Join(p.data(0), "pg_hba.conf")
	if err := os.WriteFile(hosts, []byte("local all all trust\nlocal replication all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.startOne(t, 0)
	Exec(t, p.socket(0), "SELECT pg_create_physical_replication_slot('replica')")
	p.run(t, "pg_basebackup", "--host", dir, "--port", fmt.Sprint(p.ports[0]), "--username", "postgres", "--pgdata", p.data(1),
		"--write-recovery-conf", "--slot", "replica", "--checkpoint", "fast", "--no-sync")
	p.startOne(t, 1)
	Exec(t, p.socket(0), "ALTER SYSTEM SET synchronous_standby_names = '*'")
	Exec(t, p.socket(0), "SELECT pg_reload_conf()")
	p.until(t, 0, "SELECT sync_state = 'sync' FROM pg_stat_replication")
	Exec(t, p.socket(0), "CREATE DATABASE loophole")
	p.URL = fmt.Sprintf("postgres://postgres:%s@127.0.0.1:%d,127.0.0.1:%d/loophole?%s", password, p.ports[0], p.ports[1], url.Values{
		"target_session_attrs": {"read-write"}, "sslmode": {"verify-full"}, "sslrootcert": {filepath.Join(dir, "ca.pem")},
	}.Encode())
	return p
}

// Fail ends the first server with SIGKILL, as far as clients can tell, and makes the replica the
// one that can be written. At the address of the first one, connections are still accepted but
// never answered.
func (p *Pair) Fail(t testing.TB) {
	t.Helper()
	p.run(t, "pg_ctl", "--pgdata", p.data(0), "kill", "KILL", p.postmaster(t))
	address := fmt.Sprintf("127.0.0.1:%d", p.ports[0])
	for until := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if l, err := net.Listen("tcp", address); err == nil {
			t.Cleanup(func() { l.Close() })
			break
		}
		if time.Now().After(until) {
			t.Fatalf("%s is never free", address)
		}
	}
	p.run(t, "pg_ctl", "--pgdata", p.data(1), "--wait", "promote")
}

// postmaster returns the number of the process of the first server.
func (p *Pair) postmaster(t testing.TB) string {
	text, err := os.ReadFile(filepath.Join(p.data(0), "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	number, _, _ := strings.Cut(string(text), "\n")
	return number
}

func (p *Pair) data(i int) string { return filepath.Join(p.Dir, fmt.Sprint("data", i)) }

// socket returns the URL of a server by its socket, without TLS and password.
func (p *Pair) socket(i int) string {
	return "postgres:///postgres?" + url.Values{"host": {p.Dir}, "port": {fmt.Sprint(p.ports[i])}, "user": {"postgres"}}.Encode()
}

func (p *Pair) run(t testing.TB, name string, args ...string) {
	t.Helper()
	runAs(t, p.as, p.Dir, filepath.Join(p.bin, name), args...)
}

func (p *Pair) startOne(t testing.TB, i int) {
	t.Helper()
	p.run(t, "pg_ctl", "--pgdata", p.data(i), "--wait", "--log", filepath.Join(p.Dir, fmt.Sprint("log", i)), "--options", fmt.Sprintf(
		"-c listen_addresses=127.0.0.1 -c port=%d -c ssl=on -c fsync=off -c unix_socket_directories=%s", p.ports[i], p.Dir), "start")
	t.Cleanup(func() {
		args := append(p.as[:len(p.as):len(p.as)], filepath.Join(p.bin, "pg_ctl"), "--pgdata", p.data(i), "--mode", "immediate", "stop")
		command(args, p.Dir).Run() // It may have failed before.
	})
}

// own copies a file for the user of the servers.
func (p *Pair) own(t testing.TB, from, to string) {
	t.Helper()
	runAs(t, p.as, p.Dir, "/usr/bin/install", "-m", "600", from, to)
}

// until waits until a query of a server is true.
func (p *Pair) until(t testing.TB, i int, sql string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c, err := pgconn.Connect(ctx, p.socket(i))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx)
	for {
		r, err := c.Exec(ctx, sql).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if len(r[0].Rows) == 1 && string(r[0].Rows[0][0]) == "t" {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func freePort(t testing.TB) int {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// writeCertificates writes an authority, a certificate of it with its key, and another authority.
func writeCertificates(t testing.TB, dir string) {
	t.Helper()
	made := func(of, by *x509.Certificate, key, signer *ecdsa.PrivateKey) *x509.Certificate {
		der, err := x509.CreateCertificate(rand.Reader, of, by, &key.PublicKey, signer)
		if err != nil {
			t.Fatal(err)
		}
		c, err := x509.ParseCertificate(der)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	write := func(name, kind string, der []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	template := func(name string) *x509.Certificate {
		return &x509.Certificate{
			SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		}
	}
	keys := make([]*ecdsa.PrivateKey, 3)
	for i := range keys {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		keys[i] = key
	}
	for i, name := range []string{"ca", "other"} {
		x := template(name)
		x.IsCA, x.BasicConstraintsValid, x.KeyUsage = true, true, x509.KeyUsageCertSign
		authority := made(x, x, keys[i], keys[i])
		write(name+".pem", "CERTIFICATE", authority.Raw)
		if i == 0 {
			x := template("database")
			x.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
			write("server.pem", "CERTIFICATE", made(x, authority, keys[2], keys[0]).Raw)
		}
	}
	der, err := x509.MarshalECPrivateKey(keys[2])
	if err != nil {
		t.Fatal(err)
	}
	write("server.key", "EC PRIVATE KEY", der)
}
