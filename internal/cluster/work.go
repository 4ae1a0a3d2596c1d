package cluster

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"loophole/internal/cli"
	"loophole/sweep"
)

// A worker computes shards for one coordinator after another.
type worker struct {
	o     cli.WorkOptions
	id    string
	nc    *nats.Conn
	js    jetstream.JetStream
	heard time.Time // when a coordinator last answered
	// newCompute returns the function that computes shards of a plan; tests replace it.
	newCompute func(*sweep.Plan) computeFunc
}

// A computeFunc computes a shard.
type computeFunc func(context.Context, sweep.Unit) (*sweep.Computed, error)

// A taskFunc computes what a task asks for, as bytes. Several goroutines may call it.
type taskFunc func(context.Context, *task) ([]byte, error)

// Work computes shards that a coordinator gives, until its sweep is complete or the context ends.
func Work(ctx context.Context, o cli.WorkOptions) error {
	return work(ctx, o, func(p *sweep.Plan) computeFunc { return p.Computer().Compute })
}

func work(ctx context.Context, o cli.WorkOptions, newCompute func(*sweep.Plan) computeFunc) error {
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	patience := o.Patience
	if o.Stay {
		patience = 10 * 365 * 24 * time.Hour
	}
	l := &worker{o: o, id: rand.Text(), newCompute: newCompute}
	var err error
	if l.nc, err = connect(ctx, &o.Connection, o.Name, patience); err != nil {
		return err
	}
	defer l.nc.Close()
	if l.js, err = streamOf(l.nc); err != nil {
		return err
	}
	l.heard = time.Now()
	for {
		r, err := l.greet(ctx, &hello{})
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil && time.Since(l.heard) > patience:
			return fmt.Errorf("work: no coordinator answers at %s: %w", shownURL(o.URL), err)
		case err != nil:
		case r.Refused != "":
			return fmt.Errorf("work: %s", r.Refused)
		case r.Over && !o.Stay:
			return nil
		case !r.Over:
			err := l.serve(ctx, r)
			if err != nil || !o.Stay {
				return err
			}
		}
		if err := wait(ctx, 500*time.Millisecond); err != nil {
			return err
		}
	}
}

// greet says hello to the coordinator.
func (l *worker) greet(ctx context.Context, h *hello) (*reply, error) {
	h.Protocol, h.Worker, h.Name, h.Program, h.Workers = protocol, l.id, l.o.Name, l.o.Program, l.o.Workers
	text, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	m, err := l.nc.RequestWithContext(ctx, helloSubject(l.o.Group), text)
	if err != nil {
		return nil, err
	}
	r := &reply{}
	if err := json.Unmarshal(m.Data, r); err != nil {
		return nil, err
	}
	l.heard = time.Now()
	return r, nil
}

// A shift is the work of a worker on one sweep.
type shift struct {
	*worker
	names    names
	compute  taskFunc
	consumer jetstream.Consumer
	results  jetstream.KeyValue
	cancel   context.CancelCauseFunc
	places   chan bool // holds a value for each shard that is here and not computed yet
	queue    chan *task
	sending  chan bool // holds a value for each result that is being stored
	few      chan bool // closed when this worker should keep no shard waiting
	fewOnce  sync.Once
	lock     sync.Mutex
	tasks    map[*task]bool // shards that are here: the server must not give them out again
	done     int            // shards whose results are stored
	finished []place        // of these, the ones not yet reported to the coordinator
	trouble  string         // why a result cannot be stored yet
}

// A task is a shard that was given to this worker.
type task struct {
	jetstream.Msg
	unit  sweep.Unit
	since time.Time // when its computation began; zero: not yet
}

// The ends of a shift.
var (
	errOver  = errors.New("the sweep is complete")
	errOther = errors.New("the coordinator has another sweep")
)

// serve computes shards of a sweep until the sweep is complete. It also returns nil if the coordinator
// turns to another sweep.
func (l *worker) serve(ctx context.Context, r *reply) error {
	if r.Bundle == nil {
		return errors.New("work: the coordinator describes no sweep")
	}
	what, id, compute, err := l.setUp(r.Bundle)
	if err != nil {
		return err
	}
	if id != r.Sweep {
		return errors.New("work: this worker has other rules or scenarios than the coordinator: use the same build")
	}
	s := &shift{
		worker: l, names: names{l.o.Group, r.Sweep}, compute: compute, tasks: map[*task]bool{},
		places: make(chan bool, l.o.Workers+1+l.o.Workers/4), queue: make(chan *task),
		sending: make(chan bool, 2*l.o.Workers), few: make(chan bool),
	}
	if err := s.open(ctx); err != nil {
		return err
	}
	ctx, s.cancel = context.WithCancelCause(ctx)
	defer s.cancel(nil)
	over, err := l.nc.Subscribe(overSubject(l.o.Group), func(m *nats.Msg) {
		if string(m.Data) == s.names.sweep {
			s.cancel(errOver)
		}
	})
	if err != nil {
		return err
	}
	defer over.Unsubscribe()
	few, err := l.nc.Subscribe(fewSubject(l.o.Group), func(m *nats.Msg) {
		if string(m.Data) == s.names.sweep {
			s.areFew()
		}
	})
	if err != nil {
		return err
	}
	defer few.Unsubscribe()
	l.o.Say("%s: working with %d goroutines", what, l.o.Workers)
	var all sync.WaitGroup
	all.Go(func() { s.report(ctx) })
	all.Go(func() { s.fetch(ctx) })
	all.Go(func() { s.keepTasks(ctx) })
	for range l.o.Workers {
		all.Go(func() { s.computeAll(ctx) })
	}
	all.Wait()
	return s.leave(ctx)
}

// setUp returns the name and the id of the job that a bundle describes, and the function that computes
// its tasks.
func (l *worker) setUp(b *cli.SweepBundle) (name, id string, _ taskFunc, _ error) {
	if b.Solve != nil {
		instance, err := l.o.Fight(b.Solve)
		if err != nil {
			return "", "", nil, fmt.Errorf("work: this worker cannot set up the game: %w", err)
		}
		return b.Name, solveID(l.o.Program, b.Solve), expandWith(instance, l.o.Workers), nil
	}
	plan, err := l.o.Plan(b)
	if err != nil {
		return "", "", nil, fmt.Errorf("work: this worker cannot read the sweep: %w", err)
	}
	compute := l.newCompute(plan)
	return plan.Result().Name, idOf(plan), func(ctx context.Context, t *task) ([]byte, error) {
		return computed(ctx, compute, t.unit)
	}, nil
}

// computed computes a shard, as bytes.
func computed(ctx context.Context, compute computeFunc, u sweep.Unit) ([]byte, error) {
	x, err := compute(ctx, u)
	if err != nil {
		return nil, err
	}
	return json.Marshal(x)
}

// open finds the consumer and the bucket of the sweep.
func (s *shift) open(ctx context.Context) (err error) {
	if s.consumer, err = s.js.Consumer(ctx, s.names.stream(), consumer); err != nil {
		return fmt.Errorf("work: the stream of shards: %w", err)
	}
	if s.results, err = s.js.KeyValue(ctx, s.names.bucket()); err != nil {
		return fmt.Errorf("work: the bucket of results: %w", err)
	}
	return nil
}

// leave gives back the uncomputed shards, says goodbye, and returns the error of the shift.
func (s *shift) leave(ctx context.Context) error {
	for t := range s.tasks {
		t.Nak()
	}
	err := context.Cause(ctx)
	h := s.hello()
	h.Running, h.Leaves = nil, true
	var f *shiftError
	if errors.As(err, &f) {
		h.Failed = f.Error()
	}
	s.nc.Flush()
	s.greet(context.WithoutCancel(ctx), h)
	s.o.Say("%d shards computed", s.done)
	if errors.Is(err, errOver) || errors.Is(err, errOther) {
		return nil
	}
	return err
}

// A shiftError ends the sweep for everybody.
type shiftError struct{ err error }

func (e *shiftError) Error() string { return e.err.Error() }

func (e *shiftError) Unwrap() error { return e.err }

// areFew notes that few shards are left.
func (s *shift) areFew() { s.fewOnce.Do(func() { close(s.few) }) }

// report tells the coordinator regularly which shards this worker computes, and ends the shift if the
// answers demand it.
func (s *shift) report(ctx context.Context) {
	for ctx.Err() == nil {
		h := s.hello()
		r, err := s.greet(ctx, h)
		if err == nil {
			s.lock.Lock()
			s.finished = s.finished[len(h.Finished):]
			s.lock.Unlock()
			if r.Few {
				s.areFew()
			}
		}
		switch {
		case err != nil:
			if time.Since(s.heard) > s.o.Patience && !s.o.Stay && s.idle() {
				s.cancel(fmt.Errorf("work: no coordinator answers at %s: %w", shownURL(s.o.URL), err))
			}
		case r.Refused != "":
			s.cancel(fmt.Errorf("work: %s", r.Refused))
		case r.Over:
			s.cancel(errOver)
		case r.Sweep != s.names.sweep:
			s.cancel(errOther)
		}
		wait(ctx, helloEvery)
	}
}

func (s *shift) hello() *hello {
	s.lock.Lock()
	defer s.lock.Unlock()
	h := &hello{Sweep: s.names.sweep, Done: s.done, Trouble: s.trouble}
	h.Finished = slices.Clone(s.finished[:min(len(s.finished), mostFinished)])
	for t := range s.tasks {
		if !t.since.IsZero() {
			h.Running = append(h.Running, running{t.unit.Cell, t.unit.Shard, t.since})
		}
	}
	slices.SortFunc(h.Running, func(a, b running) int { return a.Since.Compare(b.Since) })
	return h
}

func (s *shift) idle() bool {
	s.lock.Lock()
	defer s.lock.Unlock()
	return len(s.tasks) == 0
}

// known reports whether a result is in the bucket.
func (s *shift) known(ctx context.Context, u sweep.Unit) bool {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	_, err := s.results.Get(ctx, keyOf(u))
	return err == nil
}

// keepTasks tells the server regularly that this worker still has its shards, so that the server does not
// give them out again.
func (s *shift) keepTasks(ctx context.Context) {
	every := s.consumer.CachedInfo().Config.AckWait / 3
	for wait(ctx, every) == nil {
		s.lock.Lock()
		for t := range s.tasks {
			t.InProgress()
		}
		s.lock.Unlock()
	}
}

// computeAll computes shards of the queue. Results are sent while the next shard is computed, a
// bounded number at a time.
func (s *shift) computeAll(ctx context.Context) {
	var sends sync.WaitGroup
	defer sends.Wait()
	for t := range s.queue {
		s.lock.Lock()
		t.since = time.Now()
		s.lock.Unlock()
		text, err := s.compute(ctx, t)
		<-s.places
		if err != nil && ctx.Err() != nil {
			return
		}
		if err != nil {
			s.cancel(&shiftError{err})
			return
		}
		select {
		case s.sending <- true:
		case <-ctx.Done():
			return
		}
		sends.Go(func() {
			s.send(ctx, t, text)
			<-s.sending
		})
	}
}

// send puts a result into the bucket, and acknowledges the shard. While the server cannot store, it
// tries again. A different result that is there already is an error.
func (s *shift) send(ctx context.Context, t *task, text []byte) {
	key, pause := keyOf(t.unit), 100*time.Millisecond
	for {
		err := s.put(ctx, key, text)
		var other *shiftError
		switch {
		case err == nil:
			s.acknowledge(ctx, t)
			s.lock.Lock()
			s.done++
			s.finished = append(s.finished, place{t.unit.Cell, t.unit.Shard})
			s.trouble = ""
			s.lock.Unlock()
			return
		case errors.Is(err, nats.ErrMaxPayload):
			s.cancel(&shiftError{fmt.Errorf("the result of shard %d of cell %d has %d bytes: "+
				"the server accepts messages of %d bytes (max_payload)", t.unit.Shard, t.unit.Cell+1, len(text), s.nc.MaxPayload())})
			return
		case errors.As(err, &other):
			s.cancel(err)
			return
		}
		s.lock.Lock()
		s.trouble = err.Error()
		s.lock.Unlock()
		if wait(ctx, pause) != nil {
			return
		}
		pause = min(2*pause, time.Second)
	}
}

// put puts a result into the bucket. It is no error if the same result is there. An interrupt does not
// stop it, so that the computed result is not lost.
func (s *shift) put(ctx context.Context, key string, text []byte) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), requestTimeout)
	defer cancel()
	_, err := s.results.Create(ctx, key, text)
	if !errors.Is(err, jetstream.ErrKeyExists) {
		return err
	}
	e, err := s.results.Get(ctx, key)
	if err == nil && !bytes.Equal(e.Value(), text) {
		return &shiftError{fmt.Errorf("shard %s was computed twice, with different results", key)}
	}
	return err
}

// acknowledge removes a shard from the stream. If that fails, the server gives it out again, and the
// next worker finds the result.
func (s *shift) acknowledge(ctx context.Context, t *task) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), requestTimeout)
	defer cancel()
	t.DoubleAck(ctx)
	s.lock.Lock()
	delete(s.tasks, t)
	s.lock.Unlock()
}

// Engine is the cluster of a program.
type Engine struct{}

// Coordinate implements [cli.Cluster].
func (Engine) Coordinate(ctx context.Context, o cli.CoordinateOptions) (*sweep.Result, error) {
	return Coordinate(ctx, o)
}

// Solve implements [cli.Cluster].
func (Engine) Solve(ctx context.Context, o cli.CoordinateOptions) error { return Solve(ctx, o) }

// Work implements [cli.Cluster].
func (Engine) Work(ctx context.Context, o cli.WorkOptions) error { return Work(ctx, o) }
