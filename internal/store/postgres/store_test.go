package postgres

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"loophole/internal/store"
	"loophole/internal/store/postgrestest"
	"loophole/internal/store/storetest"
)

// TestMain runs more tests at a time than there are processors, because most of their time is waiting, and
// lets no store wait as long as in use.
func TestMain(m *testing.M) {
	checkInterval, lockWait = time.Second, 2*time.Second
	flag.Parse()
	flag.Set("test.parallel", "6")
	os.Exit(m.Run())
}

// TestPostgres runs the tests that need a server on one server, those first that wait for seconds.
func TestPostgres(t *testing.T) {
	if testing.Short() {
		t.Skip("a database is started without -short only")
	}
	server := postgrestest.Start(t)
	for _, x := range []struct {
		name string
		test func(t *testing.T, url string)
	}{
		{"alone", testAlone}, {"one", testOneServer}, {"lost", testLost}, {"hung", testHung}, {"readers", testReaders},
		{"reopen", testReopen}, {"group", testGroup}, {"later", testLaterFormat},
		{"look", testLook}, {"bytes", testBytes}, {"check", testCheck}, {"readonly", testReadOnly},
		{"migrated", testMigrated}, {"killed", testKilled}, {"still", testStill}, {"deaf", testDeaf},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			x.test(t, server.Database(t))
		})
	}
	t.Run("contract", func(t *testing.T) {
		t.Parallel()
		storetest.Test(t, func(t *testing.T) store.Store { return opened(t, server.Database(t)) })
	})
	t.Run("contract of several", func(t *testing.T) {
		t.Parallel()
		storetest.Test(t, func(t *testing.T) store.Store { return joined(t, server.Database(t)) })
	})
	t.Run("shared", func(t *testing.T) {
		t.Parallel()
		storetest.TestShared(t, func(t *testing.T) func() store.Shared {
			url := server.Database(t)
			return func() store.Shared { return joined(t, url) }
		})
	})
}

func opened(t testing.TB, url string) *Store {
	t.Helper()
	s, err := Open(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func joined(t testing.TB, url string) *Store {
	t.Helper()
	s, err := Join(url, "http://127.0.0.1:1")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func created(t testing.TB, s *Store, id string) {
	t.Helper()
	m := &store.Match{ID: id, Created: time.Unix(1_700_000_000, 0), InfoJSON: []byte(`{"title":"x"}`), StateJSON: []byte(`{}`), Lines: [][]byte{[]byte("header\n")},
		Seats: map[store.Hash]string{{1}: "0", {2}: "1"}}
	if err := s.Create(m); err != nil {
		t.Fatal(err)
	}
}

func added(s *Store, id string, from int) error {
	return s.Add(store.Append{Match: id, From: from, Lines: [][]byte{fmt.Appendf(nil, "line %d\n", from)}, StateJSON: []byte(`{"n":1}`)})
}

// A reopened database has the matches that were kept.
func testReopen(t *testing.T, url string) {
	s := opened(t, url)
	created(t, s, "one")
	for i := range 3 {
		if err := added(s, "one", 1+i); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	x, err := opened(t, url).Load(t.Context(), "one")
	if err != nil || len(x.Lines) != 4 || string(x.Lines[3]) != "line 3\n" || string(x.StateJSON) != `{"n":1}` || len(x.Seats) != 2 {
		t.Errorf("%+v %v", x, err)
	}
}

// A job that fails takes nothing from the others of its commit, and is kept in no part.
func testGroup(t *testing.T, url string) {
	s := opened(t, url)
	created(t, s, "one")
	created(t, s, "two")
	var jobs []*job
	for _, steps := range [][]step{
		insertLines(ofRecord, "one", 1, [][]byte{[]byte("z\n")}),
		insertLines(ofRecord, "two", 1, [][]byte{[]byte("y\n"), []byte("y\n")}),
		append(insertLines(ofRecord, "two", 3, [][]byte{[]byte("x\n")}), insertLines(ofRecord, "two", 0, [][]byte{[]byte("x\n")})...),
		{{sql: "DELETE FROM loophole.matches WHERE id = $1", args: []any{"none"}, none: unknown("none")}},
		insertLines(ofRecord, "nowhere", 0, [][]byte{[]byte("x\n")}),
		insertLines(ofRecord, "one", 2, [][]byte{[]byte("z\n")}),
	} {
		jobs = append(jobs, &job{steps: steps, done: make(chan error, 1)})
	}
	for _, j := range jobs { // The writer gathers some of them.
		s.jobs <- j
	}
	var got []error
	for _, j := range jobs {
		got = append(got, <-j.done)
	}
	if got[0] != nil || got[1] != nil || !errors.Is(got[2], store.ErrConflict) || !errors.Is(got[3], store.ErrNotFound) || got[4] == nil || got[5] != nil {
		t.Errorf("%v", got)
	}
	for _, id := range []string{"one", "two"} {
		if x, err := s.Load(t.Context(), id); err != nil || len(x.Lines) != 3 {
			t.Errorf("%q %v", x.Lines, err)
		}
	}
}

// A second server is refused until the first is closed.
func testOneServer(t *testing.T, url string) {
	s := opened(t, url)
	if _, err := Open(url); !errors.Is(err, ErrInUse) {
		t.Fatal(err)
	}
	created(t, s, "one")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	opened(t, url)
}

// terminate ends the connections of a database that hold its lock.
const terminate = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"

// A store whose connection was lost rejects changes, also after another server has taken over. It
// can still be read.
func testLost(t *testing.T, url string) {
	s := opened(t, url)
	created(t, s, "one")
	select {
	case <-s.Lost():
		t.Fatal("it is lost from the start")
	default:
	}
	postgrestest.Exec(t, url, terminate)
	other := opened(t, url)
	for i := range 3 {
		if err := added(s, "one", 1); !errors.Is(err, ErrLost) {
			t.Errorf("change %d after the loss: %v", i, err)
		}
	}
	select {
	case <-s.Lost():
	default:
		t.Error("the store did not notice")
	}
	if err := s.Ping(t.Context()); !errors.Is(err, ErrLost) {
		t.Error(err)
	}
	if err := added(other, "one", 1); err != nil {
		t.Error(err)
	}
	if x, err := s.Load(t.Context(), "one"); err != nil || len(x.Lines) != 2 {
		t.Error(x, err)
	}
	// An idle store notices too.
	postgrestest.Exec(t, url, terminate)
	select {
	case <-other.Lost():
	case <-time.After(30 * time.Second):
		t.Error("an idle store did not notice")
	}
}

// A database of a later program is left alone.
func testLaterFormat(t *testing.T, url string) {
	s := opened(t, url)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	postgrestest.Exec(t, url, "UPDATE loophole.format SET version = 99")
	join := func(url string) (*Store, error) { return Join(url, "http://127.0.0.1:1") }
	for _, open := range []func(string) (*Store, error){Open, Look, join} {
		if _, err := open(url); err == nil || !strings.Contains(err.Error(), "format 99") {
			t.Error(err)
		}
	}
}

// Look reads beside the server, and writes nothing.
func testLook(t *testing.T, url string) {
	if _, err := Look(url); !errors.Is(err, errEmpty) {
		t.Error(err)
	}
	s := opened(t, url)
	created(t, s, "one")
	look, err := Look(url)
	if err != nil {
		t.Fatal(err)
	}
	defer look.Close()
	if x, err := look.Copy(t.Context(), "one"); err != nil || len(x.Lines) != 1 {
		t.Fatal(x, err)
	}
	if err := look.Delete("one"); !errors.Is(err, store.ErrClosed) {
		t.Error("a read-only store is written: ", err)
	}
	err = look.read(t.Context(), step{sql: "DELETE FROM loophole.matches"})
	if err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Error(err)
	}
}

// Lines, keys and bodies can have any bytes. No match has an ID that is not UTF-8.
func testBytes(t *testing.T, url string) {
	s := opened(t, url)
	created(t, s, "one")
	all := "\x00\xff'\\\n"
	if err := s.Add(store.Append{Match: "one", From: 1, Lines: [][]byte{[]byte(all)}, Answer: &store.Reply{Key: all}}); err != nil {
		t.Fatal(err)
	}
	if x, err := s.Load(t.Context(), "one"); err != nil || string(x.Lines[1]) != all || x.Keys[0] != all {
		t.Errorf("%+v %v", x, err)
	}
	if a, err := s.Reply(t.Context(), "one", all); err != nil || a == nil || len(a.Body) != 0 {
		t.Error(a, err)
	}
	for _, id := range []string{"\x00", "\xff"} {
		if _, err := s.Load(t.Context(), id); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%q: %v", id, err)
		}
		if err := s.Delete(id); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%q: %v", id, err)
		}
		if a, err := s.Reply(t.Context(), id, "k"); a != nil || err != nil {
			t.Errorf("%q: %v %v", id, a, err)
		}
		if lines, err := s.HandLines(t.Context(), id, 0, 9); lines != nil || err != nil {
			t.Errorf("%q: %v %v", id, lines, err)
		}
	}
}

// A reader that gives up, or that finds its connection ended, leaves the store usable.
func testReaders(t *testing.T, url string) {
	s := opened(t, url)
	created(t, s, "one")
	for range 3 * mostReaders {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		err := s.read(ctx, step{sql: "SELECT pg_sleep(10)"})
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(err)
		}
	}
	if _, err := s.Load(t.Context(), "one"); err != nil {
		t.Fatal(err)
	}
	postgrestest.Exec(t, url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND query NOT LIKE '%COMMIT%'")
	time.Sleep(idleReader + 100*time.Millisecond)
	if _, err := s.Load(t.Context(), "one"); err != nil {
		t.Error(err)
	}
}

// Check finds a match without one of its lines.
func testCheck(t *testing.T, url string) {
	s := opened(t, url)
	created(t, s, "one")
	for i := range 3 {
		if err := added(s, "one", 1+i); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
	postgrestest.Exec(t, url, "DELETE FROM loophole.lines WHERE seq = 2")
	if err := s.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "match one") {
		t.Error(err)
	}
}

// Ping fails while the database cannot be written, and a change that fails is not kept.
func testReadOnly(t *testing.T, url string) {
	s := opened(t, url)
	created(t, s, "one")
	if err := s.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	postgrestest.Exec(t, url, `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE disk_full; END $$;
		CREATE TRIGGER f BEFORE UPDATE ON loophole.format EXECUTE FUNCTION full_disk();
		CREATE TRIGGER f BEFORE UPDATE ON loophole.matches EXECUTE FUNCTION full_disk()`)
	if err := s.Ping(t.Context()); err == nil {
		t.Error("a full disk is not noticed")
	}
	if err := added(s, "one", 1); err == nil || errors.Is(err, ErrLost) {
		t.Error(err)
	}
	if x, err := s.Load(t.Context(), "one"); err != nil || len(x.Lines) != 1 {
		t.Error(x, err)
	}
	postgrestest.Exec(t, url, "DROP FUNCTION full_disk CASCADE")
	if err := added(s, "one", 1); err != nil {
		t.Error(err)
	}
}

// A faulty URL is an error without the password in it.
func TestFaultyURL(t *testing.T) {
	for _, url := range []string{"postgres://me:secret@localhost:port/x", "postgres://me:secret@127.0.0.1:1/x?connect_timeout=1"} {
		if _, err := Open(url); err == nil || strings.Contains(err.Error(), "secret") {
			t.Error(err)
		}
	}
}

// With several hosts, a silent one must not keep a beat from the next. Fallbacks of one host are none.
func TestHosts(t *testing.T) {
	for url, want := range map[string]time.Duration{
		"postgres://a,b/x": hostTimeout, "postgres://a:1,a:2/x?connect_timeout=60": hostTimeout, "postgres://a/x?sslmode=prefer&connect_timeout=60": time.Minute,
	} {
		_, config, err := parsed(url)
		if err != nil || config.ConnectTimeout != want {
			t.Errorf("%s: %v, %v", url, config.ConnectTimeout, err)
		}
	}
}
