package tabletop

import (
	"context"
	"net/http"
	"runtime"
	"sync"
	"time"
)

// A queueLimiter lets so many in at a time, and so many wait.
type queueLimiter struct {
	places chan struct{}
	queue  chan struct{}
}

func newGate(places, queue int) *queueLimiter {
	return &queueLimiter{make(chan struct{}, places), make(chan struct{}, places+queue)}
}

// enter waits for a place. It is refused if too many wait already, and gives up
// when the client goes.
func (g *queueLimiter) enter(ctx context.Context) (leave func(), err error) {
	select {
	case g.queue <- struct{}{}:
	default:
		return nil, problem(http.StatusServiceUnavailable, "busy", "too much is being calculated: try again soon").after(2)
	}
	select {
	case g.places <- struct{}{}:
		return func() { <-g.places; <-g.queue }, nil
	case <-ctx.Done():
		<-g.queue
		return nil, problem(http.StatusServiceUnavailable, "cancelled", "the request was cancelled")
	}
}

// A readLimiter lets so many through at a time, and all others wait. What only
// looks at matches goes through one, so that an action finds the processors
// with few before it, however many look on: it is the action for which somebody
// waits.
type readLimiter chan struct{}

// do does something, which must not wait for anybody, as soon as there is
// room.
func (s readLimiter) do(do func()) {
	s <- struct{}{}
	// Whoever is handed a place runs next, before all that waits for a processor. It
	// goes behind them: those whose actions were kept are answered first.
	runtime.Gosched()
	defer func() { <-s }()
	do()
}

// A connectionLimiter lets so many in, and nobody wait.
type connectionLimiter struct {
	mu      sync.Mutex
	in, max int
}

func (c *connectionLimiter) enter() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.in >= c.max {
		return false
	}
	c.in++
	return true
}

func (c *connectionLimiter) leave() {
	c.mu.Lock()
	c.in--
	c.mu.Unlock()
}

func (c *connectionLimiter) now() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.in
}

// rateLimiter is a bucket of tokens for each address: so many requests a
// second, and some more at once.
type rateLimiter struct {
	rate, burst float64
	mu          sync.Mutex
	by          map[string]*bucket
	swept       time.Time
}

type bucket struct {
	tokens float64
	at     time.Time
}

func newBuckets(rate float64) *rateLimiter {
	return &rateLimiter{rate: rate, burst: 3 * rate, by: map[string]*bucket{}}
}

// take takes a token of an address. If there is none, it says after how long
// there will be one.
func (b *rateLimiter) take(address string, now time.Time) (wait time.Duration, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sweep(now)
	x := b.by[address]
	if x == nil {
		x = &bucket{b.burst, now}
		b.by[address] = x
	}
	x.tokens = min(b.burst, x.tokens+b.rate*now.Sub(x.at).Seconds())
	x.at = now
	if x.tokens < 1 {
		return time.Duration((1 - x.tokens) / b.rate * float64(time.Second)), false
	}
	x.tokens--
	return 0, true
}

// sweep forgets addresses whose buckets are full again.
func (b *rateLimiter) sweep(now time.Time) {
	if now.Sub(b.swept) < time.Minute {
		return
	}
	b.swept = now
	for a, x := range b.by {
		if x.tokens+b.rate*now.Sub(x.at).Seconds() >= b.burst {
			delete(b.by, a)
		}
	}
}
