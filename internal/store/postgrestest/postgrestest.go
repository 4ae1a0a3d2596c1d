// Package postgrestest gives tests a PostgreSQL server.
//
// The server is the one at the URL in the environment variable LOOPHOLE_POSTGRES, whose user may
// create databases. Otherwise the package starts a server of its own from the programs of Debian's
// package postgresql. If there are none, the test is skipped, or fails if LOOPHOLE_POSTGRES is 1.
package postgrestest

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

const needed = "LOOPHOLE_POSTGRES"

// A Server is a running PostgreSQL server.
type Server struct{ address *url.URL }

// Start returns a server, which stops at the end of the test if Start has started it.
func Start(t testing.TB) *Server {
	t.Helper()
	if text := os.Getenv(needed); text != "" && text != "1" {
		address, err := url.Parse(text)
		if err != nil {
			t.Fatalf("%s is no URL: %v", needed, err)
		}
		return &Server{address}
	}
	return start(t, filepath.Dir(Program(t, "initdb")))
}

// Program returns the path of a program of PostgreSQL, such as pg_dump. If there is none, the test is
// skipped or fails as in [Start].
func Program(t testing.TB, name string) string {
	t.Helper()
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	if err != nil || len(found) == 0 {
		if os.Getenv(needed) != "" {
			t.Fatalf("there is no /usr/lib/postgresql/*/bin/%s: install postgresql", name)
		}
		t.Skipf("there is no PostgreSQL: install Debian's postgresql, or set %s to the URL of a server", needed)
	}
	slices.SortFunc(found, func(a, b string) int { return version(a) - version(b) })
	return found[len(found)-1]
}

// version returns the 15 of /usr/lib/postgresql/15/bin/initdb.
func version(name string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(name)))) // 9.6 counts as 0.
	return n
}

// start starts a server that only a socket in its temporary folder reaches.
func start(t testing.TB, bin string) *Server {
	t.Helper()
	dir, err := os.MkdirTemp("", "pg") // A socket's path has at most 107 bytes.
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	var as []string
	if os.Geteuid() == 0 { // PostgreSQL does not run as root.
		as = unprivileged(t, dir)
	}
	run := func(name string, args ...string) {
		t.Helper()
		runAs(t, as, dir, filepath.Join(bin, name), args...)
	}
	data := filepath.Join(dir, "data")
	run("initdb", "--pgdata", data, "--username", "postgres", "--auth", "trust", "--encoding", "UTF8", "--no-locale", "--no-sync")
	run("pg_ctl", "--pgdata", data, "--wait", "--log", filepath.Join(dir, "log"),
		"--options", "-c listen_addresses='' -c fsync=off -c unix_socket_directories="+dir, "start")
	t.Cleanup(func() { run("pg_ctl", "--pgdata", data, "--wait", "--mode", "immediate", "stop") })
	return &Server{&url.URL{Scheme: "postgres", Path: "/postgres", RawQuery: url.Values{"host": {dir}, "user": {"postgres"}}.Encode()}}
}

// runAs runs a program in a folder, after the words that unprivileged returns.
func runAs(t testing.TB, as []string, dir, name string, args ...string) {
	t.Helper()
	all := append(slices.Clone(as), append([]string{name}, args...)...)
	if out, err := command(all, dir).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
}

func command(words []string, dir string) *exec.Cmd {
	c := exec.Command(words[0], words[1:]...)
	c.Dir = dir
	return c
}

// unprivileged gives a folder to a user and returns the command line that runs a command as that
// user.
func unprivileged(t testing.TB, dir string) []string {
	t.Helper()
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		if err := os.Chown(dir, uid, gid); err != nil {
			t.Fatal(err)
		}
		return []string{"setpriv", "--reuid", u.Uid, "--regid", u.Gid, "--clear-groups", "--"}
	}
	t.Fatal("PostgreSQL does not run as root, and there is no user postgres or nobody")
	return nil
}

// Database creates an empty database, which is dropped at the end of the test, and returns its
// URL.
func (s *Server) Database(t testing.TB) string {
	t.Helper()
	name := "loophole_test_" + strings.ToLower(rand.Text())
	s.Exec(t, "CREATE DATABASE "+name)
	t.Cleanup(func() { s.Exec(t, fmt.Sprintf("DROP DATABASE %s WITH (FORCE)", name)) })
	u := *s.address
	u.Path = "/" + name
	return u.String()
}

// Exec runs statements on the server's own database.
func (s *Server) Exec(t testing.TB, sql string) {
	t.Helper()
	Exec(t, s.address.String(), sql)
}

// Exec runs statements on the database at a URL.
func Exec(t testing.TB, address, sql string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c, err := pgconn.Connect(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx)
	if err := c.Exec(ctx, sql).Close(); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}
