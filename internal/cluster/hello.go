package cluster

import (
	"cmp"
	"encoding/json"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"

	"loophole/sweep"
)

// answer answers the hello of a worker.
func (c *coordinator) answer(m *nats.Msg) {
	var h hello
	if json.Unmarshal(m.Data, &h) != nil {
		return
	}
	text, err := json.Marshal(c.replyTo(&h))
	if err == nil {
		m.Respond(text)
	}
}

func (c *coordinator) replyTo(h *hello) *reply {
	c.lock.Lock()
	defer c.lock.Unlock()
	r := &reply{Sweep: c.names.sweep}
	switch {
	case h.Probe:
	case h.Protocol != protocol || h.Program != c.program:
		r.Refused = fmt.Sprintf("this sweep is computed with %s, and the worker is %.80s: use the same version",
			c.program, cmp.Or(h.Program, "unknown"))
		c.o.Say("%.80s is refused: it is %.80s, and this is %s", h.Name, h.Program, c.program)
		return r
	case h.Sweep == c.names.sweep:
		c.note(h)
	case c.over:
	default:
		r.Bundle = c.o.Bundle
	}
	r.Over, r.Few = c.over, c.few
	return r
}

// mostWorkers is the largest number of workers that a coordinator keeps track of.
const mostWorkers = 20_000

// note notes the report of a worker.
func (c *coordinator) note(h *hello) {
	if h.Failed != "" && c.failed == nil {
		c.failed = fmt.Errorf("%.80s: %s", h.Name, h.Failed)
	}
	for _, x := range h.Finished {
		if u := (sweep.Unit{Cell: x[0], Shard: x[1]}); c.o.Check > 0 && len(c.by) < sweep.MostShards {
			c.by[u] = h.Name
		}
	}
	_, known := c.workers[h.Worker]
	switch {
	case h.Leaves:
		delete(c.workers, h.Worker)
	case known || len(c.workers) < mostWorkers:
		h.Workers = min(max(h.Workers, 1), 1024)
		c.workers[h.Worker] = &connectedWorker{*h, time.Now()}
		if !known {
			select {
			case c.joined <- true:
			default:
			}
		}
	}
}
