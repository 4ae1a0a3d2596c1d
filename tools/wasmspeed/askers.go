//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"loophole/internal/server"
	"loophole/internal/store/memory"
)

// A request is a request to the API.
type request struct {
	Method string `json:"method"`
	Path   string `json:"path"`
	Body   string `json:"body,omitempty"`
	Token  string `json:"token,omitempty"`
}

// An asker answers requests. It returns the processor time that it took, and the body of the answer.
type asker interface {
	request(r request) (time.Duration, string, error)
}

// native is the program within this process.
type native struct{ server *server.Server }

func newNative() native {
	return native{server.NewLocal(memory.New(nil), server.Options{})}
}

func (n native) request(r request) (time.Duration, string, error) {
	header := func(name string) string {
		switch {
		case name == "Authorization" && r.Token != "":
			return "Bearer " + r.Token
		case name == "Content-Type" && r.Body != "":
			return "application/json"
		}
		return ""
	}
	var b bytes.Buffer
	began := used()
	a := n.server.Answer(context.Background(), server.LocalRequest{Method: r.Method, Address: r.Path, Header: header, Body: []byte(r.Body)})
	err := a.WriteBody(&b)
	took := used() - began
	return took, b.String(), failed(r, a.Status, b.String(), err)
}

// used returns the processor time of this process.
func used() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func failed(r request, status int, body string, err error) error {
	if err == nil && status >= 400 {
		err = fmt.Errorf("%s %s: %d %s", r.Method, r.Path, status, body)
	}
	return err
}

// facts are what the driver reports about its start or with an answer.
type facts struct {
	Unpacked, Compiled, Started, First float64 // milliseconds
	Took                               float64 // milliseconds
	Status                             int
	Body                               string
	Memory, Resident                   int64 // bytes
}

// node is the module in a process of node.
type node struct {
	cmd         *exec.Cmd
	in          io.WriteCloser
	out         *bufio.Reader
	driver      string
	first, last facts
}

//go:embed driver.mjs
var driver []byte

// startNode starts the package.
func startNode() (*node, error) {
	f, err := os.CreateTemp("", "driver-*.mjs")
	if err != nil {
		return nil, err
	}
	_, err = f.Write(driver)
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(f.Name())
		return nil, err
	}
	n := &node{cmd: exec.Command("node", f.Name(), folder), driver: f.Name()}
	n.cmd.Stderr = os.Stderr
	if n.in, err = n.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := n.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	n.out = bufio.NewReader(out)
	if err := n.cmd.Start(); err != nil {
		os.Remove(n.driver)
		return nil, err
	}
	if n.first, err = n.hear(); err != nil {
		return nil, errors.Join(err, n.end())
	}
	return n, nil
}

func (n *node) hear() (x facts, err error) {
	line, err := n.out.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &x)
	}
	return x, err
}

func (n *node) request(r request) (time.Duration, string, error) {
	line, err := json.Marshal(r)
	if err == nil {
		_, err = n.in.Write(append(line, '\n'))
	}
	if err != nil {
		return 0, "", err
	}
	if n.last, err = n.hear(); err != nil {
		return 0, "", err
	}
	return time.Duration(n.last.Took * 1e6), n.last.Body, failed(r, n.last.Status, strings.TrimSpace(n.last.Body), nil)
}

func (n *node) end() error {
	defer os.Remove(n.driver)
	n.in.Close()
	return n.cmd.Wait()
}
