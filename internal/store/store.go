package store

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"
)

// ErrClosed is the error of a write to a closed store.
var ErrClosed = errors.New("store: closed")

// ErrConflict is wrapped by the error for lines whose numbers exist: another program has
// continued the match.
var ErrConflict = errors.New("another program has continued the match")

// ErrNotFound is wrapped by the error for a match that the store does not have.
var ErrNotFound = errors.New("there is no such match")

// ErrExists is wrapped by the error for a match that the store has already.
var ErrExists = errors.New("the match is already stored here")

// ErrOlder is wrapped by the error for an older copy of a match than the store has.
var ErrOlder = errors.New("the match that is stored here has gone on since")

// ErrDiverged is wrapped by the error for a copy of a match that has gone on in another way here.
var ErrDiverged = errors.New("the match that is stored here has gone on in another way")

// ErrFull is wrapped by the error for a change for which there is no room.
var ErrFull = errors.New("there is no room left")

// A Store keeps matches. It is safe for concurrent use. A caller learns of success only after a
// change is kept. Package storetest checks an implementation.
type Store interface {
	// Create keeps a new match. The error wraps [ErrExists] if the store has a match with this ID.
	Create(m *Match) error

	// Add keeps an addition to a match. The error wraps [ErrNotFound] if the match does not exist,
	// and [ErrConflict] if another program has added lines before. After an error nothing is kept.
	Add(x Append) error

	// Load reads a match. The error wraps [ErrNotFound] if it does not exist.
	Load(ctx context.Context, id string) (*Match, error)

	// HandLines returns up to most lines of a match's two-hands dice, from number from on. The
	// header is number 0.
	HandLines(ctx context.Context, match string, from, most int) ([][]byte, error)

	// Reply returns the answer to the request with a key, or nil if the store has none.
	Reply(ctx context.Context, match, key string) (*Reply, error)

	// Count returns the number of matches.
	Count(ctx context.Context) (int, error)

	// List calls visit for each match, the oldest first. It stops at the first error.
	List(ctx context.Context, visit func(Listed) error) error

	// IDs returns the IDs of all matches, the oldest first.
	IDs(ctx context.Context) ([]string, error)

	// Expire deletes matches that were created before created or last changed before touched, and
	// returns their IDs. It deletes at most [MostExpired] of them, those with the longest idle time
	// first. A zero time expires none.
	Expire(created, touched time.Time) ([]string, error)

	// Delete deletes a match with everything that the store keeps of it. The error wraps
	// [ErrNotFound] if it does not exist.
	Delete(id string) error

	// Copy reads a match with its answers, as they are at one moment. The error wraps
	// [ErrNotFound] if the match does not exist.
	Copy(ctx context.Context, id string) (*Copy, error)

	// Insert keeps a copy as a match of this store. Its age counts from its creation, its idle time
	// from now. The error wraps [ErrExists] if the store has a match with this ID.
	Insert(c *Copy) error

	// Ping reports whether the store can be written.
	Ping(ctx context.Context) error

	// Close waits for pending writes and closes the store.
	Close() error
}

// MostExpired is the largest number of matches that one call of [Store.Expire] deletes, so that
// other writers do not wait long.
const MostExpired = 200

// A Match is a match as the store keeps it.
type Match struct {
	ID        string
	Created   time.Time
	Touched   time.Time       // time of the last change, to the second
	InfoJSON  []byte          // JSON that never changes
	StateJSON []byte          // JSON that changes with the match
	Seats     map[Hash]string // seat of each token, by the token's hash
	Lines     [][]byte        // of the record, each with its line break
	Hands     [][]byte        // of two-hands dice, each with its line break
	Over      bool            // the game is over
	Keys      []string        // of the kept answers, the oldest first
	Epoch     int             // of the lease under which a server has loaded it; no store keeps it with the match
}

// Hash is a SHA-256. Of tokens the store keeps nothing else.
type Hash [sha256.Size]byte

// An Append is one addition to a match, kept as a whole or not at all.
type Append struct {
	Match     string
	Epoch     int      // of the lease in a [Shared] store; 0 is any lease of this server
	From      int      // number of the first line; the header is 0
	Lines     [][]byte // each with its line break
	Hands     Hands    // new lines of two-hands dice
	StateJSON []byte   // nil: unchanged
	Over      bool
	Answer    *Reply  // nil: no answer to keep
	Reseat    *Reseat // nil: the seats are unchanged
}

// Hands are lines of two-hands dice. They are kept in the same transaction as those of the
// record.
type Hands struct {
	From  int      // number of the first line; the header is 0
	Lines [][]byte // each with its line break
}

// A Reseat gives a seat a new token and deletes its former ones.
type Reseat struct {
	Seat string // the name of the seat from now on
	Hash Hash   // of the new token
	Was  []Hash // of the tokens to delete
}

// A Reply is the answer to a request with an idempotency key. The same request gets it again and
// is not carried out twice.
type Reply struct {
	Key    string
	Asked  Hash // of the request
	Body   []byte
	Forget []string // keys of answers to delete
}

// A Listed is a match in a list.
type Listed struct {
	ID               string
	Created, Touched time.Time
	Over             bool
	Lines            int
	Header           []byte // the first line of the record
}
