package cluster

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"loophole/internal/cli"
	"loophole/sweep"
)

// protocol is the version of the messages below.
const protocol = 2

// A hello is the request that a worker sends to the coordinator at its start and every helloEvery.
type hello struct {
	Protocol int       `json:"protocol"`
	Worker   string    `json:"worker"` // a random name
	Name     string    `json:"name"`
	Program  string    `json:"program"`
	Sweep    string    `json:"sweep"`   // the id of the sweep that the worker has set up; empty if none
	Workers  int       `json:"workers"` // goroutines
	Done     int       `json:"done"`    // shards
	Running  []running `json:"running,omitempty"`
	Finished []place   `json:"finished,omitempty"` // stored since the last hello that was answered
	Failed   string    `json:"failed,omitempty"`   // an error that ends the sweep
	Trouble  string    `json:"trouble,omitempty"`  // why a result cannot be stored yet
	Leaves   bool      `json:"leaves,omitempty"`
	Probe    bool      `json:"probe,omitempty"` // from another coordinator
}

// running is a shard that a worker computes.
type running struct {
	Cell  int       `json:"cell"`
	Shard int       `json:"shard"`
	Since time.Time `json:"since"`
}

// A place names a shard: the number of its cell, and its number in the cell.
type place [2]int

// mostFinished bounds the finished shards of a hello, which has to fit into a message.
const mostFinished = 10_000

// A reply answers a hello.
type reply struct {
	Refused string           `json:"refused,omitempty"` // why the worker gets no work
	Over    bool             `json:"over,omitempty"`    // the sweep is complete
	Few     bool             `json:"few,omitempty"`     // keep no shard waiting: others can compute it
	Sweep   string           `json:"sweep"`             // the id of the sweep
	Bundle  *cli.SweepBundle `json:"bundle,omitempty"`  // if the worker has not set the sweep up
}

const (
	helloEvery = 2 * time.Second
	// lostAfter is the time after which a silent worker is shown as lost.
	lostAfter = 10 * time.Second
	// requestTimeout bounds a request to the server or the coordinator.
	requestTimeout = 5 * time.Second
)

// names are the names of a sweep at a server.
type names struct{ group, sweep string }

// idOf returns the name of a sweep: a hash of the program, the file, the rules and the cells.
func idOf(p *sweep.Plan) string {
	sum := sha256.New()
	p.Result().Write(sum) // A hash accepts every write.
	return fmt.Sprintf("%x", sum.Sum(nil)[:12])
}

func helloSubject(group string) string { return group + ".hello" }

func overSubject(group string) string { return group + ".over" }

// fewSubject returns the subject on which the coordinator announces that few shards are left.
func fewSubject(group string) string { return group + ".few" }

// bucket returns the name of the bucket of results.
func (n names) bucket() string { return n.group + "-" + n.sweep }

// stream returns the name of the stream of shards to compute.
func (n names) stream() string { return n.bucket() + "-work" }

// consumer is the name of the durable consumer of all workers.
const consumer = "workers"

// subject returns the subject for a shard of a cell. A negative shard means all shards of the cell.
func (n names) subject(u sweep.Unit) string {
	shard := "*"
	if u.Shard >= 0 {
		shard = strconv.Itoa(u.Shard)
	}
	return fmt.Sprintf("%s.%s.work.%d.%s", n.group, n.sweep, u.Cell, shard)
}

// allWork matches the subjects of all shards.
func (n names) allWork() string { return fmt.Sprintf("%s.%s.work.>", n.group, n.sweep) }

// keyOf returns the key of a result.
func keyOf(u sweep.Unit) string { return fmt.Sprintf("%d.%d", u.Cell, u.Shard) }

// unitOf reads the last two words of a subject or a key.
func unitOf(text string) (u sweep.Unit, err error) {
	words := strings.Split(text, ".")
	if len(words) < 2 {
		return u, fmt.Errorf("%q names no shard", text)
	}
	cell, err1 := strconv.Atoi(words[len(words)-2])
	shard, err2 := strconv.Atoi(words[len(words)-1])
	if err1 != nil || err2 != nil || cell < 0 || shard < 0 {
		return u, fmt.Errorf("%q names no shard", text)
	}
	return sweep.Unit{Cell: cell, Shard: shard}, nil
}

// computedOf reads a result.
func computedOf(text []byte) (*sweep.Computed, error) {
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.DisallowUnknownFields()
	x := &sweep.Computed{}
	if err := d.Decode(x); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("there is text after the result")
	}
	return x, nil
}
