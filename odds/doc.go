// Package odds calculates: it plays a procedure with every answer in turn and
// adds up what each outcome weighs.
//
// The source behind the umpire is an odometer. It answers the first question
// with its first reading, the next with its first, and so on to the end of the
// procedure; then it advances the last question to its next reading and plays
// again, carrying over as an odometer does. Each reading comes with its exact
// weight, so the weights of all paths add up to one, which is checked.
//
// Fewer runs is what makes it fast. Readings are visited, not faces. Equal
// states are merged at stage marks ([rule.Checkpoint]) and each state is played out
// once, which turns a long fight into a chain of states; a fight that may go
// on for ever is an absorbing Markov chain and is solved, not cut off. The
// distribution of a named sub-roll ([rule.Subroll]) is found once.
//
// Weights are fractions by default: integers over a denominator of twos,
// threes and fives, and of what draws bring in, reduced when somebody looks. With [Options.Floats] the
// same odometer runs on float64 where speed matters more than the last digit.
//
// A question too large to be answered exactly is refused early, with an
// estimate of its size, as a [TooLargeError]; nothing is truncated and
// nothing switches to sampling by itself. Choices are answered by a policy,
// the first option by default; this package does not search for best play.
package odds
