package main

import (
	"bytes"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"loophole/internal/store"
	"loophole/internal/store/postgres"
	"loophole/internal/store/postgrestest"
)

func openedPostgres(t *testing.T, url string) store.Store {
	t.Helper()
	s, err := postgres.Open(url)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestPostgres runs the program on matches in PostgreSQL.
func TestPostgres(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel() // It mostly waits, as TestServers does.
	server := postgrestest.Start(t)
	t.Run("operator", func(t *testing.T) { t.Parallel(); testOperator(t, server) })
	t.Run("lost session", func(t *testing.T) { t.Parallel(); testLostSession(t, server.Database(t)) })
	t.Run("killed", func(t *testing.T) { t.Parallel(); interrupted(t, server.Database(t), 6, (*child).kill) })
}

// testLostSession ends the session of a server, which then ends with an error. Another process goes on
// with its match.
func testLostSession(t *testing.T, url string) {
	dir := t.TempDir()
	program := built(t)
	s := start(t, program, filepath.Join(dir, "one"), "--store", url)
	p := &player{t: t, of: [2]string{"tideofiron", "row"}, dice: rand.New(rand.NewPCG(1, 1))}
	if !p.begin(s.base) {
		t.Fatal("no match")
	}
	postgrestest.Exec(t, url, "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())")
	ended := make(chan error, 1)
	go func() { ended <- s.cmd.Wait() }()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("a server that lost its database ends as if all were well")
		}
	case <-time.After(time.Minute):
		t.Fatal("a server that lost its database does not end")
	}
	s = start(t, program, filepath.Join(dir, "one"), "--store", url)
	var now standing
	if !p.get(s.base, "", &now) {
		t.Fatal("the match is gone")
	}
	if r := p.next(s.base, &now); r == nil || !p.send(s.base, r) || p.acknowledged != 1 {
		t.Error("nobody can act in the match")
	}
	s.kill()
	verifyStore(t, openedPostgres(t, url))
}

// testOperator moves a match from one database to another and checks both.
func testOperator(t *testing.T, server *postgrestest.Server) {
	dir := t.TempDir()
	program := built(t)
	here, there := server.Database(t), server.Database(t)
	s := start(t, program, filepath.Join(dir, "data"), "--store", here)
	p := &player{t: t, of: [2]string{"oldworld", "troll-barn"}, dice: rand.New(rand.NewPCG(1, 1))}
	if !p.begin(s.base) {
		t.Fatal("no match")
	}
	for range 3 {
		var now standing
		if !p.get(s.base, "", &now) {
			t.Fatal("the match is gone")
		}
		if r := p.next(s.base, &now); r == nil || !p.send(s.base, r) {
			t.Fatal("nobody can act in the match")
		}
	}
	id, file := strings.TrimPrefix(p.path, "/matches/"), filepath.Join(dir, "exported.match")
	run := func(want int, says string, words ...string) {
		t.Helper()
		cmd := exec.Command(program, words...)
		out, _ := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != want || !bytes.Contains(out, []byte(says)) {
			t.Errorf("%q: status %d: %s", words, cmd.ProcessState.ExitCode(), out)
		}
	}
	run(0, id, "matches", "list", "--store", here)
	run(0, "has match "+id, "matches", "export", id, file, "--store", here)
	run(2, "another loophole process serves", "matches", "import", file, "--store", here)
	run(2, "no matches are kept", "matches", "list", "--store", there)
	run(0, "is now in the database", "matches", "import", file, "--store", there)
	run(2, "is already stored here", "matches", "import", file, "--store", there)
	run(0, "1 match", "serve", "--check", "--store", there, "--data", filepath.Join(dir, "other"))
	run(2, "give the URL of a PostgreSQL database", "serve", "--store", "mysql://x")
	run(2, "give the URL of a PostgreSQL database", "serve", "--store", "")
	s.kill()
	postgrestest.Exec(t, there, "DELETE FROM loophole.lines WHERE seq = 1")
	run(1, "are missing", "serve", "--check", "--store", there, "--data", filepath.Join(dir, "other"))
}
