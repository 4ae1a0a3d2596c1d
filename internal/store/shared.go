package store

import (
	"context"
	"errors"
)

// ErrLease is wrapped by the error for a change of a match that another server has taken over, or
// that this server has claimed again in the meantime.
var ErrLease = errors.New("another server has taken the match over")

// A Shared is a [Store] that several servers use at the same time. Each match has at most one owner,
// which holds a lease of it. The lease ends with the server: when it leaves, when its session ends, or
// when the others have not heard from it for some seconds. Only the owner can change the match.
//
// A store that a program has to itself may implement the interface too. Its Self is nil then, and the
// other methods must not be called.
type Shared interface {
	Store

	// Self returns this server, or nil if the store is not shared.
	Self() *Peer

	// Claim makes this server the owner of a match that no other living server owns, and returns
	// the epoch of the lease. Each claim of a match has a larger epoch than those before, and ends
	// them. If another living server owns the match, Claim returns that server instead. The error
	// wraps [ErrNotFound] if the match does not exist. The creator of a match owns it with epoch 1.
	Claim(ctx context.Context, id string) (epoch int, owner *Peer, err error)

	// Release ends leases of this server, given as epochs by match. It leaves later leases alone.
	Release(epochs map[string]int) error

	// ReleaseExcept ends the leases of this server, except those of the matches with these IDs.
	ReleaseExcept(ids []string) error

	// Alive reports whether no other server can own a match of this server at present. It returns
	// false while the server cannot tell the others that it lives, and for ever once they have
	// given it up.
	Alive() bool

	// Peers returns the other living servers.
	Peers() []*Peer

	// Sharing returns what has happened since the start.
	Sharing() Sharing
}

// A Peer is a server of a [Shared] store. Each start of a server is another peer.
type Peer struct {
	ID      int
	Address string        // URL at which other servers reach it
	Secret  []byte        // key of requests that are forwarded to it
	Gone    chan struct{} // closed when this process learns that the server has ended
}

// Sharing counts events of a [Shared] store.
type Sharing struct {
	Claims    int // leases that this server took
	Takeovers int // of these, leases that other servers had when they ended
	Deposed   int // servers that ended without leaving, as this one noticed
	Refused   int // changes of matches whose lease this server had lost
	Deaf      int // lost connections for notices
}
