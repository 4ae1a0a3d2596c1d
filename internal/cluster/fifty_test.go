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

// TestFifty runs a sweep with many workers that are far away. Each shard takes a second, most of
// which a worker sleeps. The efficiency is the share of their time that the workers spend on shards
// that count, from the start of the coordinator to its end. Without LOOPHOLE_LONG there are fewer.
func TestFifty(t *testing.T) {
	workers, each, second := 8, 5, 200*time.Millisecond
	if os.Getenv("LOOPHOLE_LONG") != "" {
		workers, each, second = 50, 20, time.Second
	} else if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	text := fmt.Sprintf(fiftySweep, workers*each)
	plan := func() *sweep.Plan {
		p, err := sweep.Read("fifty.yaml", strings.NewReader(text), scenario.Find, "loophole test")
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	whole, err := plan().Run(t.Context(), plan().Result(), sweep.Options{})
	if err != nil {
		t.Fatal(err)
	}
	server, near := listener(t), listener(t)
	address := server.Addr().String()
	server.Close()
	go distance{10 * time.Millisecond, 200 * time.Millisecond}.lead(near, address)
	folder := t.TempDir()
	var crew sync.WaitGroup
	began, all := time.Now(), plan()
	said := make(chan bool)
	var once sync.Once
	o := cli.CoordinateOptions{
		Connection: cli.Connection{Group: "loophole"}, Folder: folder, Listen: address, AckWait: 30 * time.Second, Program: "loophole test",
		Plan: all, Start: all.Result(), Bundle: &cli.SweepBundle{Name: "fifty.yaml", Text: text},
		Say:    func(format string, values ...any) { once.Do(func() { close(said) }); t.Logf(format, values...) },
		Done:   func(*sweep.Result, int, int) error { return nil },
		Finish: func(*sweep.Result) error { return nil },
	}
	crew.Go(func() {
		<-said
		for i := range workers {
			crew.Go(func() {
				err := work(t.Context(), cli.WorkOptions{
					Connection: cli.Connection{
						URL: "nats://" + near.Addr().String(), Group: "loophole", Token: filepath.Join(folder, tokenFile),
					},
					Name: fmt.Sprint(i), Program: "loophole test", Workers: 1, Patience: time.Minute,
					Say:  func(string, ...any) {},
					Plan: func(*cli.SweepBundle) (*sweep.Plan, error) { return plan(), nil },
				}, func(p *sweep.Plan) computeFunc {
					computer := p.Computer()
					return func(ctx context.Context, u sweep.Unit) (*sweep.Computed, error) {
						wait(ctx, second)
						return computer.Compute(ctx, u)
					}
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
	})
	r, err := Coordinate(t.Context(), o)
	took := time.Since(began)
	once.Do(func() { close(said) })
	crew.Wait()
	if err != nil {
		t.Fatal(err)
	}
	var got, want bytes.Buffer
	r.Write(&got)
	whole.Write(&want)
	if got.String() != want.String() {
		t.Error("the result differs from that of one process")
	}
	share := (time.Duration(each) * second).Seconds() / took.Seconds()
	t.Logf("%d workers, %d shards of %s: %.1f s, efficiency %.2f", workers, workers*each, second, took.Seconds(), share)
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
