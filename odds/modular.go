package odds

import (
	"context"
	"fmt"
	"math"
	"math/big"
)

// If states repeat or lead to each other in a circle, the chances of a long fight are fractions of
// thousands of digits, and so are all intermediate fractions. So the chain is solved in words
// instead, modulo one prime after another, and the Chinese remainder theorem yields the fractions
// at the end. The number of primes is known beforehand: every chance is a numerator over one common
// denominator, the product of the determinants of the groups, and the product of the rows'
// denominators bounds that.

// solveModular solves a chain of any shape.
func (c *chain) solveModular(pay *runBudget, start, outcomes int, checkpointOf func(n int) int, checkpoints int) (visits []*big.Rat, out fractions, err error) {
	s := c.ready
	if s == nil {
		s = c.system(pay.ctx, checkpointOf)
	}
	if s.ctx = pay.ctx; s.ctx.Err() != nil {
		return nil, out, s.ctx.Err()
	}
	count := s.primes()
	if c.keeps && c.ready == nil {
		c.ready = s
		s.keep(count)
	}
	why := fmt.Sprintf("the fractions of its %d states have some %.0f digits; floats may still answer it", s.states, s.bits*math.Log10(2))
	if err := pay.require(s.cost(count, outcomes+checkpoints), why); err != nil {
		return nil, out, err
	}
	if err := checkMatrixSize(s.order.largest()); err != nil {
		return nil, out, err
	}
	ctx := pay.ctx
	used, found, err := s.residues(ctx, count, func() *modularSolver {
		v := s.solver(outcomes, checkpoints)
		v.start = start
		return v
	})
	if err != nil {
		return nil, out, err
	}
	whole, err := recombine(ctx, used, found)
	if err != nil {
		return nil, out, err
	}
	for _, x := range whole[1 : 1+checkpoints] {
		visits = append(visits, new(big.Rat).SetFrac(x, whole[0]))
	}
	return visits, fractions{large: whole[1+checkpoints:], den: whole[0]}, nil
}

// primes returns the number of primes that determine every possible result.
func (s *system) primes() int { return int(s.bits/primeBits) + 1 }

// cost returns the operations on words of a solution: modulo the primes, for the Chinese remainder
// theorem, and for the reduction of fractions when a caller reads them.
func (s *system) cost(primes, numbers int) float64 {
	n := float64(primes)
	return n*s.work*2 + n*n*float64(2+numbers)
}

// recombine computes the numbers below the product of the primes from their residues, one list for
// each prime.
func recombine(ctx context.Context, used []prime, found [][]uint64) ([]*big.Int, error) {
	// Garner's weights: each residue times the inverse of the product of the other primes. A tree
	// of products does the rest.
	for j := range used {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		q := &used[j]
		product := q.one
		for i := range used {
			if i != j {
				product = q.redc(product, q.redc(used[i].p%q.p, q.two))
			}
		}
		inverse := q.inverse(product)
		for i, x := range found[j] {
			found[j][i] = q.redc(x, inverse)
		}
	}
	whole := make([]*big.Int, len(found[0]))
	tree := products(used)
	for i := range whole {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		whole[i] = tree.combine(found, i)
		whole[i].Mod(whole[i], tree.product)
	}
	return whole, nil
}

// A branch is a tree of products of primes.
type branch struct {
	product     *big.Int
	left, right *branch
	at          int
}

func products(used []prime) *branch {
	var grow func(lo, hi int) *branch
	grow = func(lo, hi int) *branch {
		if hi-lo == 1 {
			return &branch{product: new(big.Int).SetUint64(used[lo].p), at: lo}
		}
		mid := (lo + hi) / 2
		b := &branch{left: grow(lo, mid), right: grow(mid, hi)}
		b.product = new(big.Int).Mul(b.left.product, b.right.product)
		return b
	}
	return grow(0, len(used))
}

// combine adds the i-th residues, each times the product of the other primes of its branch.
func (b *branch) combine(found [][]uint64, i int) *big.Int {
	if b.left == nil {
		return new(big.Int).SetUint64(found[b.at][i])
	}
	x := b.left.combine(found, i)
	y := b.right.combine(found, i)
	x.Mul(x, b.right.product)
	return x.Add(x, y.Mul(y, b.left.product))
}
