package odds

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"sync"

	"loophole/internal/intern"
	"loophole/internal/replay"
	"loophole/rule"
)

// A frame is one question of the current path: its possible results, and the current one.
type frame struct {
	dist  *poolDist
	at    int
	value int
	p     float64  // weight of the path up to here, with floats
	num   uint64   // numerator of the weight, if the denominator fits in a word
	large *big.Int // numerator otherwise
	den   denominator
	bits  float64 // log2 of den
}

// A node is a state at a checkpoint, or the start. To play on from it, the odometer either resumes
// at a checkpoint that the procedure reaches before any question, or repeats the answers that first
// led here. There may be a million nodes, so a node is small and has no pointers for the garbage
// collector to follow.
type node struct {
	checkpoint int32 // -1 at the start
	state      int32
	resume     int32 // node to resume from first, or -1
	pass       int32 // checkpoints to pass on the way
	given      place // answers after that, among the kept ones
	answers    int32 // number of these answers
}

// odometer is the source that gives every answer in turn. It serves one question, and continues
// from other states of it.
type odometer struct {
	runBudget
	subrollBudget int64   // budget of each pool and subroll, or 0
	number        int64   // of the question, for uses with budgets of their own
	held          float64 // words that rows and subrolls of this question take
	play          func(*rule.Umpire) int
	umpire        *rule.Umpire
	unsized       bool // do not estimate the size of a question that is too large
	checking      bool // the current path is checked
	subrolling    int  // subrolls, within each other, that are played for their distributions
	strayed       bool // a path reached a subroll where an earlier one had asked for dice
	chosen        checkedOptions
	asked         []rule.Roll            // the questions of the frames
	index         outcomes               // kept for the next question with outcomes of the type
	outcomes      func() int             // number of outcomes so far, if an OutcomeRunner counts them
	table         interface{ Len() int } // counts them otherwise
	policy        func(rule.Choice) int
	exact         bool

	frames  []frame
	base    int // number of frames with given answers
	depth   int
	plan    replay.Plan // with the values of the frames
	factors [2]big.Int  // factors that are kept as words

	nodes           intern.Pages[node]
	instant         int // the checkpoint that is reached before any question, or -1
	recent          [256]recent
	timesCleared    int64 // number of calls of ClearCaches that it has seen
	rowBuilder      *rowBuilder
	chain           chain
	store           rowStore
	scratch         rowStore // for a distribution until it is copied
	chances         sliceAllocator[float64]
	subrollBuilders []*rowBuilder // of subrolls, by depth of nesting
	subs            map[subKey]*replay.Slot
	remembered      int // number of results in subs
	runs            int64
	row             int // node whose paths are being played
	rowStart        int64
	steps           int64      // runs and their questions
	estimateNext    int64      // runs at which the size is estimated again
	checkAt         int64      // steps at which the limits are checked
	checks          int        // of the limits so far
	probe           *rand.Rand // while estimating: take one random result instead of each in turn
	size            float64    // of the tree, as this descent estimates it
}

// recent is one entry of a small direct-mapped cache over pools. The zero Pool is never asked for.
type recent struct {
	pool rule.Pool
	dist *poolDist
}

// idle keeps odometers with their warm caches for the next questions: one pool for floats and one
// for fractions.
var idle [2]sync.Pool

func enginePool(exact bool) *sync.Pool {
	if exact {
		return &idle[1]
	}
	return &idle[0]
}

func newOdometer(ctx context.Context, o Options) *odometer {
	d, _ := enginePool(!o.Floats).Get().(*odometer)
	if d == nil {
		d = &odometer{exact: !o.Floats, frames: make([]frame, 0, 32), rowBuilder: newRowBuilder(!o.Floats), subs: map[subKey]*replay.Slot{}}
		d.umpire = rule.NewUmpire(d, nil)
	}
	if now := timesCleared.Load(); now != d.timesCleared {
		d.timesCleared, d.recent = now, [256]recent{}
		d.dropSubs()
	}
	d.runBudget, d.held, d.policy = runBudget{ctx: ctx, budget: o.Budget}, 0, o.Policy
	d.nodes.Add(node{checkpoint: -1, resume: -1})
	d.instant, d.runs, d.steps, d.checks, d.plan.Ignoring, d.subrolling = -1, 0, 0, 0, 0, 0
	if d.budget <= 0 {
		d.budget = DefaultBudget
	}
	d.number++
	d.unsized = o.Unsized
	if d.subrollBudget = 0; o.SubrollBudget {
		d.subrollBudget = d.budget
	}
	if d.policy == nil {
		d.policy = firstOption
	}
	d.checkAt, d.estimateNext = min(d.budget, d.every()), estimateAt
	return d
}

// maxIdle is the largest number of states and outcomes whose tables an idle odometer keeps.
const maxIdle = 1 << 12

// emptied returns an empty table for the next question, or nil if the table is too large to keep.
func emptied(table any) any {
	if x, ok := table.(interface {
		Len() int
		Reset()
	}); ok && x.Len() <= maxIdle {
		x.Reset()
		return table
	}
	return nil
}

// release keeps an odometer that has finished without error for another question.
func (d *odometer) release() {
	d.ctx, d.play, d.policy, d.outcomes, d.table = nil, nil, nil, nil, nil
	d.plan.Clear(emptied)
	// The last row may have begun with given answers. A SubrollSolver begins without.
	d.frames, d.depth, d.base, d.plan.Prefix = d.frames[:0], 0, 0, replay.Prefix{Values: d.plan.Values[:0]}
	if d.index != nil && d.index.Len() <= maxIdle {
		d.index.Reset()
	} else {
		d.index = nil
	}
	d.nodes.Reset()
	d.chain.rows.Reset()
	d.chain.order, d.chain.ready = groups{}, nil
	d.store.reset()
	if d.exact {
		d.rowBuilder.reset() // releases its large numbers
	}
	d.umpire.Reset()
	clear(d.chosen.before)
	clear(d.asked) // releases its texts
	d.asked = d.asked[:0]
	d.forgetSubs()
	enginePool(d.exact).Put(d)
}

// outcomeCount returns the number of different outcomes so far.
func (d *odometer) outcomeCount() int {
	switch {
	case d.outcomes != nil:
		return d.outcomes()
	case d.table != nil:
		return d.table.Len()
	}
	return 0
}

func firstOption(rule.Choice) int { return 0 }

// Roll answers a question of the current path with its current result, and a new question with its
// first result.
func (d *odometer) Roll(r rule.Roll) (int, []uint8, error) {
	if k := d.plan.At; k < d.depth {
		d.plan.At++
		return d.frames[k].value, nil, d.compareQuestion(k, &r)
	}
	x, err := d.pool(r.Pool)
	if err != nil {
		return 0, nil, err
	}
	value, _, err := d.push(x, &r)
	return value, nil, err
}

// Choose asks the policy. A choice has no weight.
func (d *odometer) Choose(c rule.Choice) (int, error) {
	if d.checking {
		if err := d.compareChoice(c); err != nil {
			return 0, err
		}
	}
	if d.subrolling > 0 {
		return 0, fmt.Errorf("odds: a subroll asks for a decision: %s: a subroll has none, so ask for it before the subroll", c.Why)
	}
	return d.policy(c), nil
}

func (d *odometer) pool(p rule.Pool) (*poolDist, error) {
	h := &d.recent[(p>>3^p>>10^p>>30^p>>37)&255]
	if h.pool == p {
		return h.dist, nil
	}
	x, err := cachedPoolDist(p, d.exact, d.budgetFor())
	if err != nil {
		return nil, err
	}
	*h = recent{p, x}
	return x, nil
}

func (d *odometer) push(x *poolDist, asked *rule.Roll) (int, []uint8, error) {
	if d.depth == cap(d.frames) {
		if d.depth >= maxQuestions {
			return 0, nil, fmt.Errorf("odds: the procedure never ends: a path %s", noCheckpointText(maxQuestions))
		}
		grown := make([]frame, d.depth, 2*d.depth+16)
		copy(grown, d.frames[:d.depth])
		d.frames = grown
	}
	d.frames = d.frames[:d.depth+1]
	f := &d.frames[d.depth]
	f.dist, f.at = x, 0
	if d.probe != nil {
		f.at = d.probe.IntN(len(x.values))
		d.size *= float64(len(x.values))
	}
	d.depth++
	d.keepQuestion(asked)
	if d.exact {
		if err := d.fraction(f); err != nil {
			return 0, nil, err
		}
	} else {
		d.float(f)
	}
	d.plan.Values = append(d.plan.Values, f.value)
	d.plan.At++
	return f.value, nil, nil
}

// float sets the value and the cumulative weight of the topmost frame.
func (d *odometer) float(f *frame) {
	f.value, f.p = f.dist.values[f.at], f.dist.p[f.at]
	if d.depth-1 > d.base {
		f.p *= d.frames[d.depth-2].p
	}
}

// fraction is float with fractions. It multiplies numerators as words while the denominator fits in
// one.
func (d *odometer) fraction(f *frame) error {
	f.value = f.dist.values[f.at]
	x := f.dist
	if d.depth-1 == d.base {
		f.den, f.bits = x.w.den, x.w.bits
		if x.w.large == nil {
			f.num, f.large = x.w.small[f.at], nil
		} else {
			f.large = x.w.large[f.at]
		}
		return nil
	}
	last := &d.frames[d.depth-2]
	if len(x.values) == 1 {
		f.num, f.large, f.den, f.bits = last.num, last.large, last.den, last.bits
		return nil
	}
	var ok bool
	if f.den, ok = last.den.times(x.w.den); !ok {
		return &TooLargeError{Why: tooManyDigits}
	}
	f.bits = last.bits + x.w.bits
	if last.large == nil && x.w.large == nil && f.bits < wordBits {
		f.num, f.large = last.num*x.w.small[f.at], nil
		return nil
	}
	f.large = new(big.Int).Mul(last.numerator(&d.factors[0]), x.w.into(&d.factors[1], f.at))
	return nil
}

// numerator returns the numerator. x is the place for one that is kept as a word.
func (f *frame) numerator(x *big.Int) *big.Int {
	if f.large != nil {
		return f.large
	}
	return x.SetUint64(f.num)
}

// advance moves the last question that has a further result to that result. It reports false when
// every path has been played.
func (d *odometer) advance() (bool, error) {
	for d.depth > d.base {
		f := &d.frames[d.depth-1]
		if f.at++; f.at < len(f.dist.values) {
			var err error
			if d.exact {
				err = d.fraction(f)
			} else {
				d.float(f)
			}
			d.plan.Values[d.depth-1] = f.value
			return true, err
		}
		d.depth--
		d.plan.Values = d.plan.Values[:d.depth]
	}
	d.frames = d.frames[:d.depth]
	return false, nil
}

// Plan implements replay.Source.
func (d *odometer) Plan() *replay.Plan { return &d.plan }

// retrace sets the path to the values of the frames.
func (d *odometer) retrace() {
	d.plan.Values = d.plan.Values[:0]
	for i := range d.depth {
		d.plan.Values = append(d.plan.Values, d.frames[i].value)
	}
}

// nodeAt returns the node of the state at which a path ended. It makes the node the first time.
func (d *odometer) nodeAt(at *replay.Checkpoint) int {
	for len(at.Nodes) <= at.State {
		at.Nodes = append(at.Nodes, -1)
	}
	n := d.addNode(at.Number, at.State)
	at.Nodes[at.State] = int32(n)
	return n
}

// addNode makes a node and keeps the way back to it.
func (d *odometer) addNode(m, state int) int {
	n := d.nodes.Len()
	x := node{checkpoint: int32(m), state: int32(state), resume: int32(n)}
	if m != d.instant {
		here := d.nodes.At(d.row)
		x.resume, x.pass, x.answers = here.resume, here.pass+1, int32(d.depth)
		var given []int
		given, x.given = d.store.given.take(d.depth)
		for i := range given {
			given[i] = d.frames[i].value
		}
	}
	d.nodes.Add(x)
	return n
}
