// Package hands makes dice of two hands: neither player, nor the server between them,
// can foresee or choose what they show.
//
// Each seat has a key, and a chain of values of which every one is the hash of the
// next, so that the end of the chain promises all of them ([Secret]). A [Table] takes
// the lines of a match in order: a signed action, the question that the rules ask,
// the next value of each chain, the faces. The faces follow from the sum of the
// question and from the values; nobody's value is out before the question is fixed.
// A [Player] holds what one client has to: it follows every line, derives each
// question by its own engine before it gives its value, and gives no value twice.
//
// Hashes are SHA-256 over fields that have their length before them ([hash]);
// signatures are Ed25519; faces are bytes of HMAC-SHA256, of which those are
// rejected that would favour a face ([Faces]). docs/hands.md says it to the byte, and
// testdata holds vectors for whoever writes it anew.
//
// Left out: rules and positions, which come in as text; who moves the lines, and
// what time it is. That a question is the one that the rules ask is for the engine
// to say; that the last to give his value knows the faces first cannot be prevented
// between two: it is made worthless, as what he owes stands in the record by name.
package hands
