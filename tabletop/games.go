package tabletop

import (
	"sync"

	"loophole/game"
	"loophole/rulesets"
)

// shared are the games of the shelf, whose fights are laid out once for all matches that
// are set up alike.
var shared struct {
	mu    sync.Mutex
	games map[*game.Game]*game.Game // by those of the shelf
}

// sharedGame returns the game of a rulebook by its identifier.
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
