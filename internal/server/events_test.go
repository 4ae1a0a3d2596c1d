package server

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"loophole/internal/wire"
)

// heard is an event as a listener receives it.
type heard struct{ id, name, data string }

// A stream is an open stream of events.
type stream struct {
	t      testing.TB
	lines  *bufio.Scanner
	cancel context.CancelFunc
}

// listen opens a stream over a real connection.
func listen(t testing.TB, base, path, token string, headers ...string) *stream {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r, err := http.NewRequestWithContext(ctx, "GET", base+"/api/v1"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	if w.StatusCode != http.StatusOK || w.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatal(w.Status, w.Header)
	}
	t.Cleanup(func() { cancel(); w.Body.Close() })
	streamed(t, w.Header)
	x := bufio.NewScanner(w.Body)
	x.Buffer(nil, 1<<20)
	return &stream{t, x, cancel}
}

// next returns the next event; ok is false at the end of the stream.
func (s *stream) next() (e heard, ok bool) {
	for s.lines.Scan() {
		switch k, v, _ := strings.Cut(s.lines.Text(), ": "); {
		case k == "id":
			e.id = v
		case k == "event":
			e.name = v
		case k == "data":
			e.data = v
		case s.lines.Text() == "" && e.name != "":
			return e, true
		}
	}
	return e, false
}

// until reads entries up to a number, and returns their numbers.
func (s *stream) until(last int) (seqs []int) {
	s.t.Helper()
	for {
		e, ok := s.next()
		if !ok {
			s.t.Fatalf("the stream ends after %v, before %d", seqs, last)
		}
		if e.name != "entry" {
			continue
		}
		var x wire.Entry
		if err := json.Unmarshal([]byte(e.data), &x); err != nil {
			s.t.Fatal(err)
		}
		seqs = append(seqs, x.Seq)
		if id, _ := strconv.Atoi(e.id); id >= last {
			return seqs
		}
	}
}

func counted(from, to int) (list []int) {
	for ; from <= to; from++ {
		list = append(list, from)
	}
	return list
}

// TestEvents: a listener receives every entry once and in order, resumes after the last one
// received, and receives requests to undo.
func TestEvents(t *testing.T) {
	srv := served(t, Options{})
	web := httptest.NewServer(srv)
	defer web.Close()
	p := began(t, srv, NewMatch{Ruleset: "tideofiron", Scenario: "row", Seed: "1"})
	first := listen(t, web.URL, p.path+"/events", p.Tokens[p.Sides[1]])
	if e, _ := first.next(); e.name != "state" || !strings.Contains(e.data, `"sequence":0`) {
		t.Fatal(e)
	}
	p.seats[0].want(http.StatusOK, nil, "POST", p.path+"/actions", map[string]string{"action": "fire sig-33b at shaken-squad normal"})
	now := p.state(p.look).Sequence
	if got := first.until(now); fmt.Sprint(got) != fmt.Sprint(counted(1, now)) {
		t.Errorf("told %v of %d", got, now)
	}
	again := listen(t, web.URL, p.path+"/events", p.Tokens[roleSpectator], "Last-Event-ID", "3")
	if got := again.until(now); fmt.Sprint(got) != fmt.Sprint(counted(4, now)) {
		t.Errorf("after 3: %v of %d", got, now)
	}
	for from, want := range map[string][]int{"0": counted(1, now), "3": counted(4, now)} {
		if got := listen(t, web.URL, p.path+"/events?from="+from, p.Tokens[roleSpectator]).until(now); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("from=%s: %v of %d", from, got, now)
		}
	}
	p.look.want(http.StatusUnprocessableEntity, nil, "GET", p.path+"/events?from=-1", nil)
	p.seats[0].want(http.StatusOK, nil, "POST", p.path+"/undo", nil)
	for {
		e, ok := first.next()
		if !ok {
			t.Fatal("the stream ended")
		}
		if e.name == "undo" {
			if !strings.Contains(e.data, `"asked_by":"German"`) {
				t.Error(e)
			}
			break
		}
	}
	if e, _ := first.next(); e.name != "state" {
		t.Error("the state is another, and nobody says so:", e)
	}
	srv.Stop()
	for {
		if _, ok := first.next(); !ok {
			break
		}
	}
}

// TestStreamsAreBounded: the number of streams is limited, and closed streams free their places.
func TestStreamsAreBounded(t *testing.T) {
	srv := served(t, Options{MaxStreams: 1})
	web := httptest.NewServer(srv)
	defer web.Close()
	p := began(t, srv, block)
	s := listen(t, web.URL, p.path+"/events", p.Tokens[roleSpectator])
	s.next()
	h := p.look.want(http.StatusServiceUnavailable, nil, "GET", p.path+"/events", nil)
	if h.Get("Retry-After") == "" {
		t.Error(h)
	}
	s.cancel()
	for until := time.Now().Add(5 * time.Second); srv.streams.count() > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(until) {
			t.Fatal("the place is not given back")
		}
	}
}
