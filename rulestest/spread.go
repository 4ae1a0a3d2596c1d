package rulestest

import (
	"math/big"
	"slices"
	"strings"
	"sync"

	"loophole/rule"
)

// A spread is the distribution of a pool's result, found the slow way: one die after another,
// face by face, without a formula.
type spread struct {
	values []int
	exact  []*big.Rat
	p      []float64
	ways   []float64 // the number of ways in which the dice can fall
}

// spreads keeps the spread of each pool: twins ask for the same ones thousands of times.
var spreads sync.Map

// spreadOf returns the spread of a pool.
func spreadOf(p rule.Pool) *spread {
	if s, ok := spreads.Load(p); ok {
		return s.(*spread)
	}
	s := newSpread(p)
	spreads.Store(p, s)
	return s
}

// newSpread adds up the dice of a pool one by one. Every kind of pool, except those that keep dice,
// is the sum of the values of its single dice.
func newSpread(p rule.Pool) *spread {
	if p.Kind() == rule.Highest || p.Kind() == rule.Lowest {
		return spreadKept(p)
	}
	if p.Kind() == rule.Draw {
		return spreadDrawn(p)
	}
	ways := map[int]*big.Int{0: big.NewInt(1)}
	for range p.N() {
		next := map[int]*big.Int{}
		for v, w := range ways {
			for face := 1; face <= int(p.Die()); face++ {
				addWays(next, v+p.Evaluate([]uint8{uint8(face)}), w)
			}
		}
		ways = next
	}
	return spreadOfDice(ways, p)
}

// spreadKept enumerates the kept dice, sorted.
func spreadKept(p rule.Pool) *spread {
	kept := map[string]*big.Int{"": big.NewInt(1)}
	for range p.N() {
		next := map[string]*big.Int{}
		for hand, w := range kept {
			for face := 1; face <= int(p.Die()); face++ {
				dice := append([]byte(hand), byte(face))
				slices.Sort(dice)
				if len(dice) > p.Keep() && p.Kind() == rule.Highest {
					dice = dice[1:]
				}
				addWays(next, string(dice[:min(len(dice), p.Keep())]), w)
			}
		}
		kept = next
	}
	ways := map[int]*big.Int{}
	for hand, w := range kept {
		sum := 0
		for _, face := range []byte(hand) {
			sum += int(face)
		}
		addWays(ways, sum, w)
	}
	return spreadOfDice(ways, p)
}

// spreadDrawn draws one piece after another, and keeps the drawn ones sorted.
func spreadDrawn(p rule.Pool) *spread {
	bag, all := p.Bag(), big.NewInt(1)
	drawn := map[string]*big.Int{"": big.NewInt(1)}
	for i := range p.N() {
		next := map[string]*big.Int{}
		for hand, w := range drawn {
			for face := 1; face <= bag.NumFaces(); face++ {
				left := bag.Count(face)
				if !bag.WithReplacement() {
					left -= strings.Count(hand, string([]byte{byte(face)}))
				}
				if left > 0 {
					pieces := append([]byte(hand), byte(face))
					slices.Sort(pieces)
					addWays(next, string(pieces), new(big.Int).Mul(w, big.NewInt(int64(left))))
				}
			}
		}
		drawn = next
		left := bag.Size()
		if !bag.WithReplacement() {
			left -= i
		}
		all.Mul(all, big.NewInt(int64(left)))
	}
	ways := map[int]*big.Int{}
	for hand, w := range drawn {
		addWays(ways, p.Evaluate([]byte(hand)), w)
	}
	return spreadOver(ways, all)
}

// addWays adds to the ways of a key.
func addWays[K comparable](into map[K]*big.Int, key K, w *big.Int) {
	if into[key] == nil {
		into[key] = new(big.Int)
	}
	into[key].Add(into[key], w)
}

// spreadOfDice returns the spread of the dice of a pool, of which ways[v] rolls give v.
func spreadOfDice(ways map[int]*big.Int, p rule.Pool) *spread {
	return spreadOver(ways, new(big.Int).Exp(big.NewInt(int64(p.Die())), big.NewInt(int64(p.N())), nil))
}

// spreadOver returns the spread of values that come up in ways[v] of all ways.
func spreadOver(ways map[int]*big.Int, all *big.Int) *spread {
	s := &spread{}
	for v := range ways {
		s.values = append(s.values, v)
	}
	slices.Sort(s.values)
	for _, v := range s.values {
		exact := new(big.Rat).SetFrac(ways[v], all)
		chance, _ := exact.Float64()
		n, _ := new(big.Float).SetInt(ways[v]).Float64()
		s.exact, s.p, s.ways = append(s.exact, exact), append(s.p, chance), append(s.ways, n)
	}
	return s
}
