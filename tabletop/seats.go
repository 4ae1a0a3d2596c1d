package tabletop

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"loophole/store"
)

// The roles of whoever holds a token.
const (
	roleSeat      = "seat"
	roleTable     = "table" // both seats, for two players at one screen
	roleSpectator = "spectator"
)

// A seat is who asks: his role, and his side if he has one seat.
type seat struct {
	role string
	side int // 0 or 1, of roleSeat
}

// The seats by the words in which the store keeps them.
var seatWords = map[string]seat{
	"0": {roleSeat, 0}, "1": {roleSeat, 1}, roleTable: {roleTable, 0}, roleSpectator: {roleSpectator, 0},
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
