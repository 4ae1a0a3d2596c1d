// Package match plays a game and keeps it. The list of entries is the match, and the position
// follows from it.
//
// A [Match] is a game with two seats and a list of entries: each action, each roll with its faces
// and their origin, each choice, each clause that took effect, and at the end of each action its
// result and the hash of the position. Any source may answer an action: the program's dice, dice
// typed at the table, or a script. If a source stops at a question, the action stays pending.
// [Match.Play] with another source continues from the recorded answers.
//
// Undo is an entry too, and deletes nothing. It needs the consent of the other side once a die was
// rolled, a secret was shown, or the other side decided. It does not change the program's dice: see
// [Match.RepeatUndoneRolls].
//
// A side may resign: see [Match.Resign]. The position does not show it, so [Match.Status] says
// whether a match is over, and [game.Instance.Status] does not.
//
// The file has the form of the records of package record: JSON Lines, append-only, each line with a
// hash of the lines before. [Resume] continues a file whose program was killed, even in the middle
// of an action. [Verify] plays a file again and names the first line at fault.
//
// The package does not decide where matches are kept, how long they may take, or who may play.
package match
