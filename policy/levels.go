package policy

// A level is an opponent that plays to win. Its fields are those of [Lookahead].
type level struct {
	name, gist    string
	depth, budget int
	endings       int
	rollouts      int
	mistakes      int
	strict        bool
}

// levels are the opponents that play to win, the weakest first.
var levels = []level{
	{"recruit", "level 1: takes every other decision at random, and the best action for its chance to win otherwise", 1, 4000, 0, 0, 50, false},
	{"private", "level 2: takes one decision in four at random", 1, 4000, 0, 0, 25, false},
	{"corporal", "level 3: takes one decision in ten at random", 1, 4000, 0, 0, 10, false},
	{"sergeant", "level 4: the action that is best for its chance to win", 1, 4000, 0, 0, 0, false},
	{"captain", "level 5: looks two actions ahead, compares the best actions by rollouts, and solves tiny endings exactly", 2, 1000, 8000, 6000, 0, true},
	{"colonel", "level 6: as the captain, with far more rollouts, and solves small endings exactly", 2, 4000, 100_000, 80_000, 0, true},
}
