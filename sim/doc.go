// Package sim plays a procedure many times with the program's own dice and
// says what happened how often, and how far that may be from the truth.
//
// It answers where exact odds cost too much. A [Sampler] is the source behind
// the umpire: it rolls a whole pool of dice in a few nanoseconds, without bias
// and without allocating, because one random word holds many dice and a small
// table reads several of them at once. [Run] plays the trials of a question of
// any rulebook on all cores; [Sample] plays a Go function of one's own. Both
// return counts, from which every chance and mean is computed together with
// its standard error, its 95 % interval and the number of trials.
//
// The same seed and the same number of trials give the same counts for ever,
// whatever the number of workers: trials are dealt out in blocks of
// [BlockSize], block b draws from a generator seeded with (seed, b), and the
// rule that stops a run early is consulted only at fixed numbers of blocks.
// How words become dice is written down in words.go and layout.go, and is as
// much a part of [Generator] as the generator of words.
//
// Left out: secrecy (anyone who knows the seed knows the dice; a game against
// an opponent needs the dice of package dice), faces (a trial knows readings
// only), variance reduction, and any check that the rules allow the situation.
package sim

// Generator names the way from a seed to dice: the generator of words, how
// it is seeded for a block of trials, how words become faces, and BlockSize.
// Whatever changes any of these changes the name, so that a result which
// carries the name and the seed can be repeated.
const Generator = "loophole-1"

// BulkGenerator is the Generator of runs in bulk.
const BulkGenerator = "loophole-bulk-1"
