package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"loophole/internal/cli"
	"loophole/sweep"
)

// A coordinator gives out shards and collects results.
type coordinator struct {
	o      cli.CoordinateOptions
	names  names
	js     jetstream.JetStream
	nc     *nats.Conn
	work   jetstream.Stream
	server *embedded // or nil
	check  checker
	began  time.Time
	joined chan bool // receives when a worker has come

	lock    sync.Mutex // of all below
	job     job
	program string
	waiting map[sweep.Unit]bool // to be put into the stream
	stopped map[int]bool        // cells whose shards were removed from the stream
	workers map[string]*connectedWorker
	by      map[sweep.Unit]string // the names of workers by the shards that they finished, if results are checked
	stored  int                   // results so far
	first   int                   // of these, the ones that the store had at the start
	loading bool
	over    bool
	few     bool // the workers know that few shards are left
	failed  error
	trouble error     // why the coordinator cannot store, or nil
	since   time.Time // since when it or a worker cannot store; zero: they can
	said    time.Time // when that was last reported
}

// A connectedWorker is what the coordinator knows about a worker.
type connectedWorker struct {
	hello
	seen time.Time
}

// Coordinate gives the shards of a sweep to workers until it is complete.
func Coordinate(ctx context.Context, o cli.CoordinateOptions) (*sweep.Result, error) {
	j, err := newSweepJob(&o)
	if err != nil {
		return nil, err
	}
	c, err := coordinate(ctx, o, j)
	if c == nil {
		return nil, err
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	return j.collector.Result(), err
}

// Solve lets workers expand the positions of a game until it is solved.
func Solve(ctx context.Context, o cli.CoordinateOptions) error {
	j := newSolveJob(&o)
	_, err := coordinate(ctx, o, j)
	return err
}

// coordinate runs a job until it is done. It returns nil if it cannot begin.
func coordinate(ctx context.Context, o cli.CoordinateOptions, j job) (*coordinator, error) {
	c := &coordinator{
		o: o, names: names{o.Group, j.id()}, began: time.Now(), job: j, program: o.Program, loading: true,
		waiting: map[sweep.Unit]bool{}, stopped: map[int]bool{}, workers: map[string]*connectedWorker{}, by: map[sweep.Unit]string{},
		check: newChecker(o.Check), joined: make(chan bool, 1),
	}
	if err := c.connect(ctx); err != nil {
		return nil, err
	}
	defer c.close()
	page, err := c.serveStatus(ctx)
	if err != nil {
		return nil, err
	}
	defer page()
	if err := c.checkAlone(); err != nil {
		return nil, err
	}
	if err := c.prepare(ctx); err != nil {
		return nil, err
	}
	if _, err := c.nc.Subscribe(helloSubject(o.Group), c.answer); err != nil {
		return nil, err
	}
	c.welcome()
	return c, c.run(ctx)
}

// connect connects to a server, or starts one.
func (c *coordinator) connect(ctx context.Context) (err error) {
	if c.o.URL != "" {
		c.nc, err = connect(ctx, &c.o.Connection, "loophole coordinator", requestTimeout)
	} else if c.server, err = startServer(&c.o); err == nil {
		c.nc = c.server.nc
	}
	if err != nil {
		return err
	}
	if c.js, err = streamOf(c.nc); err != nil {
		c.close()
	}
	return err
}

func (c *coordinator) close() {
	c.nc.Close()
	if c.server != nil {
		c.server.stop()
	}
}

// checkAlone returns an error if another coordinator answers in the group.
func (c *coordinator) checkAlone() error {
	text, _ := json.Marshal(hello{Protocol: protocol, Probe: true})
	_, err := c.nc.Request(helloSubject(c.o.Group), text, time.Second)
	if err == nil {
		return fmt.Errorf("--group %s: another coordinator uses it at this server: give another name", c.o.Group)
	}
	if errors.Is(err, nats.ErrNoResponders) || errors.Is(err, nats.ErrTimeout) {
		return nil
	}
	return err
}

// prepare creates the stream, the consumer and the bucket, or finds them as they were.
func (c *coordinator) prepare(ctx context.Context) (err error) {
	if bundle, _ := json.Marshal(c.o.Bundle); int64(len(bundle)) > c.nc.MaxPayload()/2 {
		return fmt.Errorf("the sweep and its scenarios have %d bytes: the server accepts messages of %d bytes (max_payload)",
			len(bundle), c.nc.MaxPayload())
	}
	c.work, err = c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: c.names.stream(), Subjects: []string{c.names.allWork()}, Retention: jetstream.WorkQueuePolicy,
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, MaxMsgs: -1, MaxBytes: -1,
		Description: "shards of " + c.job.name(),
	})
	if err != nil {
		return fmt.Errorf("the stream of shards: %w", err)
	}
	_, err = c.work.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: consumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: c.o.AckWait,
		MaxDeliver: -1, MaxAckPending: 2 * mostOpen, MaxWaiting: mostWaiting,
	})
	if err != nil {
		return fmt.Errorf("the consumer of the workers: %w", err)
	}
	_, err = c.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{
		Bucket: c.names.bucket(), History: 1, Description: "results of " + c.job.name(),
	})
	if err != nil {
		return fmt.Errorf("the bucket of results: %w", err)
	}
	return nil
}

const (
	leastOpen   = 64    // shards in the stream even if there are few workers
	mostOpen    = 4096  // shards in the stream at most
	openEach    = 4     // shards in the stream for each goroutine of a worker
	mostWaiting = 8_192 // requests of workers that wait for shards
)

// welcome prints how workers join.
func (c *coordinator) welcome() {
	if c.server == nil {
		c.o.Say("%s: waiting for workers at %s", c.job.name(), shownURL(c.o.URL))
		return
	}
	url, more := c.server.url(&c.o.Connection), ""
	if c.o.Group != "loophole" {
		more = " --group " + c.o.Group
	}
	c.o.Say("%s: waiting for workers:\n  loophole-cluster work --nats %s --nats-token %s%s",
		c.job.name(), url, c.o.Token, more)
	if a := c.server.Addr().(*net.TCPAddr); !a.IP.IsLoopback() && c.o.Cert == "" {
		c.o.Say("connections are not encrypted: others in the network can read the token; --nats-cert and --nats-key encrypt")
	}
}

// run gives out shards until the job is complete, fails or is interrupted.
func (c *coordinator) run(ctx context.Context) error {
	kv, err := c.js.KeyValue(ctx, c.names.bucket())
	if err != nil {
		return err
	}
	if j, is := c.job.(*solveJob); is {
		j.stored = func(ctx context.Context, u sweep.Unit) ([]byte, error) {
			e, err := kv.Get(ctx, keyOf(u))
			if err != nil {
				return nil, err
			}
			return e.Value(), nil
		}
	}
	watch, err := kv.WatchAll(ctx)
	if err != nil {
		return err
	}
	defer watch.Stop()
	var own sync.WaitGroup
	defer own.Wait()
	inner, end := context.WithCancel(ctx)
	defer end()
	own.Go(func() { c.job.run(inner) })
	for range runtime.GOMAXPROCS(0) {
		own.Go(func() { c.check.run(inner) })
	}
	tick, audit := time.NewTicker(tickEvery), time.Now()
	defer tick.Stop()
	for !c.complete() {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case e, ok := <-watch.Updates():
			if !ok {
				return errors.New("the connection to the results is lost")
			}
			if err := c.take(e); err != nil {
				return err
			}
			if len(watch.Updates()) > 0 {
				continue // Work is given out once all is counted.
			}
		case <-c.job.news():
		case <-c.joined: // The shards for it are given out at once.
		case err := <-c.check.failed:
			return c.distrust(ctx, kv, err)
		case now := <-tick.C:
			if now.Sub(audit) > auditEvery {
				audit = now
				c.audit(ctx)
			}
			if err := c.show(); err != nil {
				return err
			}
		}
		if err := c.fill(ctx); err != nil {
			return err
		}
	}
	if err := c.check.wait(ctx); err != nil {
		return c.distrust(ctx, kv, err)
	}
	return c.finish(ctx)
}

const (
	putTimeout = 2 * time.Second
	tickEvery  = time.Second
	auditEvery = 5 * time.Second
)

func (c *coordinator) complete() bool {
	c.lock.Lock()
	defer c.lock.Unlock()
	return !c.loading && c.failed == nil && c.job.complete()
}

// take adds a result of the bucket. Nil stands for the end of what was stored before.
func (c *coordinator) take(e jetstream.KeyValueEntry) error {
	c.lock.Lock()
	defer c.lock.Unlock()
	if e == nil {
		c.loading = false
		c.job.loaded()
		c.first = c.stored
		if c.first > 0 {
			c.o.Say("%s: the store has %d shards", c.job.name(), c.first)
		}
		return nil
	}
	if e.Operation() != jetstream.KeyValuePut {
		return nil
	}
	if e.Key() == distrusted {
		return errors.New(string(e.Value()))
	}
	u, err := unitOf(e.Key())
	if err != nil {
		return fmt.Errorf("the bucket of results: %w", err)
	}
	c.stored++
	if c.check.draws() {
		c.check.add(u, e.Value(), c.job.again(u))
	}
	if err := c.job.take(u, e.Value()); err != nil {
		return fmt.Errorf("the result of shard %d of cell %d: %w", u.Shard, u.Cell+1, err)
	}
	delete(c.waiting, u)
	return nil
}

// show tells the user how much is done. It returns an error if the coordinator's own server has not stored for
// some time, because that server does not recover by itself.
func (c *coordinator) show() error {
	c.lock.Lock()
	defer c.lock.Unlock()
	if err := c.cannotStore(); err != nil && c.server != nil && time.Since(c.since) > giveUpAfter {
		return c.storageFailure(err)
	}
	return c.job.show()
}

// fill puts shards into the stream, as many as the workers need for some time. A shard that the
// server cannot store is tried again later.
func (c *coordinator) fill(ctx context.Context) error {
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.failed != nil || c.loading {
		return c.failed
	}
	c.dropStopped(ctx)
	for n := len(c.job.open()); n < c.room(); n++ {
		u, ok := c.job.next()
		if !ok {
			break
		}
		c.waiting[u] = true
	}
	c.sayFew()
	put := map[sweep.Unit]jetstream.PubAckFuture{}
	list := make([]sweep.Unit, 0, len(c.waiting))
	for u := range c.waiting {
		list = append(list, u)
	}
	slices.SortFunc(list, func(a, b sweep.Unit) int { return cmp.Or(a.Cell-b.Cell, a.Shard-b.Shard) })
	for _, u := range list {
		if c.job.needless(u) {
			delete(c.waiting, u)
			continue
		}
		f, err := c.js.PublishAsync(c.names.subject(u), c.job.payload(u), jetstream.WithRetryAttempts(0))
		if err != nil {
			c.trouble = err
			break
		}
		put[u] = f
	}
	limit := time.After(putTimeout) // Workers wait for the lock.
	for u, f := range put {
		select {
		case <-f.Ok():
			c.trouble = nil
			delete(c.waiting, u)
		case err := <-f.Err():
			var api *jetstream.APIError
			if errors.As(err, &api) && api.ErrorCode == subjectTaken {
				delete(c.waiting, u) // The shard is in the stream already.
				continue
			}
			c.trouble = err
		case <-limit:
			c.trouble = errors.New("the server does not confirm what it stores")
			return nil
		case <-ctx.Done():
			return nil
		}
	}
	return nil
}

// sayFew tells the workers when few shards are left: all are given out, and at most two for each of
// their goroutines. A worker then keeps no shard waiting that another could compute.
func (c *coordinator) sayFew() {
	if !c.few && c.job.exhausted() && len(c.job.open()) <= 2*c.goroutines() {
		c.few = true
		c.nc.Publish(fewSubject(c.o.Group), []byte(c.names.sweep))
	}
}

// subjectTaken is the code of the error of a stream that has a message of the subject already.
const subjectTaken = 10077

// goroutines returns the number of goroutines of all workers.
func (c *coordinator) goroutines() (n int) {
	for _, w := range c.workers {
		if time.Since(w.seen) < lostAfter {
			n += w.Workers
		}
	}
	return n
}

// room returns the number of shards that may be given out at a time.
func (c *coordinator) room() int { return min(max(leastOpen, openEach*c.goroutines()), mostOpen) }

// dropStopped removes from the stream the shards of cells that need no more.
func (c *coordinator) dropStopped(ctx context.Context) {
	for _, cell := range c.job.stopped() {
		if c.stopped[cell] {
			continue
		}
		ctx, cancel := context.WithTimeout(ctx, requestTimeout)
		err := c.work.Purge(ctx, jetstream.WithPurgeSubject(c.names.subject(sweep.Unit{Cell: cell, Shard: -1})))
		cancel()
		if err != nil {
			c.trouble = err
			return
		}
		c.stopped[cell] = true
	}
}

// audit looks for shards that are neither in the stream nor in the bucket, as after the failure of
// a disk. They are given out again.
func (c *coordinator) audit(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	c.lock.Lock()
	defer c.lock.Unlock()
	info, err := c.work.Info(ctx)
	if err != nil {
		c.trouble = err
		return
	}
	if len(c.waiting) == 0 {
		c.trouble = nil
	}
	if info.State.Msgs == 0 {
		for _, u := range c.job.open() {
			c.waiting[u] = true
		}
	}
}

// finish tells the workers that the sweep is complete, shows the result and removes the shards from
// the server. The coordinator's own server keeps the results.
func (c *coordinator) finish(ctx context.Context) error {
	c.lock.Lock()
	c.over = true
	c.lock.Unlock()
	c.nc.Publish(overSubject(c.o.Group), []byte(c.names.sweep))
	for deadline := time.Now().Add(leaveWithin); c.present() > 0 && time.Now().Before(deadline); {
		if wait(ctx, 20*time.Millisecond) != nil {
			break
		}
	}
	if err := c.job.finish(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), requestTimeout)
	defer cancel()
	err := c.js.DeleteStream(ctx, c.names.stream())
	if c.server == nil {
		err = errors.Join(err, c.js.DeleteKeyValue(ctx, c.names.bucket()))
	}
	if err != nil {
		return fmt.Errorf("the result is complete; the server keeps its shards: %w", err)
	}
	return nil
}

// leaveWithin is the time for which a coordinator waits for workers to leave.
const leaveWithin = 3 * time.Second

// present returns the number of workers that have not left.
func (c *coordinator) present() (n int) {
	c.lock.Lock()
	defer c.lock.Unlock()
	for _, w := range c.workers {
		if time.Since(w.seen) < lostAfter {
			n++
		}
	}
	return n
}
