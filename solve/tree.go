package solve

import "context"

// A tree holds the positions found so far and the edges between them. A position has an edge for
// each legal action. An edge leads to a position, or to an inner node of dice or of a decision.
type tree struct {
	table
	positions []node // by the numbers of positions
	outcomes  []node // nodes within actions
	edges     []edge

	low, high []float64 // by the numbers of positions
}

// A node is a point at which dice fall or a side decides, or at which the game is over.
type node struct {
	firstEdge, n int32 // its edges
	kind         nodeKind
	payoff       float32 // of a terminal node
}

type nodeKind uint8

const (
	unexpanded nodeKind = iota // a position that was not expanded
	firstSide                  // the first side maximises its chance to win
	secondSide                 // the second side minimises it
	chance                     // the expected value
	terminal                   // the game is over
	unknown                    // an action with more outcomes than are enumerated
)

// An edge leads to the position with the number to or, if to is negative, to the node of outcomes
// with the number ^to.
type edge struct {
	to int32
	p  float64 // of a chance node
}

// addPosition adds an unexpanded node for the number of a position, if it is new. It returns the
// number.
func (t *tree) addPosition(i int) int32 {
	if i == len(t.positions) {
		t.positions, t.low, t.high = append(t.positions, node{}), append(t.low, 0), append(t.high, 1)
	}
	return int32(i)
}

// bytes returns the approximate memory of the tree.
func (t *tree) bytes() int {
	return t.table.bytes() + cap(t.positions)*(16+2*8) + cap(t.outcomes)*16 + cap(t.edges)*16
}

func (t *tree) valueAt(i int32) Value { return Value{t.low[i], t.high[i]} }

// solve computes the values. The bounds begin at 0 and 1, and each pass over all positions, last
// ones first, narrows them. It stops when no bound moves by more than rounding.
func (t *tree) solve(ctx context.Context) error {
	for changed := true; changed; {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		changed = false
		for i := len(t.positions) - 1; i >= 0; i-- {
			if t.positions[i].kind == unexpanded {
				continue
			}
			v := t.nodeValue(t.positions[i])
			changed = changed || v.Low-t.low[i] > tolerance/1000 || t.high[i]-v.High > tolerance/1000
			t.low[i], t.high[i] = v.Low, v.High
		}
	}
	return nil
}

// edgeValue returns the value of the node that an edge leads to.
func (t *tree) edgeValue(to int32) Value {
	if to >= 0 {
		return t.valueAt(to)
	}
	return t.nodeValue(t.outcomes[^to])
}

// nodeValue computes the value of a node from those of its children.
func (t *tree) nodeValue(b node) (v Value) {
	switch b.kind {
	case terminal:
		return Value{float64(b.payoff), float64(b.payoff)}
	case unexpanded, unknown:
		return Value{0, 1}
	case secondSide:
		v = Value{1, 1}
	}
	for _, e := range t.edges[b.firstEdge : b.firstEdge+b.n] {
		x := t.edgeValue(e.to)
		switch b.kind {
		case firstSide:
			v = Value{max(v.Low, x.Low), max(v.High, x.High)}
		case secondSide:
			v = Value{min(v.Low, x.Low), min(v.High, x.High)}
		default:
			v = Value{v.Low + float64(e.p*x.Low), v.High + float64(e.p*x.High)} // rounded alike by every processor
		}
	}
	return v
}

// relevant lists the unexpanded positions on which the value of the start may still depend. It
// skips positions that a side avoids by an action that may be best. If each is set, it lists the
// positions on which the value of any action of the start may depend.
func (t *tree) relevant(each bool) (list []int32) {
	seen := make([]bool, len(t.positions))
	next := []int32{0}
	var follow func(b node, all bool)
	follow = func(b node, all bool) {
		v := t.nodeValue(b)
		for _, e := range t.edges[b.firstEdge : b.firstEdge+b.n] {
			x := t.edgeValue(e.to)
			switch {
			case x.Solved():
			case !all && (b.kind == firstSide && x.High <= v.Low || b.kind == secondSide && x.Low >= v.High):
			case e.to < 0:
				follow(t.outcomes[^e.to], false)
			case !seen[e.to]:
				seen[e.to] = true
				next = append(next, e.to)
			}
		}
	}
	for k := 0; k < len(next); k++ {
		if b := t.positions[next[k]]; b.kind == unexpanded {
			list = append(list, next[k])
		} else if all := each && k == 0; all || !t.valueAt(next[k]).Solved() {
			follow(b, all)
		}
	}
	return list
}
