package server

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"

	"loophole/internal/store"
)

// The roles of a token.
const (
	roleSeat      = "seat"
	roleTable     = "table" // both seats, for two players at one screen
	roleSpectator = "spectator"
	roleInvited   = "invited" // an open invitation: it spectates and can be claimed
)

// Who may have the key of a seat, in the state of a match.
const (
	heldPolicy  = "policy"
	heldScreen  = "screen"
	heldInvited = "invited"
	heldClaimed = "claimed"
	heldGiven   = "given"
)

// A seat is a role, with the side of a player.
type seat struct {
	role string
	side int // 0 or 1, of roleSeat and roleInvited
}

// The seats by their words in the store.
var seatWords = map[string]seat{
	"0": {roleSeat, 0}, "1": {roleSeat, 1}, roleTable: {roleTable, 0}, roleSpectator: {roleSpectator, 0},
	invitationWord(0): {roleInvited, 0}, invitationWord(1): {roleInvited, 1},
}

// seatWord returns the store's word for the seat of a side.
func seatWord(side int) string { return strconv.Itoa(side) }

// invitationWord returns the store's word for an invitation to a side.
func invitationWord(side int) string { return roleInvited + " " + strconv.Itoa(side) }

// spectates reports whether a seat may act for no side.
func (s seat) spectates() bool { return s.role == roleSpectator || s.role == roleInvited }

// keys are the seats of a match by the hashes of their tokens. The map is replaced, never
// changed, so that it can be read without the lock.
type keys map[store.Hash]seat

// seatOf returns the seat that a token opens now.
func (t *liveMatch) seatOf(key store.Hash) (seat, bool) {
	who, ok := (*t.keys.Load())[key]
	return who, ok
}

// keyHolder returns who may have the key of a side's seat.
func (t *liveMatch) keyHolder(side int) string {
	switch {
	case t.policy[side] != "":
		return heldPolicy
	case t.info.HotSeat:
		return heldScreen
	case t.session.Claimed[side]:
		return heldClaimed
	}
	for _, who := range *t.keys.Load() {
		if who == (seat{roleInvited, side}) {
			return heldInvited
		}
	}
	return heldGiven
}

// hasSide reports whether a seat belongs to a side.
func (s seat) hasSide(side int) bool {
	return s.role == roleTable || s.role == roleSeat && s.side == side
}

// newToken returns a random token of 128 bits and its hash.
func newToken() (string, store.Hash) {
	var b [16]byte
	rand.Read(b[:]) // It never fails: the program stops if the system has no randomness.
	t := base64.RawURLEncoding.EncodeToString(b[:])
	return t, sha256.Sum256([]byte(t))
}

// newID returns the ID of a match: 72 random bits, so that it cannot be guessed. It never begins
// with "-", which a command line would take for a flag.
func newID() string {
	var b [9]byte
	for {
		rand.Read(b[:])
		if id := base64.RawURLEncoding.EncodeToString(b[:]); id[0] != '-' {
			return id
		}
	}
}

// bearer returns the token of an Authorization header.
func bearer(header string) (token string, ok bool) {
	scheme, token, ok := strings.Cut(header, " ")
	token = strings.TrimSpace(token)
	return token, ok && strings.EqualFold(scheme, "Bearer") && token != ""
}
