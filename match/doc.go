// Package match plays a game to be kept: the list of what was done is the
// match, and the position follows from it.
//
// A [Match] is a fight with two seats and a list of entries: each action as its
// one line, each roll with its faces and where they came from, each choice,
// each clause that took effect, and at the end of the action what came of it
// and the hash of the position. An action may be answered by any source: the
// program's dice, dice typed at the table, a script. A source that stops at a
// question leaves the action begun; [Match.Play] with another source goes on
// from the recorded answers.
//
// Taking back is an entry, not an erasure. It is free until a die was rolled, a
// secret was shown, or somebody else decided; then the other side must
// consent. The program's dice do not change by it: see [Match.RepeatUndoneRolls].
//
// The file is written as the questions of package record are: JSON Lines,
// append-only, each line sealed by the sum of the one before. [Resume] goes on
// with a file whose program was killed, even in the middle of an action.
// [Verify] plays a file again and names the first line that does not hold.
//
// Left out: where matches are kept, clocks, and who may sit down.
package match
