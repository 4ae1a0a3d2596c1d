package odds

import (
	"fmt"
	"math/rand/v2"
	"unsafe"

	"loophole/rule"
)

// The number of steps between two checks of the limits. It is low enough to notice a cancelled
// context within a millisecond, or within a few where fractions are long.
const (
	checkEvery = 1 << 12
	checkExact = 1 << 9
)

// memoryEvery is the number of checks of fractions to one of their memory, which looks at every subroll.
const memoryEvery = checkEvery / checkExact

// every returns the number of steps between two checks of the limits.
func (d *odometer) every() int64 {
	if d.exact {
		return checkExact
	}
	return checkEvery
}

// estimateAt is the number of runs before the first estimate of a question's size.
const estimateAt = 1 << 15

func (d *odometer) check() error {
	d.checkAt = d.steps + min(d.every(), max(1, d.budget-d.runs))
	if err := d.ctx.Err(); err != nil {
		return err
	}
	if d.outcomeCount() > MaxOutcomes {
		return &TooLargeError{Runs: max(float64(d.runs), d.estimate()), Why: fmt.Sprintf("more than %d different outcomes", MaxOutcomes)}
	}
	if d.nodes.Len() > maxStates {
		return &TooLargeError{Runs: float64(d.runs), Budget: d.budget, Why: fmt.Sprintf("more than %d states", maxStates)}
	}
	if d.checks++; !d.exact || d.checks%memoryEvery == 0 {
		if err := d.checkMemory(); err != nil {
			return err
		}
	}
	spent := max(d.runs, d.steps/stepsPerRun)
	if spent > d.budget && d.unsized {
		return &TooLargeError{Runs: float64(spent) + 1, Budget: d.budget, least: true, asks: d.loopLength()}
	}
	if spent > d.budget {
		all, least := d.estimateRuns()
		return &TooLargeError{Runs: max(float64(spent)+1, all), Budget: d.budget, least: least, asks: d.loopLength()}
	}
	if spent < d.estimateNext {
		return nil
	}
	// The intervals double, so that all estimates together cost little.
	d.estimateNext = 2 * spent
	if all, least := d.estimateRuns(); all > 2*float64(d.budget) {
		return &TooLargeError{Runs: all, Budget: d.budget, least: least, asks: d.loopLength()}
	}
	return nil
}

// loopLength returns the number of questions on the current path if it suggests an endless loop, or 0.
func (d *odometer) loopLength() int {
	if asks := d.depth - d.base; asks >= suspectLength {
		return asks
	}
	return 0
}

// stepsPerRun is the number of questions that cost as much as a run. A run with more questions
// counts as several.
const stepsPerRun = 16

// estimateRuns estimates the runs of the whole question: those of the played rows, of the current
// row, and the average of these for each waiting state. The result is a lower bound while a
// subroll is being played, or if waiting states may lead to further ones.
func (d *odometer) estimateRuns() (runs float64, least bool) {
	here := max(d.estimate(), float64(d.runs-d.rowStart))
	all := float64(d.rowStart) + here
	waiting := d.nodes.Len() - d.row - 1
	if d.subrollBudget > 0 && d.plan.Ignoring > 0 {
		waiting = 0 // a subroll with a budget of its own is independent of them
	}
	if waiting > 0 {
		all += all / float64(d.row+1) * float64(waiting)
	}
	return all, waiting > 0 || d.plan.Ignoring > 0
}

// hold adds the memory of a row or a subroll, and fails if the total is too large. values is the
// number of values. If large is set, each is a large number over the denominator den.
func (d *odometer) hold(values int, large bool, den denominator) error {
	d.held += 1.5 * float64(values)
	if large {
		d.held += float64(values) * (den.bits()/64 + 6)
	}
	if d.held > maxMemory {
		return d.tooMuch()
	}
	return nil
}

// The memory of a state in bytes: its node and its row.
const (
	nodeBytes = int(unsafe.Sizeof(node{}))
	rowBytes  = int(unsafe.Sizeof(rowRef{}))
)

// checkMemory checks the total memory of a question: rows, subrolls and their arguments, states,
// the ways to them, outcomes, and the row under construction.
func (d *odometer) checkMemory() error {
	bytes := (nodeBytes+rowBytes)*d.nodes.Len() + 8*d.store.given.used + bytesOf(d.table)
	for _, s := range d.plan.Checkpoints() {
		bytes += bytesOf(s.States)
	}
	for _, s := range d.subs {
		bytes += bytesOf(s.Args)
	}
	bytes += d.rowBuilder.bytes()
	for _, t := range d.subrollBuilders {
		bytes += t.bytes()
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
	return &TooLargeError{Runs: max(float64(d.runs), d.estimate()), Budget: d.budget, Why: fmt.Sprintf("it takes more than %d MiB", maxMemory>>17)}
}

// probes is the number of random descents of one estimate.
const probes = 512

// probeSteps is the largest number of questions in the descents of one estimate.
const probeSteps = 1 << 16

// estimate estimates the number of paths of the current row by Knuth's method: descend at random
// and multiply the numbers of branches. The mean over many descents is unbiased. Afterwards it
// restores the current path.
func (d *odometer) estimate() float64 {
	if d.plan.Ignoring > 0 {
		return 2 * float64(d.runs) // the row waits for a subroll and cannot be played now
	}
	frames, asked, depth := append([]frame(nil), d.frames...), append([]rule.Roll(nil), d.asked...), d.depth
	x := *d.nodes.At(d.row)
	d.resumes(&x)
	d.checking = false
	d.probe = rand.New(rand.NewPCG(1, uint64(d.row)))
	sum := 0.0
	taken, steps := 0, 0
	for ; taken == 0 || taken < probes && steps < probeSteps && d.ctx.Err() == nil; taken++ {
		d.frames, d.depth = append(d.frames[:0], frames[:d.base]...), d.base
		d.retrace()
		d.size = 1
		d.run(int(x.pass))
		sum += d.size
		steps += d.depth
	}
	d.probe = nil
	d.frames, d.asked, d.depth = append(d.frames[:0], frames...), append(d.asked[:0], asked...), depth
	d.retrace()
	d.plan.At = depth
	return sum / float64(taken)
}
