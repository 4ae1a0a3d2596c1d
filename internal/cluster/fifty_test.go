package cluster

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"loophole/internal/cli"
	"loophole/scenario"
	"loophole/sweep"
)

// A distance delays what passes between a worker and the server: every chunk by latency, and one in
// a hundred by resend more, as TCP does when a packet is lost.
type distance struct {
	latency, resend time.Duration
}

// lead accepts connections and leads them to an address.
func (d distance) lead(l net.Listener, to string) {
	for {
		near, err := l.Accept()
		if err != nil {
			return
		}
		far, err := net.Dial("tcp", to)
		if err != nil {
			near.Close()
			continue
		}
		go d.pass(near, far)
		go d.pass(far, near)
	}
}

// pass passes on chunks in their order, each after its delay.
func (d distance) pass(from, to net.Conn) {
	type chunk struct {
		text []byte
		at   time.Time
	}
	chunks := make(chan chunk, 1024)
	go func() {
		defer to.Close()
		for c := range chunks {
			time.Sleep(time.Until(c.at))
			if _, err := to.Write(c.text); err != nil {
				from.Close()
			}
		}
	}()
	defer close(chunks)
	b := make([]byte, 64<<10)
	for {
		n, err := from.Read(b)
		if err != nil {
			return
		}
		delay := d.latency
		if rand.IntN(100) == 0 {
			delay += d.resend
		}
		chunks <- chunk{bytes.Clone(b[:n]), time.Now().Add(delay)}
	}
}

const fiftySweep = `
format: 1
name: fifty
games: %d
shard: 1
policies: [[random, random]]
scenarios: [{scenario: stairs, ruleset: tideofiron}]
`

// A fifty is a sweep whose shards take the same time each, most of which a worker sleeps.
type fifty struct {
	workers, each int // number of workers, and of shards for each
	second        time.Duration
	unequal       bool   // every tenth shard takes 3.25 times as long, and the others 0.75 times
	spans         *spans // nil: not measured
}

// lasts is how long a worker sleeps for a shard.
func (f fifty) lasts(u sweep.Unit) time.Duration {
	switch {
	case !f.unequal:
		return f.second
	case u.Shard%10 == 9:
		return f.second * 13 / 4
	}
	return f.second * 3 / 4
}

// spans say when workers compute.
type spans struct {
	began       time.Time // when the coordinator did
	lock        sync.Mutex
	first, last []time.Time // of each worker: when its first shard began, and its last one ended
	busy        []time.Duration
	shards      []int
}

func newSpans(workers int, began time.Time) *spans {
	return &spans{began: began, first: make([]time.Time, workers), last: make([]time.Time, workers),
		busy: make([]time.Duration, workers), shards: make([]int, workers)}
}

// note notes a shard of a worker.
func (s *spans) note(worker int, began time.Time) {
	s.lock.Lock()
	defer s.lock.Unlock()
	now := time.Now()
	if s.shards[worker] == 0 {
		s.first[worker] = began
	}
	s.last[worker] = now
	s.busy[worker] += now.Sub(began)
	s.shards[worker]++
}

// log says where the time of the workers goes until they have left, in seconds of a worker on average.
func (s *spans) log(t *testing.T) {
	var before, within, busy, after time.Duration
	ended := time.Now()
	for i := range s.first {
		before += s.first[i].Sub(s.began)
		busy += s.busy[i]
		within += s.last[i].Sub(s.first[i]) - s.busy[i]
		after += ended.Sub(s.last[i])
	}
	n := float64(len(s.first))
	t.Logf("a worker, on average: %.2f s before its first shard, %.2f s in %.1f shards, %.2f s between them, %.2f s after the last",
		before.Seconds()/n, busy.Seconds()/n, float64(sum(s.shards))/n, within.Seconds()/n, after.Seconds()/n)
	t.Logf("a worker computes %d to %d shards; first shards begin %.2f to %.2f s after the start, last ones end at %.2f to %.2f s, and all have left at %.2f s",
		slices.Min(s.shards), slices.Max(s.shards),
		slices.MinFunc(s.first, time.Time.Compare).Sub(s.began).Seconds(), slices.MaxFunc(s.first, time.Time.Compare).Sub(s.began).Seconds(),
		slices.MinFunc(s.last, time.Time.Compare).Sub(s.began).Seconds(), slices.MaxFunc(s.last, time.Time.Compare).Sub(s.began).Seconds(),
		ended.Sub(s.began).Seconds())
}

func sum(list []int) (n int) {
	for _, x := range list {
		n += x
	}
	return n
}

// plan returns the plan of the sweep.
func (f fifty) plan(t *testing.T) (p *sweep.Plan, text string) {
	text = fmt.Sprintf(fiftySweep, f.workers*f.each)
	p, err := sweep.Read("fifty.yaml", strings.NewReader(text), scenario.Find, "loophole test")
	if err != nil {
		t.Fatal(err)
	}
	return p, text
}

// work has all workers work until the sweep is complete.
func (f fifty) work(t *testing.T, url, token string) {
	var crew sync.WaitGroup
	for i := range f.workers {
		crew.Go(func() {
			err := work(t.Context(), cli.WorkOptions{
				Connection: cli.Connection{URL: url, Group: "loophole", Token: token},
				Name:       fmt.Sprint(i), Program: "loophole test", Workers: 1, Patience: time.Minute,
				Say:  func(string, ...any) {},
				Plan: func(*cli.SweepBundle) (*sweep.Plan, error) { p, _ := f.plan(t); return p, nil },
			}, func(p *sweep.Plan) computeFunc {
				computer := p.Computer()
				return func(ctx context.Context, u sweep.Unit) (*sweep.Computed, error) {
					began := time.Now()
					wait(ctx, f.lasts(u))
					x, err := computer.Compute(ctx, u)
					if f.spans != nil {
						f.spans.note(i, began)
					}
					return x, err
				}
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	crew.Wait()
	if f.spans != nil {
		f.spans.log(t)
	}
}

// coordinate coordinates the sweep at an address, compares the result with that of one process, and
// returns the efficiency: the share of their time that the workers spend on shards that count, from
// the start of the coordinator to its end. Join is called once workers can join.
func (f fifty) coordinate(t *testing.T, address string, join func(token string, began time.Time)) float64 {
	one, _ := f.plan(t)
	whole, err := one.Run(t.Context(), one.Result(), sweep.Options{})
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	began := time.Now()
	all, text := f.plan(t)
	said := make(chan bool)
	var once sync.Once
	var joined sync.WaitGroup
	joined.Go(func() {
		<-said
		join(filepath.Join(folder, tokenFile), began)
	})
	r, err := Coordinate(t.Context(), cli.CoordinateOptions{
		Connection: cli.Connection{Group: "loophole"}, Folder: folder, Listen: address, AckWait: 30 * time.Second, Program: "loophole test",
		Plan: all, Start: all.Result(), Bundle: &cli.SweepBundle{Name: "fifty.yaml", Text: text},
		Say:    func(format string, values ...any) { once.Do(func() { close(said) }); t.Logf(format, values...) },
		Done:   func(*sweep.Result, int, int) error { return nil },
		Finish: func(*sweep.Result) error { return nil },
	})
	took := time.Since(began)
	once.Do(func() { close(said) })
	joined.Wait()
	if err != nil {
		t.Fatal(err)
	}
	var got, want bytes.Buffer
	r.Write(&got)
	whole.Write(&want)
	if got.String() != want.String() {
		t.Error("the result differs from that of one process")
	}
	share := (time.Duration(f.each) * f.second).Seconds() / took.Seconds()
	t.Logf("%d workers, %d shards of %s: %.1f s, efficiency %.2f", f.workers, f.workers*f.each, f.second, took.Seconds(), share)
	return share
}

// TestFifty runs a sweep with many workers that are far away by a proxy. Without LOOPHOLE_LONG there are
// fewer. With LOOPHOLE_UNEQUAL the shards take different times.
func TestFifty(t *testing.T) {
	f := fifty{workers: 8, each: 5, second: 200 * time.Millisecond}
	if os.Getenv("LOOPHOLE_LONG") != "" {
		f = fifty{workers: 50, each: 20, second: time.Second, unequal: os.Getenv("LOOPHOLE_UNEQUAL") != ""}
	} else if testing.Short() {
		t.Skip("a long test: run without -short")
	} else {
		t.Parallel() // With LOOPHOLE_LONG it measures, and runs alone.
	}
	server, near := listener(t), listener(t)
	address := server.Addr().String()
	server.Close()
	go distance{10 * time.Millisecond, 200 * time.Millisecond}.lead(near, address)
	share := f.coordinate(t, address, func(token string, began time.Time) {
		f.spans = newSpans(f.workers, began)
		f.work(t, "nats://"+near.Addr().String(), token)
	})
	if os.Getenv("LOOPHOLE_LONG") != "" && share < 0.8 {
		t.Error("the efficiency is too small")
	}
}

func listener(t *testing.T) net.Listener {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}
