package server

import (
	"sync"

	"loophole/game"
	"loophole/rulesets"
)

// shared has the games of the rulesets. Matches with equal set-ups share one instance.
var shared struct {
	mu    sync.Mutex
	games map[*game.Game]*game.Game // by the game of the ruleset
}

// sharedGame returns the shared game of a ruleset.
func sharedGame(id string) (*game.Game, error) {
	g, err := rulesets.Game(id)
	if err != nil {
		return nil, err
	}
	shared.mu.Lock()
	defer shared.mu.Unlock()
	if shared.games[g] == nil {
		if shared.games == nil {
			shared.games = map[*game.Game]*game.Game{}
		}
		shared.games[g] = g.Sharing()
	}
	return shared.games[g], nil
}
