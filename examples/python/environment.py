"""A game as an environment for learning, in the shape of Gymnasium's: reset and step.

    python3 environment.py [SCENARIO [STEPS [SEED]]]

plays random games and prints how many steps a second it takes.
"""

import random
import sys
import time

import loophole


class Environment:
    """Both sides act in turn. The observation and the reward are those of the side that acts."""

    def __init__(self, scenario, **request):
        self.game = loophole.Game(scenario=scenario, **request)
        self.sides = self.game.sides

    def reset(self, seed=None, options=None):
        """Begins a game, and returns the first observation and further facts."""
        self.game.reset(random.getrandbits(64) if seed is None else seed)
        self.status = self.game.status()
        return self.observation(), self.info()

    def step(self, index):
        """Plays a legal action: observation, reward, terminated, truncated, further facts."""
        side = self.status
        self.status = self.game.play(index)
        over = self.status >= loophole.FIRST_WON
        reward = 0
        if over and self.status != loophole.DRAWN:
            reward = 1 if self.status == loophole.FIRST_WON + side else -1
        return self.observation(), reward, over, False, self.info()

    def observation(self):
        """What the side to act knows, as numbers; after the end, what the first side knows."""
        return self.game.features(self.status if self.status < loophole.FIRST_WON else 0)

    def legal_actions(self):
        """The indexes that step takes."""
        return range(self.game.count())

    def info(self):
        """The side to act, or 2, 3 or 4 at the end; and the number of legal actions."""
        return {"status": self.status, "legal": self.game.count()}


def main(scenario="arnhem", steps="50000", seed="1"):
    steps, chance = int(steps), random.Random(int(seed))
    env = Environment(scenario)
    won = {loophole.FIRST_WON: 0, loophole.SECOND_WON: 0, loophole.DRAWN: 0}
    _, info = env.reset(chance.getrandbits(64))
    start = time.process_time()
    for _ in range(steps):
        _, reward, terminated, _, info = env.step(chance.randrange(info["legal"]))
        if terminated:
            won[info["status"]] += 1
            _, info = env.reset(chance.getrandbits(64))
    spent = time.process_time() - start
    print(f"{scenario}: {sum(won.values())} games, won by {env.sides[0]} {won[loophole.FIRST_WON]}, "
          f"by {env.sides[1]} {won[loophole.SECOND_WON]}, drawn {won[loophole.DRAWN]}")
    print(f"{steps} steps, {steps / spent:.0f} a second of processor time")


if __name__ == "__main__":
    main(*sys.argv[1:])
