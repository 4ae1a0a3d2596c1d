package main

import (
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A siege disturbs the play: clients that request large answers and read a few bytes a second, and
// one client that sends requests as fast as it can.
type siege struct {
	began            time.Time
	stop             chan struct{}
	all              sync.WaitGroup
	slow             atomic.Int64 // connections of slow readers
	flooded, refused atomic.Int64 // requests of the flood
}

// besiegedRate is the number of requests a second that a besieged server allows a client, and burst
// the number of seconds for which unused requests accumulate.
const besiegedRate, burst = 100, 3

// addressOf returns the address of a player, by number. With a siege, each player has another one.
func addressOf(i int) string {
	if besiegers == 0 {
		return ""
	}
	return fmt.Sprintf("10.0.%d.%d", i/250, 1+i%250)
}

// besiege starts a siege of the server of a match, if the settings have one.
func besiege(t *testing.T, of *hand) *siege {
	s := &siege{began: time.Now(), stop: make(chan struct{})}
	if besiegers == 0 {
		return s
	}
	outside := func(address string) *hand {
		return &hand{CreatedMatch: of.CreatedMatch, t: t, base: of.base, from: address}
	}
	for i := range besiegers {
		h := outside(fmt.Sprintf("198.51.100.%d", 1+i%250))
		w := h.dial() // The siege starts before play.
		s.slow.Add(1)
		s.all.Go(func() { s.reads(h, w) })
	}
	h := outside("203.0.113.9")
	s.all.Go(func() { s.floods(h) })
	return s
}

// over reports whether the siege is over, after waiting for it.
func (s *siege) over(wait time.Duration) bool {
	select {
	case <-s.stop:
		return true
	case <-time.After(wait):
		return false
	}
}

// reads requests the state repeatedly, and reads a few bytes of it each second. It reconnects if
// the server closes the connection.
func (s *siege) reads(h *hand, w *wire) {
	for {
		for range 100 {
			if _, err := fmt.Fprintf(w, "GET /api/v1/matches/%s HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: %s\r\nAuthorization: Bearer %s\r\n\r\n", h.ID, h.from, h.Tokens["spectator"]); err != nil {
				break
			}
		}
		for b := make([]byte, 16); !s.over(time.Second); {
			if _, err := w.Read(b); err != nil {
				break
			}
		}
		w.Close()
		if s.over(100 * time.Millisecond) {
			return
		}
		w = h.dial()
		s.slow.Add(1)
	}
}

// floods requests the state as fast as the server answers.
func (s *siege) floods(h *hand) {
	w := h.dial()
	defer func() { w.Close() }()
	for !s.over(0) {
		r, err := h.send(w, "", "GET", "", nil)
		if err == nil {
			_, err = io.Copy(io.Discard, r.Body)
			s.flooded.Add(1)
			if r.StatusCode == http.StatusTooManyRequests {
				s.refused.Add(1)
			}
		}
		if err != nil {
			w.Close()
			w = h.dial()
		}
	}
}

// end ends the siege, and checks that the server rejected requests beyond the rate.
func (s *siege) end(t *testing.T) {
	lasted := time.Since(s.began)
	close(s.stop)
	s.all.Wait()
	if besiegers == 0 {
		return
	}
	t.Logf("besieged by %d slow connections and a flood of %d requests, of which %d were refused", s.slow.Load(), s.flooded.Load(), s.refused.Load())
	if n := s.flooded.Load(); s.slow.Load() < int64(besiegers) || float64(n) > besiegedRate*(lasted.Seconds()+burst) && s.refused.Load() == 0 {
		t.Error("this was no siege")
	}
}
