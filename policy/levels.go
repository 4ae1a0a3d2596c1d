package policy

// A level is an opponent that plays to win: how far it looks ahead, how often it plays an action
// at a decision, about, and how many of a hundred decisions it takes at random.
type level struct {
	name, gist    string
	depth, budget int
	endings       int // plays to solve the rest of the game
	rollouts      int // plays to compare the best actions
	mistakes      int
}

// levels are the opponents that play to win, the weakest first.
var levels = []level{
	{"recruit", "level 1: takes every other action at random, and the best one for its chance to win otherwise", 1, 4000, 0, 0, 50},
	{"private", "level 2: takes one action in four at random", 1, 4000, 0, 0, 25},
	{"corporal", "level 3: takes one action in ten at random", 1, 4000, 0, 0, 10},
	{"sergeant", "level 4: the action that is best for its chance to win", 1, 4000, 0, 0, 0},
	{"captain", "level 5: plays the best actions on in rollouts, and solves the smallest endings exactly", 2, 4000, 12_000, 16_000, 0},
	{"colonel", "level 6: plays ten times as many rollouts, and solves small endings exactly", 2, 4000, 200_000, 160_000, 0},
}
