// Package twohands plays games whose dice are of two hands: it holds the lines of
// package hands against the rules of a rulebook.
//
// The lines tell all of a match. Its terms are the header of the record ([match.Header]);
// an act is an action, a decision, or taking back; a question is one that the rules
// ask, and a roll answers it. A [Game] takes the lines in order and plays them, so a
// server, a client and whoever checks a match afterwards run the same code: what the
// lines say is what the rules say, or the line is refused.
//
// Left out: who moves the lines and keeps them, how long a value is owed, and who
// decides for a policy.
package twohands
