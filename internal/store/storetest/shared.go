package storetest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"loophole/internal/store"
)

// TestShared checks the leases of an implementation. Open returns a function that joins another server
// to one empty store. The test closes the servers.
func TestShared(t *testing.T, open func(t *testing.T) (join func() store.Shared)) {
	for _, x := range []struct {
		name string
		test func(t *testing.T, join func() store.Shared)
	}{
		{"lease", testLease}, {"again", testClaimAgain}, {"leave", testLeave}, {"release except", testReleaseExcept}, {"delete", testSharedDelete}, {"expire", testSharedExpire}, {"model", testModel}, {"race", testClaimRace},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			join := open(t)
			x.test(t, func() store.Shared {
				s := join()
				t.Cleanup(func() { s.Close() })
				return s
			})
		})
	}
}

// line adds one line to a match under a lease.
func line(s store.Store, match string, epoch, n int, text string) error {
	return s.Add(store.Append{Match: match, Epoch: epoch, From: n, Lines: [][]byte{[]byte(text + "\n")}, StateJSON: []byte("{}")})
}

// claimed claims a match that is free.
func claimed(t *testing.T, s store.Shared, match string) int {
	t.Helper()
	epoch, owner, err := s.Claim(t.Context(), match)
	if err != nil || owner != nil {
		t.Fatalf("the claim fails: %+v %v", owner, err)
	}
	return epoch
}

// lines returns the lines of a match without its header.
func lines(t *testing.T, s store.Store, match string) (list []string) {
	t.Helper()
	x, err := s.Load(t.Context(), match)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range x.Lines[1:] {
		list = append(list, string(l[:len(l)-1]))
	}
	return list
}

// The owner alone changes a match, until it releases the lease. Another one learns how to reach it.
func testLease(t *testing.T, join func() store.Shared) {
	a, b := join(), join()
	created(t, a, "one")
	epoch, owner, err := b.Claim(t.Context(), "one")
	if err != nil || epoch != 0 || owner == nil || owner.ID != a.Self().ID || owner.Address != a.Self().Address || string(owner.Secret) != string(a.Self().Secret) {
		t.Fatalf("%d %+v %v", epoch, owner, err)
	}
	if err := line(b, "one", 1, 1, "b"); !errors.Is(err, store.ErrLease) {
		t.Error(err)
	}
	if err := line(a, "one", 1, 1, "a"); err != nil {
		t.Error(err)
	}
	if err := a.Release(map[string]int{"one": 1}); err != nil {
		t.Fatal(err)
	}
	if epoch = claimed(t, b, "one"); epoch != 2 {
		t.Error(epoch)
	}
	for _, from := range []int{1, 2} { // The number is taken, and is not.
		if err := line(a, "one", 1, from, "a"); !errors.Is(err, store.ErrLease) || errors.Is(err, store.ErrConflict) {
			t.Error(err)
		}
	}
	if err := a.Add(store.Append{Match: "one", Epoch: 1, From: 2, Lines: [][]byte{[]byte("x\n")}}); !errors.Is(err, store.ErrLease) {
		t.Error("without a state: ", err)
	}
	if err := a.Release(map[string]int{"one": 1}); err != nil {
		t.Error(err)
	}
	if err := line(b, "one", 2, 2, "b"); err != nil {
		t.Error("a former owner released the lease: ", err)
	}
	if got := fmt.Sprint(lines(t, a, "one")); got != "[a b]" {
		t.Error(got)
	}
	if n := a.Sharing().Refused; n != 3 {
		t.Error(n)
	}
	if _, _, err := a.Claim(t.Context(), "two"); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
	if err := line(a, "two", 1, 1, "a"); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
}

// A server that claims its own match again ends its former lease.
func testClaimAgain(t *testing.T, join func() store.Shared) {
	a := join()
	created(t, a, "one")
	if epoch := claimed(t, a, "one"); epoch != 2 {
		t.Error(epoch)
	}
	if err := line(a, "one", 1, 1, "old"); !errors.Is(err, store.ErrLease) {
		t.Error(err)
	}
	if err := line(a, "one", 2, 1, "new"); err != nil {
		t.Error(err)
	}
}

// A server that leaves has no leases, and the others know at once.
func testLeave(t *testing.T, join func() store.Shared) {
	a, b := join(), join()
	created(t, a, "one")
	_, owner, err := b.Claim(t.Context(), "one")
	if err != nil || owner == nil {
		t.Fatal(err)
	}
	if !a.Alive() || !b.Alive() {
		t.Error("they do not live")
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-owner.Gone:
	case <-time.After(10 * time.Second):
		t.Error("the other server does not notice")
	}
	claimed(t, b, "one")
	if n := b.Sharing(); n.Takeovers != 1 || n.Deposed != 0 {
		t.Errorf("%+v", n)
	}
	if c := join(); c.Self().ID == owner.ID || len(c.Self().Secret) < 16 {
		t.Errorf("%+v", c.Self())
	}
}

// Only the owner deletes a match.
func testSharedDelete(t *testing.T, join func() store.Shared) {
	a, b := join(), join()
	created(t, a, "one")
	if err := b.Delete("one"); !errors.Is(err, store.ErrLease) {
		t.Error(err)
	}
	if err := b.Delete("two"); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
	if err := a.Delete("one"); err != nil {
		t.Error(err)
	}
	if err := a.Delete("one"); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
}

// A server releases all matches but some. Leases of others stay.
func testReleaseExcept(t *testing.T, join func() store.Shared) {
	a, b := join(), join()
	for _, id := range []string{"a1", "a2", "kept"} {
		created(t, a, id)
	}
	created(t, b, "b1")
	if err := a.ReleaseExcept([]string{"kept", "unknown"}); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]store.Shared{"a1": nil, "a2": nil, "kept": a, "b1": nil} {
		_, owner, err := b.Claim(t.Context(), id)
		if err != nil || (owner == nil) != (want == nil) || owner != nil && owner.ID != want.Self().ID {
			t.Errorf("%s: %+v %v", id, owner, err)
		}
	}
	if err := line(a, "a1", 1, 1, "a"); !errors.Is(err, store.ErrLease) {
		t.Error(err)
	}
	if err := line(a, "kept", 1, 1, "a"); err != nil {
		t.Error(err)
	}
	if err := a.ReleaseExcept(nil); err != nil {
		t.Fatal(err)
	}
	if epoch := claimed(t, b, "kept"); epoch != 2 {
		t.Error(epoch)
	}
}

// A server deletes expired matches of its own and those without an owner.
func testSharedExpire(t *testing.T, join func() store.Shared) {
	a, b := join(), join()
	for _, id := range []string{"a1", "a2", "free"} {
		created(t, a, id)
	}
	created(t, b, "b1")
	if err := a.Release(map[string]int{"free": 1}); err != nil {
		t.Fatal(err)
	}
	far := time.Now().Add(time.Hour)
	for _, x := range []struct {
		s    store.Store
		want int
	}{{b, 2}, {a, 2}} {
		if ids, err := x.s.Expire(time.Time{}, far); err != nil || len(ids) != x.want {
			t.Error(ids, err)
		}
	}
}

// Servers do things in random order, and each result is that of a simple model.
func testModel(t *testing.T, join func() store.Shared) {
	type lease struct{ server, epoch, lines int }
	chance := rand.New(rand.NewPCG(1, 2))
	servers := []store.Shared{join(), join(), join()}
	model, known := map[string]*lease{}, map[string][3]int{} // known is the last epoch of each server
	for i := range 4 {
		id := fmt.Sprint("m", i)
		created(t, servers[0], id)
		model[id], known[id] = &lease{server: 0, epoch: 1}, [3]int{1}
	}
	for n := range 300 {
		who, id := chance.IntN(3), fmt.Sprint("m", chance.IntN(4))
		s, m, epochs := servers[who], model[id], known[id]
		switch op := chance.IntN(20); {
		case op == 0:
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			servers[who] = join()
			for _, x := range model {
				if x.server == who {
					x.server = -1
				}
			}
		case op < 6:
			epoch, owner, err := s.Claim(t.Context(), id)
			switch free := m.server < 0 || m.server == who; {
			case err != nil || (owner == nil) != free || free && epoch != m.epoch+1 || !free && owner.ID != servers[m.server].Self().ID:
				t.Fatalf("step %d: %d %+v %v, but %+v", n, epoch, owner, err, m)
			case free:
				m.server, m.epoch, epochs[who] = who, epoch, epoch
			}
		case op < 9:
			if err := s.Release(map[string]int{id: epochs[who]}); err != nil {
				t.Fatal(err)
			}
			if m.server == who && m.epoch == epochs[who] {
				m.server = -1
			}
		default:
			err := line(s, id, max(1, epochs[who]), m.lines+1, fmt.Sprint(m.lines))
			if may := m.server == who && m.epoch == epochs[who]; may != (err == nil) || err != nil && !errors.Is(err, store.ErrLease) {
				t.Fatalf("step %d: %v, but %d %+v", n, err, epochs, m)
			} else if may {
				m.lines++
			}
		}
		known[id] = epochs
	}
	for id, m := range model {
		if got := lines(t, servers[0], id); len(got) != m.lines {
			t.Errorf("%s has %d lines of %d", id, len(got), m.lines)
		}
	}
}

// Servers claim, write and release the same matches at once. Each kept line is there once, under its
// number, and no other is.
func testClaimRace(t *testing.T, join func() store.Shared) {
	servers := []store.Shared{join(), join(), join()}
	const matches, wanted, patience = 3, 30, time.Minute
	for i := range matches {
		created(t, servers[0], fmt.Sprint("m", i))
		if err := servers[0].Release(map[string]int{fmt.Sprint("m", i): 1}); err != nil {
			t.Fatal(err)
		}
	}
	var mu sync.Mutex
	kept := map[string]map[int]string{}
	write := func(s store.Shared, id, text string) {
		epoch, owner, err := s.Claim(context.Background(), id)
		if err != nil || owner != nil {
			return // Another one is faster.
		}
		x, err := s.Load(context.Background(), id)
		if err != nil {
			t.Error(err)
			return
		}
		n := len(x.Lines)
		switch err := line(s, id, epoch, n, text); {
		case err == nil:
			mu.Lock()
			defer mu.Unlock()
			if kept[id] == nil {
				kept[id] = map[int]string{}
			}
			if was := kept[id][n]; was != "" {
				t.Errorf("line %d of %s is %s and %s", n, id, was, text)
			}
			kept[id][n] = text
			s.Release(map[string]int{id: epoch})
		case !errors.Is(err, store.ErrLease):
			t.Error(err)
		}
	}
	var all sync.WaitGroup
	for who, s := range servers {
		for i := range matches {
			all.Go(func() {
				id := fmt.Sprint("m", i)
				enough := func() bool {
					mu.Lock()
					defer mu.Unlock()
					return len(kept[id]) >= wanted
				}
				for k, since := 0, time.Now(); !enough() && time.Since(since) < patience; k++ {
					write(s, id, fmt.Sprintf("%d-%d", who, k))
				}
			})
		}
	}
	all.Wait()
	for i := range matches {
		id, stored := fmt.Sprint("m", i), map[int]string{}
		for k, text := range lines(t, servers[0], id) {
			stored[1+k] = text
		}
		if !maps.Equal(stored, kept[id]) || len(stored) < wanted {
			t.Errorf("%s has %v; acknowledged were %v", id, stored, kept[id])
		}
	}
}
