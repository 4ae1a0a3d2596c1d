//go:build unix

// Wasmspeed compares the speed of the program as a WebAssembly module in node with its speed as
// native code. Both answer the same requests of the API in turn, each request many times. It prints
// a table of the shortest processor times, which other programs hardly affect. The module is slower
// at first, because node optimises its code while it runs, so the table also has the time of the
// first answer. make npm builds the module.
//
//	make npm && go run ./tools/wasmspeed
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"
)

// folder is the folder of the package.
var folder = "npm"

func main() {
	period := flag.Duration("for", 4*time.Second, "measure each question for this `TIME`")
	starts := flag.Int("starts", 7, "start the module this `NUMBER` of times")
	flag.StringVar(&folder, "package", folder, "measure the npm package in this `FOLDER`")
	flag.Parse()
	if err := measure(*period, *starts); err != nil {
		fmt.Fprintln(os.Stderr, "wasmspeed:", err)
		os.Exit(1)
	}
}

// least is the smallest number of times that a question is asked.
const least = 5

func measure(period time.Duration, starts int) error {
	if _, err := os.Stat(filepath.Join(folder, "program", "loophole.wasm.br")); err != nil {
		return fmt.Errorf("%w: run make npm first", err)
	}
	runtime.GOMAXPROCS(1) // The module has one thread.
	first, err := measureStart(starts)
	if err != nil {
		return err
	}
	module, err := startNode()
	if err != nil {
		return err
	}
	fmt.Println("| request | native | WebAssembly | ratio | its first answer |")
	fmt.Println("|---|---|---|---|---|")
	own := newNative()
	for _, q := range questions {
		var best [2]time.Duration
		var earliest time.Duration // the first answer of the module
		began := time.Now()
		for n := 0; n < least || time.Since(began) < period; n++ {
			for i, a := range []asker{own, module} {
				took, err := q.ask(a)
				if err != nil {
					return errors.Join(fmt.Errorf("%s: %w", q.name, err), module.end())
				}
				if n == 0 || took < best[i] {
					best[i] = took
				}
				if n == 0 {
					earliest = took // The module is asked last.
				}
			}
		}
		fmt.Printf("| %s | %s | %s | %.1f | %s |\n", q.name, shown(best[0]), shown(best[1]), float64(best[1])/float64(best[0]), shown(earliest))
	}
	last := module.last
	if err := module.end(); err != nil {
		return err
	}
	fmt.Printf("\n| start of the module | |\n|---|---|\n| unpack (brotli) | %s |\n| compile | %s |\n| start | %s |\n| first small question | %s |\n",
		millis(first.Unpacked), millis(first.Compiled), millis(first.Started), millis(first.First))
	fmt.Printf("\n| memory | of the module | of node, resident |\n|---|---|---|\n| started | %s | %s |\n| after all requests | %s | %s |\n",
		mebi(first.Memory), mebi(first.Resident), mebi(last.Memory), mebi(last.Resident))
	return nil
}

// measureStart starts the module several times. It returns the shortest times and the last sizes.
func measureStart(starts int) (best facts, err error) {
	for n := range max(1, starts) {
		m, err := startNode()
		if err != nil {
			return best, err
		}
		x := m.first
		took, _, err := m.request(request{Method: "GET", Path: small})
		if err := errors.Join(err, m.end()); err != nil {
			return best, err
		}
		if x.First = float64(took) / 1e6; n == 0 {
			best = x
		}
		best.Unpacked, best.Compiled = min(best.Unpacked, x.Unpacked), min(best.Compiled, x.Compiled)
		best.Started, best.First = min(best.Started, x.Started), min(best.First, x.First)
		best.Memory, best.Resident = x.Memory, x.Resident
	}
	return best, nil
}

// shown returns a time with two or three digits.
func shown(d time.Duration) string { return millis(float64(d) / 1e6) }

func millis(ms float64) string {
	switch {
	case ms < 1:
		return fmt.Sprintf("%.2f ms", ms)
	case ms < 10:
		return fmt.Sprintf("%.1f ms", ms)
	}
	return fmt.Sprintf("%.0f ms", ms)
}

func mebi(bytes int64) string { return fmt.Sprintf("%d MiB", bytes>>20) }
