//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"loophole/internal/cli"
	"loophole/internal/cluster"
	_ "loophole/internal/lazygc"
)

// TestMain runs the program instead of the tests in processes that a test starts, so that tests need not build it.
func TestMain(m *testing.M) {
	switch os.Getenv("LOOPHOLE_PROCESS") {
	case "program":
		main()
	case "older":
		os.Exit(older())
	}
	flag.Parse()
	flag.Set("test.parallel", "4") // Most of the time is waiting.
	os.Exit(m.Run())
}

// older is a worker of another version. Its arguments are the URL and the file of the token.
func older() int {
	err := cluster.Work(context.Background(), cli.WorkOptions{
		Connection: cli.Connection{URL: os.Args[1], Token: os.Args[2], Group: "loophole"},
		Name:       "older", Program: "loophole 0.0.1", Workers: 1, Patience: time.Minute,
		Say: func(format string, values ...any) { fmt.Fprintf(os.Stderr, format+"\n", values...) },
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	return 0
}

// A process is a program that a test started.
type process struct {
	*exec.Cmd
	t    *testing.T
	lock sync.Mutex
	text bytes.Buffer // what it writes to standard error
	out  bytes.Buffer // what it writes to standard output; to be read after its end
	over chan error
}

// Write implements io.Writer.
func (p *process) Write(b []byte) (int, error) {
	p.lock.Lock()
	defer p.lock.Unlock()
	return p.text.Write(b)
}

func (p *process) said() string {
	p.lock.Lock()
	defer p.lock.Unlock()
	return p.text.String()
}

// start starts a process of a kind.
func start(t *testing.T, kind string, args ...string) *process {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{Cmd: exec.Command(program, args...), t: t, over: make(chan error, 1)}
	p.Env = append(os.Environ(), "LOOPHOLE_PROCESS="+kind, "GOMAXPROCS=2")
	p.Stderr, p.Stdout = p, &p.out
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { p.over <- p.Wait() }()
	t.Cleanup(func() { p.Process.Kill() })
	return p
}

// longPatience bounds a part of a test that runs with LOOPHOLE_LONG.
const longPatience = 24 * time.Hour

// end waits for the end of a process and returns its exit status.
func (p *process) end() int {
	p.t.Helper()
	patience := time.Minute
	if os.Getenv("LOOPHOLE_LONG") != "" {
		patience = longPatience
	}
	select {
	case <-p.over:
		return p.ProcessState.ExitCode()
	case <-time.After(patience):
		p.Process.Kill()
		p.t.Fatalf("%v does not end:\n%s", p.Args[1:], p.said())
	}
	return -1
}

func (p *process) kill() {
	p.Process.Kill()
	<-p.over
}

// poll is the pause between two looks at what a process says or does.
const poll = 15 * time.Millisecond

// until waits until a process has said a text.
func (p *process) until(text string) {
	p.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !strings.Contains(p.said(), text); time.Sleep(poll) {
		if time.Now().After(deadline) {
			p.t.Fatalf("%v has not said %q:\n%s", p.Args[1:], text, p.said())
		}
	}
}

// A fixture is a folder with a sweep and the addresses of its coordinator.
type fixture struct {
	t                    *testing.T
	dir                  string
	file                 string
	natsAddr, statusAddr string
	store                string
}

// freeAddr returns a free address of this machine.
func freeAddr(t *testing.T) string {
	for {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		at := l.Addr().String()
		l.Close()
		if _, given := addrs.LoadOrStore(at, true); !given {
			return at
		}
	}
}

// addrs are the addresses that freeAddr has returned: a free port may come twice.
var addrs sync.Map

func newFixture(t *testing.T, text string) *fixture {
	dir := t.TempDir()
	x := &fixture{t: t, dir: dir, natsAddr: freeAddr(t), statusAddr: freeAddr(t)}
	x.file, x.store = x.path("long.yaml"), x.path("store")
	if err := os.WriteFile(x.file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return x
}

func (x *fixture) path(name string) string { return filepath.Join(x.dir, name) }

// coordinator starts a coordinator and waits until it accepts workers.
func (x *fixture) coordinator(more ...string) *process {
	x.t.Helper()
	p := start(x.t, "program", append([]string{"sweep", x.file, "--coordinate", "--store", x.store, "--listen", x.natsAddr,
		"--status", x.statusAddr, "--out", x.path("many.json")}, more...)...)
	p.until("waiting for workers")
	return p
}

func (x *fixture) worker(more ...string) *process {
	x.t.Helper()
	token := filepath.Join(x.store, "token")
	return start(x.t, "program", append([]string{"work", "--nats", "nats://" + x.natsAddr, "--nats-token", token,
		"--workers", "1"}, more...)...)
}

// state is a part of /state.json.
type state struct {
	Done    int
	All     int
	Workers []struct {
		Name    string
		Done    int
		Lost    bool
		Running []struct{ Cell string }
	}
}

func (x *fixture) get(path string) (string, error) {
	r, err := http.Get("http://" + x.statusAddr + path)
	if err != nil {
		return "", err
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	return string(text), err
}

// until waits until the state of the coordinator has a property. The coordinator must not end before.
func (x *fixture) until(what string, holds func(*state) bool) {
	x.t.Helper()
	var s state
	for deadline := time.Now().Add(40 * time.Second); ; time.Sleep(poll) {
		text, err := x.get("/state.json")
		if err == nil {
			s = state{}
			if err := json.Unmarshal([]byte(text), &s); err != nil {
				x.t.Fatal(err)
			}
			if holds(&s) {
				return
			}
			if s.Done == s.All {
				x.t.Fatalf("the sweep is over before %s", what)
			}
		}
		if err != nil && s.All > 0 || time.Now().After(deadline) {
			x.t.Fatalf("%s never happens: %+v, %v", what, s, err)
		}
	}
}

// waitForShards waits until a number of shards is done, and the sweep is not.
func (x *fixture) waitForShards(n int) {
	x.t.Helper()
	x.until(fmt.Sprintf("%d shards are done", n), func(s *state) bool { return s.Done >= n && s.Done < s.All })
}

// wholes are the results of one process by the text of the sweep.
var wholes = struct {
	sync.Mutex
	of map[string][]byte
}{of: map[string][]byte{}}

// checkResult checks that the result is that of one process.
func (x *fixture) checkResult() {
	x.t.Helper()
	text, err := os.ReadFile(x.file)
	if err != nil {
		x.t.Fatal(err)
	}
	wholes.Lock()
	defer wholes.Unlock()
	want := wholes.of[string(text)]
	if want == nil {
		p := start(x.t, "program", "sweep", x.file, "--out", x.path("one.json"))
		if status := p.end(); status != 0 {
			x.t.Fatal(p.said())
		}
		if want, err = os.ReadFile(x.path("one.json")); err != nil {
			x.t.Fatal(err)
		}
		wholes.of[string(text)] = want
	}
	got, err := os.ReadFile(x.path("many.json"))
	if err != nil {
		x.t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		x.t.Errorf("the result of the cluster is\n%s\nnot\n%s", got, want)
	}
}

// checkExits checks that processes end with status 0.
func checkExits(t *testing.T, list ...*process) {
	t.Helper()
	for _, p := range list {
		if status := p.end(); status != 0 {
			t.Errorf("%v: status %d:\n%s", p.Args[1:], status, p.said())
		}
	}
}

// pause stops a process without ending it.
func (p *process) pause() { p.Process.Signal(syscall.SIGSTOP) }

func (p *process) proceed() { p.Process.Signal(syscall.SIGCONT) }
