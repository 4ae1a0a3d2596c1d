package cluster

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"loophole/internal/cli"
	_ "loophole/internal/lazygc"
	"loophole/sweep"
)

// TestMain runs more tests at a time than there are processors: most of their time is waiting.
func TestMain(m *testing.M) {
	flag.Parse()
	flag.Set("test.parallel", "6")
	os.Exit(m.Run())
}

// checked runs a sweep of 40 shards whose coordinator computes one result in so many again. The first
// worker changes the tallies of the shards that lies names.
func checked(t *testing.T, folder string, every int, lies func(sweep.Unit) bool) (*sweep.Result, error) {
	f := fifty{workers: 2, each: 20}
	plan, text := f.plan(t)
	waiting := make(chan bool)
	var once sync.Once
	var crew sync.WaitGroup
	ctx, cancel := context.WithCancel(t.Context())
	crew.Go(func() {
		select {
		case <-waiting:
		case <-ctx.Done():
			return
		}
		for i := range f.workers {
			crew.Go(func() {
				work(ctx, cli.WorkOptions{
					Connection: cli.Connection{URL: "nats://127.0.0.1:" + portOf(folder), Group: "loophole", Token: filepath.Join(folder, tokenFile)},
					Name:       fmt.Sprint("worker ", i), Program: "loophole test", Workers: 1, Patience: time.Second,
					Say:  func(string, ...any) {},
					Plan: func(*cli.SweepBundle) (*sweep.Plan, error) { p, _ := f.plan(t); return p, nil },
				}, func(p *sweep.Plan) computeFunc {
					computer := p.Computer()
					return func(ctx context.Context, u sweep.Unit) (*sweep.Computed, error) {
						x, err := computer.Compute(ctx, u)
						if err == nil && i == 0 && lies(u) {
							x.Tally.Actions[0]++
						}
						wait(ctx, 5*time.Millisecond)
						return x, err
					}
				})
			})
		}
	})
	r, err := Coordinate(t.Context(), cli.CoordinateOptions{
		Connection: cli.Connection{Group: "loophole"}, Folder: folder, Listen: "127.0.0.1:" + portOf(folder), AckWait: 30 * time.Second,
		Program: "loophole test", Check: every,
		Plan: plan, Start: plan.Result(), Bundle: &cli.SweepBundle{Name: "fifty.yaml", Text: text},
		Say:    func(string, ...any) { once.Do(func() { close(waiting) }) },
		Done:   func(*sweep.Result, int, int) error { return nil },
		Finish: func(*sweep.Result) error { return nil },
	})
	cancel()
	crew.Wait()
	return r, err
}

// ports are the ports of the servers of folders.
var ports sync.Map

func portOf(folder string) string {
	port, _ := ports.Load(folder)
	return port.(string)
}

func checkFolder(t *testing.T) string {
	l := listener(t)
	_, port, _ := strings.Cut(l.Addr().String(), ":")
	l.Close()
	folder := t.TempDir()
	ports.Store(folder, port)
	return folder
}

// TestCheck checks that a coordinator finds wrong results and names their worker, that nobody continues with
// its store, and that a check leaves right results as they are.
func TestCheck(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	t.Run("wrong", func(t *testing.T) {
		t.Parallel()
		folder := checkFolder(t)
		_, err := checked(t, folder, 1, func(sweep.Unit) bool { return true })
		if err == nil || !strings.HasPrefix(err.Error(), "worker 0: the result of shard ") || !strings.Contains(err.Error(), "remove the folder "+folder) {
			t.Fatalf("a wrong result: %v", err)
		}
		if _, again := checked(t, folder, 0, nil); again == nil || again.Error() != err.Error() {
			t.Errorf("the store is used again: %v", again)
		}
	})
	honest := func(sweep.Unit) bool { return false }
	one, _ := fifty{workers: 2, each: 20}.plan(t)
	whole, err := one.Run(t.Context(), one.Result(), sweep.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	whole.Write(&want)
	for _, every := range []int{1, 7} {
		t.Run(fmt.Sprint("one in ", every), func(t *testing.T) {
			t.Parallel()
			r, err := checked(t, checkFolder(t), every, honest)
			if err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			r.Write(&got)
			if got.String() != want.String() {
				t.Error("a check changes the result")
			}
		})
	}
}

// TestCheckByChance checks that about one result in four is drawn for a check of one in four.
func TestCheckByChance(t *testing.T) {
	c, found := newChecker(4), 0
	const all = 100_000
	for range all {
		if c.draws() {
			found++
		}
	}
	if found < all*23/100 || found > all*27/100 {
		t.Errorf("%d of %d are checked", found, all)
	}
	if newChecker(0).draws() {
		t.Error("0 checks")
	}
}
