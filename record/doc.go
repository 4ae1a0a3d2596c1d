// Package record keeps what happened: one question put to the dice, written so
// that anybody can play it again and find whatever was changed since.
//
// A record is a file of JSON Lines, written as the play goes on and never
// rewritten. Line 1 is the [Header]: the rulebook and the hash of its rules, the
// procedure, the whole situation, the house rules, where the dice come from.
// Each further line is one [rule.Entry]: a roll with its faces, a choice, a
// clause that took effect. The last is the outcome.
//
// Every line ends with its sum, the SHA-256 in hexadecimal digits of the previous
// line's sum (nothing before line 1) followed by the line as it is without its sum.
// So line 7 can be checked with nothing but a shell:
//
//	printf '%s%s' SUM-OF-LINE-6 "$(sed -n 7p FILE | sed 's/,"sum":"[0-9a-f]*"}$/}/')" | sha256sum
//
// In format 1 a sum is the first 16 digits of that.
//
// [Read] takes a record apart and checks what needs no rulebook. [Replay]
// plays it again. [Verify] audits it: the sums, the header, every question, every
// program-rolled face from its seed, and at last every byte, because playing a
// record again writes the same file. The first line that does not hold is
// named in a [Fault], with what was found and what was expected.
//
// The sums find accidents and careless edits. Somebody who makes all sums anew
// still cannot change what the rules and the seed decide; but faces that a
// player typed are that player's word, and they are protected only by telling
// the other side the sum of the last line.
//
// No line holds a control character or one that turns the direction of text
// around, written as it is or by an escape: a terminal would obey it.
//
// Left out: signatures and secrets, games of many actions, undo, and records
// of a play whose legality check is to be kept as well.
package record

// The limits of a record. The writer keeps them too, so whatever it wrote can
// be read. A line holds the largest pool that the rules allow.
const (
	MaxLine    = 8 << 20  // bytes in a line
	MaxBytes   = 64 << 20 // bytes in a file
	MaxEntries = 1 << 18  // entries in a file
)
