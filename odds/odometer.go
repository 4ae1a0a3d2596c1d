package odds

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"sync"

	"loophole/rule"
)

// A frame is one question of the path that is being played: the readings it
// may have and which of them it has now.
type frame struct {
	reads *reads
	at    int
	value int
	p     float64  // weight of the path up to here, with floats
	num   uint64   // the same as a fraction's numerator, while the denominator fits
	large *big.Int // and when it does not
	den   smooth
	bits  float64 // log2 of den
}

// A node is a state at a mark, or the start. To play on from it the odometer
// either resumes at a mark that the procedure reaches before any question, or
// gives the answers that first led here.
type node struct {
	mark   int // -1 at the start
	state  int
	resume int   // node to resume from first, or -1
	prefix []int // answers after that
	pass   int   // marks to pass on the way
}

// odometer is the source that gives every answer in turn. It serves one
// question, and may be asked again from other states.
type odometer struct {
	purse
	held     float64 // words that rows and sub-rolls of this question take
	play     func(*rule.Umpire) int
	umpire   *rule.Umpire
	index    any                    // the typed outcomes, kept for the next question of the type
	outcomes func() int             // how many were met so far, if a player counts them
	table    interface{ Len() int } // where they are counted otherwise
	policy   func(rule.Choice) int
	exact    bool

	frames []frame
	base   int // frames below are given answers
	depth  int
	course rule.Course // with the values of the frames

	nodes      []node
	marks      [][]int // nodes by mark and number of the state; -1 for none
	instant    int     // the mark that is reached before any question, or -1
	recent     [256]recent
	forgotten  int64 // calls of Forget that it heard
	pile       *pile
	chain      chain
	arena      arena
	given      []int   // answers that lead to nodes, one after the other
	piles      []*pile // of sub-rolls, by depth of nesting
	subs       map[subKey]*rule.Slot
	remembered int // readings in subs
	runs       int64
	row        int // node whose paths are being played
	rowStart   int64
	steps      int64      // runs and the questions that they asked
	lookAt     int64      // runs at which the size is estimated again
	checkAt    int64      // steps at which the limits are looked at
	probe      *rand.Rand // estimating: take a random reading instead of each
	size       float64    // of the tree, as this probe saw it
}

// recent is one place of a small direct-mapped cache over pools; the zero Pool
// is never asked for.
type recent struct {
	pool  rule.Pool
	reads *reads
}

// idle keeps odometers, with their warm caches of readings, for the next
// question: one shelf for floats and one for fractions.
var idle [2]sync.Pool

func shelf(exact bool) *sync.Pool {
	if exact {
		return &idle[1]
	}
	return &idle[0]
}

func newOdometer(ctx context.Context, o Options) *odometer {
	d, _ := shelf(!o.Floats).Get().(*odometer)
	if d == nil {
		d = &odometer{exact: !o.Floats, frames: make([]frame, 0, 32), pile: newPile(!o.Floats), subs: map[subKey]*rule.Slot{}}
		d.umpire = rule.NewUmpire(d, nil)
	}
	if now := forgotten.Load(); now != d.forgotten {
		d.forgotten, d.recent = now, [256]recent{}
		d.dropSubs()
	}
	d.purse, d.held, d.policy = purse{ctx: ctx, budget: o.Budget}, 0, o.Policy
	d.given = d.given[:0]
	d.nodes = append(d.nodes[:0], node{mark: -1, resume: -1})
	d.instant, d.runs, d.steps, d.course.Inside = -1, 0, 0, 0
	if d.budget <= 0 {
		d.budget = DefaultBudget
	}
	if d.policy == nil {
		d.policy = firstOption
	}
	d.checkAt, d.lookAt = min(d.budget, checkEvery), estimateAt
	return d
}

// maxIdle bounds the states and outcomes whose tables an odometer on the shelf
// keeps.
const maxIdle = 1 << 12

// emptied is a table of values that is kept for the next question, or nil if
// it is too large to keep.
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

// rest puts an odometer that has finished without error on the shelf.
func (d *odometer) rest() {
	d.ctx, d.play, d.policy, d.outcomes, d.table = nil, nil, nil, nil, nil
	d.course.Clear(emptied)
	for m := range d.marks {
		d.marks[m] = d.marks[m][:0]
	}
	d.index = emptied(d.index)
	clear(d.nodes)
	d.pile.reset()
	d.umpire.Forget()
	d.forgetSubs()
	shelf(d.exact).Put(d)
}

// met is how many different outcomes were met so far.
func (d *odometer) met() int {
	switch {
	case d.outcomes != nil:
		return d.outcomes()
	case d.table != nil:
		return d.table.Len()
	}
	return 0
}

func firstOption(rule.Choice) int { return 0 }

// Roll answers a question that the path has been at before with the reading
// it has now, and a new one with its first reading.
func (d *odometer) Roll(r rule.Roll) (int, []uint8, error) {
	if k := d.course.At; k < d.depth {
		d.course.At++
		return d.frames[k].value, nil, nil
	}
	x, err := d.pool(r.Pool)
	if err != nil {
		return 0, nil, err
	}
	return d.push(x)
}

// Choose asks the policy: a choice has no weight.
func (d *odometer) Choose(c rule.Choice) (int, error) { return d.policy(c), nil }

func (d *odometer) pool(p rule.Pool) (*reads, error) {
	h := &d.recent[(p>>3^p>>10^p>>30^p>>37)&255]
	if h.pool == p {
		return h.reads, nil
	}
	x, err := sharedReads(p, d.exact, &d.purse)
	if err != nil {
		return nil, err
	}
	*h = recent{p, x}
	return x, nil
}

func (d *odometer) push(x *reads) (int, []uint8, error) {
	if d.depth == cap(d.frames) {
		if d.depth >= maxQuestions {
			return 0, nil, fmt.Errorf("odds: a path asks more than %d questions without a stage mark", maxQuestions)
		}
		grown := make([]frame, d.depth, 2*d.depth+16)
		copy(grown, d.frames[:d.depth])
		d.frames = grown
	}
	d.frames = d.frames[:d.depth+1]
	f := &d.frames[d.depth]
	f.reads, f.at = x, 0
	if d.probe != nil {
		f.at = d.probe.IntN(len(x.values))
		d.size *= float64(len(x.values))
	}
	d.depth++
	if d.exact {
		if err := d.fraction(f); err != nil {
			return 0, nil, err
		}
	} else {
		d.float(f)
	}
	d.course.Values = append(d.course.Values, f.value)
	d.course.At++
	return f.value, nil, nil
}

// float sets the value and the cumulated weight of the topmost frame.
func (d *odometer) float(f *frame) {
	f.value, f.p = f.reads.values[f.at], f.reads.p[f.at]
	if d.depth-1 > d.base {
		f.p *= d.frames[d.depth-2].p
	}
}

// fraction is float with fractions.
func (d *odometer) fraction(f *frame) error {
	f.value = f.reads.values[f.at]
	if d.depth-1 == d.base {
		return f.fraction(f.reads, nil)
	}
	return f.fraction(f.reads, &d.frames[d.depth-2])
}

// fraction multiplies the numerators, in a word while the denominator fits.
func (f *frame) fraction(x *reads, last *frame) error {
	if last == nil {
		f.den, f.bits = x.w.den, x.w.bits
		if x.w.large == nil {
			f.num, f.large = x.w.small[f.at], nil
		} else {
			f.large = x.w.large[f.at]
		}
		return nil
	}
	var ok bool
	if f.den, ok = last.den.times(x.w.den); !ok {
		return &TooLarge{Runs: f.bits, Why: "the fractions outgrow what is kept; with floats it may go"}
	}
	f.bits = last.bits + x.w.bits
	if last.large == nil && x.w.large == nil && f.bits < wordBits {
		f.num, f.large = last.num*x.w.small[f.at], nil
		return nil
	}
	f.large = new(big.Int).Mul(last.numerator(), x.w.at(f.at))
	return nil
}

func (f *frame) numerator() *big.Int {
	if f.large != nil {
		return f.large
	}
	return new(big.Int).SetUint64(f.num)
}

// advance moves the last question that has another reading on to it, and
// reports false when every path has been played.
func (d *odometer) advance() (bool, error) {
	for d.depth > d.base {
		f := &d.frames[d.depth-1]
		if f.at++; f.at < len(f.reads.values) {
			var err error
			if d.exact {
				err = d.fraction(f)
			} else {
				d.float(f)
			}
			d.course.Values[d.depth-1] = f.value
			return true, err
		}
		d.depth--
		d.course.Values = d.course.Values[:d.depth]
	}
	d.frames = d.frames[:d.depth]
	return false, nil
}

// Course implements rule.Courser.
func (d *odometer) Course() *rule.Course { return &d.course }

// retrace sets the path to the values of the frames.
func (d *odometer) retrace() {
	d.course.Values = d.course.Values[:0]
	for i := range d.depth {
		d.course.Values = append(d.course.Values, d.frames[i].value)
	}
}

// arrived finds or makes the node of the state at which the path ended.
func (d *odometer) arrived(at *rule.Stage) int {
	for len(d.marks) <= at.Number {
		d.marks = append(d.marks, nil)
	}
	m := &d.marks[at.Number]
	for len(*m) <= at.State {
		*m = append(*m, -1)
	}
	n := &(*m)[at.State]
	if *n < 0 {
		*n = d.found(at.Number, at.State)
	}
	return *n
}

// found makes a node and notes how to come back to it.
func (d *odometer) found(m, state int) int {
	n := len(d.nodes)
	x := node{mark: m, state: state, resume: -1}
	if m == d.instant {
		x.resume = n
	} else {
		here := &d.nodes[d.row]
		x.resume, x.pass = here.resume, here.pass+1
		from := len(d.given)
		for i := range d.depth {
			d.given = append(d.given, d.frames[i].value)
		}
		x.prefix = d.given[from:len(d.given):len(d.given)]
	}
	d.nodes = append(d.nodes, x)
	return n
}

var errImpure = errors.New("odds: the procedure asked other questions on the same answers")

// enumerate plays every path from a node to the next mark or the end, and adds
// its weight to the pile on its target: a node, or ^outcome. A question that
// cannot be answered unwinds through it, to a [rule.Guard] around many rows.
func (d *odometer) enumerate(n int, t *pile) error {
	x := d.nodes[n]
	d.row, d.rowStart = n, d.runs
	d.frames, d.depth, d.course.Path = d.frames[:0], 0, rule.Path{Values: d.course.Values[:0]}
	for _, v := range x.prefix {
		d.frames = append(d.frames, frame{value: v})
		d.course.Values = append(d.course.Values, v)
		d.depth++
	}
	d.base = d.depth
	resume, state := d.resumes(&x)
	for {
		target := d.run(resume, state, x.pass)
		if err := d.ended(); err != nil {
			return err
		}
		t.add(target, d.top())
		if !d.exact && d.depth > d.base {
			if err := d.ring(t, resume, state, x.pass); err != nil {
				return err
			}
		}
		if more, err := d.advance(); !more || err != nil {
			return err
		}
	}
}

// ring plays the last question's other readings, one after the other, until a
// path asks another question after it. Nearly all paths are played here, with
// floats, so it does by itself what weigh and add do for one path.
func (d *odometer) ring(t *pile, resume *rule.Stage, state, pass int) error {
	last := d.depth - 1
	f := &d.frames[last]
	before := 1.0
	if last > d.base {
		before = d.frames[last-1].p
	}
	values, chances := f.reads.values, f.reads.p
	c, u, play := &d.course, d.umpire, d.play
	steps, most := 0, int(d.checkAt-d.steps)
	for i := f.at + 1; i < len(chances) && i < len(values); i++ {
		p := before * chances[i]
		f.at, f.value, f.p = i, values[i], p
		c.Values[last] = values[i]
		c.At, c.Ended, c.Pass = 0, nil, pass
		if resume != nil {
			c.Resume, resume.State = true, state
		}
		target := ^play(u)
		if at := c.Ended; at != nil {
			target = d.node(at)
		}
		if c.At != d.depth || c.Resume {
			return errImpure
		}
		d.runs++
		if d.depth > last+1 {
			t.add(target, d.top())
			return d.counted(steps + c.At + 1)
		}
		if steps += last + 2; steps >= most {
			if err := d.counted(steps); err != nil {
				return err
			}
			steps, most = 0, int(d.checkAt-d.steps)
		}
		// What place does, without the call, for a state that was met in this row.
		if target >= 0 && target < len(t.nodes) {
			if at := int(t.nodes[target]) - t.base; at > 0 {
				t.p[at-1] += p
				continue
			}
			t.p[t.found(target)] += p
			continue
		}
		t.p[t.place(target)] += p
	}
	return d.counted(steps)
}

// counted adds steps to those of the question, and now and then looks at the
// limits.
func (d *odometer) counted(steps int) error {
	if d.steps += int64(steps); d.steps >= d.checkAt {
		return d.check()
	}
	return nil
}

// resumes is the mark, and the number of the state there, from which the paths
// of a node go on.
func (d *odometer) resumes(x *node) (*rule.Stage, int) {
	if x.resume < 0 {
		return nil, 0
	}
	from := &d.nodes[x.resume]
	return d.course.Stages()[from.mark], from.state
}

// run plays one path and returns where it led: to a node, or to ^outcome.
func (d *odometer) run(resume *rule.Stage, state, pass int) int {
	c := &d.course
	c.At, c.Ended, c.From, c.Resume, c.Pass = 0, nil, resume, resume != nil, pass
	if resume != nil {
		resume.State = state
	}
	outcome := d.play(d.umpire)
	if at := c.Ended; at != nil {
		if len(d.nodes) == 1 && c.At == 0 {
			d.instant = at.Number
		}
		return d.node(at)
	}
	return ^outcome
}

// node finds the node of the state at which a path ended.
func (d *odometer) node(at *rule.Stage) int {
	if at.Number < len(d.marks) {
		if m := d.marks[at.Number]; at.State < len(m) {
			if n := m[at.State]; n >= 0 {
				return n
			}
		}
	}
	return d.arrived(at)
}

// ended checks a finished path, and now and then the limits.
func (d *odometer) ended() error {
	if d.course.At != d.depth || d.course.Resume {
		return errImpure
	}
	d.runs++
	if d.steps += int64(d.course.At) + 1; d.steps >= d.checkAt {
		return d.check()
	}
	return nil
}

// checkEvery is how many steps pass between looks at the limits: few enough to
// notice a cancelled context within a millisecond, or several where the
// fractions are long.
const checkEvery = 1 << 12

// estimateAt is after how many runs the size of a question is estimated first.
const estimateAt = 1 << 15

func (d *odometer) check() error {
	d.checkAt = d.steps + min(checkEvery, max(1, d.budget-d.runs))
	if err := d.ctx.Err(); err != nil {
		return err
	}
	if d.met() > MaxOutcomes {
		return &TooLarge{Runs: max(float64(d.runs), d.estimate()), Why: fmt.Sprintf("more than %d different outcomes", MaxOutcomes)}
	}
	if len(d.nodes) > maxStates {
		return &TooLarge{Runs: float64(d.runs), Budget: d.budget, Why: fmt.Sprintf("more than %d states", maxStates)}
	}
	if err := d.fits(); err != nil {
		return err
	}
	spent := max(d.runs, d.steps/stepsPerRun)
	if spent > d.budget {
		all, least := d.foresee()
		return &TooLarge{Runs: max(float64(spent)+1, all), Budget: d.budget, least: least}
	}
	if spent < d.lookAt {
		return nil
	}
	// Ever more seldom, so that estimates cost little in all.
	d.lookAt = 2 * spent
	if all, least := d.foresee(); all > 2*float64(d.budget) {
		return &TooLarge{Runs: all, Budget: d.budget, least: least}
	}
	return nil
}

// stepsPerRun is how many questions cost as much as a run: a run that asks more
// counts as several.
const stepsPerRun = 16

// foresee estimates the runs of the whole question: of the rows that were
// played, of this one, and as many for each state that waits as for one of
// those on average. It is the least where a sub-roll is being played or states
// wait that may lead to others.
func (d *odometer) foresee() (runs float64, least bool) {
	here := max(d.estimate(), float64(d.runs-d.rowStart))
	all := float64(d.rowStart) + here
	waiting := len(d.nodes) - d.row - 1
	if waiting > 0 {
		all += all / float64(d.row+1) * float64(waiting)
	}
	return all, waiting > 0 || d.course.Inside > 0
}

// hold notes what a row or a sub-roll takes, and refuses what takes too much.
func (d *odometer) hold(w weights, values int) error {
	d.held += 1.5 * float64(values)
	if w.large != nil {
		d.held += float64(values) * (w.bits/64 + 6)
	}
	if d.held > maxMemory {
		return d.tooMuch()
	}
	return nil
}

// fits looks at everything that a question holds: besides rows and sub-rolls
// the states, the ways to them, the outcomes, and the arguments of sub-rolls.
func (d *odometer) fits() error {
	bytes := 96*len(d.nodes) + 8*len(d.given) + bytesOf(d.table)
	for _, s := range d.course.Stages() {
		bytes += bytesOf(s.States)
	}
	for _, s := range d.subs {
		bytes += bytesOf(s.Args)
	}
	if d.held+float64(bytes)/8 > maxMemory {
		return d.tooMuch()
	}
	return nil
}

func bytesOf(table any) int {
	if x, ok := table.(interface{ Bytes() int }); ok {
		return x.Bytes()
	}
	return 0
}

func (d *odometer) tooMuch() error {
	return &TooLarge{Runs: max(float64(d.runs), d.estimate()), Budget: d.budget, Why: fmt.Sprintf("it takes more than %d MiB", maxMemory>>17)}
}

// probes is how many random descents an estimate takes.
const probes = 512

// probeSteps is how many questions the descents of an estimate may pass.
const probeSteps = 1 << 16

// estimate guesses the number of paths of the current row by Knuth's method:
// descend at random and multiply the numbers of branches passed; the mean over
// many descents is unbiased. The path that is being played is put back.
func (d *odometer) estimate() float64 {
	if d.course.Inside > 0 {
		return 2 * float64(d.runs) // the row waits for a sub-roll, and cannot be played now
	}
	frames, depth := append([]frame(nil), d.frames...), d.depth
	x := d.nodes[d.row]
	resume, state := d.resumes(&x)
	d.probe = rand.New(rand.NewPCG(1, uint64(d.row)))
	sum := 0.0
	taken, steps := 0, 0
	for ; taken == 0 || taken < probes && steps < probeSteps && d.ctx.Err() == nil; taken++ {
		d.frames, d.depth = append(d.frames[:0], frames[:d.base]...), d.base
		d.retrace()
		d.size = 1
		d.run(resume, state, x.pass)
		sum += d.size
		steps += d.depth
	}
	d.probe = nil
	d.frames, d.depth = append(d.frames[:0], frames...), depth
	d.retrace()
	d.course.At = depth
	return sum / float64(taken)
}
