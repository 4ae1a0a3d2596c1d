package tabletop

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"

	"loophole/internal/store"
)

// The roles of whoever holds a token.
const (
	roleSeat      = "seat"
	roleTable     = "table" // both seats, for two players at one screen
	roleSpectator = "spectator"
	roleInvited   = "invited" // nobody's seat yet: it looks on, and can be claimed
)

// Who can have the key of a seat, as a match tells it.
const (
	heldPolicy  = "policy"
	heldScreen  = "screen"
	heldInvited = "invited"
	heldClaimed = "claimed"
	heldGiven   = "given"
)

// A seat is who asks: his role, and his side if he has one seat.
type seat struct {
	role string
	side int // 0 or 1, of roleSeat
}

// The seats by the words in which the store keeps them.
var seatWords = map[string]seat{
	"0": {roleSeat, 0}, "1": {roleSeat, 1}, roleTable: {roleTable, 0}, roleSpectator: {roleSpectator, 0},
	inviting(0): {roleInvited, 0}, inviting(1): {roleInvited, 1},
}

// wordOf is the word in which the store keeps the seat of a side.
func wordOf(side int) string { return strconv.Itoa(side) }

// inviting is the word in which the store keeps an invitation to a side.
func inviting(side int) string { return roleInvited + " " + strconv.Itoa(side) }

// looksOn reports whether a seat may act for nobody.
func (s seat) looksOn() bool { return s.role == roleSpectator || s.role == roleInvited }

// keys are the seats of a match by the hashes of their tokens. They are never
// changed, but replaced, so that whoever comes in reads them without the lock.
type keys map[store.Hash]seat

// seatOf is the seat that a token opens now.
func (t *liveMatch) seatOf(key store.Hash) (seat, bool) {
	who, ok := (*t.keys.Load())[key]
	return who, ok
}

// held says who can have the key of a side's seat.
func (t *liveMatch) held(side int) string {
	switch {
	case t.policy[side] != "":
		return heldPolicy
	case t.facts.HotSeat:
		return heldScreen
	case t.standing.Claimed[side]:
		return heldClaimed
	}
	for _, who := range *t.keys.Load() {
		if who == (seat{roleInvited, side}) {
			return heldInvited
		}
	}
	return heldGiven
}

// sits reports whether a seat may act for a side.
func (s seat) sits(side int) bool {
	return s.role == roleTable || s.role == roleSeat && s.side == side
}

// newToken returns a token of 128 bits that nobody can guess, and its hash.
func newToken() (string, store.Hash) {
	var b [16]byte
	rand.Read(b[:]) // It never fails: the program is stopped if the system has no randomness.
	t := base64.RawURLEncoding.EncodeToString(b[:])
	return t, sha256.Sum256([]byte(t))
}

// newID returns the name of a match: 72 bits, so that nobody finds one by
// trying.
func newID() string {
	var b [9]byte
	rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// bearer takes the token out of an Authorization header.
func bearer(header string) (token string, ok bool) {
	scheme, token, ok := strings.Cut(header, " ")
	token = strings.TrimSpace(token)
	return token, ok && strings.EqualFold(scheme, "Bearer") && token != ""
}
