package cluster

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"loophole/internal/cli"
	"loophole/sweep"
)

// TestFew lets a worker with one goroutine compute a shard that ends only after all other shards, while
// another shard waits in that worker. The worker must give the waiting shard back, so that the other
// worker computes it. The result is that of one process, to the byte.
func TestFew(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	const shards = 12
	f := fifty{workers: 1, each: shards}
	started, others := make(chan bool), make(chan bool)
	slow := func(compute computeFunc) computeFunc {
		var once sync.Once
		return func(ctx context.Context, u sweep.Unit) (*sweep.Computed, error) {
			once.Do(func() { close(started) })
			select {
			case <-others:
			case <-time.After(time.Minute):
				t.Error("a shard waits for another one, though a worker is idle")
			}
			return compute(ctx, u)
		}
	}
	quick := func(compute computeFunc) computeFunc {
		var lock sync.Mutex
		done := 0
		return func(ctx context.Context, u sweep.Unit) (*sweep.Computed, error) {
			x, err := compute(ctx, u)
			lock.Lock()
			defer lock.Unlock()
			if done++; done == shards-1 {
				close(others)
			}
			return x, err
		}
	}
	server := listener(t)
	address := server.Addr().String()
	server.Close()
	f.coordinate(t, address, func(token string, _ time.Time) {
		var workers sync.WaitGroup
		join := func(name string, wrap func(computeFunc) computeFunc) {
			workers.Go(func() {
				err := work(t.Context(), cli.WorkOptions{
					Connection: cli.Connection{URL: "nats://" + address, Group: "loophole", Token: token},
					Name:       name, Program: "loophole test", Workers: 1, Patience: time.Minute,
					Say:  func(format string, values ...any) { t.Log(name, fmt.Sprintf(format, values...)) },
					Plan: func(*cli.SweepBundle) (*sweep.Plan, error) { p, _ := f.plan(t); return p, nil },
				}, func(p *sweep.Plan) computeFunc { return wrap(p.Computer().Compute) })
				if err != nil {
					t.Error(err)
				}
			})
		}
		join("slow", slow)
		<-started
		time.Sleep(500 * time.Millisecond) // The slow worker has a waiting shard by now.
		join("quick", quick)
		workers.Wait()
	})
}
