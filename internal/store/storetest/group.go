package storetest

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"sync"
	"time"

	"loophole/internal/store"
)

// A Group lets several servers of one process share a store, as those of several processes share a
// database. It is for tests of servers.
type Group struct {
	mu      sync.Mutex
	store   store.Store
	members map[int]*Member // that live
	leases  map[string]lease
	joined  int
}

// lease is the owner of a match.
type lease struct{ server, epoch int }

// NewGroup returns a group without servers on a store.
func NewGroup(st store.Store) *Group {
	return &Group{store: st, members: map[int]*Member{}, leases: map[string]lease{}}
}

// A Member is the store as one server of a group has it. It implements [store.Shared].
type Member struct {
	store.Store
	group   *Group
	self    *store.Peer
	paused  bool
	closed  bool
	sharing store.Sharing
}

// Join adds a server, which the others reach at address.
func (g *Group) Join(address string) *Member {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.joined++
	m := &Member{Store: g.store, group: g, self: &store.Peer{ID: g.joined, Address: address, Secret: []byte(rand.Text()), Gone: make(chan struct{})}}
	g.members[m.self.ID] = m
	return m
}

// Pause makes the server doubt its leases, or ends that.
func (m *Member) Pause(paused bool) {
	m.group.mu.Lock()
	defer m.group.mu.Unlock()
	m.paused = paused
}

// End ends the leases of the server, as if its process had ended.
func (m *Member) End() {
	m.group.mu.Lock()
	defer m.group.mu.Unlock()
	if m.group.members[m.self.ID] != nil {
		delete(m.group.members, m.self.ID)
		close(m.self.Gone)
	}
}

// Close ends the leases of the server. The store of the group stays open.
func (m *Member) Close() error {
	m.End()
	m.group.mu.Lock()
	defer m.group.mu.Unlock()
	m.closed = true
	return nil
}

// Self implements [store.Shared].
func (m *Member) Self() *store.Peer { return m.self }

// Claim implements [store.Shared].
func (m *Member) Claim(ctx context.Context, id string) (int, *store.Peer, error) {
	if _, err := m.Load(ctx, id); err != nil {
		return 0, nil, err
	}
	m.group.mu.Lock()
	defer m.group.mu.Unlock()
	at := m.group.leases[id]
	if owner := m.group.members[at.server]; owner != nil && owner != m {
		return 0, owner.self, nil
	}
	m.sharing.Claims++
	if at.server != 0 && at.server != m.self.ID {
		m.sharing.Takeovers++
	}
	m.group.leases[id] = lease{m.self.ID, at.epoch + 1}
	return at.epoch + 1, nil, nil
}

// Release implements [store.Shared].
func (m *Member) Release(epochs map[string]int) error {
	m.group.mu.Lock()
	defer m.group.mu.Unlock()
	for id, epoch := range epochs {
		if m.group.leases[id] == (lease{m.self.ID, epoch}) {
			m.group.leases[id] = lease{0, epoch}
		}
	}
	return nil
}

// ReleaseExcept implements [store.Shared].
func (m *Member) ReleaseExcept(ids []string) error {
	m.group.mu.Lock()
	defer m.group.mu.Unlock()
	for id, l := range m.group.leases {
		if l.server == m.self.ID && !slices.Contains(ids, id) {
			m.group.leases[id] = lease{0, l.epoch}
		}
	}
	return nil
}

// owns runs do if the server owns a match. Nobody takes the lease over meanwhile.
func (m *Member) owns(id string, epoch int, do func() error) error {
	m.group.mu.Lock()
	defer m.group.mu.Unlock()
	if m.closed {
		return store.ErrClosed
	}
	if _, err := m.Load(context.Background(), id); err != nil {
		return err
	}
	if at := m.group.leases[id]; at.server != m.self.ID || epoch > 0 && at.epoch != epoch {
		m.sharing.Refused++
		return fmt.Errorf("match %s: %w", id, store.ErrLease)
	}
	return do()
}

// Create implements [store.Store].
func (m *Member) Create(x *store.Match) error {
	m.group.mu.Lock()
	defer m.group.mu.Unlock()
	if m.closed {
		return store.ErrClosed
	}
	err := m.Store.Create(x)
	if err == nil {
		m.group.leases[x.ID] = lease{m.self.ID, 1}
	}
	return err
}

// Add implements [store.Store].
func (m *Member) Add(x store.Append) error {
	return m.owns(x.Match, x.Epoch, func() error { return m.Store.Add(x) })
}

// Delete implements [store.Store].
func (m *Member) Delete(id string) error {
	return m.owns(id, 0, func() error { return m.Store.Delete(id) })
}

// Expire implements [store.Store].
func (m *Member) Expire(created, touched time.Time) (ids []string, err error) {
	m.group.mu.Lock()
	defer m.group.mu.Unlock()
	var all []string
	err = m.List(context.Background(), func(x store.Listed) error {
		owner := m.group.members[m.group.leases[x.ID].server]
		if late := x.Created.Before(created) || x.Touched.Before(touched); late && (owner == nil || owner == m) && len(all) < store.MostExpired {
			all = append(all, x.ID)
		}
		return nil
	})
	for _, id := range all {
		if err == nil {
			err = m.Store.Delete(id)
			ids = append(ids, id)
		}
	}
	return ids, err
}

// Ping implements [store.Store].
func (m *Member) Ping(ctx context.Context) error {
	m.group.mu.Lock()
	defer m.group.mu.Unlock()
	if m.closed {
		return store.ErrClosed
	}
	return m.Store.Ping(ctx)
}

// Alive implements [store.Shared].
func (m *Member) Alive() bool {
	m.group.mu.Lock()
	defer m.group.mu.Unlock()
	return !m.paused && m.group.members[m.self.ID] == m
}

// Peers implements [store.Shared].
func (m *Member) Peers() (list []*store.Peer) {
	m.group.mu.Lock()
	defer m.group.mu.Unlock()
	for _, x := range m.group.members {
		if x != m {
			list = append(list, x.self)
		}
	}
	return list
}

// Sharing implements [store.Shared].
func (m *Member) Sharing() store.Sharing {
	m.group.mu.Lock()
	defer m.group.mu.Unlock()
	return m.sharing
}

var _ store.Shared = (*Member)(nil)
