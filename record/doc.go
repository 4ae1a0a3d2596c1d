// Package record keeps one question that was put to the dice, in a form that anybody can play again
// and check for changes.
//
// A record is a file of JSON Lines, written during play and never rewritten. Line 1 is the
// [Header]: the rulebook and the hash of its rules, the procedure, the whole situation, the house
// rules, and the origin of the dice. Each further line is one [rule.Entry]: a roll with its faces,
// a choice, or a clause that took effect. The last line is the outcome.
//
// Every line ends with its checksum. The checksum is the SHA-256, in hexadecimal digits, of the
// previous line's checksum (nothing before line 1) followed by the line without its own checksum. So
// a shell can check line 7:
//
//	printf '%s%s' CHECKSUM-OF-LINE-6 "$(sed -n 7p FILE | sed 's/,"sum":"[0-9a-f]*"}$/}/')" | sha256sum
//
// In format 1 a checksum is the first 16 digits of that.
//
// [Read] parses a record and checks what needs no rulebook. [Replay] plays it again. [Verify]
// audits it: the checksums, the header, every question, every face of the program's dice from its
// seed, and every byte, because playing a record again writes the same file. A [Fault] names the
// first line at fault, with the found and the expected value.
//
// The checksums reveal accidents and careless edits. A forger who computes all checksums anew still
// cannot change what the rules and the seed decide. Faces that a player typed are that player's
// word. Only telling the other side the checksum of the last line protects them.
//
// No line contains a control character, or one that changes the direction of text, literally or as
// an escape, because a terminal would obey it.
//
// The package has no signatures, secrets, games of many actions, undo, or records of legality
// checks.
package record

// The limits of a record. The writer keeps to them too, so every record that it writes can be read.
// A line holds the largest pool that the rules allow.
const (
	MaxLine    = 8 << 20  // bytes in a line
	MaxBytes   = 64 << 20 // bytes in a file
	MaxEntries = 1 << 18  // entries in a file
)
