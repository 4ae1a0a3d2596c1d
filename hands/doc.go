// Package hands makes dice of two hands: neither the players nor the server between them can
// foresee or choose the faces.
//
// Each seat has a key and a chain of values. Every value is the hash of the next, so the end of the
// chain commits to all of them ([Secret]). A [Table] takes the lines of a match in order: a signed
// action, the question that the rules ask, the next value of each chain, and the faces. The faces
// follow from the checksum of the question and from the values. No value is revealed before the question
// is fixed. A [Player] does the work of one client: it follows every line, derives each question
// with its own engine before it reveals a value, and reveals no value twice.
//
// Hashes are SHA-256 over fields with their lengths ([hash]). Signatures are Ed25519. Faces are
// bytes of HMAC-SHA256, without those that would favour a face ([Faces]). docs/hands.md describes
// every byte, and testdata has test vectors for other implementations.
//
// The package knows no rules and no positions, which it takes as text. It does not transport lines,
// and has no clock. The engine decides whether a question is the one that the rules ask. Between
// two players, the last to reveal a value knows the faces first. That is of no use, because the
// record names a player who owes a value.
package hands
