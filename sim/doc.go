// Package sim runs a procedure many times with random dice and returns the frequency of each
// outcome with its standard error.
//
// It is for questions whose exact odds cost too much. A [Sampler] is the source of the umpire. It
// rolls a whole pool of dice in a few nanoseconds, without bias and without allocation, because one
// random word contains many dice and a small table reads several of them at once. [Run] runs the
// trials of a question of any rulebook on all cores, and [Sample] those of a Go function. Both
// return counts. From these follow all chances and means, each with its standard error, its 95 %
// interval and the number of trials.
//
// The same seed and number of trials always give the same counts, with any number of workers.
// Trials are divided into blocks of [BlockSize]. Block b draws from a generator seeded with (seed,
// b), and the rule that stops a run early is consulted only after fixed numbers of blocks. The
// files xoshiro.go and dicewords.go define how words become dice, which is a part of [Generator].
//
// The package does not keep dice secret (the seed determines the dice; a game against an opponent
// needs package dice). A trial knows results, not faces. There is no variance reduction, and no
// check that the rules allow the situation.
package sim

// Generator names the method from a seed to dice: the generator of words, its seeding for a block
// of trials, the conversion of words to faces, and BlockSize. A change to any of these changes the
// name, so that a result with the name and the seed is reproducible.
const Generator = "loophole-1"

// BulkGenerator is the Generator of runs with alias tables.
const BulkGenerator = "loophole-bulk-1"
