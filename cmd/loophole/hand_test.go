package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"loophole/internal/server"
)

// A hand plays both sides of a match, each with its own token, while both sides and a spectator
// listen.
type hand struct {
	over bool // the game is over
	server.CreatedMatch
	t        *testing.T
	wire     *wire
	base     string
	from     string // the client address that a proxy would send, if not empty
	dice     *rand.Rand
	times    *sample
	sequence int // last acknowledged entry
	heard    []<-chan int
	keys     int
}

// A view has the fields of a state that a hand reads.
type view struct {
	sequence       int
	position, turn string
	over           bool
	Begun          *struct {
		Question struct {
			ID, By, Kind string
			Die, Many    int
			Options      []string
		}
	}
}

// play plays actions.
func (h *hand) play() {
	time.Sleep(h.thinks())
	for range actionsEach {
		s, ok := h.look(h.Sides[0])
		if !ok {
			return
		}
		by := s.turn
		if s.Begun != nil {
			by = s.Begun.Question.By
		}
		if by != h.Sides[0] {
			if s, ok = h.look(by); !ok {
				return
			}
		}
		if s.sequence != h.sequence {
			h.t.Errorf("the record ends with %d; acknowledged was %d", s.sequence, h.sequence)
		}
		if h.over = s.over; s.over || !h.act(by, s) {
			return
		}
	}
}

// look fetches the state that a side may know.
func (h *hand) look(who string) (s *view, ok bool) {
	began := time.Now()
	text, ok := h.ask(who, "GET", "", nil)
	if !ok {
		return nil, false
	}
	h.times.other(time.Since(began))
	s = &view{}
	var over *struct{}
	err := errors.Join(part(text, "sequence", &s.sequence), part(text, "position", &s.position), part(text, "turn", &s.turn), part(text, "over", &over), part(text, "begun", &s.Begun))
	if s.over = over != nil; err != nil {
		h.t.Errorf("%v in %s", err, text)
	}
	return s, err == nil
}

// part reads one value of an object and skips the rest, because the players share the machine with
// the server. Within a string the quotes would be escaped, so the first match is the field.
func part(text []byte, name string, into any) error {
	_, after, found := bytes.Cut(text, []byte(`"`+name+`":`))
	if !found {
		return fmt.Errorf("there is no %s", name)
	}
	return json.NewDecoder(bytes.NewReader(after)).Decode(into)
}

// act plays an action, or answers the open question.
func (h *hand) act(by string, s *view) bool {
	path, body := "/actions", any(nil)
	if s.Begun != nil {
		path, body = "/answers", h.answer(s)
	} else {
		text, ok := h.ask(by, "GET", "/actions", nil)
		if !ok {
			return false
		}
		body = map[string]string{"action": h.choose(text), "position": s.position}
	}
	time.Sleep(h.thinks())
	began := time.Now()
	text, ok := h.ask(by, "POST", path, body)
	if !ok {
		return true // The action may be illegal because of hidden pieces; another one follows.
	}
	h.times.add(time.Since(began))
	if err := part(text, "sequence", &h.sequence); err != nil {
		h.t.Error(err)
	}
	return true
}

// choose chooses a random action: first a group, then an action of it.
func (h *hand) choose(text []byte) (line string) {
	for _, mark := range []string{`"name":`, `"line":`} {
		list := bytes.Split(text, []byte(mark))[1:]
		text = list[h.dice.IntN(len(list))]
	}
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&line); err != nil {
		h.t.Errorf("%v in %s", err, text)
	}
	return line
}

func (h *hand) thinks() time.Duration {
	if thinking <= 1 {
		return 0
	}
	return thinking/2 + time.Duration(h.dice.Int64N(int64(thinking/2)))
}

// answer returns a random answer to the open question.
func (h *hand) answer(s *view) server.Answer {
	q := &s.Begun.Question
	a := server.Answer{Question: q.ID}
	if q.Kind == "choice" {
		k := h.dice.IntN(len(q.Options))
		a.Option = &k
		return a
	}
	for range q.Many {
		a.Faces = append(a.Faces, 1+h.dice.IntN(q.Die))
	}
	return a
}

// end undoes the last action, which is the last event for the listeners, and checks that each of
// them received everything. After the end of the game there is no undo, and the game's last entry
// is the last event.
func (h *hand) end() {
	last := h.sequence
	s, ok := h.look("table")
	if !ok {
		return
	}
	if !s.over {
		text, _ := h.ask("table", "POST", "/undo", nil)
		if err := part(text, "sequence", &h.sequence); err != nil {
			h.t.Error(err)
		}
	}
	for _, one := range h.heard {
		select {
		case told := <-one:
			if told != last && !(last%1000 == 999 && told/1000 == last/1000) { // not every number of a thousand is used
				h.t.Errorf("a listener was told up to %d of %d", told, last)
			}
		case <-time.After(30 * time.Second):
			h.t.Error("a listener was not told of the end")
		}
	}
}

// A wire is a connection to the server that carries one request after another. It is simpler than a
// client of net/http, which has three goroutines for each connection: the players share the machine
// with the server.
type wire struct {
	net.Conn
	in *bufio.Reader
}

func (h *hand) dial() *wire {
	host, _, _ := strings.Cut(strings.TrimPrefix(h.base, "http://"), "/")
	c, err := net.Dial("tcp", host)
	if err != nil {
		h.t.Fatal(err)
	}
	return &wire{c, bufio.NewReader(c)}
}

// send sends a request with the token of a seat, and reads the head of its answer.
func (h *hand) send(w *wire, who, method, path string, body []byte) (*http.Response, error) {
	host, root, _ := strings.Cut(strings.TrimPrefix(h.base, "http://"), "/")
	b := fmt.Appendf(nil, "%s /%s%s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n", method, root, path, host, len(body))
	if h.from != "" {
		b = fmt.Appendf(b, "X-Forwarded-For: %s\r\n", h.from)
	}
	if who != "" {
		b = fmt.Appendf(b, "Authorization: Bearer %s\r\n", h.Tokens[who])
	}
	if method == "POST" {
		h.keys++
		b = fmt.Appendf(b, "Idempotency-Key: key-%d\r\n", h.keys) // as on the pages
	}
	b = append(b, "\r\n"...)
	if _, err := w.Write(append(b, body...)); err != nil {
		return nil, err
	}
	return http.ReadResponse(w.in, nil)
}

// ask sends a request. It reports false for an illegal action.
func (h *hand) ask(who, method, path string, body any) (text []byte, ok bool) {
	var b []byte
	if body != nil {
		b, _ = json.Marshal(body)
	}
	r, err := h.send(h.wire, who, method, path, b)
	if err != nil {
		h.t.Errorf("%s %s: %v", method, path, err)
		return nil, false
	}
	defer r.Body.Close()
	text, err = io.ReadAll(r.Body)
	if err != nil || r.StatusCode/100 != 2 && r.StatusCode != http.StatusUnprocessableEntity {
		h.t.Errorf("%s %s: %d %s %v", method, path, r.StatusCode, text, err)
	}
	return text, r.StatusCode/100 == 2
}

// listen receives the events of a token, checks that every entry comes once and in order, and sends
// the number of the last one before the end.
func (h *hand) listen(who string) <-chan int {
	w := h.dial()
	r, err := h.send(w, who, "GET", "/events", nil)
	if err != nil || r.StatusCode != http.StatusOK {
		h.t.Fatal(r, err)
	}
	heard := make(chan int, 1)
	go func() {
		defer w.Close()
		last := 0
		for lines := bufio.NewReader(r.Body); ; {
			line, err := lines.ReadBytes('\n')
			if err != nil {
				h.t.Errorf("the events of %s end after %d: %v", who, last, err)
				break
			}
			data, ok := bytes.CutPrefix(line, []byte(`data: {"seq":`))
			if !ok {
				continue
			}
			if bytes.Contains(data, []byte(`"kind":"undo"`)) {
				break
			}
			if last = h.follows(last, data); bytes.Contains(data, []byte(`"over":{`)) {
				break
			}
		}
		heard <- last
	}()
	return heard
}

// follows compares an entry with the one before, and returns the last number that it covers.
func (h *hand) follows(last int, data []byte) int {
	text, _, _ := bytes.Cut(data, []byte{','})
	seq, _ := strconv.Atoi(string(text))
	// In a match with secrets every action begins a new thousand.
	next := seq == last+1 || seq%1000 == 1 && seq/1000 == last/1000+1
	if !bytes.Contains(data, []byte(`"kind":"unseen"`)) {
		if !next {
			h.t.Errorf("a listener is told entry %d after %d", seq, last)
		}
		return seq
	}
	// An unseen entry can come again when it covers more.
	if !next && seq > last {
		h.t.Errorf("a listener is told entry %d after %d", seq, last)
	}
	_, rest, whole := bytes.Cut(data, []byte(`"unseen":`))
	if !whole {
		return seq
	}
	end, _ := strconv.Atoi(string(bytes.TrimRight(rest, "}\n")))
	return end
}
