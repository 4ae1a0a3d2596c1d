package cluster

import (
	"context"

	"loophole/internal/cli"
	"loophole/sweep"
)

// A job is what a coordinator's workers compute: the shards of a sweep, or the works of a solution. The
// coordinator holds its lock during each call of take, loaded, again, show, and the methods from next to cells.
type job interface {
	name() string
	id() string // a hash of the program and of everything on which the results depend
	// run does the coordinator's own part until the context ends.
	run(context.Context)
	// news receives when next may return more; nil: only after take.
	news() <-chan bool
	// take adds the result of a unit. loaded is called after the results that the store had at the
	// start.
	take(sweep.Unit, []byte) error
	loaded()
	// again returns a function that computes a unit within the coordinator, or nil if the job does
	// not wait for the unit. It is called before take.
	again(sweep.Unit) func(context.Context) ([]byte, error)
	// next hands out the next unit that is needed. open lists the units that were handed out and not
	// taken. needless reports whether a unit need not be computed any more. payload returns the input
	// that the worker of a unit gets.
	next() (sweep.Unit, bool)
	exhausted() bool // every unit was handed out, and none will follow
	open() []sweep.Unit
	needless(sweep.Unit) bool
	payload(sweep.Unit) []byte
	stopped() []int // cells of which no further units are needed
	progress() (done, all int)
	complete() bool
	cells() []cellState
	show() error   // tells the user how much is done
	finish() error // shows the user the result
}

// A sweepJob is a sweep.
type sweepJob struct {
	o         *cli.CoordinateOptions
	collector *sweep.Collector
	computer  *sweep.Computer
}

func newSweepJob(o *cli.CoordinateOptions) (*sweepJob, error) {
	collector, err := o.Plan.Collect(o.Start)
	return &sweepJob{o, collector, o.Plan.Computer()}, err
}

func (j *sweepJob) name() string { return j.o.Start.Name }

func (j *sweepJob) id() string { return idOf(j.o.Plan) }

func (j *sweepJob) run(context.Context) {}

func (j *sweepJob) news() <-chan bool { return nil }

func (j *sweepJob) take(u sweep.Unit, value []byte) error {
	x, err := computedOf(value)
	if err == nil {
		_, err = j.collector.Add(u, x)
	}
	return err
}

func (j *sweepJob) loaded() {}

func (j *sweepJob) again(u sweep.Unit) func(context.Context) ([]byte, error) {
	return func(ctx context.Context) ([]byte, error) { return computed(ctx, j.computer.Compute, u) }
}

func (j *sweepJob) next() (sweep.Unit, bool) { return j.collector.Next() }

func (j *sweepJob) exhausted() bool { return j.collector.Exhausted() }

func (j *sweepJob) open() []sweep.Unit { return j.collector.Open() }

func (j *sweepJob) needless(u sweep.Unit) bool { return j.collector.Cell(u.Cell).Done }

func (j *sweepJob) payload(sweep.Unit) []byte { return nil }

func (j *sweepJob) stopped() (list []int) {
	for i := range j.o.Start.Cells {
		if j.collector.Cell(i).Stopped {
			list = append(list, i)
		}
	}
	return list
}

func (j *sweepJob) progress() (done, all int) { return j.collector.Progress() }

func (j *sweepJob) complete() bool { return j.collector.Complete() }

func (j *sweepJob) cells() (list []cellState) {
	r := j.collector.Result()
	for i := range r.Cells {
		x := &r.Cells[i]
		cell := cellState{Label: x.Label(), Done: x.Done, Stopped: x.Stopped, Verdict: x.Verdict, Shards: len(x.Shards)}
		if x.Answer != nil {
			cell.Shards = 1
		}
		if x.Total != nil {
			cell.Games = x.Total.Games
		}
		list = append(list, cell)
	}
	return list
}

func (j *sweepJob) show() error {
	done, all := j.collector.Progress()
	return j.o.Done(j.collector.Result(), done, all)
}

func (j *sweepJob) finish() error { return j.o.Finish(j.collector.Result()) }
