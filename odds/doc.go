// Package odds computes exact odds. It plays a procedure with every possible answer and adds up the
// weights of each outcome.
//
// The source behind the umpire is an odometer. It answers each question with the first possible
// result until the procedure ends. Then it advances the last question to its next result and plays
// again, with carries as in an odometer. Each result has its exact weight. The weights of all paths
// add up to one, which is checked.
//
// It is fast because it needs few runs. It visits results instead of faces. It merges equal states
// at checkpoints ([rule.Checkpoint]) and plays each state once, so that a long fight becomes a
// Markov chain of states. A fight without a last round is an absorbing chain, which is solved and
// not cut off. The distribution of a named subroll ([rule.Subroll]) is computed once.
//
// Weights are fractions by default: integers over a denominator of twos, threes and fives, and of
// the factors of draws. They are reduced when a caller reads them. With [Options.Floats] the same
// odometer uses float64, for callers that need speed more than the last digit.
//
// The engine rejects a question that is too large early, with a [TooLargeError] that estimates its
// size. It never truncates an answer and never switches to sampling on its own. A policy answers
// choices, by default with the first option. This package does not search for the best play.
package odds
