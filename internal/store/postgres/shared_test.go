package postgres

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"loophole/internal/store"
	"loophole/internal/store/postgrestest"
)

// soon waits for a condition.
func soon(t *testing.T, within time.Duration, what string, is func() bool) {
	t.Helper()
	for began := time.Now(); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > within {
			t.Fatalf("not within %v: %s", within, what)
		}
	}
}

// claim claims a match of another server, and waits until that one has ended.
func claim(t *testing.T, s *Store, id string, within time.Duration) (epoch int) {
	t.Helper()
	soon(t, within, "the claim", func() bool {
		e, owner, err := s.Claim(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		epoch = e
		return owner == nil
	})
	return epoch
}

func ended(p *store.Peer) bool {
	select {
	case <-p.Gone:
		return true
	default:
		return false
	}
}

// A database of the first format is brought up to date, with its matches, by the first of two servers.
func testMigrated(t *testing.T, url string) {
	text, err := migrations.ReadFile("migrations/1.sql")
	if err != nil {
		t.Fatal(err)
	}
	postgrestest.Exec(t, url, "CREATE SCHEMA loophole; "+string(text)+`; UPDATE loophole.format SET version = 1;
		INSERT INTO loophole.matches VALUES ('old', 1, '{}', '{}', false, 1); INSERT INTO loophole.lines VALUES ('old', 0, 'h')`)
	if _, err := Look(url); err == nil {
		t.Error("an old format is read as a new one")
	}
	began := time.Now()
	servers := make(chan *Store, 2)
	for range cap(servers) {
		go func() {
			s, err := Join(url, "http://127.0.0.1:1")
			if err != nil {
				t.Error(err)
			}
			servers <- s
		}()
	}
	a, b := <-servers, <-servers
	if a == nil || b == nil {
		t.FailNow()
	}
	defer a.Close()
	defer b.Close()
	if d := time.Since(began); d > settleTime {
		t.Errorf("it took %v", d)
	}
	if epoch, owner, err := a.Claim(t.Context(), "old"); epoch != 1 || owner != nil || err != nil {
		t.Error(epoch, owner, err)
	}
	if _, owner, err := b.Claim(t.Context(), "old"); owner == nil || err != nil {
		t.Error(owner, err)
	}
}

// A program that wants the database for itself is refused while servers share it, and the reverse.
func testAlone(t *testing.T, url string) {
	s := joined(t, url)
	if _, err := Open(url); !errors.Is(err, ErrInUse) {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	opened(t, url)
	if _, err := Join(url, "http://127.0.0.1:1"); !errors.Is(err, ErrInUse) {
		t.Error(err)
	}
}

// endSessions ends the sessions of a server, as the end of its process does.
func endSessions(t *testing.T, s *Store, url string) {
	s.pulse.end()
	s.pulse.ending.Wait()
	postgrestest.Exec(t, url, fmt.Sprint("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND objid = ", s.id))
}

// The matches of a server whose session has ended are free at once.
func testKilled(t *testing.T, url string) {
	a, b := joined(t, url), joined(t, url)
	created(t, a, "one")
	created(t, a, "two")
	if err := added(a, "one", 1); err != nil {
		t.Fatal(err)
	}
	_, owner, err := b.Claim(t.Context(), "one")
	if owner == nil || err != nil {
		t.Fatal(owner, err)
	}
	endSessions(t, a, url)
	if epoch := claim(t, b, "one", expiry/2); epoch != 2 {
		t.Error(epoch)
	}
	soon(t, 2*time.Second, "the notice", func() bool { return ended(owner) })
	if err := added(a, "one", 2); !errors.Is(err, ErrLost) {
		t.Error(err)
	}
	if err := added(b, "one", 2); err != nil {
		t.Error(err)
	}
	if n := b.Sharing(); n.Deposed != 1 || n.Takeovers != 1 {
		t.Errorf("%+v", n)
	}
	claim(t, b, "two", expiry/2)
}

// A server that stands still within a transaction is given up within five seconds. It cannot write
// afterwards, and its locks do not stop the others.
func testHung(t *testing.T, url string) {
	a, b := joined(t, url), joined(t, url)
	created(t, a, "one")
	_, owner, err := b.Claim(t.Context(), "one")
	if owner == nil || err != nil {
		t.Fatal(owner, err)
	}
	a.pulse.end()
	a.pulse.ending.Wait()
	stuck := make(chan error, 1)
	go func() {
		stuck <- a.write(step{sql: "UPDATE loophole.matches SET touched = 1 WHERE id = 'one'"}, step{sql: "SELECT pg_sleep(60)"})
	}()
	soon(t, 2*valid, "the doubt", func() bool { return !a.Alive() })
	began := time.Now()
	if epoch := claim(t, b, "one", 5*time.Second); epoch != 2 {
		t.Error(epoch)
	}
	t.Logf("given up %v after it knew that it might be", time.Since(began).Round(time.Millisecond))
	if !ended(owner) {
		t.Error("its requests are not ended")
	}
	if err := <-stuck; !errors.Is(err, ErrLost) {
		t.Error(err)
	}
	if err := added(a, "one", 1); !errors.Is(err, ErrLost) {
		t.Error(err)
	}
	if err := added(b, "one", 1); err != nil {
		t.Error(err)
	}
}

// The watch gives up a server that does not beat, but not one that beats, and none after a pause of
// the watch itself.
func testStill(t *testing.T, url string) {
	s := joined(t, url)
	s.pulse.end()
	s.pulse.ending.Wait()
	number := func(n int) []byte { return []byte{0, 0, 0, 0, 0, 0, byte(n >> 8), byte(n)} }
	rows := func(beats int) []row {
		return []row{{number(501), []byte("x"), nil, number(beats)}, {number(502), []byte("y"), nil, number(7)}}
	}
	now := time.Now()
	names := func(late []peerState) (list []int) {
		for _, x := range late {
			list = append(list, x.ID)
		}
		return list
	}
	const pause = 4 // The round after a pause, from which the time counts.
	const late = pause + int(expiry/beatInterval)
	for i := range 20 {
		if got := names(s.look(rows(i), now, i != pause)); len(got) > 0 && i < late || i >= late && !slices.Equal(got, []int{502}) {
			t.Errorf("round %d: %v", i, got)
		}
		now = now.Add(beatInterval)
	}
	if got := s.look(nil, now, true); len(got) > 0 || len(s.Peers()) > 0 {
		t.Error(got, s.Peers())
	}
}

// A server without its connection for notices sees all the same who is gone, and connects again.
func testDeaf(t *testing.T, url string) {
	a, b := joined(t, url), joined(t, url)
	created(t, a, "one")
	created(t, a, "two")
	_, owner, err := b.Claim(t.Context(), "one")
	if owner == nil || err != nil {
		t.Fatal(owner, err)
	}
	const ears = "FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"
	soon(t, 5*time.Second, "the count", func() bool { // The connection may be late.
		postgrestest.Exec(t, url, "SELECT pg_terminate_backend(pid) "+ears)
		return b.Sharing().Deaf > 0
	})
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	soon(t, 2*time.Second, "the poll", func() bool { return ended(owner) })
	claim(t, b, "one", time.Second)
	// With a new connection a notice arrives again.
	c := joined(t, url)
	created(t, c, "three")
	_, owner, err = b.Claim(t.Context(), "three")
	if owner == nil || err != nil {
		t.Fatal(owner, err)
	}
	soon(t, 5*time.Second, "the connection", func() bool {
		n := 0
		if err := b.read(t.Context(), step{sql: "SELECT count(*) " + ears, rows: func(rows []row) { n = rows[0].number(0) }}); err != nil {
			t.Fatal(err)
		}
		return n == 2
	})
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	soon(t, 2*time.Second, "the notice", func() bool { return ended(owner) })
}
