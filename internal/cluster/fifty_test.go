package cluster

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
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
					wait(ctx, f.second)
					return computer.Compute(ctx, u)
				}
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	crew.Wait()
}

// coordinate coordinates the sweep at an address, compares the result with that of one process, and
// returns the efficiency: the share of their time that the workers spend on shards that count, from
// the start of the coordinator to its end. Join is called once workers can join.
func (f fifty) coordinate(t *testing.T, address string, join func(token string)) float64 {
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
		join(filepath.Join(folder, tokenFile))
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
// fewer.
func TestFifty(t *testing.T) {
	f := fifty{8, 5, 200 * time.Millisecond}
	if os.Getenv("LOOPHOLE_LONG") != "" {
		f = fifty{50, 20, time.Second}
	} else if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	server, near := listener(t), listener(t)
	address := server.Addr().String()
	server.Close()
	go distance{10 * time.Millisecond, 200 * time.Millisecond}.lead(near, address)
	share := f.coordinate(t, address, func(token string) { f.work(t, "nats://"+near.Addr().String(), token) })
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
