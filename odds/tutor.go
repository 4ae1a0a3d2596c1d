package odds

import (
	"context"
	"errors"

	"loophole/rule"
)

// A Tutor finds distributions for a source that draws from them: of pools, and
// of sub-rolls, which are played under the source's own umpire while the Tutor
// answers their questions. It serves one goroutine.
type Tutor struct{ d *odometer }

// Readings is a distribution that a Tutor found.
type Readings reads

// All returns the values with their chances, which must not be written.
func (r *Readings) All() (values []int, chances []float64) { return r.values, r.p }

// ErrTooDear is the error of a distribution that takes more than a Tutor is
// allowed to spend on it.
var ErrTooDear = errors.New("odds: too dear to learn")

// tuition is how many runs a distribution may take: some milliseconds.
const tuition = 1 << 16

// NewTutor returns a tutor.
func NewTutor() *Tutor {
	return &Tutor{newOdometer(context.Background(), Options{Floats: true, Budget: tuition})}
}

// Pool returns the distribution of the readings of a pool.
func (t *Tutor) Pool(p rule.Pool) (*Readings, error) {
	pay := purse{ctx: t.d.ctx, budget: tuition}
	r, err := sharedReads(p, false, &pay)
	return (*Readings)(r), dear(err)
}

func dear(err error) error {
	var large *TooLarge
	if errors.As(err, &large) {
		return ErrTooDear
	}
	return err
}

// Roll answers a question of a sub-roll that is being learnt.
func (t *Tutor) Roll(r rule.Roll) (int, []uint8, error) { return t.d.Roll(r) }

// Again answers a sub-roll within a sub-roll that the path was at before.
func (t *Tutor) Again() (value int, ok bool) { return t.d.Again() }

// Ask answers a sub-roll within a sub-roll.
func (t *Tutor) Ask(r *Readings) (int, error) {
	v, _, err := t.d.push((*reads)(r), sub)
	return v, err
}

// Learn plays a sub-roll out. After an error the path below is as it was.
func (t *Tutor) Learn(name string, play func() int) (*Readings, error) {
	d := t.d
	base, depth, inside := d.base, d.depth, d.course.Inside
	// Each distribution has an allowance of its own, so that whether it is too
	// dear does not depend on what was learnt before, or around it.
	runs, steps, start, paid, held, check, look := d.runs, d.steps, d.rowStart, d.purse, d.held, d.checkAt, d.lookAt
	defer func() {
		d.runs, d.steps, d.rowStart, d.purse, d.held, d.checkAt, d.lookAt = runs, steps, start, paid, held, check, look
	}()
	t.allow()
	var r *reads
	var err error
	if stopped := rule.Guard(func() { r, err = d.distribution(name, play) }); stopped != nil {
		err = stopped
	}
	if err != nil {
		d.base, d.depth, d.course.Inside = base, depth, inside
		d.frames, d.course.Values, d.course.At = d.frames[:depth], d.course.Values[:depth], depth
	}
	return (*Readings)(r), dear(err)
}

// allow begins a new allowance.
func (t *Tutor) allow() {
	d := t.d
	d.runs, d.steps, d.rowStart, d.spent, d.looked, d.held = 0, 0, 0, 0, 0, 0
	d.checkAt, d.lookAt = checkEvery, tuition
}

// Repeat returns the distribution of the sum of n values.
func (t *Tutor) Repeat(one *Readings, n int) (*Readings, error) {
	pay := purse{ctx: t.d.ctx, budget: tuition}
	r, err := (*reads)(one).times(n, false, &pay)
	return (*Readings)(r), dear(err)
}
