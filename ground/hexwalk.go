package ground

// Step returns the cost of a step between two neighbouring hexes, and whether it is allowed.
// Costs are whole movement points, at least 0.
type Step func(from, to Hex) (cost int, ok bool)

// Reach holds the cost of reaching every hex of a board, or -1.
type Reach struct {
	board Board
	costs []int32
}

// Cost returns the cost of reaching a hex, and whether it can be reached.
func (r *Reach) Cost(h Hex) (int, bool) {
	i := r.board.Index(h)
	if i < 0 || r.costs[i] < 0 {
		return 0, false
	}
	return int(r.costs[i]), true
}

// Reach computes the cheapest paths from a hex to all hexes that cost at most budget.
func (m *HexMap) Reach(from Hex, budget int, step Step) *Reach {
	r := &Reach{m.board, make([]int32, len(m.cells))}
	for i := range r.costs {
		r.costs[i] = -1
	}
	start := m.board.Index(from)
	if start < 0 || budget < 0 {
		return r
	}
	r.costs[start] = 0
	// Costs are small whole numbers, so there is one list of waiting hexes for each cost.
	waiting := make([][]Hex, 1, 16)
	waiting[0] = []Hex{from}
	for cost := 0; cost < len(waiting); cost++ {
		for k := 0; k < len(waiting[cost]); k++ {
			h := waiting[cost][k]
			if int(r.costs[m.board.Index(h)]) != cost {
				continue
			}
			for d := range directions {
				waiting = r.try(waiting, h, h.Neighbour(d), cost, budget, step)
			}
		}
	}
	return r
}

// try makes one step if it is allowed, within the budget, and cheaper than the known path.
func (r *Reach) try(waiting [][]Hex, from, to Hex, cost, budget int, step Step) [][]Hex {
	i := r.board.Index(to)
	if i < 0 {
		return waiting
	}
	c, ok := step(from, to)
	if !ok || c < 0 || c > budget-cost || r.costs[i] >= 0 && int(r.costs[i]) <= cost+c {
		return waiting
	}
	r.costs[i] = int32(cost + c)
	for len(waiting) <= cost+c {
		waiting = append(waiting, nil)
	}
	waiting[cost+c] = append(waiting[cost+c], to)
	return waiting
}
