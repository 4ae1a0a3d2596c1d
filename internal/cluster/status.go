package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	. "loophole/internal/markup"
)

// A state is what the page shows, and the JSON of /state.json.
type state struct {
	Name     string        `json:"name"`
	Program  string        `json:"program"`
	Sweep    string        `json:"sweep"`
	Done     int           `json:"done"` // shards
	All      int           `json:"all"`
	Complete bool          `json:"complete"`
	Seconds  int           `json:"seconds"` // since the coordinator began
	Left     *int          `json:"left"`    // estimate in seconds; null: unknown
	Failed   string        `json:"failed,omitempty"`
	Workers  []workerState `json:"workers"`
	Cells    []cellState   `json:"cells"`
}

type workerState struct {
	Name    string       `json:"name"`
	Workers int          `json:"workers"` // goroutines
	Done    int          `json:"done"`
	Silent  int          `json:"silent"` // seconds since it was last heard
	Lost    bool         `json:"lost"`
	Running []shardState `json:"running"`
}

type shardState struct {
	Cell    string `json:"cell"`
	Shard   int    `json:"shard"` // from 0
	Seconds int    `json:"seconds"`
}

type cellState struct {
	Label   string `json:"label"`
	Done    bool   `json:"done"`
	Stopped bool   `json:"stopped,omitempty"`
	Verdict string `json:"verdict,omitempty"`
	Shards  int    `json:"shards"` // that are computed
	Games   int    `json:"games,omitempty"`
}

// state returns the state of a sweep. Lost workers stay in it for some time.
func (c *coordinator) state() *state {
	c.lock.Lock()
	defer c.lock.Unlock()
	now := time.Now()
	s := &state{
		Name: c.job.name(), Program: c.program, Sweep: c.names.sweep, Complete: c.job.complete(),
		Seconds: int(now.Sub(c.began).Seconds()), Workers: []workerState{}, Cells: c.job.cells(),
	}
	s.Done, s.All = c.job.progress()
	if recent := c.stored - c.first; recent > 0 {
		left := int(now.Sub(c.began).Seconds() * float64(s.All-s.Done) / float64(recent))
		s.Left = &left
	}
	if c.failed != nil {
		s.Failed = c.failed.Error()
	}
	for name, w := range c.workers {
		silent := now.Sub(w.seen)
		if silent > forgetAfter {
			delete(c.workers, name)
			continue
		}
		x := workerState{
			Name: w.Name, Workers: w.Workers, Done: w.Done, Silent: int(silent.Seconds()), Lost: silent > lostAfter,
			Running: []shardState{},
		}
		for _, one := range w.Running {
			if one.Cell >= 0 && one.Cell < len(s.Cells) {
				seconds := max(0, int(now.Sub(one.Since).Seconds())) // Clocks may differ.
				x.Running = append(x.Running, shardState{s.Cells[one.Cell].Label, one.Shard, seconds})
			}
		}
		s.Workers = append(s.Workers, x)
	}
	slices.SortFunc(s.Workers, func(a, b workerState) int { return strings.Compare(a.Name, b.Name) })
	return s
}

// forgetAfter is the time for which the page shows a lost worker.
const forgetAfter = 10 * time.Minute

// serveStatus serves the page at the address of the options, if there is one.
func (c *coordinator) serveStatus(ctx context.Context) (end func(), err error) {
	if c.o.Status == "" {
		return func() {}, nil
	}
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", c.o.Status)
	if err != nil {
		return nil, fmt.Errorf("--status: %w", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /state.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(c.state())
	})
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		pageOf(c.state()).Render(w)
	})
	guarded := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cache-Control", "no-store")
		mux.ServeHTTP(w, r)
	})
	s := &http.Server{Handler: guarded, ReadHeaderTimeout: requestTimeout, WriteTimeout: 2 * requestTimeout}
	go s.Serve(l)
	c.o.Say("This page shows what runs where: http://%s/", l.Addr())
	return func() { s.Close() }, nil
}

const style = `body{font:16px/1.4 system-ui,sans-serif;margin:2rem;color:#222;background:#fff}
table{border-collapse:collapse;margin:1rem 0}th,td{text-align:left;padding:.2rem .8rem .2rem 0;vertical-align:top}
thead th{border-bottom:1px solid #888}.lost{color:#a00}progress{width:20rem}
@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}.lost{color:#f88}}`

// pageOf shows a state. The page loads itself again every few seconds.
func pageOf(s *state) Node {
	line := fmt.Sprintf("%d of %d shards", s.Done, s.All)
	switch {
	case s.Failed != "":
		line += ", failed: " + s.Failed
	case s.Complete:
		line += ", complete"
	case s.Left != nil:
		line += fmt.Sprintf(", about %s left", (time.Duration(*s.Left) * time.Second).String())
	}
	return Doctype(HTML(Lang("en"), Head(
		Meta(Charset("utf-8")), Meta(Name("viewport"), Content("width=device-width")),
		Meta(Attr("http-equiv", "refresh"), Content("3")), TitleEl(Textf("%s: %d of %d", s.Name, s.Done, s.All)),
		StyleEl(Raw(style)),
	), Body(
		H1(Text(s.Name)), P(Text(line)),
		Progress(Aria("label", "shards"), Value(fmt.Sprint(s.Done)), Max(fmt.Sprint(max(1, s.All)))),
		H2(Text("Workers")), workersOf(s), H2(Text("Cells")), cellsOf(s),
		P(Textf("%s · ", s.Program), A(Href("state.json"), Text("the same as JSON"))),
	)))
}

func workersOf(s *state) Node {
	if len(s.Workers) == 0 {
		return P(Text("There is no worker."))
	}
	return Table(headOf("Worker", "Goroutines", "Shards done", "Computes"), TBody(Map(s.Workers, func(w workerState) Node {
		row := Group{Th(Scope("row"), Text(w.Name)), Td(Textf("%d", w.Workers)), Td(Textf("%d", w.Done))}
		if w.Lost {
			return Tr(Class("lost"), row, Td(Textf("silent for %d s", w.Silent)))
		}
		return Tr(row, Td(Map(w.Running, func(x shardState) Node {
			return Div(Textf("shard %d of %s, %d s", x.Shard, x.Cell, x.Seconds))
		})))
	})))
}

func cellsOf(s *state) Node {
	return Table(headOf("Cell", "Shards", "Games", "State"), TBody(Map(s.Cells, func(x cellState) Node {
		state := "open"
		switch {
		case x.Verdict != "":
			state = "stopped: " + x.Verdict
		case x.Stopped:
			state = "stopped"
		case x.Done:
			state = "done"
		}
		return Tr(Th(Scope("row"), Text(x.Label)), Td(Textf("%d", x.Shards)), Td(Textf("%d", x.Games)), Td(Text(state)))
	})))
}

func headOf(names ...string) Node {
	return THead(Tr(Map(names, func(name string) Node { return Th(Scope("col"), Text(name)) })))
}
