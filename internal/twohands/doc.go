// Package twohands plays games whose dice are made by two hands: it checks the lines of package
// hands against the rules of a ruleset.
//
// The lines contain the whole match. Its terms are the header of the record ([match.Header]). An
// act is an action, a decision, an undo, a redo or a resignation. A question is one that the rules
// ask, and a roll answers it. A [Game] takes the lines in order and plays them. The server, the
// clients and a later checker run this code, and each rejects a line that does not follow from the
// rules.
//
// The package does not send or store the lines, does not measure how long a value is owed, and does
// not decide for a policy.
package twohands
