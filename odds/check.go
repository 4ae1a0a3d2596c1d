package odds

import (
	"fmt"
	"math/rand/v2"
	"unsafe"

	"loophole/rule"
)

// How many steps pass between looks at the limits: few enough to notice a
// cancelled context within a millisecond, or some where fractions are long.
const (
	checkEvery = 1 << 12
	checkExact = 1 << 9
)

// every is how many steps pass between looks at the limits.
func (d *odometer) every() int64 {
	if d.exact {
		return checkExact
	}
	return checkEvery
}

// estimateAt is after how many runs the size of a question is estimated first.
const estimateAt = 1 << 15

func (d *odometer) check() error {
	d.checkAt = d.steps + min(d.every(), max(1, d.budget-d.runs))
	if err := d.ctx.Err(); err != nil {
		return err
	}
	if d.met() > MaxOutcomes {
		return &TooLargeError{Runs: max(float64(d.runs), d.estimate()), Why: fmt.Sprintf("more than %d different outcomes", MaxOutcomes)}
	}
	if d.nodes.Len() > maxStates {
		return &TooLargeError{Runs: float64(d.runs), Budget: d.budget, Why: fmt.Sprintf("more than %d states", maxStates)}
	}
	if err := d.checkMemory(); err != nil {
		return err
	}
	spent := max(d.runs, d.steps/stepsPerRun)
	if spent > d.budget && d.unsized {
		return &TooLargeError{Runs: float64(spent) + 1, Budget: d.budget, least: true, asks: d.endless()}
	}
	if spent > d.budget {
		all, least := d.estimateRuns()
		return &TooLargeError{Runs: max(float64(spent)+1, all), Budget: d.budget, least: least, asks: d.endless()}
	}
	if spent < d.lookAt {
		return nil
	}
	// Ever more seldom, so that estimates cost little in all.
	d.lookAt = 2 * spent
	if all, least := d.estimateRuns(); all > 2*float64(d.budget) {
		return &TooLargeError{Runs: all, Budget: d.budget, least: least, asks: d.endless()}
	}
	return nil
}

// endless is how many questions the path asks, where that makes a loop likely.
func (d *odometer) endless() int {
	if asks := d.depth - d.base; asks >= long {
		return asks
	}
	return 0
}

// stepsPerRun is how many questions cost as much as a run: a run that asks more
// counts as several.
const stepsPerRun = 16

// estimateRuns estimates the runs of the whole question: of the rows that were
// played, of this one, and as many for each state that waits as for one of
// those on average. It is the least where a sub-roll is being played or states
// wait that may lead to others.
func (d *odometer) estimateRuns() (runs float64, least bool) {
	here := max(d.estimate(), float64(d.runs-d.rowStart))
	all := float64(d.rowStart) + here
	waiting := d.nodes.Len() - d.row - 1
	if d.apart > 0 && d.course.Inside > 0 {
		waiting = 0 // a sub-roll with a budget of its own has nothing to do with them
	}
	if waiting > 0 {
		all += all / float64(d.row+1) * float64(waiting)
	}
	return all, waiting > 0 || d.course.Inside > 0
}

// hold notes what a row or a sub-roll takes, and refuses what takes too much: so
// many values, and large numbers for them over some denominator, or none.
func (d *odometer) hold(values int, large bool, den smooth) error {
	d.held += 1.5 * float64(values)
	if large {
		d.held += float64(values) * (den.bits()/64 + 6)
	}
	if d.held > maxMemory {
		return d.tooMuch()
	}
	return nil
}

// What a state takes: its node, and the row that follows from it.
const (
	nodeBytes = int(unsafe.Sizeof(node{}))
	rowBytes  = int(unsafe.Sizeof(rowRef{}))
)

// checkMemory looks at everything that a question holds: besides rows and sub-rolls
// the states, the ways to them, the outcomes, the arguments of sub-rolls, and what
// is being piled up.
func (d *odometer) checkMemory() error {
	bytes := (nodeBytes+rowBytes)*d.nodes.Len() + 8*d.arena.given.used + bytesOf(d.table)
	for _, s := range d.course.Stages() {
		bytes += bytesOf(s.States)
	}
	for _, s := range d.subs {
		bytes += bytesOf(s.Args)
	}
	bytes += d.pile.bytes()
	for _, t := range d.piles {
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
	frames, asked, depth := append([]frame(nil), d.frames...), append([]rule.Roll(nil), d.asked...), d.depth
	x := *d.nodes.At(d.row)
	d.resumes(&x)
	d.heeds = false
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
	d.course.At = depth
	return sum / float64(taken)
}
