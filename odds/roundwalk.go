package odds

import (
	"fmt"
	"math/big"
)

// mostRounds is the largest number of rounds of an answer.
const mostRounds = MaxOutcomes

// A roundWalk follows a chain from one visit of a checkpoint to the next, from some node on. It can
// continue where it stopped.
type roundWalk struct {
	d            *odometer
	at           int        // number of the checkpoint
	start        int        // the node
	wanted       [][]int    // by outcome: the events that it counts for
	chances      [][]Chance // of each event, after 0, 1, … rounds
	rounds       int        // number of known chances of each event: those after 0 to rounds-1 rounds
	spent        float64    // operations on words for them
	words        int        // memory of them
	sequence     []int32    // the states in an order in which each comes after its predecessors, apart from transitions to the checkpoint
	atCheckpoint []bool     // whether a state is at the checkpoint
	carrier      massCarrier
}

// A massCarrier holds the mass of the states. It moves mass from one visit of the checkpoint to the
// next, and mass that ends on the way to the events.
type massCarrier interface {
	carry(w *roundWalk) error
	event(w *roundWalk, e int) (Chance, error)
}

func newRoundWalk(d *odometer, checkpoint string, start, outcomes, events int, holds func(event, outcome int) bool) (*roundWalk, error) {
	w := &roundWalk{d: d, at: -1, start: start, wanted: make([][]int, outcomes), chances: make([][]Chance, events)}
	for _, m := range d.plan.Checkpoints() {
		if m.Name == checkpoint {
			w.at = m.Number
		}
	}
	if w.at < 0 {
		return nil, fmt.Errorf("odds: the checkpoint %q is never reached", checkpoint)
	}
	for i := range w.wanted {
		for e := range events {
			if holds(e, i) {
				w.wanted[i] = append(w.wanted[i], e)
			}
		}
	}
	if err := w.order(); err != nil {
		return nil, err
	}
	if !d.exact {
		w.carrier = newFloatMass(w, events)
		return w, nil
	}
	var err error
	w.carrier, err = newIntegerMass(w, events)
	return w, err
}

// order sorts the states so that one pass moves mass from each visit to the next.
func (w *roundWalk) order() error {
	c := &w.d.chain
	states := c.rows.Len()
	w.atCheckpoint = make([]bool, states)
	for n := range states {
		w.atCheckpoint[n] = int(w.d.nodes.At(n).checkpoint) == w.at
	}
	poll := cancelPoll{ctx: w.d.ctx}
	before, err := w.before(&poll)
	if err != nil {
		return err
	}
	w.sequence = make([]int32, 0, states)
	for n := range states {
		if before[n] == 0 {
			w.sequence = append(w.sequence, int32(n))
		}
	}
	for i := 0; i < len(w.sequence); i++ {
		ways := c.ways(int(w.sequence[i]))
		if poll.cancelled(len(ways)) {
			return w.d.ctx.Err()
		}
		for _, to := range ways {
			if to < 0 || w.atCheckpoint[to] {
				continue
			}
			if before[to]--; before[to] == 0 {
				w.sequence = append(w.sequence, to)
			}
		}
	}
	if len(w.sequence) < states {
		return fmt.Errorf("odds: a state can return to itself between two visits of %q", w.d.plan.Checkpoints()[w.at].Name)
	}
	return nil
}

// before counts the transitions to each state, apart from those to the checkpoint.
func (w *roundWalk) before(poll *cancelPoll) ([]int32, error) {
	c := &w.d.chain
	list := make([]int32, c.rows.Len())
	for n := range list {
		ways := c.ways(n)
		if poll.cancelled(len(ways)) {
			return nil, w.d.ctx.Err()
		}
		for _, to := range ways {
			if to >= 0 && !w.atCheckpoint[to] {
				list[to]++
			}
		}
	}
	return list, nil
}

// until continues until n rounds are known. A walk that fails must not be used again.
func (w *roundWalk) until(n int) error {
	if n < 0 || n > mostRounds {
		return fmt.Errorf("odds: %d rounds: give 0 to %d", n, mostRounds)
	}
	// Known rounds were paid for. So whether an answer is within the budget does not depend on
	// earlier questions.
	w.d.spent, w.d.polledAt = w.spent, w.spent
	for ; w.rounds <= n; w.rounds++ {
		// A start at the checkpoint begins with the first round.
		if w.rounds > 0 || !w.atCheckpoint[w.start] {
			if err := w.carrier.carry(w); err != nil {
				return err
			}
		}
		for e := range w.chances {
			c, err := w.carrier.event(w, e)
			if err != nil {
				return err
			}
			w.words += chanceWords
			if n := w.rounds; c.Exact != nil && (n == 0 || c.Exact != w.chances[e][n-1].Exact) {
				w.words += len(c.Exact.Num().Bits()) + len(c.Exact.Denom().Bits()) + numberWords/2
			}
			w.chances[e] = append(w.chances[e], c)
		}
	}
	w.spent = w.d.spent
	return nil
}

// further returns the memory that continuing needs, in words.
func (w *roundWalk) further() int {
	long := 1
	if m, ok := w.carrier.(*integerMass); ok {
		long += len(m.whole.Bits())
	}
	return 2 * len(w.sequence) * long
}

// floatMass holds mass as floats.
type floatMass struct{ mass, next, done []float64 }

func newFloatMass(w *roundWalk, events int) *floatMass {
	f := &floatMass{make([]float64, len(w.sequence)), make([]float64, len(w.sequence)), make([]float64, events)}
	f.mass[w.start] = 1
	return f
}

func (f *floatMass) event(_ *roundWalk, e int) (Chance, error) { return Chance{Float: f.done[e]}, nil }

func (f *floatMass) carry(w *roundWalk) error {
	c := &w.d.chain
	if err := w.d.spend(float64(len(w.sequence)), "so many rounds"); err != nil {
		return err
	}
	mass, next := f.mass, f.next
	for _, s := range w.sequence {
		v := mass[s]
		if v == 0 {
			continue
		}
		targets, chances := c.store.floats(c.rows.At(int(s)))
		if err := w.d.spend(float64(2*len(targets)), "so many rounds"); err != nil {
			return err
		}
		chances = chances[:len(targets)]
		for i, to := range targets {
			switch p := v * chances[i]; {
			case to < 0:
				for _, e := range w.wanted[^to] {
					f.done[e] += p
				}
			case w.atCheckpoint[to]:
				next[to] += p
			default:
				mass[to] += p
			}
		}
	}
	clear(mass)
	f.mass, f.next = next, mass
	return nil
}

// integerMass holds mass as integers. All states at the checkpoint have the same denominator. From
// one visit to the next it is multiplied by the same number, so that no common denominator is
// needed on the way.
type integerMass struct {
	mass, next       []big.Int
	some             bool // some mass is left
	done             []eventMass
	units            []denominator // by state: its denominator over that of the checkpoint
	lap              denominator   // factor of the denominator from visit to visit
	den              denominator   // of the checkpoint now
	whole            *big.Int      // the same as an integer
	factors          map[denominator]*big.Int
	x, weight, scale big.Int
}

// An eventMass is the mass of an event, over the denominator at the time of the last addition. So
// an event that does not grow costs nothing.
type eventMass struct {
	num    big.Int
	den    denominator
	chance Chance
	grown  bool // since the chance was computed
}

func newIntegerMass(w *roundWalk, events int) (*integerMass, error) {
	c := &w.d.chain
	f := &integerMass{
		mass: make([]big.Int, len(w.sequence)), next: make([]big.Int, len(w.sequence)), done: make([]eventMass, events),
		units: make([]denominator, len(w.sequence)), whole: big.NewInt(1), factors: map[denominator]*big.Int{}, some: true,
	}
	for e := range f.done {
		f.done[e].grown = true
	}
	for _, s := range w.sequence {
		den, ok := f.units[s].times(c.rows.At(int(s)).den)
		ways := c.ways(int(s))
		if !ok {
			return nil, &TooLargeError{Why: tooManyDigits}
		}
		if err := w.d.spend(float64(numberWords*len(ways)), "the fractions of a round"); err != nil {
			return nil, err
		}
		for _, to := range ways {
			if to < 0 || w.atCheckpoint[to] {
				f.lap = f.lap.lcm(den)
			} else {
				f.units[to] = f.units[to].lcm(den)
			}
		}
	}
	f.mass[w.start].Set(f.units[w.start].int())
	return f, nil
}

func (f *integerMass) event(w *roundWalk, e int) (Chance, error) {
	x := &f.done[e]
	if !x.grown {
		return x.chance, nil
	}
	x.grown = false
	long := f.den.bits()/64 + 1
	if err := w.d.spend(long*(reduceWords+long/4), "the fractions of so many rounds"); err != nil {
		return Chance{}, err
	}
	x.chance = exactly(f.den.ratio(&x.num, f.whole))
	return x.chance, nil
}

func (f *integerMass) carry(w *roundWalk) error {
	if err := w.d.spend(float64(numberWords*len(f.done)), "so many rounds"); err != nil || !f.some {
		return err
	}
	f.some = false
	den, ok := f.den.times(f.lap)
	if !ok {
		return &TooLargeError{Why: tooManyDigits}
	}
	if err := w.d.spend(float64(sumWords*len(w.sequence))+den.bits()/64, "so many rounds"); err != nil {
		return err
	}
	f.den, f.whole = den, new(big.Int).Mul(f.whole, f.factor(f.lap))
	long := den.bits()/64 + 1
	for _, s := range w.sequence {
		if f.mass[s].Sign() == 0 {
			continue
		}
		r := w.d.chain.row(int(s))
		if err := w.d.spend(float64(len(r.to)+1)*(long+8), "the fractions of so many rounds"); err != nil {
			return err
		}
		f.leave(w, s, &r)
	}
	f.mass, f.next = f.next, f.mass
	for i := range f.next {
		f.next[i].SetUint64(0)
	}
	return nil
}

// leave moves the mass of a state to its targets.
func (f *integerMass) leave(w *roundWalk, s int32, r *row) {
	den, _ := f.units[s].times(r.w.den) // it fitted when the mass was made
	last, mass := denominator(0), &f.mass[s]
	for i, to := range r.to {
		place, unit := (*big.Int)(nil), f.lap
		switch {
		case to >= 0 && w.atCheckpoint[to]:
			place, f.some = &f.next[to], true
		case to >= 0:
			place, unit = &f.mass[to], f.units[to]
		}
		if over := unit.over(den); over != last {
			last, mass = over, &f.mass[s]
			if over != 0 {
				mass = f.scale.Mul(mass, f.factor(over))
			}
		}
		f.x.Mul(mass, r.w.into(&f.weight, i))
		if place != nil {
			place.Add(place, &f.x)
			continue
		}
		for _, e := range w.wanted[^to] {
			f.end(&f.done[e])
		}
	}
}

// end adds mass to an event.
func (f *integerMass) end(x *eventMass) {
	if x.den != f.den {
		// Its denominator may be many rounds old.
		x.num.Mul(&x.num, f.den.over(x.den).int())
		x.den = f.den
	}
	x.num.Add(&x.num, &f.x)
	x.grown = true
}

// factor returns a smooth number as an integer. There are few different ones.
func (f *integerMass) factor(s denominator) *big.Int {
	x := f.factors[s]
	if x == nil {
		x = s.int()
		f.factors[s] = x
	}
	return x
}

const (
	// chanceWords is the memory of a chance.
	chanceWords = 2
	// sumWords is the cost of checking whether a state has mass, in operations on words.
	sumWords = 4
	// reduceWords is the cost per word of reducing a smooth fraction with few common factors.
	reduceWords = 16
)
